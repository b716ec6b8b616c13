//! The ends of a side wager beside the base game's net result, under the base game's play.
//!
//! Both look at the dealer's hand and tell other things of it apart. A dealer whose hands count only if they are of one class that
//! the lines tell apart gives the base game's outcomes within that class; with one such dealer a class, the product of both
//! results is a sum like any other. Of split hands the product of one hand's end and another's result needs the cards of both.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::ends::{EndId, LOST, SideEnds};
use super::graph::dot;
use super::policy::Unit;
use super::split::{SignedMeasure, Weight, all_out, blackjacks_do_not_wait, sum_products};
use super::straight::State;
use super::{AfterSplitHands, Tracks};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Options;
use crate::compiled::hands::{End, HandId, Hands};
use crate::compiled::settlement::{HandPlace, NATURAL, OUTCOMES};
use crate::compiled::split_plan::HandKind;
use crate::compiled::walk::{Settled, Step};
use crate::dealer::cache::{DealerCache, ExactSum};
use crate::dealer::union_sums::{Tallies, sum_weighed};
use crate::dealer::{Dealer, DealerHand, finished_hands};
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::{CasePlay, SplitCounts, second_card_starts};

const WHAT: &str = "a side wager that depends on play beside the base game";

impl Unit<'_> {
    /// The expected product of the base game's net result, in initial wagers, and the number of hands at each slot, given the up card;
    /// nothing at the slot of lost wagers.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for a straight that is paid by the dealer's hand, and for hands of a split that are out of the round
    /// with a result that still depends on the dealer where the wager asks for a live one; [`SolveError::TooManyBusts`] if they can
    /// be so in too many ways.
    pub(super) fn products_with_base(&self) -> Result<Vec<BigRational>, SolveError> {
        if matches!(self.tracker.tracks, Tracks::Straight(_)) {
            return self.straights_with_base();
        }
        let dealers = self.dealers_by_class()?;
        let mut sums = vec![BigRational::zero(); self.tracker.ends.slots()];
        for (case, play) in self.cases.iter().zip(&self.plays) {
            let both = Both { unit: self, case, dealers: &dealers };
            for (end, weights) in both.unsplit(play) {
                both.settle(end, weights, &mut sums)?;
            }
            for value in (0..play.split.len()).filter(|&value| play.split[value]) {
                if let Some(counts) = SplitCounts::new(self.solver.game(), case, &play.play, value) {
                    both.settle(self.tracker.ends.counts(), both.split(play, value, &counts), &mut sums)?;
                    if self.tracker.tracks == Tracks::Live {
                        both.take_all_out(play, value, &counts, &mut sums)?;
                    }
                }
            }
        }
        Ok(sums)
    }

    /// By class of the dealer's hands: one whose other hands do not count.
    fn dealers_by_class(&self) -> Result<Vec<DealerCache>, SolveError> {
        let (game, shoe) = (self.solver.game(), self.solver.shoe());
        let up = self.cases[0].up.dealer.up();
        let hands = finished_hands(game, up, shoe);
        let ends = &self.tracker.ends;
        let class_of = |hand: &DealerHand| ends.class_of(hand.cards, hand.total, hand.blackjack);
        let class_of: Vec<Option<usize>> = hands.iter().map(|finished| class_of(&finished.hand)).collect();
        (0..ends.classes())
            .map(|class| {
                let weighed = hands.iter().zip(&class_of).map(|(hand, &of)| (hand, u64::from(of == Some(class))));
                Ok(DealerCache::without_keys(Dealer::weighted(game, up, shoe, weighed)?))
            })
            .collect()
    }

    /// Straights end as they do whatever the dealer has.
    fn straights_with_base(&self) -> Result<Vec<BigRational>, SolveError> {
        let ends = &self.tracker.ends;
        let flat = |end: EndId| {
            ends.row(end).flat.ok_or(SolveError::Unsolved { what: WHAT, rules: "straights paid by the dealer's hand" })
        };
        let policy = self.policy(None, None);
        let opening = self.opening(None, &policy)?;
        let reach = self.reach(&policy, &opening);
        let mut units = vec![BigInt::zero(); ends.slots()];
        for (at, graph) in self.graphs.iter().enumerate() {
            let case = &self.cases[at];
            for (id, node) in graph.nodes.iter().enumerate().filter(|&(id, _)| !reach[at][id].is_zero()) {
                let choice = &graph.choices[(node.choices.0 + u32::from(policy.act(at, id))) as usize];
                for term in &graph.terms[choice.terms.0 as usize..choice.terms.1 as usize] {
                    let hand = case.table.hands.get(term.hand);
                    let Some(distribution) = case.up.exact_row(hand.cards, case.case) else { continue };
                    let net = dot(distribution, &case.table.settlement.row(term.row).map(i64::from));
                    units[flat(term.end)?] +=
                        &reach[at][id] * term.times * self.levels.scaled(net, hand.size).to_bigint();
                }
            }
        }
        let unit = BigInt::from(self.cases[0].table.settlement.denominator());
        let of_units = |sum: BigInt| BigRational::new(sum, &self.denominator * &unit);
        let mut sums: Vec<BigRational> = units.into_iter().map(of_units).collect();
        for (share, worth, end) in self.splits_by_end(&opening)? {
            sums[flat(end)?] += &worth.base * share;
        }
        for (slots, net) in self.given_up_early(&opening) {
            sums.iter_mut().zip(slots).for_each(|(sum, part)| *sum += part * &net);
        }
        sums[ends.lost()].set_zero();
        Ok(sums)
    }
}

/// By cards, ordered ways times net results by dealer outcome.
type ByCards = Tallies<1>;

/// A unit's case with the dealers of the lines' classes.
struct Both<'a, 'b> {
    unit: &'a Unit<'b>,
    case: &'a SignalCase<'b>,
    dealers: &'a [DealerCache],
}

impl Both<'_, '_> {
    fn ends(&self) -> &SideEnds {
        &self.unit.tracker.ends
    }

    fn hands(&self) -> &Hands {
        self.case.table.hands
    }

    /// How an unsplit hand that is settled so ends.
    fn end_of(&self, id: HandId, settled: Settled) -> EndId {
        let (tracker, hand) = (&self.unit.tracker, self.hands().get(id));
        match (settled.end, self.case.is_played()) {
            (End::Kept, true) => {
                let is_blackjack = self.case.options.is_blackjack(hand);
                tracker.finished(hand, State::Plain, is_blackjack, self.case.blackjack_may_come())
            }
            (End::Kept, false) => tracker.discovered(hand, State::Plain),
            (End::Busted, _) => tracker.busted(hand, State::Plain),
            (End::GivenUp, true) => tracker.given_up(hand, State::Plain),
            (End::GivenUp, false) => tracker.given_up_before_blackjack(hand, State::Plain),
        }
    }

    fn unsplit(&self, play: &CasePlay) -> BTreeMap<EndId, ByCards> {
        let mut by_end: BTreeMap<EndId, ByCards> = BTreeMap::new();
        let starts = play.unsplit_deals(self.hands());
        self.case.follow(self.case.options, &play.play, &starts, |id, step, ways| {
            let Step::Settled(settled) = step else { return };
            let end = self.end_of(id, settled);
            if end != LOST {
                let weights = by_end.entry(end).or_default();
                self.add(weights, self.hands().get(id).cards, &self.nets(settled), ways);
            }
        });
        by_end
    }

    fn nets(&self, settled: Settled) -> [i64; OUTCOMES] {
        self.case.table.settlement.row(settled.row).map(i64::from)
    }

    fn add(&self, weights: &mut ByCards, cards: CardSet, nets: &[i64; OUTCOMES], ways: i64) {
        // Cards that the shoe does not hold could also leave the packed counts.
        if self.case.up.is_feasible(cards) {
            let [sum] = weights.entry(cards).or_insert([[0; OUTCOMES]]);
            sum.iter_mut().zip(nets).for_each(|(sum, net)| *sum += ways * net);
        }
    }

    /// The hands of a split that every line fits, each times the net result of the split; all of it for a wager on live hands.
    fn split(&self, play: &CasePlay, value: usize, counts: &SplitCounts) -> ByCards {
        match (&self.unit.tracker.tracks, self.unit.after_split) {
            (Tracks::Total(_), AfterSplitHands::None) | (Tracks::Straight(_), _) => ByCards::default(),
            (Tracks::Total(_), AfterSplitHands::First) => {
                self.totals(play, value, counts, |place| place == HandPlace::First)
            }
            (Tracks::Total(_), AfterSplitHands::Each) => self.totals(play, value, counts, |_| true),
            (Tracks::Live, _) => {
                let mut weights = ByCards::default();
                for (count, beside, coefficient) in counts.terms() {
                    for (id, entry) in count.iter().filter(|(_, entry)| entry.mean != [0; OUTCOMES]) {
                        self.add(&mut weights, self.hands().get(id).cards + beside, &entry.mean, coefficient);
                    }
                }
                weights
            }
        }
    }

    fn totals(
        &self,
        play: &CasePlay,
        value: usize,
        counts: &SplitCounts,
        counted: impl Fn(HandPlace) -> bool,
    ) -> ByCards {
        let mut weights = ByCards::default();
        let marked: BTreeMap<HandKind, Vec<Marked>> = (counts.kinds())
            .filter(|(_, place)| counted(*place))
            .map(|kind| (kind, self.marked(play, value, kind)))
            .collect();
        for (&(kind, extra), &coefficient) in &counts.plan().hands {
            let beside = counts.pair_cards(extra + 1);
            for hand in marked.get(&kind).into_iter().flatten() {
                self.add(&mut weights, hand.cards + beside, &hand.nets, coefficient);
            }
        }
        for (&(one, other, extra), &coefficient) in &counts.plan().pairs {
            let beside = counts.pair_cards(extra);
            for (mark, net) in [(one, other), (other, one)] {
                for hand in marked.get(&mark).into_iter().flatten() {
                    for (id, entry) in counts.count(net).iter().filter(|(_, entry)| entry.mean != [0; OUTCOMES]) {
                        let cards = hand.cards + self.hands().get(id).cards + beside;
                        self.add(&mut weights, cards, &entry.mean, hand.ways * coefficient);
                    }
                }
            }
        }
        weights
    }

    /// The hands of a split with the total that is asked for.
    fn marked(&self, play: &CasePlay, value: usize, (second, place): HandKind) -> Vec<Marked> {
        let options = Options::split(self.unit.solver.game(), value, place);
        let starts = second_card_starts(self.hands(), value, second);
        let mut marked = Vec::new();
        self.case.follow(options, &play.play, &starts, |id, step, ways| {
            let Step::Settled(settled) = step else { return };
            let hand = self.hands().get(id);
            let counts = self.unit.tracker.finished(hand, State::Plain, false, false) == self.ends().counts();
            if settled.end == End::Kept && counts {
                let nets = self.nets(settled).map(|net| net * ways);
                marked.push(Marked { cards: hand.cards, ways, nets });
            }
        });
        marked
    }

    /// Takes away the rounds of a split of which no hand is live.
    fn take_all_out(
        &self,
        play: &CasePlay,
        value: usize,
        counts: &SplitCounts,
        sums: &mut [BigRational],
    ) -> Result<(), SolveError> {
        blackjacks_do_not_wait(self.unit.solver.game(), self.case)?;
        let mut measures = BTreeMap::new();
        for kind in counts.kinds() {
            measures.insert(kind, self.out(play, value, kind)?);
        }
        let case = self.case.case;
        let products = all_out(counts, |kind| measures.get(&kind).cloned().unwrap_or_default(), self.case)?;
        let slots = self.ends().row(self.ends().counts()).slots;
        let counted: Vec<(usize, &DealerCache)> =
            (self.dealers.iter().enumerate()).filter(|&(class, _)| slots[class] != self.ends().lost()).collect();
        let nothing = || counted.iter().map(|(_, dealer)| ExactSum::new(dealer)).collect::<Vec<_>>();
        let out = sum_products(products, self.case, nothing, |sums, sets| {
            for ((_, dealer), sum) in counted.iter().zip(sums) {
                let mut distributions = dealer.exact_distributions();
                for &(cards, Out { net, against_blackjack, .. }) in &sets {
                    let mut weights = [net; OUTCOMES];
                    weights[NATURAL] = against_blackjack;
                    sum.add(cards, &distributions.weighed(cards)[case], &weights);
                }
            }
            Ok(())
        })?;
        for ((class, _), out) in counted.iter().zip(&out) {
            sums[slots[*class]] -= out.total() / self.case.units();
        }
        Ok(())
    }

    /// One hand of a split that is busted, given up, or a blackjack that has been paid.
    fn out(&self, play: &CasePlay, value: usize, (second, place): HandKind) -> Result<SignedMeasure<Out>, SolveError> {
        let options = Options::split(self.unit.solver.game(), value, place);
        let starts = second_card_starts(self.hands(), value, second);
        let mut sets: BTreeMap<CardSet, Out> = BTreeMap::new();
        let mut is_settled = true;
        self.case.follow(options, &play.play, &starts, |id, step, ways| {
            let Step::Settled(settled) = step else { return };
            if settled.end == End::Kept && !options.is_blackjack(self.hands().get(id)) {
                return;
            }
            let nets = self.nets(settled);
            is_settled &= nets[..NATURAL].iter().all(|net| *net == nets[0]);
            let sum = sets.entry(self.hands().get(id).cards).or_default();
            sum.ways += ways;
            sum.net += ways * nets[0];
            sum.against_blackjack += ways * nets[NATURAL];
        });
        if is_settled {
            Ok(SignedMeasure::new(sets.into_iter().collect()))
        } else {
            Err(SolveError::Unsolved {
                what: WHAT,
                rules: "busted hands, or blackjacks of split hands, whose result depends on the dealer",
            })
        }
    }

    /// Adds weights of hands that end so, by slot.
    fn settle(&self, end: EndId, weights: ByCards, sums: &mut [BigRational]) -> Result<(), SolveError> {
        let row = self.ends().row(end);
        if weights.is_empty() {
            return Ok(());
        }
        let units = self.case.units();
        let mut tallies = vec![ByCards::default(); self.case.up.dealer.cases().len()];
        tallies[self.case.case] = weights;
        for (class, dealer) in
            self.dealers.iter().enumerate().filter(|&(class, _)| row.slots[class] != self.ends().lost())
        {
            let [sum] = &sum_weighed(dealer, &tallies)?[self.case.case];
            sums[row.slots[class]] += sum / &units;
        }
        Ok(())
    }
}

/// A hand that every line fits: with its ordered ways, and these times its net results.
struct Marked {
    cards: CardSet,
    ways: i64,
    nets: [i64; OUTCOMES],
}

/// Hands that are out of the round: ordered ways, and these times their net results together, against a dealer blackjack and
/// against any other hand.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Out {
    ways: i64,
    net: i64,
    against_blackjack: i64,
}

impl Weight for Out {
    fn of_ways(ways: i64) -> Self {
        Self { ways, ..Self::default() }
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            ways: self.ways.checked_add(other.ways)?,
            net: self.net.checked_add(other.net)?,
            against_blackjack: self.against_blackjack.checked_add(other.against_blackjack)?,
        })
    }

    fn times(self, other: Self) -> Option<Self> {
        let of_sum =
            |one: i64, other_one: i64| one.checked_mul(other.ways)?.checked_add(self.ways.checked_mul(other_one)?);
        Some(Self {
            ways: self.ways.checked_mul(other.ways)?,
            net: of_sum(self.net, other.net)?,
            against_blackjack: of_sum(self.against_blackjack, other.against_blackjack)?,
        })
    }
}
