//! Numbers of tables and figures, so that a page can be cited.

/// How many tables and figures have a number so far.
#[derive(Debug, Default)]
pub(crate) struct Numbered {
    tables: usize,
    figures: usize,
}

/// How the box around a table begins; its label is the table's title.
const BOX: &str = "<div class=\"scroll\" role=\"region\"";

impl Numbered {
    /// The part of a page with a number before the caption of every table and figure. A table without a caption gets the label of its box as one.
    pub(crate) fn part(&mut self, html: &str) -> String {
        let tables = self.captioned(html);
        self.with_figures(&tables)
    }

    fn captioned(&mut self, html: &str) -> String {
        let mut text = String::with_capacity(html.len() + html.len() / 50);
        let mut rest = html;
        while let Some((before, from)) = split_before(rest, BOX) {
            let Some((tag, inside)) = split_after(from, ">") else { break };
            text.push_str(before);
            text.push_str(tag);
            rest = inside;
            let title = attribute(tag, "aria-label");
            let Some((table, after)) = split_after(inside, ">").filter(|_| inside.trim_start().starts_with("<table"))
            else {
                continue;
            };
            self.tables += 1;
            let number = format!("<span class=\"no\">Table {}.</span>", self.tables);
            text.push_str(table);
            rest = match split_after(after, "<caption>").filter(|(begin, _)| begin.trim() == "<caption>") {
                Some((begin, titled)) => {
                    text.push_str(&format!("{begin}{number} "));
                    titled
                }
                None => {
                    // The heading above it says what is settled.
                    let title = if table.contains("settlement") { "Settlement" } else { title };
                    text.push_str(&format!("\n<caption class=\"numbered\">{number} {title}</caption>"));
                    after
                }
            };
        }
        text.push_str(rest);
        text
    }

    fn with_figures(&mut self, html: &str) -> String {
        let mut text = String::with_capacity(html.len() + html.len() / 100);
        let mut rest = html;
        while let Some((figure, after)) = split_before(rest, "</figure>") {
            self.figures += 1;
            let number = format!("<span class=\"no\">Figure {}.</span>", self.figures);
            match split_after(figure, "<figcaption>") {
                Some((begin, caption)) => text.push_str(&format!("{begin}{number} {caption}")),
                None => text.push_str(&format!("{figure}<figcaption class=\"numbered\">{number}</figcaption>\n")),
            }
            text.push_str("</figure>");
            rest = &after["</figure>".len()..];
        }
        text.push_str(rest);
        text
    }
}

fn split_before<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    text.find(mark).map(|at| text.split_at(at))
}

fn split_after<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    text.find(mark).map(|at| text.split_at(at + mark.len()))
}

/// The value of an attribute of a tag; nothing if it has none.
fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let value = tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
    value.map_or("", |(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_figures_are_counted_apart_and_through_all_parts() {
        let mut numbered = Numbered::default();
        let table = |label: &str| {
            format!(
                "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{label}\">\n<table class=\"x\">\n<tr></tr></table></div>"
            )
        };
        let first = numbered.part(&format!("{}<figure>F<figcaption>Words.</figcaption></figure>", table("Rules")));
        let caption = |number: usize, title: &str| {
            format!(
                "<table class=\"x\">\n<caption class=\"numbered\"><span class=\"no\">Table {number}.</span> {title}</caption>"
            )
        };
        assert!(first.contains(&caption(1, "Rules")), "{first}");
        assert!(
            first.contains("<figcaption><span class=\"no\">Figure 1.</span> Words.</figcaption></figure>"),
            "{first}"
        );
        let second = numbered.part(&format!("<figure>G</figure>{}", table("Risk &amp; more")));
        assert!(second.contains(&caption(2, "Risk &amp; more")), "{second}");
        assert!(
            second.contains("G<figcaption class=\"numbered\"><span class=\"no\">Figure 2.</span></figcaption>"),
            "{second}"
        );
    }

    #[test]
    fn a_caption_keeps_its_words_and_what_is_no_table_has_no_number() {
        let mut numbered = Numbered::default();
        let own = "<div class=\"scroll\" role=\"region\" aria-label=\"A\"><table class=\"strategy\">\n<caption>Signal small</caption></table></div>";
        assert!(numbered.part(own).contains("<caption><span class=\"no\">Table 1.</span> Signal small</caption>"));
        let other = "<div class=\"scroll\" role=\"region\" aria-label=\"A\"><p>Words</p></div><div class=\"scroll\" role=\"img\">D</div>";
        assert_eq!(numbered.part(other), other);
        assert!(numbered.part(own).contains("Table 2."));
    }
}
