//! A plan: which analyses, what varies, what is asked.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex};

use rules::{Override, Source, Submission};
use solver::Class;

use crate::analysis::Analysis;
use crate::catalogue;
use crate::failure::Failure;
use crate::game_source::GameSource;
use crate::sampled_shoe;
use crate::sweep::dimensions::{Dimensions, Position, SampledShoes, SweptKey};
use crate::sweep::plan_file::{Ask, GridValues, PlanFile, PlanText};
use crate::sweep::question::{UnitQuestion, class};
use crate::sweep::unit::{FORMAT, SweepUnit, varied};
use crate::sweep::worker::PreparedUnit;
use crate::variants::{self, Asked, Scope};

/// Most units of a plan.
const MOST_UNITS: u64 = 100_000_000;
/// Most analyses of a plan.
const MOST_ANALYSES: usize = 1_000;
/// Units of a file of answers, where the plan says nothing.
const UNITS_PER_FILE: u32 = 16;
/// Most files of answers, whose names are kept in memory.
const MOST_FILES: u64 = 1_000_000;
/// Most units of a file of answers, which is read as a whole.
const MOST_UNITS_PER_FILE: u32 = 10_000;

/// Many analyses and one question. The order of the units is the plan's: the first analysis first; in each the grid's keys by name,
/// then the list, depths, shoes and strategy classes, the last changing first.
///
/// ```
/// use shoeproof::SweepPlan;
///
/// let plan = SweepPlan::from_toml(
///     "format = 1\nask = \"solve\"\nanalyses = [\"plain-blackjack\"]\nstrategies = [\"td\", \"cdz\"]\ngrid.decks = [1, 2, 6]\n",
/// )?;
/// assert_eq!(plan.units(), 6);
/// assert_eq!(plan.unit(5)?.set, ["decks=6"]);
/// # Ok::<(), shoeproof::Failure>(())
/// ```
#[derive(Debug, Clone)]
pub struct SweepPlan {
    text: String,
    groups: Vec<Group>,
    units: u64,
    units_per_file: u64,
    /// Names of files that were asked for. A driver asks for each several times, and every analysis of the file is read to find it.
    pub(crate) names: Arc<Mutex<HashMap<u64, String>>>,
}

/// The units of one analysis.
#[derive(Debug, Clone)]
struct Group {
    /// As the plan names it.
    name: String,
    analysis: Analysis,
    dimensions: Dimensions,
    /// Number of the first unit.
    first: u64,
    units: u64,
    question: UnitQuestion,
}

/// Where a unit stands, for the columns of the result.
#[derive(Debug, Clone)]
pub(crate) struct UnitPlace {
    pub(crate) analysis: String,
    pub(crate) set: Vec<Override>,
    /// The depth as the plan writes it, and the number of the shoe.
    pub(crate) shoe: Option<(String, u64)>,
}

impl SweepPlan {
    /// Reads a plan. Analyses that it names are files beside it, or games of the catalogue.
    ///
    /// # Errors
    /// [`Failure::Rules`] for the first thing wrong, [`Failure::Asked`] for more units than a plan may have.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Failure> {
        let path = path.as_ref();
        Self::read(&Source::read(path)?, path.parent())
    }

    /// A plan by its text. Analyses are games of the catalogue.
    ///
    /// # Errors
    /// As [`SweepPlan::load`].
    pub fn from_toml(text: &str) -> Result<Self, Failure> {
        Self::read(&Source::inline("plan".to_owned(), text), None)
    }

    fn read(source: &Source, folder: Option<&Path>) -> Result<Self, Failure> {
        let text = PlanText(source);
        let file = text.read()?;
        if *file.format.get_ref() != FORMAT {
            let message = format!("a plan of format {} is not known", file.format.get_ref());
            return Err(text.wrong(file.format.span(), message, "1").into());
        }
        let analyses = file.analyses.get_ref();
        if analyses.is_empty() || analyses.len() > MOST_ANALYSES {
            let expected = format!("1 to {MOST_ANALYSES}");
            return Err(text.wrong(file.analyses.span(), format!("{} analyses", analyses.len()), &expected).into());
        }
        let units_per_file = file.units_per_file.as_ref().map_or(UNITS_PER_FILE, |number| *number.get_ref());
        if let Some(number) =
            file.units_per_file.as_ref().filter(|_| !(1..=MOST_UNITS_PER_FILE).contains(&units_per_file))
        {
            let expected = format!("1 to {MOST_UNITS_PER_FILE}");
            return Err(text.wrong(number.span(), format!("{units_per_file} units a file"), &expected).into());
        }
        let (strategies, question) = asked(&text, &file)?;
        let set = text.set(&file)?;
        let mut groups: Vec<Group> = Vec::new();
        let mut units: u64 = 0;
        for name in analyses {
            let analysis = opened(name.get_ref(), folder, &set)?;
            let dimensions = dimensions(&text, &file, &analysis, &question, strategies.clone())?;
            let more = dimensions.units().and_then(|more| Some((more, units.checked_add(more)?)));
            let Some((own, all)) = more.filter(|&(_, all)| all <= MOST_UNITS) else {
                return Err(Failure::Asked(format!(
                    "the plan has more than {MOST_UNITS} units, the most that it may have"
                )));
            };
            let (name, question) = (name.get_ref().clone(), question.clone());
            groups.push(Group { name, analysis, dimensions, first: units, units: own, question });
            units = all;
        }
        let (text, units_per_file) = (source.text().to_owned(), units_per_file.into());
        let plan = Self { text, groups, units, units_per_file, names: Arc::default() };
        if plan.files() > MOST_FILES {
            let least = units.div_ceil(MOST_FILES);
            let message =
                format!("{units} units take {} files: expected units-per-file of at least {least}", plan.files());
            return Err(Failure::Asked(message));
        }
        Ok(plan)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many units it has.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// How many files its answers take.
    pub fn files(&self) -> u64 {
        self.units.div_ceil(self.units_per_file)
    }

    /// One unit by its number, as another machine needs it.
    ///
    /// # Errors
    /// [`Failure::Asked`] if there is no unit of that number.
    pub fn unit(&self, number: u64) -> Result<SweepUnit, Failure> {
        let (group, position) = self.find(number)?;
        Ok(group.unit(&position, &group.parts(&position)))
    }

    /// The units of a file of answers, as another machine needs them. What [`SweepPlan::keep`] asks of them is found at the same time.
    ///
    /// # Errors
    /// [`Failure::Asked`] if there is no such file.
    pub fn file(&self, file: u64) -> Result<Vec<SweepUnit>, Failure> {
        self.is_a_file(file)?;
        let is_named = self.known_name(file).is_some();
        let (mut units, mut prepared) = (Vec::new(), Vec::new());
        for number in self.units_of_file(file) {
            let (group, position) = self.find(number)?;
            let parts = group.parts(&position);
            units.push(group.unit(&position, &parts));
            if !is_named {
                prepared.push(group.prepared(&position, parts)?);
            }
        }
        if !is_named {
            self.named(file, &prepared);
        }
        Ok(units)
    }

    /// The numbers of the units of a file of answers; none if there is no such file.
    pub fn units_of_file(&self, file: u64) -> std::ops::Range<u64> {
        let end = |file: u64| file.saturating_mul(self.units_per_file).min(self.units);
        end(file)..end(file.saturating_add(1))
    }

    /// A unit whose analysis has been read.
    pub(crate) fn prepared(&self, number: u64) -> Result<PreparedUnit, Failure> {
        let (group, position) = self.find(number)?;
        group.prepared(&position, group.parts(&position))
    }

    pub(crate) fn place(&self, number: u64) -> Result<UnitPlace, Failure> {
        let (group, position) = self.find(number)?;
        let shoe = position.shoe.zip(group.dimensions.shoes.as_ref());
        let shoe = shoe.map(|((depth, number), shoes)| (shoes.depths[depth].to_string(), number));
        Ok(UnitPlace { analysis: group.name.clone(), set: position.set, shoe })
    }

    /// Whether some unit asks for this strategy class.
    pub(crate) fn asks_for(&self, class: Class) -> bool {
        self.groups.iter().flat_map(|group| &group.dimensions.strategies).any(|name| name == class.name())
    }

    /// Every key that is replaced in some unit, by name.
    pub(crate) fn keys(&self) -> BTreeSet<String> {
        self.groups.iter().flat_map(|group| group.dimensions.keys()).collect()
    }

    fn find(&self, number: u64) -> Result<(&Group, Position), Failure> {
        let after = self.groups.partition_point(|group| group.first <= number);
        let group = after.checked_sub(1).and_then(|at| self.groups.get(at));
        match group.filter(|group| number - group.first < group.units) {
            Some(group) => Ok((group, group.dimensions.position(number - group.first))),
            None => Err(Failure::Asked(format!("the plan has no unit {number}: expected 0 to {}", self.units - 1))),
        }
    }
}

/// What a unit is made of.
struct UnitParts<'a> {
    /// The analysis with what the grid and the list replace; borrowed where that is nothing.
    full: Result<Cow<'a, Submission>, Failure>,
    question: UnitQuestion,
    /// What a sampled shoe replaces besides.
    sampled: Result<Vec<Override>, Failure>,
}

impl Group {
    fn parts(&self, position: &Position) -> UnitParts<'_> {
        let base = self.analysis.submission();
        let full = match position.set.as_slice() {
            [] => Ok(Cow::Borrowed(base)),
            set => varied(base, set).map(Cow::Owned),
        };
        let question = self.question(position, full.as_deref().ok());
        let sampled = full.as_deref().map_or_else(|_| Ok(Vec::new()), |full| self.sampled(position, full));
        UnitParts { full, question, sampled }
    }

    fn question(&self, position: &Position, full: Option<&Submission>) -> UnitQuestion {
        let mut question = self.question.clone();
        if let (UnitQuestion::Solve { strategy, .. } | UnitQuestion::Approximate { strategy, .. }, Some(named)) =
            (&mut question, self.dimensions.strategies.get(position.strategy))
        {
            named.clone_into(strategy);
        }
        if let (UnitQuestion::Approximate { within, .. }, Some(_)) = (&mut question, position.shoe) {
            *within = full.map(|full| *full.shoe.counts());
        }
        question
    }

    /// What a sampled shoe replaces: the shoe, and what was taken out of it before.
    fn sampled(&self, position: &Position, full: &Submission) -> Result<Vec<Override>, Failure> {
        let Some((shoes, (depth, number))) = self.dimensions.shoes.as_ref().zip(position.shoe) else {
            return Ok(Vec::new());
        };
        let (depth, total) = (&shoes.depths[depth], full.shoe.total());
        let dealt = u32::try_from(depth.cards(total as usize)).ok().filter(|&dealt| dealt < total);
        let dealt =
            dealt.ok_or_else(|| Failure::Asked(format!("{depth} cards of {total} cannot be dealt: expected fewer")))?;
        let left = sampled_shoe::left(&full.shoe, dealt, shoes.seed, number);
        Ok(vec![Override::new("remove", "[]"), Override::new("shoe", sampled_shoe::counts(&left))])
    }

    fn prepared(&self, position: &Position, parts: UnitParts<'_>) -> Result<PreparedUnit, Failure> {
        let UnitParts { full, question, sampled } = parts;
        let submission = full.and_then(|full| {
            let sampled = sampled?;
            if sampled.is_empty() { Ok(full.into_owned()) } else { Ok(full.with_all(&sampled)?) }
        });
        PreparedUnit::new(question, submission, || self.unit(position, &self.parts(position)))
    }

    fn unit(&self, position: &Position, parts: &UnitParts<'_>) -> SweepUnit {
        let sampled = parts.sampled.as_deref().unwrap_or_default();
        let submission = self.analysis.submission();
        let files = submission.files();
        let set = files.overrides.iter().chain(&position.set).chain(sampled).map(Override::to_string).collect();
        let is_catalogue = catalogue::game_file(&submission.game.id) == Some(files.game.as_str());
        SweepUnit {
            format: FORMAT,
            analysis: files.analysis,
            game: (!is_catalogue).then_some(files.game),
            set,
            question: parts.question.clone(),
        }
    }
}

/// The strategy classes, and the question with any of them.
fn asked(text: &PlanText<'_>, file: &PlanFile) -> Result<(Vec<String>, UnitQuestion), Failure> {
    let ask = *file.ask.get_ref();
    let misplaced = [
        file.strategies.as_ref().filter(|_| ask == Ask::Wager).map(|it| (it.span(), "`strategies` with a side wager")),
        file.variance
            .as_ref()
            .filter(|_| ask != Ask::Solve)
            .map(|it| (it.span(), "`variance` without `ask = \"solve\"`")),
        file.wager.as_ref().filter(|_| ask != Ask::Wager).map(|it| (it.span(), "`wager` without `ask = \"wager\"`")),
    ];
    if let Some((span, message)) = misplaced.into_iter().flatten().next() {
        return Err(text.wrong(span, message, "it left out").into());
    }
    let usual = || vec![Class::CdzMinus.name().to_owned()];
    let mut strategies = Vec::new();
    for name in file.strategies.iter().flat_map(|all| all.get_ref()) {
        if let Err(failure) = class(name.get_ref()) {
            return Err(text.wrong(name.span(), failure.to_string(), "a list of td, cdz and cdz-best").into());
        }
        if strategies.contains(name.get_ref()) {
            return Err(text.wrong(name.span(), "the same strategy class twice", "each once").into());
        }
        strategies.push(name.get_ref().clone());
    }
    let strategies = if strategies.is_empty() && ask != Ask::Wager { usual() } else { strategies };
    let strategy = strategies.first().cloned().unwrap_or_default();
    let variance = file.variance.as_ref().is_some_and(|it| *it.get_ref());
    let question = match (ask, &file.wager) {
        (Ask::Solve, _) => UnitQuestion::Solve { strategy, variance },
        (Ask::Approximate, _) => UnitQuestion::Approximate { strategy, within: None },
        (Ask::Wager, Some(wager)) => UnitQuestion::Wager { wager: wager.get_ref().clone() },
        (Ask::Wager, None) => {
            return Err(text.wrong(file.ask.span(), "no side wager is named", "`wager = \"ID\"`").into());
        }
    };
    Ok((strategies, question))
}

/// An analysis by the name of its file beside the plan, or by the id of a game.
fn opened(name: &str, folder: Option<&Path>, set: &[Override]) -> Result<Analysis, Failure> {
    let beside = folder.map(|folder| folder.join(name)).filter(|path| path.exists());
    match beside {
        Some(path) => Analysis::load_with(path, set),
        None => {
            let analysis = Analysis::of_game(name)?;
            let submission = varied(analysis.submission(), set)?;
            Ok(Analysis::of_submission(submission, GameSource::Catalogue(name.to_owned())))
        }
    }
}

fn dimensions(
    text: &PlanText<'_>,
    file: &PlanFile,
    analysis: &Analysis,
    question: &UnitQuestion,
    strategies: Vec<String>,
) -> Result<Dimensions, Failure> {
    let mut grid: Vec<SweptKey> = Vec::new();
    for (key, values) in text.grid(file)? {
        let listed = match values {
            GridValues::Listed(values) => vec![SweptKey { key: key.clone(), values }],
            GridValues::All => all_of(analysis.submission(), question, &key)?,
        };
        grid.extend(listed);
    }
    let keys: BTreeSet<&str> = grid.iter().map(|key| key.key.as_str()).collect();
    if keys.len() < grid.len() {
        return Err(Failure::Asked("the grid has a key twice: `options` and `readings` are all of theirs".to_owned()));
    }
    let list = text.list(file)?;
    let set = text.set(file)?;
    let listed: BTreeSet<&str> = list.iter().flatten().map(Override::key).collect();
    let sections = [
        ("set", "grid", set.iter().map(Override::key).find(|key| keys.contains(key))),
        ("set", "list", set.iter().map(Override::key).find(|key| listed.contains(key))),
        ("grid", "list", listed.iter().copied().find(|key| keys.contains(key))),
    ];
    if let Some((one, other, key)) = sections.into_iter().find_map(|(one, other, key)| Some((one, other, key?))) {
        let message = format!(
            "`{key}` stands in [{one}] and in [{other}], of which only the later would count: expected one of them"
        );
        return Err(Failure::Asked(message));
    }
    let shoes = match &file.shoes {
        None => None,
        Some(shoes) => {
            let (depths, number) = text.depths(shoes)?;
            Some(SampledShoes { depths, number, seed: shoes.seed })
        }
    };
    Ok(Dimensions { grid, list, shoes, strategies })
}

/// Every value that a key has in the rules; every option or reading that touches what is asked.
fn all_of(submission: &Submission, question: &UnitQuestion, key: &str) -> Result<Vec<SweptKey>, Failure> {
    let paytables = key.strip_prefix("wagers.").and_then(|key| key.strip_suffix(".paytable"));
    if let Some(rule) = paytables.and_then(|id| submission.game.wagers.get(id)) {
        // Tables for different numbers of decks may share a name.
        let mut values: Vec<String> = Vec::new();
        for table in &rule.paytables {
            if !values.contains(&table.name) {
                values.push(table.name.clone());
            }
        }
        return Ok(vec![SweptKey { key: key.to_owned(), values }]);
    }
    let asked = question.wager().map_or(Asked::Base, Asked::Wager);
    let scope = Scope { options: true, decks: true, paytables: false };
    let swept = variants::dimensions(submission, asked, scope).into_iter().map(|one| {
        let mut values = vec![one.chosen];
        values.extend(one.others);
        values.sort_by_key(|value| place(submission, &one.key, value));
        SweptKey { key: one.key, values }
    });
    let is_asked = |one: &SweptKey| one.key == key || one.key.split_once('.').is_some_and(|(kind, _)| kind == key);
    let swept: Vec<SweptKey> = swept.filter(is_asked).collect();
    if swept.is_empty() {
        return Err(Failure::Asked(format!(
            "grid.{key}: {} has nothing of that name with several values that the question depends on",
            submission.game.id
        )));
    }
    Ok(swept)
}

/// The place of a value in the rules, whatever the analysis chose.
fn place(submission: &Submission, key: &str, value: &str) -> usize {
    if key == "decks" {
        return value.parse().unwrap_or(usize::MAX);
    }
    let switches = submission.options.iter().chain(&submission.readings);
    let mut switches = switches.filter(|one| key.split_once('.').is_some_and(|(_, name)| name == one.switch.name));
    let choices = switches.next().map(|one| &one.switch.choices);
    choices.and_then(|all| all.iter().position(|one| one.name == value)).unwrap_or(usize::MAX)
}
