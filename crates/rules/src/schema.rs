//! Where the derive of JSON Schemas comes from. With the feature `schema` it is that of schemars; else it derives nothing.

#[cfg(not(feature = "schema"))]
pub(crate) use no_schema::JsonSchema;
#[cfg(feature = "schema")]
pub(crate) use schemars::JsonSchema;

#[cfg(feature = "schema")]
pub(crate) use rule_value::RuleValue;

#[cfg(feature = "schema")]
mod rule_value {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    /// The value of any rule.
    pub(crate) struct RuleValue;

    impl JsonSchema for RuleValue {
        fn schema_name() -> Cow<'static, str> {
            "RuleValue".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "description": "A value that the rule can take." })
        }
    }
}
