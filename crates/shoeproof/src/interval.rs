//! Published house edges.

use std::str::FromStr;

use num_rational::BigRational;
use num_traits::Signed as _;

use crate::failure::Failure;
use crate::printed::Printed;

/// A published house edge: an interval, or the numbers that print as one number.
#[derive(Debug, Clone)]
pub struct Interval {
    text: String,
    ends: [Printed; 2],
}

impl FromStr for Interval {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((low, high)) = text.split_once("..") else {
            let one: Printed = text.parse()?;
            return Ok(Self { text: text.to_owned(), ends: [one.clone(), one] });
        };
        // In `0.43..0.49%` the sign stands for both.
        let low = if high.trim_end().ends_with('%') && !low.trim_end().ends_with('%') {
            format!("{low}%")
        } else {
            low.to_owned()
        };
        let ends: [Printed; 2] = [low.parse()?, high.parse()?];
        if ends[0].is_percent && !ends[1].is_percent {
            return Err(format!(
                "`{text}`: the lower end is a percentage and the higher is not: expected `%` behind both, or behind the higher alone"
            ));
        }
        if ends[0].value > ends[1].value {
            return Err(format!("`{text}` is no interval: expected the lower end first, such as 0.43%..0.49%"));
        }
        Ok(Self { text: text.to_owned(), ends })
    }
}

impl Interval {
    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The ends as they are printed, as numbers.
    pub(crate) fn ends(&self) -> [BigRational; 2] {
        self.ends.each_ref().map(|end| end.value.clone())
    }

    /// Every number that lies between the ends or prints as one of them: published ends are rounded like other numbers.
    pub(crate) fn bounds(&self) -> [BigRational; 2] {
        let [[low, _], [_, high]] = self.ends.each_ref().map(Printed::interval);
        [low, high]
    }
}

/// A part without a percent sign that is more than this is taken for a percentage whose sign was forgotten.
const FORGOTTEN_SIGN: (i64, i64) = (1, 5);

impl Interval {
    /// Refuses what was meant as a percentage: no base game's house keeps a fifth of every wager.
    ///
    /// # Errors
    /// [`Failure::Asked`] with both ways to write it.
    pub(crate) fn is_of_a_base_game(&self) -> Result<(), Failure> {
        let most = BigRational::new(FORGOTTEN_SIGN.0.into(), FORGOTTEN_SIGN.1.into());
        let forgotten = self.ends.iter().find(|end| !end.is_percent && end.value.abs() > most);
        let Some(end) = forgotten else { return Ok(()) };
        let (text, hundredfold) = (end.text.trim(), &end.value * BigRational::from_integer(100.into()));
        let hundredfold = cards::decimal(&hundredfold, 2);
        Err(Failure::Asked(format!(
            "the house edge {text} is {hundredfold}%: expected {text}% or {hundredfold}%, whichever is meant"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str) -> [String; 2] {
        let interval: Interval = text.parse().expect("an interval");
        interval.bounds().map(|end| cards::fraction(&end))
    }

    #[test]
    fn a_part_that_was_meant_as_a_percentage_is_refused() {
        let of_a_game = |text: &str| text.parse::<Interval>().expect("an interval").is_of_a_base_game();
        for text in ["0.43%", "0.0043", "-0.2", "43%", "0.0043..0.0046", "0.43..0.46%"] {
            assert!(of_a_game(text).is_ok(), "{text}");
        }
        for (text, expected) in
            [("0.43", "0.43% or 43.00%"), ("-0.6", "-0.6% or -60.00%"), ("0.1..0.46", "0.46% or 46.00%")]
        {
            let refused = of_a_game(text).expect_err(text).to_string();
            assert!(refused.contains(expected), "{text}: {refused}");
        }
    }

    #[test]
    fn an_interval_is_what_prints_as_published() {
        assert_eq!(bounds("0.43%..0.49%"), ["17/4000", "99/20000"]);
        assert_eq!(bounds("0.43..0.49%"), ["17/4000", "99/20000"]);
        assert_eq!(bounds("-0.01..0.0049"), ["-3/200", "99/20000"]);
        assert_eq!(bounds("0.46%"), ["91/20000", "93/20000"]);
        assert_eq!(bounds("1/26"), ["1/26", "1/26"]);
        for wrong in ["3.67%..4.06", "", "0.49%..0.43%", "a..b", "0.43%..", "..", "0.4%...0.5%"] {
            assert!(wrong.parse::<Interval>().is_err(), "{wrong}");
        }
    }
}
