//! Lists by the card drawn last, each nearly in order.

use cards::Value;

use super::gone::GoneCards;
use crate::perfect::hand_classes::HandClassId;

/// By the card drawn last: as states are left in order, each list is in order too, or nearly. Sorting such lists one after another is merging
/// them, which a stable sort knows.
pub(super) struct Runs<T>(pub(super) [Vec<T>; Value::COUNT]);

impl<T> Default for Runs<T> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Vec::new()))
    }
}

impl<T> Runs<T> {
    #[inline]
    pub(super) fn push(&mut self, card: usize, item: T) {
        self.0[card].push(item);
    }

    #[inline]
    pub(super) fn append_to(&mut self, list: &mut Vec<T>) {
        list.reserve(self.0.iter().map(Vec::len).sum());
        self.0.iter_mut().for_each(|run| list.append(run));
    }
}

impl Runs<(GoneCards, HandClassId, usize)> {
    /// HandClasses beside the same cards gone, which come together, do not come in order.
    #[inline]
    pub(super) fn push_in_order(&mut self, card: usize, item: (GoneCards, HandClassId, usize)) {
        let run = &mut self.0[card];
        let before = run.iter().rposition(|&(gone, class, _)| (gone, class) <= (item.0, item.1));
        run.insert(before.map_or(0, |before| before + 1), item);
    }
}
