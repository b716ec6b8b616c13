//! A report's page as a tree of plain data for the template, its charts apart.

use std::collections::BTreeMap;

use scraper::{ElementRef, Html, Node, Selector};
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

pub(crate) fn read(html: &str) -> Result<Body, PdfError> {
    let page = Html::parse_document(html);
    let main = Selector::parse("main").map_err(|_| PdfError::Page("no selector"))?;
    let main = page.select(&main).next().ok_or(PdfError::Page("it has no main part"))?;
    let mut charts = Vec::new();
    let root = element(main, &mut charts, 0)?;
    Ok(Body { root, charts })
}

fn element(of: ElementRef<'_>, charts: &mut Vec<String>, level: usize) -> Result<Piece, PdfError> {
    if level > MOST_LEVELS {
        return Err(PdfError::Page("it is nested too deep"));
    }
    let tag = of.value().name();
    if tag == "svg" {
        return chart(of, charts);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for child in of.children() {
        match child.value() {
            Node::Text(text) => add_text(&mut pieces, text),
            Node::Element(_) => {
                pieces.extend(ElementRef::wrap(child).map(|it| element(it, charts, level + 1)).transpose()?)
            }
            _ => {}
        }
    }
    if is_block(tag) {
        trim(&mut pieces);
    }
    let attributes = of.value().attrs().filter(|(name, _)| *name != "class");
    Ok(Piece::Element {
        t: tag.to_owned(),
        c: of.value().classes().map(str::to_owned).collect(),
        a: attributes.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        k: pieces,
    })
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

/// A chart becomes a file of its own; in its place are its number and its height over its width.
fn chart(of: ElementRef<'_>, charts: &mut Vec<String>) -> Result<Piece, PdfError> {
    let view = of.value().attr("viewBox").or_else(|| of.value().attr("viewbox")).unwrap_or_default();
    let sizes: Vec<f64> = view.split_whitespace().filter_map(|part| part.parse().ok()).collect();
    let [_, _, width, height] = sizes[..] else { return Err(PdfError::Page("a chart has no size")) };
    if !(width > 0.0 && height > 0.0) {
        return Err(PdfError::Page("a chart has no size"));
    }
    // A page's text has a name for the hard space that a file of SVG has not.
    let text = of.html().replace("&nbsp;", "\u{a0}");
    let svg = text.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1);
    let number = charts.len().to_string();
    charts.push(svg);
    let attributes = [("n".to_owned(), number), ("ratio".to_owned(), (height / width).to_string())];
    Ok(Piece::Element { t: "svg".to_owned(), c: Vec::new(), a: attributes.into(), k: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let body = read("<main><div><svg viewBox=\"0 0 4 2\"><text>a&nbsp;&lt;</text><g/></svg></div></main>")
            .expect("a page");
        assert_eq!(
            body.charts,
            ["<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 2\"><text>a\u{a0}&lt;</text><g></g></svg>"]
        );
        assert!(serde_json::to_string(&body.root).expect("JSON").contains(r#""a":{"n":"0","ratio":"0.5"}"#));
    }

    #[test]
    fn pages_of_another_form_are_refused() {
        assert!(read("<p>nothing</p>").is_err());
        let deep = format!("<main>{}</main>", "<div>".repeat(1000));
        assert_eq!(read(&deep).expect_err("refused").to_string(), "report.html cannot be set: it is nested too deep");
    }
}
