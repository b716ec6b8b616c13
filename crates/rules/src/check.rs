//! The ranges of rule values that the types leave open.

use std::collections::BTreeSet;

use cards::Value;

use crate::game::{Busts, Game, HoleCardRule, LateBlackjackTakes, Published, SurrenderWhen};
use crate::side_wager::{CardsPattern, LineRule, NoLiveHand, Pay, PlayerCards, SideWager};

/// Largest shoe accepted, in cards. The exact counters of the solver are proven for shoes of this size.
pub(crate) const MOST_CARDS: u16 = 1040;

/// A rule out of its range: where, what is wrong, what was expected.
pub(crate) struct Fault {
    pub(crate) path: Vec<String>,
    pub(crate) message: String,
    pub(crate) expected: String,
}

impl Fault {
    fn new(path: &[&str], message: String, expected: impl Into<String>) -> Self {
        Self { path: path.iter().map(|&part| part.to_owned()).collect(), message, expected: expected.into() }
    }
}

/// The first rule that is out of its range.
pub(crate) fn check(game: &Game) -> Result<(), Fault> {
    within(&["draw", "below"], game.draw.below.into(), 12, 21)?;
    if let Some(soft_below) = game.draw.soft_below {
        within(&["draw", "soft-below"], soft_below.into(), 12, 22)?;
    }
    within(&["dealer", "ace-limit"], game.dealer.ace_limit.into(), 21, 22)?;
    if let Some(split) = &game.split {
        within(&["split", "max-hands"], split.max_hands.into(), 1, 4)?;
    }
    if let Some([low, high]) = game.double.as_ref().map(|double| double.hard_totals) {
        within(&["double", "hard-totals"], low.into(), 4, high.into())?;
        within(&["double", "hard-totals"], high.into(), low.into(), 20)?;
    }
    if let Some([low, high]) = game.double.as_ref().and_then(|double| double.free_hard_totals) {
        within(&["double", "free-hard-totals"], low.into(), 4, high.into())?;
        within(&["double", "free-hard-totals"], high.into(), low.into(), 20)?;
    }
    for (index, hand) in game.bonus.iter().flat_map(|bonus| &bonus.hands).enumerate() {
        let at = index.to_string();
        match (hand.cards, hand.values.len()) {
            (Some(cards), 0) => within(&["bonus", "hands", &at, "cards"], cards.into(), 3, 21)?,
            (None, 2..=21) => {}
            _ => {
                let message = "a bonus hand is told by its number of cards or by its values".to_owned();
                return Err(Fault::new(&["bonus", "hands", &at], message, "`cards` or `values`, one of them"));
            }
        }
        let points: u16 = hand.values.iter().map(|value| u16::from(value.hard_points())).sum();
        let total = if hand.values.contains(&Value::ACE) && points == 11 { 21 } else { points };
        if !hand.values.is_empty() && total != 21 {
            let message = format!("the values of a bonus hand make {total}");
            return Err(Fault::new(&["bonus", "hands", &at, "values"], message, "a total of 21"));
        }
    }
    if game.switch.is_some() {
        let beside = |what: &str| {
            let message = format!("a game has two hands to switch and {what}");
            Err(Fault::new(&["switch"], message, "one of them"))
        };
        if game.attack.is_some() {
            return beside("an attack wager");
        }
        if game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early) {
            return beside("early surrender");
        }
        if game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal {
            return beside("a late blackjack that looks for live hands");
        }
        if game.draw.soft_below.is_some_and(|below| below > 21) {
            return beside("a soft 21 that may draw");
        }
    }
    if game.push.is_some() && game.settle.busts == Busts::Returned {
        let message = "settle.busts and the push rule both say what becomes of busted hands".to_owned();
        let expected = "`lost` or `equal-returned` beside a push rule, whose `bust` decides for its total";
        return Err(Fault::new(&["settle", "busts"], message, expected));
    }
    if let Some(push) = &game.push {
        within(&["push", "total"], push.total.into(), 22, 22)?;
    }
    if game.shoe.decks.is_empty() {
        let message = "shoe.decks is empty".to_owned();
        return Err(Fault::new(&["shoe", "decks"], message, "the numbers of decks the text allows"));
    }
    for (index, &decks) in game.shoe.decks.iter().enumerate() {
        within(&["shoe", "decks", &index.to_string()], decks, 1, MOST_CARDS / game.shoe.deck_size())?;
    }
    check_ranges(&game.hole_card)?;
    if let Some(published) = &game.published {
        check_published(published, &["published", "low"])?;
    }
    for (id, wager) in &game.wagers {
        if let Some(published) = &wager.published {
            check_published(published, &["wagers", id, "published", "low"])?;
        }
        check_wager(id, wager)?;
    }
    Ok(())
}

/// A side wager is won by matches or by lines, and every paytable pays every way of winning.
fn check_wager(id: &str, wager: &SideWager) -> Result<(), Fault> {
    let fault = |path: &[&str], message: &str, expected: &str| {
        let path: Vec<&str> = ["wagers", id].into_iter().chain(path.iter().copied()).collect();
        Err(Fault::new(&path, message.to_owned(), expected))
    };
    if wager.match_pays.is_some() != wager.lines.is_empty() {
        return fault(&[], "a wager is won either by matches or by lines", "one of `match-pays` and `lines`");
    }
    let mut names = BTreeSet::new();
    for (index, line) in wager.lines.iter().enumerate() {
        let at = index.to_string();
        if !names.insert(&line.name) {
            return fault(&["lines", &at, "name"], "two lines have one name", "another name");
        }
        let dealer_only = line.dealer_hand.is_some() && (line.player.is_some() || line.with_up.is_some());
        if dealer_only || (line.dealer_hand.is_some() && (line.up_card.is_some() || line.dealer.is_some())) {
            return fault(
                &["lines", &at, "dealer-hand"],
                "the dealer's finished hand cannot be asked for beside cards of the deal",
                "`dealer-hand` alone, or beside `hand` and `straight`",
            );
        }
        if line.depends_on_play() && (line.player.is_some() || line.with_up.is_some() || line.up_card.is_some()) {
            return fault(
                &["lines", &at],
                "the player's finished hand cannot be asked for beside cards of the deal",
                "`hand` or `straight` without `player`, `with-up` and `up-card`",
            );
        }
        if line.dealer.is_some() && line.depends_on_play() {
            return fault(
                &["lines", &at, "dealer"],
                "only the dealer's finished hand goes with `hand`",
                "`dealer-hand`",
            );
        }
        if line.up_card.is_some() && wager.cards != PlayerCards::FirstTwo {
            return fault(&["lines", &at, "up-card"], "the up card stands beside two cards", "`cards = \"first-two\"`");
        }
        for pattern in [&line.player, &line.with_up, &line.dealer].into_iter().flatten() {
            let cards = if line.dealer.as_ref() == Some(pattern) { 2 } else { wager.cards.number() };
            let cards = if line.with_up.as_ref() == Some(pattern) { cards + 1 } else { cards };
            check_pattern(pattern, cards).or_else(|(message, expected)| fault(&["lines", &at], &message, &expected))?;
        }
        if let Some(pattern) = line.dealer_hand.as_ref().and_then(|dealer| dealer.first_three.as_ref()) {
            check_pattern(pattern, 3)
                .or_else(|(message, expected)| fault(&["lines", &at, "dealer-hand"], &message, &expected))?;
        }
    }
    let of_dealer = |line: &LineRule| line.dealer_hand.is_some() || line.depends_on_play() || line.chance.is_some();
    if wager.lines.iter().any(|line| line.dealer_hand.is_some())
        && let Some(index) = wager.lines.iter().position(|line| !of_dealer(line))
    {
        return fault(
            &["lines", &index.to_string()],
            "the lines of a wager look at the cards of the deal or at finished hands",
            "one of the two for all of them",
        );
    }
    // A finished hand is looked at by all lines of a wager in one way.
    let kinds = [
        wager.lines.iter().any(|line| line.hand.is_some()),
        wager.lines.iter().any(|line| line.straight.is_some()),
        wager.play.no_live_hand == NoLiveHand::Stops,
    ];
    if kinds.into_iter().filter(|&kind| kind).count() > 1 {
        return fault(
            &["lines"],
            "totals, straights and hands out of the round do not mix in one wager",
            "one of them",
        );
    }
    let mut totals = wager.lines.iter().filter_map(|line| line.hand.as_ref().map(|hand| hand.total));
    let first = totals.next();
    if totals.any(|total| Some(total) != first) {
        return fault(&["lines"], "the lines ask for different totals of the player's hand", "one total");
    }
    if let Some(maximum) = &wager.maximum {
        if !names.contains(&maximum.line) {
            return fault(&["maximum", "line"], "there is no such line", "the name of a line");
        }
    }
    if let Some(position) = wager.without.iter().position(|name| !names.contains(name)) {
        return fault(&["without", &position.to_string()], "there is no such line", "the name of a line");
    }
    for (index, table) in wager.paytables.iter().enumerate() {
        let at = ["paytables", &index.to_string()];
        if wager.match_pays.is_some() != (table.suited.is_some() && table.unsuited.is_some()) {
            return fault(&at, "`suited` and `unsuited` go with `match-pays`", "both of them there, and only there");
        }
        if table.pays.len() != wager.lines.len() {
            let expected = format!("{}", wager.lines.len());
            return fault(&at, &format!("the paytable pays {} lines", table.pays.len()), &expected);
        }
        if wager.meter.is_none() && table.pays.iter().any(Pay::is_of_meter) {
            return fault(&at, "a line pays a share of a meter that the wager does not have", "a section `meter`");
        }
    }
    Ok(())
}

/// A pattern that so many cards can show.
fn check_pattern(pattern: &CardsPattern, cards: usize) -> Result<(), (String, String)> {
    if !pattern.cards.is_empty() && pattern.cards.len() != cards {
        return Err((format!("the line names {} cards of {cards}", pattern.cards.len()), format!("{cards} cards")));
    }
    let sizes: usize = pattern.alike.iter().map(|&size| usize::from(size)).sum();
    if !pattern.alike.is_empty() && (sizes != cards || !pattern.alike.is_sorted_by(|a, b| a >= b)) {
        return Err((
            format!("`alike` is to tell {cards} cards apart"),
            "numbers of cards of equal rank, largest first".to_owned(),
        ));
    }
    Ok(())
}

fn within(path: &[&str], value: u16, low: u16, high: u16) -> Result<(), Fault> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let expected = if low == high { low.to_string() } else { format!("{low} to {high}") };
    let name: Vec<&str> = path.iter().copied().filter(|part| part.parse::<usize>().is_err()).collect();
    Err(Fault::new(path, format!("{} is {value}", name.join(".")), expected))
}

/// The signalled ranges, if there are any, hold every value once, so that a signal tells one set of hole cards.
fn check_ranges(rule: &HoleCardRule) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    let mut held = BTreeSet::new();
    for (index, range) in rule.ranges.iter().enumerate() {
        let at = index.to_string();
        if !names.insert(&range.name) {
            let message = format!("two ranges of the hole card are called `{}`", range.name);
            return Err(Fault::new(&["hole-card", "ranges", &at, "name"], message, "another name"));
        }
        for (place, &value) in range.values.iter().enumerate() {
            if !held.insert(value) {
                return Err(Fault::new(
                    &["hole-card", "ranges", &at, "values", &place.to_string()],
                    format!("the ranges of the hole card hold {value} twice"),
                    "every value once",
                ));
            }
        }
    }
    match Value::all().find(|value| !held.contains(value)) {
        Some(value) if !rule.ranges.is_empty() => Err(Fault::new(
            &["hole-card", "ranges"],
            format!("no range of the hole card holds {value}"),
            "every value once",
        )),
        _ => Ok(()),
    }
}

fn check_published(published: &Published, low: &[&str]) -> Result<(), Fault> {
    if published.low.ratio() <= published.high.ratio() {
        return Ok(());
    }
    Err(Fault::new(low, "the published interval has low above high".to_owned(), "low at most high"))
}
