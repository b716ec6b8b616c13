//! What the round is worth with the attack wager and without it, by up card.

use certificate::{ReportDocument, UpCard};
use num_rational::BigRational;

/// An up card's two decisions.
pub(crate) struct AttackDecision {
    pub(crate) up: String,
    /// The decision of CDZ-, which is worth more or the same.
    pub(crate) best: bool,
    /// The decision of TD, if its play is stated.
    pub(crate) td: Option<bool>,
    /// EV given the up card without the attack wager and with it, each with the CDZ- play of that decision.
    pub(crate) evs: [BigRational; 2],
    /// What the other decision loses once the up card is dealt, per unit of initial wager.
    pub(crate) cost: BigRational,
    /// How many of 100 hands are dealt against this up card.
    pub(crate) per_100: BigRational,
}

/// By up card, in the order of the document; empty in a game without an attack wager and where nothing is stated of the other decision.
pub(crate) fn decisions(document: &ReportDocument) -> Vec<AttackDecision> {
    let of_class = |name: &str| document.base_game.iter().find(|class| class.strategy == name);
    let decided = |up: &str| of_class("td")?.by_up_card.iter().find(|one| one.up == up)?.attack;
    let of_up = |up: &UpCard| {
        let best = up.attack?;
        let (ev, other) = (up.ev.value()?, up.other_attack_ev.as_ref()?.value()?);
        let cost = &ev - &other;
        let evs = if best { [other, ev] } else { [ev, other] };
        let per_100 = up.probability.value()? * BigRational::from_integer(100.into());
        Some(AttackDecision { up: up.up.clone(), best, td: decided(&up.up), evs, cost, per_100 })
    };
    of_class("cdz").into_iter().flat_map(|class| &class.by_up_card).filter_map(of_up).collect()
}
