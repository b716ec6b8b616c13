//! Where a house edge lies against a published interval.

use certificate::{Exact, Published};
use num_rational::BigRational;

use crate::figure::{PERCENT_PLACES, percent, points, short_percent};

/// Where a house edge lies against a closed interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Position {
    Inside,
    /// Below the lower end.
    Below(Outside),
    /// Above the upper end.
    Above(Outside),
}

/// How far outside an interval a house edge lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outside {
    by: BigRational,
    /// The end of the interval, if the edge rounds to it in the decimals that it is published in.
    rounds_to: Option<String>,
}

impl Outside {
    fn of(edge: &Exact, end: &Exact, by: BigRational) -> Self {
        let shown = short_percent(end);
        let places = shown.split_once('.').map_or(0, |(_, decimals)| decimals.trim_end_matches('%').len());
        let rounded = percent(edge, u32::try_from(places).unwrap_or(PERCENT_PLACES));
        Self { by, rounds_to: Some(shown).filter(|shown| *shown == rounded) }
    }
}

impl Position {
    /// `None` if one of the texts is no fraction.
    pub(crate) fn of(edge: &Exact, low: &Exact, high: &Exact) -> Option<Self> {
        let (value, least, most) = (edge.value()?, low.value()?, high.value()?);
        Some(if value < least {
            Self::Below(Outside::of(edge, low, least - value))
        } else if value > most {
            Self::Above(Outside::of(edge, high, value - most))
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
            Self::Below(outside) => format!("below by {}", points(&outside.by)),
            Self::Above(outside) => format!("above by {}", points(&outside.by)),
        }
    }

    /// The end of the interval, if an edge outside rounds to it in the decimals that it is published in.
    pub(crate) fn rounds_to(&self) -> Option<&str> {
        match self {
            Self::Inside => None,
            Self::Below(outside) | Self::Above(outside) => outside.rounds_to.as_deref(),
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
        let rounds_to = |edge| Position::of(&edge, &low, &high).and_then(|it| it.rounds_to().map(str::to_owned));
        assert_eq!(rounds_to(exact(494, 100_000)).as_deref(), Some("0.49%"));
        assert_eq!(rounds_to(exact(426, 100_000)).as_deref(), Some("0.43%"));
        assert_eq!([exact(495, 100_000), exact(424, 100_000), exact(45, 10_000)].map(rounds_to), [None, None, None]);
    }
}
