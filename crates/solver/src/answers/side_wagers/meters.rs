//! The best play over a range of meters.
//!
//! The best value is a maximum of linear functions of the meter. Two plays, best at either end of a range, have lines that
//! meet in between; either nothing is better there, and the point is a breakpoint, or the play that is best there splits the
//! range in two. A hand with the same line at both ends of a range is worth that line all over it, for a convex function that
//! touches its chord is the chord, and is not looked at again.

use num_rational::BigRational;

use super::Aim;
use super::PlayChange;
use super::policy::{Opening, Policy, Unit};
use crate::arithmetic::error::SolveError;

/// The best play between two breakpoints of a unit, and what changes below it.
pub(super) struct Piece {
    pub(super) from: BigRational,
    pub(super) changes: Vec<PlayChange>,
    /// Base game, fixed and meter's part of the side wager, given the up card.
    pub(super) means: [BigRational; 3],
}

/// A play that is best at a meter, with its line of joint values.
struct BestAtMeter {
    meter: BigRational,
    policy: Policy,
    opening: Opening,
    at_zero: BigRational,
    slope: BigRational,
}

struct Search<'u, 'a> {
    unit: &'u Unit<'a>,
    ratio: &'u BigRational,
    pieces: Vec<Piece>,
    last: Option<(Policy, Opening)>,
}

/// The pieces of a unit over a range of meters, from the lowest.
pub(super) fn pieces(
    unit: &Unit<'_>,
    ratio: &BigRational,
    (low, high): (&BigRational, &BigRational),
) -> Result<Vec<Piece>, SolveError> {
    let mut search = Search { unit, ratio, pieces: Vec::new(), last: None };
    let low = search.best(low, None)?;
    let high = search.best(high, Some((&low, None)))?;
    search.refine(&low, &high)?;
    Ok(search.pieces)
}

impl Search<'_, '_> {
    fn best(
        &self,
        meter: &BigRational,
        between: Option<(&BestAtMeter, Option<&BestAtMeter>)>,
    ) -> Result<BestAtMeter, SolveError> {
        let aim = Aim::Joint { ratio: self.ratio.clone(), meter: meter.clone() };
        let weights = self.unit.weights(&aim);
        let between = between.and_then(|(low, high)| Some((&low.policy, &high?.policy)));
        let policy = self.unit.policy(weights.as_ref(), between);
        let opening = self.unit.opening(weights.as_ref(), &policy)?;
        let [base, fixed, per_meter] = &opening.means;
        let (at_zero, slope) = (base + self.ratio * fixed, self.ratio * per_meter);
        Ok(BestAtMeter { meter: meter.clone(), policy, opening, at_zero, slope })
    }

    /// Finds the pieces between two meters whose best plays are known.
    fn refine(&mut self, low: &BestAtMeter, high: &BestAtMeter) -> Result<(), SolveError> {
        if low.slope == high.slope {
            // Lines that are both best at their own ends and do not cross are the same.
            return self.piece(low, high, &low.meter, &high.meter);
        }
        let meter = (&low.at_zero - &high.at_zero) / (&high.slope - &low.slope);
        let middle = if meter <= low.meter || meter >= high.meter {
            None
        } else {
            let middle = self.best(&meter, Some((low, Some(high))))?;
            let is_above = &middle.at_zero + &middle.slope * &meter > &low.at_zero + &low.slope * &meter;
            is_above.then_some(middle)
        };
        match middle {
            Some(middle) => {
                self.refine(low, &middle)?;
                self.refine(&middle, high)
            }
            None => {
                self.piece(low, high, &low.meter, &meter)?;
                self.piece(low, high, &meter, &high.meter)
            }
        }
    }

    /// Adds the piece between two meters, if it is one; the best plays at two meters around it are known.
    fn piece(
        &mut self,
        low: &BestAtMeter,
        high: &BestAtMeter,
        from: &BigRational,
        to: &BigRational,
    ) -> Result<(), SolveError> {
        if from >= to {
            return Ok(());
        }
        let inside = (from + to) / BigRational::from_integer(2.into());
        let best = self.best(&inside, Some((low, Some(high))))?;
        if self.pieces.last().is_some_and(|piece| piece.means == best.opening.means) {
            return Ok(());
        }
        let changes = self.unit.changes(
            &best.policy,
            &best.opening,
            self.last.as_ref().map(|(policy, opening)| (policy, opening)),
        );
        self.pieces.push(Piece { from: from.clone(), changes, means: best.opening.means.clone() });
        self.last = Some((best.policy, best.opening));
        Ok(())
    }
}
