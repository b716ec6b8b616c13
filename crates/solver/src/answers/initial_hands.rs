//! The first two cards, one by one.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::OUTCOMES;
use crate::compiled::strategy::Class;
use crate::dealer::cache::ExactSum;
use crate::engine::solver::Solver;
use crate::hand::signal_case::deals;
use crate::parallel;
use crate::zero_memory::SplitCounts;

/// Two cards with an up card and a signal, and what the round is worth from there.
#[derive(Debug, Clone, PartialEq)]
pub struct InitialHand {
    /// The player's first two cards, the lower value first.
    pub hand: [Value; 2],
    /// The up card.
    pub up: Value,
    /// The signal, as in [`rules::HoleCase::signal`].
    pub signal: String,
    /// Probability over all rounds of cards, up card and signal.
    pub probability: BigRational,
    /// Expected net result given them, per unit of initial wager.
    pub ev: BigRational,
    /// Whether a dealer blackjack ended the round before play.
    pub ended: bool,
}

impl Solver {
    /// Every first hand with every up card and signal that can come with it, valued under a zero-memory class.
    ///
    /// Probabilities add up to one, and so weighted values to [`crate::Solution::ev`].
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play and [`SolveError::Unsolved`] for two hands to switch; else as [`Solver::solve`].
    pub fn initial_hands(&self, strategy: Class) -> Result<Vec<InitialHand>, SolveError> {
        if strategy == Class::Perfect {
            return Err(SolveError::PerfectUnsolved("the first hands one by one".to_owned()));
        }
        if self.game().switch.is_some() {
            return Err(SolveError::Unsolved { what: "the first hand", rules: "two hands to switch" });
        }
        let per_up = parallel::try_map(self.ups(), |up| {
            let value = up.dealer.up();
            let share = self.share(up);
            let cases = self.cases(up, self.settlement(up, strategy)?);
            let plays = self.known_plays(&cases, strategy)?;
            up.make_exact(self.hands().of_two_cards().map(|(_, hand)| hand.cards));
            let mut initial = Vec::new();
            for (id, ways) in deals(self.hands()) {
                let hand = self.hands().get(id);
                for (case, play) in cases.iter().zip(&*plays) {
                    let sum = |weights| {
                        let mut sum = ExactSum::new(up);
                        if let Some(distribution) = up.exact_row(hand.cards, case.case) {
                            sum.add(hand.cards, distribution, &weights);
                        }
                        sum.total()
                    };
                    let probability = sum([ways; OUTCOMES]);
                    if probability.is_zero() {
                        continue;
                    }
                    let split = hand.pair().filter(|&value| play.split[value]);
                    let split = split.and_then(|value| SplitCounts::new(self.game(), case, &play.play, value));
                    let mean = match split {
                        Some(counts) => counts.mean(case)?,
                        None => case.exact_mean(&play.play, &[(id, ways)], CardSet::NONE, None),
                    };
                    let values = Value::all()
                        .flat_map(|value| std::iter::repeat_n(value, hand.cards.count(value.index()) as usize));
                    let values: Vec<Value> = values.collect();
                    initial.push(InitialHand {
                        hand: [values[0], values[values.len() - 1]],
                        up: value,
                        signal: up.dealer.cases()[case.case].signal.clone(),
                        ev: mean / &probability,
                        probability: probability * &share,
                        ended: !case.is_played(),
                    });
                }
            }
            Ok::<_, SolveError>(initial)
        })?;
        Ok(per_up.concat())
    }
}
