//! The page that leads to many reports.

use crate::fixture;

#[test]
fn reports_comparisons_and_analyses_are_listed() {
    let reports = [("a-report".to_owned(), fixture::full()), ("bare".to_owned(), fixture::bare())];
    let comparisons = [("comparisons/two".to_owned(), "One <b> against another".to_owned())];
    let page = report::index(&reports, &comparisons, &["analyses/x.toml".to_owned()]).expect("a page");
    for words in [
        "<a href=\"a-report/report.html\">",
        "<a href=\"bare/report.html\">",
        "<a href=\"comparisons/two/comparison.html\">One &lt;b&gt; against another</a>",
        "analyses/x.toml",
        "<span class=\"words\">RTP ",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let without = report::index(&reports, &[], &[]).expect("a page");
    assert!(!without.contains("Comparisons"));
}
