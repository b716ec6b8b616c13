//! Perfect play of two hands whose second cards may be switched: every decision sees every card of the round.
//!
//! The hand dealt first is played first, with the splits it may come to, and then the other; so the two hands that a switch makes differ
//! with their order too. What is worth doing with the second hand depends on the cards gone and not on what the first was, so everything
//! after the first hand is listed and valued once for all deals.

use cards::Composition;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rules::{Game, SwitchWhen};
use rustc_hash::FxHashMap;

use super::backward_values::Optimum;
use super::best_play::Lane;
use super::count_by_state::{CountFrom, Counted, PlayedOut};
use super::exact_arbiter::ExactArbiter;
use super::graph::{EntryId, Graph};
use super::hand_classes::HandClasses;
use super::limits::{COUNTED, can_be_split, counts_fit};
use super::states::{Rounds, States};
use super::values::{PerfectValue, SplitSize};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::tasks::some_at_a_time;
use crate::compiled::decisions::Options;
use crate::compiled::hands::Hands;
use crate::compiled::settlement::{OUTCOMES, RowId};
use crate::compiled::walk::CompiledRules;
use crate::dealer::cache::ExactSum;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::switch::{Pair, Start, cards_of, groups, ordered_deals};

/// Two hands, compiled for every up card whose hands have these options.
pub(crate) struct PerfectTwoHands<'a> {
    states: States<'a>,
    when: SwitchWhen,
    /// Every hand that can be dealt, or come about by the switch.
    starts: Vec<Start>,
    /// By second hand, then by first: where they come into play.
    roots: Vec<Vec<EntryId>>,
}

/// An up card: its cases.
pub(crate) type UpCases<'c, 'a> = &'c [SignalCase<'a>];

impl<'a> PerfectTwoHands<'a> {
    /// Hands under these rules, with the options of one that is played and not split.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] if there are too many hand classes or sets of cards.
    pub(crate) fn new(
        game: &Game,
        shoe: &Composition,
        (table, options): (CompiledRules<'a>, Options),
        dealer_draws: u32,
        squares: bool,
    ) -> Result<Option<Self>, SolveError> {
        let Some(rule) = &game.switch else { return Ok(None) };
        let CompiledRules { hands, settlement } = table;
        let most_hands = 2 * game.split.as_ref().map_or(1, |split| u32::from(split.max_hands));
        let values: Vec<usize> = can_be_split(game, shoe).collect();
        let classes = HandClasses::new(game, table, &values, Some(options), !squares);
        // Before its last card a hand has at most 20 points.
        let points = most_hands * (u32::from(Hands::TWENTY_ONE) - 1);
        if !counts_fit(shoe, most_hands, points, most_hands + dealer_draws) {
            // Where even money is offered no bracket is solved either.
            let bracket = if settlement.even_money().is_none() { ", for which there is a bracket" } else { "" };
            let what = format!("two hands to switch that may become {most_hands}{bracket}");
            return Err(SolveError::PerfectUnsolved(what));
        }
        let starts = starts(hands, &classes);
        let dealt: Vec<_> = starts
            .iter()
            .filter_map(|start| {
                let class = if start.switched_natural { classes.switched_natural } else { classes.unsplit(start.hand) };
                Some((class?, hands.get(start.hand).pair()))
            })
            .collect();
        let (graph, roots) = Graph::of_two_hands(game, settlement, &values, &dealt);
        let cards = |at: usize| hands.get(starts[at].hand).cards;
        let is_held = |gone: CardSet| gone.counts().iter().zip(shoe.counts()).all(|(&gone, &held)| gone <= held.into());
        let begin = roots.iter().enumerate().flat_map(|(second, firsts)| {
            firsts.iter().enumerate().map(move |(first, &root)| (root, cards(first) + cards(second)))
        });
        let begin: Vec<(EntryId, CardSet)> = begin.filter(|&(_, gone)| is_held(gone)).collect();
        let states = States::new(game, table, shoe, classes, Rounds { graph, begin, most_hands })?;
        Ok(Some(Self { states, when: rule.when, starts, roots }))
    }

    /// How much there is to value for so many up cards.
    pub(crate) fn size(&self, cases: usize) -> SplitSize {
        self.states.size(Vec::new(), cases)
    }

    /// What a round is worth in every case of these up cards. `solved` is given some up cards at a time, each with its values by case.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the hands can leave the dealer without cards, and those of `solved`.
    pub(crate) fn values(
        &self,
        ups: &[UpCases<'_, 'a>],
        squares: bool,
        mut solved: impl FnMut(&[UpCases<'_, 'a>], Vec<Vec<PerfectValue>>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let played = |up: &UpCases<'_, '_>| up.iter().filter(|case| case.is_played()).count();
        let most = self.states.lanes(ups.iter().map(played).sum());
        let mut rest = ups;
        while !rest.is_empty() {
            let mut cases = 0;
            let fits = |up: &&UpCases<'_, '_>| {
                cases += played(up);
                cases <= most
            };
            let (some, others) = rest.split_at(rest.iter().take_while(fits).count().max(1));
            rest = others;
            let lanes: Vec<Lane<'_>> = some
                .iter()
                .flat_map(|up| up.iter().filter(|case| case.is_played()))
                .map(|case| Lane { up: case.up, case: case.case })
                .collect();
            let values = match lanes[..] {
                [] => some.iter().map(|up| self.of_up(up, &|_| None, squares)).collect::<Result<_, _>>()?,
                [a] => self.side_by_side([a], some, squares)?,
                [a, b] => self.side_by_side([a, b], some, squares)?,
                [a, b, c] => self.side_by_side([a, b, c], some, squares)?,
                [a, b, c, d] => self.side_by_side([a, b, c, d], some, squares)?,
                // A hole card that is exposed: no game deals it beside two hands.
                _ => return Err(SolveError::PerfectUnsolved(format!("{} signals under an up card", lanes.len()))),
            };
            solved(some, values)?;
        }
        Ok(())
    }

    fn side_by_side<const L: usize>(
        &self,
        lanes: [Lane<'_>; L],
        ups: &[UpCases<'_, 'a>],
        squares: bool,
    ) -> Result<Vec<Vec<PerfectValue>>, SolveError> {
        let round = self.states.round();
        let optimum = Optimum::new(round, lanes, &ExactArbiter { round, lanes })?;
        let lane_of = |case: &SignalCase<'_>| {
            let lane = lanes.iter().position(|lane| std::ptr::eq(lane.up, case.up) && lane.case == case.case)?;
            let optimum = &optimum;
            let value: Value<'_> = Box::new(move |root, cards| optimum.value_of(root, cards, lane));
            Some((Counted { round, lane: lanes[lane], play: &optimum.plays[lane] }, value))
        };
        some_at_a_time(COUNTED, ups, |up| self.of_up(up, &lane_of, squares)).into_iter().collect()
    }

    /// One up card, whose played cases are valued.
    fn of_up<'p>(
        &self,
        cases: UpCases<'_, 'a>,
        played: &(dyn Fn(&SignalCase<'_>) -> Option<Valued<'p>> + Sync),
        squares: bool,
    ) -> Result<Vec<PerfectValue>, SolveError> {
        let valued: Vec<Option<Valued<'_>>> = cases.iter().map(played).collect();
        let chosen = self.chosen(cases, &valued)?;
        parallel::try_map_numbers(cases.len(), |at| {
            let (case, chosen) = (&cases[at], &chosen[at]);
            let both = BigRational::from_integer(2.into());
            let units = case.units() * &both;
            let PlayedOut { mean, square, added } = match &valued[at] {
                Some((counted, value)) => {
                    let starts: Vec<(EntryId, CardSet, i64)> =
                        chosen.iter().map(|&(pair, ways)| (self.root(pair), self.cards(pair), ways)).collect();
                    counted.all(&starts, squares, value)?
                }
                None => self.not_played(case, chosen)?,
            };
            let square = square.filter(|_| squares).map(|square| square / (&units * &units));
            Ok(PerfectValue { mean: mean / &units, square, added: added / both })
        })
    }

    /// By case, the two hands that each deal leads to, kept or switched, with the ordered deals that do. Equal ones are kept.
    fn chosen(
        &self,
        cases: UpCases<'_, 'a>,
        valued: &[Option<Valued<'_>>],
    ) -> Result<Vec<Vec<(Pair, i64)>>, SolveError> {
        let mut chosen: Vec<Vec<(Pair, i64)>> = vec![Vec::new(); cases.len()];
        let mut open: Vec<([Pair; 2], i64, Vec<usize>)> = Vec::new();
        for (pairs, ways) in ordered_deals(self.states.table.hands) {
            if !cases[0].up.is_feasible(self.cards(pairs[0])) {
                continue;
            }
            for group in groups(cases, self.when) {
                let may_switch = self.when == SwitchWhen::BeforeCheck || cases[group[0]].is_played();
                let gain =
                    if may_switch && pairs[0] != pairs[1] { self.gain(cases, valued, &group, pairs)? } else { -1.0 };
                let switches = if gain.abs() > self.states.contested {
                    gain > 0.0
                } else if let Some(switches) = self.switches_order(valued, &group, pairs) {
                    switches
                } else {
                    open.push((pairs, ways, group));
                    continue;
                };
                let pair = pairs[usize::from(switches)];
                group.into_iter().for_each(|case| chosen[case].push((pair, ways)));
            }
        }
        let exact = self.exact_values(cases, valued, &open)?;
        for (pairs, ways, group) in open {
            let [kept, switched] =
                pairs.map(|pair| group.iter().map(|&case| &exact[&(case, pair)]).sum::<BigRational>());
            let pair = pairs[usize::from(switched > kept)];
            group.into_iter().for_each(|case| chosen[case].push((pair, ways)));
        }
        Ok(chosen)
    }

    /// Whether of two orders of the same hands the second is chosen, where that needs no numbers: what is done after a hand that is stood on
    /// as it comes can be done before it just as well, and more is known when it comes then. Equal ones are kept.
    fn switches_order(&self, valued: &[Option<Valued<'_>>], group: &[usize], pairs: [Pair; 2]) -> Option<bool> {
        let [kept, switched] = pairs;
        if switched != [kept[1], kept[0]] {
            return None;
        }
        let begins_with_a_stand = |pair: Pair| {
            let mut counted = group.iter().filter_map(|&case| valued[case].as_ref());
            counted.all(|(counted, _)| counted.stands_first(self.root(pair), self.cards(pair)))
        };
        if begins_with_a_stand(switched) { Some(false) } else { begins_with_a_stand(kept).then_some(true) }
    }

    /// What the second of two pairs is worth more over a group of cases, given that the cards of both hands are dealt.
    fn gain(
        &self,
        cases: UpCases<'_, 'a>,
        valued: &[Option<Valued<'_>>],
        group: &[usize],
        pairs: [Pair; 2],
    ) -> Result<f64, SolveError> {
        let gone = self.cards(pairs[0]);
        let mut gain = 0.0;
        for &case in group {
            gain += match &valued[case] {
                Some((_, value)) => value(self.root(pairs[1]), gone) - value(self.root(pairs[0]), gone),
                None => {
                    let [kept, switched] = pairs.map(|pair| self.not_played(&cases[case], &[(pair, 1)]));
                    let gain = (switched?.mean - kept?.mean).to_f64().unwrap_or(0.0);
                    gain / cases[case].up.probability_of(gone)
                }
            };
        }
        Ok(gain)
    }

    /// By case, the values of pairs that floats leave open which is better, weighted by the probability of their cards.
    fn exact_values(
        &self,
        cases: UpCases<'_, 'a>,
        valued: &[Option<Valued<'_>>],
        open: &[([Pair; 2], i64, Vec<usize>)],
    ) -> Result<FxHashMap<(usize, Pair), BigRational>, SolveError> {
        let asked = open.iter().flat_map(|(pairs, _, group)| {
            group.iter().flat_map(move |&case| pairs.iter().map(move |&pair| (case, pair)))
        });
        let mut asked: Vec<(usize, Pair)> = asked.collect();
        asked.sort_unstable();
        asked.dedup();
        let values = parallel::try_map(&asked, |&(case, pair)| {
            let value = match &valued[case] {
                Some((counted, _)) => {
                    counted.from::<i128>(CountFrom::Entries(&[(self.root(pair), self.cards(pair), 1)]))?
                }
                None => self.not_played(&cases[case], &[(pair, 1)])?,
            };
            Ok::<_, SolveError>(((case, pair), value.mean))
        })?;
        Ok(values.into_iter().collect())
    }

    /// What a dealer blackjack that ends the round leaves of the hands.
    fn not_played(&self, case: &SignalCase<'_>, chosen: &[(Pair, i64)]) -> Result<PlayedOut, SolveError> {
        let CompiledRules { hands, settlement } = self.states.table;
        let row_of = |start: Start| -> RowId {
            if start.switched_natural {
                settlement.discovered(false)
            } else {
                case.options.stand_row(settlement, start.hand, hands.get(start.hand))
            }
        };
        let (mut mean, mut square) = (ExactSum::new(case.up), ExactSum::new(case.up));
        let mut distributions = case.up.exact_distributions();
        for &(pair, ways) in chosen {
            let cards = self.cards(pair);
            let distribution = &distributions.at(cards)?[case.case];
            let rows = pair.map(|start| settlement.row(row_of(start)));
            let net: [i64; OUTCOMES] = std::array::from_fn(|at| i64::from(rows[0][at]) + i64::from(rows[1][at]));
            mean.add(cards, distribution, &net.map(|net| ways * net));
            square.add(cards, distribution, &net.map(|net| ways * net * net));
        }
        Ok(PlayedOut { mean: mean.total(), square: Some(square.total()), added: BigRational::zero() })
    }

    fn cards(&self, pair: Pair) -> CardSet {
        cards_of(self.states.table.hands, pair)
    }

    fn root(&self, [first, second]: Pair) -> EntryId {
        let place = |start| self.starts.binary_search(&start).unwrap_or_default();
        self.roots[place(second)][place(first)]
    }
}

/// A case's best play, and its value in floats where two hands come into play with their cards gone.
type Valued<'a> = (Counted<'a>, Value<'a>);

type Value<'a> = Box<dyn Fn(EntryId, CardSet) -> f64 + Sync + 'a>;

/// Every hand of two cards, in order, and the blackjack that a switch can make.
fn starts(hands: &Hands, classes: &HandClasses) -> Vec<Start> {
    let mut starts: Vec<Start> = hands
        .of_two_cards()
        .flat_map(|(hand, of)| {
            let may_be_made = of.is_natural() && classes.switched_natural.is_some();
            [false, true]
                .into_iter()
                .filter(move |&made| may_be_made || !made)
                .map(move |switched_natural| Start { hand, switched_natural })
        })
        .collect();
    starts.sort_unstable();
    starts
}
