//! Counts in words and numbers, for pages, drawings and spreadsheets.

use certificate::{CountedWagerWorth, Counting, Exact, TaggedCount};
use num_rational::BigRational;
use num_traits::Signed as _;

use crate::figure;

/// The title of the count of this name.
pub(crate) fn title<'a>(counting: &'a Counting, id: &'a str) -> &'a str {
    counting.counts.iter().find(|count| count.id == id).map_or(id, |count| &count.title)
}

/// Tags, in whole tags.
pub(crate) fn tags(count: &TaggedCount) -> Vec<BigRational> {
    let units = count.units.max(1);
    count.tags.iter().map(|&tag| BigRational::new(tag.into(), units.into())).collect()
}

/// A number with its sign, in as few decimals as it has.
pub(crate) fn signed(number: &BigRational) -> String {
    let text = figure::decimal(number);
    if number.is_positive() { format!("+{text}") } else { figure::minus(&text) }
}

/// The base wager.
pub(crate) fn base(counting: &Counting) -> Option<&CountedWagerWorth> {
    counting.wagers.iter().find(|wager| wager.wager.is_none())
}

/// By count, its title and what the base wager gains for each true count of one.
pub(crate) fn gained(counting: &Counting) -> Vec<(&str, BigRational)> {
    let of = |one: &Option<Exact>| one.as_ref().and_then(Exact::value);
    let counts = base(counting).into_iter().flat_map(|wager| &wager.by_count);
    counts.filter_map(|one| Some((title(counting, &one.id), of(&one.per_true_count)?))).collect()
}
