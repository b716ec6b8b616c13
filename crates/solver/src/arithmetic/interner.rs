//! Items numbered in the order in which they are first met, each once.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Items found again by their hash.
#[derive(Clone)]
pub(crate) struct Interner<T> {
    pub(crate) list: Vec<T>,
    ids: FxHashMap<T, u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { list: Vec::new(), ids: FxHashMap::default() }
    }
}

impl<T: PartialEq> PartialEq for Interner<T> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// Where an item is in the list, at its end if it was not.
    pub(crate) fn find_or_insert(&mut self, item: T) -> u32 {
        *self.ids.entry(item).or_insert_with_key(|item| {
            self.list.push(item.clone());
            (self.list.len() - 1) as u32
        })
    }

    /// Forgets where the items are, once no more are asked for.
    pub(crate) fn close(&mut self) {
        self.ids = FxHashMap::default();
    }
}

/// Where an item is in a short list, at its end if it was not.
pub(crate) fn find_or_insert_in<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|other| *other == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
