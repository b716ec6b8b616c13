//! What an analysis states of a wager beside its paytable: chances of events apart from the cards, and its meter.

use num_rational::BigRational;
use rules::{Drawn, MeterRule, OfferedWager, SeedIn};

/// The meter that figures are of: dollars stated, or those of the text, divided by the wager; or the multiple of the text.
pub(crate) fn meter_in_wagers(rule: &MeterRule, offered: &OfferedWager) -> BigRational {
    let inputs = &offered.inputs;
    let of_text = BigRational::from_integer(rule.seed.into());
    let dollars = match (inputs.meter.as_ref().or(inputs.seed.as_ref()), rule.seed_in) {
        (Some(stated), _) => stated.clone(),
        (None, SeedIn::Dollars) => of_text,
        (None, SeedIn::Wagers) => return of_text,
    };
    inputs.stake.as_ref().map_or_else(|| dollars.clone(), |wager| &dollars / wager)
}

/// The chance of an event apart from the cards, if it is offered at all: as stated, or of the rounds that offer it.
pub(crate) fn chance(offered: &OfferedWager, name: &str) -> Option<BigRational> {
    if let Some(stated) = offered.inputs.chances.get(name) {
        return Some(stated.clone());
    }
    Some(offered.inputs.offers.get(name)? * chance_if_offered(offered, name)?)
}

/// The chance of an event in a round in which it is offered; `None` where the rules do not say what is drawn.
pub(crate) fn chance_if_offered(offered: &OfferedWager, name: &str) -> Option<BigRational> {
    let ratio = |n: usize, d: usize| BigRational::new(n.into(), d.into());
    Some(match offered.rule.events.get(name)?.draws {
        Drawn::Seat(seats) => ratio(1, offered.inputs.seats.unwrap_or(seats) as usize),
        // Of all pairs of cards, those that hold none of the copies of the face.
        Drawn::Card => {
            let cards = offered.cards.total() as usize;
            let pairs = |cards: usize| cards * cards.saturating_sub(1);
            let without: usize =
                offered.cards.faces().map(|face| pairs(cards - usize::from(offered.cards.count(face)))).sum();
            // A face of which no card is left matches none.
            let faces = usize::from(offered.faces_of_deck);
            let gone = (faces - offered.cards.faces().count()) * pairs(cards);
            ratio(1, 1) - ratio(without + gone, pairs(cards) * faces)
        }
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::{Override, Submission};

    use super::*;

    fn bad_beat(overrides: &[(&str, &str)]) -> OfferedWager {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
        let overrides: Vec<Override> = overrides.iter().map(|(key, value)| Override::new(*key, *value)).collect();
        let submission = Submission::load(&path, &overrides).expect("an analysis");
        submission.wagers.into_iter().find(|wager| wager.id == "bad-beat").expect("offered")
    }

    #[test]
    fn chances_of_events_by_hand() {
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(chance(&bad_beat(&[]), "magic-card"), None);
        let offered =
            bad_beat(&[("wagers.bad-beat.offers.magic-card", "1/2"), ("wagers.bad-beat.offers.lucky-player", "1")]);
        let one_of_two = ratio(1, 1) - ratio(306 * 305, 312 * 311);
        assert_eq!(chance(&offered, "magic-card"), Some(one_of_two / BigRational::from_integer(2.into())));
        assert_eq!(chance(&offered, "lucky-player"), Some(ratio(1, 7)));
        assert_eq!(
            chance(&bad_beat(&[("wagers.bad-beat.chances.magic-card", "1/9")]), "magic-card"),
            Some(ratio(1, 9))
        );
    }

    #[test]
    fn meters_in_wagers_by_hand() {
        let meter = |overrides: &[(&str, &str)]| {
            let wager = bad_beat(overrides);
            meter_in_wagers(wager.rule.meter.as_ref().expect("a meter"), &wager).to_string()
        };
        let stake = ("wagers.bad-beat.stake", "5");
        assert_eq!([meter(&[]), meter(&[stake])], ["5000", "1000"]);
        assert_eq!(meter(&[stake, ("wagers.bad-beat.seed", "10000")]), "2000");
        assert_eq!(meter(&[stake, ("wagers.bad-beat.seed", "10000"), ("wagers.bad-beat.meter", "$50,000")]), "10000");
    }
}
