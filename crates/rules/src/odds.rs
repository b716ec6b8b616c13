//! Payout odds and percentages, as sources print them.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, Zero};
use serde::de::{Deserialize, Deserializer};

use crate::text::parsed;

/// Payout odds such as 3:2: the net win per unit wagered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Odds {
    win: u32,
    stake: u32,
}

impl Odds {
    /// The net win per unit wagered.
    pub fn ratio(self) -> Ratio<i64> {
        Ratio::new(i64::from(self.win), i64::from(self.stake))
    }

    /// The same as an exact number.
    pub fn exact(self) -> BigRational {
        cards::widened(self.ratio())
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.win, self.stake)
    }
}

impl FromStr for Odds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            format!(
                "`{text}` is not payout odds: expected a whole number and a positive one, both below 100000, such as 3:2"
            )
        };
        let (win, stake) = text.split_once(':').ok_or_else(wrong)?;
        let read = |part: &str| digits(part)?.parse::<u32>().ok().filter(|&number| number < 100_000);
        let (win, stake) = (read(win).ok_or_else(wrong)?, read(stake).ok_or_else(wrong)?);
        if stake == 0 { Err(wrong()) } else { Ok(Self { win, stake }) }
    }
}

impl<'de> Deserialize<'de> for Odds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "odds in quotation marks")
    }
}

/// A percentage as printed in a source, such as `0.43%`, kept exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Percent {
    ratio: BigRational,
    text: String,
}

impl Percent {
    /// The value per unit: 0.43% is 43/10000.
    pub fn ratio(&self) -> &BigRational {
        &self.ratio
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is not a percentage: expected digits and a percent sign, such as 0.43%");
        let number = text.strip_suffix('%').ok_or_else(wrong)?;
        let (sign, unsigned) = match number.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, number),
        };
        let (whole, part) = match unsigned.split_once('.') {
            Some((whole, part)) => (digits(whole).ok_or_else(wrong)?, digits(part).ok_or_else(wrong)?),
            None => (digits(unsigned).ok_or_else(wrong)?, ""),
        };
        if whole.len() + part.len() > MOST_DIGITS {
            return Err(wrong());
        }
        let numer: i64 = format!("{whole}{part}").parse().map_err(|_| wrong())?;
        let denom = 100 * 10_i64.pow(part.len() as u32);
        Ok(Self { ratio: BigRational::new((sign * numer).into(), denom.into()), text: text.to_owned() })
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "a percentage in quotation marks")
    }
}

/// Most digits of a number, so that its parts fit 64 bits.
const MOST_DIGITS: usize = 15;

/// The text if it is digits and nothing else: numbers are parsed with a sign too, which none of these have.
pub(crate) fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// How an amount is written, for messages.
pub(crate) const AMOUNT: &str = "a number such as 5000, 0.25, 15% or 1/26";

/// An exact number that is not negative, as people write one: `5000`, `0.25`, `15%`, `1/26`.
pub(crate) fn amount(text: &str) -> Result<BigRational, String> {
    let wrong = || format!("`{text}` is not an amount: expected {AMOUNT}");
    let whole = |part: &str| -> Result<BigInt, String> {
        let part = digits(part).filter(|part| part.len() <= MOST_DIGITS).ok_or_else(wrong)?;
        part.parse().map_err(|_| wrong())
    };
    if let Some((numer, denom)) = text.split_once('/') {
        let (numer, denom) = (whole(numer)?, whole(denom)?);
        return if denom.is_zero() { Err(wrong()) } else { Ok(BigRational::new(numer, denom)) };
    }
    let percent = if text.ends_with('%') { text.to_owned() } else { format!("{text}%") };
    let percent: Percent = percent.parse().map_err(|_| wrong())?;
    if percent.ratio.is_negative() {
        return Err(wrong());
    }
    Ok(if text.ends_with('%') { percent.ratio } else { percent.ratio * BigInt::from(100) })
}

/// An amount of money as people write one: an [`amount`], or dollars with their sign and commas such as `$5,000`.
pub(crate) fn dollars(text: &str) -> Result<BigRational, String> {
    let wrong = || format!("`{text}` is not an amount of money: expected dollars such as 5000, 0.25 or $5,000");
    let Some(written) = text.strip_prefix('$') else {
        return if text.contains('%') { Err(wrong()) } else { amount(text) };
    };
    if written.contains(['%', '/']) {
        return Err(wrong());
    }
    // Commas stand between groups of three digits or not at all.
    let (whole, part) = written.split_once('.').map_or((written, None), |(whole, part)| (whole, Some(part)));
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let mut number = first.to_owned();
    for group in groups {
        if group.len() != 3 || first.is_empty() || first.len() > 3 {
            return Err(wrong());
        }
        number.push_str(group);
    }
    if let Some(part) = part {
        number.push('.');
        number.push_str(part);
    }
    amount(&number).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact() {
        let ratio = |n: i64, d: i64| Ok(BigRational::new(n.into(), d.into()));
        assert_eq!(amount("5000"), ratio(5000, 1));
        assert_eq!(amount("0.25"), ratio(1, 4));
        assert_eq!(amount("15%"), ratio(3, 20));
        assert_eq!(amount("1/26"), ratio(1, 26));
        for wrong in ["", "-1", "+1", "1/0", "+1/2", "a", "1e3", "1/2/3", "%", "1.", ".5", "1/2%", "NaN"] {
            assert!(amount(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn money_may_be_written_as_money() {
        let ratio = |n: i64, d: i64| Ok(BigRational::new(n.into(), d.into()));
        assert_eq!(dollars("5000"), ratio(5000, 1));
        assert_eq!(dollars("$5000"), ratio(5000, 1));
        assert_eq!(dollars("$5,000"), ratio(5000, 1));
        assert_eq!(dollars("$1,250,000.50"), ratio(2_500_001, 2));
        for wrong in ["$", "$,000", "$5,00", "$5000,000", "$-5", "$5%", "$1/2", "$5,000,", "5,000", "$5.0.0", "$$5"] {
            assert!(dollars(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn odds_are_net_wins() {
        let odds: Odds = "3:2".parse().expect("odds");
        assert_eq!(odds.ratio(), Ratio::new(3, 2));
        assert_eq!(odds.to_string(), "3:2");
        for wrong in ["3", "3:0", "3:2:1", "-3:2", "+3:2", "3:+2", "3/2", "999999:1", ""] {
            assert!(wrong.parse::<Odds>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn percentages_are_exact() {
        let percent: Percent = "0.43%".parse().expect("percentage");
        assert_eq!(percent.ratio(), &BigRational::new(43.into(), 10_000.into()));
        assert_eq!("-1%".parse::<Percent>().expect("percentage").ratio(), &BigRational::new((-1).into(), 100.into()));
        for wrong in ["0.43", "%", ".5%", "5.%", "+5%", "1.2.3%", "1e3%", "99999999999999999999%"] {
            assert!(wrong.parse::<Percent>().is_err(), "{wrong}");
        }
    }
}
