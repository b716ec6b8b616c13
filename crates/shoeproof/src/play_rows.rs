//! A zero-memory strategy as a table that can be played from alone.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{Action, GivenUpHands, PlayRow, PlaySignal, PlayTable, PlayUpCard, RowOf};
use checker::{DecodedHand, DecodedSignal, DecodedUp, Permitted};
use num_bigint::BigUint;
use rules::{Game, SplitAces, Submission};

use crate::cells::{Draws, decided};

/// The table of a class. With `by_cards` hands of three or more cards have a row for each total, and one for each set of cards that is played
/// otherwise; two cards have a row each. Else hands of a total are played alike.
pub(crate) fn play_table(submission: &Submission, strategy: &str, ups: &[DecodedUp], by_cards: bool) -> PlayTable {
    let game = &submission.game;
    let up_cards = ups.iter().map(|up| {
        let shoe = Draws::new(&submission.shoe.without(up.up).unwrap_or(submission.shoe));
        let signals = up
            .signals
            .iter()
            .map(|signal| PlaySignal { signal: signal.signal.clone(), rows: rows(game, signal, &shoe, by_cards) });
        PlayUpCard {
            up: up.up.to_string(),
            attack: game.attack.as_ref().map(|_| up.attack),
            even_money: checker::even_money_is_offered(game, up.up).then_some(up.even_money),
            signals: signals.collect(),
        }
    });
    PlayTable { strategy: strategy.to_owned(), up_cards: up_cards.collect() }
}

fn rows(game: &Game, signal: &DecodedSignal, shoe: &Draws, by_cards: bool) -> Vec<PlayRow> {
    let two = signal.hands.iter().filter(|hand| hand.size == 2 && !hand.is_ace_and_ten);
    let mut rows = Vec::new();
    let early = two.clone().filter(|hand| hand.early);
    rows.extend(early.map(|hand| simple(cards_of(hand), RowOf::BeforeSignal, Action::Surrender)));
    let decided_of_two = two.clone().filter(|hand| hand.draws || hand.pair().is_some());
    if by_cards {
        rows.extend(decided_of_two.map(|hand| acts(signal, hand).row(cards_of(hand), RowOf::Two)));
    } else {
        let mut totals: Vec<String> = Vec::new();
        for hand in decided_of_two {
            let name = if hand.pair().is_some() { cards_of(hand) } else { total_of(hand) };
            if !totals.contains(&name) {
                rows.push(acts(signal, hand).row(name.clone(), RowOf::Two));
                totals.push(name);
            }
        }
    }
    rows.extend(more(signal, shoe, by_cards));
    rows.extend(split_aces(game, signal));
    rows.extend(doubled(signal));
    rows
}

/// Hands of three or more cards that may be come to.
fn more(signal: &DecodedSignal, shoe: &Draws, by_cards: bool) -> Vec<PlayRow> {
    let reached = may_be_reached(signal);
    let hands = signal.hands.iter().zip(reached).filter(|(hand, reached)| *reached && hand.size > 2 && hand.draws);
    let mut by_total: BTreeMap<(bool, u8), Vec<&DecodedHand>> = BTreeMap::new();
    for (hand, _) in hands {
        by_total.entry((hand.soft, hand.total)).or_default().push(hand);
    }
    let mut rows = Vec::new();
    for hands in by_total.values() {
        let mut weights: BTreeMap<Acts, BigUint> = BTreeMap::new();
        for hand in hands {
            *weights.entry(acts(signal, hand)).or_default() += shoe.ways(&hand.cards);
        }
        // Of equals the first in the order of the actions.
        let usual = weights
            .iter()
            .fold(None, |best: Option<(&Acts, &BigUint)>, one| best.filter(|(_, most)| *most >= one.1).or(Some(one)));
        let Some((usual, _)) = usual else { continue };
        rows.push(usual.row(total_of(hands[0]), RowOf::More));
        for hand in hands.iter().filter(|hand| by_cards && acts(signal, hand) != *usual) {
            // The same cards may be come to with two original cards and without.
            let is_twice = hands.iter().filter(|other| other.cards == hand.cards).count() > 1;
            let row = acts(signal, hand).row(cards_of(hand), RowOf::More);
            rows.push(PlayRow { originals: is_twice.then_some(hand.originals), ..row });
        }
    }
    rows
}

/// Hands that the decisions lead to, whatever may not be allowed on the way.
fn may_be_reached(signal: &DecodedSignal) -> Vec<bool> {
    let mut reached: Vec<bool> = signal.hands.iter().map(|hand| hand.size == 2).collect();
    for (id, hand) in signal.hands.iter().enumerate() {
        if reached[id] && hand.acts.iter().any(|(_, act)| decided(act) == Action::Hit) {
            hand.next.iter().for_each(|&next| reached[next] = true);
        }
    }
    reached
}

/// Split aces with one card each that may be given up.
fn split_aces(game: &Game, signal: &DecodedSignal) -> Vec<PlayRow> {
    let is_decided = game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard)
        && game.surrender.as_ref().is_some_and(|rule| rule.after_split && rule.split_aces);
    let hands = signal.hands.iter().filter(|hand| is_decided && hand.size == 2 && hand.cards.count(Value::ACE) > 0);
    let only_given_up = Permitted { hit: false, double: false, surrender: true };
    let hands = hands.filter(|hand| hand.acts.get(only_given_up).is_some());
    hands.map(|hand| final_row(cards_of(hand), RowOf::SplitAces, decided(hand.act(only_given_up)))).collect()
}

/// The split aces that a strategy gives up, by up card and signal.
pub(crate) fn split_aces_given_up(submission: &Submission, ups: &[DecodedUp]) -> Vec<GivenUpHands> {
    let signals = ups.iter().flat_map(|up| up.signals.iter().map(move |signal| (up.up, signal)));
    let given_up = signals.filter_map(|(up, signal)| {
        let rows = split_aces(&submission.game, signal).into_iter();
        let hands: Vec<String> = rows.filter(|row| row.action == Action::Surrender).map(|row| row.hand).collect();
        (!hands.is_empty()).then(|| GivenUpHands { up: up.to_string(), signal: signal.signal.clone(), hands })
    });
    given_up.collect()
}

/// Doubled hands that are given up: totals all of whose cards are, and else the cards.
fn doubled(signal: &DecodedSignal) -> Vec<PlayRow> {
    let mut rows: Vec<PlayRow> = Vec::new();
    for (of, is_given_up) in [
        (RowOf::Doubled, (|hand: &DecodedHand| hand.given_up_doubled) as fn(&DecodedHand) -> Option<bool>),
        (RowOf::DoubledFree, |hand: &DecodedHand| hand.given_up_doubled_free),
    ] {
        let mut by_total: BTreeMap<(bool, u8), Vec<&DecodedHand>> = BTreeMap::new();
        for hand in signal.hands.iter().filter(|hand| is_given_up(hand).is_some()) {
            by_total.entry((hand.soft, hand.total)).or_default().push(hand);
        }
        for hands in by_total.values() {
            let given_up = || hands.iter().filter(|hand| is_given_up(hand) == Some(true));
            let names: Vec<String> = match given_up().count() {
                all if all == hands.len() => vec![total_of(hands[0])],
                _ => given_up().map(|hand| cards_of(hand)).collect(),
            };
            for row in names.into_iter().map(|name| final_row(name, of, Action::Surrender)) {
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
        }
    }
    rows
}

fn simple(hand: String, of: RowOf, action: Action) -> PlayRow {
    PlayRow {
        hand,
        of,
        originals: None,
        action,
        no_split: None,
        no_double: None,
        no_surrender: None,
        stand_or_hit: None,
    }
}

/// Of a hand that stands unless it is given up.
fn final_row(hand: String, of: RowOf, action: Action) -> PlayRow {
    let stands = Some(Action::Stand).filter(|&stand| stand != action);
    PlayRow { no_surrender: stands, stand_or_hit: stands, ..simple(hand, of, action) }
}

/// What is done by what is allowed: everything, no split, no double, no surrender, neither of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Acts([Action; 5]);

impl Acts {
    fn row(&self, hand: String, of: RowOf) -> PlayRow {
        let [action, rest @ ..] = self.0;
        let [no_split, no_double, no_surrender, stand_or_hit] =
            rest.map(|other| Some(other).filter(|&it| it != action));
        PlayRow { hand, of, originals: None, action, no_split, no_double, no_surrender, stand_or_hit }
    }
}

fn acts(signal: &DecodedSignal, hand: &DecodedHand) -> Acts {
    let may = hand.unsplit;
    let of = |may: Permitted| decided(hand.act(may));
    let whole = of(may);
    let is_split = hand.pair().is_some_and(|value| signal.split[value.index()]);
    Acts([
        if is_split { Action::Split } else { whole },
        whole,
        of(Permitted { double: false, ..may }),
        of(Permitted { surrender: false, ..may }),
        of(Permitted { double: false, surrender: false, ..may }),
    ])
}

fn cards_of(hand: &DecodedHand) -> String {
    hand.cards.to_string()
}

fn total_of(hand: &DecodedHand) -> String {
    format!("{} {}", if hand.soft { "soft" } else { "hard" }, hand.total)
}
