//! How a side wager is settled: what a player's hand can come to, the dealer's finished hands, and the line for both.

use std::sync::Arc;

use cards::Suit;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{AfterSplitHands, DealerEnd, PlayedWager, Tracks};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::{CachedSets, DealerCache, keys_of};
use crate::dealer::{Dealer, is_natural};
use crate::engine::solver::Solver;
use crate::parallel;

/// Index of a row of [`SideEnds`].
pub(super) type EndId = u8;

/// No line fits, whatever the dealer has.
pub(super) const LOST: EndId = 0;
/// The wager is returned.
pub(super) const RETURNED: EndId = 1;

/// Largest straight: seven cards of consecutive ranks have 28 points.
const MOST_IN_A_RUN: u8 = 6;

/// How the side wager ends for a player's hand, by the dealer's outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EndRow {
    /// Index of the line, or [`SideEnds::lost`], or [`SideEnds::returned`].
    pub(super) slots: [usize; OUTCOMES],
    /// In units of one over [`SideEnds::units`].
    pub(super) amounts: [[i64; OUTCOMES]; 2],
    /// The slot if it is the same for every outcome.
    pub(super) flat: Option<usize>,
}

/// Dealer outcomes told apart: which lines ask for such a hand, and whether it is a blackjack where that matters.
type LineClass = (Vec<bool>, bool);

/// What the lines tell apart of the dealer's hands.
#[derive(Debug)]
struct ToldApart {
    /// By line, what it asks for.
    asked: Vec<Option<DealerEnd>>,
    blackjack_matters: bool,
    /// Those that come up.
    classes: Vec<LineClass>,
}

impl ToldApart {
    fn new(wager: &PlayedWager) -> Self {
        Self {
            asked: wager.lines.iter().map(|line| line.dealer.clone()).collect(),
            blackjack_matters: wager.tracks == Tracks::Live,
            classes: Vec::new(),
        }
    }

    fn class_of(&self, cards: u8, total: u8, is_blackjack: bool) -> LineClass {
        let fits = |end: &Option<DealerEnd>| end.as_ref().is_none_or(|end| end.fits(cards, total, is_blackjack));
        (self.asked.iter().map(fits).collect(), is_blackjack && self.blackjack_matters)
    }
}

/// Every end of a side wager, and the dealer's distributions by what its lines tell apart.
#[derive(Debug)]
pub(super) struct SideEnds {
    /// Denominators of the amounts, fixed and per unit of meter.
    pub(super) units: [BigInt; 2],
    /// Lines of the pay table.
    pub(super) lines: usize,
    rows: Vec<EndRow>,
    /// The player's hand fits.
    counts: EndId,
    /// It fits if the dealer has a blackjack.
    waits: EndId,
    /// By cards of the straight and its ace.
    straights: Vec<Vec<EndId>>,
    /// Suits that no line tells apart.
    suits: Vec<Vec<Suit>>,
    /// By up card, in the order of the solver's; `None` if the lines do not look at the dealer.
    distributions: Option<Vec<DealerCache>>,
    amounts: [Vec<BigRational>; 2],
    told_apart: ToldApart,
}

impl SideEnds {
    /// # Errors
    /// [`SolveError::TooManyDealerEnds`], [`SolveError::WagerAmounts`], and those of the dealer's distributions.
    pub(super) fn new(solver: &Solver, wager: &PlayedWager) -> Result<Self, SolveError> {
        let fixed: Vec<BigRational> = wager.lines.iter().map(|line| line.fixed.clone()).collect();
        let per_meter: Vec<BigRational> = wager.lines.iter().map(|line| line.per_meter.clone()).collect();
        let lines = wager.lines.len();
        let mut told_apart = ToldApart::new(wager);
        let distributions = dealer_distributions(solver, wager, &mut told_apart)?;
        let classes = told_apart.classes.clone();
        let mut ends = Self {
            units: [unit(&fixed), unit(&per_meter)],
            lines,
            rows: Vec::new(),
            counts: LOST,
            waits: LOST,
            straights: Vec::new(),
            suits: suits_alike(wager),
            distributions,
            amounts: [fixed, per_meter],
            told_apart,
        };
        for (amounts, unit) in ends.amounts.iter().zip(&ends.units) {
            amounts.iter().try_for_each(|amount| in_units(amount, unit).map(|_| ()))?;
        }
        ends.add([ends.lost(); OUTCOMES])?;
        ends.add([ends.returned(); OUTCOMES])?;
        let slot = |class: usize, fits: &dyn Fn(usize) -> bool| {
            let (asked, _) = &classes[class.min(classes.len() - 1)];
            (0..lines).find(|&line| fits(line) && asked[line]).unwrap_or(lines)
        };
        if let Tracks::Straight(_) = wager.tracks {
            let aces = std::iter::once(None).chain((0..ends.suits.len()).map(Some)).collect::<Vec<_>>();
            for cards in 0..=MOST_IN_A_RUN {
                let mut row = Vec::new();
                for &ace in &aces {
                    let suit = ace.map(|class: usize| ends.suits[class][0]);
                    let fits = |line: usize| {
                        wager.lines[line].straight.as_ref().is_none_or(|straight| {
                            straight.cards <= cards
                                && straight
                                    .aces
                                    .as_ref()
                                    .is_none_or(|aces| suit.is_some_and(|suit| aces.contains(&suit)))
                        })
                    };
                    row.push(if cards < 2 { LOST } else { ends.add(std::array::from_fn(|class| slot(class, &fits)))? });
                }
                ends.straights.push(row);
            }
        } else {
            ends.counts = ends.add(std::array::from_fn(|class| slot(class, &|_| true)))?;
            ends.waits = ends.add(std::array::from_fn(|class| {
                let is_blackjack = classes.get(class).is_some_and(|&(_, is_blackjack)| is_blackjack);
                if is_blackjack { slot(class, &|_| true) } else { lines }
            }))?;
        }
        Ok(ends)
    }

    /// Slot of a lost wager.
    pub(super) fn lost(&self) -> usize {
        self.lines
    }

    /// Slot of a wager that is returned.
    pub(super) fn returned(&self) -> usize {
        self.lines + 1
    }

    /// Number of slots.
    pub(super) fn slots(&self) -> usize {
        self.lines + 2
    }

    pub(super) fn row(&self, end: EndId) -> &EndRow {
        &self.rows[usize::from(end)]
    }

    /// A hand that every line fits, as far as the player goes.
    pub(super) fn counts(&self) -> EndId {
        self.counts
    }

    /// A blackjack that waits for the dealer's second card.
    pub(super) fn waits(&self) -> EndId {
        self.waits
    }

    /// A straight of so many cards, with an ace of these suits if it has one.
    pub(super) fn straight(&self, cards: u8, ace: Option<u8>) -> EndId {
        self.straights[usize::from(cards.min(MOST_IN_A_RUN))][ace.map_or(0, |class| usize::from(class) + 1)]
    }

    /// The suits by which lines tell aces apart.
    pub(super) fn suits(&self) -> &[Vec<Suit>] {
        &self.suits
    }

    /// Number of the dealer's outcomes that the lines tell apart.
    pub(super) fn classes(&self) -> usize {
        self.told_apart.classes.len()
    }

    /// Which of these the dealer's hand is, of so many cards and such a total.
    pub(super) fn class_of(&self, cards: u8, total: u8, is_blackjack: bool) -> Option<usize> {
        let class = self.told_apart.class_of(cards, total, is_blackjack);
        self.told_apart.classes.iter().position(|other| *other == class)
    }

    /// The distributions of an up card by dealer outcomes that the lines tell apart.
    pub(super) fn distribution(&self, up: usize) -> Option<&DealerCache> {
        self.distributions.as_ref().map(|distributions| &distributions[up])
    }

    /// Fixed and meter's part of the side wager's mean, from the expected number of hands at each slot.
    pub(super) fn means(&self, slots: &[BigRational]) -> [BigRational; 2] {
        let [fixed, per_meter] = [0, 1].map(|part| {
            self.amounts[part].iter().zip(slots).map(|(amount, probability)| amount * probability).sum::<BigRational>()
        });
        [fixed - &slots[self.lost()], per_meter]
    }

    /// Whether at this meter no line pays less than losing.
    pub(super) fn losing_is_least(&self, meter: &BigRational) -> bool {
        let [fixed, per_meter] = &self.amounts;
        let least = -BigRational::one();
        fixed.iter().zip(per_meter).all(|(fixed, per_meter)| fixed + per_meter * meter >= least)
    }

    /// The largest amount, in units.
    pub(super) fn most_units(&self) -> u64 {
        self.rows
            .iter()
            .flat_map(|row| row.amounts.iter().flatten())
            .map(|amount| amount.unsigned_abs())
            .max()
            .unwrap_or(1)
    }

    fn add(&mut self, slots: [usize; OUTCOMES]) -> Result<EndId, SolveError> {
        if let Some(found) = self.rows.iter().position(|row| row.slots == slots) {
            return Ok(found as EndId);
        }
        let mut amounts = [[0; OUTCOMES]; 2];
        for (part, amounts) in amounts.iter_mut().enumerate() {
            for (amount, &slot) in amounts.iter_mut().zip(&slots) {
                let wagers = match slot {
                    line if line < self.lines => self.amounts[part][line].clone(),
                    slot if slot == self.lost() && part == 0 => -BigRational::one(),
                    _ => BigRational::zero(),
                };
                *amount = in_units(&wagers, &self.units[part])?;
            }
        }
        let flat = slots.iter().all(|&slot| slot == slots[0]).then_some(slots[0]);
        self.rows.push(EndRow { slots, amounts, flat });
        EndId::try_from(self.rows.len() - 1).map_err(|_| SolveError::WagerAmounts)
    }
}

/// Amounts must be smaller, in units.
const MOST_UNITS: u64 = 1 << 62;

fn in_units(wagers: &BigRational, unit: &BigInt) -> Result<i64, SolveError> {
    let units = (wagers * unit).to_integer().to_i64();
    units.filter(|units| units.unsigned_abs() < MOST_UNITS).ok_or(SolveError::WagerAmounts)
}

fn unit(amounts: &[BigRational]) -> BigInt {
    amounts.iter().fold(BigInt::one(), |unit, amount| unit.lcm(amount.denom())).abs()
}

/// Suits in groups that no line tells apart; one group if none asks for an ace.
fn suits_alike(wager: &PlayedWager) -> Vec<Vec<Suit>> {
    let asked: Vec<&Vec<Suit>> = wager.lines.iter().filter_map(|line| line.straight.as_ref()?.aces.as_ref()).collect();
    let mut groups: Vec<(Vec<bool>, Vec<Suit>)> = Vec::new();
    for suit in Suit::ALL {
        let kind: Vec<bool> = asked.iter().map(|suits| suits.contains(&suit)).collect();
        match groups.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, suits)) => suits.push(suit),
            None => groups.push((kind, vec![suit])),
        }
    }
    groups.into_iter().map(|(_, suits)| suits).collect()
}

/// The distributions of every up card by the dealer's outcomes as the lines tell them apart, which are put down; `None` if the lines do
/// not look at the dealer.
fn dealer_distributions(
    solver: &Solver,
    wager: &PlayedWager,
    told_apart: &mut ToldApart,
) -> Result<Option<Vec<DealerCache>>, SolveError> {
    if !told_apart.blackjack_matters && told_apart.asked.iter().all(Option::is_none) {
        told_apart.classes.push((vec![true; told_apart.asked.len()], false));
        return Ok(None);
    }
    let mut outcome = |hand: CardSet, points: u8| {
        let class = told_apart.class_of(hand.size() as u8, points, is_natural(hand));
        let found = told_apart.classes.iter().position(|other| *other == class).unwrap_or_else(|| {
            told_apart.classes.push(class);
            told_apart.classes.len() - 1
        });
        if found < OUTCOMES { Ok(found) } else { Err(SolveError::TooManyDealerEnds) }
    };
    let game = solver.game();
    let splits_count = matches!(wager.tracks, Tracks::Total(_)) && wager.after_split != AfterSplitHands::None;
    let dealers = solver
        .ups()
        .iter()
        .map(|up| Dealer::telling_apart(game, up.dealer.up(), solver.shoe(), &mut outcome))
        .collect::<Result<Vec<_>, _>>()?;
    let keys = keys_of(game, solver.hands(), splits_count, |hand| match wager.tracks {
        Tracks::Total(total) => hand.total == total && !hand.is_bust(),
        Tracks::Live | Tracks::Straight(_) => true,
    });
    let keys = Arc::new(CachedSets::new(Vec::new(), keys));
    let distributions = parallel::try_map_owned(dealers, |dealer| DealerCache::of_dealer(dealer, &keys))?;
    debug_assert!(
        distributions
            .iter()
            .zip(solver.ups().iter())
            .all(|(distribution, up)| distribution.dealer.up() == up.dealer.up())
    );
    Ok(Some(distributions))
}
