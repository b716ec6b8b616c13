//! Exact numbers as canonical text.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

use crate::form::MOST_DIGITS;

/// Why a text is no canonical number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// Longer than [`MOST_DIGITS`].
    #[error("a number of more than {MOST_DIGITS} digits")]
    TooLong,
    /// Not of the form.
    #[error("`{0}` is not {1}")]
    Form(String, &'static str),
    /// A fraction that could be reduced.
    #[error("`{0}` is not in lowest terms")]
    Unreduced(String),
}

/// A fraction `n/d` in lowest terms, the denominator positive, without leading zeros and without `-0`.
///
/// # Errors
/// [`NumberError`]; nothing is computed from a text that is too long.
pub fn fraction(text: &str) -> Result<BigRational, NumberError> {
    let wrong = || NumberError::Form(shown(text), "a fraction n/d of whole numbers");
    let (numer, denom) = text.split_once('/').ok_or_else(wrong)?;
    let size = numer.strip_prefix('-').unwrap_or(numer);
    if size.len() > MOST_DIGITS || denom.len() > MOST_DIGITS {
        return Err(NumberError::TooLong);
    }
    if !is_whole(size) || !is_whole(denom) || denom == "0" || numer == "-0" {
        return Err(wrong());
    }
    let read = |digits: &str| digits.parse::<BigInt>().map_err(|_| wrong());
    let (numer, denom) = (read(numer)?, read(denom)?);
    if !numer.gcd(&denom).is_one() {
        return Err(NumberError::Unreduced(shown(text)));
    }
    Ok(BigRational::new_raw(numer, denom))
}

/// A fraction as this program prints one outside certificates: `n/d` in lowest terms, or `n` where the denominator is one.
///
/// # Errors
/// [`NumberError`]; nothing is computed from a text that is too long.
pub fn ratio(text: &str) -> Result<BigRational, NumberError> {
    if text.contains('/') {
        return fraction(text);
    }
    signed(text).map(BigRational::from_integer)
}

/// A whole number without leading zeros, `-` in front where it is negative.
///
/// # Errors
/// [`NumberError`].
pub fn signed(text: &str) -> Result<BigInt, NumberError> {
    let size = text.strip_prefix('-').unwrap_or(text);
    let magnitude = whole(size)?;
    if size.len() == text.len() {
        return Ok(magnitude);
    }
    if size == "0" {
        return Err(NumberError::Form(shown(text), "a number: nothing has no sign"));
    }
    Ok(-magnitude)
}

/// A whole number that is not negative, without leading zeros.
///
/// # Errors
/// [`NumberError`].
pub fn whole(text: &str) -> Result<BigInt, NumberError> {
    if text.len() > MOST_DIGITS {
        return Err(NumberError::TooLong);
    }
    let wrong = || NumberError::Form(shown(text), "a whole number");
    if is_whole(text) { text.parse().map_err(|_| wrong()) } else { Err(wrong()) }
}

/// A decimal: a whole number without leading zeros, a point and digits; `-` only where it is not zero.
///
/// # Errors
/// [`NumberError`].
pub fn decimal(text: &str) -> Result<(), NumberError> {
    if text.len() > MOST_DIGITS {
        return Err(NumberError::TooLong);
    }
    let size = text.strip_prefix('-').unwrap_or(text);
    let is_zero = size.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_decimal = size.split_once('.').is_some_and(|(before, after)| is_whole(before) && is_digits(after));
    if !is_decimal || (is_zero && size.len() < text.len()) {
        return Err(NumberError::Form(shown(text), "a decimal"));
    }
    Ok(())
}

/// The number that a decimal prints.
///
/// # Errors
/// As [`decimal`].
///
/// ```
/// use certificate::number::decimal_value;
///
/// assert_eq!(decimal_value("-0.25")?.to_string(), "-1/4");
/// assert!(decimal_value("1/4").is_err());
/// # Ok::<(), certificate::number::NumberError>(())
/// ```
pub fn decimal_value(text: &str) -> Result<BigRational, NumberError> {
    decimal(text)?;
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{places}").parse().map_err(|_| NumberError::Form(shown(text), "a decimal"))?;
    Ok(BigRational::new(digits, num_traits::pow(BigInt::from(10), places.len())))
}

fn is_whole(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0')) && !text.is_empty()
}

/// A long text shortened, for a message.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_has_one_text() {
        for good in ["0/1", "-1958/48205", "7/2", "1/1"] {
            assert_eq!(cards::fraction(&fraction(good).expect(good)), good);
        }
        for wrong in
            ["", "1", "1/0", "-0/1", "01/2", "1/02", "+1/2", "1/-2", "2/4", "0/2", "1.5/2", "1e3/7", "NaN", " 1/2"]
        {
            assert!(fraction(wrong).is_err(), "{wrong}");
        }
        assert_eq!(fraction(&format!("1/{}", "9".repeat(MOST_DIGITS + 1))), Err(NumberError::TooLong));
        for (text, same) in
            [("-3", "-3/1"), ("0", "0/1"), ("3/2", "3/2"), ("-1958/48205", "-1958/48205"), ("7/1", "7/1")]
        {
            assert_eq!(cards::fraction(&ratio(text).expect(text)), same);
        }
        for wrong in ["", "-", "-0", "+3", "03", "1.5", "3/0", "6/4", "--3", "3 "] {
            assert!(ratio(wrong).is_err(), "{wrong}");
        }
        for long in [format!("-{}", "7".repeat(1_000_000)), format!("{}/3", "7".repeat(1_000_000))] {
            assert_eq!(ratio(&long), Err(NumberError::TooLong));
        }
        assert_eq!([signed("-12"), signed("0")], [Ok((-12).into()), Ok(0.into())]);
        assert!(signed("-0").is_err() && signed("1/1").is_err() && signed("--1").is_err());
        assert!(whole("12").is_ok() && whole("012").is_err() && whole("-1").is_err() && whole("").is_err());
        for good in ["0.0", "-0.000240000", "12.50"] {
            assert!(decimal(good).is_ok(), "{good}");
        }
        for wrong in ["", "1", ".5", "5.", "-0.00", "01.5", "1.5e3", "+1.5", "1.2.3", "--1.5"] {
            assert!(decimal(wrong).is_err(), "{wrong}");
        }
    }
}
