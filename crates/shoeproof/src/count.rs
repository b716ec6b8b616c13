//! How much there is to solve for perfect play.

use std::io::Write as _;

use comfy_table::{Table, presets};
use serde::Serialize;
use solver::{Solver, SplitSize};

use crate::failure::Failure;
use crate::present;

/// A line of `solve --count --json`.
#[derive(Serialize)]
struct Line {
    /// Those that bounds leave it open whether to split; none if it is rounds of two hands to switch.
    pairs: Vec<String>,
    /// Valued side by side, without or with an attack wager.
    up_cards_and_signals: usize,
    kinds_of_hands: usize,
    /// Each needs the dealer's law for every up card.
    sets_of_cards: usize,
    /// For one up card.
    states: usize,
    bytes: usize,
}

impl From<SplitSize> for Line {
    fn from(size: SplitSize) -> Self {
        Self {
            pairs: size.pairs.iter().map(ToString::to_string).collect(),
            up_cards_and_signals: size.cases,
            kinds_of_hands: size.hand_classes,
            sets_of_cards: size.compositions,
            states: size.states,
            bytes: size.bytes,
        }
    }
}

pub(crate) fn print(solver: &Solver, json: bool) -> Result<(), Failure> {
    let lines: Vec<Line> = solver.split_sizes()?.into_iter().map(Line::from).collect();
    let mut out = crate::terminal::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&lines)?)?;
        return Ok(());
    }
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header([
        "pairs",
        "up cards and signals",
        "kinds of hands",
        "sets of cards",
        "states an up card",
        "MB",
    ]);
    for line in lines {
        let megabytes = line.bytes.div_ceil(1_000_000);
        let numbers = [line.up_cards_and_signals, line.kinds_of_hands, line.sets_of_cards, line.states, megabytes];
        table.add_row(std::iter::once(line.pairs.join(" ")).chain(numbers.map(|number| number.to_string())));
    }
    present::align_right(&mut table, 1..6);
    writeln!(out, "{table}")?;
    Ok(())
}
