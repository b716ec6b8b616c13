//! The chart of a progressive wager's return against its meter.

use certificate::{Exact, Progressive, Wager};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use plotters::style::RGBColor;

use super::{
    axis::Axis,
    canvas::{Anchor, Canvas, GRID, INK, Lettering, SOFT_INK, sheet, shortened},
};
use crate::{error::ReportError, family::Family, figure};

const WIDTH: u32 = 900;
const LEFT: i32 = 76;
const RIGHT: i32 = 752;
/// Where the lines' labels start, and the end of the sheet for them.
const LABELS: i32 = 776;
const EDGE: i32 = 884;
const PLOT: i32 = 320;
/// Top of the marks' labels, and the height of one.
const MARKS: i32 = 52;
const ROW: i32 = 17;
/// Longest label of a line, in characters.
const LABEL: usize = 16;
const TITLE: usize = 90;
/// Width of a character of a mark's label, about.
const LETTER: i32 = 7;

const FAVOUR: RGBColor = RGBColor(0xfa, 0xea, 0xe5);
const RETURN: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const PALE: RGBColor = RGBColor(0x8f, 0xb0, 0xd4);
const HIT: RGBColor = RGBColor(0x9c, 0x64, 0x0c);
const EVEN: RGBColor = RGBColor(0x9e, 0x3a, 0x4c);

/// A paytable's return, `1 + fixed + slope · meter`.
struct Line<'a> {
    paytable: &'a str,
    fixed: f64,
    slope: f64,
    /// The meter at which it is even, if that is not below 0, and as printed.
    even: Option<(f64, BigRational)>,
}

/// A meter worth marking.
struct Mark {
    meter: f64,
    label: String,
    color: RGBColor,
}

/// Return to the player against the meter under the report's reading, a line for each paytable; `None` for a wager
/// without a meter.
pub(super) fn draw(family: &Family<'_>) -> Result<Option<String>, ReportError> {
    let lines: Vec<Line<'_>> = family.own().paytables.iter().filter_map(|wager| Line::of(wager)).collect();
    let Some(first) = family.own().paytables.iter().find(|wager| wager.progressive.is_some()) else { return Ok(None) };
    let marks = marks(first, &lines);
    let Some(end) = end(&lines, &marks, stated(first)) else { return Ok(None) };
    let x = Axis::between((0.0, end), LEFT, RIGHT, 6);
    let returns = |line: &Line<'_>| [line.at(0.0) * 100.0, line.at(end) * 100.0];
    let mut values: Vec<f64> = lines.iter().flat_map(returns).collect();
    values.push(100.0);
    let (inside, beyond): (Vec<&Mark>, Vec<&Mark>) = marks.iter().partition(|mark| mark.meter <= end);
    let (rows, depth) = rows(&inside, &x);
    let top = MARKS + ROW * depth + 10;
    let bottom = top + PLOT;
    let Some(y) = Axis::around(&values, bottom, top, 6) else { return Ok(None) };
    let height = u32::try_from(bottom + if beyond.is_empty() { 62 } else { 86 }).unwrap_or(600);

    sheet(&format!("progressive-{}.svg", family.slug), (WIDTH, height), |canvas| {
        let title = format!("{}: return to the player against the meter, %", shortened(family.title, TITLE));
        canvas.bold(&title, (16, 18), Lettering::new(14.0, INK, Anchor::Left))?;
        let even = y.at(100.0);
        canvas.block((LEFT, top), (RIGHT, even), FAVOUR)?;
        for (at, label) in &y.ticks {
            canvas.line((LEFT, *at), (RIGHT, *at), GRID, 1)?;
            canvas.text(label, (LEFT - 8, *at), Lettering::new(12.5, SOFT_INK, Anchor::Right))?;
        }
        for (at, label) in &x.ticks {
            canvas.line((*at, top), (*at, bottom), GRID, 1)?;
            canvas.text(&figure::grouped(label), (*at, bottom + 18), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        }
        canvas.line((LEFT, even), (RIGHT, even), INK, 1)?;
        for (mark, row) in inside.iter().zip(rows) {
            let (at, label) = (x.at(mark.meter), MARKS + ROW * row);
            canvas.dashes(at, (label + 8, bottom), mark.color)?;
            let (start, anchor) = label_at(at, &mark.label);
            canvas.text(&mark.label, (start, label), Lettering::new(12.5, mark.color, anchor))?;
        }
        draw_lines(canvas, &lines, &x, &y, end)?;
        for line in &lines {
            if let Some((meter, _)) = line.even.as_ref().filter(|(meter, _)| *meter <= end) {
                canvas.ring((x.at(*meter), even), 4, EVEN)?;
            }
        }
        canvas.text(
            "Meter, units of the wager",
            ((LEFT + RIGHT) / 2, bottom + 42),
            Lettering::new(12.5, SOFT_INK, Anchor::Middle),
        )?;
        canvas.block((LEFT, bottom + 35), (LEFT + 14, bottom + 49), FAVOUR)?;
        canvas.text(
            "in the player\u{2019}s favour",
            (LEFT + 20, bottom + 42),
            Lettering::new(12.0, EVEN, Anchor::Left),
        )?;
        if !beyond.is_empty() {
            let names: Vec<&str> = beyond.iter().map(|mark| mark.label.as_str()).collect();
            let note = format!("Beyond the chart: {}", names.join(", "));
            canvas.text(&note, (LEFT, bottom + 66), Lettering::new(12.5, HIT, Anchor::Left))?;
        }
        Ok(())
    })
    .map(Some)
}

impl<'a> Line<'a> {
    fn of(wager: &'a Wager) -> Option<Self> {
        let progressive = wager.progressive.as_ref()?;
        let even = progressive.break_even_meter.as_ref().and_then(Exact::value);
        Some(Self {
            paytable: &wager.paytable,
            fixed: figure::plotted(&progressive.fixed)?,
            slope: figure::plotted(&progressive.per_meter_unit)?,
            even: even.and_then(|even| Some((plotted(&even)?, even))),
        })
    }

    fn at(&self, meter: f64) -> f64 {
        1.0 + self.fixed + self.slope * meter
    }
}

/// A meter as a float, for plotting only.
fn plotted(meter: &BigRational) -> Option<f64> {
    meter.to_f64().filter(|meter| (0.0..=1e9).contains(meter))
}

/// The meter that the figures are stated for.
fn stated(wager: &Wager) -> Option<f64> {
    wager.progressive.as_ref().and_then(|progressive| plotted(&progressive.meter.value()?))
}

/// Seed or stated meter, means of the long run, and where the wager is even.
fn marks(wager: &Wager, lines: &[Line<'_>]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut add = |meter: Option<BigRational>, words: &str, color: RGBColor| {
        let mark = meter.and_then(|meter| {
            Some(Mark { meter: plotted(&meter)?, label: format!("{words} {}", figure::meter(&meter)), color })
        });
        marks.extend(mark.filter(|mark| marks.iter().all(|other| other.label != mark.label)));
    };
    if let Some(progressive) = &wager.progressive {
        let seed = progressive.long_run.first().map(|run| &run.seed);
        add(seed.and_then(Exact::value), "starts from", SOFT_INK);
        if seed != Some(&progressive.meter) {
            add(progressive.meter.value(), "meter", SOFT_INK);
        }
        for (words, mean) in means_when_won(progressive) {
            add(Some(mean), &words, HIT);
        }
    }
    let mut evens: Vec<&(f64, BigRational)> = lines.iter().filter_map(|line| line.even.as_ref()).collect();
    evens.sort_by(|a, b| a.1.cmp(&b.1));
    if let (Some((low, from)), Some((_, to))) = (evens.first(), evens.last()) {
        let label = if from == to {
            format!("even at {}", figure::meter(from))
        } else {
            format!("even from {} to {}", figure::meter(from), figure::meter(to))
        };
        marks.push(Mark { meter: *low, label, color: EVEN });
    }
    marks.sort_by(|a, b| a.meter.total_cmp(&b.meter));
    marks
}

/// The different means of the meter when it is won, each with the models that have it, numbered as the table of the long run has them.
fn means_when_won(progressive: &Progressive) -> Vec<(String, BigRational)> {
    let mut means: Vec<(Vec<String>, BigRational)> = Vec::new();
    for (number, run) in (1..).zip(&progressive.long_run) {
        let Some(mean) = figure::printed(&run.mean_meter_when_hit) else { continue };
        match means.iter_mut().find(|(_, known)| figure::meter(known) == figure::meter(&mean)) {
            Some((models, _)) => models.push(number.to_string()),
            None => means.push((vec![number.to_string()], mean)),
        }
    }
    let is_one = means.len() == 1;
    let words = |models: Vec<String>| match models.len() {
        _ if is_one => "mean when won".to_owned(),
        1 => format!("mean when won, model {}:", models[0]),
        _ => format!("mean when won, models {}:", models.join(" and ")),
    };
    means.into_iter().map(|(models, mean)| (words(models), mean)).collect()
}

/// Half as far again as the meter at which the paytables are even, leaving out those that are even much later than the
/// first; without such a meter, past every mark.
fn end(lines: &[Line<'_>], marks: &[Mark], stated: Option<f64>) -> Option<f64> {
    let evens = || lines.iter().filter_map(|line| Some(line.even.as_ref()?.0));
    let least = evens().filter(|even| *even > 0.0).reduce(f64::min);
    let shown = marks.iter().filter(|mark| mark.color != HIT).map(|mark| mark.meter).chain(stated);
    let shown = shown.reduce(f64::max).unwrap_or(0.0) * 1.1;
    let end = match least {
        Some(least) => evens().filter(|even| *even <= 3.0 * least).fold(least, f64::max) * 1.5,
        None => marks.iter().map(|mark| mark.meter).fold(0.0, f64::max) * 1.2,
    };
    Some(end.max(shown)).filter(|end| *end > 0.0 && !lines.is_empty())
}

/// The row of each mark's label, so that none covers another, and how many rows there are.
fn rows(marks: &[&Mark], x: &Axis) -> (Vec<i32>, i32) {
    let mut ends: Vec<i32> = Vec::new();
    let mut rows = Vec::new();
    for mark in marks {
        let width = width(&mark.label);
        let (at, anchor) = label_at(x.at(mark.meter), &mark.label);
        let start = if matches!(anchor, Anchor::Right) { at - width } else { at };
        let row = ends.iter().position(|end| *end < start).unwrap_or_else(|| {
            ends.push(0);
            ends.len() - 1
        });
        ends[row] = start + width + 10;
        rows.push(i32::try_from(row).unwrap_or(0));
    }
    (rows, i32::try_from(ends.len()).unwrap_or(0))
}

/// Where a mark's label starts, to the right of its line or, near the edge, to the left.
fn label_at(x: i32, label: &str) -> (i32, Anchor) {
    if x + 4 + width(label) > EDGE { (x - 4, Anchor::Right) } else { (x + 4, Anchor::Left) }
}

fn width(label: &str) -> i32 {
    LETTER * i32::try_from(label.chars().count()).unwrap_or(0)
}

/// The lines, the first paytable's on top, and their labels beside the plot in the order of their ends.
fn draw_lines(canvas: &Canvas<'_>, lines: &[Line<'_>], x: &Axis, y: &Axis, end: f64) -> Result<(), ReportError> {
    let one = lines.len() == 1;
    for (index, line) in lines.iter().enumerate().rev() {
        let (color, width) = if index == 0 { (RETURN, 2) } else { (PALE, 1) };
        let path = [0.0, end].map(|meter| (x.at(meter), y.at(line.at(meter) * 100.0)));
        canvas.path(path.to_vec(), color, width)?;
    }
    if one {
        return Ok(());
    }
    let mut ends: Vec<(i32, usize)> =
        lines.iter().map(|line| y.at(line.at(end) * 100.0)).enumerate().map(|(index, at)| (at, index)).collect();
    ends.sort_unstable();
    let (top, bottom) = (y.end(), y.start());
    for ((at, index), label) in ends.iter().zip(spread(&ends, (top, bottom))) {
        let color = if *index == 0 { RETURN } else { SOFT_INK };
        canvas.path(vec![(RIGHT, *at), (RIGHT + 8, *at), (LABELS - 6, label)], GRID, 1)?;
        let name = shortened(lines[*index].paytable, LABEL);
        if *index == 0 {
            canvas.bold(&name, (LABELS, label), Lettering::new(12.0, color, Anchor::Left))?;
        } else {
            canvas.text(&name, (LABELS, label), Lettering::new(12.0, color, Anchor::Left))?;
        }
    }
    Ok(())
}

/// Heights of labels, in order, near the ends of their lines and clear of each other.
fn spread(ends: &[(i32, usize)], (top, bottom): (i32, i32)) -> Vec<i32> {
    let count = i32::try_from(ends.len()).unwrap_or(1).max(1);
    let pitch = 15.min((bottom - top) / count).max(1);
    let mut labels: Vec<i32> = Vec::new();
    for (at, _) in ends {
        let least = labels.last().map_or(top, |last| last + pitch);
        labels.push((*at).max(least));
    }
    // Half of what they were pushed down is taken back, so that the bundle of labels stays beside the bundle of lines.
    let pushed = labels.last().zip(ends.last()).map_or(0, |(label, (at, _))| label - at);
    let room = labels.first().map_or(0, |first| first - top);
    let back = (pushed / 2).max(labels.last().map_or(0, |last| last - bottom)).clamp(0, room);
    labels.iter().map(|label| label - back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_clear_of_each_other_and_inside() {
        let ends = |list: &[i32]| list.iter().map(|at| (*at, 0)).collect::<Vec<_>>();
        assert_eq!(spread(&ends(&[50, 100]), (0, 200)), [50, 100]);
        assert_eq!(spread(&ends(&[100, 101, 102]), (0, 200)), [86, 101, 116]);
        let crowded = spread(&ends(&[190, 191, 192, 193]), (0, 200));
        assert!(crowded.windows(2).all(|pair| pair[1] - pair[0] >= 15), "{crowded:?}");
        assert!(crowded.iter().all(|at| (0..=200).contains(at)), "{crowded:?}");
        let crowd = spread(&ends(&[0; 40]), (0, 200));
        assert!(crowd.windows(2).all(|pair| pair[1] > pair[0]));
    }
}
