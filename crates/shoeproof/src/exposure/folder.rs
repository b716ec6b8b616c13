//! An exposure as a folder: a page, JSON, spreadsheets and drawings.

use std::path::Path;

use num_rational::BigRational;
use report::{ExposurePage, ShownCount};

use super::{CountedBy, Exposure};
use crate::analysis::Analysis;
use crate::catalogue;
use crate::certification;
use crate::failure::Failure;
use crate::present;
use crate::rendering::with_manifest;

/// The files of an exposure by name: the page `exposure.html`, the answer as `exposure.json`, a spreadsheet for each table, drawings, and last a manifest of them all.
///
/// ```
/// use shoeproof::{Analysis, ExposureWant, Silent, exposure_files};
///
/// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?.set("options.max-hands=2")?;
/// let want = ExposureWant { seen: vec![13], variance: false, ..ExposureWant::default() };
/// let files = exposure_files(&analysis, &analysis.exposure(&want, &Silent)?)?;
/// assert!(files.iter().any(|(name, text)| name == "by-count.csv" && text.starts_with("seen_from,seen_to,count")));
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// [`Failure::Asked`] if the exposure is not that of the analysis; else what stopped the rendering.
pub fn exposure_files(analysis: &Analysis, exposure: &Exposure) -> Result<Vec<(String, String)>, Failure> {
    let submission = analysis.submission();
    if certificate::sha256_hex(submission.canonical().as_bytes()) != exposure.submission_sha256 {
        return Err(Failure::Asked(format!("the exposure of {} is not that of {}", exposure.analysis, submission.id)));
    }
    let mut json = serde_json::to_string_pretty(exposure)?;
    json.push('\n');
    let count = &exposure.count;
    let in_units = |tags: i32| (&BigRational::new(tags.into(), count.units.into())).into();
    let page = ExposurePage {
        title: submission.title.clone(),
        game: submission.game.title.clone(),
        decks: submission.decks,
        rules: submission.describe().into_iter().map(|line| line.text).collect(),
        remarks: submission.deviations.iter().cloned().chain(catalogue::other_game(submission)).collect(),
        unit: present::unit(&submission.game).to_owned(),
        software: certification::software(),
        analysis: &exposure.analysis,
        submission_sha256: &exposure.submission_sha256,
        strategy: exposure.strategy,
        count: ShownCount {
            id: count.id.clone(),
            title: count.title.clone(),
            tags: count.tags.iter().map(|&tag| in_units(tag)).collect(),
            start: in_units(count.first_count(submission.decks.unwrap_or(1))),
            is_true: exposure.counted_by != CountedBy::RunningCount,
            division: exposure.counted_by.words().to_owned(),
        },
        cards: exposure.cards,
        most_seen: exposure.most_seen,
        house_edge: &exposure.house_edge,
        wagers: &exposure.wagers,
        trigger: exposure.trigger,
        depths: &exposure.depths,
        penetrations: &exposure.penetrations,
        tags: &exposure.tags,
        json,
    };
    with_manifest(report::exposed(&page)?)
}

/// Writes the files of an exposure as the folder `dir`. Gives their names.
///
/// # Errors
/// As [`exposure_files`] and [`report::place`], which replaces no folder but one that a manifest accounts for.
pub fn write_exposure(analysis: &Analysis, exposure: &Exposure, dir: &Path) -> Result<Vec<String>, Failure> {
    Ok(report::place(&exposure_files(analysis, exposure)?, dir)?.files)
}

/// Refuses a folder that [`write_exposure`] would not write; to be asked before a long computation.
///
/// # Errors
/// As [`write_exposure`].
pub fn room_for_exposure(dir: &Path) -> Result<(), Failure> {
    Ok(report::check_for_exposure(dir)?)
}
