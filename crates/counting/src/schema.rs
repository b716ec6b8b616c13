//! Where the derive of JSON Schemas comes from. With the feature `schema` it is that of schemars; else it derives nothing.

#[cfg(not(feature = "schema"))]
pub(crate) use no_schema::JsonSchema;
#[cfg(feature = "schema")]
pub(crate) use schemars::JsonSchema;
