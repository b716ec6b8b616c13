//! Which row settles a hand class in its place, in floats as a multiple of one that many share.

use num_integer::Integer;

use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::settlement::{Doubling, OUTCOMES, Row, RowId, Settlement};
use crate::dealer::ends;
use crate::perfect::graph::Stage;
use crate::perfect::hand_classes::{HandClass, HandClasses, SplitPlace};

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

/// The rows of one hand class in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandClassRows {
    pub(super) stand: RowId,
    pub(super) surrender: RowId,
    pub(super) bust: RowId,
    /// Of this hand's double, if it busts.
    pub(super) bust_doubled: RowId,
    /// Of this hand, by how a hand before it was doubled: kept and given up.
    pub(super) doubled: [[RowId; 2]; 3],
}

impl HandClassRows {
    pub(super) fn new(settlement: &Settlement, place: SplitPlace, class: &HandClass) -> Self {
        let hand_place = class.hand_place(place);
        let finished = |doubling| settlement.in_play(settlement.finished(hand_place, doubling, class.hand));
        let surrender = |doubling| settlement.in_play(settlement.surrender(hand_place, doubling));
        let bust = |doubling| settlement.in_play(settlement.bust(hand_place, doubling));
        Self {
            stand: class.dealt.unwrap_or_else(|| finished(Doubling::No)),
            surrender: surrender(Doubling::No),
            bust: bust(Doubling::No),
            bust_doubled: bust(class.doubling),
            doubled: Doubling::ALL.map(|doubling| [finished(doubling), surrender(doubling)]),
        }
    }

    /// Those by which a hand of this class may be settled, where hands may be doubled in these ways.
    fn used(self, class: &HandClass, doublings: &[Doubling]) -> impl Iterator<Item = RowId> {
        let own = [(class.stands, self.stand), (class.surrenders, self.surrender)];
        let doubled = doublings.iter().flat_map(move |&doubling| {
            let [kept, given_up] = self.doubled[doubling as usize];
            [(true, kept), (class.may_be_given_up, given_up)]
        });
        let may_be = own.into_iter().chain(doubled).filter(|(may_be, _)| *may_be).map(|(_, row)| row);
        may_be.chain([self.bust, self.bust_doubled])
    }
}

impl Rows {
    /// The rows that hands of these classes are settled by in these stages; no other may be asked for.
    pub(super) fn new(settlement: &Settlement, classes: &HandClasses, stages: &[Stage]) -> Self {
        let is_used =
            |doubling: &Doubling| classes.list.iter().any(|class| class.doubles && class.doubling == *doubling);
        let doublings: Vec<Doubling> = Doubling::ALL.into_iter().filter(is_used).collect();
        let mut used: Vec<RowId> = Vec::new();
        for stage in stages {
            for class in &classes.list {
                used.extend(HandClassRows::new(settlement, stage.place, class).used(class, &doublings));
            }
        }
        used.sort_unstable();
        used.dedup();
        let rows: Vec<Row> = used.iter().map(|&row| *settlement.row(row)).collect();
        let end_of = ends(&rows);
        let mut units: Vec<Row> = Vec::new();
        let mut scaled = vec![Scaled { primitive: 0, times: 0.0 }; settlement.rows().len()];
        for (&id, row) in used.iter().zip(&rows) {
            let times = row.iter().fold(0, |times, units| times.gcd(units)).max(1);
            let primitive = row.map(|units| units / times);
            scaled[usize::from(id)] =
                Scaled { primitive: find_or_insert_in(&mut units, primitive), times: f64::from(times) };
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
