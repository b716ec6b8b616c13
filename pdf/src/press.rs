//! The typesetter: a template, files that it reads, and the fonts that are part of the program. Nothing of the machine enters, neither its fonts nor its clock.

use std::collections::BTreeMap;
use std::path::PathBuf;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use crate::MAKER;
use crate::error::PdfError;

const TEMPLATE: &str = include_str!("../template/report.typ");

/// The PDF of the template with these files, by name. `ident` tells it from every other document.
pub(crate) fn print(files: Vec<(String, Vec<u8>)>, ident: &str) -> Result<Vec<u8>, PdfError> {
    let press = Press::new(files)?;
    let document: PagedDocument = typst::compile(&press).output.map_err(|errors| said(&errors))?;
    let standards = PdfStandards::new(&[PdfStandard::A_3a, PdfStandard::Ua_1])
        .map_err(|error| PdfError::Typeset(error.message().to_string()))?;
    let options = PdfOptions {
        ident: Smart::Custom(ident.to_owned()),
        creator: Smart::Custom(Some(MAKER.to_owned())),
        standards,
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&document, &options).map_err(|errors| said(&errors))
}

fn said(errors: &[SourceDiagnostic]) -> PdfError {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    PdfError::Typeset(messages.join("; "))
}

struct Press {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    main: Source,
    files: BTreeMap<String, Bytes>,
}

impl Press {
    fn new(files: Vec<(String, Vec<u8>)>) -> Result<Self, PdfError> {
        let path = VirtualPath::new("report.typ").map_err(|error| PdfError::Typeset(error.to_string()))?;
        let main = Source::new(RootedPath::new(VirtualRoot::Project, path).intern(), TEMPLATE.to_owned());
        let fonts: Vec<Font> = typst_assets::fonts().flat_map(|data| Font::iter(Bytes::new(data))).collect();
        Ok(Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main,
            files: files.into_iter().map(|(name, bytes)| (name, Bytes::new(bytes))).collect(),
        })
    }
}

impl World for Press {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() { Ok(self.main.clone()) } else { Err(FileError::NotSource) }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let name = id.vpath().get_without_slash();
        self.files.get(name).cloned().ok_or_else(|| FileError::NotFound(PathBuf::from(name)))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tree;

    /// A page of one section, set as a report's is.
    fn set(section: &str) -> Result<Vec<u8>, PdfError> {
        let head = "<header><dl><div><dt>Report</dt><dd>one</dd></div></dl></header>";
        let body = tree::read(&format!("<main>{head}<section id=\"s\"><h2>One</h2>{section}</section></main>"))?;
        let about = json!({
            "title": "Title", "id": "one", "date": [2026, 11, 21], "date_text": "2026-11-21", "authoriser": "A", "laboratory": "Laboratory",
            "regulation": "none", "software": "none", "manifest": "manifest.json", "manifest_sha256": "0", "submission_sha256": "0",
        });
        let files = vec![
            ("about.json".to_owned(), serde_json::to_vec(&about)?),
            ("body.json".to_owned(), serde_json::to_vec(&body.root)?),
            ("certificate.json".to_owned(), b"{}".to_vec()),
        ];
        print(files, "one")
    }

    #[test]
    fn links_lead_to_sections_paragraphs_and_headings() {
        let links = "<p><a href=\"#s\">1</a> <a href=\"#p\">2</a> <a href=\"#h\">3</a> <a href=\"#none\">4</a></p>";
        let set = set(&format!("{links}<p id=\"p\">x</p><h3 id=\"h\">x</h3><p>y</p>")).expect("set");
        assert!(set.starts_with(b"%PDF"));
    }

    #[test]
    fn groups_of_a_table_may_be_without_rows_and_go_on_over_pages() {
        let group = "<tr class=\"group\"><th>g</th><td class=\"n\">2</td></tr>";
        let row = "<tr><th>a</th><td class=\"n\">1</td></tr>";
        let filled = format!("{group}{}", row.repeat(9));
        let rows = format!("{group}{filled}{}{group}", filled.repeat(12));
        let head = "<thead><tr><th>A</th><th class=\"n\">B</th></tr></thead>";
        let table = format!("<div class=\"scroll\" aria-label=\"T\"><table>{head}<tbody>{rows}</tbody></table></div>");
        let example = "<div class=\"example\"><h3>E</h3><dl><dt>Dealer</dt><dd>A</dd></dl></div>";
        let exceptions = "<div class=\"exceptions\"><div class=\"exception\"><h5>2</h5><p>hit</p></div></div>";
        let set = set(&format!("{table}{example}{exceptions}")).expect("set");
        assert!(set.starts_with(b"%PDF"));
    }
}
