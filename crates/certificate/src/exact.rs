//! Exact numbers as a report writes them: the fraction, and a decimal that is rounded from it.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::form::MOST_DIGITS;
use crate::schema::JsonSchema;

/// Decimals printed beside every fraction.
const PLACES: u32 = 18;

/// An exact number: the fraction in lowest terms and its decimal, rounded from the fraction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    /// `n/d` in lowest terms, sign on the numerator.
    pub fraction: String,
    /// The value rounded to 18 places.
    pub decimal: String,
}

impl From<&BigRational> for Exact {
    fn from(value: &BigRational) -> Self {
        Self { fraction: cards::fraction(value), decimal: cards::decimal(value, PLACES) }
    }
}

impl Exact {
    /// The fraction as a number, or `None` if the text is no fraction, or has parts of more than [`MOST_DIGITS`].
    pub fn value(&self) -> Option<BigRational> {
        let (numer, denom) = self.fraction.split_once('/')?;
        if numer.len().max(denom.len()) > MOST_DIGITS {
            return None;
        }
        let (numer, denom): (BigInt, BigInt) = (numer.parse().ok()?, denom.parse().ok()?);
        (!denom.is_zero()).then(|| BigRational::new(numer, denom))
    }

    /// The value as a percentage with `places` decimals and no sign for a percent, rounded from the fraction.
    /// A text that is no fraction is returned as it stands.
    pub fn percent(&self, places: u32) -> String {
        match self.value() {
            Some(value) => cards::decimal(&(value * BigRational::from_integer(100.into())), places),
            None => self.fraction.clone(),
        }
    }

    /// The value with `places` decimals, rounded from the fraction.
    /// A text that is no fraction is returned as it stands.
    pub fn rounded(&self, places: u32) -> String {
        self.value().map_or_else(|| self.fraction.clone(), |value| cards::decimal(&value, places))
    }
}

/// The square root of an exact number, such as a standard deviation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// The number under the root.
    pub squared: Exact,
    /// The root correctly rounded to 18 places.
    pub decimal: String,
}

impl Root {
    /// The root of a non-negative number; `None` for a negative one.
    pub fn of(squared: &BigRational) -> Option<Self> {
        Some(Self { squared: squared.into(), decimal: cards::sqrt_decimal(squared, PLACES)? })
    }

    /// The root with `places` decimals, rounded from the number under it.
    pub fn rounded(&self, places: u32) -> String {
        self.squared
            .value()
            .and_then(|value| cards::sqrt_decimal(&value, places))
            .unwrap_or_else(|| self.decimal.clone())
    }
}

/// SHA-256 in lower-case hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text can be what [`sha256_hex`] gives.
pub fn is_sha256_hex(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    #[test]
    fn an_exact_number_survives_its_text() {
        let exact = Exact::from(&ratio(-1958, 48205));
        assert_eq!(exact.fraction, "-1958/48205");
        assert_eq!(exact.decimal, "-0.040618193133492376");
        assert_eq!(exact.value(), Some(ratio(-1958, 48205)));
        assert_eq!(exact.percent(4), "-4.0618");
    }

    #[test]
    fn nonsense_is_no_number() {
        for text in ["", "1", "1/0", "a/b", "1.5/2"] {
            assert_eq!(Exact { fraction: text.into(), decimal: String::new() }.value(), None, "{text}");
        }
    }

    /// A million digits take minutes to read as a number.
    #[test]
    fn a_number_of_a_million_digits_is_not_read() {
        let fraction = format!("1/{}", "7".repeat(1_000_000));
        let exact = Exact { fraction: fraction.clone(), decimal: String::new() };
        let start = std::time::Instant::now();
        assert_eq!(exact.value(), None);
        assert_eq!(exact.rounded(3), fraction);
        assert!(start.elapsed().as_secs() < 1);
    }

    #[test]
    fn the_hash_of_nothing() {
        assert_eq!(sha256_hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
