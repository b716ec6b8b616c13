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

#[cfg(test)]
mod tests {
    use num_traits::{One, Zero};

    use super::*;
    use crate::test_games::game;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    fn row<'a>(rows: &'a [SignalOutcomes], up: usize, signal: &str) -> &'a SignalOutcomes {
        let found = rows.iter().find(|row| row.up.index() + 1 == up && row.signal == signal);
        found.unwrap_or_else(|| panic!("no row {up} {signal}"))
    }

    fn probability(row: &SignalOutcomes, outcome: &str) -> BigRational {
        let found = row.iter().find(|(one, _)| one.to_string() == outcome);
        found.expect("an outcome").1.clone()
    }

    fn sums_to_one(rows: &[SignalOutcomes]) {
        for row in rows {
            assert!(row.outcomes.iter().sum::<BigRational>().is_one(), "{} {}", row.up, row.signal);
        }
        for up in Value::all() {
            let of_up: BigRational = rows.iter().filter(|row| row.up == up).map(|row| &row.probability).sum();
            assert!(of_up.is_one() || of_up.is_zero(), "{up}");
        }
    }

    #[test]
    fn every_game_adds_up() {
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games")).expect("games") {
            let path = entry.expect("a file").path();
            let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let game = game(&id);
            let decks = *game.shoe.decks.first().expect("decks");
            let rows = dealer_outcomes(&game, &game.shoe.composition(decks), &Composition::default()).expect(&id);
            assert!(rows.len() >= 10, "{id}");
            sums_to_one(&rows);
        }
    }

    /// Six tens and two sixes: T-6 draws a ten (26) or a six (22), T-T stands, 6-6 draws a ten (22).
    #[test]
    fn tens_and_sixes_by_hand() {
        let mut game = game("pa-685a-down-under");
        game.hole_card.exposed_if_both.clear();
        let shoe = Composition::new([0, 0, 0, 0, 0, 2, 0, 0, 0, 6]);
        let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("enough cards");
        sums_to_one(&rows);
        let medium = row(&rows, 10, "medium");
        // Of the 7 cards beside the ten two are sixes. Then 5 tens and a six are left.
        assert_eq!((&medium.probability, &medium.holes[..]), (&ratio(2, 7), &[Value::from_index(5).expect("six")][..]));
        assert_eq!((probability(medium, "22"), probability(medium, "bust")), (ratio(1, 6), ratio(5, 6)));
        let large = row(&rows, 10, "large");
        assert_eq!((probability(large, "20"), &large.probability), (ratio(1, 1), &ratio(5, 7)));
        let sixes = row(&rows, 6, "medium");
        assert_eq!((probability(sixes, "22"), &sixes.probability), (ratio(1, 1), &ratio(1, 7)));
        // A ten and a six seen: the last six has no six behind it.
        let seen: Composition = [9, 5].into_iter().filter_map(Value::from_index).collect();
        let rows = dealer_outcomes(&game, &shoe, &seen).expect("enough cards");
        assert_eq!(probability(row(&rows, 6, "large"), "bust"), ratio(1, 1));
        assert!(rows.iter().all(|row| row.up != Value::from_index(5).expect("six") || row.signal != "medium"));
    }

    /// Beside an ace, one of three cards is a ten: a blackjack that ends the round where it is looked for, and is among all others where not.
    #[test]
    fn a_blackjack_by_hand() {
        let shoe = Composition::new([1, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
        let mut game = game("plain-blackjack");
        let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("enough cards");
        let found = row(&rows, 1, "blackjack");
        assert_eq!((&found.probability, probability(found, "blackjack")), (&ratio(1, 3), ratio(1, 1)));
        let none = row(&rows, 1, "no blackjack");
        assert_eq!((&none.probability, probability(none, "19")), (&ratio(2, 3), ratio(1, 1)));
        game.hole_card.checked_under.clear();
        let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("enough cards");
        let all = row(&rows, 1, "none");
        assert_eq!((probability(all, "blackjack"), probability(all, "19")), (ratio(1, 3), ratio(2, 3)));
    }

    #[test]
    fn twenty_two_of_six_decks_as_published() {
        // Published for an H17 dealer of six decks: 0.073536 over all up cards.
        let mut game = game("plain-blackjack");
        game.dealer.soft_17 = rules::Soft17::Hit;
        let shoe = Composition::decks(6);
        let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("a full shoe");
        let share = |row: &SignalOutcomes| ratio(shoe.count(row.up).into(), shoe.total().into()) * &row.probability;
        let all: BigRational = rows.iter().map(|row| share(row) * probability(row, "22")).sum();
        assert_eq!(cards::decimal(&all, 6), "0.073536");
    }

    #[test]
    fn cards_that_are_not_there_are_refused() {
        let game = game("plain-blackjack");
        let shoe = Composition::new([0, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
        let two: Composition = [Value::ACE].into_iter().collect();
        let error = dealer_outcomes(&game, &shoe, &two).expect_err("no ace");
        assert_eq!(error, SolveError::NotInShoe { value: Value::ACE, held: 0, asked: 1 });
        // A two and a three draw, and nothing is left.
        let short = Composition::new([0, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
        let error = dealer_outcomes(&game, &short, &Composition::default()).expect_err("too few cards");
        assert!(matches!(error, SolveError::ShoeRunsOut { .. }), "{error}");
    }
}
