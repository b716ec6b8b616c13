//! A report's page as a tree of plain data for the template, its charts apart.

use std::collections::BTreeMap;

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde::Serialize;

use crate::error::PdfError;

/// A page is flatter than this.
const MOST_LEVELS: usize = 40;

/// Elements that begin a line of their own, so that blanks beside their ends are none.
const BLOCKS: [&str; 27] = [
    "article",
    "caption",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "header",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "section",
    "summary",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];
/// Parts of a table that hold no text themselves.
const PARTS: [&str; 4] = ["tbody", "tfoot", "thead", "br"];

/// A text, or an element: tag, classes, other attributes and what is in it.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Piece {
    Text(String),
    Element { t: String, c: Vec<String>, a: BTreeMap<String, String>, k: Vec<Piece> },
}

/// The `main` element of a page, and its charts as files of SVG, which the tree has by number.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) root: Piece,
    pub(crate) charts: Vec<String>,
}

/// Reads a page as the program writes them: every element is closed but `br`, and every attribute is quoted. Anything else is refused.
pub(crate) fn read(html: &str) -> Result<Body, PdfError> {
    let main = html.find("<main").zip(html.rfind("</main>")).filter(|(start, end)| start < end);
    let (start, end) = main.ok_or(PdfError::Page("it has no main part"))?;
    let source = &html[start..end + "</main>".len()];
    let mut reader = Reader::from_str(source);
    // A line break has no end.
    reader.config_mut().check_end_names = false;
    let mut growing = Growing::default();
    loop {
        let before = position(&reader);
        match reader.read_event().map_err(|_| PdfError::Page("it is not well formed"))? {
            Event::Start(tag) if tag.name().as_ref() == "svg" => {
                let chart = tag.to_owned();
                reader.read_to_end(chart.name()).map_err(|_| PdfError::Page("a chart is not closed"))?;
                growing.chart(&chart, &source[before..position(&reader)])?;
            }
            Event::Start(tag) | Event::Empty(tag) if tag.name().as_ref() == "br" => growing.add(element(&tag)?),
            Event::Start(tag) => growing.open(element(&tag)?)?,
            Event::Empty(tag) if tag.name().as_ref() == "svg" => return Err(PdfError::Page("a chart is empty")),
            Event::Empty(tag) => growing.add(element(&tag)?),
            Event::End(tag) => {
                if let Some(root) = growing.close(tag.name().as_ref())? {
                    return Ok(Body { root, charts: growing.charts });
                }
            }
            Event::Text(text) => growing.text.push_str(&text),
            Event::GeneralRef(name) => growing.text.push(letter(&name)?),
            Event::Eof => return Err(PdfError::Page("an element is not closed")),
            _ => {}
        }
    }
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

/// The elements that are open, innermost last, and the text since the last tag.
#[derive(Default)]
struct Growing {
    open: Vec<Piece>,
    text: String,
    charts: Vec<String>,
}

impl Growing {
    /// Puts the text since the last tag in its place.
    fn settle(&mut self) {
        let text = std::mem::take(&mut self.text);
        if let Some(Piece::Element { k, .. }) = self.open.last_mut() {
            add_text(k, &text);
        }
    }

    fn open(&mut self, piece: Piece) -> Result<(), PdfError> {
        self.settle();
        if self.open.len() >= MOST_LEVELS {
            return Err(PdfError::Page("it is nested too deep"));
        }
        self.open.push(piece);
        Ok(())
    }

    fn add(&mut self, piece: Piece) {
        self.settle();
        if let Some(Piece::Element { k, .. }) = self.open.last_mut() {
            k.push(piece);
        }
    }

    /// Closes the innermost element, which must have this tag; gives the outermost one.
    fn close(&mut self, tag: &str) -> Result<Option<Piece>, PdfError> {
        self.settle();
        let mut piece = self.open.pop().ok_or(PdfError::Page("an element is not closed"))?;
        let Piece::Element { t, k, .. } = &mut piece else { return Err(PdfError::Page("an element is not closed")) };
        if t != tag {
            return Err(PdfError::Page("an element is not closed"));
        }
        if is_block(t) {
            trim(k);
        }
        if self.open.is_empty() {
            return Ok(Some(piece));
        }
        for printed in printed(piece) {
            self.add(printed);
        }
        Ok(None)
    }

    /// A chart becomes a file of its own; in its place are its number and its height over its width.
    fn chart(&mut self, tag: &BytesStart<'_>, source: &str) -> Result<(), PdfError> {
        let Piece::Element { a, .. } = element(tag)? else { return Err(PdfError::Page("a chart has no size")) };
        let view = a.get("viewBox").map_or("", String::as_str);
        let sizes: Vec<f64> = view.split_whitespace().filter_map(|part| part.parse().ok()).collect();
        let [_, _, width, height] = sizes[..] else { return Err(PdfError::Page("a chart has no size")) };
        if !(width > 0.0 && height > 0.0) {
            return Err(PdfError::Page("a chart has no size"));
        }
        let number = self.charts.len().to_string();
        self.charts.push(source.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1));
        let attributes = [("n".to_owned(), number), ("ratio".to_owned(), (height / width).to_string())];
        self.add(Piece::Element { t: "svg".to_owned(), c: Vec::new(), a: attributes.into(), k: Vec::new() });
        Ok(())
    }
}

fn element(tag: &BytesStart<'_>) -> Result<Piece, PdfError> {
    let wrong = || PdfError::Page("an attribute is not well formed");
    let name = tag.name().into_inner().to_owned();
    let mut attributes = BTreeMap::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|_| wrong())?;
        let key = attribute.key.into_inner();
        let value = attribute.normalized_value_with(XmlVersion::Explicit1_0, 1, named).map_err(|_| wrong())?;
        attributes.insert(key.to_owned(), value.into_owned());
    }
    let classes = attributes.remove("class").unwrap_or_default();
    let classes = classes.split_whitespace().map(str::to_owned).collect();
    Ok(Piece::Element { t: name, c: classes, a: attributes, k: Vec::new() })
}

/// The character that `&name;` stands for.
fn letter(reference: &BytesRef<'_>) -> Result<char, PdfError> {
    let unknown = PdfError::Page("it has a character by a name that is not known");
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        return Ok(letter);
    }
    named(reference).and_then(|text| text.chars().next()).ok_or(unknown)
}

/// The names that pages of reports have, and some of their kind.
fn named(name: &str) -> Option<&'static str> {
    Some(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        "nbsp" => "\u{a0}",
        "ndash" => "\u{2013}",
        "mdash" => "\u{2014}",
        "lsquo" => "\u{2018}",
        "rsquo" => "\u{2019}",
        "ldquo" => "\u{201c}",
        "rdquo" => "\u{201d}",
        "hellip" => "\u{2026}",
        "middot" => "\u{b7}",
        "times" => "\u{d7}",
        "minus" => "\u{2212}",
        "larr" => "\u{2190}",
        "rarr" => "\u{2192}",
        "le" => "\u{2264}",
        "ge" => "\u{2265}",
        _ => return None,
    })
}

/// What of an element is printed: of a chart's cell that opens, what stands in it while it is shut. What it opens to is in `actions.csv`.
/// What is said of a screen alone is not printed. Nor are the page's place to sign and its numbers: the document has its own.
fn printed(piece: Piece) -> Vec<Piece> {
    match piece {
        Piece::Element { t, c, k, .. } if t == "details" && c.iter().any(|class| class == "cell") => {
            let is_summary = |piece: &Piece| matches!(piece, Piece::Element { t, .. } if t == "summary");
            let shut = k.into_iter().find(is_summary);
            shut.map_or_else(Vec::new, |shut| match shut {
                Piece::Element { k, .. } => k,
                text @ Piece::Text(_) => vec![text],
            })
        }
        // Nothing but its number.
        Piece::Element { t, c, .. } if t == "figcaption" && c.iter().any(|class| class == "numbered") => Vec::new(),
        Piece::Element { c, .. } if c.iter().any(|class| ["screen", "sign", "no"].contains(&class.as_str())) => {
            Vec::new()
        }
        other => vec![other],
    }
}

fn is_block(tag: &str) -> bool {
    BLOCKS.contains(&tag) || PARTS.contains(&tag)
}

/// Adds a text, whose runs of blanks are one each. A hard space is no blank.
fn add_text(pieces: &mut Vec<Piece>, text: &str) {
    const BLANKS: [char; 5] = [' ', '\t', '\n', '\r', '\u{c}'];
    let words: Vec<&str> = text.split(BLANKS).filter(|word| !word.is_empty()).collect();
    let mut line = words.join(" ");
    if text.starts_with(BLANKS) {
        line.insert(0, ' ');
    }
    if text.ends_with(BLANKS) && line != " " {
        line.push(' ');
    }
    if !line.is_empty() {
        pieces.push(Piece::Text(line));
    }
}

/// Removes the blanks at both ends of a block, and beside the blocks in it.
fn trim(pieces: &mut Vec<Piece>) {
    let edge: Vec<bool> = pieces.iter().map(|piece| matches!(piece, Piece::Element { t, .. } if is_block(t))).collect();
    let count = pieces.len();
    for (at, piece) in pieces.iter_mut().enumerate() {
        if let Piece::Text(text) = piece {
            if at == 0 || edge[at - 1] {
                *text = text.trim_start_matches(' ').to_owned();
            }
            if at + 1 == count || edge[at + 1] {
                *text = text.trim_end_matches(' ').to_owned();
            }
        }
    }
    pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_opens_is_printed_shut() {
        let cell = r#"<table><tr><td class="hit"><details class="cell"><summary>H</summary><div><b>5</b> more</div></details></td></tr></table>"#;
        let text = json(cell);
        assert!(text.contains("\"H\"") && !text.contains("more") && !text.contains("details"), "{text}");
        assert!(json("<details><summary>A</summary><p>more</p></details>").contains("more"));
        let said = json("<p>Rows are hands. <span class=\"screen\">A cell opens.</span></p>");
        assert!(said.contains("Rows") && !said.contains("opens"), "{said}");
    }

    fn json(html: &str) -> String {
        let body = read(&format!("<html><body><main>{html}</main></body></html>")).expect("a page");
        serde_json::to_string(&body.root).expect("JSON")
    }

    #[test]
    fn blanks_are_as_on_the_page() {
        let found = json("\n<p>\n one  <b>two </b>\nthree&nbsp; </p>\n<div> <span>x</span> </div>");
        let expected = concat!(
            r#"{"t":"main","c":[],"a":{},"k":[{"t":"p","c":[],"a":{},"k":["one ",{"t":"b","c":[],"a":{},"k":["two "]}," three"#,
            "\u{a0}",
            r#""]},{"t":"div","c":[],"a":{},"k":[{"t":"span","c":[],"a":{},"k":["x"]}]}]}"#
        );
        assert_eq!(found, expected);
    }

    #[test]
    fn charts_are_files_of_their_own() {
        let body =
            read("<main><div><svg viewBox=\"0 0 4 2\"><text>a&lt;</text><g/></svg></div></main>").expect("a page");
        assert_eq!(
            body.charts,
            ["<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 2\"><text>a&lt;</text><g/></svg>"]
        );
        assert!(serde_json::to_string(&body.root).expect("JSON").contains(r#""a":{"n":"0","ratio":"0.5"}"#));
    }

    #[test]
    fn pages_of_another_form_are_refused() {
        assert!(read("<p>nothing</p>").is_err());
        for html in ["<main><p>x</main>", "<main><p>x</b></p></main>", "<main>&no-such;</main>", "<main><svg/></main>"]
        {
            assert!(read(html).is_err(), "{html}");
        }
        let deep = format!("<main>{}{}</main>", "<div>".repeat(1000), "</div>".repeat(1000));
        assert_eq!(read(&deep).expect_err("refused").to_string(), "report.html cannot be set: it is nested too deep");
    }
}
