//! What all charts are drawn on: a sheet in pixels, its axes, its texts, and the SVG that comes out.

use std::cell::RefCell;

use plotters::{
    coord::Shift,
    element::DashedPathElement,
    prelude::{Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, RGBColor, Rectangle, SVGBackend},
    style::{
        Color, FontDesc, FontFamily, FontStyle, ShapeStyle, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

use crate::error::ReportError;
use crate::figure::escaped;

pub(super) const INK: RGBColor = RGBColor(0x1d, 0x23, 0x2b);
pub(super) const SOFT_INK: RGBColor = RGBColor(0x52, 0x5c, 0x69);
pub(super) const GRID: RGBColor = RGBColor(0xdc, 0xe0, 0xe6);
pub(super) const BAND: RGBColor = RGBColor(0xf3, 0xe3, 0xb3);
pub(super) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

/// Plotters divides a font's size by this when it writes SVG.
const SVG_FONT_RATIO: f64 = 1.24;
const FONTS: &str = "Helvetica, Arial, sans-serif";

/// Longest title of one line, and longest line of a title of two.
const TITLE: usize = 100;
const LONG_TITLE: usize = 112;

/// Where a text's point lies within it.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Left,
    Middle,
    Right,
}

/// How a text is written.
#[derive(Clone, Copy)]
pub(super) struct Lettering {
    size: f64,
    color: RGBColor,
    anchor: Anchor,
}

impl Lettering {
    pub(super) fn new(size: f64, color: RGBColor, anchor: Anchor) -> Self {
        Self { size, color, anchor }
    }
}

/// A sheet measured in pixels from its top left corner.
pub(super) struct Canvas<'a> {
    name: &'a str,
    /// What [`Canvas::title`] has written.
    title: RefCell<Option<String>>,
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// A label of at most so many characters.
pub(super) fn shortened(label: &str, most: usize) -> String {
    if label.chars().count() <= most {
        return label.to_owned();
    }
    let start: String = label.chars().take(most - 1).collect();
    format!("{start}\u{2026}")
}

/// The SVG text of what `paint` draws on a sheet of `size`; `name` is for errors.
pub(super) fn sheet(
    name: &str,
    size: (u32, u32),
    paint: impl FnOnce(&Canvas<'_>) -> Result<(), ReportError>,
) -> Result<String, ReportError> {
    let mut svg = String::new();
    let title = {
        let canvas = Canvas {
            name,
            title: RefCell::default(),
            area: SVGBackend::with_string(&mut svg, size).into_drawing_area(),
        };
        canvas.check(canvas.area.fill(&PAPER))?;
        paint(&canvas)?;
        canvas.check(canvas.area.present())?;
        canvas.title.take()
    };
    Ok(described(&slim(&svg), title.as_deref()))
}

/// What every drawing says to those who do not see it, after its title.
const DESCRIPTION: &str = "A chart. The tables of the page that it belongs to have the same figures.";

/// The drawing with its title, or else its first text as its title, and a description.
fn described(svg: &str, title: Option<&str>) -> String {
    let first = || Some(svg.split_once("<text")?.1.split_once('>')?.1.split_once("</text>")?.0.to_owned());
    match (svg.split_once('\n'), title.map(escaped).or_else(first)) {
        (Some((head, rest)), Some(title)) => {
            format!("{head}\n<title>{title}</title>\n<desc>{DESCRIPTION}</desc>\n{rest}")
        }
        _ => svg.to_owned(),
    }
}

/// The drawing without what [`sheet`] says of it, for a page that says it in words of its own.
pub(crate) fn undescribed(svg: &str) -> String {
    let without = svg.split_once("<title>").and_then(|(head, rest)| {
        let (_, rest) = rest.split_once("</desc>\n")?;
        Some(format!("{head}{rest}"))
    });
    without.unwrap_or_else(|| svg.to_owned())
}

/// Height that a title takes.
pub(crate) const TITLE_SPACE: u32 = 30;

/// A drawing of [`sheet`] below a title, which takes the place of what it was called before.
pub(super) fn titled(svg: &str, title: &str) -> Result<String, ReportError> {
    let whole = undescribed(svg);
    let parts = whole.strip_suffix("</svg>\n").and_then(|whole| whole.split_once('\n'));
    let of_head = |head: &str, name: &str| -> Option<u32> {
        head.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse().ok()
    };
    let Some((head, body)) = parts else { return Ok(svg.to_owned()) };
    let [Some(width), Some(height)] = ["width", "height"].map(|name| of_head(head, name)) else {
        return Ok(svg.to_owned());
    };
    let blank = sheet("title", (width, TITLE_SPACE + height), |canvas| canvas.title(title))?;
    let above = blank.strip_suffix("</svg>\n").unwrap_or(&blank);
    Ok(format!("{above}<g transform=\"translate(0 {TITLE_SPACE})\">\n{body}</g>\n</svg>\n"))
}

/// The same drawing in half the text: the font is named once, and attributes with the value that they have anyway are left out.
fn slim(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len());
    for line in svg.lines() {
        // What a text says stands on lines of its own, between blanks that are not drawn. In it, angles and quotes are written by name.
        let is_tag = line.starts_with('<');
        if is_tag {
            let mut tag = line.replace(&format!(" font-family=\"{FONTS}\""), "");
            for default in [" opacity=\"1\"", " stroke=\"none\"", " text-anchor=\"start\""] {
                tag = tag.replace(default, "");
            }
            if let Some(rest) = tag.strip_prefix("<svg") {
                tag = format!("<svg font-family=\"{FONTS}\"{rest}");
            }
            text.push_str(&with_short_size(&tag).unwrap_or(tag));
        } else {
            text.push_str(line);
        }
        if is_tag && !line.starts_with("<text") {
            text.push('\n');
        }
    }
    text
}

/// A tag whose size of letters has at most two places; none where it has no size.
fn with_short_size(tag: &str) -> Option<String> {
    let (before, rest) = tag.split_once(" font-size=\"")?;
    let (size, after) = rest.split_once('"')?;
    let size: f64 = size.parse().ok()?;
    Some(format!("{before} font-size=\"{}\"{after}", (size * 100.0).round() / 100.0))
}

/// A title of at most two lines, cut after that, and the size of its letters.
fn title_lines(title: &str) -> (Vec<String>, f64) {
    if title.chars().count() <= TITLE {
        return (vec![title.to_owned()], 14.0);
    }
    let mut lines = vec![String::new()];
    for word in title.split(' ') {
        let last = lines.last_mut().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > LONG_TITLE && lines.len() < 2 {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    (lines.iter().map(|line| shortened(line, LONG_TITLE)).collect(), 12.0)
}

impl Canvas<'_> {
    /// The title above the drawing, in one line or in two small ones.
    pub(super) fn title(&self, title: &str) -> Result<(), ReportError> {
        self.named(title);
        let (lines, size) = title_lines(title);
        let places: &[i32] = if lines.len() > 1 { &[9, 24] } else { &[18] };
        lines
            .iter()
            .zip(places)
            .try_for_each(|(line, &y)| self.bold(line, (16, y), Lettering::new(size, INK, Anchor::Left)))
    }

    /// What the drawing is called for those who do not see it.
    pub(super) fn named(&self, title: &str) {
        self.title.replace(Some(title.to_owned()));
    }

    fn check<E: std::fmt::Display>(&self, result: Result<(), E>) -> Result<(), ReportError> {
        result.map_err(|error| ReportError::Chart { chart: self.name.to_owned(), reason: error.to_string() })
    }

    pub(super) fn text(&self, text: &str, at: (i32, i32), lettering: Lettering) -> Result<(), ReportError> {
        self.styled_text(text, at, lettering, FontStyle::Normal)
    }

    pub(super) fn bold(&self, text: &str, at: (i32, i32), lettering: Lettering) -> Result<(), ReportError> {
        self.styled_text(text, at, lettering, FontStyle::Bold)
    }

    fn styled_text(
        &self,
        text: &str,
        at: (i32, i32),
        Lettering { size, color, anchor }: Lettering,
        weight: FontStyle,
    ) -> Result<(), ReportError> {
        let horizontal = match anchor {
            Anchor::Left => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::Right => HPos::Right,
        };
        let font = FontDesc::new(FontFamily::Name(FONTS), size * SVG_FONT_RATIO, weight);
        let style = TextStyle::from(font).color(&color).pos(Pos::new(horizontal, VPos::Center));
        self.check(self.area.draw_text(text, &style, at))
    }

    pub(super) fn line(
        &self,
        from: (i32, i32),
        to: (i32, i32),
        color: RGBColor,
        width: u32,
    ) -> Result<(), ReportError> {
        self.check(self.area.draw(&PathElement::new([from, to], color.stroke_width(width))))
    }

    pub(super) fn path(&self, points: Vec<(i32, i32)>, color: RGBColor, width: u32) -> Result<(), ReportError> {
        self.check(self.area.draw(&PathElement::new(points, color.stroke_width(width))))
    }

    /// A line from top to bottom in dashes.
    pub(super) fn dashes(&self, x: i32, (top, bottom): (i32, i32), color: RGBColor) -> Result<(), ReportError> {
        let mut y = top;
        while y < bottom {
            self.line((x, y), (x, (y + 5).min(bottom)), color, 1)?;
            y += 9;
        }
        Ok(())
    }

    /// A line through all points in dashes, which run on around the bends.
    pub(super) fn dashed(&self, points: &[(i32, i32)], color: RGBColor) -> Result<(), ReportError> {
        let elements = DashedPathElement::new(points.iter().copied(), 5, 4, color.stroke_width(1));
        self.check(self.area.draw(&elements))
    }

    /// A filled shape by its corners.
    pub(super) fn area(&self, corners: Vec<(i32, i32)>, color: RGBColor) -> Result<(), ReportError> {
        self.check(self.area.draw(&Polygon::new(corners, color.filled())))
    }

    pub(super) fn block(&self, from: (i32, i32), to: (i32, i32), color: RGBColor) -> Result<(), ReportError> {
        self.check(self.area.draw(&Rectangle::new([from, to], color.filled())))
    }

    pub(super) fn dot(&self, at: (i32, i32), radius: i32, color: RGBColor) -> Result<(), ReportError> {
        self.check(self.area.draw(&Circle::new(at, radius, color.filled())))
    }

    pub(super) fn ring(&self, at: (i32, i32), radius: i32, color: RGBColor) -> Result<(), ReportError> {
        self.dot(at, radius, PAPER)?;
        let outline = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width: 2 };
        self.check(self.area.draw(&Circle::new(at, radius, outline)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_says_nothing_twice() {
        let drawn = sheet("x.svg", (40, 20), |canvas| {
            canvas.text("a < \"b\" opacity=\"1\"", (4, 10), Lettering::new(13.0, INK, Anchor::Left))?;
            canvas.bold("c", (8, 10), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
            canvas.block((0, 0), (4, 4), BAND)
        });
        let expected = r##"<svg font-family="Helvetica, Arial, sans-serif" width="40" height="20" viewBox="0 0 40 20" xmlns="http://www.w3.org/2000/svg">
<title>a &lt; &quot;b&quot; opacity=&quot;1&quot;</title>
<desc>A chart. The tables of the page that it belongs to have the same figures.</desc>
<rect x="0" y="0" width="40" height="20" fill="#FFFFFF"/>
<text x="4" y="10" dy="0.5ex" font-size="13" fill="#1D232B">a &lt; &quot;b&quot; opacity=&quot;1&quot;</text>
<text x="8" y="10" dy="0.5ex" text-anchor="middle" font-size="12.5" fill="#525C69" font-weight="bold">c</text>
<rect x="0" y="0" width="4" height="4" fill="#F3E3B3"/>
</svg>
"##;
        let drawn = drawn.expect("drawn");
        assert_eq!(drawn, expected);
        let alone = undescribed(&drawn);
        assert!(!alone.contains("title") && !alone.contains("desc") && alone.matches('\n').count() == 6, "{alone}");
    }

    #[test]
    fn a_title_stands_above_and_is_what_the_drawing_is_called() {
        let plain = sheet("x.svg", (900, 40), |canvas| {
            canvas.bold("House edge, %", (8, 10), Lettering::new(14.0, INK, Anchor::Left))
        });
        let svg = titled(&plain.expect("drawn"), "It is < 1%.").expect("drawn");
        assert!(svg.contains("width=\"900\" height=\"70\" viewBox=\"0 0 900 70\""), "{svg}");
        assert!(svg.contains("<title>It is &lt; 1%.</title>") && svg.matches("<title>").count() == 1);
        assert!(svg.contains("<g transform=\"translate(0 30)\">\n<rect") && svg.contains(">House edge, %</text>"));
        assert!(svg.matches("<svg").count() == 1 && svg.ends_with("</g>\n</svg>\n"));
    }

    /// The number at the end of a finding was cut off, in the drawing and in its title.
    #[test]
    fn long_titles_stand_in_two_lines() {
        let title = "The dearest plausible mistake is made with 3,T against 7: stand instead of hit costs 0.0132 initial wagers of one hand per 100 hands.";
        let (lines, _) = title_lines(title);
        assert_eq!((lines.len(), lines.join(" ").as_str()), (2, title));
        let svg = sheet("test", (900, 60), |canvas| canvas.title(title)).expect("a drawing");
        assert!(svg.contains(&format!("<title>{title}</title>")) && !svg.contains('\u{2026}'));
        let (lines, _) = title_lines(&"word ".repeat(60));
        assert!(lines.len() == 2 && lines[1].ends_with('\u{2026}'));
    }
}
