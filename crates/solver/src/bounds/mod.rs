//! Two values that the EV of perfect play lies between, in seconds whatever the number of hands.
//!
//! From below: a play that is valued. From above: that play is changed one decision at a time. Under zero-memory play no hand
//! looks at another, so what a change is worth depends on one hand alone, and on the cards seen before only as unseen ones that are no longer
//! there. By how much a player who looks at them can gain is bounded by how much the value of the change moves with one card gone, and by the
//! number of cards that can have been seen (`information.rs`). A hand's gains are added up over everything that it can come to
//! (`hand.rs`), and a split's over its hands (`split.rs`).

mod hand;
mod information;
mod split;
mod tables;
mod two_hands;

use cards::Value;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::strategy::Class;
use crate::engine::perfect_round::PerfectSplits;
use crate::engine::scope::TO_MANY;
use crate::engine::solver::Solver;
use crate::hand::composition_dependent;
use crate::hand::signal_case::{SignalCase, pair_hand};
use crate::parallel;

use information::CardSums;
use split::{PairSplits, most_beside};

/// Bounds of the EV of perfect play, per unit of initial wager, insurance left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Bracket {
    /// What some play is worth, or a little less.
    pub lower: BigRational,
    /// What no play is worth more than.
    pub upper: BigRational,
}

/// What is bounded, in an error.
const WHAT: &str = "a bracket of perfect play";

/// Covers all roundings of a bound in floats, in initial wagers: what an act is worth is right to 10⁻¹¹ (`dealer::DISTRIBUTION_ERROR`), a bound is no more sensitive to it
/// than by the number of cards seen, some 30, and bounds enter with the probabilities of the hands they are of.
const ROUNDING: f64 = 1e-9;

impl Solver {
    /// Bounds of the EV of perfect play. `step` is told every up card as it is done.
    ///
    /// The lower bound is what this play is worth: an unsplit hand as is best, a hand of a split as is best if only it and the pair are
    /// seen; of two hands to switch, each with the two cards of the other seen too.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] where the hands of a round depend on one another in other ways than by the cards gone, and
    /// [`SolveError::ShoeTooSmall`] if a round might use up the shoe.
    pub fn bracket(&self, step: &(dyn Fn(Value) + Sync)) -> Result<Bracket, SolveError> {
        self.bracket_is_known()?;
        if self.game().switch.is_some() {
            return self.switch_bracket(step);
        }
        let splits = self.bounding_splits(step);
        let solved = |splits| Ok(self.moments_with(Class::Perfect, false, splits, |_| ())?.ev);
        let [lower, upper] = [solved(&splits[0])?, solved(&splits[1])?];
        self.rounded(lower, upper)
    }

    /// # Errors
    /// As [`Solver::bracket`].
    fn bracket_is_known(&self) -> Result<(), SolveError> {
        if self.settlements()[0].looks_for_live_hands() {
            let rules = "a late blackjack that looks for live hands";
            return Err(SolveError::Unsolved { what: WHAT, rules });
        }
        if self.splits_to_many() {
            return Err(SolveError::Unsolved { what: WHAT, rules: TO_MANY });
        }
        let (needed, held) = (self.cards_looked_at(), self.shoe().total());
        if needed > held {
            return Err(SolveError::ShoeTooSmall { needed, held });
        }
        Ok(())
    }

    /// Splits of no more and of no less value than those of perfect play; left out where they are worth no more than the pair unsplit.
    fn bounding_splits(&self, step: &(dyn Fn(Value) + Sync)) -> [PerfectSplits; 2] {
        let mut splits = [PerfectSplits::default(), PerfectSplits::default()];
        let bounds = parallel::map(self.ups(), |up| {
            let of_settlement = |settlement| (up, settlement, self.split_bounds(&self.cases(up, settlement)));
            let bounds: Vec<_> = self.settlements().iter().map(of_settlement).collect();
            step(up.dealer.up());
            bounds
        });
        for (up, settlement, bounds) in bounds.into_iter().flatten() {
            let cases = self.cases(up, settlement);
            for (splits, bounds) in splits.iter_mut().zip(bounds) {
                bounds.into_iter().for_each(|(case, value, mean)| splits.set(&cases[case], value, mean));
            }
        }
        splits
    }

    /// What bounds decide of perfect play before any split is solved; nothing where there are no bounds.
    pub(crate) fn decided(&self) -> Decided {
        if self.game().switch.is_some() || self.bracket_is_known().is_err() {
            return Decided { splits: None, worse: Vec::new() };
        }
        let splits = self.bounding_splits(&|_| ());
        let mut worse = Vec::new();
        for up in self.ups().iter().filter(|_| self.settlements().len() > 1) {
            let means = |splits: &PerfectSplits| -> Vec<BigRational> {
                let settlements = self.settlements().iter();
                let moments = settlements.map(|settlement| self.perfect_moments(&self.cases(up, settlement), splits));
                moments.map(|moments| moments.into_iter().map(|moments| moments.mean).sum()).collect()
            };
            let [least, most] = [means(&splits[0]), means(&splits[1])];
            let known = least.iter().max().map(|best| best - rational(ROUNDING));
            for (settlement, most) in self.settlements().iter().zip(most) {
                if known.as_ref().is_some_and(|known| most + rational(ROUNDING) < *known) {
                    worse.push((settlement.attacked(), up.dealer.up()));
                }
            }
        }
        let [_, most] = splits;
        Decided { splits: Some(most), worse }
    }

    /// The dealer must have cards enough beside every set that is looked at: a hand, other cards of a pair, and one card more.
    fn cards_looked_at(&self) -> u32 {
        let hand = self.hands().iter().map(|(_, hand)| u32::from(hand.size)).max().unwrap_or(0);
        let dealer = self.ups().iter().map(|up| up.dealer.most_draws()).max().unwrap_or(0);
        let pair = self.game().split.as_ref().map_or(0, |split| most_beside(u32::from(split.max_hands), true));
        let held = self.shoe().counts().iter().map(|&count| u32::from(count)).max().unwrap_or(0);
        let other_hand = if self.game().switch.is_some() { 2 } else { 0 };
        1 + hand + dealer + pair.min(held) + 1 + other_hand
    }

    /// Bounds in floats as bounds: the lower is no less than what CDZ- is worth.
    fn rounded(&self, lower: BigRational, upper: BigRational) -> Result<Bracket, SolveError> {
        let rounding = rational(ROUNDING);
        let known = self.ev(Class::CdzMinus)?;
        Ok(Bracket { lower: (lower - &rounding).max(known), upper: upper + rounding })
    }

    /// Lower and upper bounds of what pairs are worth, by case and value, weighted by the probability of the cards and the signal; left out
    /// where they are worth no more than unsplit.
    fn split_bounds(&self, cases: &[SignalCase<'_>]) -> [Vec<(usize, usize, BigRational)>; 2] {
        let sums = CardSums::default();
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for value in 0..Value::COUNT {
            let splits = cases.first().and_then(|case| PairSplits::new(self.game(), case, value, true, &sums));
            let Some((splits, pair)) = splits.zip(pair_hand(self.hands(), value)) else { continue };
            for (at, case) in cases.iter().enumerate().filter(|(_, case)| case.is_played()) {
                let play = composition_dependent::best_play(case);
                let unsplit = case.exact_mean(&play, &[(pair, 1)], CardSet::NONE, None);
                let dealt = case.up.probability_of(self.hands().get(pair).cards);
                let units = case.table.settlement.denominator() as f64 / dealt;
                let split = splits.best(*case);
                let lost = unsplit.to_f64().map_or(0.0, |unsplit| unsplit * units - split.value);
                let gained = (-lost).max(0.0);
                let mut more = split.gain(0, lost.max(0.0));
                if lost > 0.0 {
                    // The pair is split or not before any other card is seen: all gains together must make up for the loss.
                    let rounding = ROUNDING * case.table.settlement.denominator() as f64;
                    more = more.min((split.gain(0, 0.0) + rounding - lost).max(0.0));
                }
                for (bounds, gained) in [(&mut lower, gained), (&mut upper, gained + more)] {
                    if gained > 0.0 {
                        bounds.push((at, value, &unsplit + rational(gained / units)));
                    }
                }
            }
        }
        [lower, upper]
    }
}

/// What bounds decide of perfect play.
pub(crate) struct Decided {
    /// Pairs that may be split, if that is known.
    splits: Option<PerfectSplits>,
    /// Attack wagers, made or not, that are worth less than the other choice under an up card.
    worse: Vec<(bool, Value)>,
}

impl Decided {
    /// Whether a pair is never split in a case, or the case never played.
    pub(crate) fn rules_out(&self, case: &SignalCase<'_>, value: usize) -> bool {
        self.is_worse(case) || self.splits.as_ref().is_some_and(|splits| !splits.is_split(case, value))
    }

    /// Whether the other choice of the attack wager is better under this up card.
    pub(crate) fn is_worse(&self, case: &SignalCase<'_>) -> bool {
        self.worse.contains(&(case.table.settlement.attacked(), case.up.dealer.up()))
    }
}

/// A float as it is.
fn rational(value: f64) -> BigRational {
    BigRational::from_float(value).unwrap_or_else(BigRational::zero)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cards::Composition;
    use rules::Submission;

    use super::*;
    use crate::compiled::walk::CompiledRules;
    use crate::perfect::splits::Splits;

    const GAMES: [&str; 6] = [
        "pa-633a-blackjack/8",
        "pa-665a-double-attack/8",
        "ma-double-attack/8",
        "spanish-21/6",
        "free-bet/6",
        "double-exposure/6",
    ];

    /// Few values, and many cards of each, so that bounds tell something and splits are solved in no time.
    const SHOES: [[u16; Value::COUNT]; 2] = [[10, 0, 0, 0, 0, 24, 0, 20, 0, 40], [0, 16, 0, 24, 0, 0, 24, 0, 0, 48]];

    fn solvers() -> Vec<Solver> {
        let mut solvers = Vec::new();
        for analysis in GAMES {
            let path = format!("{}/../../analyses/{analysis}-decks.toml", env!("CARGO_MANIFEST_DIR"));
            let mut game = Submission::load(Path::new(&path), &[]).expect("an analysis").game;
            game.split.iter_mut().for_each(|split| split.max_hands = 3);
            let shoes = SHOES.into_iter().map(Composition::new);
            solvers.extend(shoes.map(|shoe| Solver::for_game(game.clone(), shoe).expect("a shoe that cannot run out")));
        }
        solvers
    }

    /// The split of a pair, solved without bounds, if it is worth more than the pair unsplit.
    fn better_split(solver: &Solver, case: &SignalCase<'_>, value: usize) -> Option<BigRational> {
        let table = CompiledRules { hands: solver.hands(), settlement: case.table.settlement };
        let splits = Splits::new(solver.game(), table, solver.shoe(), &[value], false).expect("few kinds of hands")?;
        let split = splits.value(case).expect("enough cards")?.mean;
        let play = composition_dependent::best_play(case);
        let unsplit = case.exact_mean(&play, &[(pair_hand(solver.hands(), value)?, 1)], CardSet::NONE, None);
        (split > unsplit).then_some(split)
    }

    #[test]
    fn what_bounds_rule_out_is_not_best() {
        let (mut ruled_out, mut worse) = (0, 0);
        for solver in solvers() {
            let decided = solver.decided();
            for up in solver.ups().iter() {
                let mut totals = Vec::new();
                for settlement in solver.settlements().iter() {
                    let cases = solver.cases(up, settlement);
                    let mut splits = PerfectSplits::default();
                    for case in cases.iter().filter(|case| case.is_played()) {
                        for value in 0..Value::COUNT {
                            let split = better_split(&solver, case, value);
                            let is_ruled_out = decided.rules_out(case, value) && !decided.is_worse(case);
                            ruled_out += usize::from(is_ruled_out && solver.shoe().counts()[value] > 1);
                            assert!(
                                !is_ruled_out || split.is_none(),
                                "{} {value} {}",
                                solver.game().id,
                                up.dealer.up()
                            );
                            if let Some(split) = split {
                                splits.set(case, value, split);
                            }
                        }
                    }
                    let moments = solver.perfect_moments(&cases, &splits);
                    totals.push((cases[0], moments.into_iter().map(|one| one.mean).sum::<BigRational>()));
                }
                let best = totals.iter().map(|(_, total)| total.clone()).max();
                for (case, total) in totals.iter().filter(|(case, _)| decided.is_worse(case)) {
                    assert!(Some(total) < best.as_ref(), "{} {}", solver.game().id, case.up.dealer.up());
                    worse += 1;
                }
            }
        }
        assert!(ruled_out > 50 && worse > 5, "{ruled_out} pairs and {worse} attack wagers");
    }
}
