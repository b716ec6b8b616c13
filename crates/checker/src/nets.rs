//! Net results of hands, in initial wagers and in whole units.

use num_rational::Ratio;

use crate::dealer::ENDS;

/// A net result in initial wagers.
pub(crate) type Net = Ratio<i64>;

/// A net result at each end of the dealer's hand, times [`crate::round::Round::units`].
pub(crate) type Nets = [i64; ENDS];

pub(crate) fn scaled(units: i64, nets: &[Net; ENDS]) -> Nets {
    nets.map(|net| *(net * units).numer())
}
