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
    pair: String,
    /// Up cards and signals, with and without an attack wager, under which bounds leave it open whether the pair is split.
    up_cards_and_signals: usize,
    kinds_of_hands: usize,
    /// Each needs the dealer's law for every up card.
    sets_of_cards: usize,
    /// For one up card.
    states: usize,
    side_by_side: usize,
    bytes: usize,
}

impl From<SplitSize> for Line {
    fn from(size: SplitSize) -> Self {
        Self {
            pair: size.value.to_string(),
            up_cards_and_signals: size.cases,
            kinds_of_hands: size.kinds,
            sets_of_cards: size.compositions,
            states: size.states,
            side_by_side: size.side_by_side,
            bytes: size.bytes,
        }
    }
}

pub(crate) fn print(solver: &Solver, json: bool) -> Result<(), Failure> {
    let lines: Vec<Line> = solver.split_sizes()?.into_iter().map(Line::from).collect();
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&lines)?)?;
        return Ok(());
    }
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header([
        "pair",
        "up cards and signals",
        "kinds of hands",
        "sets of cards",
        "states an up card",
        "side by side",
        "MB",
    ]);
    for line in lines {
        let megabytes = line.bytes.div_ceil(1_000_000);
        let numbers = [
            line.up_cards_and_signals,
            line.kinds_of_hands,
            line.sets_of_cards,
            line.states,
            line.side_by_side,
            megabytes,
        ];
        table.add_row(std::iter::once(line.pair).chain(numbers.map(|number| number.to_string())));
    }
    present::align_right(&mut table, 1..7);
    writeln!(out, "{table}")?;
    Ok(())
}
