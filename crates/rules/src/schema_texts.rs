//! JSON Schemas of the values that are written as text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::game::EvenMoney;
use crate::odds::{Odds, Percent};
use crate::side_wager::{CardName, Pay};

/// A type that is read from text of a shape.
macro_rules! text {
    ($of:ty, $name:literal, $pattern:literal, $description:literal) => {
        impl JsonSchema for $of {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern, "description": $description })
            }
        }
    };
}

text!(Odds, "Odds", "^[0-9]{1,5}:[0-9]{1,5}$", "Payout odds such as 3:2: the net win per unit wagered.");
text!(EvenMoney, "EvenMoney", "^(none|[0-9]{1,5}:[0-9]{1,5})$", "Odds of even money such as 1:1, or none.");
text!(Percent, "Percent", "^-?[0-9]+(\\.[0-9]+)?%$", "A percentage as its source prints it, such as 0.43%.");
text!(CardName, "CardName", "^(A|[2-9]|10|J|Q|K)[cdhs]?$", "A card by rank and suit, such as Qh, or by rank alone.");
text!(
    Pay,
    "Pay",
    "^([0-9.]+%|([0-9.]+% *\\+ *)?[0-9]{1,5}(:| for )[0-9]{1,5})$",
    "What a line pays: 30:1, 1000 for 1, a share of the meter such as 10%, or both as in 100% + 200:1."
);
