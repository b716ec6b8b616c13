//! Numbers of orders of cards, and what they settle beside all sets of one number of cards.

/// A number of orders of cards, times a multiple of a payment.
pub(super) trait OrderCount: Copy + PartialEq + Send + Sync + From<i64> + Into<i128> {
    const NONE: Self;

    /// The sum, and whether it is too great.
    fn plus(self, other: Self) -> (Self, bool);

    /// The product, and whether it is too great.
    fn times(self, times: i64) -> (Self, bool);
}

impl OrderCount for i64 {
    const NONE: Self = 0;

    fn plus(self, other: Self) -> (Self, bool) {
        self.overflowing_add(other)
    }

    fn times(self, times: i64) -> (Self, bool) {
        self.overflowing_mul(times)
    }
}

/// Orders in 128 bits are below this: sums of such two do not leave their width, and times a result neither does what is settled leave the 100
/// bits of [`add_wide`](crate::dealer::cache::ExactSum::add_wide).
const MOST_WIDE: u128 = 1 << 90;

impl OrderCount for i128 {
    const NONE: Self = 0;

    fn plus(self, other: Self) -> (Self, bool) {
        let sum = self.wrapping_add(other);
        (sum, sum.unsigned_abs() >= MOST_WIDE)
    }

    fn times(self, times: i64) -> (Self, bool) {
        let (product, overflowed) = self.overflowing_mul(times.into());
        (product, overflowed || product.unsigned_abs() >= MOST_WIDE)
    }
}

/// What is settled beside all sets of one number of cards, where it is not nothing.
pub(super) struct SettledSets<W> {
    /// Among all sets of the size, in ascending order.
    pub(super) places: Vec<u32>,
    /// By set, where what is settled ends.
    ends: Vec<u32>,
    /// The column of what is settled, and how many ways times multiples.
    columns: Vec<u16>,
    ways: Vec<W>,
}

impl<W: OrderCount> SettledSets<W> {
    /// What is not nothing in so many columns of all sets of a size.
    pub(super) fn new(settled: &[W], columns: usize) -> Self {
        let (sets, entries) = (settled.len() / columns, settled.iter().filter(|ways| **ways != W::NONE).count());
        let mut new = Self {
            places: Vec::with_capacity(sets),
            ends: Vec::with_capacity(sets),
            columns: vec![0; entries + columns],
            ways: vec![W::NONE; entries + columns],
        };
        let mut end = 0;
        for (place, of_set) in settled.chunks_exact(columns).enumerate() {
            let before = end;
            // Which columns are nothing cannot be foreseen: all are written down, and the next is put over those.
            for (&ways, column) in of_set.iter().zip(0..) {
                (new.columns[end], new.ways[end]) = (column, ways);
                end += usize::from(ways != W::NONE);
            }
            if end > before {
                new.places.push(place as u32);
                new.ends.push(end as u32);
            }
        }
        new
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.places[..])
            + size_of_val(&self.ends[..])
            + size_of_val(&self.columns[..])
            + size_of_val(&self.ways[..])
    }

    /// Columns and ways of the set at this place in the list.
    pub(super) fn of_set(&self, at: usize) -> impl Iterator<Item = (usize, i128)> {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let entries = begin as usize..self.ends[at] as usize;
        self.columns[entries.clone()]
            .iter()
            .map(|&column| usize::from(column))
            .zip(self.ways[entries].iter().map(|&ways| ways.into()))
    }
}
