//! What the exact [`Distribution`] of a round's net result implies over many independent rounds.
//!
//! | question | answer | how sure |
//! |---|---|---|
//! | mean, variance, skewness, hit frequency, extremes | [`Distribution`] | exact fractions |
//! | the house's hold after N rounds, by the normal distribution | [`Distribution::normal_hold`] | approximation |
//! | the same, and who is ahead, from the distribution itself | [`Total`] | certified: every float comes with a proven bound |
//! | ruin of a side with an advantage that plays for ever | [`RuinForever`] | certified bracket |
//! | ruin within N rounds | [`RuinWithin`] | certified bracket |
//! | the same for long play | [`diffusion_ruin`] | approximation |
//! | several spots and wagers together | [`Covariance`] | exact fractions |
//!
//! Net results are the player's, in initial wagers: the house's are those of [`Distribution::negated`]. Hold is the
//! house's win per initial wager. Rounds are taken to be independent and of one distribution, as from a fresh shoe each time.
//!
//! **What the bounds rest on.** IEEE doubles, rounded to nearest, and the functions of `libm`, which documents errors below
//! one unit in the last place; two are allowed for. `libm` is used in place of the platform's functions so that results
//! are the same bits everywhere.
//!
//! ```
//! use num_rational::BigRational;
//! use statistics::{Distribution, Level, Total};
//!
//! let number = |n: i64, d: i64| BigRational::new(n.into(), d.into());
//! // A bet at even money, won 19 times in 39.
//! let round = Distribution::new([(number(1, 1), number(19, 39)), (number(-1, 1), number(20, 39))])?;
//! let total = Total::new(&round, 1_000_000_000)?;
//! let hold = total.hold_interval(Level::NinetyFive);
//! assert!(hold.is_quantile && hold.low < -round.mean() && -round.mean() < hold.high);
//! assert!(total.standing().house_ahead.low > 0.999_999);
//! # Ok::<(), statistics::StatisticsError>(())
//! ```
#![forbid(unsafe_code)]

mod bracket;
mod centred;
mod characteristic;
mod covariance;
mod distribution;
mod error;
mod lattice;
mod level;
mod normal;
mod root;
mod ruin_forever;
mod ruin_within;
mod sum;
mod total;

pub use bracket::{Bankroll, Bracket};
pub use covariance::Covariance;
pub use distribution::{Distribution, Outcome};
pub use error::StatisticsError;
pub use level::Level;
pub use normal::{Approximate, diffusion_bankroll, diffusion_ruin};
pub use root::SignedRoot;
pub use ruin_forever::RuinForever;
pub use ruin_within::RuinWithin;
pub use total::{HoldInterval, Standing, Total};
