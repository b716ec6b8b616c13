//! Sums over shoes at one cut, and the effect that they imply.

use certificate::{CutCardPlace, DeepestCutCard};
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use rules::CutCardRule;
use table::{AMOUNT, CutSums, Spread};

use crate::numbers::whole;

/// Places of amounts.
pub(super) const PLACES: u32 = 9;

/// All sums at one cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CutTally {
    pub(crate) before: usize,
    /// See [`table::Cut::usual`].
    pub(crate) usual: i64,
    /// Of all shoes, with the wager on the next two cards for the EV.
    pub(crate) dealt: CutSums,
    /// Of the shoes valued, with the EV less that wager: (T - usual) times it.
    pub(crate) valued: Spread,
    /// Sum of T times the size of the EV less that wager.
    pub(crate) missed: i128,
}

/// What the cut card does, per unit of initial wager.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Effect {
    /// Rounds of a shoe in the mean.
    pub(crate) rounds: BigRational,
    /// EV of a round dealt to the cut card, less that of a fresh shoe.
    pub(crate) effect: BigRational,
    /// Square of its standard error.
    pub(crate) error_squared: BigRational,
}

impl CutTally {
    /// The effect: the mean of (T - usual)·(EV at the cut less the fresh EV) over the mean of T.
    ///
    /// The standard error is that of a ratio of means, by the delta method; the two parts of the numerator are of different shoes.
    pub(crate) fn effect(&self) -> Effect {
        let number = whole(self.dealt.shoes);
        let amount = whole(AMOUNT);
        let rounds = whole(self.dealt.rounds) / &number;
        let gain = whole(self.dealt.gain) / &number / &amount;
        let valued = whole(self.valued.number);
        let rest = whole(self.valued.sum) / &valued / &amount;
        let effect = (&gain + &rest) / &rounds;
        let mean_product = |sum: i128, units: &BigRational| whole(sum) / &number / units;
        let square = &amount * &amount;
        let one = whole(1);
        let of_gain = mean_product(self.dealt.gain_square, &square) - &gain * &gain;
        let of_both = mean_product(self.dealt.gain_rounds, &amount) - &gain * &rounds;
        let of_rounds = mean_product(self.dealt.rounds_square, &one) - &rounds * &rounds;
        let dealt = (of_gain - whole(2) * &effect * of_both + &effect * &effect * of_rounds) / (&number - &one);
        let of_rest = (whole(self.valued.square) / &valued / &square - &rest * &rest) / (&valued - &one);
        let error_squared = (dealt + of_rest) / (&rounds * &rounds);
        Effect { rounds, effect, error_squared }
    }
}

impl CutTally {
    pub(super) fn none(cut: &table::Cut) -> Self {
        Self { before: cut.before, usual: cut.usual, dealt: CutSums::default(), valued: Spread::default(), missed: 0 }
    }
}

/// Standard errors between an effect and zero; `None` without an error.
fn z_squared(effect: &Effect) -> Option<BigRational> {
    let error = effect.error_squared.abs();
    (!error.is_zero()).then(|| &effect.effect * &effect.effect / error)
}

/// The cut card in one place, beside the EV of a fresh shoe and the most cards that the text lets lie before it.
pub(crate) fn place(tally: &CutTally, fresh: &BigRational, deepest: Option<usize>) -> CutCardPlace {
    let found = tally.effect();
    let ev = fresh + &found.effect;
    let z = z_squared(&found)
        .and_then(|squared| cards::signed_sqrt_decimal(found.effect.is_negative(), &squared, 1))
        .unwrap_or_default();
    CutCardPlace {
        cards_before: tally.before,
        allowed: deepest.is_none_or(|deepest| tally.before <= deepest),
        rounds_per_shoe: cards::decimal(&found.rounds, 3),
        effect: cards::decimal(&found.effect, PLACES),
        standard_error: cards::sqrt_decimal(&found.error_squared, PLACES).unwrap_or_default(),
        z,
        house_edge: cards::decimal(&-&ev, PLACES),
        ev: cards::decimal(&ev, PLACES),
        shoes_too_short: tally.dealt.too_short,
    }
}

/// The deepest place that the text lets the cut card have in a shoe of so many cards.
pub(crate) fn deepest(rule: &CutCardRule, cards: usize) -> DeepestCutCard {
    DeepestCutCard { cards_before: rule.most_before(cards), clauses: rule.clauses.clone() }
}
