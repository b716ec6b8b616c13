//! A submitter's figures against the exact ones, and under what other reading of the rules a wrong one would be right.

use std::collections::BTreeMap;

use certificate::StrategyCell;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rayon::prelude::*;
use rules::Submission;
use serde::Serialize;
use solver::{Class, SolverFamily};

use crate::claims::{Claim, Claims, Figure, Stated, Subject, Word};
use crate::exact_figures::{Answer, ClaimedPlay, World, needs_spread};
use crate::failure::Failure;
use crate::printed::{Printed, Printing, Quantity};
use crate::progress::{Steps, Work};
use crate::readings::TD_AND_CDZ_MINUS;
use crate::schema::JsonSchema;
use crate::variants::{self, Asked, Changes, Dimension, Scope};

/// The key of a change of the strategy class, beside those of `--set`.
const STRATEGY: &str = "strategy";
/// Changes made together at the most to explain a figure.
const MOST_CHANGES: usize = 2;

/// How a claim stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimStands {
    /// It is the exact figure to the digits printed.
    Match,
    /// It is off by a unit of its last digit, or cut off.
    RoundingSlip,
    /// It is neither.
    Wrong,
}

/// A submitter's figures beside the exact ones.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CheckedClaims {
    /// Id of the analysis.
    pub analysis: String,
    /// Where the figures are from, as the file says.
    pub source: Option<String>,
    /// How many match.
    pub matches: usize,
    /// How many are rounded wrongly.
    pub rounding_slips: usize,
    /// How many are wrong.
    pub wrong: usize,
    /// Every figure, in the order of the file.
    pub claims: Vec<CheckedClaim>,
}

/// One claim and what became of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CheckedClaim {
    /// Its line in the file.
    pub line: usize,
    /// What it is a figure of, in words.
    pub of: String,
    /// The figure's name.
    pub figure: &'static str,
    /// As it was claimed.
    pub claimed: String,
    /// How it stands.
    pub verdict: ClaimStands,
    /// In the form of the claim, with a few more digits.
    pub exact: String,
    /// As a fraction; the square of a root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_fraction: Option<String>,
    /// Claimed less exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// What else is to be said.
    pub remarks: Vec<String>,
    /// Changes under which the claim is right, fewest first.
    pub right_under: Vec<Changes>,
}

impl CheckedClaim {
    /// Whether it is of a cell of the strategy, of which a chart has hundreds.
    pub fn is_of_cell(&self) -> bool {
        self.figure == Figure::Action.name()
    }
}

/// As [`crate::Analysis::check`].
pub(crate) fn check(
    submission: &Submission,
    claims: &Claims,
    limit: u64,
    steps: &Steps<'_>,
) -> Result<CheckedClaims, Failure> {
    let mut groups = Groups::new(submission, claims)?;
    let planned: u64 = groups.0.iter().map(|group| group.planned(limit)).sum();
    steps.expect(claims.claims.len() as u64 + planned);
    let mut checked: Vec<Option<CheckedClaim>> = claims.claims.iter().map(|_| None).collect();
    let family = SolverFamily::default();
    for group in &mut groups.0 {
        let judged = group.judge(claims, &family, steps)?;
        let explained = group.explain(claims, &judged, limit, &family, steps);
        for (judgement, (right_under, remark)) in judged.into_iter().zip(explained) {
            let claim = judgement.claim;
            checked[claim] = Some(judgement.checked(claims, right_under, remark));
        }
    }
    let checked: Vec<CheckedClaim> = checked.into_iter().flatten().collect();
    let of = |stands: ClaimStands| checked.iter().filter(|claim| claim.verdict == stands).count();
    Ok(CheckedClaims {
        analysis: submission.id.clone(),
        source: claims.origin.clone(),
        matches: of(ClaimStands::Match),
        rounding_slips: of(ClaimStands::RoundingSlip),
        wrong: of(ClaimStands::Wrong),
        claims: checked,
    })
}

/// Claims that one search explains: made under the same readings, of the same kind of figure.
struct Group {
    submission: Submission,
    claims: Vec<usize>,
    dimensions: Vec<Dimension>,
    /// Changes made together at the most.
    most_changes: usize,
    /// Whether perfect play is another class that may explain the claims.
    tries_perfect: bool,
    remark: Option<&'static str>,
}

struct Groups(Vec<Group>);

/// What claims of a group have in common: readings, wager and paytable or class, and whether the spread is asked for.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    readings: Vec<(String, String)>,
    wager: Option<(String, Option<String>)>,
    play: Option<ClaimedPlay>,
    needs_spread: bool,
}

impl Key {
    fn of(claim: &Claim, claims: &Claims) -> Self {
        let (wager, play) = match &claim.subject {
            Subject::Wager { id, paytable, .. } => {
                (Some((id.text.clone(), paytable.as_ref().map(|name| name.text.clone()))), None)
            }
            Subject::Base { strategy, .. } => (None, Some(ClaimedPlay::of(*strategy, claims))),
            Subject::Insurance | Subject::Cell { .. } => (None, None),
        };
        let readings = claim.readings.iter().map(|(name, choice)| (name.text.clone(), choice.text.clone())).collect();
        Self { readings, needs_spread: play.is_some() && needs_spread(claim.figure), wager, play }
    }
}

impl Groups {
    fn new(submission: &Submission, claims: &Claims) -> Result<Self, Failure> {
        let mut by_key: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
        for (position, claim) in claims.claims.iter().enumerate() {
            by_key.entry(Key::of(claim, claims)).or_default().push(position);
        }
        let group = |(key, members): (Key, Vec<usize>)| Group::new(submission, claims, &key, members);
        Ok(Self(by_key.into_iter().map(group).collect::<Result<_, _>>()?))
    }
}

impl Group {
    fn new(submission: &Submission, claims: &Claims, key: &Key, members: Vec<usize>) -> Result<Self, Failure> {
        let mut submission = submission.clone();
        if let Some(claim) = members.first().map(|&first| &claims.claims[first]) {
            for (name, choice) in &claim.readings {
                let key = format!("readings.{}", name.text);
                // The place is the claim's, not that of an option nobody gave.
                submission = submission.with(&key, &choice.text).map_err(|error| {
                    let is_name = error.span.as_ref().is_some_and(|span| span.start == 0);
                    let span = if is_name { name.span.clone() } else { choice.span.clone() };
                    let expected = error.expected.clone().unwrap_or_default();
                    claims.file.expected(Some(span), error.message.clone(), expected)
                })?;
            }
        }
        let mut group = Self {
            dimensions: Vec::new(),
            most_changes: MOST_CHANGES,
            tries_perfect: false,
            remark: None,
            claims: members,
            submission,
        };
        match &key.wager {
            None => group.searches_base_game(key),
            Some((id, paytable)) => group.searches_wager(id, paytable.as_deref()),
        }
        Ok(group)
    }

    fn searches_base_game(&mut self, key: &Key) {
        let scope = Scope { options: true, decks: true, paytables: false };
        self.dimensions = variants::dimensions(&self.submission, Asked::Base, scope);
        let Some(play) = key.play else { return };
        if play == ClaimedPlay::Best(Class::Perfect) {
            self.dimensions.clear();
            self.remark = Some("readings and options are not searched under perfect play");
        }
        let others = TD_AND_CDZ_MINUS
            .iter()
            .filter(|&&other| play != ClaimedPlay::Best(other))
            .map(|other| other.name().to_owned());
        self.dimensions.push(Dimension {
            key: STRATEGY.to_owned(),
            chosen: play.name().to_owned(),
            others: others.collect(),
        });
        self.tries_perfect = play != ClaimedPlay::Best(Class::Perfect);
        if key.needs_spread {
            self.most_changes = 1;
            self.remark = self.remark.or(Some("changes were made one at a time, since this figure is costly"));
        }
    }

    fn searches_wager(&mut self, id: &str, paytable: Option<&str>) {
        // With its own paytable alone, the others are changes. An unknown wager is an error where it is valued.
        if let Some(one) = paytable.and_then(|name| self.submission.with(&format!("wagers.{id}.paytable"), name).ok()) {
            self.submission = one;
        }
        let on_play = self.submission.wagers.iter().any(|offered| offered.id == id && offered.rule.depends_on_play());
        let scope = Scope { options: true, decks: !on_play, paytables: true };
        self.dimensions = variants::dimensions(&self.submission, Asked::Wager(id), scope);
        if on_play {
            self.most_changes = 1;
            self.remark = Some("the play was left as it is, and changes were made one at a time");
        }
    }

    /// Changes made together at the most, for no more variants than the limit.
    fn affordable(&self, limit: u64) -> usize {
        let fits =
            |&changes: &usize| variants::count(&self.dimensions, changes).is_some_and(|count| count - 1 <= limit);
        (0..=self.most_changes).rev().find(fits).unwrap_or(0)
    }

    fn planned(&self, limit: u64) -> u64 {
        variants::count(&self.dimensions, self.affordable(limit)).map_or(0, |count| count - 1)
    }

    fn judge(&self, claims: &Claims, family: &SolverFamily, steps: &Steps<'_>) -> Result<Vec<Judgement>, Failure> {
        let mut world = World::new(&self.submission, claims);
        let mut answers = Vec::new();
        for &position in &self.claims {
            let claim = &claims.claims[position];
            steps.done(Work::Claim(described(claim, claims)));
            answers.push(world.answer(claim, None, None, family)?);
        }
        let factor = self.common_factor(claims, &answers);
        self.claims
            .iter()
            .zip(answers)
            .map(|(&position, answer)| judge(claims, position, answer, &factor))
            .collect::<Result<_, _>>()
    }

    /// The factor between the counts claimed and the exact ones that most of them share, at least two; 1 unless it is another.
    ///
    /// Who counts deals in order, or has divided by what all counts share, states the same probabilities.
    fn common_factor(&self, claims: &Claims, answers: &[Answer]) -> BigRational {
        let mut factors: BTreeMap<BigRational, usize> = BTreeMap::new();
        for (&position, answer) in self.claims.iter().zip(answers) {
            if let (Answer::Count(exact), Stated::Number(printed)) = (answer, &claims.claims[position].stated)
                && !exact.is_zero()
                && !printed.value.is_zero()
            {
                *factors.entry(&printed.value / exact).or_default() += 1;
            }
        }
        let one = BigRational::one();
        let plain = factors.get(&one).copied().unwrap_or(0).max(1);
        let most = factors.into_iter().filter(|(_, times)| *times > plain).max_by_key(|(_, times)| *times);
        most.map_or(one, |(factor, _)| factor)
    }

    /// Under which changes each wrong claim would be right.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn explain(
        &self,
        claims: &Claims,
        judged: &[Judgement],
        limit: u64,
        family: &SolverFamily,
        steps: &Steps<'_>,
    ) -> Vec<(Vec<Changes>, Option<String>)> {
        let mut found: Vec<Vec<Changes>> = judged.iter().map(|_| Vec::new()).collect();
        let open = |found: &[Vec<Changes>]| -> Vec<usize> {
            (0..judged.len()).filter(|&at| judged[at].is_unexplained() && found[at].is_empty()).collect()
        };
        let wrong = open(&found);
        if wrong.is_empty() || limit == 0 {
            let remark = (limit == 0).then(|| "no change was tried, since the limit is 0".to_owned());
            return found.into_iter().map(|found| (found, remark.clone())).collect();
        }
        let affordable = self.affordable(limit);
        for changes_at_once in 1..=affordable {
            let still_open = open(&found);
            if still_open.is_empty() {
                break;
            }
            let all = variants::combinations(&self.dimensions, changes_at_once);
            let all: Vec<Changes> = all.into_iter().filter(|changes| changes.len() == changes_at_once).collect();
            let right = all.par_iter().map(|changes| {
                steps.done(Work::Variant { of: None, changes: changes.clone(), class: None });
                self.right_under(claims, (judged, &still_open), changes, family)
            });
            let right: Vec<Vec<usize>> = right.collect();
            for (changes, right) in all.iter().zip(right) {
                right.into_iter().for_each(|at| found[at].push(changes.clone()));
            }
            if changes_at_once == 1 && self.tries_perfect {
                let perfect = Changes::from([(STRATEGY.to_owned(), Class::Perfect.name().to_owned())]);
                let still_open = open(&found);
                if !still_open.is_empty() {
                    let right = self.right_under(claims, (judged, &still_open), &perfect, family);
                    right.into_iter().for_each(|at| found[at].push(perfect.clone()));
                }
            }
        }
        let mut remark = self.remark.map(str::to_owned);
        if affordable < self.most_changes {
            let count = variants::count(&self.dimensions, affordable + 1)
                .map_or_else(|| "too many".to_owned(), |count| (count - 1).to_string());
            remark = Some(format!(
                "{} at once were not tried: {count} variants are more than the limit of {limit}",
                if affordable == 0 { "changes" } else { "two changes" }
            ));
        }
        let none = "right under none of the changes tried";
        let remark = remark.map_or_else(|| none.to_owned(), |remark| format!("{none}; {remark}"));
        found.into_iter().map(|found| (found, Some(remark.clone()))).collect()
    }

    /// Which of the claims still open are right under these changes. Changes that the rules do not allow together, or under
    /// which there is no such figure, explain nothing.
    fn right_under(
        &self,
        claims: &Claims,
        (judged, open): (&[Judgement], &[usize]),
        changes: &Changes,
        family: &SolverFamily,
    ) -> Vec<usize> {
        let class = changes.get(STRATEGY).and_then(|name| name.parse().ok());
        let rules: Changes = changes
            .iter()
            .filter(|(key, _)| *key != STRATEGY)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let Ok(variant) = variants::changed(&self.submission, &rules) else { return Vec::new() };
        let paytable = changes.iter().find(|(key, _)| key.ends_with(".paytable")).map(|(_, name)| name.as_str());
        let mut world = World::new(&variant, claims);
        let is_right = |&at: &usize| {
            let judgement = &judged[at];
            let claim = &claims.claims[judgement.claim];
            let answer = world.answer(claim, class, paytable, family);
            answer.is_ok_and(|answer| is_right(claim, &answer, &judgement.factor))
        };
        open.iter().copied().filter(is_right).collect()
    }
}

/// A claim with its exact answer.
struct Judgement {
    claim: usize,
    answer: Answer,
    verdict: ClaimStands,
    /// Between the counts claimed and the exact ones.
    factor: BigRational,
    /// Whether a sign or a percent sign is all that is wrong.
    is_slip_of_the_pen: bool,
    remarks: Vec<String>,
}

fn judge(claims: &Claims, position: usize, answer: Answer, factor: &BigRational) -> Result<Judgement, Failure> {
    let claim = &claims.claims[position];
    let mut remarks = Vec::new();
    let mut is_slip_of_the_pen = false;
    let verdict = match (&answer, &claim.stated) {
        (Answer::Number(exact), Stated::Number(printed)) => {
            // Within a unit of its only digit lies too much to call it a slip.
            let may_slip = claim.figure.is_significant(printed);
            let (verdict, remark) = match printed.against(exact) {
                Printing::Exact | Printing::Rounded => (ClaimStands::Match, None),
                Printing::HalfUp => (ClaimStands::Match, Some("a tie, rounded half up")),
                Printing::HalfEven => (ClaimStands::Match, Some("a tie, rounded half to even")),
                Printing::Truncated if !may_slip => {
                    (ClaimStands::Wrong, Some("cut off, not rounded, and of fewer than two digits"))
                }
                Printing::UnitOff if !may_slip => (ClaimStands::Wrong, slip_of_the_pen(printed, exact)),
                Printing::Truncated => (ClaimStands::RoundingSlip, Some("cut off, not rounded")),
                Printing::UnitOff => (ClaimStands::RoundingSlip, Some("off by at most one unit of the last digit")),
                Printing::Wrong => (ClaimStands::Wrong, slip_of_the_pen(printed, exact)),
            };
            is_slip_of_the_pen = verdict == ClaimStands::Wrong && remark.is_some();
            remarks.extend(remark.map(str::to_owned));
            verdict
        }
        (Answer::Count(exact), Stated::Number(printed)) => {
            let is_right = printed.value == BigRational::from_integer(exact.clone()) * factor;
            if !factor.is_one() && !exact.is_zero() {
                let so = if is_right { ": the same probabilities" } else { " elsewhere" };
                remarks.push(format!("counts are {factor} times the exact ones{so}"));
            }
            if is_right { ClaimStands::Match } else { ClaimStands::Wrong }
        }
        (Answer::Cell(cell), Stated::Action(stated)) => {
            let Some(agrees) = agrees(cell, stated) else {
                let expected = "S, H, D, Dh, Ds, P, R, Rh, Rs, Rd or Rp, or stand, hit, double, split or surrender";
                let place = Some(claim.span.clone());
                return Err(claims.file.expected(place, format!("`{stated}` is no action"), expected).into());
            };
            if agrees { ClaimStands::Match } else { ClaimStands::Wrong }
        }
        _ => ClaimStands::Wrong,
    };
    Ok(Judgement { claim: position, answer, verdict, factor: factor.clone(), is_slip_of_the_pen, remarks })
}

/// Whether a claim is right, to the digits printed.
fn is_right(claim: &Claim, answer: &Answer, factor: &BigRational) -> bool {
    match (answer, &claim.stated) {
        (Answer::Number(exact), Stated::Number(printed)) => {
            !matches!(printed.against(exact), Printing::Truncated | Printing::UnitOff | Printing::Wrong)
        }
        (Answer::Count(exact), Stated::Number(printed)) => {
            printed.value == BigRational::from_integer(exact.clone()) * factor
        }
        (Answer::Cell(cell), Stated::Action(stated)) => agrees(cell, stated) == Some(true),
        _ => false,
    }
}

/// What is wrong with a number that has the right digits.
fn slip_of_the_pen(printed: &Printed, exact: &Quantity) -> Option<&'static str> {
    let hundred = BigRational::from_integer(100.into());
    let scaled = |by: &BigRational| {
        let against = printed.times(by).against(exact);
        !matches!(against, Printing::Wrong | Printing::UnitOff) && !printed.value.is_zero()
    };
    if scaled(&-BigRational::one()) {
        Some("right with the other sign")
    } else if !printed.is_percent && scaled(&(BigRational::one() / &hundred)) {
        Some("right as a percentage")
    } else if printed.is_percent && scaled(&hundred) {
        Some("right without the sign for a percentage")
    } else {
        None
    }
}

/// Whether a code or a word says what a cell does; `None` if it is neither. `D` and `R` leave open what replaces them.
fn agrees(cell: &StrategyCell, stated: &str) -> Option<bool> {
    let word = match stated {
        "stand" => 'S',
        "hit" => 'H',
        "double" | "D" => 'D',
        "split" => 'P',
        "surrender" | "R" => 'R',
        "S" | "H" | "P" | "Dh" | "Ds" | "Rh" | "Rs" | "Rd" | "Rp" => return Some(cell.code == stated),
        _ => return None,
    };
    Some(cell.code.starts_with(word))
}

impl Judgement {
    /// Whether it is wrong with nothing noticed that says why.
    fn is_unexplained(&self) -> bool {
        self.verdict == ClaimStands::Wrong && !self.is_slip_of_the_pen
    }

    fn checked(mut self, claims: &Claims, right_under: Vec<Changes>, remark: Option<String>) -> CheckedClaim {
        let claim = &claims.claims[self.claim];
        if self.is_unexplained() && right_under.is_empty() {
            self.remarks.extend(remark);
        }
        let (exact, exact_fraction, difference) = match (&self.answer, &claim.stated) {
            (Answer::Number(exact), Stated::Number(printed)) => {
                let fraction = match exact {
                    Quantity::Number(value) => cards::fraction(value),
                    Quantity::RootOf(squared) => cards::fraction(squared),
                };
                (printed.like(exact), Some(fraction), Some(printed.difference(exact)))
            }
            (Answer::Count(exact), Stated::Number(printed)) => {
                let exact = BigRational::from_integer(exact.clone()) * &self.factor;
                let difference = &printed.value - &exact;
                (exact.to_string(), None, Some(difference.to_string()))
            }
            (Answer::Cell(cell), _) => (cell.code.clone(), None, None),
            _ => (String::new(), None, None),
        };
        let claimed = match &claim.stated {
            Stated::Number(printed) => printed.text.clone(),
            Stated::Action(stated) => stated.clone(),
        };
        CheckedClaim {
            line: claims.line(claim),
            of: described(claim, claims),
            figure: claim.figure.name(),
            claimed,
            verdict: self.verdict,
            exact,
            exact_fraction,
            difference: difference.filter(|_| self.verdict != ClaimStands::Match),
            remarks: self.remarks,
            right_under,
        }
    }
}

/// What a claim is of, in words.
fn described(claim: &Claim, claims: &Claims) -> String {
    let with = |name: &str, word: Option<&Word>| word.map_or_else(String::new, |word| format!("{name}{}", word.text));
    let mut text = match &claim.subject {
        Subject::Base { strategy, up, signal } => {
            let up = up.as_ref().map_or_else(String::new, |(up, _)| format!(", up card {up}"));
            format!("base game, {}{up}{}", ClaimedPlay::of(*strategy, claims).name(), with(" ", signal.as_ref()))
        }
        Subject::Insurance => "insurance".to_owned(),
        Subject::Wager { id, paytable, line } => {
            format!("{}{}{}", id.text, with(" ", paytable.as_ref()), with(": ", line.as_ref()))
        }
        Subject::Cell { up, signal, hand } => {
            format!("{} against {}{}", hand.text, up.0, with(" ", signal.as_ref()))
        }
    };
    for (name, choice) in &claim.readings {
        text.push_str(&format!(", {}={}", name.text, choice.text));
    }
    text
}
