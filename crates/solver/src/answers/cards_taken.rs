//! A round under a fixed play, by the cards that it takes of each group of values: what a count needs to know of the game.
//!
//! Means and squares of a round are sums of weights over card sets that have left the shoe, each with the dealer's final hands. Every such weight is the same
//! whatever cards the shoe holds, and only the number of ordered ways to take the cards depends on the shoe. So the same sums hold for
//! every exchangeable order of cards: the fresh shoe, and the shoe given the count of some of its cards. Here they are kept apart by the cards of each group.

use cards::Value;
use counting::{CardsTaken, GroupedShoe, TakenSum};
use num_bigint::BigInt;
use num_rational::BigRational;
use rayon::prelude::*;
use rules::Game;
use rustc_hash::FxHashMap;

use crate::answers::insurance_taken::insurance_results;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::{PayoffSum, RoundSum};
use crate::compiled::settlement::{NATURAL, OUTCOMES};
use crate::compiled::strategy::Class;
use crate::dealer::cache::{DealerCache, is_alike};
use crate::dealer::grouped::{GroupOf, GroupedDealer, by_group};
use crate::dealer::run_out;
use crate::dealer::union_sums::Tallies;
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::no_live_hand::AllGone;

/// Card sets that one task sums.
const CHUNK: usize = 1024;

/// What is asked for, in an error.
pub(super) const WHAT: &str = "a round by the cards it takes";

/// What is summed: the net result, its square hand by hand, the products of two hands, and the net result times that of insurance.
pub(super) const QUANTITIES: usize = 4;

/// A round under a zero-memory play that is best of its class with the full shoe, by the cards taken of each group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundByCardsTaken {
    /// The strategy class.
    pub strategy: Class,
    /// The net result, insurance left out, in parts of an initial wager.
    pub net: TakenSum,
    /// Its square, in parts of parts; `None` if it was not asked for or is not computed: payouts that depend on suits, which the hands of a split share, and
    /// splits to more than four hands.
    pub square: Option<TakenSum>,
    /// The net result times that of a unit of insurance that is always taken, nothing where insurance is not offered; in parts times [`crate::InsuranceByCardsTaken::parts`].
    /// With squares alone, and only of insurance that wins where the dealer has a blackjack.
    pub with_insurance: Option<TakenSum>,
    /// Parts of an initial wager.
    pub parts: i64,
}

impl Solver {
    /// The round under the play that is best of its class with this shoe, by the cards that it takes of each group.
    ///
    /// The net result takes about a second, its square as long as the variance of a round. With [`counting::SeenTable`] it gives both for every number of cards seen
    /// before the round and every count of them.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for perfect play, two hands to switch, and splits under a late blackjack that looks for live hands; else as
    /// [`Solver::solve`].
    pub fn round_by_cards_taken(
        &self,
        strategy: Class,
        groups: &GroupedShoe,
        squares: bool,
    ) -> Result<RoundByCardsTaken, SolveError> {
        let rounds = self.rounds_by_cards_taken(strategy, std::slice::from_ref(groups), squares)?;
        Ok(rounds.into_iter().next().unwrap_or_else(|| self.round_of(strategy, Default::default(), false)))
    }

    /// The same by several groupings of the values, in their order. What does not depend on the grouping is found once.
    ///
    /// # Errors
    /// As [`Solver::round_by_cards_taken`].
    pub fn rounds_by_cards_taken(
        &self,
        strategy: Class,
        groupings: &[GroupedShoe],
        squares: bool,
    ) -> Result<Vec<RoundByCardsTaken>, SolveError> {
        let squares = squares && self.variance_is_known();
        let sums = self.taken_by(strategy, groupings, squares)?;
        Ok(sums.into_iter().map(|sums| self.round_of(strategy, sums, squares)).collect())
    }

    fn round_of(
        &self,
        strategy: Class,
        [net, mut square, products, insured]: [TakenSum; QUANTITIES],
        squares: bool,
    ) -> RoundByCardsTaken {
        square.add_times(&products, 2);
        let parts = self.settlements()[0].denominator();
        let is_insured = squares && insurance_by_dealer_hand(self.game()).is_some();
        let with_insurance = is_insured.then_some(insured);
        RoundByCardsTaken { strategy, net, square: squares.then_some(square), with_insurance, parts }
    }

    /// Rounds under several plays of charts. `key` tells what decides a round's play under an up card, and `play` what that is: what has the same key is summed once.
    pub(super) fn rounds_of_charts<'s, K: PartialEq + Send>(
        &'s self,
        rounds: usize,
        (groups, squares): (&GroupedShoe, bool),
        key: impl Fn(usize, &DealerCache) -> K + Sync,
        play: impl Fn(&'s DealerCache, &K) -> Result<ChartPlay<'s>, SolveError> + Sync,
    ) -> Result<Vec<RoundByCardsTaken>, SolveError> {
        let squares = squares && self.variance_is_known();
        let group_of = groups.group_of();
        let per_up = parallel::try_map(self.ups(), |up| {
            let mut keys: Vec<K> = Vec::new();
            let mut places = Vec::with_capacity(rounds);
            for round in 0..rounds {
                let of_round = key(round, up);
                let known = keys.iter().position(|key| *key == of_round);
                places.push(known.unwrap_or(keys.len()));
                if known.is_none() {
                    keys.push(of_round);
                }
            }
            let sums = keys.iter().map(|key| {
                let (cases, plays) = play(up, key)?;
                self.sums_of_up(&cases, &plays, (&[group_of], squares))
            });
            Ok((up, places, sums.collect::<Result<Vec<_>, SolveError>>()?))
        })?;
        let mut all: Vec<[TakenSum; QUANTITIES]> = vec![Default::default(); rounds];
        for (up, places, sums) in &per_up {
            for (round, &place) in all.iter_mut().zip(places) {
                sums[place].iter().for_each(|of_up| self.add_with_up_card(up, group_of, of_up, round));
            }
        }
        Ok(all.into_iter().map(|sums| self.round_of(Class::Td, sums, squares)).collect())
    }

    /// The EV of a round once one card of each value has left the shoe, under the play that is best of its class with the whole shoe; for the values that the
    /// shoe holds. The mean over a random card is the EV of the whole shoe.
    ///
    /// # Errors
    /// As [`Solver::round_by_cards_taken`].
    pub fn ev_without_each_value(&self, strategy: Class) -> Result<Vec<(Value, BigRational)>, SolveError> {
        let values: Vec<Value> = Value::all().filter(|&value| self.shoe().count(value) > 0).collect();
        let alone: Vec<GroupedShoe> = values.iter().map(|&value| GroupedShoe::apart(self.shoe(), value)).collect();
        let sums = self.taken_by(strategy, &alone, false)?;
        let parts = BigRational::from_integer(self.settlements()[0].denominator().into());
        let of = values.into_iter().zip(&alone).zip(sums);
        let of = of.map(|((value, groups), [net, ..])| {
            (value, net.expectation_without(groups, groups.group_of()[value.index()]) / &parts)
        });
        Ok(of.collect())
    }

    /// By each grouping of the values, the sums of a round.
    fn taken_by(
        &self,
        strategy: Class,
        groupings: &[GroupedShoe],
        squares: bool,
    ) -> Result<Vec<[TakenSum; QUANTITIES]>, SolveError> {
        self.follows_a_round(WHAT, strategy)?;
        let groups_of: Vec<&GroupOf> = groupings.iter().map(GroupedShoe::group_of).collect();
        let per_up = parallel::try_map(self.ups(), |up| {
            let cases = self.cases(up, self.settlement(up, strategy)?);
            let plays = self.plays(&cases, strategy)?;
            Ok((up, self.sums_of_up(&cases, &plays, (&groups_of, squares))?))
        })?;
        let mut sums: Vec<[TakenSum; QUANTITIES]> = vec![Default::default(); groupings.len()];
        for (up, of_up) in per_up {
            for ((sums, of_up), group_of) in sums.iter_mut().zip(&of_up).zip(&groups_of) {
                self.add_with_up_card(up, group_of, of_up, sums);
            }
        }
        Ok(sums)
    }

    /// Adds the sums of one up card, with that card.
    pub(super) fn add_with_up_card(
        &self,
        up: &DealerCache,
        group_of: &GroupOf,
        of_up: &GroupSums,
        sums: &mut [TakenSum; QUANTITIES],
    ) {
        let value = up.dealer.up();
        let held = BigInt::from(self.shoe().count(value));
        let up_card = CardSet::one(group_of[value.index()]);
        for (sum, of_up) in sums.iter_mut().zip(&of_up.0) {
            of_up.iter().for_each(|(&taken, ways)| sum.add(cards_taken(taken + up_card), &(ways.to_bigint() * &held)));
        }
    }

    /// The fewest cards with which a round surely finds those that it asks for, whatever they are and however it is played.
    pub fn cards_of_longest_round(&self) -> u32 {
        run_out::most_cards(self.game(), self.shoe(), 1)
    }

    /// By each grouping, the sums of one up card.
    pub(super) fn sums_of_up(
        &self,
        cases: &[SignalCase<'_>],
        plays: &[CasePlay],
        (groupings, squares): (&[&GroupOf], bool),
    ) -> Result<Vec<GroupSums>, SolveError> {
        let Some(&SignalCase { up, .. }) = cases.first() else { return Ok(Vec::new()) };
        let weights = cases.iter().zip(plays).map(|(case, play)| self.weights_of(case, play, squares));
        let weights = weights.collect::<Result<Vec<_>, SolveError>>()?;
        groupings
            .iter()
            .map(|group_of| sums_of(up, (&GroupedDealer::new(&up.dealer, group_of), group_of), &weights))
            .collect()
    }

    /// The weights of a round's quantities in one case, by cards gone.
    pub(super) fn weights_of(
        &self,
        case: &SignalCase<'_>,
        play: &CasePlay,
        squares: bool,
    ) -> Result<Tallies<QUANTITIES>, SolveError> {
        let mut tallies: Tallies<QUANTITIES> = Tallies::default();
        let insurance = insurance_by_dealer_hand(self.game()).filter(|(up, _)| squares && *up == case.up.dealer.up());
        let insured = |mean: [i64; OUTCOMES]| {
            insurance.map(|(_, results)| std::array::from_fn(|outcome| mean[outcome] * results[outcome]))
        };
        let mut add = |quantity: usize, (cards, weights): (CardSet, [i64; OUTCOMES])| {
            let sums = &mut tallies.entry(cards).or_default()[quantity];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        };
        let hands = case.table.hands;
        for (id, entry) in play.unsplit(case).iter() {
            let cards = hands.get(id).cards;
            add(0, (cards, entry.mean));
            if squares {
                add(1, (cards, entry.square));
            }
            insured(entry.mean).into_iter().for_each(|weights| add(3, (cards, weights)));
        }
        for counts in play.split_counts(self.game(), case) {
            if AllGone::may_be(case) {
                let rules = "splits under a late blackjack that looks for live hands";
                return Err(SolveError::Unsolved { what: WHAT, rules });
            }
            for (cards, mean) in counts.weights(case, |entry| entry.mean) {
                add(0, (cards, mean));
                insured(mean).into_iter().for_each(|weights| add(3, (cards, weights)));
            }
            if squares {
                counts.weights(case, |entry| entry.square).into_iter().for_each(|weights| add(1, weights));
                let mut products = Tallies::default();
                counts.add_products(hands, &mut products)?;
                products.into_iter().for_each(|(cards, [weights])| add(2, (cards, weights)));
            }
        }
        Ok(tallies)
    }
}

/// The cases of an up card, and what is played in each.
pub(super) type ChartPlay<'s> = (Vec<SignalCase<'s>>, Vec<CasePlay>);

/// The sums of one up card, from the weights of its cases.
pub(super) fn sums_of(
    up: &DealerCache,
    (dealer, group_of): (&GroupedDealer, &GroupOf),
    weights: &[Tallies<QUANTITIES>],
) -> Result<GroupSums, SolveError> {
    let mut sets: Vec<CardSet> =
        weights.iter().flat_map(|weights| weights.keys().copied()).filter(|&set| up.is_feasible(set)).collect();
    sets.par_sort_unstable();
    sets.dedup();
    let of_some = |sets: &[CardSet]| {
        let mut sum = UpSum { up, dealer, group_of, sums: GroupSums::default() };
        dealer.each(up, sets, |set, bins| sum.add(set, bins, weights));
        Ok::<_, SolveError>(sum.sums)
    };
    Ok(parallel::try_merge_chunks(&sets, CHUNK, of_some, merged)?.unwrap_or_default())
}

/// By cards taken of each group, the quantities in ordered ways. The up card is not among them.
#[derive(Default)]
pub(super) struct GroupSums([FxHashMap<CardSet, RoundSum>; QUANTITIES]);

fn merged(mut all: GroupSums, some: GroupSums) -> GroupSums {
    for (all, some) in all.0.iter_mut().zip(&some.0) {
        for (taken, ways) in some {
            all.entry(*taken).or_insert(RoundSum::ZERO).add(ways);
        }
    }
    all
}

/// A sum over card sets behind one up card.
struct UpSum<'a> {
    up: &'a DealerCache,
    dealer: &'a GroupedDealer,
    group_of: &'a GroupOf,
    sums: GroupSums,
}

impl UpSum<'_> {
    /// Adds what each case has for this set; `bins` are the dealer's ordered ways.
    fn add(&mut self, set: CardSet, bins: &[u128], cases: &[Tallies<QUANTITIES>]) {
        for (case, tallies) in cases.iter().enumerate() {
            let Some(quantities) = tallies.get(&set) else { continue };
            for (quantity, weights) in quantities.iter().enumerate() {
                if is_alike(weights) {
                    self.add_hole(set, case, (quantity, weights[0]));
                } else {
                    self.add_hands(set, bins, (case, quantity, weights));
                }
            }
        }
    }

    /// A weight that does not depend on the dealer's hand: of his cards only the hole card matters.
    fn add_hole(&mut self, set: CardSet, case: usize, (quantity, weight): (usize, i64)) {
        if weight == 0 {
            return;
        }
        let left = self.up.left_after(set);
        for hole in self.up.dealer.cases()[case].holes.values().map(Value::index) {
            let payoff = PayoffSum::product(left[hole].into(), weight);
            self.add_payoff(quantity, set, CardSet::one(self.group_of[hole]), &payoff);
        }
    }

    fn add_hands(&mut self, set: CardSet, bins: &[u128], (case, quantity, weights): (usize, usize, &[i64; OUTCOMES])) {
        let mut payoffs = vec![PayoffSum::ZERO; self.dealer.drawn().len()];
        let of_case = self.dealer.bins().iter().zip(bins).filter(|(bin, ways)| bin.case == case && **ways > 0);
        for (bin, &ways) in of_case {
            payoffs[bin.drawn].add(&PayoffSum::product(ways, weights[bin.outcome]));
        }
        for (drawn, payoff) in self.dealer.drawn().iter().zip(&payoffs) {
            if !payoff.is_zero() {
                self.add_payoff(quantity, set, *drawn, payoff);
            }
        }
    }

    fn add_payoff(&mut self, quantity: usize, set: CardSet, drawn: CardSet, payoff: &PayoffSum) {
        let taken = by_group(set, self.group_of) + drawn;
        let sum = self.sums.0[quantity].entry(taken).or_insert(RoundSum::ZERO);
        sum.add_product(&self.up.dealt(set, payoff));
    }
}

/// The up card that insurance is offered on, and its net result by the dealer's final hand in [`crate::InsuranceByCardsTaken::parts`]. `None` where it wins on
/// another card than makes a blackjack of the up card: the final hand then does not tell whether it wins.
fn insurance_by_dealer_hand(game: &Game) -> Option<(Value, [i64; OUTCOMES])> {
    let rule = game.insurance.as_ref()?;
    let cards = [rule.offered_on, rule.wins_on];
    let is_blackjack = cards == [Value::ACE, Value::TEN] || cards == [Value::TEN, Value::ACE];
    let [wins, loses] = insurance_results(rule);
    let mut results = [loses; OUTCOMES];
    results[NATURAL] = wins;
    is_blackjack.then_some((rule.offered_on, results))
}

/// The cards of each group of a set that [`by_group`] made.
fn cards_taken(groups: CardSet) -> CardsTaken {
    groups.counts().map(|cards| cards as u8)
}
