//! JSON Schemas (draft-07) of the files that the program reads and of the answers that it prints. Types tell their own shape; here that is
//! put together, and completed by what types do not tell: the shapes of numbers as text, and what one game leaves open.
//!
//! `just schemas` writes them to docs/schema; a test compares.

mod analysis;
mod claims;
mod derived;
mod strategy;

use serde_json::Value;
use shoeproof::Failure;

/// Every schema by the name of its file in docs/schema.
///
/// # Errors
/// None in a program whose tests pass.
pub fn schemas() -> Result<Vec<(String, Value)>, Failure> {
    let mut all = vec![
        ("game.json".to_owned(), derived::game()),
        ("claims.json".to_owned(), claims::claims()),
        ("strategy.json".to_owned(), strategy::strategy()),
        ("report.json".to_owned(), derived::report()),
        ("certificate.json".to_owned(), derived::certificate()),
    ];
    for game in shoeproof::games() {
        let analysis = shoeproof::Analysis::of_game(game)?;
        let any_number = analysis.submission().game.shoe.any_number;
        all.push((format!("analyses/{game}.json"), analysis::analysis(&analysis.choices(), any_number)));
    }
    all.extend(derived::answers().into_iter().map(|(name, schema)| (format!("answers/{name}.json"), schema)));
    Ok(all)
}

/// A schema as its file has it.
pub fn text(schema: &Value) -> String {
    // A value is always written.
    format!("{}\n", serde_json::to_string_pretty(schema).unwrap_or_default())
}
