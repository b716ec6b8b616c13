//! An analysis with some of its choices changed: readings, options, the number of decks, a paytable. What a search goes through.

use std::collections::BTreeMap;

use rules::{Choice, Override, ReadRules, Submission};

use crate::failure::Failure;

/// Choices that differ from the analysis, by the key of `--set`: `decks`, `readings.NAME`, `options.NAME`, `wagers.ID.paytable`.
/// The order of the keys is that in which they are made, decks first.
pub type Changes = BTreeMap<String, String>;

/// Something that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dimension {
    /// Key of `--set`.
    pub(crate) key: String,
    /// As the analysis has it.
    pub(crate) chosen: String,
    /// What else there is.
    pub(crate) others: Vec<String>,
}

/// What a search asks about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Asked<'a> {
    Base,
    /// A side wager; and whether play decides it.
    Wager(&'a str),
}

/// What a search may change besides readings.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scope {
    pub(crate) options: bool,
    pub(crate) decks: bool,
    pub(crate) paytables: bool,
}

impl Asked<'_> {
    /// Whether a reading or an option touches the rules that the figure is computed from.
    fn is_touched_by(self, choice: &Choice) -> bool {
        match self {
            Asked::Base => choice.switch.affects_base_game(),
            Asked::Wager(id) => choice.switch.affects_wager(id),
        }
    }
}

/// What can be changed and touches what is asked: decks, then options, then readings, then the paytable.
///
/// A reading that sets no rule of the base game, or none of the wager, cannot change its figure and is left out. (A wager that
/// play decides is taken under the analysis's own base game.)
pub(crate) fn dimensions(submission: &Submission, asked: Asked<'_>, scope: Scope) -> Vec<Dimension> {
    let mut all = Vec::new();
    if let Some(decks) = submission.decks.filter(|_| scope.decks) {
        let others = submission.game.shoe.decks.iter().filter(|&&other| other != decks).map(u16::to_string);
        all.push(Dimension { key: "decks".to_owned(), chosen: decks.to_string(), others: others.collect() });
    }
    let options = submission.options.iter().filter(|_| scope.options).map(|choice| ("options", choice));
    let readings = submission.readings.iter().map(|choice| ("readings", choice));
    for (kind, choice) in options.chain(readings).filter(|(_, choice)| asked.is_touched_by(choice)) {
        all.push(Dimension {
            key: format!("{kind}.{}", choice.switch.name),
            chosen: choice.choice.clone(),
            others: choice.others().map(|other| other.name.clone()).collect(),
        });
    }
    if let (Asked::Wager(id), true) = (asked, scope.paytables) {
        let mut offered = submission.wagers.iter().filter(|offered| offered.id == id);
        // Where the analysis offers several there is no one choice to change.
        if let (Some(offered), None) = (offered.next(), offered.next()) {
            let decks = submission.game.shoe.dealing.counted(offered.decks, offered.rule.decks_counted);
            let tables = offered.rule.paytables.iter().filter(|table| table.goes_with(decks));
            let names = tables.map(|table| &table.name).filter(|&name| *name != offered.paytable.name);
            all.push(Dimension {
                key: format!("wagers.{id}.paytable"),
                chosen: offered.paytable.name.clone(),
                others: names.cloned().collect(),
            });
        }
    }
    all.retain(|dimension| !dimension.others.is_empty());
    all
}

/// How many ways there are to make at most so many changes, the analysis itself included; `None` if it has no name.
pub(crate) fn count(dimensions: &[Dimension], most_changes: usize) -> Option<u64> {
    // ways[k]: of exactly k changes, among the dimensions so far.
    let mut ways = vec![1_u64];
    for dimension in dimensions {
        let others = dimension.others.len() as u64;
        let mut next = ways.clone();
        next.push(0);
        for (changes, more) in ways.iter().enumerate() {
            next[changes + 1] = next[changes + 1].checked_add(more.checked_mul(others)?)?;
        }
        ways = next;
    }
    ways.iter().take(most_changes.saturating_add(1)).try_fold(0_u64, |sum, ways| sum.checked_add(*ways))
}

/// Every way to make at most so many changes. Those that share decks and then options are together, so that what they share is
/// computed once.
pub(crate) fn combinations(dimensions: &[Dimension], most_changes: usize) -> Vec<Changes> {
    let mut all = vec![Changes::new()];
    for dimension in dimensions {
        let mut longer = Vec::new();
        for changes in all {
            let more = if changes.len() < most_changes { &dimension.others[..] } else { &[] };
            let with = more.iter().map(|other| {
                let mut changes = changes.clone();
                changes.insert(dimension.key.clone(), other.clone());
                changes
            });
            let with: Vec<Changes> = with.collect();
            longer.push(changes);
            longer.extend(with);
        }
        all = longer;
    }
    all
}

/// The analysis with the changes made.
///
/// # Errors
/// If the rules do not allow them together.
pub(crate) fn changed(submission: &Submission, changes: &Changes) -> Result<Submission, Failure> {
    changed_in(submission, None, changes)
}

/// The same, with the game file read before.
fn changed_in(
    submission: &Submission,
    rules: Option<&ReadRules<'_>>,
    changes: &Changes,
) -> Result<Submission, Failure> {
    let own_decks = |key: &String| *key == "decks";
    // All at once is one reading of the rules. What is refused so is made change by change, to say which is not allowed.
    if !changes.keys().any(own_decks) {
        let all: Vec<Override> = changes.iter().map(|(key, value)| Override::new(key, value)).collect();
        let variant = match rules {
            Some(rules) => submission.with_all_in(rules, &all),
            None => submission.with_all(&all),
        };
        if let Ok(variant) = variant {
            return Ok(variant);
        }
    }
    let mut variant = submission.clone();
    for (key, value) in changes {
        variant = match variant.with(key, value) {
            // The paytable that the analysis picks need not go with another number of decks.
            Err(error) if key == "decks" => match value.parse() {
                Ok(decks) => variant.for_decks(decks)?,
                Err(_) => return Err(error.into()),
            },
            other => other?,
        };
    }
    Ok(variant)
}

/// The analysis with changes made, each number of decks dealt out once: what a search of many combinations begins with.
pub(crate) struct ByDecks<'a> {
    submission: &'a Submission,
    /// Of all its numbers of decks.
    rules: Option<ReadRules<'a>>,
    /// By number of decks.
    others: BTreeMap<&'a str, Submission>,
}

impl<'a> ByDecks<'a> {
    /// Numbers of decks that the rules refuse are left to [`changed`].
    pub(crate) fn new(submission: &'a Submission, all: &'a [Changes]) -> Self {
        let mut others = BTreeMap::new();
        for decks in all.iter().filter_map(|changes| changes.get("decks")) {
            if !others.contains_key(decks.as_str())
                && let Ok(variant) = changed(submission, &Changes::from([("decks".to_owned(), decks.clone())]))
            {
                others.insert(decks.as_str(), variant);
            }
        }
        Self { submission, rules: submission.rules().ok(), others }
    }

    /// As [`changed`].
    ///
    /// # Errors
    /// As [`changed`].
    pub(crate) fn changed(&self, changes: &Changes) -> Result<Submission, Failure> {
        let Some(variant) = changes.get("decks").and_then(|decks| self.others.get(decks.as_str())) else {
            return changed_in(self.submission, self.rules.as_ref(), changes);
        };
        let rest = changes.iter().filter(|(key, _)| *key != "decks");
        let rest = rest.map(|(key, value)| (key.clone(), value.clone())).collect();
        changed_in(variant, self.rules.as_ref(), &rest)
    }
}

/// `key=value, key=value`; `the analysis as it stands` for none.
pub fn named(changes: &Changes) -> String {
    if changes.is_empty() {
        return "the analysis as it stands".to_owned();
    }
    changes.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(", ")
}

/// Whether a dimension is that of this key, or of its last part.
pub(crate) fn is_named(dimension: &Dimension, name: &str) -> bool {
    dimension.key == name || short(&dimension.key) == name
}

/// A key without the kind of thing it is.
pub(crate) fn short(key: &str) -> &str {
    key.rsplit_once('.').map_or(key, |(_, name)| name)
}

/// What the number of combinations is the product of.
pub(crate) fn factors(dimensions: &[Dimension], per_changes: u64) -> String {
    let mut factors: Vec<String> =
        dimensions.iter().map(|one| format!("{} {}", short(&one.key), 1 + one.others.len())).collect();
    if per_changes > 1 {
        factors.push(format!("strategy classes {per_changes}"));
    }
    factors.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimension(key: &str, others: usize) -> Dimension {
        let others = (1..=others).map(|other| other.to_string()).collect();
        Dimension { key: key.to_owned(), chosen: "0".to_owned(), others }
    }

    #[test]
    fn as_many_combinations_as_counted_and_no_two_alike() {
        let dimensions = [dimension("a", 1), dimension("b", 2), dimension("c", 3), dimension("d", 1)];
        for most in 0..6 {
            let mut all = combinations(&dimensions, most);
            assert_eq!(count(&dimensions, most), Some(all.len() as u64));
            assert!(all.iter().all(|changes| changes.len() <= most));
            let listed = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), listed);
        }
        assert_eq!(count(&dimensions, usize::MAX), Some(2 * 3 * 4 * 2));
        assert_eq!(count(&vec![dimension("a", 9); 40], 40), None);
    }

    #[test]
    fn what_comes_first_changes_last() {
        let dimensions = [dimension("a", 1), dimension("b", 1)];
        let names: Vec<String> = combinations(&dimensions, 2).iter().map(named).collect();
        assert_eq!(names, ["the analysis as it stands", "b=1", "a=1", "a=1, b=1"]);
    }
}
