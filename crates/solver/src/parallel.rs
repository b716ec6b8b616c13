//! Work that is shared out among threads.
//!
//! All of it goes through one loop over numbers that calls a function pointer, so that rayon is compiled once and not anew for every closure:
//! its code was a fifth of this crate's. A piece of work must be large against such a call.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

/// Does so many pieces of work, each by its number, on the threads of the pool.
fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is made of each number below a count, in their order.
pub(crate) fn map_numbers<T: Send>(count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let places: Vec<Mutex<Option<T>>> = std::iter::repeat_with(Mutex::default).take(count).collect();
    each(count, &|number| {
        let made = of(number);
        *lock(&places[number]) = Some(made);
    });
    places.into_iter().filter_map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// What is made of each item, in their order.
pub(crate) fn map<'i, I: Sync, T: Send>(items: &'i [I], of: impl Fn(&'i I) -> T + Sync) -> Vec<T> {
    map_numbers(items.len(), |number| of(&items[number]))
}

/// What is made of each number below a count, in their order. Work that has not begun when one fails is left out.
///
/// # Errors
/// That of the lowest number that failed.
pub(crate) fn try_map_numbers<T: Send, E: Send>(
    count: usize,
    of: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let failed = AtomicBool::new(false);
    let made = map_numbers(count, |number| {
        if failed.load(Ordering::Relaxed) {
            return None;
        }
        let made = of(number);
        failed.fetch_or(made.is_err(), Ordering::Relaxed);
        Some(made)
    });
    made.into_iter().flatten().collect()
}

/// What is made of each item, in their order. Work that has not begun when one fails is left out.
///
/// # Errors
/// That of the first item that failed.
pub(crate) fn try_map<'i, I: Sync, T: Send, E: Send>(
    items: &'i [I],
    of: impl Fn(&'i I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    try_map_numbers(items.len(), |number| of(&items[number]))
}

/// What is made of each item, which it takes, in their order. Work that has not begun when one fails is left out.
///
/// # Errors
/// That of the first item that failed.
pub(crate) fn try_map_owned<I: Send, T: Send, E: Send>(
    items: Vec<I>,
    of: impl Fn(I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let items: Vec<Mutex<Option<I>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let made = try_map(&items, |item| {
        let item = lock(item).take();
        item.map(&of).transpose()
    })?;
    Ok(made.into_iter().flatten().collect())
}

/// What is made of each number below a count, merged in any order; nothing of no numbers. As many parts as there are threads are kept at a time.
///
/// # Errors
/// That of a number that failed.
pub(crate) fn try_merge<T: Send, E: Send>(
    count: usize,
    of: impl Fn(usize) -> Result<T, E> + Sync,
    merge: impl Fn(T, T) -> T + Sync,
) -> Result<Option<T>, E> {
    let merged: Mutex<Option<T>> = Mutex::default();
    try_map_numbers(count, |number| {
        let mut part = of(number)?;
        loop {
            let mut place = lock(&merged);
            let Some(other) = place.take() else {
                *place = Some(part);
                return Ok(());
            };
            drop(place);
            part = merge(other, part);
        }
    })?;
    Ok(merged.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What is made of so many items at a time, merged in any order, as by [`try_merge`].
///
/// # Errors
/// That of some items that failed.
pub(crate) fn try_merge_chunks<'i, I: Sync, T: Send, E: Send>(
    items: &'i [I],
    size: usize,
    of: impl Fn(&'i [I]) -> Result<T, E> + Sync,
    merge: impl Fn(T, T) -> T + Sync,
) -> Result<Option<T>, E> {
    let some = |number: usize| &items[number * size..items.len().min((number + 1) * size)];
    try_merge(items.len().div_ceil(size), |number| of(some(number)), merge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        assert_eq!(map(&items, |item| item + 1), (1..=1000).collect::<Vec<_>>());
        assert_eq!(try_map(&items, |item| Ok::<_, u32>(item * 2)).expect("results")[499], 998);
    }

    #[test]
    fn a_failure_is_told() {
        assert_eq!(try_map_numbers(1000, |number| if number == 3 { Err(number) } else { Ok(number) }), Err(3));
        assert_eq!(try_merge(10, |number| if number == 9 { Err(number) } else { Ok(number) }, |a, b| a + b), Err(9));
    }

    #[test]
    fn parts_are_merged_each_once() {
        assert_eq!(try_merge(1000, Ok::<_, ()>, |a, b| a + b), Ok(Some(499_500)));
        assert_eq!(try_merge(0, Ok::<usize, ()>, |a, b| a + b), Ok(None));
    }
}
