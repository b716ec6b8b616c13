//! Files from which a run goes on, as another hand changes them.

use std::path::Path;

use certificate::sha256_hex;
use serde_json::Value;

/// The two lines of a file.
#[derive(Clone)]
pub(crate) struct Resumed {
    pub(crate) header: Value,
    pub(crate) state: Value,
}

impl Resumed {
    pub(crate) fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).expect("a file");
        let (header, state) = text.split_once('\n').expect("two lines");
        let json = |text: &str| serde_json::from_str(text).expect("JSON");
        Self { header: json(header), state: json(state) }
    }

    /// Written with the checksum that belongs to it.
    pub(crate) fn write(&self, path: &Path) {
        let state = self.state.to_string();
        let text = |key: &str| self.header[key].as_str().expect("a text").to_owned();
        let signed = format!("{}\n{}\n{}\n{state}", self.header["format"], text("submission_sha256"), text("run"));
        let mut header = self.header.clone();
        header["sha256"] = sha256_hex(signed.as_bytes()).into();
        std::fs::write(path, format!("{header}\n{state}\n")).expect("written");
    }

    /// Written with the checksum that it had.
    pub(crate) fn write_unchecked(&self, path: &Path) {
        std::fs::write(path, format!("{}\n{}\n", self.header, self.state)).expect("written");
    }
}
