//! Two hands to switch: each is played beside the first two cards of the other, and is a root for every two cards that those can be.
//!
//! Given which deals are switched, a hand of two cards stands beside several pairs of cards, so many times each, and one play is for all of
//! them: its roots are sums. Which deals are switched is decided with all four cards seen. As long as a deal is open it is bounded by the
//! better of both ways, each hand played as is best beside the other's two cards alone, which no play by the composition of a hand exceeds. If
//! the worse way loses more than all that the bound is above the best play known, no better play takes it, and the deal is closed. That
//! makes the bound smaller, and more deals are closed. Those that remain are tried both ways, but for deals that are worth their bounds under the
//! play on which the roots of all closed ones agree.

mod best;

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::Value;
use num_rational::BigRational;
use rayon::prelude::*;
use rules::Game;
use rustc_hash::FxHashMap;

use self::best::Best;
use super::WHAT;
use super::losses::Roots;
use super::roots::{About, ERROR, Exactly, Range, Root, Values, roots_of};
use super::search::{Budget, Known, Open, search};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{HandId, Hands};
use crate::dealer::cache::{CachedSets, single_hand_keys};
use crate::hand::signal_case::{SignalCase, dot};
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::switch::{Pair, Start, beside_each_other, cards_of, deals, is_paid_before};

/// Cases in which the switch is one decision, one of which is played.
pub(super) struct TwoHands<'a> {
    hands: &'a Hands,
    exactly: Exactly<'a>,
    first: &'a CasePlay,
    /// By the two cards of the other hand.
    beside: FxHashMap<CardSet, BesideHand>,
    placed: Vec<Placed>,
    deals: Vec<Deal>,
}

/// All hands beside two cards of another.
struct BesideHand {
    /// That those are gone, dealt in one order.
    probability: f64,
    roots: Vec<Root>,
    /// Given those cards, what is not played: blackjacks made by the switch, and all hands where the round ends before play.
    settled: FxHashMap<Start, About>,
    /// By hand of two cards, how it is best played; `None` if floats do not tell.
    best: FxHashMap<HandId, Option<Best>>,
}

impl BesideHand {
    /// What hands are worth beside these `other` cards if roots are played so; `choose` is told of a pair its value and what it is worth split and
    /// not.
    fn values(
        &self,
        hands: &Hands,
        other: CardSet,
        played: &Values,
        choose: impl Fn(usize, About, About) -> About,
    ) -> Vec<((Start, CardSet), About)> {
        let mut values = self.settled.clone();
        for (id, hand) in hands.of_two_cards() {
            let unsplit = played.unsplit(&self.roots, id);
            let split = hand.pair().and_then(|value| Some((value, played.split(&self.roots, value)?)));
            let worth = split.map_or(unsplit, |(value, split)| {
                let About { value, .. } = choose(value, split, unsplit);
                About { value, error: split.error.max(unsplit.error) }
            });
            let sum = values.entry(Start { hand: id, switched_natural: false }).or_default();
            *sum = *sum + worth;
        }
        values.into_iter().map(|(start, worth)| ((start, other), worth.times(self.probability))).collect()
    }
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

/// Terms that are added up at a time.
const SOME: usize = 64;

/// Less than what tells deals apart, in settlement units.
const TINY: f64 = 1e-12;

/// What a round is worth under a play and the best switches.
type Exact<'e> = &'e dyn Fn(&CasePlay) -> Result<BigRational, SolveError>;

/// Two ways to have four cards as two hands, one of them by the switch.
struct Deal {
    pairs: [Pair; 2],
    /// Ordered deals that leave this choice.
    ways: i64,
    /// What each way is worth at best over all those deals.
    bounds: [About; 2],
}

impl Deal {
    /// The way that is worth more at best.
    fn better(&self) -> usize {
        usize::from(self.bounds[1].value > self.bounds[0].value)
    }

    /// What the worse way loses.
    fn loss(&self) -> f64 {
        (self.bounds[1].value - self.bounds[0].value).abs()
    }

    /// Most that any of it is off, however it is played.
    fn error(&self) -> f64 {
        self.bounds[0].error.max(self.bounds[1].error)
    }
}

/// By deal, which way it is played; `None` while it is open.
type DealWays = Vec<Option<usize>>;

/// Roots of the deals that are closed; open ones are worth as much as they can be.
type OpenDeals<'a> = Open<'a, Arc<DealWays>>;

/// By hand and the two cards of the other, weighted by the probability of all four.
type ByStart = FxHashMap<(Start, CardSet), About>;

/// A play and what a round is worth under it with the best switches, both hands together in settlement units.
pub(super) struct Found {
    pub(super) play: CasePlay,
    pub(super) value: Range,
}

impl<'a> TwoHands<'a> {
    /// `group` are the positions of cases in which the switch is one decision, and `played` is that of the one that is played.
    pub(super) fn new(
        game: &Game,
        cases: &'a [SignalCase<'a>],
        (group, played): (&[usize], usize),
        first: &'a CasePlay,
    ) -> Self {
        let SignalCase { up, table, .. } = cases[played];
        let hands = table.hands;
        let keys = Arc::new(CachedSets::new(single_hand_keys(game, hands), Vec::new()));
        let others: Vec<CardSet> =
            hands.of_two_cards().map(|(_, hand)| hand.cards).filter(|&other| up.is_feasible(other)).collect();
        let beside = parallel::map(&others, |&other| {
            let up_beside = up.beside(other, &keys);
            let here = |case: usize| SignalCase { up: &up_beside, ..cases[case] };
            let roots = roots_of(game, &here(played), &first.play);
            let values = Values::best(hands, &roots);
            let best = hands.of_two_cards().map(|(id, _)| (id, Best::of(hands, &roots, &values, id)));
            let best = best.collect();
            let settled = settled(&group.iter().map(|&case| here(case)).collect::<Vec<_>>());
            let beside = BesideHand { probability: up.probability_of(other), roots, settled, best };
            let at_best =
                beside.values(
                    hands,
                    other,
                    &values,
                    |_, split, unsplit| {
                        if split.value > unsplit.value { split } else { unsplit }
                    },
                );
            ((other, beside), at_best)
        });
        let (beside, at_best): (_, Vec<Vec<_>>) = beside.into_iter().unzip();
        let best: ByStart = at_best.into_iter().flatten().collect();
        let exactly = Exactly { case: cases[played], first: &first.play, losses: false };
        let (placed, deals_left) = (Vec::new(), Vec::new());
        let mut two_hands = Self { hands, exactly, first, beside, placed, deals: deals_left };
        two_hands.placed = two_hands.places();
        let when = game.switch.as_ref().map(|rule| rule.when);
        // Two pairs of hands may be dealt either way round.
        let mut ways: BTreeMap<[Pair; 2], i64> = BTreeMap::new();
        for (mut pairs, each) in deals(hands).into_iter().filter(|(pairs, _)| up.is_feasible(cards_of(hands, pairs[0])))
        {
            if when.is_some_and(|when| is_paid_before(&cases[played], when, pairs[0])) {
                pairs[1] = pairs[0];
            }
            pairs.sort_unstable();
            *ways.entry(pairs).or_default() += each;
        }
        let deals = ways.into_iter().map(|(pairs, ways)| {
            let bounds = pairs.map(|pair| two_hands.of_pair(&best, pair).times(ways as f64));
            Deal { pairs, ways, bounds }
        });
        two_hands.deals = deals.collect();
        two_hands
    }

    /// The best play, if it is worth more than the first; `exact` is what a round is worth under a play and the best switches.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] if too many hands are contested, and those of `exact`.
    pub(super) fn best(&self, exact: Exact<'_>) -> Result<Option<Found>, SolveError> {
        let mut budget = Budget::default();
        let none = self.none_closed()?;
        let (mut ways, mut known) = self.ways_under(self.first);
        let mut found: Option<Found> = None;
        // To begin with a good play: the best for the ways that are better under the last.
        while let Some(better) = self.search(self.with(&none, ways)?, (known, found.as_ref()), &mut budget, exact)? {
            (ways, known) = self.ways_under(&better.play);
            found = Some(Found { value: better.value.and(known), ..better });
        }
        let is_one = |deal: &Deal| (deal.pairs[0] == deal.pairs[1]).then_some(0);
        let all = self.with(&none, self.deals.iter().map(is_one).collect())?;
        let better = self.search(all, (known, found.as_ref()), &mut budget, exact)?;
        Ok(better.map(|better| Found { value: better.value.and(self.ways_under(&better.play).1), ..better }).or(found))
    }

    /// The best play for these roots, if it is worth more than `known`, what was found before or else the first play.
    fn search(
        &self,
        all: OpenDeals<'a>,
        (known, found): (Range, Option<&Found>),
        budget: &mut Budget,
        exact: Exact<'_>,
    ) -> Result<Option<Found>, SolveError> {
        let refine = |open: &OpenDeals<'a>, ahead, agrees| match self.closed(open, ahead, agrees)? {
            Some(closed) => Ok(vec![closed]),
            None if agrees => self.both_ways(open, &self.below_their_bounds(open)),
            None => Ok(Vec::new()),
        };
        let known_play = found.map_or(self.first, |found| &found.play);
        let found = search(all, Known { value: known, loss: None }, budget, refine, |open| match open {
            Some(open) => self.best_splits(open, exact).map(|(_, value)| value),
            None => exact(known_play),
        })?;
        found
            .map(|open| {
                let (play, _) = self.best_splits(&open, exact)?;
                Ok(Found { play, value: open.node.value })
            })
            .transpose()
    }

    /// The play on which all roots agree, with each of the splits that floats do not tell apart.
    fn plays(&self, open: &OpenDeals<'a>) -> Vec<CasePlay> {
        let play = open.roots.play(&open.node, self.first.play.clone());
        let with = |splits: [Option<bool>; Value::COUNT]| {
            let split = std::array::from_fn(|value| splits[value].unwrap_or(self.first.split[value]));
            CasePlay::new(play.clone(), split)
        };
        open.roots.splits(&open.node).into_iter().map(with).collect()
    }

    /// The play on which all roots agree, with the best of the splits that floats do not tell apart, and what a round is then worth.
    fn best_splits(&self, open: &OpenDeals<'a>, exact: Exact<'_>) -> Result<(CasePlay, BigRational), SolveError> {
        let mut best: Option<(CasePlay, BigRational)> = None;
        for play in self.plays(open) {
            let value = exact(&play)?;
            if best.as_ref().is_none_or(|(_, best)| value > *best) {
                best = Some((play, value));
            }
        }
        best.ok_or(SolveError::Unsolved { what: WHAT, rules: "no way to split" })
    }

    /// With every deal closed whose worse way loses as much as a bound is ahead of the best play known; `None` if there is none, or not many
    /// and hands are contested.
    fn closed(&self, open: &OpenDeals<'a>, ahead: f64, agrees: bool) -> Result<Option<OpenDeals<'a>>, SolveError> {
        let close = |(deal, way): (&Deal, &Option<usize>)| match way {
            None if deal.loss() - 2.0 * deal.error() >= ahead => Some(deal.better()),
            way => *way,
        };
        let ways: DealWays = self.deals.iter().zip(&*open.of).map(close).collect();
        let [before, after] = [&*open.of, &ways].map(|ways| ways.iter().filter(|way| way.is_none()).count());
        (after < if agrees { before } else { before - before / MANY }).then(|| self.with(open, ways)).transpose()
    }

    /// The open deals that may be worth less than they are bounded by, under the play on which all roots agree, and about how much less. The
    /// others are not: for each hand of the better way, and of both if either may be, no play is better than this one beside the other hand's
    /// two cards.
    fn below_their_bounds(&self, open: &OpenDeals<'a>) -> Vec<(usize, f64)> {
        let plays = self.plays(open);
        let Some(play) = plays.first() else { return Vec::new() };
        let mut known: FxHashMap<(HandId, CardSet), bool> = FxHashMap::default();
        let mut is_best = |start: Start, other: Start| {
            let other = self.hands.get(other.hand).cards;
            start.switched_natural
                || *known.entry((start.hand, other)).or_insert_with(|| {
                    self.beside.get(&other).is_none_or(|BesideHand { roots, best, .. }| {
                        best[&start.hand].as_ref().is_some_and(|best| best.is(self.hands, roots, play))
                    })
                })
        };
        let mut is_reached = |deal: &Deal| {
            let is_clear = deal.loss() > 2.0 * deal.error();
            let ways = [0, 1].into_iter().filter(|&way| !is_clear || way == deal.better());
            ways.map(|way| deal.pairs[way]).all(|[one, other]| is_best(one, other) && is_best(other, one))
        };
        let open_deals = self.deals.iter().enumerate().filter(|&(at, _)| open.of[at].is_none());
        let below: Vec<(usize, &Deal)> = open_deals.filter(|(_, deal)| plays.len() > 1 || !is_reached(deal)).collect();
        let mut known: FxHashMap<(Start, CardSet), f64> = FxHashMap::default();
        let mut under = |start: Start, other: Start| {
            let other = self.hands.get(other.hand).cards;
            *known.entry((start, other)).or_insert_with(|| self.worth_under(play, start, other))
        };
        let short = |(at, deal): (usize, &Deal)| {
            let [one, other] = deal.pairs[deal.better()];
            let worth = deal.ways as f64 * (under(one, other) + under(other, one));
            (at, deal.bounds[deal.better()].value - worth)
        };
        below.into_iter().map(short).collect()
    }

    /// What a hand is worth beside two cards under a play, weighted by the probability of those.
    fn worth_under(&self, play: &CasePlay, start: Start, other: CardSet) -> f64 {
        let Some(BesideHand { probability, roots, settled, .. }) = self.beside.get(&other) else { return 0.0 };
        let pair = self.hands.get(start.hand).pair().filter(|&value| play.split[value]);
        let is_played =
            |placed: &&Placed| !start.switched_natural && placed.hand == start.hand && roots[placed.at].pair == pair;
        let of_root = |Placed { at, root: placed, .. }: &Placed| {
            let root = &roots[*at];
            let act = |id, _: &_, _| root.act_under(self.hands, &play.play, id);
            let played = root.played_on(self.hands, &placed.hands, act);
            placed.starts.iter().map(|&(id, ways)| ways as f64 * played.values[id as usize]).sum::<f64>()
        };
        let played: f64 = self.placed.iter().filter(is_played).map(of_root).sum();
        probability * (played + settled.get(&start).map_or(0.0, |settled| settled.value))
    }

    /// With one of some open deals closed both ways, the better last; none if there are no deals. `short` is how much less than its bound each is worth.
    ///
    /// Both ways the bound should become much smaller: by what the worse way loses, and by what the better one is short of at most.
    fn both_ways(&self, open: &OpenDeals<'a>, short: &[(usize, f64)]) -> Result<Vec<OpenDeals<'a>>, SolveError> {
        let smaller = |&(at, short): &(usize, f64)| self.deals[at].loss().max(TINY) * short.max(TINY);
        let closed = short.iter().max_by(|one, other| smaller(one).total_cmp(&smaller(other))).map(|&(at, _)| {
            let better = self.deals[at].better();
            [1 - better, better].map(|way| {
                let mut ways = DealWays::clone(&open.of);
                ways[at] = Some(way);
                self.with(open, ways)
            })
        });
        closed.into_iter().flatten().collect()
    }

    /// With more deals closed.
    ///
    /// # Errors
    /// As [`Exactly::value`].
    fn with(&self, open: &OpenDeals<'a>, ways: DealWays) -> Result<OpenDeals<'a>, SolveError> {
        let mut chosen: FxHashMap<Pair, i64> = FxHashMap::default();
        for ((deal, way), before) in self.deals.iter().zip(&ways).zip(&*open.of) {
            if let (Some(way), None) = (way, before) {
                *chosen.entry(deal.pairs[*way]).or_default() += deal.ways;
            }
        }
        let mut places: FxHashMap<HandId, Vec<(CardSet, &BesideHand, i64)>> = FxHashMap::default();
        for ((start, other), ways) in self.beside_each_other(&chosen) {
            if !start.switched_natural {
                places.entry(start.hand).or_default().push((other, &self.beside[&other], ways));
            }
        }
        let change = |at: usize, root: &Root| {
            let Placed { hand, at, .. } = &self.placed[at];
            let places = places.get(hand)?.iter();
            let places = places.map(|&(other, beside, ways)| (other, &beside.roots[*at], ways, beside.probability));
            Some(root.in_more(places))
        };
        let roots = Arc::new(open.roots.changed(change, self.rest(&ways))?);
        Ok(Open { node: roots.ordered_as(&open.node, &open.roots)?, roots, of: Arc::new(ways) })
    }

    /// What a round is worth besides the hands that closed deals leave to be played.
    fn rest(&self, ways: &DealWays) -> About {
        let mut chosen: FxHashMap<Pair, i64> = FxHashMap::default();
        let mut terms = Vec::new();
        for (deal, way) in self.deals.iter().zip(ways) {
            match way {
                Some(way) => *chosen.entry(deal.pairs[*way]).or_default() += deal.ways,
                None => terms.push(deal.bounds[deal.better()].value),
            }
        }
        for ((start, other), ways) in self.beside_each_other(&chosen) {
            let BesideHand { probability, settled, .. } = &self.beside[&other];
            terms.extend(settled.get(&start).map(|settled| ways as f64 * probability * settled.value));
        }
        // Some at a time, so that no term is rounded often.
        let value = terms.chunks(SOME).map(|some| some.iter().sum::<f64>()).sum();
        About { value, error: self.deals.iter().map(Deal::error).sum() }
    }

    /// In one order, so that sums are the same whenever they are made.
    fn beside_each_other(&self, chosen: &FxHashMap<Pair, i64>) -> Vec<((Start, CardSet), i64)> {
        let mut all: Vec<((Start, CardSet), i64)> = beside_each_other(self.hands, chosen).into_iter().collect();
        all.sort_unstable();
        all
    }

    /// With no deal closed: no hand is worth anything yet.
    fn none_closed(&self) -> Result<OpenDeals<'a>, SolveError> {
        let roots = self.placed.iter().map(|placed| placed.root.clone()).collect();
        let ways = vec![None; self.deals.len()];
        let roots = Arc::new(Roots::new(self.exactly, roots, self.rest(&ways))?);
        Ok(Open { node: roots.best()?, roots, of: Arc::new(ways) })
    }

    /// Where roots are: those of each unsplit hand, and those of splits.
    fn places(&self) -> Vec<Placed> {
        let Some(BesideHand { roots: anywhere, .. }) = self.beside.values().next() else { return Vec::new() };
        let of_root = |at: usize| {
            let root = &anywhere[at];
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
    fn ways_under(&self, play: &CasePlay) -> (DealWays, Range) {
        let split = |value: usize, split, unsplit| if play.split[value] { split } else { unsplit };
        let of_beside = |(&other, beside): (&CardSet, &BesideHand)| {
            beside.values(self.hands, other, &Values::under(self.hands, &beside.roots, &play.play), split)
        };
        let values: ByStart = self.beside.par_iter().flat_map_iter(of_beside).collect();
        let ways_and_worth = self.deals.iter().map(|deal| {
            let [one, other] = deal.pairs.map(|pair| self.of_pair(&values, pair).times(deal.ways as f64));
            let is_other = other.value > one.value;
            (Some(usize::from(is_other)), if is_other { other } else { one })
        });
        let (ways, worth): (DealWays, Vec<About>) = ways_and_worth.unzip();
        let worth: About = worth.chunks(SOME).map(|some| some.iter().copied().sum::<About>()).sum();
        (ways, worth.into())
    }

    fn of_pair(&self, values: &ByStart, [one, other]: Pair) -> About {
        let beside =
            |hand, other: Start| values.get(&(hand, self.hands.get(other.hand).cards)).copied().unwrap_or_default();
        beside(one, other) + beside(other, one)
    }
}

/// What hands are worth that are not played in these cases.
fn settled(cases: &[SignalCase<'_>]) -> FxHashMap<Start, About> {
    let mut settled: FxHashMap<Start, About> = FxHashMap::default();
    for case in cases {
        let (hands, settlement) = (case.table.hands, case.table.settlement);
        for (id, hand) in hands.of_two_cards() {
            let Some(distribution) = case.up.float_row(hand.cards, case.case) else { continue };
            let mut add = |switched_natural, row| {
                let probability = case.up.probability_of(hand.cards);
                let error = ERROR * probability * f64::from(settlement.most_units());
                let worth = About { value: probability * dot(settlement.row(row), distribution), error };
                let sum = settled.entry(Start { hand: id, switched_natural }).or_default();
                *sum = *sum + worth;
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
