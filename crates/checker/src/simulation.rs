//! Rounds dealt at the table: whether they are those that the analysis asks for, and whether their counts fit each other.
//!
//! What they came to is for somebody to check who has a table to deal at.

use certificate::{StatedCutCard, StatedSimulation};
use num_bigint::BigInt;
use rules::{CutCard, Submission};

use crate::refusal::Refusal;

/// Checks rounds, seed and cut card against the analysis, and that the counts are possible.
///
/// # Errors
/// [`Refusal`] for a simulation that is missing, was not asked for or is another one, and for counts that contradict each other.
pub(crate) fn check(submission: &Submission, stated: Option<&StatedSimulation>) -> Result<(), Refusal> {
    let (asked, stated) = match (&submission.simulation, stated) {
        (None, None) => return Ok(()),
        (Some(asked), Some(stated)) => (asked, stated),
        (Some(_), None) => return wrong("it is missing, and the analysis asks for it"),
        (None, Some(_)) => return wrong("it is stated, and the analysis asks for none"),
    };
    let rounds = count("rounds", &stated.rounds)?;
    same("rounds", rounds, asked.rounds)?;
    same("seed", count("seed", &stated.seed)?, asked.seed)?;
    by_case(stated, rounds)?;
    let wagered = pairs("wagers", &stated.wagered)?;
    if wagered.iter().any(|&(wagered, _)| wagered < 1) {
        return wrong("a round has no wager");
    }
    add_up("wagers", &wagered, rounds)?;
    insurance(stated, rounds)?;
    for (at, side) in stated.sides.iter().enumerate() {
        let here = format!("side wager {}", at + 1);
        let counts = side.iter().map(|text| count(&here, text)).collect::<Result<Vec<u64>, _>>()?;
        if counts.iter().map(|&count| u128::from(count)).sum::<u128>() > rounds.into() {
            return wrong(&format!("{here} has more outcomes than rounds"));
        }
    }
    match (&asked.cut_card, &stated.cut_card) {
        (None, None) => Ok(()),
        (Some(asked), Some(stated)) => cut_card(submission, asked, stated),
        (Some(_), None) => wrong("the cut card is missing, and the analysis asks for it"),
        (None, Some(_)) => wrong("a cut card is stated, and the analysis asks for none"),
    }
}

fn wrong<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal::Table(format!("simulation: {message}")))
}

fn same(what: &str, stated: u64, found: u64) -> Result<(), Refusal> {
    if stated == found {
        return Ok(());
    }
    Err(Refusal::value(&format!("simulation: {what}"), &stated.to_string(), &found.to_string()))
}

/// A whole number in the one form it has.
fn count(what: &str, text: &str) -> Result<u64, Refusal> {
    let number = text.parse::<u64>().ok().filter(|number| number.to_string() == text);
    number.map_or_else(|| wrong(&format!("{what}: `{}` is no count", text.chars().take(60).collect::<String>())), Ok)
}

fn amount(what: &str, text: &str) -> Result<i64, Refusal> {
    let number = text.parse::<i64>().ok().filter(|number| number.to_string() == text);
    number.map_or_else(|| wrong(&format!("{what}: `{}` is no amount", text.chars().take(60).collect::<String>())), Ok)
}

/// Amounts in ascending order, each with how often it came.
fn pairs(what: &str, stated: &[[String; 2]]) -> Result<Vec<(i64, u64)>, Refusal> {
    let read = |[amount, count]: &[String; 2]| Ok((self::amount(what, amount)?, self::count(what, count)?));
    let pairs = stated.iter().map(read).collect::<Result<Vec<_>, Refusal>>()?;
    if !pairs.is_sorted_by(|(a, _), (b, _)| a < b) {
        return wrong(&format!("{what} are out of order"));
    }
    if pairs.iter().any(|&(_, count)| count == 0) {
        return wrong(&format!("{what}: an amount that never came is listed"));
    }
    Ok(pairs)
}

fn add_up(what: &str, pairs: &[(i64, u64)], rounds: u64) -> Result<(), Refusal> {
    let sum: u128 = pairs.iter().map(|&(_, count)| u128::from(count)).sum();
    if sum == rounds.into() {
        Ok(())
    } else {
        wrong(&format!("{what} of {sum} rounds are listed, and {rounds} were dealt"))
    }
}

fn by_case(stated: &StatedSimulation, rounds: u64) -> Result<(), Refusal> {
    let nets = pairs("net results", &stated.nets)?;
    add_up("net results", &nets, rounds)?;
    let mut sums = [BigInt::default(), BigInt::default(), BigInt::default()];
    for counts in &stated.dealer {
        for text in counts {
            count("dealer", text)?;
        }
    }
    for [rounds, net, square] in &stated.cases {
        let (rounds, net) = (BigInt::from(count("cases", rounds)?), BigInt::from(amount("cases", net)?));
        let square = BigInt::from(count("cases", square)?);
        if &net * &net > &rounds * &square {
            return wrong("the squares of a case are less than its mean allows");
        }
        sums.iter_mut().zip([rounds, net, square]).for_each(|(sum, more)| *sum += more);
    }
    let power = |power: u32| -> BigInt { nets.iter().map(|&(net, count)| BigInt::from(net).pow(power) * count).sum() };
    for (power, (what, sum)) in
        [0, 1, 2].map(power).into_iter().zip(["rounds", "net results", "squares"].iter().zip(sums))
    {
        if sum != power {
            return wrong(&format!("the {what} of all cases are {sum}, and those of all net results {power}"));
        }
    }
    Ok(())
}

fn insurance(stated: &StatedSimulation, rounds: u64) -> Result<(), Refusal> {
    let mut counts = [0; 4];
    for (number, text) in counts.iter_mut().zip(&stated.insurance) {
        *number = count("insurance", text)?;
    }
    let [offered, won, taken, taken_won] = counts;
    let lost_and_left = offered.checked_sub(won).zip(taken.checked_sub(taken_won));
    let fits = offered <= rounds
        && taken <= offered
        && taken_won <= won
        && lost_and_left.is_some_and(|(lost, taken_lost)| taken_lost <= lost);
    if fits { Ok(()) } else { wrong("its counts of insurance contradict each other") }
}

fn cut_card(submission: &Submission, asked: &CutCard, stated: &StatedCutCard) -> Result<(), Refusal> {
    let shoe = submission.shoe.total() as usize;
    let before = asked.cards_before(shoe).map_err(|error| Refusal::Table(error.to_string()))?;
    same("rounds to the cut card", count("cut card", &stated.asked)?, asked.rounds)?;
    same("cards before the cut card", count("cut card", &stated.cards_before)?, before as u64)?;
    let read = |text: &String| count("cut card", text).map(BigInt::from);
    let signed = |text: &String| amount("cut card", text).map(BigInt::from);
    let [shoes, fixed, rounds] = [read(&stated.shoes)?, read(&stated.fixed)?, read(&stated.rounds)?];
    let [more_square, money_square, refilled] =
        [read(&stated.more_square)?, read(&stated.money_square)?, read(&stated.refilled)?];
    let [more_money, money] = [signed(&stated.more_money)?, signed(&stated.money)?];
    signed(&stated.fixed_money)?;
    if shoes == BigInt::default() || fixed == BigInt::default() || rounds < shoes {
        return wrong("a shoe was dealt without a round");
    }
    let more = &rounds - &shoes * &fixed;
    // No mean is further from zero than the root of the mean square.
    let fits = &more * &more <= &shoes * &more_square
        && &money * &money <= &shoes * &money_square
        && &more_money * &more_money <= &more_square * &money_square
        && refilled <= &shoes * &fixed;
    if fits { Ok(()) } else { wrong("the sums over shoes contradict each other") }
}
