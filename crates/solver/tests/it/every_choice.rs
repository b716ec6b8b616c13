//! Every game file under each of its choices, by the solver and by the slow reference.

use rules::{EvenMoney, Game, Submission};
use solver::Class;

use crate::conformance::{GameChoices, Variant, as_analysed, changed, games, one_split, solver};
use crate::reference::Reference;
use crate::reference::compare::{compare, shoe};

/// One split; few plays can run these out. The first two take long: readings are compared without the first, options
/// without both.
const ONE_HAND: &[&str] = &[
    "TTTTTT99AA56",
    "TTTTTTTT678AA",
    "TTTTTTTTAA55",
    "TTTTTTTTTT44A8",
    "TTTTTTT666AA",
    "TTTTTTTT7777AA",
    "TTTTTTTTTTTT44445",
];

/// One split of each of two hands.
const TWO_HANDS: &[&str] =
    &["TTTTTTTTTTTTTT777AA", "TTTTTTTTTTTTTTAAA55", "TTTTTTTTTTTTTT448A", "TTTTTTTTTTTTTT666699"];

/// The reference does not look at suits, so payouts that do are compared without them.
fn without_suits(game: &Game) -> Game {
    changed(game, |game| {
        for hand in game.bonus.iter_mut().flat_map(|bonus| &mut bonus.hands) {
            (hand.suited, hand.spades) = (None, None);
        }
    })
}

/// Every class that is solved, each up card and signal, variance and average wager, as exact fractions. Each variant is compared from
/// one of the shoes on.
fn assert_reference_agrees(base: &Submission, variants: impl Iterator<Item = (Variant, usize)>) {
    let shoes = if base.game.switch.is_some() { TWO_HANDS } else { ONE_HAND };
    let first = without_suits(&one_split(&base.game));
    let references: Vec<_> = shoes.iter().map(|cards| (*cards, Reference::new(&first, shoe(cards)))).collect();
    let mut seen: Vec<Game> = Vec::new();
    for (Variant { name, submission }, from) in variants {
        let references = &references[from..];
        let game = without_suits(&one_split(&submission.game));
        // The reference does not know even money beside a second hand. A choice may matter to more splits only.
        let known = game.switch.is_none() || game.natural.even_money == EvenMoney::None;
        if !known || seen.contains(&game) {
            continue;
        }
        let mut compared = 0;
        for (cards, reference) in references {
            if solver(&game, shoe(cards), &name).is_none() {
                continue;
            }
            let agreed = compare(&game, shoe(cards), reference, &Class::ALL);
            let agreed = agreed.unwrap_or_else(|error| panic!("{name}, shoe {cards}: {error}"));
            let perfect = agreed.iter().find(|one| one.strategy == Class::Perfect);
            let beaten = perfect.is_none_or(|perfect| agreed.iter().all(|one| one.ev <= perfect.ev));
            assert!(beaten, "{name}, shoe {cards}: a class beats perfect play");
            compared += 1;
        }
        assert!(2 * compared >= references.len(), "{name}: {compared} shoes could be compared");
        seen.push(game);
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn the_reference_agrees() {
    for GameChoices { base, .. } in games() {
        assert_reference_agrees(base, std::iter::once((as_analysed(base), 2)));
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn the_reference_agrees_under_every_choice() {
    for GameChoices { base, readings, options } in games() {
        let of_readings = readings.iter().map(|variant| (variant.clone(), 1));
        let of_options = options.iter().map(|variant| (variant.clone(), 2));
        let analysed = std::iter::once((as_analysed(base), 0));
        assert_reference_agrees(base, analysed.chain(of_readings).chain(of_options));
    }
}
