//! What somebody who wants to cheat would do: changes one value of a report's certificate, and makes every other file of the
//! folder anew, the manifest too. `verify` must refuse the result, or name the value as not checked.
//!
//! ```sh
//! cargo run --release --example forge -- REPORT /classes/1/ev '-1/200' FORGED
//! shoeproof verify FORGED
//! ```

use std::error::Error;
use std::fs;
use std::path::Path;

use certificate::{Certificate, form};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [report, pointer, value, forged] = &arguments[..] else {
        return Err("usage: forge REPORT POINTER VALUE FORGED".into());
    };
    let read = |name: &str| Ok(fs::read_to_string(Path::new(report).join(name)).ok());
    let submission = shoeproof::submission(read)?;
    let mut document: Value = serde_json::from_slice(&fs::read(Path::new(report).join("certificate.json"))?)?;
    let place = document.pointer_mut(pointer).ok_or("the certificate has no such place")?;
    *place = match value.as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text => Value::String(text.to_owned()),
    };
    let certificate = Certificate::read(form::write(&document)?.as_bytes())?;
    for (name, text) in shoeproof::render(&submission, &certificate)? {
        let path = Path::new(forged).join(name);
        fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
        fs::write(path, text)?;
    }
    Ok(())
}
