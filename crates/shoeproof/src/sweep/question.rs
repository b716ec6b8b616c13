//! What a unit asks, and the classes that are swept.

use serde::{Deserialize, Serialize};
use solver::Class;

use crate::failure::Failure;
use crate::schema::JsonSchema;

/// What is asked of an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnitQuestion {
    /// The base game, exactly.
    Solve {
        /// The strategy class: `td`, `cdz` or `cdz-best`.
        strategy: String,
        /// Whether the variance of a round is computed, which is most of the work.
        #[serde(default)]
        variance: bool,
    },
    /// The base game in floats with a proven error.
    Approximate {
        /// The strategy class: `td` or `cdz`.
        strategy: String,
        /// The shoe that the game is compiled for, of which the analysis's is a part; the analysis's own unless given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<[u16; cards::Value::COUNT]>,
    },
    /// A side wager, exactly.
    Wager {
        /// Its id.
        wager: String,
    },
}

impl UnitQuestion {
    /// The word of a plan.
    pub(crate) fn ask(&self) -> &'static str {
        match self {
            Self::Solve { .. } => "solve",
            Self::Approximate { .. } => "approximate",
            Self::Wager { .. } => "wager",
        }
    }

    pub(crate) fn strategy(&self) -> Option<&str> {
        match self {
            Self::Solve { strategy, .. } | Self::Approximate { strategy, .. } => Some(strategy),
            Self::Wager { .. } => None,
        }
    }

    pub(crate) fn wager(&self) -> Option<&str> {
        match self {
            Self::Wager { wager } => Some(wager),
            _ => None,
        }
    }
}

/// The class of a question of a sweep.
///
/// # Errors
/// For a name that is none, and for perfect play, which takes more memory than several workers have.
pub(crate) fn class(name: &str) -> Result<Class, Failure> {
    match name.parse::<Class>().map_err(Failure::Asked)? {
        Class::Perfect => Err(Failure::Asked(
            "perfect play is not swept, because one solution can take the whole memory: expected td, cdz or cdz-best"
                .to_owned(),
        )),
        class => Ok(class),
    }
}
