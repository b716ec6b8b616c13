//! Values of arguments that are read from text.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use num_rational::BigRational;
use shoeproof::{Class, Value};

/// A range of meters, in dollars.
#[derive(Debug, Clone)]
pub(crate) struct Range(pub(crate) [BigRational; 2]);

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is no range: expected two whole numbers, such as 5000..20000");
        let (low, high) = text.split_once("..").ok_or_else(wrong)?;
        let end = |end: &str| end.parse::<u32>().map(|end| BigRational::from_integer(end.into())).map_err(|_| wrong());
        let range = [end(low)?, end(high)?];
        if range[0] <= range[1] { Ok(Self(range)) } else { Err(format!("`{text}` is no range: {low} is above {high}")) }
    }
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZero<u16>, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {}", u16::MAX))
}

/// Cards in the order given.
#[derive(Debug, Clone)]
pub(crate) struct Cards(pub(crate) Vec<Value>);

pub(crate) fn cards(text: &str) -> Result<Cards, shoeproof::ParseValueError> {
    shoeproof::parse_hand(text).map(Cards)
}

/// Reads a strategy class; shells complete its names. Help hides them: it says which of them a question has.
pub(crate) fn class() -> impl TypedValueParser<Value = Class> {
    let names = [Class::Td, Class::CdzMinus, Class::BestCdz, Class::Perfect].map(Class::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Class>())
}

/// Reads a whole number of this range, in digits or as a large one is said: `1000000`, `1_000_000` or `1e6`.
pub(crate) fn whole(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let digits = text.replace('_', "");
        let number = match digits.split_once(['e', 'E']) {
            None => digits.parse().ok(),
            Some((digits, zeros)) => digits.parse::<u64>().ok().and_then(|digits| {
                zeros
                    .parse()
                    .ok()
                    .and_then(|zeros| 10_u64.checked_pow(zeros))
                    .and_then(|power| digits.checked_mul(power))
            }),
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            format!("expected a whole number from {} to {}, such as 1000000 or 1e6", range.start(), range.end())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_as_they_are_said() {
        let read = whole(1..=10_000_000_000);
        for (text, number) in
            [("7", 7), ("1000000", 1_000_000), ("1_000_000", 1_000_000), ("25e5", 2_500_000), ("1E10", 10_000_000_000)]
        {
            assert_eq!(read(text), Ok(number), "{text}");
        }
        for text in ["", "0", "-1", "1.5e6", "1e", "e6", "1e11", "1e99", "99999999999999999999", "x"] {
            assert!(
                read(text).is_err_and(|said| said.starts_with("expected a whole number from 1 to 10000000000")),
                "{text}"
            );
        }
    }
}
