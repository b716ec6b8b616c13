//! What happens in a round: the dealer's hand, the player's blackjack, the number of hands, and what becomes of them.
//!
//! The player takes his next card or not by what he has seen. So the cards that come after his are distributed as those of a full
//! shoe are, given the up card and the hole card.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{StatedClass, StatedEvent};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::Submission;

use crate::dealer::{self, Dealer, falling};
use crate::distribution::{self, Counted, Point};
use crate::hands::VALUES;
use crate::refusal::{Refusal, fraction};
use crate::round::Splitting;
use crate::up_card_play::tables;

/// Probabilities by value, in the words of the certificate.
type Shares = BTreeMap<String, BigRational>;

/// Compares what is stated of an event with what is derived; one that is not stated never happens.
///
/// # Errors
/// [`Refusal`] for the first share that is wrong, one too many or missing.
pub(crate) fn check(
    submission: &Submission,
    class: &StatedClass,
    what: &str,
    seed: &str,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    if let Some(counted) = counted(what) {
        return check_counted(submission, class, (what, counted), seed, progress);
    }
    let event = class.events.iter().flatten().find(|event| event.what == what);
    event.map_or(Ok(()), |event| check_shares(submission, class, event))
}

fn check_shares(submission: &Submission, class: &StatedClass, event: &StatedEvent) -> Result<(), Refusal> {
    let what = format!("{}: events: {}", class.strategy, event.what);
    let found = of(submission, class, &event.what)?;
    let mut left = found.clone();
    for share in &event.shares {
        let here = format!("{what} {}", share.value);
        let stated = fraction(&here, &share.probability)?;
        let found = left.remove(&share.value).unwrap_or_else(BigRational::zero);
        if stated != found {
            return Err(Refusal::value(&here, &share.probability, &cards::fraction(&found)));
        }
    }
    match left.keys().next() {
        None => Ok(()),
        Some(value) => Err(Refusal::Table(format!("{what} {value} is missing"))),
    }
}

/// Events that are derived at a random point.
pub(crate) const COUNTED: [&str; 3] = ["doubled", "busted", "surrendered"];

/// What is counted of such an event.
fn counted(what: &str) -> Option<Counted> {
    Some(match what {
        "doubled" => Counted::Doubled,
        "busted" => Counted::Busted,
        "surrendered" => Counted::GivenUp,
        _ => return None,
    })
}

/// Compares what is stated of such an event with what the strategy comes to, at a random point modulo a random prime. One that
/// is not stated never happens.
fn check_counted(
    submission: &Submission,
    class: &StatedClass,
    (what, counted): (&str, Counted),
    seed: &str,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    let here = format!("{}: events: {what}", class.strategy);
    progress(&here);
    let [point, _] = Point::random_of_net(format!("{seed} {here}"), 1);
    let mut stated = Vec::new();
    let event = class.events.iter().flatten().find(|event| event.what == what);
    for share in event.iter().flat_map(|event| &event.shares) {
        let number: i64 = share.value.parse().map_err(|_| Refusal::Table(format!("{here}: a value is no number")))?;
        stated.push((number, fraction(&here, &share.probability)?));
    }
    if event.is_none() {
        stated.push((0, BigRational::one()));
    }
    let mut found = Vec::new();
    for table in tables(submission, class)? {
        let (table, probability) = table?;
        let distribution =
            distribution::counted(&table, &point, counted, &|_| progress(&format!("{here}, up card {}", table.up)))?;
        found.push((distribution, probability));
    }
    let stated = point.stated(stated.iter().map(|(number, probability)| (*number, 0, probability)));
    let found = point.mean(found.iter().map(|(distribution, probability)| (*distribution, probability)));
    if stated.is_some() && stated == found {
        return Ok(());
    }
    Err(Refusal::Distribution(format!("{here} is not that of the stated strategy (modulo {})", point.prime())))
}

/// Refuses a class that leaves out an event which can be derived and has more than one value.
///
/// # Errors
/// [`Refusal`] if so.
pub(crate) fn none_missing(submission: &Submission, class: &StatedClass) -> Result<(), Refusal> {
    let Some(events) = &class.events else { return Ok(()) };
    for what in ["hands", "blackjack", "dealer"] {
        if events.iter().all(|event| event.what != what) && of(submission, class, what)?.len() > 1 {
            return Err(Refusal::Table(format!("{}: events: {what} is missing", class.strategy)));
        }
    }
    Ok(())
}

fn of(submission: &Submission, class: &StatedClass, what: &str) -> Result<Shares, Refusal> {
    let mut shares = match what {
        "dealer" => dealers(submission)?,
        "blackjack" => blackjack(submission),
        "hands" => hands(submission, class)?,
        other => return Err(Refusal::Table(format!("{}: events: {other} is not known", class.strategy))),
    };
    shares.retain(|_, probability| !probability.is_zero());
    Ok(shares)
}

fn ratio(part: impl Into<BigInt>, whole: impl Into<BigInt>) -> BigRational {
    BigRational::new(part.into(), whole.into())
}

/// Up cards with their probabilities.
fn ups(submission: &Submission) -> impl Iterator<Item = (Value, BigRational)> {
    let (shoe, total) = (submission.shoe, submission.shoe.total());
    Value::all().filter(move |&up| shoe.count(up) > 0).map(move |up| (up, ratio(shoe.count(up), total)))
}

fn dealers(submission: &Submission) -> Result<Shares, Refusal> {
    let mut shares = Shares::new();
    for (up, probability) in ups(submission) {
        let left = submission.shoe.without(up).map_err(|error| Refusal::Table(error.to_string()))?;
        let left = *left.counts();
        let unseen: usize = left.iter().map(|&count| usize::from(count)).sum();
        let holes: Vec<usize> = (0..VALUES).filter(|&hole| left[hole] > 0).collect();
        let dealer = Dealer::new(&submission.game, up.index(), &holes, &left);
        let distribution = dealer.distribution(&left, dealer.most_draws)?;
        let all = falling(unseen, dealer.most_draws);
        for (end, ways) in distribution.into_iter().enumerate() {
            let name = dealer::total(end).map_or_else(|| "blackjack".to_owned(), |total| total.to_string());
            *shares.entry(name).or_insert_with(BigRational::zero) += ratio(ways, all.clone()) * &probability;
        }
    }
    Ok(shares)
}

fn blackjack(submission: &Submission) -> Shares {
    let shoe = &submission.shoe;
    let ways = 2 * u64::from(shoe.count(Value::ACE)) * u64::from(shoe.count(Value::TEN));
    let total = u64::from(shoe.total());
    let yes = ratio(ways, total * (total - 1));
    Shares::from([("no".to_owned(), BigRational::one() - &yes), ("yes".to_owned(), yes)])
}

fn hands(submission: &Submission, class: &StatedClass) -> Result<Shares, Refusal> {
    let mut shares = Shares::new();
    for table in tables(submission, class)? {
        let (table, probability) = table?;
        for (round, play) in table.rounds(table.attacked)?.iter().zip(&table.plays) {
            for pair in (0..VALUES).filter(|&pair| play.split[pair] && !round.ends_round) {
                for (hands, of_hands) in Splitting::new(round, play, pair).numbers() {
                    *shares.entry(hands.to_string()).or_insert_with(BigRational::zero) += of_hands * &probability;
                }
            }
        }
    }
    let one = BigRational::one() - shares.values().sum::<BigRational>();
    shares.insert("1".to_owned(), one);
    Ok(shares)
}
