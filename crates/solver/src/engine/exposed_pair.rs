//! Dealers whose two cards the player sees.
//!
//! The dealer plays his two cards whichever of them was the up card, and so does a player who sees both. A case with one hole card is
//! then the case of the other up card with the two cards changed over, and each two cards need be solved once: a case is worth, given its
//! up card and weighted by the case, what the other is worth times the other up card's probability over its own.

use std::sync::Arc;

use cards::Value;
use rules::{Game, HoleCase, SurrenderWhen};

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::strategy::Class;
use crate::dealer::Dealer;
use crate::dealer::cache::DealerCache;
use crate::engine::decided::{CaseKey, CasePlace, decided_beside};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

impl Solver {
    /// By up card and case, the case as which it is solved: itself, or that of an up card before it.
    pub(super) fn solved_as(&self, strategy: Class) -> Vec<Vec<CasePlace>> {
        let dealers: Vec<&Dealer> = self.ups().iter().map(|up| &*up.dealer).collect();
        solved_as(self.game(), &dealers, strategy)
    }

    /// As [`Solver::plays`]. A case that is another one changed over is played as that one, once that is known. `beside` are the cases under another
    /// class, if these are known.
    ///
    /// # Errors
    /// As there.
    pub(super) fn plays_changed_over(
        &self,
        cases: &[SignalCase<'_>],
        strategy: Class,
        beside: Option<&[CasePlay]>,
    ) -> Result<Vec<CasePlay>, SolveError> {
        let Some(keys) = self.keys_of_pairs(cases, strategy) else {
            let beside: Vec<_> = beside.into_iter().flatten().map(Some).collect();
            return self.plays_beside(cases, strategy, &beside);
        };
        let mut plays: Vec<Option<CasePlay>> = keys.iter().map(|key| self.known_pair(key)).collect();
        let is_open = |at: &usize| plays[*at].is_none();
        let open: Vec<usize> = (0..cases.len()).filter(is_open).collect();
        let beside: Vec<_> = open.iter().map(|&at| self.case_beside(&keys[at])).collect();
        let beside: Vec<_> = beside.iter().map(Option::as_deref).collect();
        let open_cases: Vec<_> = open.iter().map(|&at| cases[at]).collect();
        let of_open = self.plays_beside(&open_cases, strategy, &beside)?;
        for (at, play) in open.into_iter().zip(of_open) {
            if let PairKey { case, changed_over: false } = keys[at] {
                self.known().keep_case(case, play.clone());
            }
            plays[at] = Some(play);
        }
        Ok(plays.into_iter().flatten().collect())
    }

    /// A case under another class, if that is known and the case is not another one changed over.
    fn case_beside(&self, key: &PairKey) -> Option<Arc<CasePlay>> {
        let (place, settlement, strategy) = key.case;
        self.known().case((place, settlement, decided_beside(strategy))).filter(|_| !key.changed_over)
    }

    fn known_pair(&self, key: &PairKey) -> Option<CasePlay> {
        let known = self.known().case(key.case)?;
        // What hands of a split are worth is weighted by the case.
        Some(if key.changed_over { CasePlay::new(known.play.clone(), known.split) } else { CasePlay::clone(&known) })
    }

    /// What decides each case; `None` if no case is another one changed over, or for cases that are not this solver's.
    fn keys_of_pairs(&self, cases: &[SignalCase<'_>], strategy: Class) -> Option<Vec<PairKey>> {
        let first = cases.first().filter(|_| self.shared().is_none())?;
        let places = self.solved_as(strategy);
        if each_is_own(&places) {
            return None;
        }
        let cards = |up: &DealerCache| (up.dealer.up(), up.left_after(CardSet::NONE));
        let up = self.ups().iter().position(|up| cards(up) == cards(first.up))?;
        let settlement = self.place_of_settlement(first.table.settlement)?;
        let key = |case: &SignalCase<'_>| {
            let hole_case = &case.up.dealer.cases()[case.case];
            let own = (up, self.ups()[up].dealer.cases().iter().position(|one| one == hole_case)?);
            let place = places[own.0][own.1];
            let changed_over = place != own && self.alike_changed_over(up, place.0);
            let is_known = std::ptr::eq(case.up, first.up) && std::ptr::eq(case.table.hands, &**self.hands());
            let place = if changed_over { place } else { own };
            is_known.then_some(PairKey { case: (place, settlement, strategy), changed_over })
        };
        cases.iter().map(key).collect()
    }

    /// Whether the shoe leaves every hand to be dealt beside two cards, so that no decision hangs on which of them is the up card.
    fn alike_changed_over(&self, up: usize, hole: usize) -> bool {
        let (up, hole) = (&self.ups()[up], CardSet::one(self.ups()[hole].dealer.up().index()));
        self.hands().iter().all(|(_, hand)| up.is_feasible(hand.cards + hole))
    }
}

/// What decides a case.
struct PairKey {
    case: CaseKey,
    /// Whether that is another case, with the two cards changed over.
    changed_over: bool,
}

/// The cases of an up card that are solved as themselves, of those places as which each is solved.
pub(crate) fn own_cases(up: usize, places: &[CasePlace]) -> Vec<usize> {
    (0..places.len()).filter(|&case| places[case] == (up, case)).collect()
}

/// Whether every case of every up card is solved as itself.
pub(crate) fn each_is_own(places: &[Vec<CasePlace>]) -> bool {
    places.iter().enumerate().all(|(up, places)| own_cases(up, places).len() == places.len())
}

/// As [`Solver::solved_as`], of a game's dealers, one for each up card that the shoe holds, in their order.
pub(crate) fn solved_as(game: &Game, dealers: &[&Dealer], strategy: Class) -> Vec<Vec<CasePlace>> {
    let seen = |case: &HoleCase| -> Option<Value> {
        let mut holes = case.holes.values();
        let only = holes.next().filter(|_| !case.ends_round)?;
        holes.next().is_none().then_some(only)
    };
    let changed_over = |up: usize, case: usize| -> Option<CasePlace> {
        let dealer = dealers[up];
        let hole = seen(&dealer.cases()[case])?;
        let other = dealers[..up].iter().position(|other| other.up() == hole)?;
        let at = dealers[other].cases().iter().position(|case| seen(case) == Some(dealer.up()))?;
        Some((other, at))
    };
    let alone = strategy != Class::Perfect && each_case_alone(game);
    let ups = dealers.iter().enumerate();
    let places = ups.map(|(up, dealer)| {
        let cases = 0..dealer.cases().len();
        cases.map(|case| changed_over(up, case).filter(|_| alone).unwrap_or((up, case))).collect()
    });
    places.collect()
}

/// Whether nothing is chosen for more than one case of an up card at once.
fn each_case_alone(game: &Game) -> bool {
    game.insurance.is_none()
        && game.attack.is_none()
        && game.switch.is_none()
        && game.surrender.as_ref().is_none_or(|surrender| surrender.when != SurrenderWhen::Early)
}

#[cfg(test)]
mod tests {
    use cards::Composition;
    use num_rational::BigRational;
    use num_traits::Zero;

    use super::*;
    use crate::answers::solve::Want;
    use crate::test_games;
    use crate::zero_memory::{self, Moments};

    fn solver(game: &str, shoe: Composition) -> Solver {
        Solver::for_game(test_games::game(game), shoe).expect("a shoe that cannot run out")
    }

    fn own_cases(solver: &Solver, strategy: Class) -> (usize, usize) {
        let places = solver.solved_as(strategy);
        let each = places.iter().enumerate().flat_map(|(up, cases)| (0..).zip(cases).map(move |at| (up, at)));
        let own = each.filter(|&(up, (case, &place))| place == (up, case)).count();
        (own, places.iter().flatten().count())
    }

    #[test]
    fn each_two_cards_are_solved_once() {
        let played = Class::CdzMinus;
        let double_exposure = solver("double-exposure", Composition::decks(1));
        // Both blackjacks end the round, and are not worth a table of their own.
        assert_eq!(own_cases(&double_exposure, played), (56, 100));
        assert_eq!(own_cases(&double_exposure, Class::Perfect), (100, 100));
        let hidden = solver("pa-633a-blackjack", Composition::decks(1));
        assert_eq!(own_cases(&hidden, played), (12, 12));
    }

    /// In full shoes and in such as leave the dealer hardly a card.
    #[test]
    #[ignore = "long; `just slow`"]
    fn cards_changed_over_are_worth_what_they_are_worth_solved_alone() {
        for shoe in [Composition::decks(1), Composition::new([3, 1, 0, 4, 2, 5, 1, 0, 3, 9])] {
            let solver = solver("double-exposure", shoe);
            for strategy in [Class::Td, Class::CdzMinus, Class::BestCdz] {
                let solution = solver.solve(strategy, Want::quick_variance()).expect("a solution");
                assert_eq!(solution.ups, solver.ev_by_up(strategy).expect("a solution"));
                let mut round = Moments::zero();
                for (up, value) in solver.ups().iter().zip(&solution.ups) {
                    let cases = solver.cases(up, &solver.settlements()[0]);
                    let plays = solver.plays(&cases, strategy).expect("plays");
                    let alone = zero_memory::moments(solver.game(), &cases, &plays, true).expect("moments");
                    for (case, one) in up.dealer.cases().iter().zip(&alone) {
                        let signal = value.signals.iter().find(|signal| signal.signal == case.signal);
                        let mean = signal.map_or_else(BigRational::zero, |signal| &signal.ev * &signal.probability);
                        assert_eq!(mean, one.mean, "{} {}", value.up, case.signal);
                    }
                    alone.iter().for_each(|one| round.add(&one.weighted(&solver.share(up))));
                }
                assert_eq!(solution.ev, round.mean);
                assert_eq!(solution.variance, Some(round.square - &round.mean * &round.mean));
                assert_eq!(solution.average_wager, round.added + BigRational::from_integer(1.into()));
            }
        }
    }

    /// A table made once the game is solved has the plays of cases changed over; one made at once decides every case alone. One deck leaves every
    /// hand only beside two different cards of six and more.
    #[test]
    fn cards_changed_over_are_played_as_decided_alone() {
        for (shoe, changed_over) in [(Composition::decks(6), 44), (Composition::decks(1), 10)] {
            for strategy in [Class::Td, Class::CdzMinus] {
                let [solved, fresh] = [(); 2].map(|()| solver("double-exposure", shoe));
                solved.solve(strategy, Want::action()).expect("a solution");
                let mut known = 0;
                for up in solved.ups().iter() {
                    let cases = solved.cases(up, &solved.settlements()[0]);
                    let keys = solved.keys_of_pairs(&cases, strategy).expect("keys");
                    known += keys.iter().filter(|key| key.changed_over && solved.known_pair(key).is_some()).count();
                }
                assert_eq!(known, changed_over);
                assert_eq!(solved.play_table(strategy), fresh.play_table(strategy), "{shoe} {strategy}");
            }
        }
    }
}
