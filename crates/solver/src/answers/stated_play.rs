//! What a stated chart is worth: one that somebody else decided, cell by cell.

use std::collections::{BTreeMap, BTreeSet};

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;

use crate::answers::chart::ChartHand;
use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::decisions::{Act, Allowed, Options, Play};
use crate::compiled::hands::{Hand, HandId, Hands};
use crate::compiled::settlement::{Doubling, HandPlace};
use crate::compiled::strategy::Class;
use crate::engine::solution::{OfUp, Solution, UpValue};
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals};
use crate::hand::total_dependent::Cell;
use crate::parallel;
use crate::zero_memory::{self, CasePlay};

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
    /// Actions on the first two cards, the most wanted first: the first that is allowed is taken. Where none is, a hand that may not draw
    /// stands.
    pub first_two: Vec<Action>,
    /// Actions with more cards, in the same way.
    pub later: Vec<Action>,
    /// What is done with a doubled hand of this total once it has its card, where doubled hands may be given up: surrender it, or stand. It stands where nothing is stated.
    pub doubled: Vec<Action>,
    /// What is done with two such cards of split aces that get no further card, where they may be given up: surrender them, or stand. What is
    /// stated for the first two cards is done where nothing is stated.
    pub split_aces: Vec<Action>,
}

impl StatedRow {
    /// A row for every signal that states nothing.
    pub fn new(up: Value, hand: ChartHand) -> Self {
        Self {
            up,
            signal: None,
            hand,
            first_two: Vec::new(),
            later: Vec::new(),
            doubled: Vec::new(),
            split_aces: Vec::new(),
        }
    }
}

/// What a stated strategy is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedValue {
    /// What it is worth. The class is that of the chart: total-dependent.
    pub solution: Solution,
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
    /// Whether it is one of doubled hands that have their card. Then what is done with them stands in the second place of what is stated and what is best.
    pub doubled: bool,
    /// What is stated: on the first two cards and with more, where the row has such hands.
    pub stated: [Option<Action>; 2],
    /// What the best chart does.
    pub best: [Option<Action>; 2],
    /// What the EV of a round gains if this row alone is played as the best chart has it. It may be negative: the best chart fits together.
    pub gain: BigRational,
}

/// The wanted actions of one case, by row and whether there are two cards.
type Wanted<'r> = BTreeMap<(ChartHand, bool), &'r [Action]>;

/// What a chart states for one case, before it is known what is given up under every signal.
struct StatedCase {
    play: CasePlay,
    /// By hand and what it may do, whether the chart leaves it open.
    open: Vec<[bool; 8]>,
    /// By hand, whether two cards are to be given up before any signal.
    early: Vec<bool>,
}

impl Solver {
    /// The EV of a round under a stated chart, its variance if asked for, and what each row costs that the best chart plays otherwise. As long as two solutions,
    /// and milliseconds for each such row.
    ///
    /// The attack wager is made, and even money taken, where that is worth more. Two cards that are given up before any signal are those that the rows of every
    /// signal under which hands are played would first give up. A pair that is split is split again as often as the rules allow.
    ///
    /// # Errors
    /// [`SolveError::OpenHand`] for a hand that the chart leaves open and that a round can come to; [`SolveError::Unsolved`] for two hands to switch, which a
    /// chart does not decide; else as [`Solver::solve`].
    pub fn value_of_chart(&self, rows: &[StatedRow], squares: bool) -> Result<StatedValue, SolveError> {
        self.is_decided_by_a_chart()?;
        let squares = squares && self.variance_is_known();
        let per_up = parallel::try_map(self.ups(), |up| {
            let moments = |cases: &[SignalCase<'_>]| {
                zero_memory::moments(self.game(), cases, &self.stated_plays(cases, rows)?, squares)
            };
            let of_up = self.with_attack(up, moments, |moments| &moments.mean)?;
            let cases = self.cases(up, of_up.settlement);
            let otherwise = self.played_otherwise(&cases, &self.stated_plays(&cases, rows)?)?;
            Ok((up, of_up, otherwise))
        })?;
        let (mut values, mut otherwise) = (Vec::new(), Vec::new());
        for (up, OfUp { settlement, values: moments, other_attack_ev }, of_up) in per_up {
            otherwise.extend(of_up);
            let means = moments.iter().map(|one| &one.mean);
            values.push((UpValue { other_attack_ev, ..self.up_value(up, settlement, means) }, moments));
        }
        Ok(StatedValue { solution: Solution::of_ups(Class::Td, values, squares), otherwise })
    }

    /// That a chart decides everything that the rules leave to the player.
    pub(super) fn is_decided_by_a_chart(&self) -> Result<(), SolveError> {
        match self.game().switch {
            Some(_) => Err(SolveError::Unsolved { what: WHAT, rules: "two hands to switch" }),
            None => Ok(()),
        }
    }

    pub(super) fn stated_plays(
        &self,
        cases: &[SignalCase<'_>],
        rows: &[StatedRow],
    ) -> Result<Vec<CasePlay>, SolveError> {
        let mut stated: Vec<StatedCase> = cases.iter().map(|case| self.stated_case(case, rows)).collect();
        let played = || cases.iter().zip(&stated).filter(|(case, _)| case.is_played()).map(|(_, one)| &one.early);
        if cases.iter().any(|case| case.options.early) && played().next().is_some() {
            let early: Vec<bool> = (0..self.hands().len()).map(|id| played().all(|early| early[id])).collect();
            stated.iter_mut().for_each(|one| one.play.give_up_early(self.hands(), &early));
        }
        for (case, one) in cases.iter().zip(&stated).filter(|(case, _)| case.is_played()) {
            self.all_is_stated(case, &one.play, &one.open)?;
        }
        Ok(stated.into_iter().map(|one| one.play).collect())
    }

    fn stated_case(&self, case: &SignalCase<'_>, rows: &[StatedRow]) -> StatedCase {
        let mut play = Play::always(self.hands(), Act::Stand);
        let mut split = [false; Value::COUNT];
        let (mut open, mut early) = (vec![[false; 8]; self.hands().len()], vec![false; self.hands().len()]);
        if !case.is_played() {
            return StatedCase { play: CasePlay::new(play, split), open, early };
        }
        let signal = &case.up.dealer.cases()[case.case].signal;
        let up = case.up.dealer.up();
        let mut wanted: Wanted<'_> = Wanted::new();
        let mut doubled: BTreeMap<ChartHand, &[Action]> = BTreeMap::new();
        let mut split_aces: BTreeMap<ChartHand, Action> = BTreeMap::new();
        // What is stated for one signal goes before what is stated for all.
        for of_signal in [false, true] {
            let stated = rows.iter().filter(|row| row.up == up && row.signal.is_some() == of_signal);
            for row in stated.filter(|row| row.signal.as_ref().is_none_or(|named| named == signal)) {
                wanted.insert((row.hand, true), &row.first_two);
                wanted.insert((row.hand, false), &row.later);
                doubled.insert(row.hand, &row.doubled);
                split_aces.extend(row.split_aces.first().map(|&done| (row.hand, done)));
            }
        }
        for (id, hand) in self.hands().iter().filter(|(_, hand)| hand.may_be_given_up()) {
            let first = doubled.get(&by_total(hand)).and_then(|actions| actions.first());
            let is_given_up = first == Some(&Action::Surrender);
            play.set_given_up_double(id, |_| is_given_up);
        }
        for (id, hand) in self.hands().iter().filter(|(_, hand)| hand.size >= 2) {
            let of_hand = wanted_of(&wanted, hand);
            let of_rows = [row_of(hand), by_total(hand)].into_iter().find_map(|row| split_aces.get(&row));
            let of_ace = of_rows.filter(|_| hand.size == 2 && hand.soft);
            for (at, allowed) in combinations().enumerate() {
                let of_ace = of_ace.filter(|_| allowed.surrender && !allowed.draw);
                match of_ace.into_iter().chain(&of_hand).find_map(|action| act(*action, allowed)) {
                    Some(act) => play.set(id, allowed, act),
                    // A hand that may only be given up besides stands.
                    None => open[id as usize][at] = allowed.draw,
                }
            }
            if let Some(value) = hand.pair() {
                let may = |action: &&Action| match action {
                    Action::Split => self.game().split.is_some(),
                    action => act(**action, case.options.allowed(hand)).is_some(),
                };
                split[value] = of_hand.iter().find(may) == Some(&Action::Split);
            }
            early[id as usize] = case.options.early && hand.size == 2 && hand.surrenders && {
                let is_done = |action: &&Action| match action {
                    Action::Surrender => true,
                    Action::Split => hand.pair().is_some() && self.game().split.is_some(),
                    action => act(**action, case.options.allowed(hand)).is_some(),
                };
                of_hand.iter().find(is_done) == Some(&Action::Surrender)
            };
        }
        StatedCase { play: CasePlay::new(play, split), open, early }
    }

    /// That no hand is left open which the play comes to.
    fn all_is_stated(&self, case: &SignalCase<'_>, play: &CasePlay, open: &[[bool; 8]]) -> Result<(), SolveError> {
        let unsplit = deals(self.hands()).map(|(id, _)| id);
        let unsplit = unsplit.filter(|&id| self.hands().get(id).pair().is_none_or(|value| !play.split[value]));
        self.is_stated_from(case, (play, open), unsplit.collect(), case.options)?;
        for value in (0..Value::COUNT).filter(|&value| play.split[value]) {
            let Some(single) = self.hands().single(value) else { continue };
            for place in [HandPlace::First, HandPlace::Later] {
                self.is_stated_from(case, (play, open), vec![single], Options::split(self.game(), value, place))?;
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
        let mut seen = vec![false; self.hands().len()];
        while let Some(id) = hands.pop() {
            let hand = self.hands().get(id);
            if std::mem::replace(&mut seen[id as usize], true) || !case.up.is_feasible(hand.cards) {
                continue;
            }
            let allowed = options.allowed(hand);
            let at = combinations().position(|one| one == allowed).unwrap_or_default();
            let is_decided = play.play.act(id, hand, &options) == Act::Surrender;
            if hand.size >= 2 && !options.is_blackjack(hand) && !is_decided && open[id as usize][at] {
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
            let before = stated.mean(self.game(), case)?;
            let rows = self.rows(up, case, stated).into_iter().zip(self.rows(up, case, best));
            for (mine, other) in rows.filter(|(mine, other)| mine != other) {
                let after = self.with_row(stated, best, mine.hand).mean(self.game(), case)?;
                all.push(StatedOtherwise {
                    up: mine.up,
                    signal: mine.signal,
                    hand: mine.hand,
                    doubled: false,
                    stated: [mine.first_two, mine.later],
                    best: [other.first_two, other.later],
                    gain: (after - &before) * self.share(up),
                });
            }
        }
        for ((case, stated), best) in
            cases.iter().zip(stated).zip(&best).filter(|((case, _), _)| case.options.may_give_up_doubled)
        {
            let before = stated.mean(self.game(), case)?;
            for row in self.doubled_rows(case, stated) {
                let [mine, other] = [stated, best].map(|play| self.gives_up_doubled(case, play, row));
                if mine != other {
                    let after = self.with_doubled(stated, best, row).mean(self.game(), case)?;
                    all.push(StatedOtherwise {
                        up: up.dealer.up(),
                        signal: up.dealer.cases()[case.case].signal.clone(),
                        hand: row,
                        doubled: true,
                        stated: [None, Some(mine)],
                        best: [None, Some(other)],
                        gain: (after - &before) * self.share(up),
                    });
                }
            }
        }
        // What is written otherwise and played alike has no gain.
        all.retain(|one| !one.gain.is_zero() || one.stated != one.best);
        Ok(all)
    }

    /// A play with one row played as another does.
    fn with_row(&self, play: &CasePlay, other: &CasePlay, row: ChartHand) -> CasePlay {
        let (mut acts, mut split) = (play.play.clone(), play.split);
        for (id, _) in self.hands().iter().filter(|(_, hand)| hand.size >= 2 && row_of(hand) == row) {
            combinations().for_each(|allowed| acts.set(id, allowed, other.play.of(id, allowed)));
            acts.early[id as usize] = other.play.early[id as usize];
        }
        if let ChartHand::Pair(value) = row {
            split[value.index()] = other.split[value.index()];
        }
        CasePlay::new(acts, split)
    }

    /// The rows of doubled hands that a play comes to, unsplit or of a split.
    fn doubled_rows(&self, case: &SignalCase<'_>, play: &CasePlay) -> BTreeSet<ChartHand> {
        let after_split = (0..Value::COUNT).filter(|&value| play.split[value]);
        let places = after_split.map(|value| Options::split(self.game(), value, HandPlace::First));
        let places: Vec<Options> = [case.options].into_iter().chain(places).collect();
        let is_doubled = |&(id, hand): &(HandId, &Hand)| {
            hand.size >= 2 && places.iter().any(|options| play.play.act(id, hand, options) == Act::Double)
        };
        let drawn = self.hands().iter().filter(is_doubled).flat_map(|(_, hand)| hand.grown());
        let drawn = drawn.map(|id| self.hands().get(id));
        drawn.filter(|hand| hand.may_be_given_up() && case.up.is_feasible(hand.cards)).map(by_total).collect()
    }

    fn gives_up_doubled(&self, case: &SignalCase<'_>, play: &CasePlay, row: ChartHand) -> Action {
        let mut of_row = self.of_doubled_row(row).filter(|(_, hand)| case.up.is_feasible(hand.cards));
        let is_given_up =
            of_row.any(|(id, _)| Doubling::DOUBLED.into_iter().any(|doubling| play.play.gives_up_double(doubling, id)));
        if is_given_up { Action::Surrender } else { Action::Stand }
    }

    fn of_doubled_row(&self, row: ChartHand) -> impl Iterator<Item = (HandId, &Hand)> {
        self.hands().iter().filter(move |(_, hand)| hand.may_be_given_up() && by_total(hand) == row)
    }

    /// A play with the doubled hands of one total done with as another does.
    fn with_doubled(&self, play: &CasePlay, other: &CasePlay, row: ChartHand) -> CasePlay {
        let mut acts = play.play.clone();
        for (id, _) in self.of_doubled_row(row) {
            acts.set_given_up_double(id, |doubling| other.play.gives_up_double(doubling, id));
        }
        CasePlay::new(acts, play.split)
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

/// The row of a hand's total, pair or not.
fn by_total(hand: &Hand) -> ChartHand {
    if hand.soft { ChartHand::Soft(hand.total) } else { ChartHand::Hard(hand.total) }
}

/// What is wanted of a hand. A pair that the chart does not have, or that it would split and may not, is played by its total.
fn wanted_of(wanted: &Wanted<'_>, hand: &Hand) -> Vec<Action> {
    let first_two = hand.size == 2;
    let of = |row: ChartHand| wanted.get(&(row, first_two)).copied().unwrap_or_default();
    let own = of(row_of(hand));
    let is_pair = matches!(row_of(hand), ChartHand::Pair(_));
    let only_splits = own.iter().all(|&action| action == Action::Split);
    let rest = if is_pair && only_splits { of(by_total(hand)) } else { Default::default() };
    let mut all: Vec<Action> = own.iter().chain(rest).copied().collect();
    if all.is_empty() && hand.total == Hands::TWENTY_ONE {
        // No chart has a row for it.
        all.push(Action::Stand);
    }
    all
}
