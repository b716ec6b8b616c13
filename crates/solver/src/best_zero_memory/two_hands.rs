//! Two hands to switch: each is played beside the first two cards of the other, and is a root for every two cards that those can be.
//!
//! Given which deals are switched, a hand of two cards stands beside several pairs of cards, so many times each, and one play is for all of
//! them: its roots are sums. Which deals are switched is decided with all four cards seen. As long as a deal is open it is bounded by the
//! better of both ways, each hand played as is best beside the other's two cards alone, which no play by the composition of a hand exceeds. If
//! the worse way loses more than all that the bound is above the best play known, no better play takes it, and the deal is closed. That
//! makes the bound smaller, and more deals are closed; those that remain are tried both ways.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rules::Game;
use rustc_hash::FxHashMap;

use super::roots::{Budget, CLOSE, Node, Open, Root, Roots, roots_of, search};
use crate::SolveError;
use crate::case::{Case, dot};
use crate::hands::{HandId, Hands};
use crate::laws::{Keys, single_hand_keys};
use crate::removed::Removed;
use crate::switch::{Pair, Start, beside_each_other, cards_of, deals};
use crate::zero_memory::CasePlay;

/// Cases in which the switch is one decision, one of which is played.
pub(super) struct TwoHands<'a> {
    hands: &'a Hands,
    first: &'a CasePlay,
    /// By the two cards of the other hand.
    beside: FxHashMap<Removed, Beside<'a>>,
    placed: Vec<Placed>,
    deals: Vec<Deal>,
}

/// All hands beside two cards of another.
struct Beside<'a> {
    /// That those are gone, dealt in one order.
    probability: f64,
    roots: Roots<'a>,
    /// Given those cards, what is not played: blackjacks made by the switch, and all hands where the round ends before play.
    settled: FxHashMap<Start, f64>,
}

/// A root of the round.
struct Placed {
    /// The hand of two cards that comes to it.
    hand: HandId,
    /// Its place among the roots beside any two cards.
    at: usize,
    /// Worth nothing yet.
    root: Root,
}

/// One in so many of the open deals are closed before contested hands are tried.
const MANY: usize = 4;

/// Two ways to have four cards as two hands, one of them by the switch.
struct Deal {
    pairs: [Pair; 2],
    /// Ordered deals that leave this choice.
    ways: i64,
    /// What each way is worth at best over all those deals.
    bounds: [f64; 2],
}

impl Deal {
    /// The way that is worth more at best.
    fn better(&self) -> usize {
        usize::from(self.bounds[1] > self.bounds[0])
    }

    /// What the worse way loses.
    fn loss(&self) -> f64 {
        (self.bounds[1] - self.bounds[0]).abs()
    }
}

/// By deal, which way it is played; `None` while it is open.
type Ways = Vec<Option<usize>>;

/// Roots of the deals that are closed; open ones are worth as much as they can be.
type OpenDeals<'a> = Open<'a, Arc<Ways>>;

/// By hand and the two cards of the other, weighted by the probability of all four.
type Values = FxHashMap<(Start, Removed), f64>;

/// A play and what a round is worth under it, both hands together in settlement units.
pub(super) struct Found {
    pub(super) play: CasePlay,
    pub(super) value: f64,
}

impl<'a> TwoHands<'a> {
    /// `group` are the positions of cases in which the switch is one decision, and `played` is that of the one that is played.
    pub(super) fn new(
        game: &Game,
        cases: &'a [Case<'a>],
        (group, played): (&[usize], usize),
        first: &'a CasePlay,
    ) -> Self {
        let Case { up, table, .. } = cases[played];
        let hands = table.hands;
        let keys = Arc::new(Keys::new(single_hand_keys(game, hands), Vec::new()));
        let others: Vec<Removed> =
            hands.of_two_cards().map(|(_, hand)| hand.cards).filter(|&other| up.is_feasible(other)).collect();
        let beside = others.into_par_iter().map(|other| {
            let up_beside = up.beside(other, &keys);
            let here = |case: usize| Case { up: &up_beside, ..cases[case] };
            let beside = Beside {
                probability: up.probability_of(other),
                roots: Roots::new(hands, roots_of(game, &here(played), &first.play), 0.0),
                settled: settled(&group.iter().map(|&case| here(case)).collect::<Vec<_>>()),
            };
            (other, beside)
        });
        let mut two_hands = Self { hands, first, beside: beside.collect(), placed: Vec::new(), deals: Vec::new() };
        two_hands.placed = two_hands.places();
        let best = two_hands.values(Roots::best, |_, split, unsplit| split.max(unsplit));
        // Two pairs of hands may be dealt either way round.
        let mut ways: BTreeMap<[Pair; 2], i64> = BTreeMap::new();
        for (mut pairs, each) in deals(hands).into_iter().filter(|(pairs, _)| up.is_feasible(cards_of(hands, pairs[0])))
        {
            pairs.sort_unstable();
            *ways.entry(pairs).or_default() += each;
        }
        let deals = ways.into_iter().map(|(pairs, ways)| {
            let bounds = pairs.map(|pair| ways as f64 * two_hands.of_pair(&best, pair));
            Deal { pairs, ways, bounds }
        });
        two_hands.deals = deals.collect();
        two_hands
    }

    /// The best play, if it is worth more than the first.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] if too many hands are contested.
    pub(super) fn best(&self) -> Result<Option<Found>, SolveError> {
        let mut budget = Budget::default();
        let none = self.none_closed();
        let (mut ways, mut known) = self.ways_under(self.first);
        let mut found: Option<Found> = None;
        // To begin with a good play: the best for the ways that are better under the last.
        while let Some(better) = self.search(self.with(&none, ways), known, &mut budget)? {
            known = better.value;
            (ways, _) = self.ways_under(&better.play);
            found = Some(better);
        }
        let is_one = |deal: &Deal| (deal.pairs[0] == deal.pairs[1]).then_some(0);
        let all = self.with(&none, self.deals.iter().map(is_one).collect());
        Ok(self.search(all, known, &mut budget)?.or(found))
    }

    /// The best play for these roots, if it is worth more than `known`.
    fn search(&self, all: OpenDeals<'a>, known: f64, budget: &mut Budget) -> Result<Option<Found>, SolveError> {
        let found = search(all, known, budget, |open, ahead, agrees| match self.closed(open, ahead, agrees) {
            Some(closed) => vec![closed],
            None if agrees => self.both_ways(open),
            None => Vec::new(),
        })?;
        Ok(found.map(|Open { roots, node, .. }| {
            let is_split = |value: usize| roots.is_split(&node, value).unwrap_or(self.first.split[value]);
            let play = roots.play(&node, self.first.play.clone());
            Found { play: CasePlay { play, split: std::array::from_fn(is_split) }, value: node.bound }
        }))
    }

    /// With every deal closed whose worse way loses as much as a bound is ahead of the best play known; `None` if there is none, or not many
    /// and hands are contested.
    fn closed(&self, open: &OpenDeals<'a>, ahead: f64, agrees: bool) -> Option<OpenDeals<'a>> {
        let close = |(deal, way): (&Deal, &Option<usize>)| match way {
            None if ahead - deal.loss() <= CLOSE => Some(deal.better()),
            way => *way,
        };
        let ways: Ways = self.deals.iter().zip(&*open.of).map(close).collect();
        let [before, after] = [&*open.of, &ways].map(|ways| ways.iter().filter(|way| way.is_none()).count());
        (after < if agrees { before } else { before - before / MANY }).then(|| self.with(open, ways))
    }

    /// With the open deal whose worse way loses most closed both ways, the better last; none if no deal is open.
    fn both_ways(&self, open: &OpenDeals<'a>) -> Vec<OpenDeals<'a>> {
        let deals = self.deals.iter().enumerate().filter(|&(at, _)| open.of[at].is_none());
        let worst = deals.max_by(|(_, one), (_, other)| one.loss().total_cmp(&other.loss()));
        let closed = worst.map(|(at, deal)| {
            [1 - deal.better(), deal.better()].map(|way| {
                let mut ways = Ways::clone(&open.of);
                ways[at] = Some(way);
                self.with(open, ways)
            })
        });
        closed.into_iter().flatten().collect()
    }

    /// With more deals closed.
    fn with(&self, open: &OpenDeals<'a>, ways: Ways) -> OpenDeals<'a> {
        let mut chosen: FxHashMap<Pair, i64> = FxHashMap::default();
        let mut rest = 0.0;
        for ((deal, way), before) in self.deals.iter().zip(&ways).zip(&*open.of) {
            if let (Some(way), None) = (way, before) {
                *chosen.entry(deal.pairs[*way]).or_default() += deal.ways;
                rest -= deal.bounds[deal.better()];
            }
        }
        let mut all: Vec<((Start, Removed), i64)> = beside_each_other(self.hands, &chosen).into_iter().collect();
        all.sort_unstable();
        let mut places: FxHashMap<HandId, Vec<(&Beside<'_>, f64)>> = FxHashMap::default();
        for ((start, other), ways) in all {
            let beside = &self.beside[&other];
            let times = ways as f64 * beside.probability;
            rest += times * beside.settled.get(&start).copied().unwrap_or(0.0);
            if !start.switched_natural {
                places.entry(start.hand).or_default().push((beside, times));
            }
        }
        let change = |at: usize, root: &Root| {
            let Placed { hand, at, .. } = &self.placed[at];
            let places = places.get(hand)?.iter().map(|&(beside, times)| (beside.roots.root(*at), times));
            Some(root.in_more(places))
        };
        let roots = Arc::new(open.roots.changed(change, rest));
        Open { node: roots.ordered_as(&open.node, &open.roots), roots, of: Arc::new(ways) }
    }

    /// With no deal closed: no hand is worth anything yet.
    fn none_closed(&self) -> OpenDeals<'a> {
        let roots = self.placed.iter().map(|placed| placed.root.clone()).collect();
        let rest = self.deals.iter().map(|deal| deal.bounds[deal.better()]).sum();
        let roots = Arc::new(Roots::new(self.hands, roots, rest));
        Open { node: roots.best(), roots, of: Arc::new(vec![None; self.deals.len()]) }
    }

    /// Where roots are: those of each unsplit hand, and those of splits.
    fn places(&self) -> Vec<Placed> {
        let Some(Beside { roots: anywhere, .. }) = self.beside.values().next() else { return Vec::new() };
        let of_root = |at: usize| {
            let root = anywhere.root(at);
            match root.pair(self.hands) {
                Some(hand) => vec![Placed { hand, at, root: root.worthless() }],
                None => {
                    let hands = self.hands.of_two_cards();
                    hands
                        .map(|(hand, _)| Placed { hand, at, root: root.of_one(self.hands, hand).worthless() })
                        .collect()
                }
            }
        };
        (0..anywhere.len()).flat_map(of_root).collect()
    }

    /// Which way of each deal is better if the hands are played so, and what a round is worth then.
    fn ways_under(&self, play: &CasePlay) -> (Ways, f64) {
        let split = |value: usize, split, unsplit| if play.split[value] { split } else { unsplit };
        let values = self.values(|roots| roots.under(&play.play), split);
        let mut worth = 0.0;
        let ways = self.deals.iter().map(|deal| {
            let [one, other] = deal.pairs.map(|pair| self.of_pair(&values, pair));
            worth += deal.ways as f64 * one.max(other);
            Some(usize::from(other > one))
        });
        (ways.collect(), worth)
    }

    /// What hands are worth if roots are played so; `choose` is told of a pair its value and what it is worth split and not.
    fn values(
        &self,
        play: impl Fn(&Roots<'a>) -> Node + Sync,
        choose: impl Fn(usize, f64, f64) -> f64 + Sync,
    ) -> Values {
        let of_beside = |(&other, beside): (&Removed, &Beside<'a>)| {
            let node = play(&beside.roots);
            let mut values = beside.settled.clone();
            for (id, hand) in self.hands.of_two_cards() {
                let unsplit = beside.roots.unsplit(&node.played, id);
                let split = hand.pair().and_then(|value| Some((value, beside.roots.split(&node.played, value)?)));
                let worth = split.map_or(unsplit, |(value, split)| choose(value, split, unsplit));
                *values.entry(Start { hand: id, switched_natural: false }).or_default() += worth;
            }
            values.into_iter().map(|(start, worth)| ((start, other), beside.probability * worth)).collect::<Vec<_>>()
        };
        self.beside.par_iter().flat_map_iter(of_beside).collect()
    }

    fn of_pair(&self, values: &Values, [one, other]: Pair) -> f64 {
        let beside = |hand, other: Start| values.get(&(hand, self.hands.get(other.hand).cards)).copied().unwrap_or(0.0);
        beside(one, other) + beside(other, one)
    }
}

/// What hands are worth that are not played in these cases.
fn settled(cases: &[Case<'_>]) -> FxHashMap<Start, f64> {
    let mut settled = FxHashMap::default();
    for case in cases {
        let (hands, settlement) = (case.table.hands, case.table.settlement);
        for (id, hand) in hands.of_two_cards() {
            let Some(law) = case.up.float_row(hand.cards, case.case) else { continue };
            let mut add = |switched_natural, row| {
                let worth = case.up.probability_of(hand.cards) * dot(settlement.row(row), law);
                *settled.entry(Start { hand: id, switched_natural }).or_default() += worth;
            };
            if let Some(row) = case.switched_natural_row().filter(|_| hand.is_natural()) {
                add(true, row);
            }
            if !case.is_played() {
                add(false, case.options.stand_row(settlement, id, hand));
            }
        }
    }
    settled
}
