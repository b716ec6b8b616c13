//! An analysis, and the questions that are not of one alone.

use std::path::PathBuf;

use pyo3::prelude::*;
use serde::Deserialize;
use shoeproof::{Analysis, Failure, GameSource, Level, Override, SubmissionFiles, Thoroughness, VerifyWant};

use crate::ask;
use crate::work::{done, refused};

/// An analysis. It does not change.
#[pyclass(frozen, module = "shoeproof._native")]
pub(crate) struct NativeAnalysis {
    analysis: Analysis,
}

fn overrides(set: &[String]) -> Result<Vec<Override>, Failure> {
    set.iter().map(|one| one.parse().map_err(Failure::Asked)).collect()
}

#[pymethods]
impl NativeAnalysis {
    /// An analysis file, or the id of a game of the catalogue, with values replaced.
    #[staticmethod]
    fn open(name: PathBuf, set: Vec<String>) -> PyResult<Self> {
        let analysis = overrides(&set).and_then(|set| Analysis::open(&name, &set)).map_err(refused)?;
        Ok(Self { analysis })
    }

    /// A game of the catalogue with values replaced.
    #[staticmethod]
    fn game(id: &str, set: Vec<String>) -> PyResult<Self> {
        // `open` would prefer a file of that name.
        let game = Analysis::of_game(id).map_err(refused)?;
        Self { analysis: game }.set(set)
    }

    /// An analysis by its text.
    #[staticmethod]
    fn of_text(text: &str) -> PyResult<Self> {
        Ok(Self { analysis: Analysis::from_toml(text).map_err(refused)? })
    }

    /// As [`NativeAnalysis::texts`] gave it.
    #[staticmethod]
    fn of_texts(analysis: String, game: String, set: Vec<String>) -> PyResult<Self> {
        let read = |overrides| Analysis::from_texts(&SubmissionFiles { analysis, game, overrides });
        Ok(Self { analysis: overrides(&set).and_then(read).map_err(refused)? })
    }

    /// The texts of the analysis and its game, and what was replaced.
    fn texts(&self) -> (String, String, Vec<String>) {
        let SubmissionFiles { analysis, game, overrides } = self.analysis.submission().files();
        (analysis, game, overrides.iter().map(Override::to_string).collect())
    }

    /// The same with values replaced, all at once.
    fn set(&self, set: Vec<String>) -> PyResult<Self> {
        let (analysis, game, mut all) = self.texts();
        if set.is_empty() {
            return Ok(Self { analysis: self.analysis.clone() });
        }
        all.extend(set);
        Self::of_texts(analysis, game, all)
    }

    #[getter]
    fn id(&self) -> &str {
        self.analysis.id()
    }

    #[getter]
    fn title(&self) -> &str {
        self.analysis.title()
    }

    #[getter]
    fn game_id(&self) -> &str {
        &self.analysis.submission().game.id
    }

    #[getter]
    fn regulation(&self) -> &str {
        &self.analysis.submission().game.regulation
    }

    #[getter]
    fn decks(&self) -> Option<u16> {
        self.analysis.submission().decks
    }

    #[getter]
    fn shoe(&self) -> Vec<u16> {
        self.analysis.submission().shoe.counts().to_vec()
    }

    #[getter]
    fn deviations(&self) -> Vec<String> {
        self.analysis.deviations().to_vec()
    }

    /// Options and readings in force, each with its choice.
    #[getter]
    fn chosen(&self) -> Vec<(String, String)> {
        let submission = self.analysis.submission();
        let options = submission.options.iter().map(|choice| ("options", choice));
        let readings = submission.readings.iter().map(|choice| ("readings", choice));
        let all = options.chain(readings);
        all.map(|(kind, choice)| (format!("{kind}.{}", choice.switch.name), choice.choice.clone())).collect()
    }

    /// Where the rules come from: `file PATH`, `catalogue`, `text`.
    #[getter]
    fn source(&self) -> String {
        match self.analysis.source() {
            GameSource::File(path) => format!("file {}", path.display()),
            GameSource::Catalogue(_) => "catalogue".to_owned(),
            GameSource::Text => "text".to_owned(),
        }
    }

    /// The canonical text, whose SHA-256 identifies what is analysed.
    fn canonical(&self) -> String {
        self.analysis.submission().canonical()
    }

    /// The answer to a question, as JSON.
    fn ask(
        &self,
        py: Python<'_>,
        verb: String,
        arguments: String,
        listener: Option<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let analysis = self.analysis.clone();
        done(py, listener.as_ref(), move |progress| ask::answer(&analysis, &verb, &arguments, progress))
    }
}

/// The games of the catalogue, as JSON.
#[pyfunction]
pub(crate) fn games() -> PyResult<String> {
    let games = shoeproof::game_summaries().map_err(refused)?;
    serde_json::to_string(&games).map_err(refused)
}

/// The text of an analysis file with every choice and its meaning.
#[pyfunction]
pub(crate) fn new_analysis(game: &str, date: &str) -> PyResult<String> {
    shoeproof::new_analysis(game, date).map_err(refused)
}

/// Analyses side by side, as JSON.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    analyses: Vec<PyRef<'_, NativeAnalysis>>,
    combinations: bool,
    listener: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let analyses: Vec<Analysis> = analyses.iter().map(|one| one.analysis.clone()).collect();
    done(py, listener.as_ref(), move |progress| {
        Ok(serde_json::to_string(&shoeproof::compare(&analyses, combinations, progress)?)?)
    })
}

/// Analyses side by side in full, as JSON; written as a folder too where one is named.
#[pyfunction]
pub(crate) fn comparison(
    py: Python<'_>,
    analyses: Vec<PyRef<'_, NativeAnalysis>>,
    title: Option<String>,
    out: Option<PathBuf>,
    listener: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let analyses: Vec<Analysis> = analyses.iter().map(|one| one.analysis.clone()).collect();
    done(py, listener.as_ref(), move |progress| {
        if let Some(dir) = &out {
            shoeproof::room_for_comparison(dir)?;
        }
        let usual = || analyses.iter().map(Analysis::title).collect::<Vec<_>>().join(" against ");
        let comparison = shoeproof::comparison(&analyses, &title.unwrap_or_else(usual), progress)?;
        if let Some(dir) = &out {
            shoeproof::write_comparison(&comparison, dir)?;
        }
        Ok(serde_json::to_string(&comparison)?)
    })
}

/// What a report folder is verified by.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verify {
    dir: PathBuf,
    level: String,
    keys: Vec<PathBuf>,
}

/// The verdict on a report folder, as JSON.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    arguments: String,
    analysis: Option<PyRef<'_, NativeAnalysis>>,
    listener: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let analysis = analysis.map(|one| one.analysis.clone());
    done(py, listener.as_ref(), move |progress| {
        let Verify { dir, level, keys } = serde_json::from_str(&arguments)?;
        let level = match level.as_str() {
            "quick" => Level::Quick,
            "usual" => Level::Usual,
            "full" => Level::Full,
            other => return Err(Failure::Asked(format!("`{other}` is no level: expected quick, usual or full"))),
        };
        let want = VerifyWant { thoroughness: Thoroughness::new(level)?, keys, attest: None };
        let verified = match shoeproof::verify(&dir, analysis.as_ref(), &want, progress) {
            Err(Failure::Refused(reason)) => shoeproof::Verified::refused(reason),
            other => other?,
        };
        Ok(serde_json::to_string(&verified)?)
    })
}
