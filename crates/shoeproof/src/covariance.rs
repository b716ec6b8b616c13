//! Side wagers beside the base wager and beside each other: what a player who makes several of them needs to know of the
//! variance of his total.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{Exact, Wager};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{MeterAmount, OfferedWager, Submission};
use serde::Serialize;
use solver::{Aim, Class, DealerHand, InitialMean, SolveError, Solver, Want};
use statistics::{Covariance, StatisticsError};
use wagers::{DealerNets, WagerResult};

use crate::failure::Failure;
use crate::offered::{self, meter_of};
use crate::played::{BASE_CLASS, BaseGame};
use crate::schema::JsonSchema;
use crate::{played, present};

/// Covariances of a side wager. Net results are per unit of the base game's initial wager and per unit of the
/// side wager; a progressive's are at the meter of the entry.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BesideBase {
    /// The class that plays the base wager.
    base_strategy: &'static str,
    /// `null` where it is not computed.
    base_covariance: Option<Exact>,
    /// The same as a function of the meter; left out without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    base_covariance_by_meter: Option<ByMeter>,
    /// The nearest float; `null` where it is not computed, and for a wager that never varies.
    base_correlation: Option<f64>,
    /// Why the covariance is not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    base_covariance_remark: Option<String>,
    /// Both wagers together, in units of the base wager; `null` where that is not computed.
    with_base: Option<WithBase>,
    /// With the other wagers that the deal decides, under the readings that the analysis chose.
    side_covariances: Vec<BesideSide>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct ByMeter {
    fixed: Exact,
    per_meter_unit: Exact,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct WithBase {
    /// Side wager per unit of base wager.
    ratio: Exact,
    ev: Exact,
    variance: Exact,
    /// The nearest float to its root.
    std_dev: f64,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct BesideSide {
    id: String,
    paytable: String,
    /// Per unit of each wager.
    covariance: Exact,
    /// The nearest float; `null` if one of the wagers never varies.
    correlation: Option<f64>,
}

impl BesideBase {
    /// The figures as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let (Some(covariance), Some(correlation)) = (&self.base_covariance, self.base_correlation) {
            lines.push(format!(
                "With the base wager ({}): covariance {}, correlation {correlation:.6}",
                self.base_strategy,
                covariance.rounded(8)
            ));
        }
        if let Some(both) = &self.with_base {
            lines.push(format!(
                "With {} of the base wager: EV of both {}, variance {}, std deviation {:.6}",
                both.ratio.rounded(4),
                both.ev.rounded(8),
                both.variance.rounded(8),
                both.std_dev
            ));
        }
        lines.extend(
            self.base_covariance_remark.iter().map(|remark| format!("With the base wager: not computed, {remark}")),
        );
        lines.extend(
            self.side_covariances.iter().map(|other| {
                format!("With {} {}: covariance {}", other.id, other.paytable, other.covariance.rounded(8))
            }),
        );
        lines
    }
}

/// The figures of every wager of a list, in its order.
///
/// # Errors
/// Those of the base game under a class; what is not solved for a wager is a remark.
pub(crate) fn all(game: &mut BaseGame<'_>, strategy: Class, wagers: &[Wager]) -> Result<Vec<BesideBase>, Failure> {
    let submission = game.submission();
    let listed = wagers.iter().map(|wager| Listed::new(game, strategy, wager)).collect::<Result<Vec<_>, Failure>>()?;
    let mut base = Base::new(game.solver()?, strategy)?;
    let mut all = listed.iter().map(|listed| base.beside(listed)).collect::<Result<Vec<_>, Failure>>()?;
    let chosen: Vec<usize> = (0..wagers.len()).filter(|&at| wagers[at].chosen).collect();
    let of_deal: Vec<(&OfferedWager, BigRational)> =
        chosen.iter().map(|&at| (&listed[at].offered, listed[at].meter.clone())).collect();
    let matrix = submission.faces.as_ref().map(|cards| wagers::covariances(&of_deal, cards));
    for (&at, row) in chosen.iter().zip(matrix.iter().flatten()) {
        for (&other, covariance) in
            chosen.iter().zip(row).filter(|&(&other, _)| listed[other].offered.id != listed[at].offered.id)
        {
            let Some(covariance) = covariance else { continue };
            let matrix = match [at, other].map(|one| listed[one].variance()) {
                [Some(one), Some(other)] => Some(of_two(&one, covariance, &other)?),
                _ => None,
            };
            all[at].side_covariances.push(BesideSide {
                id: listed[other].offered.id.clone(),
                paytable: listed[other].offered.paytable.name.clone(),
                covariance: covariance.into(),
                correlation: matrix.as_ref().and_then(correlation),
            });
        }
    }
    Ok(all)
}

/// A wager of the list under its readings.
struct Listed {
    reading: Submission,
    offered: OfferedWager,
    meter: BigRational,
    /// `None` for a wager that play decides, if the class is not the one that such wagers are valued under.
    result: Option<WagerResult>,
}

impl Listed {
    fn new(game: &mut BaseGame<'_>, strategy: Class, wager: &Wager) -> Result<Self, Failure> {
        let mut reading = game.submission().clone();
        for (name, choice) in &wager.reading {
            reading = reading.with(&format!("readings.{name}"), choice)?;
        }
        let found = offered::offered(&reading, &wager.id)?
            .into_iter()
            .find(|offered| offered.paytable.name == wager.paytable)
            .ok_or_else(|| Failure::Asked(format!("no paytable `{}` of {} is offered", wager.paytable, wager.id)))?;
        let offered = found.clone();
        let result = if offered.rule.depends_on_play() && strategy != BASE_CLASS {
            None
        } else {
            Some(game.value(&reading, &offered)?)
        };
        Ok(Self { meter: meter_of(&offered), reading, offered, result })
    }

    fn variance(&self) -> Option<BigRational> {
        self.result.as_ref().map(|result| result.variance(&self.meter))
    }
}

/// The first cards by value, as far as they matter.
type Key = ([Value; 2], Option<Value>, Option<Value>);

/// The base game under a class.
struct Base<'a> {
    solver: &'a Solver,
    strategy: Class,
    ev: BigRational,
    variance: Option<BigRational>,
    /// Mean net results times the probability of the cards, once a wager has asked for them.
    by_cards: BTreeMap<Key, BigRational>,
}

impl<'a> Base<'a> {
    fn new(solver: &'a Solver, strategy: Class) -> Result<Self, Failure> {
        let solution = solver.solve(strategy, Want::quick_variance())?;
        Ok(Self { solver, strategy, ev: solution.ev, variance: solution.variance, by_cards: BTreeMap::new() })
    }

    fn beside(&mut self, listed: &Listed) -> Result<BesideBase, Failure> {
        let (covariance, remark) = match self.covariance(listed) {
            Ok(covariance) => (Some(covariance), None),
            Err(NotComputed::Remark(remark)) => (None, Some(remark)),
            Err(NotComputed::Failure(failure)) => return Err(failure),
        };
        let at_meter = covariance.as_ref().map(|covariance| &covariance.fixed + &covariance.per_meter * &listed.meter);
        let matrix = match (&self.variance, &at_meter, listed.variance()) {
            (Some(base), Some(covariance), Some(side)) => Some(of_two(base, covariance, &side)?),
            _ => None,
        };
        let by_meter = covariance.as_ref().filter(|_| listed.offered.rule.meter.is_some());
        Ok(BesideBase {
            base_strategy: self.strategy.name(),
            base_correlation: matrix.as_ref().and_then(correlation),
            with_base: match matrix.as_ref().zip(listed.result.as_ref()) {
                None => None,
                Some((matrix, result)) => {
                    let ratio = played::ratio(&listed.offered);
                    let variance = matrix.variance_of_total(&[BigRational::one(), ratio.clone()])?;
                    Some(WithBase {
                        ev: (&(&self.ev + result.ev(&listed.meter) * &ratio)).into(),
                        std_dev: present::root(&variance).decimal.parse().unwrap_or(f64::NAN),
                        variance: (&variance).into(),
                        ratio: (&ratio).into(),
                    })
                }
            },
            base_covariance: at_meter.as_ref().map(Exact::from),
            base_covariance_by_meter: by_meter.map(|covariance| ByMeter {
                fixed: (&covariance.fixed).into(),
                per_meter_unit: (&covariance.per_meter).into(),
            }),
            base_covariance_remark: remark,
            side_covariances: Vec::new(),
        })
    }

    /// Of the net results per unit of both wagers, as a function of the meter.
    fn covariance(&mut self, Listed { reading, offered, result, .. }: &Listed) -> Result<MeterAmount, NotComputed> {
        let not_computed = |why: &str| NotComputed::Remark(why.to_owned());
        let Some(result) = result else {
            return Err(not_computed("the play of the hand decides the wager, which is valued under another class"));
        };
        if reading.game.pays_by_suit() {
            return Err(not_computed("payouts of the base game depend on suits, which the wager may look at too"));
        }
        if offered.rule.depends_on_play() {
            return Ok(self.with_play(offered)?);
        }
        let product = if let Some(given) = wagers::given_values(offered) {
            let by_cards = self.by_cards()?;
            let mut product = MeterAmount::fixed(BigRational::zero());
            for cell in given {
                if let Some(worth) = by_cards.get(&(cell.hand, cell.up, cell.hole)) {
                    product.fixed += cell.mean.fixed * worth;
                    product.per_meter += cell.mean.per_meter * worth;
                }
            }
            product
        } else if let Some(given) = wagers::given_four_values(offered) {
            self.with_four_cards(given)?
        } else if let Some(nets) = DealerNets::new(offered) {
            let net = |hand: &DealerHand| {
                let first: Vec<Value> = [hand.up, hand.hole].into_iter().chain(hand.third).collect();
                nets.net(&first, hand.cards, hand.total, hand.blackjack)
            };
            let per_meter = if result.per_meter.is_zero() {
                BigRational::zero()
            } else {
                self.solver.mean_with_dealer(self.strategy, &|hand| net(hand).per_meter)?
            };
            MeterAmount { fixed: self.solver.mean_with_dealer(self.strategy, &|hand| net(hand).fixed)?, per_meter }
        } else {
            return Err(not_computed("the wager looks at more than the first cards and the dealer's hand"));
        };
        Ok(MeterAmount {
            fixed: product.fixed - &self.ev * &result.fixed,
            per_meter: product.per_meter - &self.ev * &result.per_meter,
        })
    }

    /// The expected product with a wager on the first two cards of both hands.
    fn with_four_cards(&self, given: Vec<([Value; 4], MeterAmount)>) -> Result<MeterAmount, SolveError> {
        // Deals of the same mean are one kind, so that there are few.
        let mut kinds: Vec<MeterAmount> = Vec::new();
        let mut kind_of: BTreeMap<[Value; 4], usize> = BTreeMap::new();
        for (values, mean) in given {
            let found = kinds.iter().position(|kind| *kind == mean).unwrap_or_else(|| {
                kinds.push(mean);
                kinds.len() - 1
            });
            kind_of.insert(values, found);
        }
        let nothing = kinds.len();
        let kind = |values| kind_of.get(&values).copied().unwrap_or(nothing);
        let worth = self.solver.means_by_four_cards(self.strategy, &kind)?;
        let mut product = MeterAmount::fixed(BigRational::zero());
        for (kind, worth) in worth {
            if let Some(mean) = kinds.get(kind) {
                product.fixed += &mean.fixed * &worth;
                product.per_meter += &mean.per_meter * worth;
            }
        }
        Ok(product)
    }

    /// Of a wager that play decides. What is added whatever the cards are does not vary with them.
    fn with_play(&self, offered: &OfferedWager) -> Result<MeterAmount, SolveError> {
        let playing = self.solver.playing(&played::in_solvers_terms(offered))?;
        let [fixed, per_meter] = playing.product_with_base()?;
        let value = playing.value(&Aim::Base)?;
        Ok(MeterAmount { fixed: fixed - &self.ev * value.fixed, per_meter: per_meter - &self.ev * value.per_meter })
    }

    fn by_cards(&mut self) -> Result<&BTreeMap<Key, BigRational>, NotComputed> {
        if self.by_cards.is_empty() {
            for InitialMean { hand, up, hole, probability, ev } in self.solver.initial_means(self.strategy)? {
                let worth = probability * ev;
                for key in [(hand, None, None), (hand, Some(up), None), (hand, Some(up), Some(hole))] {
                    *self.by_cards.entry(key).or_insert_with(BigRational::zero) += &worth;
                }
            }
        }
        Ok(&self.by_cards)
    }
}

/// Why there is no covariance.
enum NotComputed {
    Remark(String),
    Failure(Failure),
}

impl From<SolveError> for NotComputed {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Unsolved { .. } | SolveError::TooManyBusts => Self::Remark(error.to_string()),
            error => Self::Failure(error.into()),
        }
    }
}

fn of_two(one: &BigRational, covariance: &BigRational, other: &BigRational) -> Result<Covariance, StatisticsError> {
    Covariance::new(vec![vec![one.clone(), covariance.clone()], vec![covariance.clone(), other.clone()]])
}

/// Of two wagers; `None` if one of them never varies.
fn correlation(matrix: &Covariance) -> Option<f64> {
    matrix.correlation(0, 1).map(|root| root.nearest())
}
