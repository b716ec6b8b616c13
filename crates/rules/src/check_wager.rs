//! What a side wager must hold to be one that can be valued. Paths of faults are relative to what is checked.

use std::collections::BTreeSet;

use cards::Rank;

use crate::check_fate::check_fate;
use crate::check_money::{check_amount, check_meter};
use crate::error::one_of;
use crate::fate::StraightFate;
use crate::fault::{Check, fault, in_order, within};
use crate::game::Game;
use crate::matches::TensMatch;
use crate::outcome_name::is_taken;
use crate::side_wager::{
    AcePlace, Added, AfterSplitHands, CardsPattern, DealerPattern, Drawn, LineRule, NoLiveHand, Pay, Paytable,
    PlayRule, PlayerCards, Quote, SideWager, UpPattern,
};
use crate::text::{LABEL, NAME, is_label, is_name};

/// Most lines of a wager: the lines that fit a deal are kept as the bits of a 32-bit number.
const MOST_LINES: usize = 32;

/// Most lines on events apart from the cards: each of them doubles the outcomes.
const MOST_CHANCES: usize = 8;

/// Most seats of a table.
const MOST_SEATS: u16 = 9;

/// Most cards of a dealer's hand that a line may name. No dealer draws more: every card is a point at least, and a hand of
/// 17 points is finished.
const MOST_DEALER_CARDS: u8 = 22;

/// Most cards of a straight: six consecutive cards are 21 at least, which draws no more.
const MOST_STRAIGHT: u8 = 6;

/// A side wager is won by matches or by lines, and every paytable pays every way of winning.
pub(crate) fn check_wager(wager: &SideWager, game: &Game) -> Check {
    match (wager.match_pays.is_some(), wager.lines.is_empty()) {
        (true, true) | (false, false) => {}
        (true, false) => {
            let message = "a wager is won either by matches or by lines";
            return fault(&["match-pays"], message, "one of `match-pays` and `lines`");
        }
        (false, true) => return fault(&[], "nothing wins the wager", "one of `match-pays` and `lines`"),
    }
    if wager.match_pays.is_some() {
        check_matches(wager)?;
    } else if wager.tens_match != TensMatch::default() {
        return fault(&["tens-match"], "`tens-match` goes with `match-pays`", "a wager on matches, or no such key");
    }
    if wager.cards == PlayerCards::FirstFour && game.switch.is_none() {
        let message = "the player's first four cards are those of two hands, and the game has one";
        return fault(&["cards"], message, "`first-two`, or a section `switch`");
    }
    if wager.lines.len() > MOST_LINES {
        let message = format!("the wager has {} lines", wager.lines.len());
        return fault(&["lines", &MOST_LINES.to_string()], message, format!("at most {MOST_LINES}"));
    }
    for (index, line) in wager.lines.iter().enumerate() {
        check_line(line, wager, game).map_err(|fault| fault.under(&["lines", &index.to_string()]))?;
    }
    check_names(wager)?;
    check_events(wager)?;
    check_together(wager)?;
    check_play(wager).map_err(|fault| fault.under(&["play"]))?;
    check_fate(wager).map_err(|fault| fault.under(&["fate"]))?;
    if let Some(meter) = &wager.meter {
        check_meter(meter).map_err(|fault| fault.under(&["meter"]))?;
    }
    if let Some(maximum) = &wager.maximum
        && maximum.least == 0
    {
        return fault(&["maximum", "least"], "a maximum of nothing pays nothing", "one dollar at least");
    }
    if let Some(amount) = &wager.amount {
        check_amount(amount).map_err(|fault| fault.under(&["amount"]))?;
    }
    if wager.parlay.is_some() && wager.lines.iter().any(|line| finished_key(line).is_some()) {
        let message = "winnings that the finished hands decide come too late to be added to the base wager";
        return fault(&["parlay"], message, "lines on the cards of the deal");
    }
    if wager.paytables.is_empty() {
        return fault(&["paytables"], "the wager has no paytable", "one at least");
    }
    for (index, table) in wager.paytables.iter().enumerate() {
        check_paytable(table, wager, game).map_err(|fault| fault.under(&["paytables", &index.to_string()]))?;
        // An analysis names a paytable, so one name must mean one paytable for any number of decks.
        let clashes = |other: &Paytable| {
            let both = |&decks: &u16| other.goes_with(decks) && table.goes_with(decks);
            other.name == table.name && game.shoe.decks.iter().any(both)
        };
        if wager.paytables[..index].iter().any(clashes) {
            let message = format!("{} has the paytable `{}` twice", wager.title, table.name);
            return fault(&["paytables", &index.to_string(), "name"], message, "another name");
        }
    }
    Ok(())
}

/// What only lines have means nothing beside matches.
fn check_matches(wager: &SideWager) -> Check {
    let stated = [
        ("cards", wager.cards != PlayerCards::default()),
        ("soft-totals", !wager.soft_totals),
        ("ace", wager.ace != AcePlace::default()),
        ("to-lines", wager.to_lines != Quote::To),
        ("meter-lines", wager.meter_lines != Quote::For),
        ("added", wager.added != Added::default()),
        ("without", !wager.without.is_empty()),
        ("play", wager.play != PlayRule::default()),
        ("meter", wager.meter.is_some()),
        ("parlay", wager.parlay.is_some()),
        ("maximum", wager.maximum.is_some()),
        ("events", !wager.events.is_empty()),
    ];
    match stated.into_iter().find(|&(_, is_stated)| is_stated) {
        None => Ok(()),
        Some((key, _)) => {
            fault(&[key], format!("`{key}` is about lines, and the wager is won by matches"), "`lines`, or no such key")
        }
    }
}

/// The first key of a line that is about the cards of the deal.
fn deal_key(line: &LineRule) -> Option<&'static str> {
    let keys = [
        ("player", line.player.is_some()),
        ("with-up", line.with_up.is_some()),
        ("up-card", line.up_card.is_some()),
        ("dealer", line.dealer.is_some()),
    ];
    keys.into_iter().find_map(|(key, is_there)| is_there.then_some(key))
}

/// The first key of a line that is about a player's finished hand.
fn play_key(line: &LineRule) -> Option<&'static str> {
    let keys = [("hand", line.hand.is_some()), ("straight", line.straight.is_some())];
    keys.into_iter().find_map(|(key, is_there)| is_there.then_some(key))
}

/// The first key of a line that is about a finished hand.
fn finished_key(line: &LineRule) -> Option<&'static str> {
    play_key(line).or(line.dealer_hand.is_some().then_some("dealer-hand"))
}

fn check_line(line: &LineRule, wager: &SideWager, game: &Game) -> Check {
    if line.name.is_empty() {
        return fault(&["name"], "the line has no name", "its name in the paytable");
    }
    if let Some(chance) = &line.chance {
        if !is_name(chance) {
            return fault(&["chance"], format!("`{chance}` cannot name a chance"), NAME);
        }
        if deal_key(line).or(finished_key(line)).is_some() {
            let message = "an event apart from the cards cannot be asked for beside cards";
            return fault(&["chance"], message, "`chance` in a line of its own");
        }
        if !line.adds {
            let message = "an event apart from the cards goes with every deal, so its line adds to the others";
            return fault(&["chance"], message, "`adds = true`");
        }
    } else if deal_key(line).or(finished_key(line)).is_none() {
        let expected = one_of([
            "`player`",
            "`with-up`",
            "`up-card`",
            "`dealer`",
            "`dealer-hand`",
            "`hand`",
            "`straight`",
            "`chance`",
        ]);
        return fault(&["name"], format!("the line `{}` asks for nothing", line.name), expected);
    }
    if deal_key(line).is_some() && line.dealer_hand.is_some() {
        return fault(
            &["dealer-hand"],
            "the dealer's finished hand cannot be asked for beside cards of the deal",
            "`dealer-hand` alone, or beside `hand` and `straight`",
        );
    }
    if let (Some(deal), Some(play)) = (deal_key(line), play_key(line)) {
        if deal == "dealer" {
            let message = "the player's finished hand cannot be asked for beside the dealer's first two cards";
            return fault(&[deal], message, "`dealer-hand`");
        }
        return fault(
            &[play],
            "the player's finished hand cannot be asked for beside cards of the deal",
            "`hand` or `straight` without `player`, `with-up` and `up-card`",
        );
    }
    if line.up_card.is_some() && wager.cards != PlayerCards::FirstTwo {
        return fault(&["up-card"], "the up card stands beside two cards", "`cards = \"first-two\"`");
    }
    let player = wager.cards.number();
    for (key, pattern, cards) in
        [("player", &line.player, player), ("with-up", &line.with_up, player + 1), ("dealer", &line.dealer, 2)]
    {
        if let Some(pattern) = pattern {
            check_pattern(pattern, cards, wager, game).map_err(|fault| fault.under(&[key]))?;
        }
    }
    if let Some(pattern) = &line.up_card {
        check_up_card(pattern).map_err(|fault| fault.under(&["up-card"]))?;
    }
    if let Some(pattern) = &line.dealer_hand {
        check_dealer_hand(pattern, wager, game).map_err(|fault| fault.under(&["dealer-hand"]))?;
    }
    if let Some(hand) = &line.hand {
        within(&["hand", "total"], hand.total.into(), 4, 21)?;
    }
    if let Some(straight) = &line.straight {
        within(&["straight", "cards"], straight.cards.into(), 2, MOST_STRAIGHT.into())?;
    }
    Ok(())
}

/// A pattern that so many cards can show.
fn check_pattern(pattern: &CardsPattern, cards: usize, wager: &SideWager, game: &Game) -> Check {
    if *pattern == CardsPattern::default() {
        return fault(&[], "the pattern asks for nothing", "what the cards are to show");
    }
    if !pattern.cards.is_empty() && pattern.cards.len() != cards {
        let message = format!("the line names {} cards of {cards}", pattern.cards.len());
        return fault(&["cards"], message, format!("{cards} cards"));
    }
    check_ranks("cards", pattern.cards.iter().map(|name| name.rank), game)?;
    check_ranks("ranks", pattern.ranks.iter().copied(), game)?;
    let sizes: usize = pattern.alike.iter().map(|&size| usize::from(size)).sum();
    let is_sound = sizes == cards && !pattern.alike.contains(&0) && pattern.alike.is_sorted_by(|a, b| a >= b);
    if !pattern.alike.is_empty() && !is_sound {
        let message = format!("`alike` is to tell {cards} cards apart");
        return fault(&["alike"], message, "numbers of cards of equal rank, largest first");
    }
    if let Some(total) = pattern.total {
        // Two aces are 12 where one of them may count 11, and with an ace two cards make 21.
        let number = cards as u16;
        let (least, most) = match (wager.soft_totals, number) {
            (true, 2) => (4, 21),
            (true, _) => (2 * number, 10 * number),
            (false, _) => (number, 10 * number),
        };
        within(&["total"], total.into(), least, most)?;
    }
    if pattern.run && pattern.alike.first().is_some_and(|&most| most > 1) {
        return fault(&["run"], "cards of consecutive ranks are not alike", "`run` or `alike`, one of them");
    }
    if pattern.blackjack && cards != 2 {
        return fault(&["blackjack"], format!("a blackjack has two cards, and these are {cards}"), "no `blackjack`");
    }
    Ok(())
}

/// Ranks that the game's decks have.
fn check_ranks(key: &str, ranks: impl Iterator<Item = Rank>, game: &Game) -> Check {
    for (index, rank) in ranks.enumerate() {
        if game.shoe.without.contains(&rank) {
            let message = format!("the game's decks have no {rank}");
            let kept = Rank::all().filter(|rank| !game.shoe.without.contains(rank));
            return fault(&[key, &index.to_string()], message, one_of(kept.map(|rank| rank.to_string())));
        }
    }
    Ok(())
}

fn check_up_card(pattern: &UpPattern) -> Check {
    if *pattern == UpPattern::default() {
        return fault(&[], "the pattern asks for nothing", "`suited-matches`, `unsuited-matches` or `spread`");
    }
    let matches = [("suited-matches", pattern.suited_matches), ("unsuited-matches", pattern.unsuited_matches)];
    for (key, number) in matches {
        within(&[key], number.unwrap_or(0).into(), 0, 2)?;
    }
    let number: u8 = matches.into_iter().filter_map(|(_, number)| number).sum();
    if number > 2 {
        return fault(&["unsuited-matches"], format!("two cards cannot make {number} matches"), "two matches at most");
    }
    if let Some(spread) = pattern.spread {
        if number > 0 {
            let message = "an up card between two cards matches neither";
            return fault(&["spread"], message, "`spread` or matches, one of them");
        }
        // A low ace and a king or a 2 and a high ace; all other ranks between two aces, one low and one high.
        check_bounds("spread", spread, 1, 12)?;
    }
    Ok(())
}

fn check_dealer_hand(pattern: &DealerPattern, wager: &SideWager, game: &Game) -> Check {
    if *pattern == DealerPattern::default() {
        let expected = one_of(["`cards`", "`total`", "`blackjack`", "`first-three`", "`third`"]);
        return fault(&[], "the pattern asks for nothing", expected);
    }
    if let Some(cards) = pattern.cards {
        check_bounds("cards", cards, 2, MOST_DEALER_CARDS)?;
        if pattern.asks_for_faces() && cards[1] < 3 {
            let message = "a hand of two cards has no third card";
            return fault(&["cards"], message, "three cards or more beside `first-three` and `third`");
        }
    }
    if let Some(total) = pattern.total {
        // A hand below 17 draws: it ends at 16 and a card of ten points at most.
        check_bounds("total", total, 17, 26)?;
    }
    let fits_blackjack = pattern.fits(2, 21, true) && !pattern.asks_for_faces();
    if pattern.blackjack == Some(true) && !fits_blackjack {
        let message = "a blackjack is two cards and a total of 21";
        return fault(&["blackjack"], message, "`blackjack = true` alone");
    }
    check_ranks("third", pattern.third.iter().copied(), game)?;
    match &pattern.first_three {
        None => Ok(()),
        Some(first) => check_pattern(first, 3, wager, game).map_err(|fault| fault.under(&["first-three"])),
    }
}

/// Two bounds in order, both from `least` to `most`.
fn check_bounds(key: &str, [low, high]: [u8; 2], least: u8, most: u8) -> Check {
    within(&[key, "1"], high.into(), least.into(), most.into())?;
    in_order(&[key], [low, high])?;
    within(&[key, "0"], low.into(), least.into(), high.into())
}

/// The names by which lines are known.
fn check_names(wager: &SideWager) -> Check {
    let mut names = BTreeSet::new();
    let mut chances = BTreeSet::new();
    for (index, line) in wager.lines.iter().enumerate() {
        let at = index.to_string();
        if !names.insert(&line.name) {
            return fault(&["lines", &at, "name"], "two lines have one name", "another name");
        }
        if let Some(expected) = is_taken(&line.name) {
            let message = format!("`{}` is what another outcome is called", line.name);
            return fault(&["lines", &at, "name"], message, expected);
        }
        let Some(chance) = &line.chance else { continue };
        if !chances.insert(chance) {
            // Lines of one event would be valued as if they were independent.
            return fault(
                &["lines", &at, "chance"],
                format!("two lines are won by the chance `{chance}`"),
                "another name",
            );
        }
        if chances.len() > MOST_CHANCES {
            let expected = format!("at most {MOST_CHANCES}");
            return fault(&["lines", &at, "chance"], "too many lines on events apart from the cards", expected);
        }
    }
    let known = || one_of(wager.lines.iter().map(|line| &line.name));
    if let Some(maximum) = &wager.maximum {
        let Some((at, line)) = wager.lines.iter().enumerate().find(|(_, line)| line.name == maximum.line) else {
            return fault(&["maximum", "line"], format!("there is no line `{}`", maximum.line), known());
        };
        // What the maximum costs is found from the two first cards and the dealer's two alone.
        let LineRule { name: _, player: _, with_up, up_card, dealer: _, dealer_hand, hand, straight, chance, adds: _ } =
            line;
        let is_of_deal = with_up.is_none()
            && up_card.is_none()
            && dealer_hand.is_none()
            && hand.is_none()
            && straight.is_none()
            && chance.is_none();
        let comes_first = line.adds || at == 0;
        if !is_of_deal || !comes_first || wager.added == Added::Highest {
            let message = format!("what a maximum of `{}` costs is not found", maximum.line);
            let expected = "the first line, or one that adds, on the first cards of player and dealer, and nothing paid as the highest of several";
            return fault(&["maximum", "line"], message, expected);
        }
    }
    if let Some(position) = wager.without.iter().position(|name| !names.contains(name)) {
        let message = format!("there is no line `{}`", wager.without[position]);
        return fault(&["without", &position.to_string()], message, known());
    }
    if !wager.lines.is_empty() && wager.lines.iter().all(|line| wager.without.contains(&line.name)) {
        return fault(&["without"], "every line is left out", "one line at least that is not");
    }
    Ok(())
}

/// An event is one by which a line is won, and what it draws can be drawn.
fn check_events(wager: &SideWager) -> Check {
    for (name, event) in &wager.events {
        if !wager.lines.iter().any(|line| line.chance.as_ref() == Some(name)) {
            let known = wager.lines.iter().filter_map(|line| line.chance.as_ref());
            return fault(&["events", name], format!("no line is won by the chance `{name}`"), one_of(known));
        }
        if let Drawn::Seat(seats) = event.draws {
            within(&["events", name, "draws", "seat"], seats.try_into().unwrap_or(u16::MAX), 1, MOST_SEATS)?;
        }
    }
    Ok(())
}

/// Lines that one count of deals, or one strategy, can decide together.
fn check_together(wager: &SideWager) -> Check {
    let lines = || wager.lines.iter().enumerate();
    if wager.lines.iter().any(|line| finished_key(line).is_some())
        && let Some((index, key)) = lines().find_map(|(index, line)| Some((index, deal_key(line)?)))
    {
        return fault(
            &["lines", &index.to_string(), key],
            "the lines of a wager look at the cards of the deal or at finished hands",
            "one of the two for all of them",
        );
    }
    // A finished hand is looked at by all lines of a wager in one way.
    let message = "totals, straights and hands out of the round do not mix in one wager";
    if wager.lines.iter().any(|line| line.hand.is_some())
        && let Some((index, _)) = lines().find(|(_, line)| line.straight.is_some())
    {
        return fault(&["lines", &index.to_string(), "straight"], message, "one of them");
    }
    if wager.play.no_live_hand == NoLiveHand::Stops && wager.lines.iter().any(|line| play_key(line).is_some()) {
        return fault(&["play", "no-live-hand"], message, "one of them");
    }
    // What the player's hand has come to is told by one thing, and only if every line asks for it.
    if wager.lines.iter().any(|line| play_key(line).is_some()) {
        for (index, line) in lines().filter(|(_, line)| line.chance.is_none()) {
            let at = index.to_string();
            if play_key(line).is_none() {
                let message = "the other lines look at the player's finished hand";
                return fault(&["lines", &at, "name"], message, "`hand` or `straight` in every line");
            }
            if line.adds && line.dealer_hand.is_some() {
                let message = "a line that adds to others on the player's hand cannot ask for a dealer's hand too";
                return fault(&["lines", &at, "dealer-hand"], message, "`hand` alone");
            }
        }
    }
    let mut totals = lines().filter_map(|(index, line)| Some((index, line.hand.as_ref()?.total)));
    let first = totals.next().map(|(_, total)| total);
    if let Some((index, _)) = totals.find(|&(_, total)| Some(total) != first) {
        let message = "the lines ask for different totals of the player's hand";
        return fault(&["lines", &index.to_string(), "hand", "total"], message, "one total");
    }
    Ok(())
}

/// What is said of play is said of something that a line looks at.
fn check_play(wager: &SideWager) -> Check {
    let PlayRule { after_split, no_live_hand, king_queen_ace, straight_against_blackjack, straight_given_up } =
        wager.play;
    let any = |is: &dyn Fn(&LineRule) -> bool| wager.lines.iter().any(is);
    let (hands, straights) = (any(&LineRule::depends_on_play), any(&|line| line.straight.is_some()));
    let (dealers, fate) = (any(&|line| line.dealer_hand.is_some()), StraightFate::Paid);
    let stated = [
        ("after-split", after_split != AfterSplitHands::First && !hands, "`hand` or `straight`"),
        ("no-live-hand", no_live_hand != NoLiveHand::Draws && !dealers, "`dealer-hand`"),
        ("king-queen-ace", king_queen_ace && !straights, "`straight`"),
        ("straight-against-blackjack", straight_against_blackjack != fate && !straights, "`straight`"),
        ("straight-given-up", straight_given_up != fate && !straights, "`straight`"),
    ];
    match stated.into_iter().find(|&(_, is_idle, _)| is_idle) {
        None => Ok(()),
        Some((key, _, lines)) => {
            fault(&[key], format!("no line looks at what `{key}` decides"), format!("a line on {lines}"))
        }
    }
}

fn check_paytable(table: &Paytable, wager: &SideWager, game: &Game) -> Check {
    if !is_label(&table.name) {
        return fault(&["name"], format!("`{}` cannot name a paytable", table.name), LABEL);
    }
    if let Some(position) = table.decks.iter().position(|decks| !game.shoe.decks.contains(decks)) {
        let message = format!("{} may not be played with {} decks", game.title, table.decks[position]);
        let expected = one_of(game.shoe.decks.iter().map(u16::to_string));
        return fault(&["decks", &position.to_string()], message, expected);
    }
    for (key, odds) in [("suited", &table.suited), ("unsuited", &table.unsuited)] {
        if wager.match_pays.is_some() != odds.is_some() {
            let message = "`suited` and `unsuited` go with `match-pays`";
            return fault(&[key], message, "both of them there, and only there");
        }
    }
    if table.pays.len() != wager.lines.len() {
        let message = format!("the paytable pays {} lines", table.pays.len());
        return fault(&["pays"], message, wager.lines.len().to_string());
    }
    match (&wager.meter, table.pays.iter().position(Pay::is_of_meter)) {
        (None, Some(position)) => {
            let message = "a line pays a share of a meter that the wager does not have";
            fault(&["pays", &position.to_string()], message, "a section `meter`")
        }
        (Some(_), None) => fault(&["pays"], "no line pays a share of the wager's meter", "a share such as 100%"),
        _ => Ok(()),
    }
}
