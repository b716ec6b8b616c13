//! What a stated chart is worth: one that somebody else decided, cell by cell.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::answers::chart::ChartHand;
use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::decisions::{Act, Allowed, Options, Play};
use crate::compiled::hands::{Hand, HandId, Hands};
use crate::compiled::settlement::HandPlace;
use crate::compiled::strategy::Class;
use crate::engine::solution::{Solution, Spread};
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals};
use crate::hand::total_dependent::Cell;
use crate::parallel;
use crate::zero_memory::{self, CasePlay, Moments};

/// What is asked for, in an error.
const WHAT: &str = "a stated strategy";

/// What a strategy states for a row of its chart under one up card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedRow {
    /// The up card.
    pub up: Value,
    /// The signal; every signal if there is none.
    pub signal: Option<String>,
    /// The row.
    pub hand: ChartHand,
    /// Actions on the first two cards, the most wanted first: the first that is allowed is taken.
    pub first_two: Vec<Action>,
    /// Actions with more cards, in the same way.
    pub later: Vec<Action>,
}

/// What a stated strategy is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedValue {
    /// By up card and signal. The class is that of the chart: total-dependent.
    pub solution: Solution,
    /// Variance and average wager.
    pub spread: Spread,
    /// Rows in which the total-dependent chart that is best for the shoe does otherwise.
    pub otherwise: Vec<StatedOtherwise>,
}

/// A row in which the best chart does otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedOtherwise {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
    /// The row.
    pub hand: ChartHand,
    /// What is stated: on the first two cards and with more, where the row has such hands.
    pub stated: [Option<Action>; 2],
    /// What the best chart does.
    pub best: [Option<Action>; 2],
    /// What the EV of a round gains if this row alone is played as the best chart has it. It may be negative: the best chart fits together.
    pub gain: BigRational,
}

/// The wanted actions of one case, by row and whether there are two cards.
type Wanted<'r> = BTreeMap<(ChartHand, bool), &'r [Action]>;

impl Solver {
    /// The EV of a round under a stated chart, its variance if asked for, and what each row costs that the best chart plays otherwise. As long as two solutions,
    /// and milliseconds for each such row.
    ///
    /// The attack wager is made, and even money taken, where that is worth more. A pair that is split is split again as often as the rules allow.
    ///
    /// # Errors
    /// [`SolveError::OpenHand`] for a hand that the chart leaves open and that a round can come to; [`SolveError::Unsolved`] for two hands to switch, early
    /// surrender and doubled hands that may be given up, which a chart does not decide; else as [`Solver::solve`].
    pub fn value_of_chart(&self, rows: &[StatedRow], squares: bool) -> Result<StatedValue, SolveError> {
        self.is_decided_by_a_chart()?;
        let squares = squares && self.variance_is_known();
        let per_up = parallel::try_map(&self.ups, |up| {
            let moments = |cases: &[SignalCase<'_>]| {
                zero_memory::moments(&self.game, cases, &self.stated_plays(cases, rows)?, squares)
            };
            let (settlement, moments) = self.with_attack(up, moments, |moments| &moments.mean)?;
            let cases = self.cases(up, settlement);
            let otherwise = self.played_otherwise(&cases, &self.stated_plays(&cases, rows)?)?;
            Ok((up, settlement, moments, otherwise))
        })?;
        let (mut values, mut round, mut otherwise) = (Vec::new(), Moments::zero(), Vec::new());
        for (up, settlement, moments, of_up) in per_up {
            let means: Vec<BigRational> = moments.iter().map(|one| one.mean.clone()).collect();
            let value = self.up_value(up, settlement, &means);
            moments.iter().for_each(|one| round.add(&one.weighted(&value.probability)));
            if settlement.attacked() {
                round.added += &value.probability;
            }
            otherwise.extend(of_up);
            values.push(value);
        }
        let spread = Spread {
            variance: squares.then(|| &round.square - &round.mean * &round.mean),
            average_wager: round.added + BigRational::one(),
            ev: round.mean,
        };
        Ok(StatedValue { solution: Solution::new(Class::Td, values), spread, otherwise })
    }

    /// That a chart decides everything that the rules leave to the player.
    pub(super) fn is_decided_by_a_chart(&self) -> Result<(), SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what: WHAT, rules });
        let options = self.unsplit_options();
        if self.game.switch.is_some() {
            return unsolved("two hands to switch");
        }
        if options.early {
            return unsolved("early surrender");
        }
        if options.may_rescue {
            return unsolved("doubled hands that may be given up");
        }
        Ok(())
    }

    pub(super) fn stated_plays(
        &self,
        cases: &[SignalCase<'_>],
        rows: &[StatedRow],
    ) -> Result<Vec<CasePlay>, SolveError> {
        cases.iter().map(|case| self.stated_play(case, rows)).collect()
    }

    fn stated_play(&self, case: &SignalCase<'_>, rows: &[StatedRow]) -> Result<CasePlay, SolveError> {
        let mut play = Play::always(&self.hands, Act::Stand);
        let mut split = [false; Value::COUNT];
        if !case.is_played() {
            return Ok(CasePlay::new(play, split));
        }
        let signal = &case.up.dealer.cases()[case.case].signal;
        let up = case.up.dealer.up();
        let mut wanted: Wanted<'_> = Wanted::new();
        // What is stated for one signal goes before what is stated for all.
        for of_signal in [false, true] {
            let stated = rows.iter().filter(|row| row.up == up && row.signal.is_some() == of_signal);
            for row in stated.filter(|row| row.signal.as_ref().is_none_or(|named| named == signal)) {
                wanted.insert((row.hand, true), &row.first_two);
                wanted.insert((row.hand, false), &row.later);
            }
        }
        let mut open = vec![[false; 8]; self.hands.len()];
        for (id, hand) in self.hands.iter().filter(|(_, hand)| hand.size >= 2) {
            let of_hand = wanted_of(&wanted, hand);
            for (at, allowed) in combinations().enumerate() {
                match of_hand.iter().find_map(|action| act(*action, allowed)) {
                    Some(act) => play.set(id, allowed, act),
                    None => open[id as usize][at] = allowed.draw || allowed.surrender,
                }
            }
            if let Some(value) = hand.pair() {
                let may = |action: &&Action| match action {
                    Action::Split => self.game.split.is_some(),
                    action => act(**action, case.options.allowed(hand)).is_some(),
                };
                split[value] = of_hand.iter().find(may) == Some(&Action::Split);
            }
        }
        let play = CasePlay::new(play, split);
        self.all_is_stated(case, &play, &open)?;
        Ok(play)
    }

    /// That no hand is left open which the play comes to.
    fn all_is_stated(&self, case: &SignalCase<'_>, play: &CasePlay, open: &[[bool; 8]]) -> Result<(), SolveError> {
        let unsplit = deals(&self.hands).map(|(id, _)| id);
        let unsplit = unsplit.filter(|&id| self.hands.get(id).pair().is_none_or(|value| !play.split[value]));
        self.is_stated_from(case, (play, open), unsplit.collect(), case.options)?;
        for value in (0..Value::COUNT).filter(|&value| play.split[value]) {
            let Some(single) = self.hands.single(value) else { continue };
            for place in [HandPlace::First, HandPlace::Later] {
                self.is_stated_from(case, (play, open), vec![single], Options::split(&self.game, value, place))?;
            }
        }
        Ok(())
    }

    fn is_stated_from(
        &self,
        case: &SignalCase<'_>,
        (play, open): (&CasePlay, &[[bool; 8]]),
        mut hands: Vec<HandId>,
        options: Options,
    ) -> Result<(), SolveError> {
        let mut seen = vec![false; self.hands.len()];
        while let Some(id) = hands.pop() {
            let hand = self.hands.get(id);
            if std::mem::replace(&mut seen[id as usize], true) || !case.up.is_feasible(hand.cards) {
                continue;
            }
            let allowed = options.allowed(hand);
            let at = combinations().position(|one| one == allowed).unwrap_or_default();
            if hand.size >= 2 && !options.is_blackjack(hand) && open[id as usize][at] {
                let signal = case.up.dealer.cases()[case.case].signal.clone();
                return Err(SolveError::OpenHand { up: case.up.dealer.up(), signal, hand: hand.cards.into() });
            }
            if hand.size == 1 || play.play.act(id, hand, &options) == Act::Hit {
                hands.extend(hand.grown());
            }
        }
        Ok(())
    }

    /// The rows that the best chart plays otherwise, with what changing each alone gains.
    fn played_otherwise(
        &self,
        cases: &[SignalCase<'_>],
        stated: &[CasePlay],
    ) -> Result<Vec<StatedOtherwise>, SolveError> {
        let Some(&SignalCase { up, .. }) = cases.first() else { return Ok(Vec::new()) };
        let best = self.plays(cases, Class::Td)?;
        let mut all = Vec::new();
        for ((case, stated), best) in cases.iter().zip(stated).zip(&best) {
            let before = stated.mean(&self.game, case)?;
            let rows = self.rows(up, case, stated).into_iter().zip(self.rows(up, case, best));
            for (mine, other) in rows.filter(|(mine, other)| mine != other) {
                let after = self.with_row(stated, best, mine.hand).mean(&self.game, case)?;
                all.push(StatedOtherwise {
                    up: mine.up,
                    signal: mine.signal,
                    hand: mine.hand,
                    stated: [mine.first_two, mine.later],
                    best: [other.first_two, other.later],
                    gain: (after - &before) * self.share(up),
                });
            }
        }
        // What is written otherwise and played alike has no gain.
        all.retain(|one| !one.gain.is_zero() || one.stated != one.best);
        Ok(all)
    }

    /// A play with one row played as another does.
    fn with_row(&self, play: &CasePlay, other: &CasePlay, row: ChartHand) -> CasePlay {
        let (mut acts, mut split) = (play.play.clone(), play.split);
        for (id, _) in self.hands.iter().filter(|(_, hand)| hand.size >= 2 && row_of(hand) == row) {
            combinations().for_each(|allowed| acts.set(id, allowed, other.play.of(id, allowed)));
        }
        if let ChartHand::Pair(value) = row {
            split[value.index()] = other.split[value.index()];
        }
        CasePlay::new(acts, split)
    }
}

/// Everything that a hand may be allowed.
pub(super) fn combinations() -> impl Iterator<Item = Allowed> {
    (0..8_u8).map(|bits| Allowed { draw: bits & 1 > 0, double: bits & 2 > 0, surrender: bits & 4 > 0 })
}

/// An action as an act on a hand, if it is allowed; splits are apart.
pub(super) fn act(action: Action, allowed: Allowed) -> Option<Act> {
    match action {
        Action::Stand => Some(Act::Stand),
        Action::Hit => allowed.draw.then_some(Act::Hit),
        Action::Double => allowed.double.then_some(Act::Double),
        Action::Surrender => allowed.surrender.then_some(Act::Surrender),
        Action::Split => None,
    }
}

/// The row of a hand.
fn row_of(hand: &Hand) -> ChartHand {
    let cell = Cell::of(hand);
    match cell.pair.and_then(Value::from_index) {
        Some(value) => ChartHand::Pair(value),
        None if cell.soft => ChartHand::Soft(cell.total),
        None => ChartHand::Hard(cell.total),
    }
}

/// What is wanted of a hand. A pair that the chart does not have, or that it would split and may not, is played by its total.
fn wanted_of(wanted: &Wanted<'_>, hand: &Hand) -> Vec<Action> {
    let first_two = hand.size == 2;
    let by_total = if hand.soft { ChartHand::Soft(hand.total) } else { ChartHand::Hard(hand.total) };
    let of = |row: ChartHand| wanted.get(&(row, first_two)).copied().unwrap_or_default();
    let own = of(row_of(hand));
    let is_pair = matches!(row_of(hand), ChartHand::Pair(_));
    let only_splits = own.iter().all(|&action| action == Action::Split);
    let rest = if is_pair && only_splits { of(by_total) } else { Default::default() };
    let mut all: Vec<Action> = own.iter().chain(rest).copied().collect();
    if all.is_empty() && hand.total == Hands::TWENTY_ONE {
        // No chart has a row for it.
        all.push(Action::Stand);
    }
    all
}
