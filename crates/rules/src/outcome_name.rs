//! What the outcomes of a side wager are called. The certificate names them, so whoever counts them calls them alike.

/// The outcome that no line wins.
const LOSING: &str = "All others";

/// Stands between the names of lines that are paid together.
const JOINS: &str = " + ";

/// The outcome of a straight whose wager is returned.
pub const RETURNED: &str = "Returned";

/// The name of the outcome in which these lines are paid.
///
/// ```
/// assert_eq!(rules::outcome_name(["Royal Match", "Crown Treasure"]), "Royal Match + Crown Treasure");
/// assert_eq!(rules::outcome_name([]), "All others");
/// ```
pub fn outcome_name<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let lines: Vec<&str> = lines.into_iter().collect();
    if lines.is_empty() { LOSING.to_owned() } else { lines.join(JOINS) }
}

/// The names of the lines that are paid in the outcome of this name; its own of one that is no line.
pub fn lines_of_outcome(name: &str) -> impl Iterator<Item = &str> {
    name.split(JOINS)
}

/// Why a line may not have this name: an outcome that is not the line alone has it. What is expected instead.
pub(crate) fn is_taken(line: &str) -> Option<String> {
    let taken = [LOSING, RETURNED].contains(&line) || line.contains(JOINS);
    taken.then(|| format!("another name than {LOSING} or {RETURNED}, without `{JOINS}`"))
}
