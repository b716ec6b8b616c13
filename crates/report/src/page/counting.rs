//! What counts tell of the wagers.

use super::bets_by_depth::{self, Bets};
use super::by_depth::{self, DepthTable};
use super::wagers_by_depth::{self, SideDepths};
use certificate::{Counting, ReportDocument, TaggedCount};
use num_rational::BigRational;
use serde::Serialize;

use crate::counted;
use crate::figure;

/// Rows of side wagers above which the table is folded.
const FOLD: usize = 30;
/// Places of a true count.
const PLACES: u32 = 2;

/// The section.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    strategy: String,
    cards_of_a_deck: u32,
    tags: Vec<TagRow>,
    base: Vec<WorthRow>,
    sides: Vec<SideRow>,
    fold_sides: bool,
    by_depth: Vec<DepthTable>,
    /// Whether standard deviations are stated by depth.
    has_std_dev: bool,
    has_insurance: bool,
    left_out: Vec<String>,
    bets: Option<Bets>,
    side_depths: Option<SideDepths>,
}

/// A count with its tags.
#[derive(Debug, Serialize)]
struct TagRow {
    title: String,
    tags: Vec<String>,
}

/// What a count tells of a wager.
#[derive(Debug, Serialize)]
struct WorthRow {
    count: String,
    correlation: String,
    gained: String,
    even_at: String,
}

/// The same of a side wager.
#[derive(Debug, Serialize)]
struct SideRow {
    wager: String,
    paytable: String,
    worth: WorthRow,
}

/// `None` where the analysis asks for no counts.
pub(super) fn section(document: &ReportDocument) -> Option<Section> {
    let counting = document.counting.as_ref()?;
    let title = |id: &str| counted::wager_title(document, id).to_owned();
    let sides = counting.wagers.iter().filter_map(|wager| Some((wager, title(wager.wager.as_deref()?))));
    let sides: Vec<SideRow> = sides
        .flat_map(|(wager, title)| {
            let paytable = wager.paytable.clone().unwrap_or_default();
            rows(counting, wager).into_iter().map(move |worth| SideRow {
                wager: title.clone(),
                paytable: paytable.clone(),
                worth,
            })
        })
        .collect();
    let base = counting.wagers.iter().find(|wager| wager.wager.is_none());
    let mut rows_by_depth = counting.by_depth.iter().flat_map(|count| &count.depths).flat_map(|depth| &depth.rows);
    Some(Section {
        has_std_dev: rows_by_depth.clone().any(|row| row.std_dev.is_some()),
        has_insurance: rows_by_depth.any(|row| row.insurance.is_some()),
        strategy: counting.strategy.clone(),
        cards_of_a_deck: counting.cards_of_a_deck,
        tags: counting.counts.iter().map(tag_row).collect(),
        base: base.map(|wager| rows(counting, wager)).unwrap_or_default(),
        fold_sides: sides.len() > FOLD,
        by_depth: by_depth::tables(counting),
        left_out: by_depth::left_out(counting),
        bets: bets_by_depth::section(counting),
        side_depths: wagers_by_depth::section(document, counting),
        sides,
    })
}

fn tag_row(count: &TaggedCount) -> TagRow {
    TagRow { title: count.title.clone(), tags: counted::tags(count).iter().map(counted::signed).collect() }
}

/// A line for every count, then one for the best tags of each level.
fn rows(counting: &Counting, wager: &certificate::CountedWagerWorth) -> Vec<WorthRow> {
    let by_count = wager.by_count.iter().map(|one| {
        let even_at = one.even_at.as_ref().and_then(certificate::Exact::value);
        WorthRow {
            count: counted::title(counting, &one.id).to_owned(),
            correlation: figure::minus(&one.correlation),
            gained: one
                .per_true_count
                .as_ref()
                .and_then(certificate::Exact::value)
                .map_or_else(figure::dash, |gained| figure::signed_points(&gained)),
            even_at: even_at.map_or_else(figure::dash, |at| even(&at)),
        }
    });
    let best = wager.best.iter().map(|one| {
        let tags = one.tags.iter().map(|&tag| counted::signed(&BigRational::from_integer(tag.into())));
        WorthRow {
            count: format!("{}: {}", counted::best_tags(one.level), tags.collect::<Vec<_>>().join(" ")),
            correlation: figure::minus(&one.correlation),
            gained: figure::dash(),
            even_at: figure::dash(),
        }
    });
    by_count.chain(best).collect()
}

fn even(at: &BigRational) -> String {
    figure::minus(&cards::decimal(at, PLACES))
}
