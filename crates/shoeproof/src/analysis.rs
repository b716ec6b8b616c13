//! An analysis, and every question that can be asked of it.

use std::path::Path;

use rules::{Override, Submission, SubmissionFiles};
use solver::{Class, Query, Solver};

use crate::approximate::{self, Approximated, ApproximatedShoe};
use crate::asked_counts;
use crate::catalogue;
use crate::certify::{self, Certified, CertifyWant};
use crate::chart::{self, ChartWant, StrategyCharts};
use crate::check::{self, CheckedClaims};
use crate::claims::Claims;
use crate::count::PerfectSize;
use crate::cut_card::{self, CutCardEffects, CutCardWant};
use crate::dealer::{self, DealerEnds, DealerWant};
use crate::failure::Failure;
use crate::followed::{self, FollowWant, FollowerAnswered};
use crate::game_source::GameSource;
use crate::games::{self, GameChoices};
use crate::inspect::{self, Inspected};
use crate::present;
use crate::progress::{Progress, told};
use crate::reconcile::{self, ReconcileWant, Reconciled};
use crate::simulate::{self, SimulateWant, Simulated};
use crate::solve::{self, Solved, Want};
use crate::wagers::{self, SideWagers, WagersWant};

/// A game with everything chosen that its rules leave open, and a shoe. Every verb takes it as it is.
///
/// ```
/// use shoeproof::{Analysis, Class, Silent, Want};
///
/// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
/// let solved = analysis.solve(Class::CdzMinus, &Want::default(), &Silent)?;
/// assert_eq!(solved.ev.rounded(10), "0.0015312000");
/// assert_eq!(solved.house_edge.percent(4), "-0.1531");
/// # Ok::<(), shoeproof::Failure>(())
/// ```
#[derive(Debug, Clone)]
pub struct Analysis {
    pub(crate) submission: Submission,
    pub(crate) source: GameSource,
}

impl Analysis {
    /// Reads an analysis file. Its game file is `games/<game>.toml` beside it or in the nearest folder above it, else that of the
    /// catalogue.
    ///
    /// ```
    /// use shoeproof::{Analysis, GameSource};
    ///
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    /// let analysis = Analysis::load(format!("{folder}/analyses/plain-blackjack/1-decks.toml"))?;
    /// assert_eq!(analysis.id(), "plain-blackjack-1-deck");
    /// assert!(matches!(analysis.source(), GameSource::File(path) if path.ends_with("games/plain-blackjack.toml")));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Rules`] with file, line and key, for the first thing wrong.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Failure> {
        Self::load_with(path, &[])
    }

    /// Reads an analysis file. If there is no such file and the catalogue has a game of that id, takes that game, as [`Analysis::of_game`].
    /// Some of the values are replaced, all at once.
    ///
    /// # Errors
    /// As [`Analysis::load`].
    pub fn open(name: impl AsRef<Path>, overrides: &[Override]) -> Result<Self, Failure> {
        let path = name.as_ref();
        let id = path.to_str().filter(|id| !path.exists() && catalogue::game_file(id).is_some());
        // A name without folder and ending is meant as a game's.
        let is_a_file = path.exists() || path.extension().is_some() || path.components().count() > 1;
        let Some(id) = id else {
            return if is_a_file { Self::load_with(path, overrides) } else { Err(catalogue::neither(path)) };
        };
        let Self { submission, source } = Self::of_game(id)?;
        Self::of_known_counts(submission.with_all(overrides)?, source)
    }

    /// Reads an analysis file with some of its values replaced.
    ///
    /// # Errors
    /// As [`Analysis::load`].
    pub fn load_with(path: impl AsRef<Path>, overrides: &[Override]) -> Result<Self, Failure> {
        let (submission, file) = Submission::load_with(path.as_ref(), overrides, catalogue::game_file)?;
        let source = file.map_or_else(|| GameSource::Catalogue(submission.game.id.clone()), GameSource::File);
        Self::of_known_counts(submission, source)
    }

    /// An analysis whose counts the program knows, or could.
    fn of_known_counts(submission: Submission, source: GameSource) -> Result<Self, Failure> {
        asked_counts::known(&submission)?;
        Ok(Self { submission, source })
    }

    /// A game of the catalogue with every option and reading at its default: six decks where it may be played with six, else the
    /// most that it may be played with.
    ///
    /// ```
    /// let analysis = shoeproof::Analysis::of_game("pa-685a-down-under")?;
    /// assert_eq!(analysis.submission().decks, Some(6));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Asked`] if the catalogue has no such game.
    pub fn of_game(id: &str) -> Result<Self, Failure> {
        Ok(Self { submission: catalogue::of_game(id)?, source: GameSource::Catalogue(id.to_owned()) })
    }

    /// An analysis by its text, of a game of the catalogue.
    ///
    /// ```
    /// let text = r#"
    /// format = 1
    /// id = "mine"
    /// title = "Plain blackjack, one deck"
    /// game = "plain-blackjack"
    /// decks = 1
    ///
    /// [report]
    /// date = "2026-11-21"
    /// client = "nobody"
    /// authoriser = "nobody"
    /// "#;
    /// assert_eq!(shoeproof::Analysis::from_toml(text)?.id(), "mine");
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`Analysis::load`].
    pub fn from_toml(analysis: &str) -> Result<Self, Failure> {
        let table = analysis.parse::<toml::Table>().unwrap_or_default();
        let id = table.get("game").and_then(toml::Value::as_str).unwrap_or_default();
        // Without a game the file is read for what is wrong with it.
        let any = catalogue::games().next().and_then(catalogue::game_file).unwrap_or_default();
        let game = catalogue::game_file(id).unwrap_or(any).to_owned();
        let files = SubmissionFiles { analysis: analysis.to_owned(), game, overrides: Vec::new() };
        let submission = Submission::read(&files)?;
        let id = submission.game.id.clone();
        Self::of_known_counts(submission, GameSource::Catalogue(id))
    }

    /// An analysis and its game by their texts.
    ///
    /// # Errors
    /// As [`Analysis::load`].
    pub fn from_texts(files: &SubmissionFiles) -> Result<Self, Failure> {
        Self::of_known_counts(Submission::read(files)?, GameSource::Text)
    }

    /// A submission that has been read.
    pub(crate) fn of_submission(submission: Submission, source: GameSource) -> Self {
        Self { submission, source }
    }

    /// The same analysis with one value replaced, such as `decks=4`, `readings.dealer-ace=customary` or
    /// `shoe=4,4,4,4,4,4,4,4,4,16`.
    ///
    /// ```
    /// let analysis = shoeproof::Analysis::of_game("pa-685a-down-under")?.set("readings.dealer-ace=customary")?;
    /// let refused = analysis.set("readings.dealer-ace=sometimes").expect_err("no such choice");
    /// assert!(refused.to_string().contains("literal or customary"));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`Analysis::load`].
    pub fn set(&self, key_and_value: &str) -> Result<Self, Failure> {
        let (key, value) = key_and_value.split_once('=').unwrap_or((key_and_value, ""));
        self.with(key.trim(), value.trim())
    }

    /// The same analysis with the value of one key replaced.
    ///
    /// # Errors
    /// As [`Analysis::load`].
    pub fn with(&self, key: &str, value: &str) -> Result<Self, Failure> {
        Self::of_known_counts(self.submission.with(key, value)?, self.source.clone())
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.submission.id
    }

    /// Its title.
    pub fn title(&self) -> &str {
        &self.submission.title
    }

    /// What EV and house edge of its base game are per unit of, such as `initial wager`.
    pub fn unit(&self) -> &'static str {
        present::unit(&self.submission.game)
    }

    /// Where its rules come from.
    pub fn source(&self) -> &GameSource {
        &self.source
    }

    /// Everything that is analysed: the rules in force, the shoe, the choices made.
    pub fn submission(&self) -> &Submission {
        &self.submission
    }

    /// What its game leaves open, whatever this analysis chose.
    ///
    /// ```
    /// let choices = shoeproof::Analysis::of_game("pa-685a-down-under")?.choices();
    /// assert!(choices.readings.iter().any(|reading| reading.name == "dealer-ace" && reading.choices.len() == 2));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    pub fn choices(&self) -> GameChoices {
        games::choices(&self.submission)
    }

    /// Where it departs from the regulation.
    pub fn deviations(&self) -> &[String] {
        &self.submission.deviations
    }

    /// Whether the checker could check a report on it.
    ///
    /// # Errors
    /// [`Failure::Asked`] with what it has no room for.
    pub fn is_checkable(&self) -> Result<(), Failure> {
        checker::has_room(&self.submission).map_err(|refusal| Failure::Asked(refusal.to_string()))
    }

    /// How the dealer's hand ends by up card and signal, and what the signals are worth to the player. Outcomes take milliseconds, the
    /// worth of signals seconds.
    ///
    /// ```
    /// use shoeproof::{Analysis, DealerWant, Silent};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let ends = analysis.dealer(&DealerWant::default(), &Silent)?;
    /// let six = ends.outcomes.iter().find(|row| row.up == "6").expect("an up card");
    /// assert_eq!(six.outcomes.seventeen.rounded(6), "0.166948");
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] for cards that the shoe does not hold, or a shoe that could run out.
    pub fn dealer(&self, want: &DealerWant, progress: &dyn Progress) -> Result<DealerEnds, Failure> {
        told(progress, |steps| dealer::dealer(&self.submission, want, steps))
    }

    /// What a player is worth, per unit of his initial wager, who wagers on a box where another calls the decisions, and where he
    /// does best to do other than the caller. A second; rounds that are dealt take longer.
    ///
    /// ```no_run
    /// use shoeproof::{Analysis, FollowWant, Silent};
    ///
    /// let analysis = Analysis::of_game("ma-double-attack")?.set("decks=8")?;
    /// let followed = analysis.follow(&FollowWant::default(), &Silent)?;
    /// println!("caller {}, follower {}", followed.caller_house_edge.percent(4), followed.house_edge.percent(4));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] for a game without rules of sharing, or a caller of perfect play; [`Failure::Stopped`].
    pub fn follow(&self, want: &FollowWant, progress: &dyn Progress) -> Result<FollowerAnswered, Failure> {
        told(progress, |steps| followed::follow(&self.submission, want, steps))
    }

    /// The base game under a strategy class, per unit of initial wager: a second under TD and CDZ-, minutes under perfect play.
    ///
    /// ```
    /// use shoeproof::{Analysis, Class, Silent, Variance, Want};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("shoe=4,0,0,4,0,4,0,4,0,16")?;
    /// let want = Want { variance: Variance::Without, ..Want::default() };
    /// let [td, cdz] = [Class::Td, Class::CdzMinus].map(|class| analysis.solve(class, &want, &Silent));
    /// assert!(td?.ev.value() <= cdz?.ev.value());
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] for what is not solved, [`Failure::Resume`] for a file that cannot be gone on from, [`Failure::Stopped`].
    pub fn solve(&self, class: Class, want: &Want, progress: &dyn Progress) -> Result<Solved, Failure> {
        told(progress, |steps| solve::solve(&self.submission, class, want, steps))
    }

    /// How much there is to solve for perfect play: milliseconds, but up to a minute of CPU where pairs are split to four hands, because it looks at bounds.
    ///
    /// ```
    /// let analysis = shoeproof::Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// assert!(analysis.count()?.iter().all(|size| size.states > 0));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] where perfect play is not solved.
    pub fn count(&self) -> Result<Vec<PerfectSize>, Failure> {
        Ok(Solver::new(&self.submission)?.split_sizes()?.into_iter().map(PerfectSize::from).collect())
    }

    /// Two values that the EV of perfect play is proven to lie between, whatever the number of splits: seconds, and a minute with two
    /// hands to switch.
    ///
    /// ```
    /// use shoeproof::{Analysis, Silent};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("shoe=4,0,0,4,0,4,0,4,0,16")?;
    /// let between = analysis.bracket(&Silent)?.ev;
    /// assert!(between.low.parse::<f64>().unwrap() <= between.high.parse::<f64>().unwrap());
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] where it is not bracketed.
    pub fn bracket(&self, progress: &dyn Progress) -> Result<certificate::PerfectBracket, Failure> {
        told(progress, |steps| solve::bracket(&Solver::new(&self.submission)?, steps))
    }

    /// Every side wager under each of its paytables and each combination of the readings that concern it.
    ///
    /// ```
    /// use shoeproof::{Analysis, Silent, WagersWant};
    ///
    /// let analysis = Analysis::of_game("pa-685a-down-under")?;
    /// let wagers = analysis.side_wagers(&WagersWant::default(), &Silent)?;
    /// let entry = wagers.entries.iter().find(|entry| entry.id == "match-the-dealer").expect("the wager");
    /// assert!(!entry.favours_player);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] for the base game that a wager's play belongs to.
    pub fn side_wagers(&self, want: &WagersWant, progress: &dyn Progress) -> Result<SideWagers, Failure> {
        told(progress, |steps| wagers::side_wagers(&self.submission, want, steps))
    }

    /// The exact EV of each action in one decision.
    ///
    /// ```
    /// use shoeproof::{Analysis, Class, Query, Signal};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let [ten, six, seven] = ["T", "6", "7"].map(|card| card.parse().expect("a card"));
    /// let query = Query { hand: vec![ten, six], up: seven, signal: Signal::Unstated, other: Vec::new(), attack: None };
    /// assert_eq!(analysis.inspect(&query, Class::CdzMinus)?.best, "hit");
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Inspect`] for a decision that does not exist.
    pub fn inspect(&self, query: &Query, class: Class) -> Result<Inspected, Failure> {
        inspect::inspect(&self.submission, query, class)
    }

    /// A zero-memory strategy as the charts of the field, with what charts cannot show: a second, and minutes for CDZ.
    ///
    /// ```
    /// use shoeproof::{Analysis, ChartWant, Class};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let charted = analysis.chart(Class::Td, &ChartWant::default())?;
    /// let eleven = charted.charts[0].sections[0].rows.iter().find(|row| row.hand == "11").expect("a row");
    /// assert_eq!(eleven.cells[0].as_ref().expect("a cell").code, "Dh");
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Asked`] for perfect play, which has no chart, and for a signal that there is not; [`Failure::Solve`].
    pub fn chart(&self, class: Class, want: &ChartWant) -> Result<StrategyCharts, Failure> {
        chart::chart(&self.submission, class, want)
    }

    /// Which combinations of readings, options and deck counts give a published house edge.
    ///
    /// ```
    /// use shoeproof::{Analysis, ReconcileWant, Silent};
    ///
    /// let analysis = Analysis::of_game("pa-685a-down-under")?.set("shoe=8,0,0,8,0,8,0,8,0,32")?;
    /// let want = ReconcileWant { changes: Some(1), ..ReconcileWant::new("-1%..1%".parse().expect("an interval")) };
    /// let found = analysis.reconcile(&want, &Silent)?;
    /// assert_eq!(found.explanations.len() as u64, found.inside);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::TooManyCombinations`], and [`Failure::Asked`] for a wager or a name that there is not.
    pub fn reconcile(&self, want: &ReconcileWant, progress: &dyn Progress) -> Result<Reconciled, Failure> {
        told(progress, |steps| reconcile::reconcile(&self.submission, want, steps))
    }

    /// A submitter's figures beside the exact ones. Of a wrong one, the changes of the analysis under which it would be right, among at
    /// most `limit` variants; none are tried if it is 0.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use shoeproof::{Analysis, Claims, Silent, Source};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let text = Source::inline("theirs.csv".to_owned(), "of,figure,value\nbase-game,house-edge,-0.15%\n");
    /// let claims = Claims::parse(text, Path::new("theirs.csv"))?;
    /// assert_eq!(analysis.check(&claims, 0, &Silent)?.matches, 1);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Rules`] with file and line, for a figure that the analysis does not have.
    pub fn check(&self, claims: &Claims, limit: u64, progress: &dyn Progress) -> Result<CheckedClaims, Failure> {
        told(progress, |steps| check::check(&self.submission, claims, limit, steps))
    }

    /// Rounds dealt at the table with real cards, and their figures beside the exact ones: a million rounds a second.
    ///
    /// ```
    /// use shoeproof::{Analysis, Silent, SimulateWant};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let dealt = analysis.simulate(&SimulateWant::new(10_000, 1), &Silent)?;
    /// assert!(dealt.rounds == 10_000 && dealt.verdict.passed);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Table`] for what cannot be dealt, [`Failure::Resume`], [`Failure::Stopped`].
    pub fn simulate(&self, want: &SimulateWant, progress: &dyn Progress) -> Result<Simulated, Failure> {
        told(progress, |steps| simulate::simulate(&self.submission, want, steps))
    }

    /// What a cut card does to the house edge, by how deep it lies, as an estimate with its standard error: seconds.
    ///
    /// ```
    /// use shoeproof::{Analysis, CutCardWant, Silent};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("shoe=0,0,0,0,6,6,0,0,0,10")?;
    /// let want = CutCardWant { shoes: 40_000, ..CutCardWant::default() };
    /// let effects = analysis.cut_card(&want, &Silent)?;
    /// assert!(effects.cut_card.effect.starts_with('-'));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Asked`] for a double shoe or a cut card too deep, [`Failure::Solve`] for what is not valued in floats, [`Failure::Table`] for what cannot
    /// be dealt, [`Failure::Stopped`].
    pub fn cut_card(&self, want: &CutCardWant, progress: &dyn Progress) -> Result<CutCardEffects, Failure> {
        told(progress, |steps| cut_card::effects(&self.submission, want, steps))
    }

    /// Everything, as a report folder: minutes. What the folder held before is replaced if it was a report, and nothing else is.
    ///
    /// ```no_run
    /// use shoeproof::{Analysis, CertifyWant, Silent};
    ///
    /// let analysis = Analysis::load("analyses/pa-685a-down-under/6-decks.toml")?;
    /// let report = analysis.certify(&CertifyWant::default(), &Silent)?;
    /// println!("{}", report.dir.display());
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Report`] for a folder that is no report, before anything is computed; then as the other verbs.
    pub fn certify(&self, want: &CertifyWant, progress: &dyn Progress) -> Result<Certified, Failure> {
        told(progress, |steps| certify::certify(&self.submission, want, steps))
    }

    /// The EV of zero-memory play in floats with a proven error: milliseconds.
    ///
    /// ```
    /// use shoeproof::{Analysis, Class};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let near = analysis.approximate(Class::CdzMinus)?;
    /// assert!((near.ev - 0.001_531_199_957_940_793).abs() <= near.error + 1e-15);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] for perfect play, and for a shoe that could run out.
    pub fn approximate(&self, class: Class) -> Result<Approximated, Failure> {
        approximate::one(&self.submission, class)
    }

    /// The same of each of the shoes that a file lists, ten counts a line, of A, 2, …, 9, T. They are given as they are found, until
    /// `take` says that it has enough.
    ///
    /// # Errors
    /// [`Failure::Unreadable`] with file and line; [`Failure::Stopped`] if `take` gave `false`.
    pub fn approximate_shoes(
        &self,
        class: Class,
        file: &Path,
        take: impl FnMut(ApproximatedShoe) -> bool,
    ) -> Result<(), Failure> {
        approximate::many(&self.submission, class, file, take)
    }
}
