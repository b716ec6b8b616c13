//! A submitter's figures against the exact ones, and under what other reading of the rules a wrong one would be right.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One, Zero};
use rayon::prelude::*;
use rules::Submission;
use serde::Serialize;
use solver::{Class, SolverFamily};

use crate::claim::{Claim, Stated, Subject};
use crate::claims::Claims;
use crate::exact_figures::{Answer, ClaimedPlay, World, needs_moments};
use crate::failure::Failure;
use crate::judged_claim::{CheckedClaim, ClaimStands, Judgement, described, is_right, judge};
use crate::progress::{Steps, Work};
use crate::readings::TD_AND_CDZ_MINUS;
use crate::schema::JsonSchema;
use crate::variants::{self, Asked, Changes, Dimension, Scope};

/// The key of a change of the strategy class, beside those of `--set`.
const STRATEGY: &str = "strategy";
/// Changes made together at the most to explain a figure.
const MOST_CHANGES: usize = 2;

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

/// The claims of one file, and what all work on them shares.
struct Checking<'a> {
    claims: &'a Claims,
    /// Most variants tried to explain the wrong figures.
    limit: u64,
    family: SolverFamily,
    steps: &'a Steps<'a>,
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
    let checking = Checking { claims, limit, family: SolverFamily::default(), steps };
    for group in &mut groups.0 {
        let judged = group.judge(&checking)?;
        let explained = group.explain(&checking, &judged);
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

/// What claims of a group have in common: readings, wager and paytable or class, and whether more than the EV is asked for.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    readings: Vec<(String, String)>,
    wager: Option<(String, Option<String>)>,
    play: Option<ClaimedPlay>,
    needs_moments: bool,
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
        Self { readings, needs_moments: play.is_some() && needs_moments(claim.figure), wager, play }
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
        if key.needs_moments {
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

    fn judge(&self, checking: &Checking<'_>) -> Result<Vec<Judgement>, Failure> {
        let Checking { claims, ref family, steps, .. } = *checking;
        let mut world = World::new(&self.submission, claims, family);
        let mut answers = Vec::new();
        for &position in &self.claims {
            let claim = &claims.claims[position];
            steps.done(Work::Claim(described(claim, claims)));
            answers.push(world.answer(claim, None, None)?);
        }
        let factor = self.common_factor(claims, &answers);
        self.claims
            .iter()
            .zip(answers)
            .map(|(&position, answer)| judge(claims, position, answer, &factor))
            .collect::<Result<_, _>>()
    }

    /// The factor between the counts claimed and the exact ones: that of the total if that is stated, which more than half of all lines share, two at
    /// least, the total among them. It is 1 if any count is right as it stands.
    ///
    /// Who counts deals in order, or has divided by what all counts share, states the same probabilities. One count alone, however often it is
    /// stated, says nothing of the others.
    fn common_factor(&self, claims: &Claims, answers: &[Answer]) -> BigRational {
        // By factor, the lines that have it; the total is no line.
        let mut lines_by_factor: BTreeMap<BigRational, BTreeSet<Option<&str>>> = BTreeMap::new();
        for (&position, answer) in self.claims.iter().zip(answers) {
            let claim = &claims.claims[position];
            if let (Answer::Count(exact), Stated::Number(printed)) = (answer, &claim.stated)
                && !exact.is_zero()
                && !printed.value.is_zero()
            {
                lines_by_factor.entry(&printed.value / exact).or_default().insert(claim.line());
            }
        }
        let one = BigRational::one();
        let all: BTreeSet<Option<&str>> = lines_by_factor.values().flatten().copied().collect();
        let is_shared = |lines: &BTreeSet<Option<&str>>| lines.len() > 1 && 2 * lines.len() > all.len();
        let shared = lines_by_factor.iter().find(|(_, lines)| is_shared(lines)).map(|(factor, _)| factor);
        let is_of_total = |factor: &&BigRational| {
            lines_by_factor.iter().all(|(other, lines)| other == *factor || !lines.contains(&None))
        };
        match shared.filter(is_of_total) {
            Some(factor) if !lines_by_factor.contains_key(&one) => factor.clone(),
            _ => one,
        }
    }

    /// Under which changes each wrong claim would be right.
    fn explain(&self, checking: &Checking<'_>, judged: &[Judgement]) -> Vec<(Vec<Changes>, Option<String>)> {
        let Checking { limit, steps, .. } = *checking;
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
                self.right_under(checking, (judged, &still_open), changes)
            });
            let right: Vec<Vec<usize>> = right.collect();
            for (changes, right) in all.iter().zip(right) {
                right.into_iter().for_each(|at| found[at].push(changes.clone()));
            }
            if changes_at_once == 1 && self.tries_perfect {
                let perfect = Changes::from([(STRATEGY.to_owned(), Class::Perfect.name().to_owned())]);
                let still_open = open(&found);
                if !still_open.is_empty() {
                    let right = self.right_under(checking, (judged, &still_open), &perfect);
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
        checking: &Checking<'_>,
        (judged, open): (&[Judgement], &[usize]),
        changes: &Changes,
    ) -> Vec<usize> {
        let Checking { claims, ref family, .. } = *checking;
        let class = changes.get(STRATEGY).and_then(|name| name.parse().ok());
        let rules: Changes = changes
            .iter()
            .filter(|(key, _)| *key != STRATEGY)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let Ok(variant) = variants::changed(&self.submission, &rules) else { return Vec::new() };
        let paytable = changes.iter().find(|(key, _)| key.ends_with(".paytable")).map(|(_, name)| name.as_str());
        let mut world = World::new(&variant, claims, family);
        let is_right = |&at: &usize| {
            let judgement = &judged[at];
            let claim = &claims.claims[judgement.claim];
            let answer = world.answer(claim, class, paytable);
            answer.is_ok_and(|answer| is_right(claim, &answer, &judgement.factor))
        };
        open.iter().copied().filter(is_right).collect()
    }
}
