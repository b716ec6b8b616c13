//! `#[derive(JsonSchema)]` where no schema is wanted: it derives nothing. With the feature `schema` of a crate schemars' derive stands in
//! its place, which takes seconds to build, and only the crate that writes the schemas wants it.

use proc_macro::TokenStream;

/// Nothing. The attributes of schemars are allowed, and say nothing either.
#[proc_macro_derive(JsonSchema, attributes(schemars))]
pub fn json_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
