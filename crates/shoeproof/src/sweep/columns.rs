//! A row per unit: the columns of a sweep's result, as CSV and as JSON lines. docs/design/sweeps.md has what each means.

use std::collections::BTreeMap;

use certificate::Exact;

use crate::failure::Failure;
use crate::sweep::answer::UnitAnswer;
use crate::sweep::plan::{SweepPlan, UnitPlace};

/// What stands in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cell {
    None,
    Text(String),
    /// A decimal, digit by digit as it was found.
    Number(String),
    Truth(bool),
}

impl Cell {
    fn text(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::None, |text| Self::Text(text.into()))
    }

    fn number(number: Option<impl ToString>) -> Self {
        number.map_or(Self::None, |number| Self::Number(number.to_string()))
    }
}

/// Columns that come before those of the keys, and after them.
const BEFORE: [&str; 4] = ["unit", "analysis", "game", "decks"];
const AFTER: [&str; 25] = [
    "depth",
    "sample",
    "shoe",
    "conforming",
    "ask",
    "strategy",
    "wager",
    "paytable",
    "ev",
    "ev_decimal",
    "house_edge",
    "house_edge_decimal",
    "variance",
    "variance_decimal",
    "average_wager",
    "average_wager_decimal",
    "element_of_risk",
    "element_of_risk_decimal",
    "hit_frequency",
    "hit_frequency_decimal",
    "attack",
    "error",
    "submission",
    "plan_unit",
    "failure",
];

/// The columns of a plan's result.
pub(crate) struct Columns<'a> {
    plan: &'a SweepPlan,
    /// Keys that are replaced, but for those that have a column in any case.
    keys: Vec<String>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(plan: &'a SweepPlan) -> Self {
        let keys = plan.keys().into_iter().filter(|key| !["decks", "shoe"].contains(&key.as_str())).collect();
        Self { plan, keys }
    }

    pub(crate) fn header(&self) -> String {
        let names: Vec<String> = self.names().map(csv).collect();
        names.join(",")
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        BEFORE.into_iter().chain(self.keys.iter().map(String::as_str)).chain(AFTER)
    }

    /// The rows of a unit: of CSV, and of JSON lines.
    ///
    /// # Errors
    /// [`Failure::Json`].
    pub(crate) fn rows(&self, number: u64, answer: &UnitAnswer) -> Result<(String, String), Failure> {
        let cells = self.cells(number, answer)?;
        let mut comma = Vec::with_capacity(cells.len());
        let mut json = Vec::with_capacity(cells.len());
        for (name, cell) in self.names().zip(&cells) {
            let (shown, value) = match cell {
                Cell::None => (String::new(), "null".to_owned()),
                Cell::Text(text) => (csv(text), serde_json::to_string(text)?),
                Cell::Number(digits) => (digits.clone(), digits.clone()),
                Cell::Truth(truth) => (truth.to_string(), truth.to_string()),
            };
            comma.push(shown);
            json.push(format!("{}:{value}", serde_json::to_string(name)?));
        }
        Ok((comma.join(","), format!("{{{}}}", json.join(","))))
    }

    fn cells(&self, number: u64, answer: &UnitAnswer) -> Result<Vec<Cell>, Failure> {
        let place = self.plan.place(number)?;
        let set: BTreeMap<&str, &str> = place.set.iter().map(|one| (one.key(), one.value())).collect();
        let stated = |key: &str| set.get(key).copied();
        let decks = answer.decks.map(|decks| decks.to_string());
        let decks = decks.or_else(|| Some(stated("decks")?.parse::<u16>().ok()?.to_string()));
        let mut cells = vec![
            Cell::text(Some(&answer.unit)),
            Cell::text(Some(&place.analysis)),
            Cell::text(Some(&answer.game)),
            Cell::number(decks),
        ];
        cells.extend(self.keys.iter().map(|key| Cell::text(stated(key))));
        let UnitPlace { shoe: sampled, .. } = &place;
        let (depth, sample) = sampled.clone().unzip();
        let counts = answer.shoe.map(|counts| counts.map(|count| count.to_string()).join(" "));
        cells.extend([
            Cell::text(depth),
            Cell::number(sample),
            Cell::text(counts.or_else(|| stated("shoe").map(str::to_owned))),
            answer.conforming.map_or(Cell::None, Cell::Truth),
            Cell::text(Some(answer.question.ask())),
            Cell::text(answer.question.strategy()),
            Cell::text(answer.question.wager()),
        ]);
        cells.extend(figures(answer));
        cells.extend([Cell::text(answer.submission.as_ref()), Cell::number(Some(number))]);
        cells.push(Cell::text(answer.failure.as_ref()));
        Ok(cells)
    }
}

/// From `paytable` to `error`.
fn figures(answer: &UnitAnswer) -> Vec<Cell> {
    let figures = &answer.figures;
    let mut cells = vec![Cell::text(figures.paytable.as_ref())];
    let less = |text: &String| text.strip_prefix('-').map_or_else(|| format!("-{text}"), str::to_owned);
    let near_edge = figures.near_ev.as_ref().map(less);
    let both = |exact: &Option<Exact>, near: Option<&String>| {
        let decimal = exact.as_ref().map(|exact| &exact.decimal).or(near).cloned();
        [Cell::text(exact.as_ref().map(|exact| &exact.fraction)), Cell::number(decimal)]
    };
    cells.extend(both(&figures.ev, figures.near_ev.as_ref()));
    cells.extend(both(&figures.house_edge, near_edge.as_ref()));
    for exact in [&figures.variance, &figures.average_wager, &figures.element_of_risk, &figures.hit_frequency] {
        cells.extend(both(exact, None));
    }
    cells.push(Cell::text(figures.attack.as_ref()));
    cells.push(Cell::number(figures.error.as_ref()));
    cells
}

/// A field of CSV, in quotation marks where it needs them.
fn csv(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_cell_for_every_column() {
        let plan = SweepPlan::from_toml(
            "format = 1\nask = \"wager\"\nwager = \"no, such\"\nanalyses = [\"plain-blackjack\"]\ngrid.decks = [6, 77]\n",
        )
        .expect("a plan");
        let columns = Columns::new(&plan);
        for (number, decks) in [(0, "6"), (1, "77")] {
            let answer = crate::unit(&plan.unit(number).expect("a unit")).expect("an answer");
            assert_eq!(columns.cells(number, &answer).expect("cells").len(), columns.names().count());
            let (comma, json) = columns.rows(number, &answer).expect("rows");
            assert!(comma.contains(&format!("plain-blackjack,{decks},")) && comma.contains("\"no, such\""), "{comma}");
            let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(json["decks"].to_string(), decks);
            assert!(json["failure"].is_string() && json["ev"].is_null());
        }
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!([csv("a b"), csv("a,b"), csv("a \"b\"\n")], ["a b", "\"a,b\"", "\"a \"\"b\"\"\n\""]);
    }
}
