//! The file of a plan, as it is written.

use std::collections::BTreeMap;
use std::ops::Range;

use rules::{FileKind, Override, Penetration, RulesError, Source};
use serde::Deserialize;
use toml::Spanned;

/// Most shoes sampled at each depth, and most entries of any other list of a plan.
pub(crate) const MOST_LISTED: usize = 100_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct PlanFile {
    pub(crate) format: Spanned<u32>,
    pub(crate) ask: Spanned<Ask>,
    pub(crate) analyses: Spanned<Vec<Spanned<String>>>,
    pub(crate) strategies: Option<Spanned<Vec<Spanned<String>>>>,
    pub(crate) variance: Option<Spanned<bool>>,
    pub(crate) wager: Option<Spanned<String>>,
    pub(crate) units_per_file: Option<Spanned<u32>>,
    #[serde(default)]
    set: toml::Table,
    #[serde(default)]
    grid: toml::Table,
    #[serde(default)]
    list: Vec<toml::Table>,
    pub(crate) shoes: Option<ShoesFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ask {
    Solve,
    Approximate,
    Wager,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ShoesFile {
    depths: Spanned<Vec<Spanned<toml::Value>>>,
    number: Spanned<u64>,
    pub(crate) seed: u64,
}

/// The values of a key of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GridValues {
    /// Those that there are.
    All,
    /// Those listed.
    Listed(Vec<String>),
}

/// A plan's text, able to point at what is wrong with it.
pub(crate) struct PlanText<'a>(pub(crate) &'a Source);

impl PlanText<'_> {
    pub(crate) fn read(&self) -> Result<PlanFile, RulesError> {
        FileKind::SweepPlan.check_text(self.0)?;
        toml::from_str(self.0.text()).map_err(|error| self.0.error(error.span(), error.message()))
    }

    pub(crate) fn wrong(&self, span: Range<usize>, message: impl Into<String>, expected: &str) -> RulesError {
        self.0.expected(Some(span), message, expected)
    }

    /// An error of a section, whose values have no places.
    fn of(&self, section: &str, key: &str, message: &str, expected: &str) -> RulesError {
        self.0.expected(None, format!("{section}.{key}: {message}"), expected)
    }

    /// What is replaced in every unit.
    pub(crate) fn set(&self, file: &PlanFile) -> Result<Vec<Override>, RulesError> {
        self.row("set", &file.set)
    }

    /// What is replaced in the units of each entry of the list.
    pub(crate) fn list(&self, file: &PlanFile) -> Result<Vec<Vec<Override>>, RulesError> {
        if file.list.len() > MOST_LISTED {
            let message = format!("the list has {} entries", file.list.len());
            return Err(self.0.expected(None, message, format!("at most {MOST_LISTED}")));
        }
        file.list.iter().map(|row| self.row("list", row)).collect()
    }

    fn row(&self, section: &str, table: &toml::Table) -> Result<Vec<Override>, RulesError> {
        let values = flat(table).into_iter().map(|(key, value)| {
            let value = scalar(value);
            let value =
                value.ok_or_else(|| self.of(section, &key, "no value", "a string, a number or a truth value"))?;
            Ok(Override::new(key, value))
        });
        values.collect()
    }

    /// The keys of the grid with their values, `decks` first.
    pub(crate) fn grid(&self, file: &PlanFile) -> Result<Vec<(String, GridValues)>, RulesError> {
        let values = flat(&file.grid).into_iter().map(|(key, value)| {
            let expected = "\"all\", or a list of strings and numbers";
            let values = match value {
                toml::Value::String(all) if all == "all" => GridValues::All,
                toml::Value::Array(values) => {
                    let values: Option<Vec<String>> = values.iter().map(scalar).collect();
                    let values = values.filter(|values| !values.is_empty() && values.len() <= MOST_LISTED);
                    GridValues::Listed(values.ok_or_else(|| self.of("grid", &key, "no values", expected))?)
                }
                _ => return Err(self.of("grid", &key, "no values", expected)),
            };
            Ok((key, values))
        });
        values.collect()
    }

    /// Places of cuts, with how many shoes are sampled at each.
    pub(crate) fn depths(&self, shoes: &ShoesFile) -> Result<(Vec<Penetration>, u64), RulesError> {
        let number = *shoes.number.get_ref();
        if !(1..=MOST_LISTED as u64).contains(&number) {
            let expected = format!("1 to {MOST_LISTED}");
            return Err(self.wrong(shoes.number.span(), format!("{number} shoes at each depth"), &expected));
        }
        let depths = shoes.depths.get_ref();
        if depths.is_empty() || depths.len() > MOST_LISTED {
            return Err(self.wrong(shoes.depths.span(), "no depths", "a list such as [\"25%\", \"50%\"]"));
        }
        let depths = depths.iter().map(|depth| {
            let expected = "a part of the shoe such as \"50%\", or a number of cards";
            let text = scalar(depth.get_ref());
            let read = text.as_deref().map(str::parse).and_then(Result::ok);
            read.ok_or_else(|| self.wrong(depth.span(), "no depth", expected))
        });
        Ok((depths.collect::<Result<_, _>>()?, number))
    }
}

fn scalar(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The values of a table and of the tables in it, by their keys with dots between.
fn flat(table: &toml::Table) -> BTreeMap<String, &toml::Value> {
    let mut all = BTreeMap::new();
    let mut open: Vec<(String, &toml::Value)> = table.iter().map(|(key, value)| (key.clone(), value)).collect();
    while let Some((key, value)) = open.pop() {
        match value {
            toml::Value::Table(inner) => {
                open.extend(inner.iter().map(|(name, value)| (format!("{key}.{name}"), value)))
            }
            _ => {
                all.insert(key, value);
            }
        }
    }
    all
}
