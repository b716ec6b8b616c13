//! A dealt round settled line by line: each wager, its result, what is paid, and the clauses.

use std::cmp::Ordering;

use certificate::SettlementLine;
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Signed as _, Zero as _};
use rules::{
    BustAgainstPush, CitedClauses, DoubledAgainstPush, Game, Submission, SurrenderIntoBlackjack, SwitchChoice,
};
use table::{Dealt, DealtHand, Status, Table};

use super::dealt_round::{amount, gave_up, has_push_total, is_blackjack, is_found, total, total_of_dealer};

/// The hands in the order of play, then the side wagers that the round decides.
pub(super) fn settlement(submission: &Submission, table: &Table, round: &Dealt) -> Vec<SettlementLine> {
    let game = &submission.game;
    let mut lines: Vec<SettlementLine> =
        round.hands.iter().enumerate().map(|(at, hand)| of_hand(game, round, at, hand)).collect();
    if round.hands.iter().any(|hand| hand.net.is_none()) {
        lines.push(together(game, round));
    }
    lines.extend(side_wagers(submission, table, round));
    lines
}

fn of_hand(game: &Game, round: &Dealt, at: usize, hand: &DealtHand) -> SettlementLine {
    let name = if round.hands.len() > 1 { format!("Hand {}", at + 1) } else { "The hand".to_owned() };
    let given = if hand.given > 0 { format!(" and {} that the house gives", hand.given) } else { String::new() };
    let became = became(game, round, hand);
    let (result, pays) = match hand.net {
        None => (became, "see below".to_owned()),
        Some(net) => (format!("{became}: {}", fate(hand, net)), paid(game, round, hand, net)),
    };
    SettlementLine {
        wager: format!("{name}: {}{given}", hand.wagers),
        result,
        pays,
        net: hand.net.map(amount),
        clause: clause(game, round, hand),
    }
}

/// What a late blackjack takes of several hands at once.
fn together(game: &Game, round: &Dealt) -> SettlementLine {
    let apart: Ratio<i64> = round.hands.iter().filter_map(|hand| hand.net).sum();
    SettlementLine {
        wager: "All hands together".to_owned(),
        result: "the dealer's blackjack, for all hands at once".to_owned(),
        pays: "what a dealer's blackjack takes once the hands are played".to_owned(),
        net: Some(amount(round.net - apart)),
        clause: match &game.settle.cited {
            Some(cited) => joined(&[&cited.late_blackjack_doubled[..], &cited.late_blackjack_split].concat()),
            None => joined(&game.hole_card.clauses),
        },
    }
}

fn became(game: &Game, round: &Dealt, hand: &DealtHand) -> String {
    let dealer = if is_blackjack(&round.dealer) {
        "the dealer's blackjack".to_owned()
    } else {
        format!("the dealer's {}", total_of_dealer(game, round))
    };
    match hand.status {
        Status::Live => format!("{} against {dealer}", total(&hand.cards)),
        Status::SwitchedBlackjack => format!("21 made by a switch against {dealer}"),
        Status::Blackjack if is_blackjack(&round.dealer) => format!("blackjack against {dealer}"),
        Status::Blackjack => "blackjack".to_owned(),
        Status::EvenMoney => "blackjack, even money taken".to_owned(),
        Status::Bust(total) => format!("bust with {total}"),
        Status::GivenUp => "surrendered".to_owned(),
        Status::GivenUpEarly => "surrendered before the dealer looked".to_owned(),
    }
}

fn fate(hand: &DealtHand, net: Ratio<i64>) -> &'static str {
    if net.is_positive() {
        "won"
    } else if net.is_zero() {
        if hand.wagers == 0 { "nothing won, and nothing of the player's to lose" } else { "returned" }
    } else if -net < Ratio::from(hand.wagers) {
        "lost in part"
    } else {
        "lost"
    }
}

/// Odds of a win on all wagers of the hand, given ones too; what becomes of the wager else.
fn paid(game: &Game, round: &Dealt, hand: &DealtHand, net: Ratio<i64>) -> String {
    let on = hand.wagers + hand.given;
    let bet_alone = game.push.as_ref().is_some_and(|push| push.doubled == DoubledAgainstPush::BetOnly);
    if bet_alone && hand.doubled && net.is_positive() && has_push_total(game, round) {
        let bet = hand.before_double;
        let odds = net / bet;
        format!("{}:{} on {bet}, and the double wager of {} is returned", odds.numer(), odds.denom(), on - bet)
    } else if net.is_positive() && on > 0 {
        let odds = net / on;
        format!("{}:{}{}", odds.numer(), odds.denom(), if on == 1 { String::new() } else { format!(" on {on}") })
    } else if net.is_zero() {
        if hand.wagers == 0 { "nothing".to_owned() } else { format!("the wager of {} is returned", hand.wagers) }
    } else if -net == Ratio::from(hand.wagers) {
        format!("the wager of {} is lost", hand.wagers)
    } else {
        format!("{} of {} is lost", -net, hand.wagers)
    }
}

/// The clauses that settle a hand.
fn clause(game: &Game, round: &Dealt, hand: &DealtHand) -> Option<String> {
    let net = hand.net.unwrap_or_default();
    let of_push = || game.push.as_ref().filter(|_| has_push_total(game, round)).map(|push| &push.clauses);
    let is_bonus =
        hand.status == Status::Live && total(&hand.cards) == 21 && hand.given == 0 && net > Ratio::from(hand.wagers);
    let settle = &game.settle.clauses;
    joined(match (hand.status, &game.settle.cited) {
        (Status::EvenMoney, _) => &game.natural.clauses,
        (Status::SwitchedBlackjack, None) => game.switch.as_ref().map_or(settle, |rule| &rule.clauses),
        (_, _) if is_bonus && game.bonus.is_some() => game.bonus.as_ref().map_or(settle, |bonus| &bonus.clauses),
        (_, Some(cited)) => {
            return read_away(game, cited, round, hand)
                .or_else(|| joined(&cited_of(game, cited, round, hand)))
                .or_else(|| Some(NOT_STATED.to_owned()));
        }
        (Status::Blackjack, None) => &game.natural.clauses,
        (Status::GivenUp | Status::GivenUpEarly, None) => game.surrender.as_ref().map_or(settle, |rule| &rule.clauses),
        (_, None) if is_blackjack(&round.dealer) => &game.hole_card.clauses,
        (Status::Bust(_), None) if !net.is_zero() => settle,
        (_, None) => of_push().unwrap_or(settle),
    })
}

/// What stands for a clause where the text has none.
const NOT_STATED: &str = "not stated by the text";

/// Of a busted hand that is lost to a dealer who busts with the same total: the reading that takes it so, where the text has words for equal totals and
/// another choice of the reading takes them so.
fn read_away(game: &Game, cited: &CitedClauses, round: &Dealt, hand: &DealtHand) -> Option<String> {
    let of_dealer = total_of_dealer(game, round);
    let lost = hand.net.is_some_and(|net| net.is_negative());
    if !matches!(hand.status, Status::Bust(total) if lost && of_dealer > 21 && total == of_dealer) {
        return None;
    }
    let returns_equal = |choice: &SwitchChoice| {
        choice.set.get("settle.busts").and_then(|value| value.as_str()).is_some_and(|busts| busts == "equal-returned")
    };
    let reading = game.readings.iter().find(|reading| reading.choices.iter().any(returns_equal))?;
    Some(format!("by the reading {}, against {}", reading.name, joined(&cited.equal)?))
}

/// The clauses of an outcome, in a game that states them by outcome: of a blackjack, a hand that is given up, busts or is compared with the dealer's.
fn cited_of<'a>(game: &Game, cited: &'a CitedClauses, round: &Dealt, hand: &DealtHand) -> Vec<String> {
    let of_dealer = total_of_dealer(game, round);
    let has_blackjack = is_blackjack(&round.dealer);
    let is_late = has_blackjack && !is_found(game, round);
    let returned = hand.net.is_some_and(|net| net.is_zero());
    let into_blackjack = game.surrender.as_ref().map(|rule| rule.into_blackjack);
    // Where a late blackjack takes of a hand that was surrendered what it takes of others, the clause is that of the others.
    let as_played = is_late
        && match into_blackjack {
            Some(SurrenderIntoBlackjack::AsPlayed) => true,
            Some(SurrenderIntoBlackjack::WholeUnlessSplit) => hand.split,
            _ => false,
        };
    let gave_up = gave_up(hand) && !as_played;
    let returns_double = into_blackjack != Some(SurrenderIntoBlackjack::WholeAndDouble);
    let push_takes_busts = game.push.as_ref().is_some_and(|push| push.bust == BustAgainstPush::Returned);
    let paid_blackjack = |other: &'a Option<Vec<String>>| other.as_ref().unwrap_or(&cited.blackjack);
    let one = match hand.status {
        Status::Blackjack if has_blackjack => &cited.both_blackjacks,
        Status::Blackjack if has_push_total(game, round) => paid_blackjack(&cited.blackjack_against_push),
        Status::Blackjack if of_dealer > 21 => paid_blackjack(&cited.blackjack_dealer_over),
        Status::Blackjack if of_dealer == 21 => paid_blackjack(&cited.blackjack_against_21),
        Status::Blackjack => &cited.blackjack,
        Status::SwitchedBlackjack if returned => &cited.switched_returned,
        Status::SwitchedBlackjack if has_blackjack => &cited.switched_lost,
        _ if gave_up && has_blackjack => &cited.surrendered_to_blackjack,
        _ if gave_up => &cited.surrendered,
        _ if is_late => &cited.late_blackjack,
        _ if has_blackjack => &cited.dealer_blackjack,
        Status::Bust(_) if returned && has_push_total(game, round) && push_takes_busts => &cited.push,
        Status::Bust(total) if returned && total == of_dealer => &cited.equal,
        Status::Bust(_) if of_dealer > 21 => &cited.both_over,
        Status::Bust(_) => &cited.bust,
        _ if has_push_total(game, round) => &cited.push,
        _ if of_dealer > 21 => &cited.dealer_over,
        _ => match total(&hand.cards).cmp(&of_dealer) {
            Ordering::Greater => &cited.higher,
            Ordering::Equal => &cited.equal,
            Ordering::Less => &cited.lower,
        },
    };
    let besides = [
        (round.attack && !gave_up, &cited.attack),
        (is_late && hand.doubled && (!gave_up || returns_double), &cited.late_blackjack_doubled),
        (is_late && !gave_up && hand.split, &cited.late_blackjack_split),
    ];
    let besides = besides.into_iter().filter(|(applies, _)| *applies).flat_map(|(_, clauses)| clauses);
    one.iter().chain(besides).cloned().collect()
}

fn joined(clauses: &[String]) -> Option<String> {
    (!clauses.is_empty()).then(|| clauses.join(", "))
}

/// Side wagers of one unit each, under the first paytable of each.
fn side_wagers(submission: &Submission, table: &Table, round: &Dealt) -> Vec<SettlementLine> {
    let line = |side: usize, (id, outcome): &(String, String)| {
        let offered = submission.wagers.iter().find(|offered| &offered.id == id)?;
        let at = table.side_names(side).iter().position(|name| name == outcome)?;
        let net = table.side_nets(side, offered).into_iter().nth(at)?;
        let has_meter = !net.per_meter.is_zero();
        Some(SettlementLine {
            wager: format!("{}, paytable {}: 1", offered.rule.title, offered.paytable.name),
            result: outcome.clone(),
            pays: if has_meter { "a share of the meter".to_owned() } else { of_one(&net.fixed) },
            net: (!has_meter).then(|| signed(&net.fixed)),
            clause: joined(&offered.rule.clauses),
        })
    };
    let decided = round.side_wagers.iter().enumerate().filter(|(_, (_, outcome))| !outcome.is_empty());
    decided.filter_map(|(side, one)| line(side, one)).collect()
}

/// What a side wager of one unit is paid, or what becomes of it.
fn of_one(net: &BigRational) -> String {
    if net.is_positive() {
        format!("{}:{}", net.numer(), net.denom())
    } else if net.is_zero() {
        "the wager is returned".to_owned()
    } else if *net == -BigRational::one() {
        "the wager is lost".to_owned()
    } else {
        format!("{} of the wager is returned", BigRational::one() + net)
    }
}

fn signed(net: &BigRational) -> String {
    if net.is_positive() { format!("+{net}") } else { net.to_string() }
}

#[cfg(test)]
mod tests {
    use certificate::WorkedExamples;

    use super::super::examples::examples;
    use super::super::tests::committed;

    fn of_report(report: &str) -> WorkedExamples {
        let (submission, certificate) = committed(report);
        examples(&submission, &certificate).expect("a plan").expect("examples")
    }

    fn number(text: &str) -> num_rational::Ratio<i64> {
        text.trim_start_matches('+').parse().expect("a number")
    }

    #[test]
    fn lines_of_the_hands_add_up_to_the_net_result() {
        for report in ["free-bet-6-decks", "pa-633a-blackjack-switch-6-decks", "pa-665a-double-attack-8-decks"] {
            let examples = of_report(report);
            assert!(examples.rounds_shown.len() > 2, "{report}");
            for one in &examples.rounds_shown {
                let of_hands = one.settlement.iter().filter(|line| !line.wager.contains("paytable"));
                let sum: num_rational::Ratio<i64> = of_hands.filter_map(|line| line.net.as_deref()).map(number).sum();
                assert_eq!(sum, number(&one.net), "{report}: {}", one.shows);
            }
        }
    }

    /// Hands are settled by the clause of their outcome, and by none where the text has none.
    #[test]
    fn a_hand_cites_the_clause_of_its_outcome() {
        let line = |report: &str, shows: &str| {
            let examples = of_report(report);
            let one = examples.rounds_shown.iter().find(|one| one.shows == shows).unwrap_or_else(|| panic!("{shows}"));
            let hand = one.settlement[0].clone();
            (hand.result, hand.clause.expect("a clause"))
        };
        let down_under = |shows| line("pa-685a-down-under-6-decks", shows);
        assert_eq!(down_under("a hand busts").1, "7(q)(1)");
        assert_eq!(down_under("a hand loses to the dealer's total").1, "7(q)(2)");
        assert_eq!(down_under("the dealer has a blackjack").1, "7(h)(2)");
        assert_eq!(down_under("a blackjack").1, "7(i)(1), 11(a)");
        for report in ["pa-633a-blackjack-6-decks", "ma-double-attack-6-decks"] {
            for shows in ["a hand busts", "a hand loses to the dealer's total"] {
                assert_eq!(line(report, shows).1, "not stated by the text", "{report}: {shows}");
            }
        }
        let (result, clause) = line("ma-double-attack-6-decks", "a hand is surrendered");
        assert!(result.starts_with("surrendered"), "{result}");
        assert!(["8(a)", "8(a)(2)"].contains(&clause.as_str()), "{clause}");
        let (result, clause) = line("pa-665a-double-attack-8-decks", "the dealer has a blackjack");
        assert!(clause.starts_with("7(o)(1)(ii)(A)"), "{result}: {clause}");
    }

    /// Two hands are dealt in Switch, and each can win, lose, bust and tie.
    #[test]
    fn rounds_of_two_hands_show_what_rounds_of_one_do() {
        let examples = of_report("pa-633a-blackjack-switch-6-decks");
        assert_eq!(examples.not_met, [""; 0]);
        for shows in ["a hand wins", "a hand loses to the dealer's total", "a hand busts", "a tie", "a double"] {
            assert!(examples.rounds_shown.iter().any(|one| one.shows == shows), "{shows}");
        }
    }

    #[test]
    fn a_double_that_the_house_gives_is_shown_to_pay() {
        let examples = of_report("free-bet-6-decks");
        let given = examples.rounds_shown.iter().find(|one| one.shows == "the house gives the double wager");
        let line = |one: &certificate::WorkedExample| {
            let line = one.settlement.iter().find(|line| line.wager.contains("the house gives"))?;
            Some((line.wager.clone(), line.pays.clone(), line.net.clone()?))
        };
        let expected = ("The hand: 1 and 1 that the house gives", "1:1 on 2", "+2");
        let (wager, pays, net) = given.and_then(line).expect("such a round");
        assert_eq!((wager.as_str(), pays.as_str(), net.as_str()), expected);
    }

    #[test]
    fn money_changes_where_a_switch_or_an_attack_is_shown() {
        for (report, shows) in [
            ("pa-633a-blackjack-switch-6-decks", "the player switches second cards"),
            ("pa-665a-double-attack-8-decks", "the attack wager is made"),
        ] {
            let examples = of_report(report);
            let one = examples.rounds_shown.iter().find(|one| one.shows == shows).expect("such a round");
            assert_ne!(one.net, "0", "{report}");
        }
    }

    #[test]
    fn hands_that_were_switched_are_shown_as_dealt_too() {
        let examples = of_report("pa-633a-blackjack-switch-6-decks");
        let is_switched = |one: &&certificate::WorkedExample| one.shows == "the player switches second cards";
        let one = examples.rounds_shown.iter().find(is_switched).expect("such a round");
        let [first, second] = &one.dealt[..] else { panic!("two hands") };
        let played: Vec<&[String]> = one.hands.iter().map(|hand| &hand.cards[..2]).collect();
        assert_eq!(played, [[first[0].clone(), second[1].clone()], [second[0].clone(), first[1].clone()]]);
        assert!(examples.rounds_shown.iter().any(|one| one.dealt.is_empty()), "not where nothing was switched");
    }
}
