//! Rounds worked by hand from the text of the regulations: given cards, given decisions, every wager settled.

use std::path::Path;

use cards::{Card, Composition, Suit, Value};
use num_rational::Ratio;
use rules::{CardName, Override, Submission};
use table::{Act, Dealt, Plan, PlannedHand, SecondCard, Table};

/// What the player does besides standing: `8,8=split`, `T,6=hit`, `attack`, `insure`, `even`, `switch`, ….
fn plan(submission: &Submission, decisions: &str) -> Plan {
    let hand = |text: &str| -> Composition {
        let cards = cards::parse_hand(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        cards.into_iter().collect()
    };
    let decisions: Vec<(&str, &str)> = decisions
        .split(' ')
        .filter(|decision| !decision.is_empty())
        .map(|decision| decision.split_once('=').unwrap_or((decision, "")))
        .collect();
    let of = |act: &str| -> Vec<Composition> {
        decisions.iter().filter(|(_, one)| *one == act).map(|(cards, _)| hand(cards)).collect()
    };
    let is = |word: &str| decisions.contains(&(word, ""));
    let (hits, doubles, surrenders) = (of("hit"), of("double"), of("surrender"));
    let (splits, given_up, early) = (of("split"), of("give-up"), of("early"));
    let mut plan = Plan::by_rule(&submission.game, |decision| {
        let cards = decision.hand.cards;
        if doubles.contains(&cards) && decision.may.double {
            Act::Double
        } else if hits.contains(&cards) && decision.may.draw {
            Act::Hit
        } else if surrenders.contains(&cards) && decision.may.surrender {
            Act::Surrender
        } else {
            Act::Stand
        }
    });
    let four = || Value::all().flat_map(|a| Value::all().map(move |b| (a, b)));
    let all_deals: Vec<[Value; 4]> = if is("switch") {
        four().flat_map(|(a, b)| four().map(move |(c, d)| [a, b, c, d])).collect()
    } else {
        Vec::new()
    };
    for up in &mut plan.ups {
        up.attack = is("attack");
        up.even_money = is("even");
        if is("insure") {
            up.insured.extend(four().map(|(a, b)| vec![a.min(b), a.max(b)]));
        }
        up.given_up_early.extend(early.iter().copied());
        up.switched_before_check.extend(all_deals.iter().copied());
        for signal in &mut up.signals {
            let pair = |cards: &Composition| Value::all().find(|&value| cards.count(value) == 2).expect("a pair");
            signal.split.extend(splits.iter().map(pair));
            signal.switched.extend(all_deals.iter().copied());
            for &cards in &given_up {
                for (original, given) in [(false, false), (false, true), (true, false), (true, true)] {
                    signal.given_up_doubled.insert((PlannedHand { cards, original }, given));
                }
            }
        }
    }
    plan
}

pub(crate) fn cards(names: &str) -> Vec<Card> {
    let card = |name: &str| {
        let name = name.replace('T', "10");
        let name: CardName = name.parse().unwrap_or_else(|error| panic!("{error}"));
        Card { rank: name.rank, suit: name.suit.unwrap_or(Suit::Clubs) }
    };
    names.split_whitespace().filter(|&name| name != "|").map(card).collect()
}

pub(crate) fn table(game: &str, set: &str, decisions: &str) -> Table {
    let decks = if game == "pa-665a-double-attack" { 8 } else { 6 };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../analyses/{game}/{decks}-decks.toml"));
    let overrides: Vec<Override> =
        set.split(' ').filter_map(|one| one.split_once('=')).map(|(key, value)| Override::new(key, value)).collect();
    let submission = Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{game} {set}: {error:?}"));
    Table::new(&submission, &plan(&submission, decisions), true).expect("a table")
}

fn deal(game: &str, set: &str, decisions: &str, dealt: &str) -> Dealt {
    try_deal(game, set, decisions, dealt).unwrap_or_else(|error| panic!("{error}"))
}

fn try_deal(game: &str, set: &str, decisions: &str, dealt: &str) -> Result<Dealt, String> {
    let cards = cards(dealt);
    let told = format!("{game} {set} [{decisions}] {dealt}");
    let round = table(game, set, decisions).deal_cards(&cards).map_err(|error| format!("{told}: {error}"))?;
    if round.cards_dealt < cards.len() {
        return Err(format!("{told}: only {} cards are dealt", round.cards_dealt));
    }
    Ok(round)
}

/// Rounds of a game: readings and options, decisions, cards in the order dealt, net result in initial wagers of one hand.
fn check(game: &str, rounds: &[(&str, &str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (set, decisions, dealt, net) in rounds {
        let net: Ratio<i64> = net.parse().expect("a fraction");
        match try_deal(game, set, decisions, dealt) {
            Err(error) => wrong.push(error),
            Ok(round) if round.net != net => {
                wrong.push(format!("{set} [{decisions}] {dealt}: {} instead of {net}", round.net));
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{game}:\n{}", wrong.join("\n"));
}

/// 685a: first card, up card, second card, hole card.
#[test]
fn down_under() {
    check(
        "pa-685a-down-under",
        &[
            // 7(i)(1): a blackjack is paid 3 to 2 at once; the dealer draws for nobody.
            ("", "", "A 9 K 7", "3/2"),
            // 7(h)(1), (2): a dealer blackjack ends the round.
            ("", "", "A A K K", "0"),
            ("", "K,Q=hit", "K A Q K", "-1"),
            // 7(o), (p), (q): 19 against 18, 18 against 18, 17 against 18; 23; a busted hand.
            ("", "", "K 9 9 9", "1"),
            ("", "", "9 9 9 9", "0"),
            ("", "", "9 9 8 9", "-1"),
            ("", "", "K 6 2 7 | K", "1"),
            ("", "K,6=hit", "K 6 6 7 | K", "-1"),
            // 7(n)(1): 22 pays two original large cards and 21, returns the rest.
            ("", "", "K 7 Q 5 | K", "1"),
            ("", "", "9 7 9 5 | K", "0"),
            ("", "5,6=hit", "5 7 6 5 | K | K", "1"),
            ("", "5,6=double", "5 7 6 5 | K | K", "2"),
            ("readings.doubled-21-against-22=bet-only", "5,6=double", "5 7 6 5 | K | K", "1"),
            ("", "9,9=split 3,9=hit", "9 7 9 5 | K 3 9 | K", "1"),
            // A busted hand against 22.
            ("readings.bust-against-22=returned", "K,6=hit", "K 7 6 5 | K | K", "0"),
            ("readings.bust-against-22=returned", "K,6=hit", "K 7 6 5 | K | 9", "-1"),
            // Two large cards that are not original, or not only these two.
            ("", "K,K=split", "K 7 Q 5 | J K | Q", "0"),
            ("readings.large-after-split=yes", "K,K=split", "K 7 Q 5 | J K | Q", "2"),
            ("", "A,A=hit", "A 7 A 5 | 5 | K", "0"),
            ("readings.large-after-draw=yes", "A,A=hit", "A 7 A 5 | 5 | K", "1"),
            ("readings.original-large=tens", "", "A 7 A 5 | K", "0"),
            ("", "", "A 7 A 5 | K", "1"),
            // 21 on both hands of a split against 22.
            ("", "8,8=split 8,3=hit", "8 7 8 5 | 3 K 3 K | K", "2"),
            ("readings.split-21-against-22=first-hand-only", "8,8=split 8,3=hit", "8 7 8 5 | 3 K 3 K | K", "1"),
            ("readings.split-21-against-22=returned", "8,8=split 8,3=hit", "8 7 8 5 | 3 K 3 K | K", "0"),
            // 3(d)(3): the dealer's ace up to 22. Two aces, and an ace with 5 and 6.
            ("", "", "9 A 9 A", "0"),
            ("readings.dealer-ace=customary", "", "9 A 9 A | 5", "1"),
            ("", "", "9 5 9 6 | A", "0"),
            ("readings.dealer-ace=customary", "", "9 5 9 6 | A 9", "-1"),
            // 10(e): split aces get one card each; an ace and a king are 21, paid 1 to 1. Two hands at most.
            ("", "A,A=split A,9=hit", "A 6 A 5 | K 9 | 8", "2"),
            ("", "8,8=split", "8 K 8 7 | 8 K", "0"),
            // 9(a): a double after a split.
            ("", "8,8=split 8,3=double", "8 6 8 K | 3 K K | 2", "2"),
            // 7(g): even money, as a reading, before the hole card is looked at.
            ("readings.even-money=1:1", "even", "A A K K", "1"),
            ("readings.even-money=1:1", "even", "A A K 9", "1"),
            ("readings.even-money=1:1", "", "A A K K", "0"),
        ],
    );
}

/// 685a.7(h): what the table learns of the hole card.
#[test]
fn signals() {
    let signal = |dealt| deal("pa-685a-down-under", "", "", dealt).signal;
    assert_eq!(signal("K 7 9 5 K"), "small");
    assert_eq!(signal("K K 9 7"), "medium");
    assert_eq!(signal("K 9 9 Q"), "large");
    assert_eq!(signal("K K 9 Q"), "exposed T");
    assert_eq!(signal("K A 9 A"), "exposed A");
    assert_eq!(signal("K A 9 Q"), "blackjack");
    let peeked = |dealt| deal("pa-633a-blackjack", "", "", dealt).signal;
    assert_eq!(peeked("K K 9 7"), "no blackjack");
    assert_eq!(peeked("K 7 9 K"), "none");
}

/// 8(a), 8(d): insurance is placed before anything is learned, wins on a ten-valued hole card, and is apart from the hand.
#[test]
fn insurance() {
    for game in ["pa-685a-down-under", "pa-633a-blackjack"] {
        assert_eq!(deal(game, "", "insure", "K A 9 K").insurance, Some((true, true)));
        assert_eq!(deal(game, "", "insure", "K A 9 7").insurance, Some((true, false)));
        assert_eq!(deal(game, "", "", "K A 9 7").insurance, Some((false, false)));
        assert_eq!(deal(game, "", "insure", "K K 9 A").insurance, None);
    }
    // MA 11(d): settled when the second card is dealt, after play.
    let round = deal("ma-double-attack", "", "insure", "A 9 9 | K");
    assert_eq!((round.insurance, round.net), (Some((true, true)), Ratio::from(-1)));
    let won = table("pa-665a-double-attack", "", "").insurance_money();
    assert_eq!(won, (4, [5, -2]), "5 to 2 on half the wager");
}

/// 633a: first card, up card, second card, hole card.
#[test]
fn blackjack() {
    let no_hole = |takes: &str| format!("options.hole-card=none-{takes}");
    let (original, all, busted) = (no_hole("original-bets-only"), no_hole("all-bets"), no_hole("busted-bets"));
    check(
        "pa-633a-blackjack",
        &[
            ("", "", "A 9 K 8", "3/2"),
            ("options.blackjack-pays=6:5", "", "A 9 K 8", "6/5"),
            ("", "", "A K K A", "0"),
            ("", "", "K A 9 K", "-1"),
            // 9(a): half is lost; a dealer blackjack is looked for first.
            ("", "K,6=surrender", "K 9 6 8", "-1/2"),
            ("", "K,6=surrender", "K A 6 K", "-1"),
            ("options.surrender=early", "K,6=early", "K A 6 K", "-1/2"),
            // 7(q): 21 on three cards ties with the dealer's.
            ("", "5,6=hit", "5 6 6 5 | K | K", "0"),
            ("", "5,6=double", "5 6 6 5 | K | 9", "2"),
            // 7(m), and H17: ace and 6.
            ("", "", "9 6 8 A", "0"),
            ("options.soft-17=hit", "", "9 6 8 A | 4", "-1"),
            // 11: to four hands, the first completed first, and a double on the last. A fifth 8 is played.
            ("", "8,8=split 8,2=double", "8 6 8 K | 8 8 8 K 9 2 K | 4", "-3"),
            ("options.max-hands=3", "8,8=split", "8 6 8 K | 8 8 K 9 | K", "3"),
            // Split aces: not split again, but played on in this chapter.
            ("", "A,A=split A,A=hit", "A 6 A K | A 9 5 | 5", "-1"),
            ("options.resplit-aces=true options.hit-split-aces=false", "A,A=split", "A 6 A K | A 8 9 7 | 5", "-3"),
            // A bust loses though the dealer would bust; equal busts as a reading.
            ("", "K,4=hit", "K 6 4 8 | K | 9", "-1"),
            ("readings.bust-against-bust=equal-returned", "K,4=hit", "K 6 4 8 | K | K", "0"),
            ("readings.bust-against-bust=equal-returned", "K,4=hit", "K 6 4 8 | K | 9", "-1"),
            // A dealer blackjack that comes to light after play: the second card is the last before the dealer's.
            (&original, "8,8=split 8,3=double", "8 K 8 | 3 K Q | A", "-1"),
            (&all, "8,8=split 8,3=double", "8 K 8 | 3 K Q | A", "-3"),
            (&original, "K,6=hit", "K K 6 | K | A", "-1"),
            (&busted, "8,8=split 8,6=hit", "8 K 8 | 6 K Q | A", "-2"),
            (&busted, "8,8=split 8,6=hit", "8 K 8 | 6 K 6 Q | A", "-2"),
            (&busted, "8,8=split 8,3=double", "8 K 8 | 3 K Q | A", "-1"),
            (&busted, "K,6=hit", "K K 6 | K | A", "-1"),
            (&busted, "8,6=double", "8 K 6 | K | A", "-2"),
            (&original, "", "A K K | A", "0"),
        ],
    );
}

/// 665a: up card, first card, second card, hole card.
#[test]
fn double_attack() {
    check(
        "pa-665a-double-attack",
        &[
            // 7(e), 12(a): the attack wager wins with the bet.
            ("", "attack", "6 K Q K | K", "2"),
            ("", "", "6 K Q K | K", "1"),
            // 7(o)(2): it is returned against a dealer blackjack.
            ("", "attack", "K 9 9 A", "-1"),
            ("", "attack", "K A Q A", "0"),
            // A blackjack is paid 1 to 1, both wagers.
            ("", "attack", "6 A K 9 | 4", "2"),
            // 10(a): a double on three cards, by both wagers.
            ("", "attack 2,3=hit 2,3,4=double", "6 2 3 K | 4 K | 2", "4"),
            // 9: at any point, also after a double.
            ("", "attack K,2=hit K,2,3=surrender", "6 K 2 K | 3 | 4", "-1"),
            ("", "attack 5,6=double 5,6,2=give-up", "K 5 6 K | 2", "-2"),
            ("readings.surrender-after-double=half-of-bet", "attack 5,6=double 5,6,2=give-up", "K 5 6 K | 2", "-1"),
            ("readings.surrender-after-double=none", "attack 5,6=double 5,6,2=give-up", "K 5 6 K | 2", "-4"),
            // 11(e) and 9(a): split aces, one card each, one of them given up.
            ("", "attack A,A=split A,5=surrender", "K A A Q | 5 K", "1"),
            ("readings.surrender-split-aces=no", "attack A,A=split A,5=surrender", "K A A Q | 5 K", "0"),
            // 7(o)(1)(ii)(B), (iii): a bust against a bust, of 26 and of 25.
            ("", "attack K,6=hit", "6 K 6 K | K | 4", "-2"),
            ("readings.bust-against-bust=returned", "attack K,6=hit", "6 K 6 K | K | 9", "0"),
            ("readings.bust-against-bust=equal-returned", "attack K,6=hit", "6 K 6 K | K | K", "0"),
            ("readings.bust-against-bust=equal-returned", "attack K,6=hit", "6 K 6 K | K | 9", "-2"),
            // 11(a): a split hand bears both wagers.
            ("", "attack 8,8=split", "6 8 8 K | K Q | K", "4"),
        ],
    );
}

/// MA: up card, the player's cards, and in 7(g) the dealer's second card after play.
#[test]
fn double_attack_of_massachusetts() {
    let takes = |choice: &str| format!("readings.dealer-blackjack-takes={choice}");
    let (both, busted) = (takes("original-and-attack"), takes("busted-too"));
    let double_too = "readings.surrender-into-blackjack=whole-and-double";
    let returned_before = format!("{double_too} readings.surrender-after-double=half-of-bet");
    check(
        "ma-double-attack",
        &[
            ("", "attack", "6 K Q | K | K", "2"),
            // 5(b), 9(c), 10(d): the initial wager is lost; attack, double and split wagers are not.
            ("", "attack 5,6=double", "A 5 6 | K | K", "-1"),
            ("", "attack 8,8=split", "A 8 8 | K 9 | K", "-1"),
            ("", "attack K,6=hit", "A K 6 | K | K", "-1"),
            (&both, "attack 5,6=double", "A 5 6 | K | K", "-2"),
            (&busted, "attack K,6=hit", "A K 6 | K | K", "-2"),
            (&busted, "attack 5,6=double", "A 5 6 | K | K", "-1"),
            ("", "attack", "A A K | K", "0"),
            // 8(a)(2): a hand given up under an ace waits for the second card, which may take its whole wager.
            ("", "attack K,6=surrender", "A K 6 | K", "-2"),
            ("readings.surrender-into-blackjack=initial", "attack K,6=surrender", "A K 6 | K", "-1"),
            ("", "attack K,6=surrender", "A K 6 | 9", "-1"),
            // 9(c), or 8(a)(2) against it: the double wager of a hand that was doubled and given up.
            ("", "attack 5,6=double 5,6,2=give-up", "A 5 6 | 2 | K", "-2"),
            (double_too, "attack 5,6=double 5,6,2=give-up", "A 5 6 | 2 | K", "-4"),
            (&returned_before, "attack 5,6=double 5,6,2=give-up", "A 5 6 | 2 | K", "-2"),
            (double_too, "attack 5,6=double 5,6,2=give-up", "A 5 6 | 2 | 9", "-2"),
            (double_too, "attack K,6=surrender", "A K 6 | K", "-2"),
            // 10(a): the split wager is the initial wager; a double on each hand is by its own wagers.
            ("", "attack 8,8=split", "6 8 8 | K Q | K K", "3"),
            ("readings.split-wager=initial-and-attack", "attack 8,8=split", "6 8 8 | K Q | K K", "4"),
            ("", "attack 8,8=split 8,3=double", "6 8 8 | 3 K 3 K | K K", "6"),
            ("", "attack 8,8=split 8,6=surrender", "6 8 8 | 6 6 | K K", "-3/2"),
            // 10(c): three hands at a table of seven positions.
            ("options.positions=7", "8,8=split", "6 8 8 | 8 8 K 9 | K K", "3"),
            // 12(a)(1): a soft 21 that draws, as a reading.
            ("readings.draw-to-soft-21=allowed", "A,4=hit A,4,6=hit", "6 A 4 | 6 9 | K 3", "1"),
            // 7(i): with a card reader.
            ("options.dealing=hole-read", "attack", "A 9 9 K", "-1"),
            ("options.dealing=hole-read", "attack K,6=surrender", "A K 6 9", "-1"),
        ],
    );
}

/// MA 7(g) and 7(i) without a reader: the dealer's second card after or before the players'.
#[test]
fn second_card_of_massachusetts() {
    let table = |when| table("ma-double-attack", "", "attack 5,6=double").with_second_card(when);
    let after = table(SecondCard::AfterPlay).deal_cards(&cards("A 5 6 | 7 | K")).expect("a round");
    let before = table(SecondCard::BeforePlay).deal_cards(&cards("A 5 6 | K | 7")).expect("a round");
    assert_eq!((after.net, before.net), (Ratio::from(-1), Ratio::from(-1)));
    assert_eq!((after.hands, after.dealer), (before.hands, before.dealer));
    // Where a signal comes first the second card is never dealt late.
    let read = self::table("ma-double-attack", "options.dealing=hole-read", "");
    assert_eq!(read.with_second_card(SecondCard::AfterPlay).second_card(), SecondCard::BeforePlay);
}

/// 633a.12(a): first cards of both hands, up card, second cards, hole card.
#[test]
fn blackjack_switch() {
    check(
        "pa-633a-blackjack-switch",
        &[
            // K-6 and 5-K become K-K and 5-6.
            ("", "switch 5,6=double", "K 5 6 6 K K | 9 | K", "3"),
            ("", "", "K 5 6 6 K K | 5", "-2"),
            // (5)(v): 22 returns both.
            ("", "", "K 9 7 Q 9 5 | K", "0"),
            ("readings.natural-against-22=returned", "", "A 9 7 Q 9 5 | K", "0"),
            ("readings.natural-against-22=wins", "", "A 9 7 Q 9 5 | K", "3/2"),
            // (5)(i): 3 to 2, but 1 to 1 against 21; (ii): a tie with a blackjack.
            ("", "", "A 9 7 Q 9 5 | 8", "1/2"),
            ("", "", "A 9 7 Q 9 5 | 9", "0"),
            ("", "", "A K A Q 9 K", "-1"),
            // (5)(iv): a switched blackjack is returned against 21 and 22; A-9 and 9-K become A-K and 9-9.
            ("", "switch", "A 9 7 9 K 5 | 9", "-1"),
            ("", "switch", "A 9 7 9 K 5 | K", "0"),
            ("", "switch", "A 9 7 9 K 5 | 8", "0"),
            ("readings.switched-natural-pays=3:2", "switch", "A 9 7 9 K 5 | 8", "1/2"),
            // (5)(iii): lost against a blackjack, where the switch comes before the reader.
            ("readings.switch-and-peek=switch-first", "switch", "A 9 A 9 K K", "-2"),
            ("", "switch", "A 9 A 9 K K", "-2"),
            // Each hand may be split.
            ("", "8,8=split", "8 9 6 8 9 K | 2 K | K", "3"),
        ],
    );
}

/// The published rules for comparison.
#[test]
fn other_tables() {
    check(
        "spanish-21",
        &[
            // A player's blackjack and 21 always win; 21 of five cards, of suited 6-7-8, of sevens.
            ("", "", "A A K K", "3/2"),
            ("", "5,6=hit", "5 6 6 5 | K | K", "1"),
            ("", "2,3=hit 2,3,4=hit 2,3,4,5=hit", "2 K 3 9 | 4 5 7", "3/2"),
            ("", "6,7=hit", "6h K 7h 9 | 8h", "2"),
            ("", "6,7=hit", "6s K 7s 9 | 8s", "3"),
            ("", "6,7=hit", "6s K 7s 9 | 8h", "3/2"),
            ("", "7,7=hit", "7h K 7h 9 | 7h", "2"),
            ("", "7,7=hit", "7h K 7c 9 | 7h", "3/2"),
            ("", "5,6=double", "5 K 6 9 | K", "2"),
            ("", "5,6=double 5,6,2=give-up", "5 K 6 9 | 2", "-1"),
        ],
    );
    check(
        "free-bet",
        &[
            ("", "5,5=double", "5 K 5 9 | 2", "-1"),
            ("", "5,5=double", "5 6 5 K | 2 | K", "2"),
            ("", "8,8=split", "8 K 8 9 | K 9", "-1"),
            ("", "8,8=split", "8 6 8 K | K 9 | K", "2"),
            ("", "8,8=split 8,3=double", "8 6 8 K | K 3 2 | 4", "-1"),
            ("", "K,K=split", "K 6 K K | 9 9 | 5", "-2"),
            ("", "", "9 7 9 5 | K", "0"),
            ("", "5,6=double", "5 7 6 5 | K | K", "0"),
        ],
    );
    check(
        "double-exposure",
        &[
            ("", "", "9 9 9 9", "-1"),
            ("", "", "A A K K", "1"),
            ("options.tied-blackjacks=push", "", "A A K K", "0"),
            ("", "5,6=double", "5 9 6 9 | 8", "2"),
        ],
    );
}

/// Every side wager at its moment, by rank and suit.
#[test]
fn side_wagers() {
    let of = |game: &str, set: &str, decisions: &str, dealt: &str, id: &str| -> String {
        let round = deal(game, set, decisions, dealt);
        round.side_wagers.into_iter().find(|(one, _)| one == id).map(|(_, name)| name).expect("the wager")
    };
    let down = |dealt: &str, id: &str| of("pa-685a-down-under", "", "", dealt, id);
    assert_eq!(down("Kh Ks Kc 9", "match-the-dealer"), "Two unsuited matches");
    assert_eq!(down("Ks Ks Kc 9", "match-the-dealer"), "One suited and one unsuited match");
    assert_eq!(down("Qs Ks 10c 9", "match-the-dealer"), "No match");
    assert_eq!(down("As As As 9", "match-the-dealer-progressive"), "Two suited match, aces of spades");
    assert_eq!(down("9s 9s 9s 9", "match-the-dealer-progressive"), "Two suited match, all others");

    let blackjack = |dealt: &str, id: &str| of("pa-633a-blackjack", "", "", dealt, id);
    for (dealt, id, name) in [
        ("Qh K Qh A", "lucky-ladies", "Queen of hearts pair and dealer Blackjack"),
        ("Qh K Qh 9", "lucky-ladies", "Queen of hearts pair"),
        ("Kh 9 Kh 9", "lucky-ladies", "Matched 20"),
        ("Kh 9 Qh 9", "lucky-ladies", "Suited 20"),
        ("Kh 9 Qs 9", "lucky-ladies", "Any 20"),
        ("7h 8d 9c 9", "in-between", "One-card spread"),
        ("7h 7d 7c K", "in-between", "Triple Match"),
        ("Kh 9 Qh 9", "royal-match-21", "Royal Match"),
        ("Kh Ks Qh Qs", "royal-match-21", "Royal Match + Crown Treasure"),
        ("2h 9 7h 9", "royal-match-21", "Suited Match"),
        ("7h 9 7h 9", "bet-the-set-21", "Suited pair"),
        ("Ks A Ks Q", "kings-bounty", "King of spades pair and dealer Blackjack"),
        ("10d 9 10d 9", "kings-bounty", "Suited queens, jacks or 10s pair"),
        ("Kd 9 Kh 9", "kings-bounty", "Pair of kings"),
        ("Ah 2h 3h K | 9", "three-card-poker", "Straight Flush"),
        ("Qc Ah Kd 9", "three-card-poker", "Straight"),
        ("Ah 9 Kh 9", "house-money", "Ace-king suited"),
        ("9h 9 10c 9", "house-money", "Two-card straight"),
        ("Kh K Qs A", "bad-beat", "Blackjack"),
        ("Kh 6 Qs 5 | K", "bad-beat", "21 with three cards"),
        ("Kh 6 Qs 5 | 2 3 5", "bad-beat", "21 with five cards"),
        ("Kh 6 Qs 5 | 2 3 5", "hit-and-run", "Five cards"),
        ("Kh 2 Qs 2 | 2 2 2 2 K", "hit-and-run", "Seven cards"),
        ("Kh A Qs K", "hit-and-run", "Blackjack"),
        ("As 9 2h 9", "straight-jack", "Two-card straight"),
    ] {
        assert_eq!(blackjack(dealt, id), name, "{id}: {dealt}");
    }
    // 633a.7(o)(3)(i)(A) to (D), and an ace below the 2.
    let straight = |decisions: &str, dealt: &str| of("pa-633a-blackjack", "", decisions, dealt, "straight-jack");
    assert_eq!(straight("4,5=hit", "4 9 5 9 | 6"), "Three-card straight");
    assert_eq!(straight("4,5=hit 3,4,5=hit", "4 9 5 9 | 3 6"), "Four-card straight");
    assert_eq!(straight("4,5=hit 2,4,5=hit", "4 9 5 9 | 2 3"), "Two-card straight");
    assert_eq!(straight("4,5=hit 4,5,6=hit", "4 9 5 9 | 6 7 "), "Three-card straight");
    assert_eq!(
        straight("2,3=hit 2,3,4=hit 2,3,4,5=hit A,2,3,4,5=hit", "2 9 3 9 | 4 5 As 6"),
        "Six-card straight with an ace of spades"
    );
    // Dealers draw for these wagers though the hand is lost, or do not.
    let run = |set: &str, dealt: &str| of("pa-633a-blackjack", set, "K,6=hit", dealt, "hit-and-run");
    assert_eq!(run("", "K 6 6 5 | K | 2 3 5"), "Five cards");
    assert_eq!(run("readings.no-live-hand=stops wagers.bad-beat.offered=false", "K 6 6 5 | K"), "All others");
    // 665a.7(m): Bust It, paid by the third card.
    let bust = |dealt: &str| of("pa-665a-double-attack", "", "", dealt, "bust-it");
    assert_eq!(bust("8h K Q 8h | 8h"), "8, 8, 8 of the same suit");
    assert_eq!(bust("8h K Q 8d | 8h"), "8, 8, 8 of the same color");
    assert_eq!(bust("8h K Q 8c | 8h"), "Third card is an 8");
    assert_eq!(bust("6 K Q 9 | 7"), "Third card is a 7");
    assert_eq!(bust("6 K Q 5 | 2 K"), "All others");
    assert_eq!(bust("A K Q K"), "All others");
    // 12(a)(2): on the four cards as dealt.
    let four = |dealt: &str| of("pa-633a-blackjack-switch", "", "", dealt, "super-match");
    assert_eq!(four("7h 7c 9 2d 7s K"), "Three-of-a-kind");
    assert_eq!(four("7h 2c 9 2d 7s K"), "Two pair");
    assert_eq!(four("7h 7c 9 7d 7s K"), "Four-of-a-kind");
    assert_eq!(four("Kh Qc 9 7d 7s K"), "Pair");
}

/// 633a.7(g)(2): what matches a ten, jack, queen or king under either reading.
#[test]
fn what_tens_match() {
    for (dealt, choice, name) in [
        ("Kh Ks Kc 9", "rank", "Two unsuited matches"),
        ("Kh Ks Kc 9", "rank-and-suit", "No match"),
        ("9s 9d 9c 9", "rank-and-suit", "Two unsuited matches"),
    ] {
        let round = deal("pa-633a-blackjack", &format!("readings.tens-match={choice}"), "", dealt);
        assert!(round.side_wagers.contains(&("match-the-dealer".to_owned(), name.to_owned())), "{choice}: {dealt}");
    }
}
