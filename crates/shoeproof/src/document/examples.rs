//! Rounds with real cards that show how wagers are settled: the first of each sort that the table deals.
//!
//! They are dealt by the certified play from a seed that the submission's hash gives, so whoever renders the report deals the same.

use cards::{Card, Suit};
use certificate::{Certificate, WorkedExample, WorkedExamples, WorkedHand, WorkedSideWager};
use num_rational::Ratio;
use num_traits::{One as _, Signed as _, Zero as _};
use rules::{Busts, Game, Submission, Topic};
use table::{Dealt, DealtHand, Status, Table};

use super::dealt_round::{amount, has_push_total, is_blackjack, is_found, total, total_within};
use super::settlement_lines::settlement;
use crate::failure::Failure;
use crate::tallied::CLASS;

/// Rounds that are looked at: enough for what comes once in a thousand.
const ROUNDS: u64 = 20_000;

/// Something that a round can show.
struct Sort {
    shows: &'static str,
    /// Whether most games have no such rule.
    unusual: bool,
    /// The rule that it shows, where it is one of the list of rules.
    topic: Option<Topic>,
    is_shown: fn(&Game, &Dealt) -> bool,
}

/// The first round of each sort among the rounds of the seed; none where the table cannot deal the game.
///
/// # Errors
/// As [`super::document`].
pub(super) fn examples(submission: &Submission, certificate: &Certificate) -> Result<Option<WorkedExamples>, Failure> {
    let hash = certificate.item.submission_sha256.get(..16).unwrap_or_default();
    let Ok(seed) = u64::from_str_radix(hash, 16) else { return Ok(None) };
    let plan = super::plan(submission, certificate)?;
    let Ok(table) = Table::new(submission, &plan, true) else { return Ok(None) };
    let mut sorts = sorts(&submission.game);
    let mut shown: Vec<(usize, WorkedExample)> = Vec::new();
    let order: Vec<&str> = sorts.iter().map(|sort| sort.shows).collect();
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
    let not_met = sorts.iter().map(|sort| sort.shows.to_owned()).collect();
    Ok(Some(WorkedExamples {
        seed: seed.to_string(),
        strategy: CLASS.name().to_owned(),
        rounds: rounds.to_string(),
        rounds_shown: shown.into_iter().map(|(_, example)| example).collect(),
        not_met,
    }))
}

/// What is looked for, by what the rules have, in the order of the page. Unusual rules come first where one round shows several.
fn sorts(game: &Game) -> Vec<Sort> {
    let mut all = Vec::new();
    let mut add = |unusual, shows, topic, is_shown| all.push(Sort { shows, unusual, topic, is_shown });
    if let Some(push) = &game.push {
        add(true, "the dealer ends with the total that returns wagers", Some(Topic::Push), pushes);
        if push.twenty_one || !push.originals.is_empty() || game.bonus.is_some() {
            add(true, "a hand is paid against the total that returns wagers", Some(Topic::Push), paid_against_push);
        }
    }
    if game.settle.busts != Busts::Lost {
        add(true, "a busted hand's wager is returned", Some(Topic::Busts), bust_returned);
    }
    if game.bonus.is_some() {
        add(true, "a total of 21 is paid more", Some(Topic::Bonus), bonus_paid);
    }
    if game.switch.is_some() {
        add(true, "the player switches second cards", Some(Topic::Switch), |_, round| {
            round.switched && !round.net.is_zero()
        });
    }
    if game.attack.is_some() {
        add(true, "the attack wager is made", Some(Topic::Attack), |_, round| round.attack && !round.net.is_zero());
    }
    if game.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some()) {
        add(true, "the house gives the double wager", Some(Topic::Double), |_, round| {
            round
                .hands
                .iter()
                .any(|hand| hand.doubled && hand.wagers < 2 && hand.net.is_some_and(|net| net > Ratio::one()))
        });
    }
    add(false, "a hand wins", None, |_, round| plain_hands(round).any(|hand| hand.net == Some(Ratio::one())));
    add(false, "a hand loses to the dealer's total", None, |_, round| {
        !is_blackjack(&round.dealer) && plain_live(round).any(|hand| hand.net == Some(-Ratio::one()))
    });
    add(false, "a hand busts", None, |_, round| {
        let busts =
            |hand: &DealtHand| matches!(hand.status, Status::Bust(_)) && hand.net.is_some_and(|net| net.is_negative());
        plain_hands(round).any(busts)
    });
    add(false, "a tie", Some(Topic::Settling), tie);
    add(false, "a blackjack", Some(Topic::Blackjack), |_, round| {
        let is_paid =
            |hand: &DealtHand| hand.status == Status::Blackjack && hand.net.is_some_and(|net| net.is_positive());
        !is_of_split(round) && round.hands.iter().any(is_paid)
    });
    add(false, "the dealer has a blackjack", Some(Topic::FoundBlackjack), |_, round| {
        round.dealer.len() == 2 && is_blackjack(&round.dealer) && round.net.is_negative()
    });
    if game.double.is_some() {
        add(false, "a double", Some(Topic::Double), |_, round| {
            !is_of_split(round) && live(round).any(|hand| hand.doubled && hand.wagers == 2)
        });
    }
    if game.double.is_some() && game.blackjack_may_come_late() {
        add(false, "a dealer blackjack comes to light after a double", Some(Topic::LateBlackjack), |_, round| {
            is_blackjack(&round.dealer) && live(round).any(|hand| hand.doubled)
        });
    }
    if game.split.is_some() {
        add(false, "a split", Some(Topic::Split), |_, round| round.hands.iter().any(|hand| hand.split));
    }
    if game.surrenders().is_some() {
        add(false, "a hand is surrendered", Some(Topic::Surrender), |_, round| {
            round.hands.iter().any(|hand| matches!(hand.status, Status::GivenUp | Status::GivenUpEarly))
        });
    }
    all
}

fn is_of_split(round: &Dealt) -> bool {
    round.hands.iter().any(|hand| hand.split)
}

/// The hands of a round without attack wager and split that have one initial wager of the player's and nothing else.
fn plain_hands(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    let is_plain = !round.attack && !is_of_split(round);
    round.hands.iter().filter(move |hand| is_plain && !hand.doubled && hand.wagers == 1)
}

fn plain_live(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    plain_hands(round).filter(|hand| hand.status == Status::Live)
}

fn tie(game: &Game, round: &Dealt) -> bool {
    let of_dealer = total_within(&round.dealer, game.dealer.ace_limit);
    let ties = |hand: &DealtHand| total(&hand.cards) == of_dealer && hand.net.is_some_and(|net| !net.is_positive());
    !is_blackjack(&round.dealer) && !has_push_total(game, round) && plain_live(round).any(ties)
}

fn live(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    round.hands.iter().filter(|hand| hand.status == Status::Live)
}

fn pushes(game: &Game, round: &Dealt) -> bool {
    has_push_total(game, round) && live(round).next().is_some() && round.net.is_zero()
}

fn paid_against_push(game: &Game, round: &Dealt) -> bool {
    has_push_total(game, round) && live(round).next().is_some() && round.net.is_positive()
}

fn bust_returned(game: &Game, round: &Dealt) -> bool {
    // The rule of that total returns them itself.
    if has_push_total(game, round) {
        return false;
    }
    plain_hands(round).any(|hand| matches!(hand.status, Status::Bust(_)) && hand.net.is_some_and(|net| net.is_zero()))
}

fn bonus_paid(_: &Game, round: &Dealt) -> bool {
    plain_live(round).any(|hand| total(&hand.cards) == 21 && hand.net.is_some_and(|net| net > Ratio::one()))
}

fn example(submission: &Submission, table: &Table, sort: &Sort, number: u64, round: &Dealt) -> WorkedExample {
    let topic = sort.topic.map(|topic| told(&submission.game, topic, round));
    let rule = topic.and_then(|topic| submission.game.describe().into_iter().find(|rule| rule.topic == topic));
    WorkedExample {
        shows: sort.shows.to_owned(),
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
