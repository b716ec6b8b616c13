//! Arrays that are used again: memory that is asked of the system anew takes long to be written to for the first time.

use std::ops::{Deref, DerefMut};

/// A part of an allocation, which may be twice as long: the system gives no memory to what has never been written to.
pub(crate) struct Array<T> {
    items: Vec<T>,
    len: usize,
}

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self { items: Vec::new(), len: 0 }
    }
}

impl<T> Deref for Array<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T> DerefMut for Array<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

/// Arrays out of use, each with whether it has been since before the last step.
pub(crate) struct BufferPool<T>(Vec<(Vec<T>, bool)>);

impl<T> Default for BufferPool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> BufferPool<T> {
    /// An array of so many times this item.
    pub(crate) fn filled(&mut self, len: usize, item: T) -> Array<T> {
        let mut array = self.any(len, item);
        // A new one too: to read from memory before it is written to costs the system more than to write to it.
        array.fill(item);
        array
    }

    /// An array of so many items: any, or this one. It should be zero: then a new array is not written to here.
    ///
    /// It is the shortest that will do, unless that is much too long and needed elsewhere.
    pub(crate) fn any(&mut self, len: usize, new: T) -> Array<T> {
        if len == 0 {
            return Array::default();
        }
        let will_do = |spare: &Vec<T>| (len..=4 * len).contains(&spare.len());
        let all = self.0.iter().enumerate().filter(|(_, (spare, _))| will_do(spare));
        let items = match all.min_by_key(|(_, (spare, _))| spare.len()) {
            Some((at, _)) => self.0.swap_remove(at).0,
            None => vec![new; 2 * len],
        };
        Array { items, len }
    }

    pub(crate) fn keep(&mut self, used: Array<T>) {
        if !used.items.is_empty() {
            self.0.push((used.items, false));
        }
    }

    /// Ends a step of many alike: what was out of use all through it is let go, because levels grow and then shrink.
    pub(crate) fn step(&mut self) {
        self.0.retain(|&(_, is_idle)| !is_idle);
        self.0.iter_mut().for_each(|(_, is_idle)| *is_idle = true);
    }
}
