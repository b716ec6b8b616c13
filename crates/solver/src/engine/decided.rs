//! What a solver has decided before: the plays of whole up cards, and under which of them the attack wager is made. Several questions about one
//! game begin with the same plays.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use crate::compiled::decisions::Options;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::parallel::locked;
use crate::zero_memory::CasePlay;
use crate::zero_memory::switch::decisions::Decisions;

/// An up card, a settlement and a class by their places.
pub(crate) type UpCardKey = (usize, usize, Class);

/// A case: the index of its up card and its own.
pub(crate) type CasePlace = (usize, usize);

/// A case by its up card and itself, a settlement and a class by their places.
pub(crate) type CaseKey = (CasePlace, usize, Class);

/// The play of each case, and what an unsplit hand could do there.
type Plays = (Vec<Options>, Arc<[CasePlay]>);

/// See the module. Some 50 kB a case and class; where cases are others changed over, also the dealer's distributions in those that are solved.
#[derive(Debug, Default)]
pub(crate) struct KnownDecisions {
    plays: Mutex<FxHashMap<UpCardKey, Plays>>,
    /// Of single cases, where some cases are others changed over.
    cases: Mutex<FxHashMap<CaseKey, Arc<CasePlay>>>,
    /// By up card and class, the place of the settlement.
    attacks: Mutex<FxHashMap<(usize, Class), usize>>,
    switches: Mutex<FxHashMap<UpCardKey, Arc<Decisions>>>,
    /// By up card, the dealer in the cases that are solved as themselves, where others are not.
    own_cases: Mutex<FxHashMap<usize, Arc<DealerCache>>>,
}

/// The class that plays most like another: where its plays are known, they decide most of the other's splits.
pub(super) fn decided_beside(strategy: Class) -> Class {
    match strategy {
        Class::CdzMinus => Class::Td,
        Class::Td | Class::BestCdz | Class::Perfect => Class::CdzMinus,
    }
}

impl KnownDecisions {
    /// The plays of cases in which an unsplit hand has these options.
    pub(crate) fn plays(&self, key: UpCardKey, options: &[Options]) -> Option<Arc<[CasePlay]>> {
        let plays = locked(&self.plays);
        plays.get(&key).filter(|(known, _)| known == options).map(|(_, plays)| Arc::clone(plays))
    }

    pub(crate) fn keep_plays(&self, key: UpCardKey, options: Vec<Options>, plays: &Arc<[CasePlay]>) {
        locked(&self.plays).insert(key, (options, Arc::clone(plays)));
    }

    /// The play of one case.
    pub(crate) fn case(&self, key: CaseKey) -> Option<Arc<CasePlay>> {
        locked(&self.cases).get(&key).cloned()
    }

    pub(crate) fn keep_case(&self, key: CaseKey, play: CasePlay) {
        locked(&self.cases).insert(key, Arc::new(play));
    }

    /// The dealer of an up card in the cases that are solved as themselves.
    pub(crate) fn own_cases(&self, up: usize, make: impl FnOnce() -> DealerCache) -> Arc<DealerCache> {
        if let Some(known) = locked(&self.own_cases).get(&up) {
            return Arc::clone(known);
        }
        let made = Arc::new(make());
        Arc::clone(locked(&self.own_cases).entry(up).or_insert(made))
    }

    /// The place of the settlement that a class chooses under an up card.
    pub(crate) fn settlement(&self, up: usize, class: Class) -> Option<usize> {
        locked(&self.attacks).get(&(up, class)).copied()
    }

    pub(crate) fn switches(&self, key: UpCardKey) -> Option<Arc<Decisions>> {
        locked(&self.switches).get(&key).cloned()
    }

    pub(crate) fn keep_switches(&self, key: UpCardKey, decisions: Arc<Decisions>) {
        locked(&self.switches).insert(key, decisions);
    }

    pub(crate) fn keep_settlement(&self, up: usize, class: Class, place: usize) {
        locked(&self.attacks).insert((up, class), place);
    }
}

#[cfg(test)]
mod tests {
    use cards::Composition;

    use super::*;
    use crate::answers::solve::Want;
    use crate::engine::solver::Solver;
    use crate::test_games;

    /// TD and CDZ- agree on most hands and not on all, so that some pairs are decided once and others twice.
    #[test]
    #[ignore = "long; `just slow`"]
    fn a_class_is_decided_beside_another_as_alone() {
        let shoe = Composition::decks(2);
        for game in ["double-exposure", "pa-685a-down-under", "pa-665a-double-attack", "pa-633a-blackjack-switch"] {
            let fresh = || Solver::for_game(test_games::game(game), shoe).expect("a shoe that cannot run out");
            let both = [Class::CdzMinus, Class::Td];
            let alone = both.map(|class| fresh().solve(class, Want::action()).expect("a solution"));
            for order in [[0, 1], [1, 0]] {
                let solver = fresh();
                for at in order {
                    assert_eq!(solver.solve(both[at], Want::action()).expect("a solution"), alone[at], "{game}");
                    let own = fresh();
                    assert_eq!(solver.play_table(both[at]), own.play_table(both[at]), "{game}");
                }
            }
        }
    }
}
