//! The strategies as tables: the total-dependent chart, and where composition changes it.

use std::collections::BTreeSet;

use cards::{Composition, Value};

use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::decisions::{Act, Allowed, Options};
use crate::compiled::hands::{Hand, HandId};
use crate::compiled::settlement::{Doubling, HandPlace};
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals};
use crate::hand::total_dependent::Cell;
use crate::parallel;
use crate::zero_memory::CasePlay;

/// A row of the chart: the hands that a total-dependent player cannot tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChartHand {
    /// A total without an ace counted as 11; not a pair while there are two cards.
    Hard(u8),
    /// A total with an ace counted as 11; not a pair while there are two cards.
    Soft(u8),
    /// Two cards of this value.
    Pair(Value),
}

/// What the total-dependent player does with a row under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartCell {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
    /// The row.
    pub hand: ChartHand,
    /// Best total of the row's hands.
    pub total: u8,
    /// Action on the first two cards; `None` if no two cards of the shoe make the row.
    pub first_two: Option<Action>,
    /// Action with more cards; `None` if none make the row, and for pairs.
    pub later: Option<Action>,
    /// What replaces `first_two` where that is not allowed. `None` for standing, hitting and what is given up before the dealer looks.
    pub otherwise: Option<Action>,
}

/// Doubled hands that the total-dependent player gives up once they have their card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubledGivenUp {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
    /// Totals of the hands, hard ones first.
    pub hands: Vec<ChartHand>,
}

/// A hand that the two zero-memory strategies play differently, among the hands that CDZ- can come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompositionException {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
    /// The hand's cards.
    pub hand: Composition,
    /// Its best total.
    pub total: u8,
    /// Whether an ace counts as 11.
    pub soft: bool,
    /// The total-dependent action.
    pub td: Action,
    /// The composition-dependent action.
    pub cdz: Action,
}

impl Solver {
    /// The total-dependent strategy, by up card, signal and row. Only signals under which the player acts.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn chart(&self) -> Result<Vec<ChartCell>, SolveError> {
        let per_up: Vec<Vec<ChartCell>> = parallel::try_map(self.ups(), |up| {
            let cases = self.cases(up, self.settlement(up, Class::Td)?);
            let plays = self.plays(&cases, Class::Td)?;
            Ok::<_, SolveError>(cases.iter().zip(&plays).flat_map(|(case, play)| self.rows(up, case, play)).collect())
        })?;
        Ok(per_up.concat())
    }

    /// The doubled hands that the total-dependent strategy gives up, by up card and signal; nothing where that is not allowed.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn doubled_given_up(&self) -> Result<Vec<DoubledGivenUp>, SolveError> {
        let mut given_up = Vec::new();
        if !self.unsplit_options().may_give_up_doubled {
            return Ok(given_up);
        }
        for up in self.ups().iter() {
            let cases = self.cases(up, self.settlement(up, Class::Td)?);
            let plays = self.plays(&cases, Class::Td)?;
            for (case, play) in cases.iter().zip(&plays).filter(|(case, _)| case.is_played()) {
                let doubled = self.hands().iter().filter(|&(id, hand)| {
                    up.is_feasible(hand.cards) && play.play.act(id, hand, &case.options) == Act::Double
                });
                let cards = doubled.flat_map(|(_, hand)| hand.grown().map(|next| (next, Doubling::of(hand))));
                let hands: BTreeSet<ChartHand> = cards
                    .map(|(id, doubling)| (id, self.hands().get(id), doubling))
                    .filter(|&(id, hand, doubling)| play.play.gives_up_doubled(id, hand, doubling, &case.options))
                    .map(
                        |(_, hand, _)| {
                            if hand.soft { ChartHand::Soft(hand.total) } else { ChartHand::Hard(hand.total) }
                        },
                    )
                    .collect();
                if !hands.is_empty() {
                    let signal = up.dealer.cases()[case.case].signal.clone();
                    given_up.push(DoubledGivenUp { up: up.dealer.up(), signal, hands: hands.into_iter().collect() });
                }
            }
        }
        Ok(given_up)
    }

    /// The rows of a play under one up card and signal.
    pub(super) fn rows(&self, up: &DealerCache, case: &SignalCase<'_>, play: &CasePlay) -> Vec<ChartCell> {
        if !case.is_played() {
            return Vec::new();
        }
        let hands = (5..=20).map(ChartHand::Hard).chain((12..=20).map(ChartHand::Soft));
        let rows = hands.chain(Value::all().map(ChartHand::Pair));
        let signal = &up.dealer.cases()[case.case].signal;
        rows.filter_map(|hand| {
            let member = |first_two: bool| self.member(up, hand, first_two);
            let first = member(true);
            let later = member(false).map(|(id, one)| Action::from(play.play.act(id, one, &case.options)));
            let total = first.or_else(|| member(false)).map(|(_, one)| one.total)?;
            let (first_two, otherwise) = match first {
                None => (None, None),
                Some((id, one)) => {
                    let act = self.first_act(play, id, one);
                    (Some(act), self.instead(play, id, act))
                }
            };
            Some(ChartCell { up: up.dealer.up(), signal: signal.clone(), hand, total, first_two, later, otherwise })
        })
        .collect()
    }

    /// A hand of a row that may be dealt and may draw; all of a row are alike in what they may do.
    pub(super) fn member(&self, up: &DealerCache, row: ChartHand, first_two: bool) -> Option<(HandId, &Hand)> {
        self.hands().iter().find(|(_, one)| one.may_draw && up.is_feasible(one.cards) && is_in_row(row, one, first_two))
    }

    fn first_act(&self, play: &CasePlay, id: HandId, hand: &Hand) -> Action {
        match hand.pair() {
            Some(value) if play.split[value] => Action::Split,
            _ => play.play.act(id, hand, &self.unsplit_options()).into(),
        }
    }

    /// What replaces an action that is not allowed.
    fn instead(&self, play: &CasePlay, id: HandId, act: Action) -> Option<Action> {
        let hand = self.hands().get(id);
        let options = self.unsplit_options();
        let allowed = options.allowed(hand);
        match act {
            Action::Split => {
                let value = hand.pair()?;
                // A pair that may not be split is played on, also of aces, whose halves would get one card each.
                let options = Options::split(self.game(), value, HandPlace::First).played_on();
                Some(play.play.act(id, hand, &options).into())
            }
            // Of a pair the play does not say whether it would be split.
            Action::Surrender if options.early => None,
            Action::Surrender => Some(play.play.of(id, Allowed { surrender: false, ..allowed }).into()),
            Action::Double => Some(play.play.of(id, Allowed { double: false, ..allowed }).into()),
            Action::Stand | Action::Hit => None,
        }
    }

    /// Where CDZ- departs from the chart, by up card and signal, fewest cards first.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn composition_exceptions(&self) -> Result<Vec<CompositionException>, SolveError> {
        let per_up: Vec<Vec<CompositionException>> = parallel::try_map(self.ups(), |up| {
            let cases = self.cases(up, self.settlement(up, Class::CdzMinus)?);
            let td = self.plays(&cases, Class::Td)?;
            let cdz = self.plays(&cases, Class::CdzMinus)?;
            let per_case = cases.iter().zip(td.iter().zip(&cdz));
            Ok::<_, SolveError>(per_case.flat_map(|(case, (td, cdz))| self.exceptions(up, case, td, cdz)).collect())
        })?;
        Ok(per_up.concat())
    }

    fn exceptions(
        &self,
        up: &DealerCache,
        case: &SignalCase<'_>,
        td: &CasePlay,
        cdz: &CasePlay,
    ) -> Vec<CompositionException> {
        if !case.is_played() {
            return Vec::new();
        }
        let reached = self.reached(case, cdz);
        let mut exceptions: Vec<CompositionException> = self
            .hands()
            .iter()
            .filter(|&(id, hand)| reached[id as usize] && hand.size >= 2 && case.can_hold(hand.cards))
            .filter_map(|(id, hand)| {
                let (td, cdz) = (self.first_act(td, id, hand), self.first_act(cdz, id, hand));
                (td != cdz).then(|| CompositionException {
                    up: up.dealer.up(),
                    signal: up.dealer.cases()[case.case].signal.clone(),
                    hand: hand.cards.into(),
                    total: hand.total,
                    soft: hand.soft,
                    td,
                    cdz,
                })
            })
            .collect();
        exceptions.sort_by_key(|one| (one.hand.total(), one.total));
        exceptions.dedup();
        exceptions
    }

    /// The hands that a play can come to, split or not.
    fn reached(&self, case: &SignalCase<'_>, play: &CasePlay) -> Vec<bool> {
        let mut reached = vec![false; self.hands().len()];
        for (id, _) in deals(self.hands()) {
            reached[id as usize] = self.hands().get(id).pair().is_none_or(|value| !play.split[value]);
        }
        let splits = (0..Value::COUNT).filter(|&value| play.split[value]);
        for (value, single) in splits.filter_map(|value| Some((value, self.hands().single(value)?))) {
            if !Options::split(self.game(), value, HandPlace::First).one_card {
                reached[single as usize] = true;
            }
        }
        for (id, hand) in self.hands().iter() {
            let draws = hand.size == 1 || play.play.act(id, hand, &case.options) == Act::Hit;
            if reached[id as usize] && draws {
                hand.grown().for_each(|next| reached[next as usize] = true);
            }
        }
        reached
    }
}

/// Whether a hand is of a row, with two cards or with more.
pub(super) fn is_in_row(row: ChartHand, hand: &Hand, first_two: bool) -> bool {
    let cell = Cell::of(hand);
    hand.size >= 2
        && cell.first_two == first_two
        && match row {
            ChartHand::Hard(total) => !cell.soft && cell.pair.is_none() && cell.total == total,
            ChartHand::Soft(total) => cell.soft && cell.pair.is_none() && cell.total == total,
            ChartHand::Pair(value) => cell.pair == Some(value.index()),
        }
}
