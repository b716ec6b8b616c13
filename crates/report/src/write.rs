//! The report of a document: what it consists of, and how it comes to the disk.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use certificate::ReportDocument;

use crate::comparison::COMPARISON_JSON;
use crate::csv_counting::{bets_by_depth_csv, counts_by_depth_csv, counts_csv, side_wager_removal_csv};
use crate::csv_counting_wagers::{side_wagers_by_depth_csv, side_wagers_that_pay_csv};
use crate::csv_cut_card::cut_card_csv;
use crate::csv_dealer::{dealer_csv, value_of_signals_csv};
use crate::csv_followers::followers_csv;
use crate::csv_odds::odds_csv;
use crate::csv_play::{actions_after_split_csv, actions_csv, attack_csv, strategy_csv, switches_csv};
use crate::csv_removal::removal_csv;
use crate::exposure::EXPOSURE_JSON;
use crate::findings::findings;
use crate::{attack, charts, costs, csv, csv_wagers, error::ReportError, file::File, folder, page, strategy};

/// Name of the certificate in a report folder.
pub const CERTIFICATE_FILE: &str = "certificate.json";

/// What a report consists of, once it is in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The report folder.
    pub dir: PathBuf,
    /// Its files, relative to the folder with `/` between components, in the order of writing.
    pub files: Vec<String>,
}

/// Writes the report of `certificate` as the folder `dir`, creating its parents.
///
/// Always: `report.html` (self-contained), `report.json` ([`ReportDocument::to_json`]), `strategy.csv` (the charts) and
/// `composition-exceptions.csv`. As far as the document has the data: `charts/ev-by-up-card.svg`,
/// `charts/edge-by-decks.svg`, `charts/readings.svg`, `charts/adverse-readings.svg`, `charts/hold-by-paytable.svg`, `charts/mistakes.svg`, a `charts/progressive-….svg` for each side wager with a meter and
/// a `charts/strategy-….svg` for each chart; for each class with a table `strategy-….csv`, which can be played from alone; with values of actions, `actions.csv`, and `actions-after-split.csv`; with an attack wager, `attack.csv`; with two hands to switch, `switches.csv`; with odds, `odds.csv`; with side wagers, `wagers.csv`, and as far as they have them `wager-events.csv`, `double-shoe.csv` and `maximum-payouts.csv`; with signals, `value-of-signals.csv`; with several players on one box, `followers.csv`; with effects of removal, `effects-of-removal.csv` and `charts/effects-of-removal.svg`; with counts, `counts.csv` and `charts/counts.svg`, and with side wagers too `side-wager-removal.csv`; with the distribution of a round, `results.csv`,
/// `charts/net-results.svg` and `charts/hold.svg`; with a simulation, `simulation.csv`;
/// with shoes dealt to a cut card, `cut-card.csv` and `charts/cut-card.svg`.
/// The same document gives the same bytes.
///
/// Everything is rendered before the disk is touched, written beside `dir` under a hidden name and
/// renamed into place. A report that is already there is replaced as a whole, if it is what its manifest says, holds nothing else and is not
/// signed. A process killed at any
/// moment leaves the old report or the new one, and maybe a folder under a hidden name. Where the system cannot exchange two
/// folders in one step (it can on Linux, on nearly all file systems), a process killed between two renames leaves both under
/// hidden names, and the next call puts the old one back before it starts.
///
/// # Errors
/// [`ReportError::NotAReport`] if `dir` is a file, or a folder that is neither empty nor a report and nothing else;
/// [`ReportError::Signed`] for a signed report, [`ReportError::NoName`] for `.`, `..`, `/` and the folder the program runs in;
/// otherwise what stopped the rendering or the writing. The old report, if any, is then untouched.
pub fn write(certificate: &ReportDocument, dir: &Path) -> Result<Written, ReportError> {
    let files = render(certificate)?;
    let dir = folder::place(dir, &files)?;
    Ok(Written { dir, files: files.into_iter().map(|file| file.name).collect() })
}

/// Puts files in place as the folder `dir`, as [`write()`] does; they are written in their order.
///
/// # Errors
/// As [`write()`].
pub fn place(files: &[(String, String)], dir: &Path) -> Result<Written, ReportError> {
    let files: Vec<File> = files.iter().map(|(name, text)| File { name: name.clone(), text: text.clone() }).collect();
    let dir = folder::place(dir, &files)?;
    Ok(Written { dir, files: files.into_iter().map(|file| file.name).collect() })
}

/// The files of the report of `certificate` by name, as [`write()`] would write them.
///
/// # Errors
/// What stopped the rendering.
pub fn rendered(certificate: &ReportDocument) -> Result<Vec<(String, String)>, ReportError> {
    Ok(render(certificate)?.into_iter().map(|file| (file.name, file.text)).collect())
}

/// Whether [`write()`] would replace what is at `dir`, and has room there; to be asked before a long computation.
///
/// # Errors
/// As from [`write()`].
pub fn check(dir: &Path) -> Result<(), ReportError> {
    folder::check(dir, folder::MARK)
}

/// The same for a comparison, which [`place`] puts where a comparison is or nothing.
///
/// # Errors
/// As from [`write()`].
pub fn check_for_comparison(dir: &Path) -> Result<(), ReportError> {
    folder::check(dir, COMPARISON_JSON)
}

/// The same for an exposure, which [`place`] puts where an exposure is or nothing.
///
/// # Errors
/// As from [`write()`].
pub fn check_for_exposure(dir: &Path) -> Result<(), ReportError> {
    folder::check(dir, EXPOSURE_JSON)
}

fn render(certificate: &ReportDocument) -> Result<Vec<File>, ReportError> {
    let (data, page) = thread::scope(|scope| {
        let data = scope.spawn(|| data(certificate));
        let page = page_and_drawings(certificate);
        (data.join().unwrap_or_else(|panic| resume_unwind(panic)), page)
    });
    let (html, drawings) = page?;
    let mut files = vec![File { name: "report.html".into(), text: html }];
    files.extend(data?);
    files.extend(drawings);
    Ok(files)
}

/// The page, and the drawings that stand in it and beside it.
fn page_and_drawings(certificate: &ReportDocument) -> Result<(String, Vec<File>), ReportError> {
    let charts = strategy::charts(certificate);
    let dearest = if costs::add_up(certificate) { costs::mistakes(&certificate.actions) } else { Vec::new() };
    let findings = findings(certificate, &dearest);
    let drawings = charts::draw(certificate, &charts, &dearest, &findings)?;
    let html = page::render(certificate, &charts, &drawings, &dearest, &findings)?;
    Ok((html, drawings.into_files(&findings)?))
}

/// The document as JSON, and its tables.
fn data(certificate: &ReportDocument) -> Result<Vec<File>, ReportError> {
    let mut files = vec![
        File { name: "report.json".into(), text: certificate.to_json()? },
        File { name: "strategy.csv".into(), text: csv::strategy(certificate) },
        File {
            name: "composition-exceptions.csv".into(),
            text: csv::composition_exceptions(&certificate.composition_exceptions),
        },
    ];
    for table in &certificate.play_tables {
        files.push(File { name: format!("strategy-{}.csv", table.strategy), text: strategy_csv(table) });
    }
    let costs_add_up = costs::add_up(certificate);
    if !certificate.actions.is_empty() {
        files.push(File { name: "actions.csv".into(), text: actions_csv(&certificate.actions, costs_add_up) });
    }
    if certificate.actions.iter().any(|one| !one.after_split.is_empty()) {
        let text = actions_after_split_csv(&certificate.actions, costs_add_up);
        files.push(File { name: "actions-after-split.csv".into(), text });
    }
    let attack = attack::decisions(certificate);
    if !attack.is_empty() {
        files.push(File { name: "attack.csv".into(), text: attack_csv(&attack) });
    }
    if !certificate.switches.is_empty() {
        let by_class = [("td", &certificate.switches_td[..]), ("cdz", &certificate.switches[..])];
        files.push(File { name: "switches.csv".into(), text: switches_csv(&by_class) });
    }
    if !certificate.odds.is_empty() {
        files.push(File { name: "odds.csv".into(), text: odds_csv(&certificate.odds) });
    }
    if !certificate.wagers.is_empty() {
        files.push(File { name: "wagers.csv".into(), text: csv::wagers(&certificate.wagers) });
        let more = csv_wagers::tables(&certificate.wagers);
        files.extend(more.into_iter().map(|(name, text)| File { name: name.into(), text }));
    }
    if certificate.base_game.iter().any(|class| class.distribution.is_some()) {
        files.push(File { name: "results.csv".into(), text: csv::results(&certificate.base_game) });
    }
    if !certificate.dealer.is_empty() {
        files.push(File { name: "dealer.csv".into(), text: dealer_csv(&certificate.dealer) });
    }
    if !certificate.value_of_signals.is_empty() {
        let text = value_of_signals_csv(&certificate.value_of_signals);
        files.push(File { name: "value-of-signals.csv".into(), text });
    }
    if let Some(shared) = &certificate.shared_box {
        files.push(File { name: "followers.csv".into(), text: followers_csv(shared) });
    }
    if let Some(effects) = &certificate.effects_of_removal {
        files.push(File { name: "effects-of-removal.csv".into(), text: removal_csv(effects) });
    }
    if let Some(counting) = &certificate.counting {
        files.push(File { name: "counts.csv".into(), text: counts_csv(counting) });
        let by_depth = counts_by_depth_csv(counting);
        files.extend(by_depth.map(|text| File { name: "counts-by-depth.csv".into(), text }));
        let others = [
            ("bets-by-depth.csv", bets_by_depth_csv(counting)),
            ("side-wagers-by-depth.csv", side_wagers_by_depth_csv(counting)),
            ("side-wagers-that-pay.csv", side_wagers_that_pay_csv(counting)),
        ];
        files.extend(others.into_iter().filter_map(|(name, text)| Some(File { name: name.into(), text: text? })));
        let sides = side_wager_removal_csv(counting);
        files.extend(sides.map(|text| File { name: "side-wager-removal.csv".into(), text }));
    }
    if let Some(simulation) = &certificate.simulation {
        files.push(File { name: "simulation.csv".into(), text: csv::simulation(simulation) });
    }
    if let Some(cut) = &certificate.cut_card {
        files.push(File { name: "cut-card.csv".into(), text: cut_card_csv(cut) });
    }
    Ok(files)
}
