//! What one hand comes to from its first two cards.

use rules::Game;
use rustc_hash::FxHashMap;

use super::{Start, Starts};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::Act;
use crate::compiled::hands::{HandId, Hands};
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
        for switched_natural in [false, true] {
            let start = Start { hand: id, switched_natural };
            if !switched_natural || (hand.is_natural() && case.switched_natural_row().is_some()) {
                profiles[starts.number(start)] = profile(game, case, play, start);
            }
        }
    }
    profiles
}

/// What a hand comes to as it is played in a case.
fn profile(game: &Game, case: &SignalCase<'_>, play: &CasePlay, start: Start) -> Profile {
    let hands = case.table.hands;
    let hand = hands.get(start.hand);
    if start.switched_natural {
        let settlement = case.table.settlement;
        let row = case.switched_natural_row().unwrap_or_else(|| settlement.natural());
        return vec![End { cards: hand.cards, mean: settlement.row(row).map(i64::from), added: 0 }];
    }
    let split = hand.pair().filter(|&value| play.split[value]);
    let split = split.and_then(|value| SplitCounts::new(game, case, &play.play, value));
    split.map_or_else(|| unsplit_profile(case, play, start.hand, None), |counts| split_profile(hands, &counts))
}

fn unsplit_profile(case: &SignalCase<'_>, play: &CasePlay, hand: HandId, forced: Option<(HandId, Act)>) -> Profile {
    let count = case.count(case.options, &play.play, &[(hand, 1)], forced);
    let ends = count.iter().map(|(id, entry)| End {
        cards: case.table.hands.get(id).cards,
        mean: entry.mean,
        added: entry.doubled,
    });
    ends.collect()
}

/// Ordered ways times net result in settlement units, by dealer outcome, with the cards gone.
pub(crate) type Weights = Vec<(CardSet, [i64; OUTCOMES])>;

fn weights(profile: Profile) -> Weights {
    profile.into_iter().map(|end| (end.cards, end.mean)).collect()
}

/// The weights of a hand as it is played in a case.
pub(crate) fn weights_of(game: &Game, case: &SignalCase<'_>, play: &CasePlay, start: Start) -> Weights {
    weights(profile(game, case, play, start))
}

/// The weights of an unsplit hand of which this is made, the play of the case afterwards.
pub(crate) fn weights_of_act(case: &SignalCase<'_>, play: &CasePlay, hand: HandId, act: Act) -> Weights {
    weights(unsplit_profile(case, play, hand, Some((hand, act))))
}

/// The weights of a pair that is split; none if the shoe cannot deal the further cards.
pub(crate) fn weights_of_split(game: &Game, case: &SignalCase<'_>, play: &CasePlay, value: usize) -> Weights {
    let counts = SplitCounts::new(game, case, &play.play, value);
    counts.map_or_else(Vec::new, |counts| weights(split_profile(case.table.hands, &counts)))
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
