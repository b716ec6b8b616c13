//! Values of arguments that are read from text.

use std::str::FromStr;

use num_rational::BigRational;
use shoeproof::Value;

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
        if range[0] <= range[1] { Ok(Self(range)) } else { Err(wrong()) }
    }
}

/// Cards in the order given.
#[derive(Debug, Clone)]
pub(crate) struct Cards(pub(crate) Vec<Value>);

pub(crate) fn cards(text: &str) -> Result<Cards, shoeproof::ParseValueError> {
    shoeproof::parse_hand(text).map(Cards)
}
