//! Effects of removal as a table for spreadsheets.

use certificate::EffectsOfRemoval;

use crate::csv::line;

/// `effects-of-removal.csv`: a line for every card value. `ev` is that of the shoe without one such card, `effect` what it is above that of the full
/// shoe, both per unit of initial wager.
pub(crate) fn removal_csv(effects: &EffectsOfRemoval) -> String {
    let mut text = String::from("strategy,card,in_shoe,ev,ev_fraction,effect,effect_fraction\n");
    for one in &effects.by_card {
        let fields = [
            effects.strategy.as_str(),
            &one.card,
            &one.in_shoe.to_string(),
            &one.ev.decimal,
            &one.ev.fraction,
            &one.effect.decimal,
            &one.effect.fraction,
        ];
        line(&mut text, &fields);
    }
    text
}
