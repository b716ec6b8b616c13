//! The least and the greatest of what a sentence compares, and how many are equal to it.

use num_rational::BigRational;

/// The first item of the least or of the greatest value.
#[derive(Debug, Clone)]
pub(crate) struct Extreme<T> {
    pub(crate) value: BigRational,
    pub(crate) item: T,
    /// How many others have the same value.
    others: usize,
}

impl<T> Extreme<T> {
    /// A sentence on those that are equal, with the word for this one; empty where there are none.
    pub(crate) fn equals(&self, this: &str) -> String {
        match self.others {
            0 => String::new(),
            1 => format!(" One other equals {this}."),
            number => format!(" {number} others equal {this}."),
        }
    }
}

/// The least and the greatest; `None` of nothing.
pub(crate) fn extremes<T: Clone>(items: impl IntoIterator<Item = (BigRational, T)>) -> Option<[Extreme<T>; 2]> {
    let items: Vec<(BigRational, T)> = items.into_iter().collect();
    let values = || items.iter().map(|(value, _)| value);
    let of = |value: &BigRational| {
        let (_, item) = items.iter().find(|(one, _)| one == value)?;
        let others = values().filter(|&one| one == value).count() - 1;
        Some(Extreme { value: value.clone(), item: item.clone(), others })
    };
    Some([of(values().min()?)?, of(values().max()?)?])
}

/// The greatest; `None` of nothing.
pub(crate) fn greatest<T: Clone>(items: impl IntoIterator<Item = (BigRational, T)>) -> Option<Extreme<T>> {
    extremes(items).map(|[_, greatest]| greatest)
}

/// Of a list in order, the first so many with those that are equal to the last of them.
pub(crate) fn first_with_equals<T>(ordered: &[T], most: usize, value: impl Fn(&T) -> &BigRational) -> &[T] {
    let Some(last) = most.checked_sub(1).and_then(|at| ordered.get(at)) else { return ordered };
    let equals = ordered[most..].iter().take_while(|one| value(one) == value(last)).count();
    &ordered[..most + equals]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equals_the_first_is_named_and_the_others_are_counted() {
        let items = [(2, "a"), (3, "b"), (3, "c"), (1, "d"), (3, "e")];
        let items = items.map(|(value, name)| (BigRational::from_integer(value.into()), name));
        let [least, greatest] = extremes(items).expect("items");
        assert_eq!((least.item, least.equals("it")), ("d", String::new()));
        assert_eq!((greatest.item, greatest.equals("the best")), ("b", " 2 others equal the best.".to_owned()));
        assert!(super::greatest(Vec::<(BigRational, ())>::new()).is_none());
    }

    #[test]
    fn equals_of_the_last_are_not_cut_off() {
        let ordered = [5, 3, 3, 3, 1].map(|number: i64| BigRational::from_integer(number.into()));
        let shown = |most| first_with_equals(&ordered, most, |one| one).len();
        assert_eq!([1, 2, 3, 4, 5, 9].map(shown), [1, 4, 4, 4, 5, 5]);
    }
}
