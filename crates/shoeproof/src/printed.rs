//! Numbers as somebody has printed them: their value, their precision, and whether an exact number prints so.

use std::cmp::Ordering;
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};

/// Digits of a printed number at the most: more than any report prints, and few enough to be read at once.
const MOST_DIGITS: usize = 400;
/// Its bytes at the most: a fraction with commas, signs and spaces.
const MOST_BYTES: usize = 4 * MOST_DIGITS;
/// Its largest power of ten, either way.
const MOST_EXPONENT: u32 = 100;
/// Places that a difference is shown to beyond those of the printed number.
const MORE_PLACES: u32 = 3;

/// A number with the precision it was printed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Printed {
    /// As it was written.
    pub(crate) text: String,
    pub(crate) value: BigRational,
    /// One unit of the last digit; `None` for a fraction, which is exact.
    pub(crate) unit: Option<BigRational>,
    pub(crate) is_percent: bool,
    /// Digits after the point.
    places: u32,
}

/// Units of the last digit that a number of two significant digits has at least.
const TWO_DIGITS: u32 = 10;
/// A number that is printed to this or finer says something whatever its size.
const FINE: (i64, i64) = (1, 1_000);
/// Letters of a text that a message repeats.
const MOST_SHOWN: usize = 60;

impl FromStr for Printed {
    type Err = String;

    /// `0.43%`, `-0.0043`, `95,550`, `1.2e-5`, `-1958/48205`.
    ///
    /// With an exponent one digit that is not zero stands before the point and at least one behind it, as programs print it: a zero
    /// with an exponent, or a lone digit with a large one, would stand for every number.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            let shown = shown(text);
            format!("`{shown}` is no number: expected one such as 0.43%, -0.0043, 95,550, 1.2e-5 or -1958/48205")
        };
        if text.len() > MOST_BYTES {
            return Err(wrong());
        }
        let bare = text.trim().replace('\u{2212}', "-");
        let (negative, bare) = match bare.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, bare.strip_prefix('+').unwrap_or(&bare)),
        };
        let signed = |value: BigRational| if negative { -value } else { value };
        if let Some((numer, denom)) = bare.split_once('/') {
            let (numer, denom) = (whole(numer).ok_or_else(wrong)?, whole(denom).ok_or_else(wrong)?);
            if denom.is_zero() {
                return Err(wrong());
            }
            let value = signed(BigRational::new(numer, denom));
            return Ok(Self { text: text.to_owned(), value, unit: None, is_percent: false, places: 0 });
        }
        let (bare, is_percent) = match bare.strip_suffix('%') {
            Some(rest) => (rest.trim_end(), true),
            None => (bare, false),
        };
        let (mantissa, exponent) = match bare.split_once(['e', 'E']) {
            None => (bare, 0),
            Some((mantissa, exponent)) => {
                let exponent: i32 = exponent.parse().map_err(|_| wrong())?;
                let exponent = Some(exponent).filter(|power| power.unsigned_abs() <= MOST_EXPONENT);
                (mantissa, exponent.filter(|_| is_scientific(mantissa)).ok_or_else(wrong)?)
            }
        };
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if !after.bytes().all(|byte| byte.is_ascii_digit()) || after.len() > MOST_DIGITS {
            return Err(wrong());
        }
        let before = whole(before).ok_or_else(wrong)?;
        let digits = if after.is_empty() {
            before
        } else {
            let scale: BigInt = Pow::pow(BigInt::from(10), after.len() as u32);
            before * scale + whole(after).ok_or_else(wrong)?
        };
        let places = after.len() as u32;
        let scale = power_of_ten(exponent - places as i32 - if is_percent { 2 } else { 0 });
        let value = signed(BigRational::from_integer(digits) * &scale);
        let places = u32::try_from(places as i32 - exponent).unwrap_or(0);
        Ok(Self { text: text.to_owned(), value, unit: Some(scale), is_percent, places })
    }
}

/// Whether digits that an exponent follows are written as programs write them: `1.2`.
fn is_scientific(mantissa: &str) -> bool {
    matches!(mantissa.as_bytes(), [b'1'..=b'9', b'.', b'0'..=b'9', ..])
}

/// The beginning of a text that is too long to be repeated.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(MOST_SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Digits, with a comma or not between groups of three.
fn whole(text: &str) -> Option<BigInt> {
    if text.is_empty() || text.len() > MOST_DIGITS {
        return None;
    }
    let mut groups = text.split(',');
    let first = groups.next()?;
    let grouped = text.contains(',');
    let digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(first) || (grouped && first.len() > 3) || !groups.all(|group| digits(group) && group.len() == 3) {
        return None;
    }
    text.replace(',', "").parse().ok()
}

fn power_of_ten(exponent: i32) -> BigRational {
    let power = BigRational::from_integer(Pow::pow(BigInt::from(10), exponent.unsigned_abs()));
    if exponent < 0 { BigRational::one() / power } else { power }
}

impl Printed {
    /// The whole number that is meant, if it is one.
    pub(crate) fn count(&self) -> Option<BigInt> {
        let is_count = self.value.is_integer() && !self.value.is_negative() && !self.is_percent;
        is_count.then(|| self.value.to_integer())
    }

    /// Whether at least two digits of it tell how far it is from `origin`; a fraction tells it in full.
    pub(crate) fn is_significant(&self, origin: &BigRational) -> bool {
        let two_digits = |unit: &BigRational| (&self.value - origin).abs() >= unit * BigInt::from(TWO_DIGITS);
        self.unit.as_ref().is_none_or(two_digits)
    }

    /// Whether it is printed to a tenth of a percent or finer.
    pub(crate) fn is_fine(&self) -> bool {
        self.unit.as_ref().is_none_or(|unit| *unit <= BigRational::new(FINE.0.into(), FINE.1.into()))
    }

    /// The numbers that print so: half a unit of the last digit to both sides, ends included since a tie may go either way.
    pub(crate) fn interval(&self) -> [BigRational; 2] {
        let half = self.unit.as_ref().map_or_else(BigRational::zero, |unit| unit / BigInt::from(2));
        [&self.value - &half, &self.value + &half]
    }

    /// The number and its precision multiplied.
    pub(crate) fn times(&self, by: &BigRational) -> Self {
        let unit = self.unit.as_ref().map(|unit| unit * by.abs());
        Self { value: &self.value * by, unit, ..self.clone() }
    }

    /// A number in the form of this one, with a few more places.
    pub(crate) fn like(&self, exact: &Quantity) -> String {
        let shown = exact.nearest();
        let places = self.places + MORE_PLACES;
        match (&self.unit, self.is_percent) {
            (None, _) => match exact {
                Quantity::Number(value) => cards::fraction(value),
                Quantity::RootOf(_) => cards::decimal(&shown, 12),
            },
            (_, true) => format!("{}%", cards::decimal(&(shown * BigInt::from(100)), places)),
            (_, false) => cards::decimal(&shown, places),
        }
    }

    /// The claim less the exact number, in the form of the claim.
    pub(crate) fn difference(&self, exact: &Quantity) -> String {
        let difference = Quantity::Number(&self.value - exact.nearest());
        let shown = self.like(&difference);
        if difference.nearest().is_positive() { format!("+{shown}") } else { shown }
    }

    /// How the number stands to the exact one.
    pub(crate) fn against(&self, exact: &Quantity) -> Printing {
        let Some(unit) = &self.unit else {
            return if exact.cmp(&self.value) == Ordering::Equal { Printing::Exact } else { Printing::Wrong };
        };
        let half = unit / BigInt::from(2);
        let (low, high) = (exact.cmp(&(&self.value - &half)), exact.cmp(&(&self.value + &half)));
        match (low, high) {
            (Ordering::Greater, Ordering::Less) => return Printing::Rounded,
            (Ordering::Equal, _) | (_, Ordering::Equal) => {
                let away = exact.cmp(&self.value).reverse() == self.value.cmp(&BigRational::zero());
                let even = (&self.value / unit).to_integer() % BigInt::from(2) == BigInt::zero();
                return match (away, even) {
                    (true, true) => Printing::Rounded,
                    (true, false) => Printing::HalfUp,
                    (false, true) => Printing::HalfEven,
                    (false, false) => Printing::Truncated,
                };
            }
            _ => {}
        }
        let within =
            exact.cmp(&(&self.value - unit)) != Ordering::Less && exact.cmp(&(&self.value + unit)) != Ordering::Greater;
        if !within {
            return Printing::Wrong;
        }
        let strictly =
            exact.cmp(&(&self.value - unit)) == Ordering::Greater && exact.cmp(&(&self.value + unit)) == Ordering::Less;
        // Cut off toward zero: the exact number is farther from zero than the printed one.
        let farther = match exact.cmp(&self.value) {
            Ordering::Greater => !self.value.is_negative(),
            Ordering::Less => !self.value.is_positive(),
            Ordering::Equal => false,
        };
        if strictly && farther { Printing::Truncated } else { Printing::UnitOff }
    }
}

/// How a printed number stands to the exact one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Printing {
    /// It is a fraction or a count, and equal.
    Exact,
    /// The exact number rounds to it, however ties are rounded.
    Rounded,
    /// The exact number is a tie, which was rounded away from zero to an odd digit.
    HalfUp,
    /// The exact number is a tie, which was rounded to the even digit.
    HalfEven,
    /// Digits were cut off that should have been rounded.
    Truncated,
    /// Off by at most one unit of the last digit otherwise.
    UnitOff,
    /// None of these.
    Wrong,
}

/// An exact number: a fraction or the root of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Quantity {
    Number(BigRational),
    /// Its root, which is not negative.
    RootOf(BigRational),
}

impl Quantity {
    /// Against a fraction, exactly.
    pub(crate) fn cmp(&self, other: &BigRational) -> Ordering {
        match self {
            Quantity::Number(value) => value.cmp(other),
            Quantity::RootOf(_) if other.is_negative() => Ordering::Greater,
            Quantity::RootOf(squared) => squared.cmp(&(other * other)),
        }
    }

    /// The number, or its root to thirty places: to show it.
    fn nearest(&self) -> BigRational {
        match self {
            Quantity::Number(value) => value.clone(),
            Quantity::RootOf(squared) => cards::sqrt_decimal(squared, 30)
                .and_then(|text| text.parse::<Printed>().ok())
                .map_or_else(BigRational::zero, |printed| printed.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    fn printed(text: &str) -> Printed {
        text.parse().expect("a number")
    }

    #[test]
    fn value_and_precision_are_those_of_the_text() {
        for (text, value, unit) in [
            ("0.43%", ratio(43, 10_000), Some(ratio(1, 10_000))),
            ("0.430%", ratio(43, 10_000), Some(ratio(1, 100_000))),
            ("-0.0043", ratio(-43, 10_000), Some(ratio(1, 10_000))),
            ("\u{2212}4 %", ratio(-4, 100), Some(ratio(1, 100))),
            ("95,550", ratio(95_550, 1), Some(ratio(1, 1))),
            ("1.25e-3", ratio(125, 100_000), Some(ratio(1, 100_000))),
            ("-1958/48205", ratio(-1958, 48_205), None),
        ] {
            let read = printed(text);
            assert_eq!((read.value, read.unit), (value, unit), "{text}");
        }
        for wrong in ["", "%", ".5", "5.", "1/0", "1,23", "1.2.3", "1.2e999", "a", "--1", "1 2", "0x1", "1,234.5,6"] {
            // A point with nothing after it is how some programs print a whole number.
            assert_eq!(wrong.parse::<Printed>().is_ok(), wrong == "5.", "{wrong}");
        }
    }

    /// `0e5` would print for every number below 50,000, and `1e2%` for every edge.
    #[test]
    fn an_exponent_follows_one_digit_a_point_and_more_digits() {
        for wrong in
            ["0e5", "0.0e5", "1e0", "1e2%", "1.e2", "12.5e3", "0.5e1", "1e-5", "-0e0", "1.2e", "1.2e+-3", "1.2e1.5"]
        {
            assert!(wrong.parse::<Printed>().is_err(), "{wrong}");
        }
        for right in ["1.2e-5", "-1.25e+3", "9.99E2%"] {
            assert!(right.parse::<Printed>().is_ok(), "{right}");
        }
    }

    #[test]
    fn a_number_of_a_million_digits_is_refused_at_once_and_in_short() {
        let digits = "7".repeat(1_000_000);
        for long in [
            digits.clone(),
            format!("0.{digits}"),
            format!("1/{digits}"),
            format!("{digits}/3"),
            format!("1.{digits}e5%"),
        ] {
            let words = long.parse::<Printed>().expect_err("too long");
            assert!(words.len() < 300, "{}", words.len());
        }
    }

    #[test]
    fn two_digits_tell_something_and_one_does_not() {
        let zero = BigRational::zero();
        for (text, significant, fine) in [
            ("1", false, false),
            ("0", false, false),
            ("4%", false, false),
            ("0.3%", false, true),
            ("0.00%", false, true),
            ("12%", true, false),
            ("0.31%", true, true),
            ("12683", true, false),
            ("-1/17", true, true),
        ] {
            assert_eq!((printed(text).is_significant(&zero), printed(text).is_fine()), (significant, fine), "{text}");
        }
        // A return of 97% states an edge of 3%, and one of 72% an edge of 28%.
        assert!(!printed("97%").is_significant(&BigRational::one()));
        assert!(printed("72%").is_significant(&BigRational::one()));
    }

    #[test]
    fn every_way_of_rounding_is_told_apart() {
        let against = |text: &str, n, d| printed(text).against(&Quantity::Number(ratio(n, d)));
        assert_eq!(against("0.33", 1, 3), Printing::Rounded);
        assert_eq!(against("0.66", 2, 3), Printing::Truncated);
        assert_eq!(against("-0.66", -2, 3), Printing::Truncated);
        assert_eq!(against("0.34", 1, 3), Printing::UnitOff);
        assert_eq!(against("-0.67", -2, 3), Printing::Rounded);
        assert_eq!(against("0.68", 2, 3), Printing::Wrong);
        assert_eq!(against("0.1", 1, 8), Printing::Rounded);
        // 1/8 is a tie: 0.13 half up, 0.12 half to even; 3/8 goes to 0.38 by both.
        assert_eq!(against("0.13", 1, 8), Printing::HalfUp);
        assert_eq!(against("0.12", 1, 8), Printing::HalfEven);
        assert_eq!(against("-0.13", -1, 8), Printing::HalfUp);
        assert_eq!(against("0.38", 3, 8), Printing::Rounded);
        assert_eq!(against("0.37", 3, 8), Printing::Truncated);
        assert_eq!(against("1/8", 1, 8), Printing::Exact);
        assert_eq!(against("1/8", 1, 9), Printing::Wrong);
        assert_eq!(against("2", 1, 1), Printing::UnitOff);
    }

    #[test]
    fn a_root_is_compared_without_rounding_it() {
        let two = Quantity::RootOf(ratio(2, 1));
        assert_eq!(printed("1.4142").against(&two), Printing::Rounded);
        assert_eq!(printed("1.41421356237309504880168872420969807857").against(&two), Printing::Rounded);
        assert_eq!(printed("1.41421356237309504880168872420969807856").against(&two), Printing::Truncated);
        assert_eq!(printed("1.4").against(&Quantity::RootOf(ratio(49, 25))), Printing::Rounded);
        assert_eq!(printed("1.4142").like(&two), "1.4142136");
        assert_eq!(printed("1.5").difference(&two), "+0.0858");
    }
}
