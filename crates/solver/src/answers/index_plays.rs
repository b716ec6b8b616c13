//! What a round gains if one decision of a chart is made otherwise, by the cards that it takes: what an index table needs to know of the game.
//!
//! A round under a play and one under the same play with one decision changed are sums of weights over card sets. The difference of the two has few card
//! sets, and only it meets the dealer's final hands.

use cards::Value;
use counting::{GroupedShoe, TakenSum};

use crate::answers::cards_taken::{ChartPlay, GroupSums, QUANTITIES, RoundByCardsTaken, WHAT, sums_of};
use crate::answers::chart::{ChartCell, ChartHand, is_in_row};
use crate::answers::stated_play::{act, combinations};
use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::settlement::{OUTCOMES, Settlement};
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::dealer::grouped::{GroupOf, GroupedDealer};
use crate::dealer::union_sums::Tallies;
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::CasePlay;

/// A decision of the total-dependent chart, made otherwise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Departure {
    /// A hand is played otherwise.
    Hand {
        /// The signal.
        signal: String,
        /// The row of the chart.
        hand: ChartHand,
        /// Whether the hand has two cards; else it has more.
        first_two: bool,
        /// What the chart does.
        chart: Action,
        /// What is done in its place, wherever the hand may do it.
        instead: Action,
    },
    /// The attack wager is made, or not made, and the round then played by the chart that is best for it.
    Attack {
        /// Whether it is made in place of the chart's choice.
        made: bool,
    },
}

/// A departure from the chart under one up card, and what the round gains by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepartureByCardsTaken {
    /// The up card.
    pub up: Value,
    /// The departure.
    pub departure: Departure,
    /// The net result with this departure alone, less that of the chart, in parts of an initial wager.
    pub gain: TakenSum,
}

/// A departure before its gain is known.
type Candidate = (Departure, CasePlay);

impl Solver {
    /// Every decision of the total-dependent chart made otherwise, each alone, with what the net result of a round gains; by up card, signal and row. Decisions to
    /// which no round comes are left out. Each costs the weights of its case once more, and the dealer's final hands for the card sets that differ.
    ///
    /// The chart is that which is best with the full shoe. After the changed decision the round goes on by the chart. A hand of a split pair is played as the chart, so changed,
    /// plays every other hand.
    ///
    /// # Errors
    /// As [`Solver::round_by_cards_taken`].
    pub fn departures_by_cards_taken(&self, groups: &GroupedShoe) -> Result<Vec<DepartureByCardsTaken>, SolveError> {
        self.follows_a_round(WHAT, Class::Td)?;
        let group_of = groups.group_of();
        let mut all = Vec::new();
        for up in self.ups().iter() {
            let settlement = self.settlement(up, Class::Td)?;
            let cases = self.cases(up, settlement);
            let plays = self.plays(&cases, Class::Td)?;
            let dealer = GroupedDealer::new(&up.dealer, group_of);
            for (at, (case, play)) in cases.iter().zip(&plays).enumerate() {
                let before = self.weights_of(case, play, false)?;
                let of_candidate = |(departure, play): Candidate| {
                    let mut weights = vec![Tallies::default(); cases.len()];
                    weights[at] = difference(self.weights_of(case, &play, false)?, &before);
                    Ok::<_, SolveError>((departure, sums_of(up, (&dealer, group_of), &weights)?))
                };
                let found = parallel::try_map_owned(self.candidates(up, case, play), of_candidate)?;
                all.extend(found.into_iter().map(|(departure, sums)| self.departed(up, group_of, departure, &sums)));
            }
            if let Some(other) = self.settlement_with(!settlement.attacked()) {
                let sums = self.attack_gain(up, group_of, [settlement, other])?;
                all.push(self.departed(up, group_of, Departure::Attack { made: other.attacked() }, &sums));
            }
        }
        all.retain(|one| one.gain.terms().next().is_some());
        Ok(all)
    }

    /// The round under the total-dependent chart with each of these sets of departures, those of a set all together, by the cards that it takes; with its square if asked for. Under an up card for which several
    /// sets have the same departures the round is summed once.
    ///
    /// # Errors
    /// As [`Solver::round_by_cards_taken`].
    pub fn rounds_with_departures(
        &self,
        departures: &[Vec<(Value, Departure)>],
        groups: &GroupedShoe,
        squares: bool,
    ) -> Result<Vec<RoundByCardsTaken>, SolveError> {
        self.follows_a_round(WHAT, Class::Td)?;
        let of_up = |set: usize, up: &DealerCache| -> Vec<&Departure> {
            let of_up = departures[set].iter().filter(|(value, _)| *value == up.dealer.up());
            of_up.map(|(_, departure)| departure).collect()
        };
        let play = |up, of_up: &Vec<&Departure>| self.play_with_departures(up, of_up);
        self.rounds_of_charts(departures.len(), (groups, squares), of_up, play)
    }

    fn play_with_departures<'s>(
        &'s self,
        up: &'s DealerCache,
        departures: &[&Departure],
    ) -> Result<ChartPlay<'s>, SolveError> {
        let mut settlement = self.settlement(up, Class::Td)?;
        if let Some(made) = departures.iter().find_map(|one| match one {
            Departure::Attack { made } => Some(*made),
            Departure::Hand { .. } => None,
        }) {
            settlement = self.settlement_with(made).unwrap_or(settlement);
        }
        let cases = self.cases(up, settlement);
        let mut plays = self.plays(&cases, Class::Td)?;
        for (case, play) in cases.iter().zip(&mut plays) {
            let own = &up.dealer.cases()[case.case].signal;
            for departure in departures {
                if let Departure::Hand { signal, hand, first_two, instead, .. } = departure
                    && signal == own
                {
                    *play = self.with_action(play, (*hand, *first_two), *instead);
                }
            }
        }
        Ok((cases, plays))
    }

    fn departed(
        &self,
        up: &DealerCache,
        group_of: &GroupOf,
        departure: Departure,
        of_up: &GroupSums,
    ) -> DepartureByCardsTaken {
        let mut sums: [TakenSum; QUANTITIES] = Default::default();
        self.add_with_up_card(up, group_of, of_up, &mut sums);
        let [gain, ..] = sums;
        DepartureByCardsTaken { up: up.dealer.up(), departure, gain }
    }

    /// What the round gains by the second settlement in place of the first.
    fn attack_gain(
        &self,
        up: &DealerCache,
        group_of: &GroupOf,
        settlements: [&Settlement; 2],
    ) -> Result<GroupSums, SolveError> {
        let dealer = GroupedDealer::new(&up.dealer, group_of);
        let weights = settlements.map(|settlement| {
            let cases = self.cases(up, settlement);
            let plays = self.plays(&cases, Class::Td)?;
            let weights = cases.iter().zip(&plays).map(|(case, play)| self.weights_of(case, play, false));
            weights.collect::<Result<Vec<_>, SolveError>>()
        });
        let [before, after] = weights;
        let gained: Vec<_> =
            after?.into_iter().zip(&before?).map(|(after, before)| difference(after, before)).collect();
        sums_of(up, (&dealer, group_of), &gained)
    }

    /// Every decision of a case made otherwise, with the play that it is then.
    fn candidates(&self, up: &DealerCache, case: &SignalCase<'_>, play: &CasePlay) -> Vec<Candidate> {
        let signal = &up.dealer.cases()[case.case].signal;
        let mut all = Vec::new();
        for ChartCell { hand, first_two, later, .. } in self.rows(up, case, play) {
            for (two, chart) in [(true, first_two), (false, later)] {
                let Some(chart) = chart else { continue };
                for instead in self.allowed_actions(case, hand, two).filter(|&action| action != chart) {
                    let departure = Departure::Hand { signal: signal.clone(), hand, first_two: two, chart, instead };
                    all.push((departure, self.with_action(play, (hand, two), instead)));
                }
            }
        }
        all
    }

    /// What the hands of a row may do before a split.
    fn allowed_actions(&self, case: &SignalCase<'_>, row: ChartHand, first_two: bool) -> impl Iterator<Item = Action> {
        const ALL: [Action; 5] = [Action::Stand, Action::Hit, Action::Double, Action::Split, Action::Surrender];
        let options = case.options;
        let allowed = self.member(case.up, row, first_two).map(|(_, hand)| options.allowed(hand));
        let splits = matches!(row, ChartHand::Pair(_)) && self.game().split.is_some();
        ALL.into_iter().filter(move |&action| match action {
            Action::Split => splits,
            action => allowed.is_some_and(|allowed| act(action, allowed).is_some()),
        })
    }

    /// A play with one action for a row, wherever it is allowed.
    fn with_action(&self, play: &CasePlay, (row, first_two): (ChartHand, bool), action: Action) -> CasePlay {
        let (mut acts, mut split) = (play.play.clone(), play.split);
        for (id, _) in self.hands().iter().filter(|(_, hand)| is_in_row(row, hand, first_two)) {
            for allowed in combinations() {
                if let Some(act) = act(action, allowed) {
                    acts.set(id, allowed, act);
                }
            }
        }
        if let ChartHand::Pair(value) = row {
            split[value.index()] = action == Action::Split;
        }
        CasePlay::new(acts, split)
    }
}

/// Weights less others, without what is zero.
fn difference(mut weights: Tallies<QUANTITIES>, before: &Tallies<QUANTITIES>) -> Tallies<QUANTITIES> {
    for (cards, others) in before {
        let own = weights.entry(*cards).or_default();
        own.iter_mut()
            .zip(others)
            .for_each(|(own, other)| own.iter_mut().zip(other).for_each(|(own, other)| *own -= other));
    }
    weights.retain(|_, quantities| quantities.iter().any(|weights| *weights != [0; OUTCOMES]));
    weights
}
