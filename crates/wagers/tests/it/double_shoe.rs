//! Wagers of a round from a double shoe whose determinant card is kept, against a reference that draws that card first.

use num_rational::BigRational;
use rules::{MeterAmount, OfferedWager, Submission};
use wagers::{Colour, Seat, beside_determinant, names_a_suit, value};

use crate::reference::{Deck, Readings, lines, lines_beside, net, paytable};

fn submission(decks: u16, readings: &[(&str, &str)]) -> Submission {
    let path = format!("{}/../../analyses/pa-633a-blackjack/6-decks.toml", env!("CARGO_MANIFEST_DIR"));
    let keys = [("decks".to_owned(), decks.to_string()), ("options.dealing".to_owned(), "double-shoe".to_owned())];
    let readings = readings.iter().map(|(name, choice)| (format!("readings.{name}"), (*choice).to_owned()));
    let set: Vec<_> = keys.into_iter().chain(readings).map(|(key, value)| rules::Override::new(key, value)).collect();
    Submission::load(std::path::Path::new(&path), &set).unwrap_or_else(|error| panic!("{error}"))
}

fn wager<'a>(submission: &'a Submission, id: &str) -> &'a OfferedWager {
    submission.wagers.iter().find(|wager| wager.id == id).expect("offered")
}

/// The expectation by the reference, the determinant card drawn before all others.
fn expected(wager: &OfferedWager, readings: &Readings, first_seat: bool, red: bool) -> BigRational {
    let odds = paytable(&wager.id, &wager.paytable.name, wager.decks);
    let lines = lines_beside(&wager.id, wager.decks, readings, first_seat, red);
    lines.into_iter().map(|(line, share)| net(&wager.id, line, &odds, readings).0 * share).sum()
}

#[test]
fn wagers_that_name_a_suit() {
    for decks in [1, 2, 6] {
        for ace_nine in ["counts", "no"] {
            let submission = submission(decks, &[("ace-nine", ace_nine)]);
            let readings = Readings::from([("ace-nine".to_owned(), ace_nine.to_owned())]);
            for id in ["lucky-ladies", "kings-bounty"] {
                let wager = wager(&submission, id);
                let found = beside_determinant(wager).expect("it names a suit");
                assert_eq!(found.len(), 4);
                for one in found {
                    let (first, red) = (one.seat == Seat::First, one.colour == Colour::Red);
                    let expected = MeterAmount::fixed(expected(wager, &readings, first, red));
                    assert_eq!((&one.least, &one.most), (&expected, &expected), "{id}, {decks} decks: {one:?}");
                }
            }
        }
    }
}

/// Six decks a side: from the red side the first seat's queens of hearts are likelier, from the black side they are out of reach.
#[test]
fn lucky_ladies_at_the_first_seat() {
    let submission = submission(6, &[]);
    let wager = wager(&submission, "lucky-ladies");
    let ordinary = value(&submission, wager).expect("a value").expectation();
    let found = beside_determinant(wager).expect("it names a suit");
    let of = |seat, colour| found.iter().find(|one| (one.seat, one.colour) == (seat, colour)).expect("all four");
    let percent = |amount: &MeterAmount| cards::decimal(&(&amount.fixed * BigRational::from_integer(100.into())), 1);
    for (seat, colour, all, kept) in
        [(Seat::First, Colour::Red, "-14.4", "-11.1"), (Seat::First, Colour::Black, "-20.9", "-24.2")]
    {
        let one = of(seat, colour);
        assert_eq!(percent(&one.of_all_rounds(&ordinary)[0]), all, "{colour:?}");
        assert_eq!(percent(&one.least), kept, "{colour:?}");
    }
    // The colours are as likely as each other: their mean is the figure of any shoe, for every seat.
    for seat in [Seat::First, Seat::Other] {
        let mean = (&of(seat, Colour::Red).least.fixed + &of(seat, Colour::Black).least.fixed)
            / BigRational::from_integer(2.into());
        assert_eq!(mean, ordinary.fixed, "{seat:?}");
    }
    let others = [Colour::Red, Colour::Black].map(|colour| of(Seat::Other, colour).least.fixed.clone());
    assert!(others[0] < ordinary.fixed && ordinary.fixed < others[1], "a red card gone leaves fewer queens of hearts");
}

/// The reference without a word of symmetry: what names no suit has the same lines whatever the colour.
#[test]
fn what_names_no_suit_is_the_same() {
    let submission = submission(2, &[]);
    let none = Readings::new();
    for id in ["in-between", "royal-match-21", "bet-the-set-21", "three-card-poker", "house-money"] {
        assert!(!names_a_suit(wager(&submission, id)), "{id}");
        assert_eq!(beside_determinant(wager(&submission, id)), None, "{id}");
        let ordinary = lines(id, Deck::Full, 2, &none);
        for (first, red) in [(true, true), (true, false), (false, true), (false, false)] {
            assert_eq!(lines_beside(id, 2, &none, first, red), ordinary, "{id}: first seat {first}, red {red}");
        }
    }
    let one = self::submission(1, &[]);
    assert!(names_a_suit(wager(&one, "lucky-ladies")) && names_a_suit(wager(&one, "kings-bounty")));
    assert!(names_a_suit(wager(&one, "straight-jack")) && !names_a_suit(wager(&one, "bad-beat")));
}
