//! The distribution of a round, derived from the stated strategy at a random point.
//!
//! The distribution of net result and wager is a polynomial: the sum of probability · x^net · y^wager. Two such distributions that differ agree at
//! few points only, so both are evaluated at one, modulo a prime, prime and point drawn at random once the certificate
//! is there. There the hands of a round multiply: a hand that nets 2 and adds a wager is a factor x²y, whatever became of the others.
//!
//! Every hand is followed card by card, and split hands in the order in which they are dealt. What they come to
//! is a polynomial in the cards they take (`terms.rs`) for every end of the dealer's hand, whose distribution beside those cards
//! ends the round (`ends.rs`).

mod classes;
mod ends;
pub(crate) mod field;
mod hand_means;
mod hand_pairs;
mod hands;
mod point;
pub(crate) mod seen;
mod splitting;
pub(crate) mod tag_groups;
mod terms;
mod weighed;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::Game;

use self::field::{Field, Random};
pub(crate) use self::hand_pairs::RoundMoments;
pub(crate) use self::hands::{Busts, Counted};
use self::hands::{Hands, Told, Which};
pub(crate) use self::point::Point;
pub(crate) use self::splitting::Gone;
pub(crate) use self::terms::{count, pack};
use crate::dealer::falling;
use crate::hand_place::Doubled;
use crate::hands::VALUES;
use crate::pay::Finish;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::strategy::Row;
use crate::up_card_play::UpCardPlay;

/// The distribution under one up card at a point. `progress` is told every pair whose split is done.
///
/// # Errors
/// For a shoe that a round can use up, and for splits to more than four hands.
pub(crate) fn derived(table: &UpCardPlay<'_>, point: &Point, progress: &dyn Fn(usize)) -> Result<u64, Refusal> {
    derived_with(Busts::of(table.game), table, point, Told::Results, progress)
}

/// Rounds under one up card by the cards that decide them: mean net results (`hand_means.rs`), and mean squares if they are asked for (`hand_pairs.rs`).
///
/// # Errors
/// As [`derived`], and where a late blackjack looks for live hands.
pub(crate) fn moments<'t>(
    table: &'t UpCardPlay<'_>,
    point: &Point,
    squares: bool,
) -> Result<Vec<(Round<'t>, RoundMoments)>, Refusal> {
    few_hands(table.game)?;
    let busts = Busts::of(table.game);
    let rounds = table.rounds(table.attacked)?.into_iter().zip(&table.plays).map(|(round, play)| {
        let hands = Hands { point, round: &round, play, busts, which: Which::All, told: Told::Mean };
        let moments = hands.moments(|hands| hands.unsplit_hands(table), squares)?;
        Ok((round, moments))
    });
    rounds.collect()
}

/// The distribution of a player who insures every hand but a blackjack that takes even money, in units of the second of two points. In
/// units of the first he wins and loses so many with insurance, which wins if the dealer has a blackjack.
///
/// # Errors
/// For a shoe that a round can use up.
pub(crate) fn insured(
    table: &UpCardPlay<'_>,
    [fine, point]: &[Point; 2],
    [won, lost]: [i64; 2],
    progress: &dyn Fn(usize),
) -> Result<u64, Refusal> {
    let insurance = [fine.weight(won, 0), fine.weight(-lost, 0)];
    derived_with(Busts::of(table.game), table, point, Told::Insured(insurance), progress)
}

/// The distribution of the number of hands to which something happened, in place of the net result; wagers make no difference at the point.
///
/// # Errors
/// For a shoe that a round can use up.
pub(crate) fn counted(
    table: &UpCardPlay<'_>,
    point: &Point,
    counted: Counted,
    progress: &dyn Fn(usize),
) -> Result<u64, Refusal> {
    derived_with(Busts::of(table.game), table, point, Told::Number(counted), progress)
}

/// The distribution over rounds without a split whose hand is doubled, by whose money it says. All other rounds add nothing.
///
/// # Errors
/// For a shoe that a round can use up.
pub(crate) fn doubled(table: &UpCardPlay<'_>, point: &Point, doubled: Doubled) -> Result<u64, Refusal> {
    let field = &point.field;
    let mut sum = 0;
    for (round, play) in table.rounds(table.attacked)?.iter().zip(&table.plays) {
        let busts = Busts::of(table.game);
        let hands = Hands { point, round, play, busts, which: Which::All, told: Told::Doubled(doubled) };
        sum = field.add(sum, hands.unsplit(table)?);
    }
    Ok(field.multiply(sum, point.weight(0, 1 + i64::from(table.attacked))))
}

/// Products of many hands take too long.
fn few_hands(game: &Game) -> Result<(), Refusal> {
    if game.split.as_ref().is_some_and(|rule| rule.max_hands > 4) {
        return Err(Refusal::not_checkable("all hands of a split together where they are more than four"));
    }
    Ok(())
}

fn derived_with(
    busts: Busts,
    table: &UpCardPlay<'_>,
    point: &Point,
    told: Told,
    progress: &dyn Fn(usize),
) -> Result<u64, Refusal> {
    few_hands(table.game)?;
    let field = &point.field;
    let mut sum = 0;
    for (round, play) in table.rounds(table.attacked)?.iter().zip(&table.plays) {
        let hands = Hands { point, round, play, busts, which: Which::All, told };
        sum = field.add(sum, hands.unsplit(table)?);
        for pair in (0..VALUES).filter(|&pair| play.split[pair]) {
            progress(pair);
            sum = field.add(sum, hands.split(pair)?);
            if round.blackjack_looks_for_live_hands() && !matches!(told, Told::Number(_)) {
                // The wager that is charged for live hands is given back where there is none.
                let given_up = round.pay.is_gone(Finish::GivenUp);
                let gone = Hands { which: Which::Gone { given_up, blackjacks: false }, ..hands }.split(pair)?;
                let given_back = point.weight(round.units / round.units_of_result, 0);
                let gain = field.add(given_back, field.negated(field.one()));
                sum = field.add(sum, field.multiply(gone, gain));
            }
        }
    }
    Ok(field.multiply(sum, point.weight(0, 1 + i64::from(table.attacked))))
}

/// The probability that every hand of a split is out of the round, by class of the dealer's hand, weighted by the pair and the
/// signal: integers over falling(unseen, draws), with the number of draws.
///
/// It is a product over all hands, so it is found modulo as many primes as its size needs.
///
/// # Errors
/// As [`derived`].
pub(crate) fn no_live_hand(
    round: &Round<'_>,
    play: &Row,
    pair: usize,
    gone: &Gone<'_>,
) -> Result<(Vec<BigInt>, usize), Refusal> {
    few_hands(round.game)?;
    let busts = Busts::of(round.game);
    let most_cards = |hands: &Hands<'_>| {
        let kinds = [round.pay.first(pair), round.pay.later(pair)].map(|place| hands.kind(place, pair, 0));
        let terms = kinds.iter().flat_map(|kind| [&kind.other, &kind.same]).flat_map(|kind| kind.by_marks.values());
        terms.flat_map(|terms| &terms.keys).map(|&key| terms::size(key)).max().unwrap_or(0)
    };
    let mut numbers = Random::new("any primes will do".to_owned());
    let mut primes: Vec<u64> = Vec::new();
    let (mut all, mut modulus) = (vec![BigInt::zero(); gone.classes], BigInt::one());
    let mut draws = 0;
    let mut denominator = BigInt::one();
    while modulus <= denominator {
        let field = Field::random(&mut numbers);
        if primes.contains(&field.prime) {
            continue;
        }
        let point = Point { net: [field.one(); 2], wager: field.one(), field };
        let which = Which::Gone { given_up: gone.given_up, blackjacks: gone.blackjacks };
        let hands = Hands { point: &point, round, play, busts, which, told: Told::Results };
        if primes.is_empty() {
            let most_hands = round.game.split.as_ref().map_or(0, |rule| usize::from(rule.most_hands(pair)));
            draws = (most_hands * most_cards(&hands) + round.dealer.most_draws).min(round.unseen);
            denominator = falling(round.unseen, draws);
        }
        let residue = |number: &BigInt| point.residue(&BigRational::from_integer(number.clone())).unwrap_or_default();
        let (of_all, step) = (residue(&denominator), field.inverse(residue(&modulus)));
        for (number, probability) in all.iter_mut().zip(hands.gone(pair, gone)?) {
            // The number below the product of the primes that has all residues so far.
            let missing = field.add(field.multiply(probability, of_all), field.negated(residue(number)));
            *number += &modulus * field.number(field.multiply(missing, step));
        }
        modulus *= field.prime;
        primes.push(field.prime);
    }
    Ok((all, draws))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::up_card_play::plain_tables;

    /// Under a strategy that splits whatever it may and hits below 17.
    #[test]
    fn distributions_sum_to_one_and_busts_together_are_busts_drawn() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/1-decks.toml");
        for hands in ["2", "3"] {
            let overrides = [
                rules::Override::new("options.max-hands", hands),
                rules::Override::new("shoe", "12,0,0,0,0,12,0,12,0,20"),
            ];
            let submission = rules::Submission::load(&path, &overrides).expect("an analysis");
            plain_tables(&submission, |table| {
                let point = Point::random("anywhere".to_owned());
                let distribution = |busts, point: &Point| {
                    derived_with(busts, table, point, Told::Results, &|_| ()).expect("a distribution")
                };
                assert_eq!(distribution(Busts::Drawn, &point), distribution(Busts::Together, &point));
                let one = point.field.one();
                let sum = Point { net: [one; 2], wager: one, ..point };
                assert_eq!(distribution(Busts::Drawn, &sum), one);
            });
        }
    }
}
