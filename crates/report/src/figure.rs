//! Numbers as the report prints them: rounded from the fraction, with a true minus sign.

use certificate::{Exact, Published};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

/// Decimals of a percentage in the report.
pub(crate) const PERCENT_PLACES: u32 = 4;

/// Hyphens of a number as minus signs.
pub(crate) fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// `0.4012%`.
pub(crate) fn percent(value: &Exact, places: u32) -> String {
    format!("{}%", minus(&value.percent(places)))
}

/// A percentage with the decimals it needs, two at least and four at most: `0.43%`.
pub(crate) fn short_percent(value: &Exact) -> String {
    let mut text = value.percent(PERCENT_PLACES);
    while text.ends_with('0') && text.find('.').is_some_and(|point| text.len() - point > 3) {
        text.pop();
    }
    format!("{}%", minus(&text))
}

/// A difference of two probabilities or edges in percentage points, without sign. One too small to show says so.
pub(crate) fn points(difference: &BigRational) -> String {
    let text = cards::decimal(&(difference.abs() * hundred()), PERCENT_PLACES);
    if !difference.is_zero() && text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        return "less than 0.0001".into();
    }
    text
}

/// The same with `+` or `−` in front.
pub(crate) fn signed_points(difference: &BigRational) -> String {
    let sign = match difference {
        zero if zero.is_zero() => "",
        positive if positive.is_positive() => "+",
        _ => "\u{2212}",
    };
    format!("{sign}{}", points(difference))
}

fn hundred() -> BigRational {
    BigRational::from_integer(100.into())
}

/// A string of digits with commas between thousands; any other text as it stands.
pub(crate) fn grouped(digits: &str) -> String {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.to_owned();
    }
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a net result per unit means on the felt: `11 to 1`, `3 to 2`, `returned`, `lost`.
/// A text that is no fraction is returned as it stands.
pub(crate) fn odds(pays: &str) -> String {
    let Ok(value) = pays.parse::<BigRational>() else { return pays.to_owned() };
    if value.is_zero() {
        "returned".into()
    } else if value.is_positive() {
        format!("{} to {}", grouped(&value.numer().to_string()), grouped(&value.denom().to_string()))
    } else if value == -BigRational::from_integer(1.into()) {
        "lost".into()
    } else if value.is_integer() {
        format!("loses {}", value.numer().abs())
    } else {
        format!("loses {}", value.abs())
    }
}

/// The value as a float, for plotting only; `None` for what no wager of these games can be worth.
pub(crate) fn plotted(value: &Exact) -> Option<f64> {
    value.value()?.to_f64().filter(|float| float.abs() <= 1e6)
}

/// The other sign of a number; a text that is no fraction stays as it is.
pub(crate) fn negated(value: &Exact) -> Exact {
    value.value().map_or_else(|| value.clone(), |number| Exact::from(&-number))
}

/// Where a house edge lies against a closed interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Position {
    Inside,
    /// Below the lower end, by this much.
    Below(BigRational),
    /// Above the upper end, by this much.
    Above(BigRational),
}

impl Position {
    /// `None` if one of the texts is no fraction.
    pub(crate) fn of(edge: &Exact, low: &Exact, high: &Exact) -> Option<Self> {
        let (edge, low, high) = (edge.value()?, low.value()?, high.value()?);
        Some(if edge < low {
            Self::Below(low - edge)
        } else if edge > high {
            Self::Above(edge - high)
        } else {
            Self::Inside
        })
    }

    pub(crate) fn against(edge: &Exact, published: &Published) -> Option<Self> {
        Self::of(edge, &published.low, &published.high)
    }

    pub(crate) fn is_inside(&self) -> bool {
        *self == Self::Inside
    }

    /// `inside`, `below by 0.0312`, `above by 0.0312`: percentage points.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Inside => "inside".into(),
            Self::Below(by) => format!("below by {}", points(by)),
            Self::Above(by) => format!("above by {}", points(by)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(n: i64, d: i64) -> Exact {
        Exact::from(&BigRational::new(n.into(), d.into()))
    }

    #[test]
    fn positions_are_decided_by_the_fraction() {
        let (low, high) = (exact(43, 10_000), exact(49, 10_000));
        let position = |edge: Exact| Position::of(&edge, &low, &high).expect("fractions").words();
        assert_eq!(position(exact(43, 10_000)), "inside");
        assert_eq!(position(exact(49, 10_000)), "inside");
        assert_eq!(position(exact(42, 10_000)), "below by 0.0100");
        assert_eq!(position(exact(-1, 100)), "below by 1.4300");
        assert_eq!(position(exact(4_900_000_001, 1_000_000_000_000)), "above by less than 0.0001");
    }

    #[test]
    fn interval_ends_keep_the_decimals_they_need() {
        assert_eq!(short_percent(&exact(43, 10_000)), "0.43%");
        assert_eq!(short_percent(&exact(1, 100)), "1.00%");
        assert_eq!(short_percent(&exact(-4321, 1_000_000)), "\u{2212}0.4321%");
    }

    #[test]
    fn payouts_in_words() {
        let words = ["11/1", "3/2", "0/1", "-1/1", "-2/1", "-1/2", "1000/1", "share of meter"].map(odds);
        assert_eq!(
            words,
            ["11 to 1", "3 to 2", "returned", "lost", "loses 2", "loses 1/2", "1,000 to 1", "share of meter"]
        );
    }

    #[test]
    fn thousands_are_grouped() {
        let texts = ["1", "999", "1000", "1234567", "12a4"].map(grouped);
        assert_eq!(texts, ["1", "999", "1,000", "1,234,567", "12a4"]);
    }
}
