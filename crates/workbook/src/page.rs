//! A sheet as it is filled.

use certificate::{Exact, ReportDocument};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rust_xlsxwriter::utility::row_col_to_cell;
use rust_xlsxwriter::{Format, Formula, Url, Worksheet};

use crate::check_list::{Check, Checks, WITHIN};
use crate::error::WorkbookError;
use crate::names::{Names, quoted};
use crate::styles::Styles;

/// Longest fraction that is printed; the longer ones are in `report.json`.
const MOST_FRACTION: usize = 255;
/// Longest text of a cell.
const MOST_TEXT: usize = 32_000;
/// Longest text of a footer's part, in letters; programs take 255 for the three of them.
const MOST_FOOTER: usize = 100;

/// Row and column, from 0.
pub(crate) type Place = (u32, u16);

/// What every sheet is made of.
pub(crate) struct Maker<'a> {
    pub(crate) document: &'a ReportDocument,
    pub(crate) styles: &'a Styles,
    pub(crate) names: &'a mut Names,
    pub(crate) checks: &'a mut Checks,
}

impl<'a> Maker<'a> {
    /// A sheet with a name like `name` under this title.
    pub(crate) fn page(&mut self, name: &str, title: &str) -> Result<Page<'a>, WorkbookError> {
        Page::new(&self.names.of(name), title, self.document, self.styles)
    }

    /// Notes that a formula's result is to be this figure of the report.
    pub(crate) fn check(&mut self, page: &Page<'_>, at: Place, what: String, stated: f64) {
        let sheet = page.name.clone();
        self.checks.list.push(Check { sheet, what, at: cell(at), stated, within: WITHIN });
    }
}

impl Maker<'_> {
    /// The same of a figure that the report rounds to the decimals of this text.
    pub(crate) fn check_rounded(
        &mut self,
        page: &Page<'_>,
        at: Place,
        what: String,
        text: &str,
    ) -> Result<(), WorkbookError> {
        self.check(page, at, what, number(text)?);
        let places = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        if let Some(check) = self.checks.list.last_mut() {
            check.within = format!("1e-{places}").parse().map_or(WITHIN, |rounding: f64| rounding.max(WITHIN));
        }
        Ok(())
    }
}

/// Takes a sheet that is done, with what it holds in words.
pub(crate) type Add<'f, 'a> = &'f mut dyn FnMut(Page<'a>, String);

/// A sheet that is being filled.
pub(crate) struct Page<'a> {
    sheet: Worksheet,
    pub(crate) name: String,
    pub(crate) styles: &'a Styles,
}

impl<'a> Page<'a> {
    pub(crate) fn new(
        name: &str,
        title: &str,
        document: &ReportDocument,
        styles: &'a Styles,
    ) -> Result<Self, WorkbookError> {
        let mut sheet = Worksheet::new();
        let plain = |text: &str| text.chars().take(MOST_FOOTER).collect::<String>().replace('&', "&&");
        // A4, in landscape, as wide as the sheet.
        sheet
            .set_name(name)?
            .set_paper_size(9)
            .set_landscape()
            .set_print_fit_to_pages(1, 0)
            .set_margins(0.5, 0.5, 0.6, 0.7, 0.3, 0.3)
            .set_footer(format!("&L&9Report {}&C&9&A&R&9Page &P of &N", plain(&document.item.id)))
            .set_screen_gridlines(false);
        let mut page = Self { sheet, name: name.to_owned(), styles };
        page.height(0, 28.0)?;
        page.text((0, 0), title, &styles.title)?;
        Ok(page)
    }

    pub(crate) fn into_sheet(self) -> Worksheet {
        self.sheet
    }

    /// Widths of the first columns, in letters.
    pub(crate) fn widths(&mut self, widths: &[f64]) -> Result<(), WorkbookError> {
        for (column, width) in (0u16..).zip(widths) {
            self.sheet.set_column_width(column, *width)?;
        }
        Ok(())
    }

    /// Keeps the rows above this one in sight, and prints them on every page.
    pub(crate) fn freeze(&mut self, row: u32) -> Result<(), WorkbookError> {
        self.sheet.set_freeze_panes(row, 0)?;
        self.sheet.set_repeat_rows(row - 1, row - 1)?;
        Ok(())
    }

    pub(crate) fn height(&mut self, row: u32, height: f64) -> Result<(), WorkbookError> {
        self.sheet.set_row_height(row, height)?;
        Ok(())
    }

    /// A text, whatever it begins with: it is stored as a text, and stays one when somebody edits the cell.
    pub(crate) fn text(&mut self, at: Place, text: &str, style: &Format) -> Result<(), WorkbookError> {
        let text: String = text.chars().take(MOST_TEXT).collect();
        if is_like_a_formula(&text) {
            let style = style.clone().set_quote_prefix();
            self.sheet.write_string_with_format(at.0, at.1, text, &style)?;
        } else {
            self.sheet.write_string_with_format(at.0, at.1, text, style)?;
        }
        Ok(())
    }

    /// A text over the columns from this place to `last`, so many lines high.
    pub(crate) fn prose(&mut self, at: Place, last: u16, lines: u32, text: &str) -> Result<(), WorkbookError> {
        let styles = self.styles;
        self.sheet.merge_range(at.0, at.1, at.0, last, "", &styles.prose)?;
        self.height(at.0, 15.5 * f64::from(lines))?;
        self.text(at, text, &styles.prose)
    }

    pub(crate) fn number(&mut self, at: Place, number: f64, style: &Format) -> Result<(), WorkbookError> {
        self.sheet.write_number_with_format(at.0, at.1, number, style)?;
        Ok(())
    }

    /// A formula with the result that it has.
    pub(crate) fn formula(
        &mut self,
        at: Place,
        formula: &str,
        result: f64,
        style: &Format,
    ) -> Result<(), WorkbookError> {
        self.said(at, formula, &result.to_string(), style)
    }

    /// The same with a text as result.
    pub(crate) fn said(&mut self, at: Place, formula: &str, result: &str, style: &Format) -> Result<(), WorkbookError> {
        let formula = Formula::new(formula).set_result(result);
        self.sheet.write_formula_with_format(at.0, at.1, formula, style)?;
        Ok(())
    }

    /// The report's decimal as text, and its fraction in the next column.
    pub(crate) fn exact(&mut self, at: Place, value: &Exact) -> Result<(), WorkbookError> {
        let styles = self.styles;
        self.text(at, &value.decimal, &styles.digits)?;
        self.fraction((at.0, at.1 + 1), value)
    }

    pub(crate) fn fraction(&mut self, at: Place, value: &Exact) -> Result<(), WorkbookError> {
        let styles = self.styles;
        let fraction = &value.fraction;
        if fraction.len() > MOST_FRACTION {
            let text = format!("a fraction of {} characters, in report.json", fraction.len());
            return self.text(at, &text, &styles.soft);
        }
        self.text(at, fraction, &styles.fraction)
    }

    /// Heads of columns, two lines high; those that begin with `>` stand to the right, over numbers.
    pub(crate) fn heads(&mut self, row: u32, heads: &[&str]) -> Result<(), WorkbookError> {
        let styles = self.styles;
        self.height(row, 31.0)?;
        let mut after_number = false;
        for (column, head) in (0u16..).zip(heads) {
            match head.strip_prefix('>') {
                Some(head) => self.text((row, column), head, &styles.head_right)?,
                None if after_number => self.text((row, column), head, &styles.head_after)?,
                None => self.text((row, column), head, &styles.head)?,
            }
            after_number = head.starts_with('>');
        }
        Ok(())
    }

    /// A link to a cell of a sheet.
    pub(crate) fn link(&mut self, at: Place, sheet: &str, to: &str, text: &str) -> Result<(), WorkbookError> {
        let target = Url::new(format!("internal:{}!{to}", quoted(sheet))).set_text(text);
        let styles = self.styles;
        self.sheet.write_url_with_format(at.0, at.1, target, &styles.link)?;
        Ok(())
    }
}

/// Whether some program would read the text as a formula once it is typed again: blanks before the sign and full-width signs count.
fn is_like_a_formula(text: &str) -> bool {
    const SIGNS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
    text.starts_with(['\t', '\r', '\n']) || text.trim_start().starts_with(SIGNS)
}

/// A cell's name, such as `B7`.
pub(crate) fn cell(at: Place) -> String {
    row_col_to_cell(at.0, at.1)
}

/// A part of a column, such as `B7:B12`, from the first row to the last.
pub(crate) fn range(column: u16, first: u32, last: u32) -> String {
    format!("{}:{}", cell((first, column)), cell((last, column)))
}

/// The number of a spreadsheet that is nearest to an exact one.
pub(crate) fn float(value: &Exact) -> Result<f64, WorkbookError> {
    let nearest = value.value().and_then(|number| number.to_f64()).or_else(|| value.decimal.parse().ok());
    nearest.filter(|number| number.is_finite()).ok_or_else(|| WorkbookError::NotANumber(value.fraction.clone()))
}

/// The same of a fraction as text, `n/d` or `n`.
pub(crate) fn ratio(text: &str) -> Result<BigRational, WorkbookError> {
    text.parse().map_err(|_| WorkbookError::NotANumber(text.to_owned()))
}

/// The same of a fraction or decimal as text.
pub(crate) fn number(text: &str) -> Result<f64, WorkbookError> {
    let nearest = match text.parse::<f64>() {
        Ok(number) => Some(number),
        Err(_) => text.parse::<BigRational>().ok().and_then(|number| number.to_f64()),
    };
    nearest.filter(|number| number.is_finite()).ok_or_else(|| WorkbookError::NotANumber(text.to_owned()))
}
