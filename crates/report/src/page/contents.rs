//! The contents of a page, read from its sections.

use serde::Serialize;

/// A section with its title as HTML.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct SectionEntry {
    id: String,
    title: String,
}

/// Every section of a part of the page, in its order.
pub(super) fn contents(html: &str) -> impl Iterator<Item = SectionEntry> {
    html.split("<section id=\"").skip(1).filter_map(|section| {
        let (id, rest) = section.split_once('"')?;
        let title = rest.split_once("<h2>")?.1.split_once("</h2>")?.0;
        Some(SectionEntry { id: id.to_owned(), title: title.to_owned() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_listed_as_they_come() {
        let page = "<section id=\"b\">\n<h2>The dealer&rsquo;s hand</h2></section><section id=\"a\"><h2>A</h2>";
        let found: Vec<(String, String)> = contents(page).map(|entry| (entry.id, entry.title)).collect();
        let expected = [("b", "The dealer&rsquo;s hand"), ("a", "A")];
        assert_eq!(found, expected.map(|(id, title)| (id.to_owned(), title.to_owned())));
    }
}
