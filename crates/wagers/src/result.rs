use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Signed;
use rules::OfferedWager;

/// One outcome of a wager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The outcome in words.
    pub name: String,
    /// How many of the equally likely deals give it.
    pub combinations: BigUint,
    /// Net result per unit wagered: -1 for a loss, 0 for a wager returned.
    pub pays: BigRational,
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
    /// Expected net result per unit wagered.
    pub ev: BigRational,
    /// Variance of the net result per unit wagered.
    pub variance: BigRational,
    /// Probability of a positive net result.
    pub hit_frequency: BigRational,
}

impl WagerResult {
    /// Derives every figure from the lines, which must list each deal exactly once.
    ///
    /// # Panics
    /// If the lines have no combinations at all.
    pub(crate) fn from_lines(wager: &OfferedWager, mut lines: Vec<Line>) -> Self {
        lines.sort_by(|left, right| right.pays.cmp(&left.pays));
        let total: BigUint = lines.iter().map(|line| &line.combinations).sum();
        let mean = |of: &dyn Fn(&Line) -> BigRational| {
            let sum: BigRational = lines.iter().map(|line| of(line) * whole(&line.combinations)).sum();
            sum / whole(&total)
        };
        let ev = mean(&|line| line.pays.clone());
        let square = mean(&|line| &line.pays * &line.pays);
        let hits: BigUint = lines.iter().filter(|line| line.pays.is_positive()).map(|line| &line.combinations).sum();
        Self {
            id: wager.id.clone(),
            title: wager.rule.title.clone(),
            clauses: wager.rule.clauses.clone(),
            paytable: wager.paytable.name.clone(),
            variance: square - &ev * &ev,
            hit_frequency: whole(&hits) / whole(&total),
            lines,
            total,
            ev,
        }
    }
}

fn whole(count: &BigUint) -> BigRational {
    BigRational::from_integer(BigInt::from(count.clone()))
}
