//! Writes the schemas to docs/schema.

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema"));
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    for (name, schema) in schema::schemas()? {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, schema::text(&schema))?;
    }
    Ok(())
}
