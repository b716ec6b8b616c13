//! The page as a whole: its head and its form.

use certificate::{ReportDocument, Unchecked};

use crate::fixture;

fn html(document: &ReportDocument) -> String {
    let files = report::rendered(document).expect("rendered");
    files.into_iter().find(|(name, _)| name == "report.html").expect("a page").1
}

/// Tags of a page that have an attribute without a value in quotation marks. The PDF is set from the page, and its reader refuses them.
pub(crate) fn bare_attributes(page: &str) -> Vec<&str> {
    let main = page.split_once("<main>").map_or("", |(_, rest)| rest);
    let tags = main.split('<').skip(1).filter_map(|tag| tag.split_once('>')).map(|(tag, _)| tag);
    let is_bare = |tag: &&str| {
        let outside = tag.split('"').step_by(2).flat_map(str::split_whitespace);
        !tag.starts_with('/') && outside.skip(1).any(|word| word != "/" && !word.ends_with('='))
    };
    tags.filter(is_bare).collect()
}

#[test]
fn every_attribute_of_the_page_is_quoted() {
    assert_eq!(bare_attributes("<main><p class=\"a b\">x</p><details open></main>"), ["details open"]);
    let html = html(&fixture::full());
    assert_eq!(bare_attributes(&html), Vec::<&str>::new());
}

#[test]
fn who_answers_for_the_report_stands_at_its_head() {
    let mut certificate = fixture::bare();
    let head = |page: &str| page.split_once("</header>").map(|(head, _)| head.to_owned()).expect("a head");
    let plain = head(&html(&certificate));
    assert!(plain.contains("<dt>Laboratory</dt><dd>not stated</dd>") && !plain.contains("Revision"));

    certificate.particulars.laboratory = Some("Example & Co".to_owned());
    certificate.particulars.laboratory_address = Some("1 Example Street".to_owned());
    let revision = |number: &str, date: &str| certificate::Revision {
        revision: number.to_owned(),
        date: date.to_owned(),
        changes: "a digit".to_owned(),
    };
    certificate.particulars.revisions = Some(vec![revision("1", "2026-11-25"), revision("2", "2026-11-26")]);
    let stated = head(&html(&certificate));
    for part in ["Example &amp; Co", "1 Example Street", "<dt>Revision</dt><dd>2, 2026-11-26</dd>"] {
        assert!(stated.contains(part), "{part} is not in {stated}");
    }

    certificate.particulars.revisions = Some(Vec::new());
    assert!(!head(&html(&certificate)).contains("Revision"));
}

/// Every claim counts, though claims that are derived in the same way share a row.
#[test]
fn the_page_counts_claims_and_not_rows() {
    let mut document = fixture::full();
    let one =
        |claim: &str| Unchecked { claim: claim.to_owned(), is_derived_in_full: false, how: "By hand.".to_owned() };
    document.unchecked = vec![one("the first"), one("the second"), one("the third")];
    let page = html(&document);
    assert!(page.contains("3 claims of this report are <a href=\"#stated\">stated, not checked</a>"));
    assert!(page.contains("<td>the first;<br>the second;<br>the third</td>"));
}

/// A report without the distribution of a round does not say that it has deviations which are not computed.
#[test]
fn deviations_are_not_said_to_be_exact_where_there_are_none() {
    let mut document = fixture::full();
    document.base_game.iter_mut().for_each(|class| class.distribution = None);
    assert!(html(&document).contains("Means, standard deviations and average wagers are exact all the same."));
    document.base_game.iter_mut().for_each(|class| class.std_dev = None);
    assert!(html(&document).contains("Means and average wagers are exact all the same."));
}
