//! JSON Schemas of what is written as text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Rank, Value};

impl JsonSchema for Value {
    fn schema_name() -> Cow<'static, str> {
        "CardValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names =
            ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "10", "J", "Q", "K", "1", "a", "t", "j", "q", "k"];
        json_schema!({ "enum": names, "description": "A card value: A, 2 to 9, or T for every ten." })
    }
}

impl JsonSchema for Rank {
    fn schema_name() -> Cow<'static, str> {
        "Rank".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        json_schema!({ "enum": names, "description": "A rank." })
    }
}
