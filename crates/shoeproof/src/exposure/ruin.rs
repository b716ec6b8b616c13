//! The risk of ruin of a stated bank, by the diffusion formula.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use report::RuinOfBank;

/// Places of a risk.
const PLACES: u32 = 6;
/// Binary places of the work.
const BITS: u64 = 160;
/// The exponent is halved so many times, and the power squared as often.
const HALVINGS: u32 = 8;
/// A greater exponent leaves nothing in the places that are printed.
const MOST_EXPONENT: i64 = 40;

/// The chance that the bank is lost sooner or later: e^(-2·win·bank/variance), and 1 where nothing is won in the mean. Nothing of a variance that is not positive.
/// With the bank goes the risk that was asked for, if one was.
pub(super) fn ruin(
    (bank, asked): (u32, Option<&BigRational>),
    win: &BigRational,
    variance: &BigRational,
) -> Option<RuinOfBank> {
    if !variance.is_positive() {
        return None;
    }
    let exponent = BigRational::from_integer((2 * i64::from(bank)).into()) * win / variance;
    let risk = if exponent.is_positive() { e_to_minus(&exponent) } else { BigRational::one() };
    let asked = asked.map(|asked| cards::decimal(asked, PLACES));
    Some(RuinOfBank { bank, exponent: (&exponent).into(), risk: cards::decimal(&risk, PLACES), asked })
}

/// e to the power of minus a positive number, off by less than 2⁻¹⁴⁰: by its series, in whole parts of 2⁻¹⁶⁰.
fn e_to_minus(exponent: &BigRational) -> BigRational {
    if *exponent > BigRational::from_integer(MOST_EXPONENT.into()) {
        return BigRational::zero();
    }
    let one = BigInt::one() << BITS;
    let halved = ((exponent.numer() << BITS) / exponent.denom()) >> HALVINGS;
    let (mut sum, mut term, mut n) = (one.clone(), one.clone(), 0);
    while !term.is_zero() {
        n += 1;
        // Division rounds towards zero, so the terms end.
        let next: BigInt = &term * &halved / (&one * n);
        term = -next;
        sum += &term;
    }
    for _ in 0..HALVINGS {
        sum = (&sum * &sum) >> BITS;
    }
    BigRational::new(sum, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// e⁻² is 0.135335283…, e⁻¹ is 0.367879441171442321595523770161….
    #[test]
    fn powers_of_e() {
        assert_eq!(cards::decimal(&e_to_minus(&ratio(1, 1)), 30), "0.367879441171442321595523770161");
        assert_eq!(cards::decimal(&e_to_minus(&ratio(1, 3)), 12), "0.716531310574");
        for exponent in [1_i32, 7, 20, 39] {
            let exact: f64 = cards::decimal(&e_to_minus(&ratio(exponent.into(), 1)), 30).parse().expect("a number");
            assert!((exact / f64::from(-exponent).exp() - 1.0).abs() < 1e-12, "{exponent}");
        }
    }

    #[test]
    fn a_bank_by_hand() {
        // A variance of 5 and a win of 1/100: a bank of variance/win is lost with e⁻².
        let lost = ruin((500, None), &ratio(1, 100), &ratio(5, 1)).expect("a variance");
        assert_eq!((lost.risk.as_str(), lost.exponent.fraction.as_str()), ("0.135335", "2/1"));
        assert_eq!(ruin((500, None), &ratio(-1, 100), &ratio(5, 1)).expect("a variance").risk, "1.000000");
        assert_eq!(ruin((1_000_000, None), &ratio(1, 100), &ratio(5, 1)).expect("a variance").risk, "0.000000");
        assert_eq!(ruin((500, None), &ratio(1, 100), &ratio(0, 1)), None);
    }
}
