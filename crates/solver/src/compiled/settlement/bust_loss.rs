//! What busted hands lose whatever the dealer has.
//!
//! Drawing a card from a hand changes no expectation. So where all busts lose alike, that loss can be taken off every row and added for the cards before the draw, and
//! no bust need be looked at.

use super::{Doubling, HandPlace, Row, RowId, Settlement};

/// What is taken off the rows of hands, in settlement units, by how they were doubled.
#[derive(Debug, Clone)]
pub(crate) struct BustLoss {
    less: [i32; Doubling::ALL.len()],
    /// Whether busts are to be told because they do not all lose this.
    is_told: [bool; Doubling::ALL.len()],
    /// By row, what it pays if that is one figure.
    alike: Vec<Option<i32>>,
}

impl BustLoss {
    /// Of hands that may stand in any of these places.
    pub(crate) fn new(settlement: &Settlement, places: &[HandPlace]) -> Self {
        let alike = |row: &Row| row.iter().all(|&units| units == row[0]).then_some(row[0]);
        let of_busts = |doubling| {
            let mut losses = places.iter().map(|&place| alike(settlement.row(settlement.bust(place, doubling))));
            let first = losses.next()??;
            losses.all(|loss| loss == Some(first)).then_some(first)
        };
        let losses = Doubling::ALL.map(of_busts);
        let [undoubled, ..] = losses;
        let less = losses.map(|loss| loss.or(undoubled).unwrap_or(0));
        let is_told = losses.map(|loss| loss.is_none());
        Self { less, is_told, alike: settlement.rows().iter().map(alike).collect() }
    }

    /// What is taken off the rows of hands that are not doubled.
    pub(crate) fn every(&self) -> i32 {
        self.of(Doubling::No)
    }

    pub(crate) fn of(&self, doubling: Doubling) -> i32 {
        self.less[doubling as usize]
    }

    /// What a double gives back before its card is drawn: more is taken off afterwards.
    pub(crate) fn of_double(&self, doubling: Doubling) -> i32 {
        self.of(doubling) - self.every()
    }

    pub(crate) fn is_told(&self, doubling: Doubling) -> bool {
        self.is_told[doubling as usize]
    }

    /// Whether nothing is left of these rows.
    pub(crate) fn is_all_of(&self, rows: &[RowId], doubling: Doubling) -> bool {
        rows.iter().all(|&row| self.alike[usize::from(row)] == Some(self.of(doubling)))
    }
}
