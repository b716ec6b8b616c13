//! Sets of hole cards, and what the player knows of the hole card when he acts.

use cards::Value;

use crate::game::Game;

/// A set of hole card values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HoleSet(u16);

impl HoleSet {
    /// Whether the value is in the set.
    #[inline]
    pub fn contains(self, value: Value) -> bool {
        self.0 >> value.index() & 1 == 1
    }

    /// Whether the set has no value.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The values in it, in index order.
    pub fn values(self) -> impl Iterator<Item = Value> {
        Value::all().filter(move |&value| self.contains(value))
    }
}

impl FromIterator<Value> for HoleSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        Self(values.into_iter().fold(0, |bits, value| bits | 1 << value.index()))
    }
}

/// What the player knows of the hole card when he acts, for one up card: its possible values.
///
/// The cases of an up card partition the ten values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HoleCase {
    /// `small`, `medium`, `large` or another range's name; `exposed A`; `no blackjack` after a check that found
    /// none; `none` where nothing is known; `blackjack` where a discovered dealer blackjack ends the round.
    pub signal: String,
    /// The hole cards that give this signal.
    pub holes: HoleSet,
    /// Whether the round ends before the player acts.
    pub ends_round: bool,
}

/// Whether up card and hole card are an ace and a ten-valued card.
fn is_natural(up: Value, hole: Value) -> bool {
    (up == Value::ACE && hole == Value::TEN) || (up == Value::TEN && hole == Value::ACE)
}

impl Game {
    /// The signals that can follow this up card, in the order of the ranges, exposed cards next, a discovered blackjack last.
    pub fn hole_cases(&self, up: Value) -> Vec<HoleCase> {
        let rule = &self.hole_card;
        let checked = rule.checked_under.contains(&up);
        let discovered = |hole: Value| checked && is_natural(up, hole);
        let exposed = |hole: Value| rule.exposed_if_both.contains(&up) && rule.exposed_if_both.contains(&hole);
        let hidden = |hole: &Value| !discovered(*hole) && !exposed(*hole);
        let case = |signal: String, holes: HoleSet| HoleCase { signal, holes, ends_round: false };

        let mut cases: Vec<HoleCase> = if rule.ranges.is_empty() {
            let signal = if Value::all().any(discovered) { "no blackjack" } else { "none" };
            vec![case(signal.to_owned(), Value::all().filter(hidden).collect())]
        } else {
            rule.ranges
                .iter()
                .map(|range| case(range.name.clone(), range.values.iter().copied().filter(hidden).collect()))
                .collect()
        };
        cases.extend(
            Value::all()
                .filter(|&hole| exposed(hole) && !discovered(hole))
                .map(|hole| case(format!("exposed {hole}"), [hole].into_iter().collect())),
        );
        cases.push(HoleCase {
            signal: "blackjack".to_owned(),
            holes: Value::all().filter(|&hole| discovered(hole)).collect(),
            ends_round: true,
        });
        cases.retain(|case| !case.holes.is_empty());
        cases
    }

    /// Whether the table tells the player anything of the hole card beyond whether there is a blackjack that is looked for: a range, or
    /// the card itself.
    pub fn signals_hole_card(&self) -> bool {
        Value::all().any(|up| self.hole_cases(up).iter().filter(|case| !case.ends_round).count() > 1)
    }

    /// The same game at a table that tells nothing of the hole card beyond that: no ranges, and no card put face up.
    #[must_use]
    pub fn without_signals(&self) -> Self {
        let mut game = self.clone();
        game.hole_card.ranges.clear();
        game.hole_card.exposed_if_both.clear();
        game
    }

    /// Whether the dealer may turn out to have a blackjack once hands have been played.
    pub fn blackjack_may_come_late(&self) -> bool {
        let makes_it = |up: Value, holes: HoleSet| holes.values().any(|hole| is_natural(up, hole));
        Value::all().any(|up| self.hole_cases(up).iter().any(|case| !case.ends_round && makes_it(up, case.holes)))
    }
}
