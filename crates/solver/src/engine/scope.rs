//! What is solved for which rules, and what takes seconds.

use rules::SurrenderWhen;

use crate::arithmetic::error::SolveError;
use crate::compiled::strategy::Class;
use crate::compiled::walk::CompiledRules;
use crate::engine::solver::Solver;
use crate::perfect::hand_class_sets::{MOST_HAND_CLASSES, TOO_MANY_KINDS};
use crate::perfect::hand_classes;
use crate::perfect::limits::double_card_is_hidden;

/// Most hands of one that has been split whose results are taken together: the width of sums over two of them is proven for so many.
const MOST_TOGETHER: u8 = 4;

/// More than are taken together, in an error.
pub const TO_MANY: &str = "splits to more than four hands";

impl Solver {
    /// The suits that payouts depend on are shared by the hands of a split.
    pub(crate) fn variance_is_known(&self) -> bool {
        !self.game().pays_by_suit() && !self.splits_to_many()
    }

    /// Whether a pair may become more hands than are taken together. Then means of zero-memory play are known, and nothing that
    /// depends on two hands at once.
    pub fn splits_to_many(&self) -> bool {
        self.game().split.as_ref().is_some_and(|split| split.max_hands > MOST_TOGETHER)
    }

    /// The strategy classes that are solved for this game in seconds, from the least information to the most.
    ///
    /// Perfect play with more than one split is not among them: it takes minutes, and may be asked for.
    pub fn strategies(&self) -> Vec<Class> {
        let quick = |strategy| strategy != Class::Perfect || self.perfect_is_quick();
        Class::ALL.into_iter().filter(|&strategy| quick(strategy) && self.solves(strategy)).collect()
    }

    /// Whether a strategy class can be solved for this game, whatever it costs.
    pub fn solves(&self, strategy: Class) -> bool {
        strategy != Class::Perfect || self.perfect_is_solved().is_ok()
    }

    pub(crate) fn perfect_is_solved(&self) -> Result<(), SolveError> {
        let unknown = |what: &str| Err(SolveError::PerfectUnsolved(what.to_owned()));
        let settlement = &self.settlements()[0];
        match &self.game().split {
            _ if self.splits_to_many() => unknown(TO_MANY),
            _ if self.game().switch.is_some()
                && (settlement.looks_for_live_hands() || self.game().attack.is_some()) =>
            {
                unknown("two hands to switch, and an attack wager or a late blackjack that looks for live hands")
            }
            _ if self.game().switch.is_some() && self.unsplit_options().early => {
                unknown("two hands to switch and early surrender")
            }
            Some(split) if settlement.looks_for_live_hands() && !split.free.is_empty() => {
                unknown("given wagers and a late blackjack that looks for live hands")
            }
            Some(_) if settlement.looks_for_live_hands() && double_card_is_hidden(self.game()) => {
                unknown("a double card dealt face down and a late blackjack that looks for live hands")
            }
            Some(_) if settlement.surrendered_are_gone() && self.surrenders_after_split() => {
                unknown("surrender after a split and a late blackjack that looks for live hands")
            }
            Some(split) if split.max_hands == 2 && self.game().bonus.is_some() && self.tells_too_many_hands_apart() => {
                unknown(TOO_MANY_KINDS)
            }
            _ => Ok(()),
        }
    }

    /// Whether perfect play of one split has more kinds of hands than are told apart. Only bonuses make so many.
    fn tells_too_many_hands_apart(&self) -> bool {
        let kinds = |settlement| {
            let table = CompiledRules { hands: self.hands(), settlement };
            hand_classes::of_one_split(self.game(), table, self.shoe())
        };
        self.settlements().iter().any(|settlement| kinds(settlement) > MOST_HAND_CLASSES)
    }

    fn surrenders_after_split(&self) -> bool {
        self.game().surrender.as_ref().is_some_and(|rule| rule.when != SurrenderWhen::Never && rule.after_split)
    }

    /// Whether perfect play takes seconds: one hand, split once at most.
    pub(crate) fn perfect_is_quick(&self) -> bool {
        !self.resplits() && self.game().switch.is_none()
    }

    /// Whether a pair may be split more than once.
    pub(crate) fn resplits(&self) -> bool {
        self.game().split.as_ref().is_some_and(|split| split.max_hands > 2)
    }
}
