//! Counts in words and numbers, for pages, drawings and spreadsheets.

use certificate::{CountByDepth, CountedWagerWorth, Counting, ReportDocument, SeenDepth, TaggedCount};
use num_rational::BigRational;
use num_traits::Signed as _;

use crate::figure;

/// The title of the count of this name.
pub(crate) fn title<'a>(counting: &'a Counting, id: &'a str) -> &'a str {
    counting.counts.iter().find(|count| count.id == id).map_or(id, |count| &count.title)
}

/// The title of the side wager of this id.
pub(crate) fn wager_title<'a>(document: &'a ReportDocument, id: &'a str) -> &'a str {
    document.wagers.iter().find(|wager| wager.id == id).map_or(id, |wager| &wager.title)
}

/// Every count after every number of cards seen that it is asked for.
pub(crate) fn depths(counting: &Counting) -> impl Iterator<Item = (&CountByDepth, &SeenDepth)> {
    counting.by_depth.iter().flat_map(|count| count.depths.iter().map(move |depth| (count, depth)))
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

/// By count, its title and its betting correlation with the base wager; then those of the best tags of each level.
pub(crate) fn correlations(counting: &Counting) -> Vec<(String, BigRational)> {
    let Some(wager) = base(counting) else { return Vec::new() };
    let counts = wager.by_count.iter().map(|one| (title(counting, &one.id).to_owned(), &one.correlation));
    let best = wager.best.iter().map(|one| (best_tags(one.level), &one.correlation));
    counts.chain(best).filter_map(|(title, correlation)| Some((title, figure::printed(correlation)?))).collect()
}

/// The best tags up to a level, in words.
pub(crate) fn best_tags(level: u32) -> String {
    format!("Best tags from \u{2212}{level} to +{level}")
}
