//! The ranges of rule values that the types leave open.

use std::collections::BTreeSet;

use cards::Value;
use num_rational::Ratio;
use num_traits::One;

use crate::check_wager::check_wager;
use crate::fault::{Fault, in_order, within};
use crate::game::{
    BlackjackAfterSplit, BonusHand, Busts, Cards, DoubleCard, DoubleRule, DoubleWager, EvenMoney, Game, HoleCardRule,
    LateBlackjackTakes, SurrenderRule, SurrenderWhen,
};
use crate::published::Published;
use crate::sharing::Follows;
use crate::text::{NAME, is_name};

/// Most hands that one may become by splitting.
const MOST_HANDS: u16 = 8;

/// The first rule that is out of its range.
pub(crate) fn check(game: &Game) -> Result<(), Fault> {
    within(&["draw", "below"], game.draw.below.into(), 12, 21)?;
    if let Some(soft_below) = game.draw.soft_below {
        within(&["draw", "soft-below"], soft_below.into(), 12, 22)?;
    }
    let without = &game.shoe.without;
    if let Some(at) = (0..without.len()).find(|&at| without[..at].contains(&without[at])) {
        let message = format!("the rank {} is taken out twice", without[at]);
        return Err(Fault::new(&["shoe", "without", &at.to_string()], message, "each rank once"));
    }
    within(&["dealer", "ace-limit"], game.dealer.ace_limit.into(), 21, 22)?;
    if let Some(split) = &game.split {
        within(&["split", "max-hands"], split.max_hands.into(), 1, MOST_HANDS)?;
    }
    let checked = &game.hole_card.checked_under;
    if let Some(at) = (1..checked.len()).find(|&at| checked[..at].contains(&checked[at])) {
        let message = format!("the dealer looks under {} twice", checked[at]);
        return Err(Fault::new(&["hole-card", "checked-under", &at.to_string()], message, "each up card once"));
    }
    if game.surrender.as_ref().is_some_and(|rule| rule.loses.ratio() > Ratio::one()) {
        let message = "surrender loses more than the wager".to_owned();
        return Err(Fault::new(&["surrender", "loses"], message, "1:1 or less, the part of the wager that is lost"));
    }
    check_double(game)?;
    check_bonus(game)?;
    if game.natural.after_split != BlackjackAfterSplit::No && game.draw.soft_below.is_some_and(|below| below > 21) {
        let message = "an ace and a ten on a hand of a split are a blackjack and may draw".to_owned();
        return Err(Fault::new(&["natural", "after-split"], message, "`no`, or draw.soft-below of at most 21"));
    }
    check_switch(game)?;
    if game.insurance.is_none() && game.natural.even_money != EvenMoney::None {
        let message = "even money is offered where insurance is, and there is none".to_owned();
        return Err(Fault::new(&["natural", "even-money"], message, "`none`, or a section `insurance`"));
    }
    check_early_surrender(game)?;
    check_sharing(game)?;
    if game.push.is_some() && game.settle.busts == Busts::Returned {
        let message = "settle.busts and the push rule both say what becomes of busted hands".to_owned();
        let expected = "`lost` or `equal-returned` beside a push rule, whose `bust` decides for its total";
        return Err(Fault::new(&["settle", "busts"], message, expected));
    }
    if let Some(push) = &game.push {
        within(&["push", "total"], push.total.into(), 22, 22)?;
    }
    check_decks(game)?;
    check_ranges(&game.hole_card)?;
    if let Some(published) = &game.published {
        check_published(published, &["published", "low"])?;
    }
    for (id, wager) in &game.wagers {
        if let Some(published) = &wager.published {
            check_published(published, &["wagers", id, "published", "low"])?;
        }
        let place = ["wagers", id];
        if !is_name(id) {
            return Err(Fault::new(&place, format!("`{id}` cannot name a wager"), NAME));
        }
        check_wager(wager, game).map_err(|fault| fault.under(&place))?;
    }
    Ok(())
}

/// The totals that may be doubled.
fn check_double(game: &Game) -> Result<(), Fault> {
    let totals = game
        .double
        .iter()
        .flat_map(|double| [("hard-totals", Some(double.hard_totals)), ("free-hard-totals", double.free_hard_totals)]);
    for (key, bounds) in totals.filter_map(|(key, bounds)| Some((key, bounds?))) {
        let place = ["double", key];
        in_order(&place, bounds)?;
        bounds.into_iter().try_for_each(|total| within(&place, total.into(), 4, 20))?;
    }
    let takes_attack = |double: &DoubleRule| double.wager == DoubleWager::InitialAndAttack;
    if game.double.as_ref().is_some_and(takes_attack) && game.attack.is_none() {
        let message = "the rules have no attack wager that a double could add".to_owned();
        return Err(Fault::new(&["double", "wager"], message, "`of-hand`"));
    }
    let is_down = game.double.as_ref().is_some_and(|double| double.card == DoubleCard::Down);
    if is_down && game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled) {
        let message = "a doubled hand may be given up once it has its card, which is dealt face down".to_owned();
        return Err(Fault::new(&["double", "card"], message, "`up`, or no doubled hand given up"));
    }
    Ok(())
}

/// Hands that are paid a bonus.
fn check_bonus(game: &Game) -> Result<(), Fault> {
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
        let before = game.bonus.iter().flat_map(|bonus| &bonus.hands[..index]);
        let is_reached = |one: &&BonusHand| one.cards.zip(hand.cards).is_some_and(|(fewer, cards)| fewer <= cards);
        if let Some(fewer) = before.filter(is_reached).find_map(|one| one.cards) {
            let message = format!(
                "a hand of {} cards is paid by the bonus for {fewer} or more before it",
                hand.cards.unwrap_or_default()
            );
            return Err(Fault::new(&["bonus", "hands", &at, "cards"], message, "the bonus for more cards first"));
        }
        let points: u16 = hand.values.iter().map(|value| u16::from(value.hard_points())).sum();
        let total = if hand.values.contains(&Value::ACE) && points == 11 { 21 } else { points };
        if !hand.values.is_empty() && total != 21 {
            let message = format!("the values of a bonus hand make {total}");
            return Err(Fault::new(&["bonus", "hands", &at, "values"], message, "a total of 21"));
        }
        if hand.values.len() == 2 {
            let message =
                "an ace and a ten are a blackjack, or made by a switch or a split and paid as such".to_owned();
            return Err(Fault::new(&["bonus", "hands", &at, "values"], message, "three values or more"));
        }
        for (key, pays) in [("suited", hand.suited), ("spades", hand.spades)] {
            if hand.cards.is_some() && pays.is_some() {
                let message = "what a number of cards is paid does not go by suits".to_owned();
                return Err(Fault::new(&["bonus", "hands", &at, key], message, "`values`, or no such key"));
            }
        }
        for (key, pays) in [("pays", Some(hand.pays)), ("suited", hand.suited), ("spades", hand.spades)] {
            if pays.is_some_and(|pays| pays.ratio() < Ratio::one()) {
                let message = "a bonus pays less than a win without it".to_owned();
                return Err(Fault::new(&["bonus", "hands", &at, key], message, "1:1 or more"));
            }
        }
    }
    Ok(())
}

/// Rules that two hands to switch are not solved with.
fn check_switch(game: &Game) -> Result<(), Fault> {
    if game.switch.is_none() {
        return Ok(());
    }
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
    Ok(())
}

/// Numbers of decks.
fn check_decks(game: &Game) -> Result<(), Fault> {
    if game.shoe.decks.is_empty() {
        let message = "shoe.decks is empty".to_owned();
        return Err(Fault::new(&["shoe", "decks"], message, "the numbers of decks the text allows"));
    }
    if game.shoe.most_decks_from_hand == Some(0) {
        let message = "no deck can be dealt from the hand".to_owned();
        return Err(Fault::new(&["shoe", "most-decks-from-hand"], message, "one at least, or no such key"));
    }
    for (index, &decks) in game.shoe.decks.iter().enumerate() {
        within(&["shoe", "decks", &index.to_string()], decks, 1, game.shoe.most_decks())?;
    }
    Ok(())
}

/// Before a dealer blackjack is looked for, a player has two cards and has not split.
fn check_early_surrender(game: &Game) -> Result<(), Fault> {
    let Some(rule) = game.surrender.as_ref().filter(|rule| rule.when == SurrenderWhen::Early) else { return Ok(()) };
    let later = [
        ("cards", rule.cards == Cards::Any, "`two`"),
        ("after-split", rule.after_split, "false"),
        ("after-double", rule.takes_doubled(), "`no`"),
    ];
    match later.into_iter().find(|&(_, is_later, _)| is_later) {
        None => Ok(()),
        Some((key, _, expected)) => {
            let message = format!("early surrender is over before `{key}` could matter");
            Err(Fault::new(&["surrender", key], message, expected))
        }
    }
}

/// Rules of sharing that contradict the game or themselves.
fn check_sharing(game: &Game) -> Result<(), Fault> {
    let Some(sharing) = &game.sharing else { return Ok(()) };
    within(&["sharing", "players"], sharing.players.into(), 2, 100)?;
    for (key, follows) in [("double", sharing.double), ("split", sharing.split), ("surrender", sharing.surrender)] {
        if follows == Follows::Own {
            let message =
                "a follower cannot do this where the caller does not: it is a decision on the cards".to_owned();
            return Err(Fault::new(&["sharing", key], message, "`called` or `where-called`"));
        }
    }
    if game.switch.is_some() {
        let message = "a game has two hands to switch and several players on a box".to_owned();
        return Err(Fault::new(&["sharing"], message, "one of them"));
    }
    Ok(())
}

/// Whether a range may bear this name. Signals that stand for what the dealer has found or shown have names of their own, which a range must not
/// seem to have.
fn is_range_name(name: &str) -> bool {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    is_name(name)
        && !letters.is_empty()
        && !["none", "blackjack", "noblackjack"].contains(&letters.as_str())
        && !letters.starts_with("exposed")
}

/// The signalled ranges, if there are any, hold every value once, so that a signal tells one set of hole cards.
fn check_ranges(rule: &HoleCardRule) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    let mut held = BTreeSet::new();
    for (index, range) in rule.ranges.iter().enumerate() {
        let at = index.to_string();
        if !is_range_name(&range.name) {
            let message = format!("`{}` cannot name a range of the hole card", range.name);
            let expected =
                format!("{NAME}, but not `none`, `blackjack`, `no-blackjack` or a name that begins with `exposed`");
            return Err(Fault::new(&["hole-card", "ranges", &at, "name"], message, expected));
        }
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
