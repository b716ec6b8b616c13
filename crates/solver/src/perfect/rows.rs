//! Which row settles a kind of hand in its place, in floats as a multiple of one that many share.

use num_integer::Integer;

use crate::distinct::position;
use crate::law_block::ends;
use crate::perfect::graph::Stage;
use crate::perfect::kinds::{Kind, Kinds, Place};
use crate::settlement::{Doubling, OUTCOMES, Row, RowId, Settlement};

/// A row in floats: which primitive row, and how many times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    pub(super) primitive: usize,
    /// A whole number.
    pub(super) times: f64,
}

/// All rows of a settlement as multiples of primitive ones.
#[derive(Debug)]
pub(super) struct Rows {
    scaled: Vec<Scaled>,
    /// By primitive row, what is paid at each end of the dealer.
    pub(super) primitives: Vec<Vec<f64>>,
    /// By primitive row, the row.
    pub(super) units: Vec<Row>,
    pub(super) end_of: [usize; OUTCOMES],
}

/// The rows of one kind of hand in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindRows {
    pub(super) stand: RowId,
    pub(super) surrender: RowId,
    pub(super) bust: RowId,
    /// Of this hand's double, if it busts.
    pub(super) bust_doubled: RowId,
    /// Of this hand, by how a hand before it was doubled: kept and given up.
    pub(super) doubled: [[RowId; 2]; 3],
}

impl KindRows {
    pub(super) fn new(settlement: &Settlement, place: Place, kind: &Kind) -> Self {
        let spot = kind.spot(place);
        Self {
            stand: kind.dealt.unwrap_or_else(|| settlement.finished(spot, Doubling::No, kind.hand)),
            surrender: settlement.surrender(spot, Doubling::No),
            bust: settlement.bust(spot, Doubling::No),
            bust_doubled: settlement.bust(spot, kind.doubling),
            doubled: Doubling::ALL
                .map(|doubling| [settlement.finished(spot, doubling, kind.hand), settlement.surrender(spot, doubling)]),
        }
    }

    fn all(&self) -> impl Iterator<Item = RowId> {
        [self.stand, self.surrender, self.bust, self.bust_doubled].into_iter().chain(self.doubled.into_iter().flatten())
    }
}

impl Rows {
    /// The rows that hands of these kinds are settled by in these stages.
    pub(super) fn new(settlement: &Settlement, kinds: &Kinds, stages: &[Stage]) -> Self {
        let mut used: Vec<RowId> = stages
            .iter()
            .flat_map(|stage| kinds.list.iter().map(|kind| KindRows::new(settlement, stage.place, kind)))
            .flat_map(|rows| rows.all().collect::<Vec<_>>())
            .collect();
        used.sort_unstable();
        used.dedup();
        let rows: Vec<Row> = used.iter().map(|&row| *settlement.row(row)).collect();
        let end_of = ends(&rows);
        let mut units: Vec<Row> = Vec::new();
        let mut scaled = vec![Scaled { primitive: 0, times: 0.0 }; settlement.rows().len()];
        for (&id, row) in used.iter().zip(&rows) {
            let times = row.iter().fold(0, |times, units| times.gcd(units)).max(1);
            let primitive = row.map(|units| units / times);
            scaled[usize::from(id)] = Scaled { primitive: position(&mut units, primitive), times: f64::from(times) };
        }
        let most = end_of.iter().max().map_or(0, |most| most + 1);
        let primitives = units
            .iter()
            .map(|row| {
                let mut paid = vec![0.0; most];
                row.iter().zip(end_of).for_each(|(&units, end)| paid[end] = f64::from(units));
                paid
            })
            .collect();
        Self { scaled, primitives, units, end_of }
    }

    pub(super) fn get(&self, row: RowId) -> Scaled {
        self.scaled[usize::from(row)]
    }
}
