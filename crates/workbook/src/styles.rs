//! How cells look.

use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder};

/// Ink, soft ink, lines and fills of the report's page.
const INK: Color = Color::RGB(0x1d_232b);
const SOFT: Color = Color::RGB(0x52_5c69);
const LINE: Color = Color::RGB(0xd5_dae1);
const TINT: Color = Color::RGB(0xf0_f2f5);

/// Kinds of cells.
pub(crate) struct Styles {
    pub(crate) title: Format,
    pub(crate) heading: Format,
    pub(crate) soft: Format,
    /// Text over several lines.
    pub(crate) prose: Format,
    pub(crate) head: Format,
    /// The head of a column of numbers.
    pub(crate) head_right: Format,
    /// The head of a column of texts beside one of numbers.
    pub(crate) head_after: Format,
    pub(crate) text: Format,
    /// A text beside a number that stands to the right.
    pub(crate) after: Format,
    pub(crate) bold: Format,
    /// Digits as text, to the right as numbers are.
    pub(crate) digits: Format,
    pub(crate) fraction: Format,
    pub(crate) count: Format,
    /// A count of more digits than a number of a spreadsheet has.
    pub(crate) long_count: Format,
    pub(crate) percent: Format,
    pub(crate) decimal: Format,
    /// As many decimals as there are.
    pub(crate) plain: Format,
    /// A figure of any size. Its form is stated, for with none programs show a formula's result as what it refers to.
    pub(crate) figure: Format,
    /// A meter.
    pub(crate) amount: Format,
    pub(crate) tiny: Format,
    /// A number to be changed by the reader.
    pub(crate) input: Format,
    pub(crate) link: Format,
}

impl Styles {
    pub(crate) fn new() -> Self {
        let base = Format::new().set_font_color(INK).set_align(FormatAlign::Top);
        let soft = base.clone().set_font_color(SOFT);
        let head = base
            .clone()
            .set_bold()
            .set_text_wrap()
            .set_background_color(TINT)
            .set_border_bottom(FormatBorder::Thin)
            .set_align(FormatAlign::Bottom);
        let number = |form: &str| base.clone().set_num_format(form).set_align(FormatAlign::Right);
        Self {
            title: base.clone().set_bold().set_font_size(18),
            heading: base.clone().set_bold().set_font_size(13),
            prose: soft.clone().set_text_wrap(),
            head_right: head.clone().set_align(FormatAlign::Right),
            head_after: head.clone().set_align(FormatAlign::Left).set_indent(1),
            head,
            text: base.clone(),
            after: base.clone().set_align(FormatAlign::Left).set_indent(1),
            bold: base.clone().set_bold(),
            digits: base.clone().set_align(FormatAlign::Right),
            fraction: soft
                .clone()
                .set_font_name("Courier New")
                .set_font_size(8)
                .set_align(FormatAlign::Left)
                .set_indent(1),
            count: number("#,##0"),
            long_count: number("0.00000000000000E+00"),
            percent: number("0.000000%"),
            decimal: number("0.0000000000"),
            plain: number("General"),
            figure: number("#,##0.0###########"),
            amount: number("#,##0.0000"),
            tiny: number("0.0E+00"),
            input: number("General")
                .set_background_color(Color::RGB(0xff_f6cc))
                .set_border(FormatBorder::Thin)
                .set_border_color(LINE)
                .set_unlocked(),
            link: base.clone().set_font_color(Color::RGB(0x17_4a7c)),
            soft,
        }
    }

    /// Whole counts, the long ones by their leading digits.
    pub(crate) fn count_of(&self, digits: &str) -> &Format {
        if digits.len() > 15 { &self.long_count } else { &self.count }
    }

    /// The same cell in the last row of a table.
    pub(crate) fn total(format: &Format) -> Format {
        format.clone().set_bold().set_border_top(FormatBorder::Thin)
    }

    /// A cell of a strategy, by the action's kind as [`report::ChartCode::kind`] has it.
    pub(crate) fn action(&self, kind: &str) -> Format {
        let fill = match kind {
            "stand" => 0xf6_c4bc,
            "hit" => 0xcd_e7c8,
            "double" => 0xff_e38f,
            "split" => 0xbf_d9f5,
            "surrender" => 0xdc_cdee,
            _ => 0xee_eeee,
        };
        self.text
            .clone()
            .set_background_color(Color::RGB(fill))
            .set_align(FormatAlign::Center)
            .set_border(FormatBorder::Thin)
            .set_border_color(Color::White)
    }
}
