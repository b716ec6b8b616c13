//! What one hand comes to from its first two cards.

use rules::Game;
use rustc_hash::FxHashMap;

use super::{Start, Starts};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::hands::Hands;
use crate::compiled::settlement::OUTCOMES;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::{CasePlay, SplitCounts};

/// Something that one hand comes to from its first two cards, with all hands that it is split into.
#[derive(Clone)]
pub(super) struct End {
    /// The cards gone.
    pub(super) cards: CardSet,
    /// Ordered ways times net result, by dealer outcome.
    pub(super) mean: [i64; OUTCOMES],
    /// Ordered ways times wagers added.
    pub(super) added: i64,
}

/// All that one hand comes to; its cards are gone in each end.
pub(super) type Profile = Vec<End>;

/// By number, what every hand comes to in one case; nothing if the shoe cannot deal it.
pub(super) fn profiles(game: &Game, case: &SignalCase<'_>, play: &CasePlay, starts: &Starts) -> Vec<Profile> {
    let hands = case.table.hands;
    let mut profiles: Vec<Profile> = (0..starts.len()).map(|_| Vec::new()).collect();
    for (id, hand) in hands.of_two_cards().filter(|(_, hand)| case.up.is_feasible(hand.cards)) {
        let split = hand.pair().filter(|&value| play.split[value]);
        let split = split.and_then(|value| SplitCounts::new(game, case, &play.play, value));
        profiles[starts.number(Start { hand: id, switched_natural: false })] = match split {
            Some(counts) => split_profile(hands, &counts),
            None => {
                let count = case.count(case.options, &play.play, &[(id, 1)], None);
                let ends = count.iter();
                ends.map(|(id, entry)| End { cards: hands.get(id).cards, mean: entry.mean, added: entry.doubled })
                    .collect()
            }
        };
        if let Some(row) = case.switched_natural_row().filter(|_| hand.is_natural()) {
            let mean = case.table.settlement.row(row).map(i64::from);
            profiles[starts.number(Start { hand: id, switched_natural: true })] =
                vec![End { cards: hand.cards, mean, added: 0 }];
        }
    }
    profiles
}

fn split_profile(hands: &Hands, counts: &SplitCounts) -> Profile {
    let mut ends: FxHashMap<CardSet, ([i64; OUTCOMES], i64)> = FxHashMap::default();
    for (count, beside, coefficient) in counts.terms() {
        for (id, entry) in count.iter() {
            let (mean, added) = ends.entry(hands.get(id).cards + beside).or_default();
            mean.iter_mut().zip(entry.mean).for_each(|(sum, units)| *sum += coefficient * units);
            *added += coefficient * entry.doubled;
        }
    }
    for (cards, wagers) in counts.split_wagers() {
        ends.entry(cards).or_default().1 += wagers;
    }
    ends.into_iter().map(|(cards, (mean, added))| End { cards, mean, added }).collect()
}
