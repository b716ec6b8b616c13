//! Rounds with real cards that show how wagers are settled: the first of each sort that the table deals.
//!
//! They are dealt by the certified play from a seed that the submission's hash gives, so whoever renders the report deals the same.

use cards::{Card, Suit};
use certificate::{Certificate, WorkedExample, WorkedExamples, WorkedHand, WorkedSideWager};
use rules::{Game, Submission, Topic};
use table::{Dealt, DealtHand, Status, Table};

use super::dealt_round::{amount, is_found, total};
use super::example_sorts::{Sort, sorts};
use super::settlement_lines::settlement;
use crate::failure::Failure;
use crate::tallied::CLASS;

/// Rounds that are looked at: enough for what comes once in a thousand.
const ROUNDS: u64 = 20_000;

/// The first round of each sort among the rounds of the seed; none where the table cannot deal the game.
///
/// # Errors
/// As [`super::document`].
pub(super) fn examples(submission: &Submission, certificate: &Certificate) -> Result<Option<WorkedExamples>, Failure> {
    let hash = certificate.item.submission_sha256.get(..16).unwrap_or_default();
    let Ok(seed) = u64::from_str_radix(hash, 16) else { return Ok(None) };
    let plan = super::plan(submission, certificate)?;
    let Ok(table) = Table::new(submission, &plan, true) else { return Ok(None) };
    let mut sorts = sorts(submission, &table);
    let mut shown: Vec<(usize, WorkedExample)> = Vec::new();
    let order: Vec<String> = sorts.iter().map(|sort| sort.shows.clone()).collect();
    let dealt = table.look_at_rounds(seed, ROUNDS, &mut |number, round| {
        if let Some(at) = sorts.iter().position(|sort| (sort.is_shown)(&submission.game, &round)) {
            let sort = sorts.remove(at);
            let place = order.iter().position(|shows| *shows == sort.shows).unwrap_or(at);
            shown.push((place, example(submission, &table, &sort, number, &round)));
        }
        sorts.is_empty()
    });
    let Ok(rounds) = dealt else { return Ok(None) };
    shown.sort_by_key(|(place, _)| *place);
    let not_met = sorts.into_iter().map(|sort| sort.shows).collect();
    Ok(Some(WorkedExamples {
        seed: seed.to_string(),
        strategy: CLASS.name().to_owned(),
        rounds: rounds.to_string(),
        rounds_shown: shown.into_iter().map(|(_, example)| example).collect(),
        not_met,
    }))
}

fn example(submission: &Submission, table: &Table, sort: &Sort, number: u64, round: &Dealt) -> WorkedExample {
    let topic = sort.topic.map(|topic| told(&submission.game, topic, round));
    let rule = topic.and_then(|topic| submission.game.describe().into_iter().find(|rule| rule.topic == topic));
    WorkedExample {
        shows: sort.shows.clone(),
        unusual: sort.unusual,
        clause: rule.as_ref().filter(|rule| !rule.clauses.is_empty()).map(|rule| rule.clauses.join(", ")),
        rule: rule.map(|rule| rule.text),
        round: number.to_string(),
        signal: round.signal.clone(),
        dealer: round.dealer.iter().map(name).collect(),
        dealt: match round.switched {
            true => round.first_cards.iter().map(|cards| cards.iter().map(name).collect()).collect(),
            false => Vec::new(),
        },
        hands: round.hands.iter().map(hand).collect(),
        settlement: settlement(submission, table, round),
        wagered: round.wagered.to_string(),
        net: amount(round.net),
        insurance: round.insurance.map(|(taken, won)| insurance(taken, won).to_owned()),
        side_wagers: round
            .side_wagers
            .iter()
            .filter(|(_, outcome)| !outcome.is_empty())
            .map(|(wager, outcome)| WorkedSideWager { wager: wager.clone(), outcome: outcome.clone() })
            .collect(),
    }
}

/// Where two rules tell of it, the one that tells of this round.
fn told(game: &Game, topic: Topic, round: &Dealt) -> Topic {
    match topic {
        Topic::FoundBlackjack if !is_found(game, round) => Topic::LateBlackjack,
        _ => topic,
    }
}

fn hand(hand: &DealtHand) -> WorkedHand {
    WorkedHand {
        cards: hand.cards.iter().map(name).collect(),
        became: match hand.status {
            Status::Live => format!("total {}", total(&hand.cards)),
            Status::Blackjack => "blackjack".to_owned(),
            Status::EvenMoney => "blackjack, even money taken".to_owned(),
            Status::SwitchedBlackjack => "21 made by a switch".to_owned(),
            Status::Bust(total) => format!("bust with {total}"),
            Status::GivenUp => "surrendered".to_owned(),
            Status::GivenUpEarly => "surrendered before the dealer looked".to_owned(),
        },
        doubled: hand.doubled,
        split: hand.split,
        wagers: hand.wagers.to_string(),
    }
}

fn insurance(taken: bool, won: bool) -> &'static str {
    match (taken, won) {
        (false, _) => "not taken",
        (true, true) => "taken and won",
        (true, false) => "taken and lost",
    }
}

/// A card as it is printed: `10♠`.
fn name(card: &Card) -> String {
    let suit = match card.suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    };
    format!("{}{suit}", card.rank)
}
