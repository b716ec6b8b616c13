//! Every figure that a formula gives, beside the report's own.

use certificate::ReportDocument;

use crate::check_list::Checks;
use crate::error::WorkbookError;
use crate::names::quoted;
use crate::page::{Page, cell, range};
use crate::styles::Styles;

/// Where the verdict on all of them stands.
pub(crate) const VERDICT: &str = "B3";
pub(crate) const ALL_AGREE: &str = "every formula agrees with the report";

impl Checks {
    pub(crate) fn page<'a>(
        &self,
        name: &str,
        document: &ReportDocument,
        styles: &'a Styles,
    ) -> Result<Page<'a>, WorkbookError> {
        let mut page = Page::new(name, "Formulas against the report", document, styles)?;
        page.widths(&[32.0, 74.0, 26.0, 26.0, 13.0, 11.0, 10.0])?;
        page.prose(
            (1, 0),
            6,
            2,
            "Each row has a figure of the report and the result of the formula that gives it in this workbook. They agree when they differ by no more than the last column says, or that part of a figure above 1: what the digits of a spreadsheet leave, or the report's own rounding. Rows of a sheet on which you have changed a yellow cell differ, as they should.",
        )?;
        const FIRST: u32 = 5;
        let last = FIRST + u32::try_from(self.list.len()).unwrap_or(u32::MAX - FIRST).max(1) - 1;
        page.text((2, 0), "Verdict", &styles.bold)?;
        let differ = format!("COUNTIF({},\"differs\")", range(5, FIRST, last));
        let verdict = format!("=IF({differ}=0,\"{ALL_AGREE}\",{differ}&\" formulas differ from the report\")");
        page.said((2, 1), &verdict, ALL_AGREE, &styles.bold)?;
        page.heads(FIRST - 1, &["Sheet", "Figure", ">The report", ">By formula", ">Difference", "Agrees", ">Within"])?;
        page.freeze(FIRST)?;
        for (row, check) in (FIRST..).zip(&self.list) {
            page.link((row, 0), &check.sheet, &check.at, &check.sheet)?;
            page.text((row, 1), &check.what, &styles.text)?;
            page.number((row, 2), check.stated, &styles.figure)?;
            let source = format!("={}!{}", quoted(&check.sheet), check.at);
            page.formula((row, 3), &source, check.stated, &styles.figure)?;
            let [stated, found, difference] = [2, 3, 4].map(|column| cell((row, column)));
            page.formula((row, 4), &format!("={found}-{stated}"), 0.0, &styles.tiny)?;
            page.number((row, 6), check.within, &styles.tiny)?;
            let within = cell((row, 6));
            let agrees = format!("=IF(ABS({difference})<={within}*MAX(1,ABS({stated})),\"agrees\",\"differs\")");
            page.said((row, 5), &agrees, "agrees", &styles.after)?;
        }
        Ok(page)
    }
}
