//! Events apart from the cards whose chances follow from the cards and the seats, and what offering them is worth.

use cards::falling;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{Drawn, MeterAmount, OfferedWager};

use crate::result::WagerResult;

/// The chance of an event in a round in which it is offered; `None` where the rules do not say what is drawn.
///
/// A face of a deck is drawn as likely as any other, so it matches one of two cards with the chance of the number of faces that they
/// show: two, or one where they are alike.
pub fn chance_if_offered(wager: &OfferedWager, name: &str) -> Option<BigRational> {
    let drawn = wager.rule.events.get(name)?.draws;
    let ratio = |n: u32, d: u32| BigRational::new(n.into(), d.into());
    Some(match (drawn, wager.seats(drawn)) {
        (_, Some(seats)) => ratio(1, seats),
        (Drawn::Card | Drawn::Seat(_), None) => {
            let copies = || wager.cards.faces().map(|face| BigInt::from(wager.cards.count(face)));
            let pairs: BigInt = copies().map(|copies| &copies * (&copies - 1)).sum();
            let alike = BigRational::new(pairs, falling(wager.cards.total(), 2).into());
            (ratio(2, 1) - alike) / BigInt::from(wager.faces_of_deck)
        }
    })
}

/// The chance of an event in any round: as stated, else that of a round in which it is offered, as often as the analysis says.
pub(crate) fn chance(wager: &OfferedWager, name: &str) -> Option<BigRational> {
    let stated = wager.inputs.chances.get(name).cloned();
    stated.or_else(|| Some(wager.inputs.offers.get(name)? * chance_if_offered(wager, name)?))
}

/// What a line on an event apart from the cards is worth, by how often the event is offered.
///
/// The wager's expectation is linear in that part of all rounds; other events stay as the analysis has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventValue {
    /// Name of the line.
    pub line: String,
    /// Name of the event's chance.
    pub event: String,
    /// Its chance in a round in which it is offered.
    pub chance: BigRational,
    /// The part of all rounds in which it is offered, if that is stated.
    pub offered: Option<BigRational>,
    /// The wager's expectation without it.
    pub never: MeterAmount,
    /// The wager's expectation if it is offered in every round.
    pub always: MeterAmount,
}

impl EventValue {
    /// The value of every event of a wager whose chance follows from cards and seats. `value` gives the wager's figures under
    /// other inputs; those of events are all that differs.
    ///
    /// # Errors
    /// Those of `value`.
    pub fn all<E>(
        wager: &OfferedWager,
        mut value: impl FnMut(&OfferedWager) -> Result<WagerResult, E>,
    ) -> Result<Vec<Self>, E> {
        let mut all = Vec::new();
        for line in wager.rule.lines.iter().filter(|line| !wager.rule.without.contains(&line.name)) {
            let Some(event) = &line.chance else { continue };
            let Some(chance) = chance_if_offered(wager, event) else { continue };
            let mut with = |chance: BigRational| {
                let mut other = wager.clone();
                other.inputs.offers.remove(event);
                other.inputs.chances.insert(event.clone(), chance);
                value(&other).map(|result| result.expectation())
            };
            let (never, always) = (with(BigRational::zero())?, with(chance.clone())?);
            let offered = Self::offered(wager, event, &chance);
            all.push(Self { line: line.name.clone(), event: event.clone(), chance, offered, never, always });
        }
        Ok(all)
    }

    /// The part of all rounds in which an event of this chance is offered: as the analysis says, or as the chance that it states implies. `None`
    /// where it states a greater chance than the event has.
    pub fn offered(wager: &OfferedWager, event: &str, chance: &BigRational) -> Option<BigRational> {
        let stated = wager.inputs.chances.get(event).map(|stated| stated / chance);
        stated.or_else(|| wager.inputs.offers.get(event).cloned()).filter(|part| *part <= num_traits::One::one())
    }

    /// The wager's expectation if the event is offered in this part of all rounds.
    pub fn expectation(&self, offered: &BigRational) -> MeterAmount {
        let between = |never: &BigRational, always: &BigRational| never + (always - never) * offered;
        MeterAmount {
            fixed: between(&self.never.fixed, &self.always.fixed),
            per_meter: between(&self.never.per_meter, &self.always.per_meter),
        }
    }

    /// The part of all rounds at which the wager is even when the meter stands at so many units. It may be negative, if the
    /// wager favours the player without the event, and more than one, if it never is even. `None` if the event changes nothing.
    pub fn even_offered(&self, meter: &BigRational) -> Option<BigRational> {
        let [never, always] = [&self.never, &self.always].map(|ev| &ev.fixed + &ev.per_meter * meter);
        let gain = always - &never;
        (!gain.is_zero()).then(|| -never / gain)
    }

    /// The meter at which the wager is even if the event is offered in this part of all rounds.
    pub fn even_meter(&self, offered: &BigRational) -> Option<BigRational> {
        let ev = self.expectation(offered);
        (!ev.per_meter.is_zero()).then(|| -ev.fixed / ev.per_meter)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::{Override, Submission};

    use super::*;
    use crate::PlayedLines;

    fn wager(overrides: &[(&str, &str)]) -> OfferedWager {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
        let overrides: Vec<Override> = overrides.iter().map(|(key, value)| Override::new(*key, *value)).collect();
        let submission = Submission::load(&path, &overrides).expect("a submission");
        submission.wagers.into_iter().find(|wager| wager.id == "bad-beat").expect("the wager is offered")
    }

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// Neither of two cards is one of the six of the face that is drawn: C(306, 2) of C(312, 2).
    #[test]
    fn a_card_that_matches_one_of_two() {
        let chance = chance_if_offered(&wager(&[]), "magic-card").expect("it follows");
        assert_eq!(chance, ratio(1, 1) - ratio(306 * 305, 312 * 311));
        assert_eq!(cards::decimal(&chance, 5), "0.03815");
        let one_deck = chance_if_offered(&wager(&[("decks", "1")]), "magic-card");
        assert_eq!(one_deck, Some(ratio(2, 52)), "no two cards of a deck are alike");
    }

    #[test]
    fn a_seat_of_those_that_there_are() {
        assert_eq!(chance_if_offered(&wager(&[]), "lucky-player"), Some(ratio(1, 7)));
        let five = wager(&[("wagers.bad-beat.seats", "5"), ("wagers.bad-beat.offers.lucky-player", "1/4")]);
        assert_eq!(chance_if_offered(&five, "lucky-player"), Some(ratio(1, 5)));
        assert_eq!(chance(&five, "lucky-player"), Some(ratio(1, 20)));
    }

    /// A hand that wins nothing is -1 and what the bonuses pay: 20 for 1 with the chance above, in half of all rounds.
    #[test]
    fn values_are_linear_in_how_often_it_is_offered() {
        let wager = wager(&[("wagers.bad-beat.offers.magic-card", "1/2")]);
        let lose = |wager: &OfferedWager| {
            let lines = PlayedLines::new(wager);
            let nothing = vec![BigRational::zero(); lines.ends().len()];
            Ok::<_, ()>(lines.result(&nothing, &BigRational::zero()))
        };
        let all = EventValue::all(&wager, lose).expect("values");
        let [magic, lucky] = &all[..] else { panic!("two events, not {all:?}") };
        let chance = chance_if_offered(&wager, "magic-card").expect("it follows");
        let half = ratio(1, 2);
        assert_eq!((magic.offered.as_ref(), lucky.offered.as_ref()), (Some(&half), None));
        assert_eq!(magic.never.fixed, ratio(-1, 1));
        assert_eq!(magic.expectation(&half).fixed, ratio(10, 1) * &chance - ratio(1, 1));
        let direct = lose(&wager).expect("a value").fixed;
        assert_eq!(magic.expectation(&half).fixed, direct, "as when it is computed with the frequency");
        // Even where 20·f·chance is the wager.
        assert_eq!(magic.even_offered(&BigRational::zero()), Some(ratio(1, 20) / chance));
        // The other stays as it is: half of the rounds offer the magic card.
        assert_eq!(lucky.never.fixed, direct);
        assert_eq!(lucky.always.fixed, direct + ratio(5, 7));
    }
}
