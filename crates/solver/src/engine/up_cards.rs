//! Every up card in turn: each case is solved once, and where it is another one changed over, only that one is.

use num_rational::BigRational;

use crate::arithmetic::error::SolveError;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::exposed_pair::own_cases;
use crate::engine::solution::OfUp;
use crate::engine::solver::Solver;
use crate::parallel;

impl Solver {
    /// Solves every up card's cases, some up cards at a time, in their order. `of_up` gives a value a case of the table that it is told;
    /// `scaled` is the value of a case that is so many times as probable. Perfect play, whose splits are known by up card and case, is asked for
    /// all of them.
    ///
    /// # Errors
    /// Those of `of_up`.
    pub(crate) fn of_ups<'a, T: Send>(
        &'a self,
        at_a_time: usize,
        strategy: Class,
        of_up: impl Fn(&DealerCache) -> Result<OfUp<'a, T>, SolveError> + Sync,
        scaled: impl Fn(&T, &BigRational) -> T,
    ) -> Result<Vec<OfUp<'a, T>>, SolveError> {
        let places = self.solved_as(strategy);
        let mut solved: Vec<OfUp<'a, T>> = Vec::with_capacity(self.ups().len());
        for ups in (0..self.ups().len()).collect::<Vec<_>>().chunks(at_a_time.max(1)) {
            let some = parallel::try_map(ups, |&up| {
                let (table, own) = (&self.ups()[up], own_cases(up, &places[up]));
                if own.len() == places[up].len() {
                    return of_up(table);
                }
                of_up(&self.known().own_cases(up, || table.of_cases(&own)))
            })?;
            solved.extend(some);
        }
        for up in 0..solved.len() {
            for (case, &(other, at)) in places[up].iter().enumerate().filter(|&(case, &place)| place != (up, case)) {
                let share = self.share(&self.ups()[other]) / self.share(&self.ups()[up]);
                // The other up card comes before this one, so that its cases are complete and stand in their order.
                let value = scaled(&solved[other].values[at], &share);
                solved[up].values.insert(case, value);
            }
        }
        Ok(solved)
    }
}
