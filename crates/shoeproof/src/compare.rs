//! Analyses side by side: house edge by strategy class and reading.

use std::collections::BTreeMap;

use certificate::{Combinations, Exact};
use rules::Submission;
use serde::Serialize;
use solver::SolverFamily;

use crate::analysis::Analysis;
use crate::document;
use crate::failure::Failure;
use crate::present;
use crate::progress::{Progress, Steps, Work, told};
use crate::readings::{combination_count, combination_evs, combination_names, one_at_a_time, zero_memory_edges};
use crate::schema::JsonSchema;
use crate::variants::Changes;

/// The house edges of one analysis.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Compared {
    /// Id of the analysis.
    pub analysis: String,
    /// Its title.
    pub title: String,
    /// Id of the game.
    pub game: String,
    /// Number of decks; `null` for a shoe that is not whole decks.
    pub decks: Option<u16>,
    /// Whether the regulation allows what was chosen.
    pub conforming: bool,
    /// What the house edges are per unit of, such as `initial wager`.
    pub unit: &'static str,
    /// House edges under the readings chosen, by strategy class.
    pub house_edge: BTreeMap<String, Exact>,
    /// House edges with one reading switched.
    pub by_reading: Vec<ComparedReading>,
    /// How many combinations its readings have; `null` if more than a certificate may state. Left out unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combination_count: Option<Option<u64>>,
    /// House edges under CDZ- over all of them, where they were asked for, and there are two at least and not too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combinations: Option<Combinations>,
}

/// The house edges with one reading switched.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ComparedReading {
    /// The reading.
    pub name: String,
    /// Its choice.
    pub choice: String,
    /// House edges by strategy class.
    pub house_edge: BTreeMap<String, Exact>,
}

/// Analyses side by side: the house edge of each by strategy class and reading. With `combinations` every combination of readings
/// is valued under CDZ- too: minutes.
///
/// ```
/// use shoeproof::{Analysis, Silent};
///
/// let one = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
/// let two = one.set("decks=2")?;
/// let compared = shoeproof::compare(&[one, two], false, &Silent)?;
/// assert!(compared[0].house_edge["cdz"].value() < compared[1].house_edge["cdz"].value());
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// As [`Analysis::solve`].
pub fn compare(analyses: &[Analysis], combinations: bool, progress: &dyn Progress) -> Result<Vec<Compared>, Failure> {
    let submissions: Vec<&Submission> = analyses.iter().map(Analysis::submission).collect();
    let others =
        |submission: &Submission| -> usize { submission.base_readings().map(|reading| reading.others().count()).sum() };
    let of_combinations = |submission: &Submission| if combinations { combination_count(submission) } else { 0 };
    let expected = |submission: &&Submission| 1 + others(submission) as u64 + of_combinations(submission);
    told(progress, |steps| {
        steps.expect(submissions.iter().map(expected).sum());
        submissions.iter().map(|submission| compared(submission, combinations, steps)).collect()
    })
}

fn compared(submission: &Submission, with_combinations: bool, steps: &Steps<'_>) -> Result<Compared, Failure> {
    let family = SolverFamily::default();
    let edges = |variant: &Submission, changes: Changes| -> Result<BTreeMap<String, Exact>, Failure> {
        steps.done(Work::Variant { of: Some(submission.title.clone()), changes, class: None });
        zero_memory_edges(&family.solver(variant)?)
    };
    let house_edge = edges(submission, Changes::new())?;
    let mut by_reading = Vec::new();
    for (switched, variant) in one_at_a_time(submission, submission.base_readings())? {
        for (name, choice) in switched {
            let house_edge = edges(&variant, Changes::from([(format!("readings.{name}"), choice.clone())]))?;
            by_reading.push(ComparedReading { name, choice, house_edge });
        }
    }
    let number = combination_count(submission);
    let combinations = if with_combinations && number > 1 {
        let evs = combination_evs(submission, &family, steps)?;
        document::combinations_by_ev(submission, &combination_names(submission), &evs)?
    } else {
        None
    };
    Ok(Compared {
        combination_count: with_combinations.then_some((number > 0).then_some(number)),
        combinations,
        analysis: submission.id.clone(),
        title: submission.title.clone(),
        game: submission.game.id.clone(),
        decks: submission.decks,
        conforming: submission.deviations.is_empty(),
        unit: present::unit(&submission.game),
        house_edge,
        by_reading,
    })
}
