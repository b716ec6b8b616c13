//! The counts that an analysis asks its report to judge, with their tags.

use counting::{CountSystem, SystemError};
use rules::{AskedCount, AskedCounts, Dealing, OwnCount, RulesError, Submission};

use crate::failure::Failure;

/// Most running counts that a report states: a certificate of some three megabytes.
const MOST_FIGURES: u64 = 20_000;
/// Most means and mean squares of side wagers that a report states: another three megabytes.
const MOST_WAGER_FIGURES: u64 = 30_000;

/// The counts of the analysis, in its order; none where it asks for none.
///
/// # Errors
/// [`Failure::Rules`], which names file and line, for what no report can state: a name that no count has, a count of the analysis's own that has the name of one of the program's, tags out of bounds, more running counts or figures of side wagers than a certificate has room for, a game
/// whose effects of removal are not solved, and a double shoe.
pub(crate) fn systems(submission: &Submission) -> Result<Vec<CountSystem>, Failure> {
    let Some(asked) = &submission.exposure else { return Ok(Vec::new()) };
    let all = known(submission)?;
    let refuse = |why: &str| {
        let expected = "no section `exposure` in this analysis (`exposure=none` leaves it out)".to_owned();
        Err(asked.refused(0, format!("what counts tell is not stated: {why}"), expected).into())
    };
    if submission.game.shoe.dealing == Dealing::DoubleShoe {
        return refuse("the cards seen come from both sides of the shoe, and a round from one");
    }
    if !checker::removal_is_asked_for(submission) {
        return refuse("the effects of removal of this game are not solved, or a round might use up the shoe");
    }
    let by_count: Vec<u64> = all.iter().map(|system| figures(submission, system)).collect();
    let figures: u64 = by_count.iter().sum();
    if figures > MOST_FIGURES {
        let expected = format!("fewer counts or depths, of at most {MOST_FIGURES} running counts in all");
        return Err(asked.refused(0, format!("the report would state {figures} running counts"), expected).into());
    }
    let of_each = all.iter().zip(&by_count).map(|(system, figures)| {
        figures * if checker::count_wager_squares_are_stated(submission, &system.id) { 2 } else { 1 }
    });
    let of_wagers = of_each.sum::<u64>() * checker::count_wagers(submission).len() as u64;
    if of_wagers > MOST_WAGER_FIGURES {
        let expected = format!(
            "fewer counts, depths, side wagers or paytables, of at most {MOST_WAGER_FIGURES} figures of side wagers in all"
        );
        let message = format!("the report would state {of_wagers} figures of side wagers by count and depth");
        return Err(asked.refused(0, message, expected).into());
    }
    Ok(all)
}

/// The same, whether or not a report can state them.
///
/// # Errors
/// [`Failure::Rules`] for a name that no count has, and for a count of the analysis's own that is refused.
pub(crate) fn known(submission: &Submission) -> Result<Vec<CountSystem>, Failure> {
    let Some(asked) = &submission.exposure else { return Ok(Vec::new()) };
    let usual = CountSystem::usual();
    let all = asked.iter().enumerate().map(|(at, one)| system(asked, at, one, &usual));
    Ok(all.collect::<Result<_, RulesError>>()?)
}

/// How many running counts a certificate has of a count, at all depths.
fn figures(submission: &Submission, system: &CountSystem) -> u64 {
    let depths = checker::count_depths(submission, &system.tags).into_iter().filter(|depth| depth.left_out.is_none());
    let sums = depths.filter_map(|depth| checker::sums_of_tags(submission, &system.tags, depth.seen));
    sums.map(|[lowest, highest]| (highest - lowest + 1).unsigned_abs()).sum()
}

/// Names so long are known where others begin with them.
const LONG_NAME: usize = 4;

/// Whether a name looks like a known one: their letters and digits are the same, small or capital, or it begins with the known one, if that is long.
fn looks_like(one: &str, other: &str) -> bool {
    let letters =
        |text: &str| text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let (one, other) = (letters(one), letters(other));
    one == other || (other.len() >= LONG_NAME && one.starts_with(&other))
}

/// Whether Latin letters stand beside others, of which some look like Latin ones.
fn mixes_alphabets(name: &str) -> bool {
    /// The last letter of the Latin blocks that languages of Europe write with.
    const LAST_LATIN: char = '\u{24f}';
    let letters = || name.chars().filter(|one| one.is_alphabetic());
    letters().any(|one| one <= LAST_LATIN) && letters().any(|one| one > LAST_LATIN)
}

fn system(asked: &AskedCounts, at: usize, one: &AskedCount, usual: &[CountSystem]) -> Result<CountSystem, RulesError> {
    match one {
        AskedCount::Named(id) => usual.iter().find(|system| system.id == *id).cloned().ok_or_else(|| {
            let names = usual.iter().map(|system| &system.id);
            let expected = format!("{}, or a table with its tags", rules::one_of(names));
            asked.refused(at, format!("the program has no count `{id}`"), expected)
        }),
        AskedCount::Own(OwnCount { id, title, tags, units }) => {
            for name in [id, title] {
                if mixes_alphabets(name) {
                    let message = format!("`{name}` has letters of several alphabets");
                    return Err(asked.refused(at, message, "a name in one alphabet".to_owned()));
                }
                let bears = |system: &&CountSystem| looks_like(name, &system.id) || looks_like(name, &system.title);
                if let Some(system) = usual.iter().find(bears) {
                    let message = format!("`{name}` is the name of a count of the program");
                    return Err(asked.refused(at, message, format!("another name, or `{}` without tags", system.id)));
                }
            }
            let (id, title) = (id.clone(), title.clone());
            let system = CountSystem { id, title, tags: *tags, units: *units, start: 0, start_per_deck: 0 };
            system.check().map(|()| system).map_err(|error| {
                let what = if let SystemError::Bound { what, .. } = &error { what.clone() } else { error.to_string() };
                asked.refused(at, format!("the count `{}`: {what}", one.id()), "a count within bounds".to_owned())
            })
        }
    }
}
