//! How much may be wagered on a side wager.

use crate::schema::JsonSchema;
use num_rational::BigRational;
use serde::Deserialize;

/// The amounts that the text allows a wager to be.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AmountRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// The amounts in dollars, where the text names them.
    #[serde(default)]
    pub dollars: Vec<u32>,
    /// The least in dollars.
    pub least_dollars: Option<u32>,
    /// The most, in base wagers.
    pub most_base_wagers: Option<u32>,
}

impl AmountRule {
    pub(crate) fn allows_dollars(&self, stated: &BigRational) -> bool {
        self.least_dollars.is_none_or(|least| *stated >= whole(least))
            && (self.dollars.is_empty() || self.dollars.iter().any(|&dollars| *stated == whole(dollars)))
    }

    pub(crate) fn allows_base_wagers(&self, stated: &BigRational) -> bool {
        self.most_base_wagers.is_none_or(|most| *stated <= whole(most))
    }

    /// The wager in dollars where none is stated: one dollar, or the least that the text allows.
    pub(crate) fn usual_dollars(&self) -> u32 {
        let least = self.least_dollars.unwrap_or(1).max(1);
        let is_allowed = self.dollars.is_empty() || self.dollars.contains(&least);
        if is_allowed { least } else { self.dollars.iter().copied().min().unwrap_or(least) }
    }

    /// In words, after "the wager is": `$1 or $5`, or `at least $1 and at most the initial wager`.
    pub(crate) fn text(&self) -> String {
        let dollars: Vec<String> = self.dollars.iter().map(|dollars| format!("${dollars}")).collect();
        let most = self.most_base_wagers.map(|most| match most {
            1 => "at most the initial wager".to_owned(),
            _ => format!("at most {most} initial wagers"),
        });
        let named = (!dollars.is_empty()).then(|| dollars.join(" or "));
        let least = self.least_dollars.map(|least| format!("at least ${least}"));
        let between = least.into_iter().chain(most).collect::<Vec<_>>().join(" and ");
        named.into_iter().chain(Some(between).filter(|text| !text.is_empty())).collect::<Vec<_>>().join(", ")
    }
}

fn whole(number: u32) -> BigRational {
    BigRational::from_integer(number.into())
}
