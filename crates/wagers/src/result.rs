//! What a side wager is worth: its lines, moments and hit frequency.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::{MeterAmount, OfferedWager};

/// One outcome of a wager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The outcome in words.
    pub name: String,
    /// How many of the equally likely deals give it.
    pub combinations: BigUint,
    /// Net result per unit wagered without the meter: -1 for a loss, 0 for a wager returned.
    pub fixed: BigRational,
    /// Share of the meter won besides.
    pub per_meter: BigRational,
}

impl Line {
    /// The net result per unit wagered when the meter stands at so many units.
    pub fn pays(&self, meter: &BigRational) -> BigRational {
        &self.fixed + &self.per_meter * meter
    }

    /// Whether the net result is positive when the meter stands at so many units.
    pub fn wins(&self, meter: &BigRational) -> bool {
        self.pays(meter).is_positive()
    }
}

/// A wager under one paytable and one set of readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WagerResult {
    /// Wager id, such as `match-the-dealer`.
    pub id: String,
    /// Name in the regulation.
    pub title: String,
    /// Its clauses.
    pub clauses: Vec<String>,
    /// Name of the paytable.
    pub paytable: String,
    /// Every outcome, highest pay first; outcomes of equal pay in the order in which the wager's rule names them.
    /// Outcomes that the number of decks rules out are there with no combinations.
    pub lines: Vec<Line>,
    /// The number of equally likely deals: the sum of the lines' combinations.
    pub total: BigUint,
    /// Expected net result per unit wagered, without the meter.
    pub fixed: BigRational,
    /// Expected share of the meter won.
    pub per_meter: BigRational,
    /// Probability of a positive net result, at the meter for which figures are wanted.
    pub hit_frequency: BigRational,
}

impl WagerResult {
    /// Derives every figure from the lines, which must list each deal exactly once.
    ///
    /// # Panics
    /// If the lines have no combinations at all.
    pub fn from_lines(wager: &OfferedWager, mut lines: Vec<Line>) -> Self {
        lines.sort_by(|left, right| (&right.per_meter, &right.fixed).cmp(&(&left.per_meter, &left.fixed)));
        let total: BigUint = lines.iter().map(|line| &line.combinations).sum();
        let mean = |of: &dyn Fn(&Line) -> BigRational| mean(&lines, &total, of);
        let fixed = mean(&|line| line.fixed.clone());
        let per_meter = mean(&|line| line.per_meter.clone());
        let meter = wager.meter().unwrap_or_default();
        let hits: BigUint = lines.iter().filter(|line| line.wins(&meter)).map(|line| &line.combinations).sum();
        Self {
            id: wager.id.clone(),
            title: wager.rule.title.clone(),
            clauses: wager.rule.clauses.clone(),
            paytable: wager.paytable.name.clone(),
            hit_frequency: whole(&hits) / whole(&total),
            lines,
            total,
            fixed,
            per_meter,
        }
    }

    /// The expected net result per unit wagered.
    pub fn expectation(&self) -> MeterAmount {
        MeterAmount { fixed: self.fixed.clone(), per_meter: self.per_meter.clone() }
    }

    /// Expected net result per unit wagered when the meter stands at so many units.
    pub fn ev(&self, meter: &BigRational) -> BigRational {
        &self.fixed + &self.per_meter * meter
    }

    /// Variance of the net result per unit wagered when the meter stands at so many units.
    pub fn variance(&self, meter: &BigRational) -> BigRational {
        let square = mean(&self.lines, &self.total, &|line| {
            let pays = line.pays(meter);
            &pays * &pays
        });
        let ev = self.ev(meter);
        square - &ev * &ev
    }

    /// The meter, in units of the wager, at which the wager is even; `None` without a meter line.
    pub fn break_even(&self) -> Option<BigRational> {
        (!self.per_meter.is_zero()).then(|| -&self.fixed / &self.per_meter)
    }
}

fn mean(lines: &[Line], total: &BigUint, of: &dyn Fn(&Line) -> BigRational) -> BigRational {
    let sum: BigRational = lines.iter().map(|line| of(line) * whole(&line.combinations)).sum();
    sum / whole(total)
}

fn whole(count: &BigUint) -> BigRational {
    BigRational::from_integer(BigInt::from(count.clone()))
}
