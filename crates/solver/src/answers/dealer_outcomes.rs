//! How the dealer's hand ends, given the up card and what the table tells of the hole card.
//!
//! The dealer draws by the rules until he stands, as he does while any hand is live. Cards that others see and the player does not change
//! nothing here: unseen cards are exchangeable.

use std::fmt;

use cards::{Composition, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use rules::Game;

use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::{FIRST_TOTAL, NATURAL, OUTCOMES};
use crate::dealer::{Dealer, DistributionWalk};

/// How a dealer's hand ends.
///
/// A total of 22 is told apart in every game, so that games can be compared: where the rules have no push total, it is a bust like any
/// other, and a bust has the probability of both together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DealerOutcome {
    /// A total of 17 to 21 that is no blackjack.
    Total(u8),
    /// A total of 22.
    TwentyTwo,
    /// More than 22.
    Bust,
    /// An ace and a ten-valued card as the first two, whether it ends the round before the player acts or comes to light later.
    Blackjack,
}

impl DealerOutcome {
    /// Every outcome, in the order of a list.
    pub const ALL: [Self; 8] = [
        Self::Total(17),
        Self::Total(18),
        Self::Total(19),
        Self::Total(20),
        Self::Total(21),
        Self::TwentyTwo,
        Self::Bust,
        Self::Blackjack,
    ];

    /// Its place in [`DealerOutcome::ALL`], from the solver's index of an outcome.
    fn place(index: usize) -> usize {
        match index {
            NATURAL => 7,
            more => more.min(6),
        }
    }
}

impl fmt::Display for DealerOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Total(total) => write!(f, "{total}"),
            Self::TwentyTwo => f.write_str("22"),
            Self::Bust => f.write_str("bust"),
            Self::Blackjack => f.write_str("blackjack"),
        }
    }
}

/// The distribution of the dealer's outcome under one up card and signal.
#[derive(Debug, Clone, PartialEq)]
pub struct SignalOutcomes {
    /// The up card.
    pub up: Value,
    /// The signal, as in [`rules::HoleCase::signal`].
    pub signal: String,
    /// Hole cards it stands for, as far as the shoe holds them.
    pub holes: Vec<Value>,
    /// Probability of the signal given the up card and the cards seen.
    pub probability: BigRational,
    /// Probabilities given up card, signal and the cards seen, in the order of [`DealerOutcome::ALL`]; they add up to one.
    pub outcomes: [BigRational; 8],
}

impl SignalOutcomes {
    /// The outcomes with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (DealerOutcome, &BigRational)> {
        DealerOutcome::ALL.into_iter().zip(&self.outcomes)
    }
}

/// The distribution of the dealer's outcome for every up card and signal, beside cards that have been seen.
///
/// `shoe` holds all cards, `seen` are those of them that are neither the up card nor the dealer's: a player's hand, say. The list is by up
/// card, the ace first, and within it in the order of [`Game::hole_cases`]; what cannot occur is left out. It takes milliseconds.
///
/// ```
/// # use cards::{Composition, Value};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/pa-685a-down-under/6-decks.toml");
/// # let submission = rules::Submission::load(path.as_ref(), &[]).expect("an analysis");
/// let seen: Composition = [Value::TEN, Value::TEN].into_iter().collect();
/// let rows = solver::dealer_outcomes(&submission.game, &submission.shoe, &seen).expect("a full shoe");
/// let small = rows.iter().find(|row| row.up == Value::TEN && row.signal == "small").expect("a signal");
/// // 2 to 5, 24 of each among the 309 cards unseen.
/// assert_eq!(cards::fraction(&small.probability), "32/103");
/// ```
///
/// # Errors
/// [`SolveError::NotInShoe`] for seen cards that the shoe does not hold, [`SolveError::ShoeRunsOut`] if the dealer may find no card to
/// draw, and [`SolveError::ShoeTooLarge`].
pub fn dealer_outcomes(game: &Game, shoe: &Composition, seen: &Composition) -> Result<Vec<SignalOutcomes>, SolveError> {
    let missing = |&value: &Value| seen.count(value) > shoe.count(value);
    if let Some(value) = Value::all().find(missing) {
        return Err(SolveError::NotInShoe { value, held: shoe.count(value), asked: seen.count(value) });
    }
    let left = Composition::new(std::array::from_fn(|value| shoe.counts()[value] - seen.counts()[value]));
    let mut rows = Vec::new();
    for up in Value::all().filter(|&up| left.count(up) > 0) {
        let dealer = Dealer::new(game, up, &left)?;
        under(&dealer, &mut rows).ok_or(SolveError::ShoeRunsOut { up, seen: *seen })?;
    }
    Ok(rows)
}

/// Adds the rows of an up card; `None` if the dealer may find no card.
fn under(dealer: &Dealer, rows: &mut Vec<SignalOutcomes>) -> Option<()> {
    let left = dealer.most_left();
    let unseen: u32 = left.iter().sum();
    let draws = dealer.draws_of_distributions(unseen);
    let ways: u128 = (0..draws).map(|drawn| u128::from(unseen - drawn)).product();
    let mut walk = DistributionWalk::new(dealer);
    let distributions = walk.exact(left);
    let counted: u128 = distributions.iter().flatten().sum();
    // Every order of so many cards ends somewhere, unless the cards are too few.
    if draws == 0 || counted != ways {
        return None;
    }
    for (case, distribution) in dealer.cases().iter().zip(distributions) {
        let of_case: u128 = distribution.iter().sum();
        if of_case == 0 {
            continue;
        }
        let mut sums = [0_u128; 8];
        distribution.iter().enumerate().for_each(|(index, ways)| sums[DealerOutcome::place(index)] += ways);
        let ratio = |part: u128, whole: u128| BigRational::new(BigInt::from(part), BigInt::from(whole));
        rows.push(SignalOutcomes {
            up: dealer.up(),
            signal: case.signal.clone(),
            holes: case.holes.values().filter(|hole| left[hole.index()] > 0).collect(),
            probability: ratio(of_case, ways),
            outcomes: sums.map(|sum| ratio(sum, of_case)),
        });
    }
    Some(())
}

const _: () = assert!(FIRST_TOTAL == 17 && NATURAL == OUTCOMES - 1 && NATURAL > 6);
