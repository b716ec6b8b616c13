//! Insurance by the cards that decide it: the up card, and the hole card.

use cards::{Composition, Value};
use counting::{GroupedShoe, TakenSum};
use num_bigint::BigInt;
use rules::{Game, InsuranceRule};

/// Insurance that is always taken, by the cards taken of each group: those of the up card and of the hole card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InsuranceByCardsTaken {
    /// The net result of a unit where insurance is offered, and nothing elsewhere, in parts of the unit.
    pub net: TakenSum,
    /// Whether it is offered.
    pub offered: TakenSum,
    /// Parts of the unit.
    pub parts: i64,
}

/// Insurance by the cards that decide it. `None` if the game has none.
pub fn insurance_by_cards_taken(
    game: &Game,
    shoe: &Composition,
    groups: &GroupedShoe,
) -> Option<InsuranceByCardsTaken> {
    let rule = game.insurance.as_ref()?;
    let [wins, loses] = insurance_results(rule);
    let group = |value: Value| groups.group_of()[value.index()];
    let ups = i64::from(shoe.count(rule.offered_on));
    let mut up_card = [0; Value::COUNT];
    up_card[group(rule.offered_on)] += 1;
    let mut offered = TakenSum::default();
    offered.add(up_card, &BigInt::from(ups));
    let mut net = TakenSum::default();
    for hole in Value::all() {
        let left = i64::from(shoe.count(hole)) - i64::from(hole == rule.offered_on);
        let mut taken = up_card;
        taken[group(hole)] += 1;
        let result = if hole == rule.wins_on { wins } else { loses };
        net.add(taken, &(BigInt::from(ups * left) * result));
    }
    Some(InsuranceByCardsTaken { net, offered, parts: -loses })
}

/// What a unit of insurance comes to where it wins and where it loses, in parts of the unit.
pub(super) fn insurance_results(rule: &InsuranceRule) -> [i64; 2] {
    let pays = rule.pays.ratio();
    [*pays.numer(), -*pays.denom()]
}
