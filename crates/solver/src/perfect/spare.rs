//! Arrays that are used again: memory that is asked of the system anew takes long to be written to for the first time.

pub(super) struct Spare<T>(Vec<Vec<T>>);

impl<T> Default for Spare<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> Spare<T> {
    /// An array of so many items: any, or this one.
    pub(super) fn any(&mut self, len: usize, new: T) -> Vec<T> {
        // A much longer one is left for who needs it.
        let fits = |spare: &Vec<T>| (len..=len + len / 2).contains(&spare.capacity());
        let found = self.0.iter().position(fits);
        let mut array = found.map_or_else(|| Vec::with_capacity(len), |at| self.0.swap_remove(at));
        if found.is_none() {
            // For every new one the longest goes, so that no more memory is kept than was in use at a time.
            let longest = self.0.iter().enumerate().max_by_key(|(_, spare)| spare.capacity()).map(|(at, _)| at);
            longest.map(|at| self.0.swap_remove(at));
        }
        array.resize(len, new);
        array
    }

    /// An array of so many times this item.
    pub(super) fn filled(&mut self, len: usize, item: T) -> Vec<T> {
        let mut array = self.any(len, item);
        array.fill(item);
        array
    }

    pub(super) fn keep(&mut self, used: Vec<T>) {
        if used.capacity() > 0 {
            self.0.push(used);
        }
    }
}
