//! Numbers as the report prints them: rounded from the fraction, with a true minus sign.

use certificate::Exact;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::Serialize;

/// Decimals of a percentage in the report.
pub(crate) const PERCENT_PLACES: u32 = 4;

/// Longest count that is printed in full.
const COUNT_DIGITS: usize = 15;

/// Decimals beyond which no number is followed for its significant digits.
const MOST_PLACES: u32 = 60;

/// En dash: no figure.
pub(crate) fn dash() -> String {
    "\u{2013}".into()
}

/// Hyphens of a number as minus signs.
pub(crate) fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

/// `0.4012%`.
pub(crate) fn percent(value: &Exact, places: u32) -> String {
    format!("{}%", minus(&value.percent(places)))
}

/// The same with the usual decimals.
pub(crate) fn usual_percent(value: &Exact) -> String {
    percent(value, PERCENT_PLACES)
}

/// What is returned to the player where the house keeps this edge: 1 less the edge. A text that is no fraction stays as it is.
pub(crate) fn rtp(edge: &Exact) -> Exact {
    edge.value().map_or_else(|| edge.clone(), |edge| Exact::from(&(BigRational::one() - edge)))
}

/// A house edge with the RTP that it leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct EdgeCell {
    edge: String,
    /// None where there is no edge.
    rtp: Option<String>,
}

impl EdgeCell {
    pub(crate) fn of(edge: Option<&Exact>) -> Self {
        match edge {
            None => Self { edge: dash(), rtp: None },
            Some(edge) => Self::rounded(edge, PERCENT_PLACES),
        }
    }

    pub(crate) fn rounded(edge: &Exact, places: u32) -> Self {
        Self { edge: percent(edge, places), rtp: Some(percent(&rtp(edge), places)) }
    }

    /// From the least to the greatest of some edges, or a single one; `None` of none.
    pub(crate) fn range<'a>(edges: impl IntoIterator<Item = &'a BigRational>) -> Option<Self> {
        let edges: Vec<&BigRational> = edges.into_iter().collect();
        let returns: Vec<BigRational> = edges.iter().map(|&edge| BigRational::one() - edge).collect();
        Some(Self { edge: percent_range(edges)?, rtp: percent_range(&returns) })
    }

    /// An edge that is known to lie between two.
    pub(crate) fn between(edge: String, [low, high]: [String; 2]) -> Self {
        Self { edge, rtp: Some(format!("{low}% to {high}%")) }
    }
}

/// A percentage with the decimals it needs, two at least: `0.43%`. One that twelve decimals do not hold has four.
pub(crate) fn short_percent(value: &Exact) -> String {
    let percent = value.value().map(|value| value * hundred());
    let holds = |places: u32| {
        percent.as_ref().is_some_and(|percent| {
            (percent * num_traits::pow(BigRational::from_integer(10.into()), places as usize)).is_integer()
        })
    };
    let mut text = value.percent((PERCENT_PLACES..=12).find(|&places| holds(places)).unwrap_or(PERCENT_PLACES));
    while text.ends_with('0') && text.find('.').is_some_and(|point| text.len() - point > 3) {
        text.pop();
    }
    format!("{}%", minus(&text))
}

/// A difference of two probabilities or edges in percentage points, without sign. One too small to show says so.
pub(crate) fn points(difference: &BigRational) -> String {
    points_in(difference, PERCENT_PLACES)
}

fn points_in(difference: &BigRational, places: u32) -> String {
    let text = cards::decimal(&(difference.abs() * hundred()), places);
    if !difference.is_zero() && text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        return format!("less than 0.{:0>width$}", 1, width = places as usize);
    }
    text
}

/// The same with `+` or `−` in front.
pub(crate) fn signed_points(difference: &BigRational) -> String {
    signed_points_in(difference, PERCENT_PLACES)
}

/// The same in so many places.
pub(crate) fn signed_points_in(difference: &BigRational, places: u32) -> String {
    let sign = match difference {
        zero if zero.is_zero() => "",
        positive if positive.is_positive() => "+",
        _ => "\u{2212}",
    };
    format!("{sign}{}", points_in(difference, places))
}

pub(crate) fn hundred() -> BigRational {
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

/// Whether [`count`] prints these digits rounded.
pub(crate) fn is_long_count(digits: &str) -> bool {
    digits.len() > COUNT_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0')
}

/// A count with commas between thousands; one too long for a column rounded to five digits: `9.4596 × 10²⁴`.
pub(crate) fn count(digits: &str) -> String {
    if !is_long_count(digits) {
        return grouped(digits);
    }
    let kept: u64 = digits[..6].parse().unwrap_or(0);
    let mut exponent = digits.len() - 1;
    let mut mantissa = (kept + 5) / 10;
    if mantissa == 100_000 {
        mantissa = 10_000;
        exponent += 1;
    }
    format!("{}.{:04}\u{a0}\u{d7}\u{a0}{}", mantissa / 10_000, mantissa % 10_000, power_of_ten(exponent, false))
}

/// `10²⁴`, or with a minus sign before the exponent.
fn power_of_ten(exponent: usize, is_negative: bool) -> String {
    let sign = if is_negative { "\u{207b}" } else { "" };
    format!("10{sign}{}", exponent.to_string().chars().map(raised).collect::<String>())
}

fn raised(digit: char) -> char {
    match digit {
        '0' => '\u{2070}',
        '1' => '\u{b9}',
        '2' => '\u{b2}',
        '3' => '\u{b3}',
        '4' => '\u{2074}',
        '5' => '\u{2075}',
        '6' => '\u{2076}',
        '7' => '\u{2077}',
        '8' => '\u{2078}',
        '9' => '\u{2079}',
        other => other,
    }
}

/// A non-negative decimal with commas between thousands, its whole part rounded if it is too long for a column.
pub(crate) fn grouped_decimal(decimal: &str) -> String {
    match decimal.split_once('.') {
        Some((whole, _)) if is_long_count(whole) => count(whole),
        Some((whole, rest)) => format!("{}.{rest}", grouped(whole)),
        None => count(decimal),
    }
}

/// An amount with commas between thousands and two decimals, none for a whole one: `11,408.46`, `25,000`.
pub fn amount(value: &Exact) -> String {
    value.value().map_or_else(|| value.fraction.clone(), |number| amount_of(&number))
}

/// The same of a number.
pub(crate) fn amount_of(number: &BigRational) -> String {
    let text = cards::decimal(number, if number.is_integer() { 0 } else { 2 });
    match text.strip_prefix('-') {
        Some(size) => format!("\u{2212}{}", grouped_decimal(size)),
        None => grouped_decimal(&text),
    }
}

/// A meter to the unit, or as it is if it is small.
pub(crate) fn meter(meter: &BigRational) -> String {
    let hundred = BigRational::from_integer(100.into());
    if *meter < hundred { amount_of(meter) } else { amount_of(&meter.round()) }
}

/// A printed decimal as the number it prints, such as `93.2503`; `None` for any other text.
pub(crate) fn printed(decimal: &str) -> Option<BigRational> {
    let (whole, part) = decimal.split_once('.').unwrap_or((decimal, ""));
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{whole}{part}/1{}", "0".repeat(part.len())).parse().ok()
}

/// Decimals with which a number less than one shows `digits` significant digits, `least` at the least.
fn places(number: &BigRational, digits: u32, least: u32) -> u32 {
    let (mut size, one) = (number.abs(), BigRational::one());
    let mut zeros = 0;
    while !size.is_zero() && size < one && zeros < MOST_PLACES {
        size *= BigRational::from_integer(10.into());
        zeros += 1;
    }
    if zeros == 0 { least } else { least.max(zeros + digits - 1) }
}

/// A number with `digits` significant digits if it is less than one, and six decimals at the least.
pub(crate) fn significant(value: &Exact, digits: u32) -> String {
    value
        .value()
        .map_or_else(|| value.fraction.clone(), |number| minus(&cards::decimal(&number, places(&number, digits, 6))))
}

/// Places of a percentage beyond which it is printed with a power of ten.
const FINE_PLACES: u32 = 12;

/// A percentage with six decimals, or as many more as show three digits that are not leading zeros: `0.0000000143%`, and `7.53 × 10⁻¹⁸%` of what
/// would have more than twelve places.
pub(crate) fn fine_percent(value: &Exact) -> String {
    const DIGITS: u32 = 3;
    let hundredfold = value.value().map(|number| number * hundred());
    let shown = hundredfold.as_ref().map_or(0, |number| places(number, DIGITS, 6));
    match hundredfold.filter(|number| shown > FINE_PLACES && !number.is_zero()) {
        Some(number) => {
            // So many places show the digits, so the first of them stands two places before the last.
            let first = (shown - DIGITS + 1) as usize;
            let ten = BigRational::from_integer(10.into());
            let rounded = |exponent| cards::decimal(&(&number * num_traits::pow(ten.clone(), exponent)), DIGITS - 1);
            // What is rounded up to ten has its first digit a place earlier.
            let exponent = if rounded(first).contains("10.") { first - 1 } else { first };
            format!("{}\u{a0}\u{d7}\u{a0}{}%", minus(&rounded(exponent)), power_of_ten(exponent, true))
        }
        None => significant_percent(value, DIGITS),
    }
}

/// The same with `digits` digits that are not leading zeros.
pub(crate) fn significant_percent(value: &Exact, digits: u32) -> String {
    value.value().map_or_else(
        || value.fraction.clone(),
        |number| {
            let hundredfold = number * hundred();
            format!("{}%", minus(&cards::decimal(&hundredfold, places(&hundredfold, digits, 6))))
        },
    )
}

/// The EV of a progressive wager whose meter is `J`: `−0.27762680 + 0.0000243352 J`.
pub(crate) fn linear(fixed: &Exact, slope: &Exact) -> String {
    let falling = slope.value().is_some_and(|slope| slope.is_negative());
    let size = if falling { negated(slope) } else { slope.clone() };
    let sign = if falling { "\u{2212}" } else { "+" };
    format!("{} {sign} {}\u{a0}J", minus(&fixed.rounded(8)), significant(&size, 6))
}

/// From the least to the greatest of some numbers as percentages: `3.6700% to 4.0600%`, or a single one.
pub(crate) fn percent_range<'a>(values: impl IntoIterator<Item = &'a BigRational>) -> Option<String> {
    let mut range: Option<(&BigRational, &BigRational)> = None;
    for value in values {
        range = Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
    }
    let text = |value: &BigRational| percent(&Exact::from(value), PERCENT_PLACES);
    let (low, high) = range.map(|(low, high)| (text(low), text(high)))?;
    Some(if low == high { low } else { format!("{low} to {high}") })
}

/// What a line pays per unit wagered, in words: `11 to 1`, `returned`, `lost`, or of a line that wins part of the meter `100% of meter − 1`.
pub fn pays(fixed: &str, meter_share: Option<&str>) -> String {
    let Some(share) = meter_share else { return odds(fixed) };
    let share = share.parse::<BigRational>().map_or_else(|_| share.to_owned(), |share| trimmed(&(share * hundred())));
    let rest = match fixed.parse::<BigRational>() {
        Ok(fixed) if fixed.is_zero() => String::new(),
        Ok(fixed) if fixed.is_negative() => format!(" \u{2212} {}", trimmed(&-fixed)),
        Ok(fixed) => format!(" + {}", trimmed(&fixed)),
        Err(_) => format!(" + {fixed}"),
    };
    format!("{share}% of meter{rest}")
}

/// A number in as few decimals as it has, or as a fraction if they never end.
pub(crate) fn trimmed(number: &BigRational) -> String {
    let text = decimal(number);
    if printed(&text).as_ref() == Some(number) { grouped_decimal(&text) } else { number.to_string() }
}

/// A number in as few decimals as it has; rounded to 18 of them if it has more.
pub(crate) fn decimal(number: &BigRational) -> String {
    cards::decimal(number, 18).trim_end_matches('0').trim_end_matches('.').to_owned()
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
pub fn negated(value: &Exact) -> Exact {
    value.value().map_or_else(|| value.clone(), |number| Exact::from(&-number))
}

/// Places of a hold's percentage.
pub(crate) const HOLD_PLACES: u32 = 4;

/// A decimal as a percentage that is not above it, or not below it.
pub(crate) fn outward_percent(text: &str, up: bool) -> String {
    let Some(number) = printed(text) else { return text.to_owned() };
    let percent = number * hundred();
    if up { cards::decimal_above(&percent, HOLD_PLACES) } else { cards::decimal_below(&percent, HOLD_PLACES) }
}

/// A text with the letters escaped that HTML and SVG do not take as they are.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            other => written.push(other),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(n: i64, d: i64) -> Exact {
        Exact::from(&BigRational::new(n.into(), d.into()))
    }

    #[test]
    fn meters_are_printed_to_the_unit() {
        let number = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(meter(&number(22_817, 2)), "11,409");
        assert_eq!(meter(&number(25, 2)), "12.50");
        assert_eq!(meter(&number(1, 1)), "1");
    }

    #[test]
    fn interval_ends_keep_the_decimals_they_need() {
        assert_eq!(short_percent(&exact(43, 10_000)), "0.43%");
        assert_eq!(short_percent(&exact(1, 100)), "1.00%");
        assert_eq!(short_percent(&exact(400_051, 100_000_000)), "0.400051%");
        assert_eq!(short_percent(&exact(1, 300)), "0.3333%");
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
    fn payouts_of_a_meter_in_words() {
        let words = [("-1/1", "1/1"), ("0/1", "1/10"), ("200/1", "1/1"), ("-1/2", "1/3"), ("x", "y")]
            .map(|(fixed, share)| pays(fixed, Some(share)));
        let expected = [
            "100% of meter \u{2212} 1",
            "10% of meter",
            "100% of meter + 200",
            "100/3% of meter \u{2212} 0.5",
            "y% of meter + x",
        ];
        assert_eq!(words, expected);
        assert_eq!(pays("3/2", None), "3 to 2");
    }

    #[test]
    fn long_counts_are_rounded_and_keep_their_size() {
        let counts = ["123456789012345", "1234567890123456", "9999950000000000", "2694889798106962926797107200"];
        let expected = [
            "123,456,789,012,345",
            "1.2346\u{a0}\u{d7}\u{a0}10\u{b9}\u{2075}",
            "1.0000\u{a0}\u{d7}\u{a0}10\u{b9}\u{2076}",
            "2.6949\u{a0}\u{d7}\u{a0}10\u{b2}\u{2077}",
        ];
        assert_eq!(counts.map(count), expected);
        assert_eq!(count("not digits, and longer"), "not digits, and longer");
    }

    #[test]
    fn small_numbers_keep_their_digits() {
        assert_eq!(fine_percent(&exact(60, 15_039_960)), "0.000399%");
        assert_eq!(fine_percent(&exact(1, 7_000_000_000)), "0.0000000143%");
        assert_eq!(fine_percent(&exact(0, 1)), "0.000000%");
        assert_eq!(fine_percent(&exact(753, 1_000_000_000_000)), "0.0000000753%");
        assert_eq!(fine_percent(&exact(1, 123_456_789_012_345)), "8.10\u{a0}\u{d7}\u{a0}10\u{207b}\u{b9}\u{b3}%");
        assert_eq!(fine_percent(&exact(99_999, 10_i64.pow(18))), "1.00\u{a0}\u{d7}\u{a0}10\u{207b}\u{b9}\u{b9}%");
        assert_eq!(
            fine_percent(&exact(-1, 123_456_789_012_345)),
            "\u{2212}8.10\u{a0}\u{d7}\u{a0}10\u{207b}\u{b9}\u{b3}%"
        );
        assert_eq!(fine_percent(&exact(-1, 7_000_000_000)), "\u{2212}0.0000000143%");
        assert_eq!(significant(&exact(1, 41_093), 6), "0.0000243350");
        assert_eq!(significant(&exact(5, 2), 6), "2.500000");
    }

    #[test]
    fn amounts_have_two_decimals_or_none() {
        let texts = [exact(25_000, 1), exact(-22_817, 2), exact(1, 3), exact(-1, 1000)].map(|it| amount(&it));
        assert_eq!(texts, ["25,000", "\u{2212}11,408.50", "0.33", "0.00"]);
        let decimals = [exact(3, 2), exact(-1, 1), exact(100, 1), exact(1, 3)].map(|it| it.value().expect("number"));
        assert_eq!(decimals.map(|it| decimal(&it)), ["1.5", "-1", "100", "0.333333333333333333"]);
    }

    #[test]
    fn printed_decimals_are_read_back() {
        assert_eq!(printed("-0.25"), exact(-1, 4).value());
        assert_eq!(printed("12"), exact(12, 1).value());
        for text in ["", "-", "1.x", "1e5", ".5", "--1"] {
            assert_eq!(printed(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_go_from_the_least_to_the_greatest() {
        let numbers = [exact(4, 100), exact(-1, 100), exact(2, 100)].map(|it| it.value().expect("number"));
        assert_eq!(percent_range(&numbers).as_deref(), Some("\u{2212}1.0000% to 4.0000%"));
        assert_eq!(percent_range(&numbers[..1]).as_deref(), Some("4.0000%"));
        assert_eq!(percent_range(&[]), None);
        let cell = EdgeCell::range(&numbers).map(|cell| (cell.edge, cell.rtp.expect("a return")));
        let expected = ("\u{2212}1.0000% to 4.0000%".to_owned(), "96.0000% to 101.0000%".to_owned());
        assert_eq!(cell, Some(expected));
        assert_eq!(EdgeCell::range(&[]), None);
    }

    #[test]
    fn thousands_are_grouped() {
        let texts = ["1", "999", "1000", "1234567", "12a4"].map(grouped);
        assert_eq!(texts, ["1", "999", "1,000", "1,234,567", "12a4"]);
    }

    #[test]
    fn intervals_are_widened_by_rounding() {
        assert_eq!(outward_percent("0.012345678901", false), "1.2345");
        assert_eq!(outward_percent("0.012345678901", true), "1.2346");
        assert_eq!(outward_percent("-0.012345678901", false), "-1.2346");
    }
}
