//! What a player who bets by the count wins, against how deep the shoe is dealt.

use plotters::style::RGBColor;

use super::axis::Axis;
use super::canvas::{Anchor, GRID, INK, Lettering, SOFT_INK, sheet};
use crate::error::ReportError;

const SIZE: (u32, u32) = (900, 426);
const LEFT: i32 = 84;
const RIGHT: i32 = 836;
const TOP: i32 = 78;
const BOTTOM: i32 = 368;

const FAVOUR: RGBColor = RGBColor(0xfa, 0xea, 0xe5);
const WIN: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);

/// A part of the shoe, in per cent, with the units won per 100 rounds, and these as they are printed.
pub(crate) struct PenetrationPoint {
    pub(crate) part: f64,
    pub(crate) win: f64,
    pub(crate) label: String,
}

/// The win rate by penetration as SVG text; `None` for fewer than two points.
pub(crate) fn draw_penetration(title: &str, points: &[PenetrationPoint]) -> Result<Option<String>, ReportError> {
    let [first, .., last] = points else { return Ok(None) };
    let values: Vec<f64> = points.iter().map(|point| point.win).chain([0.0]).collect();
    let Some(y) = Axis::around(&values, BOTTOM, TOP, 6) else { return Ok(None) };
    let x = Axis::between((first.part - 2.5, last.part + 2.5), LEFT, RIGHT, 10);
    sheet("win-by-penetration.svg", SIZE, |canvas| {
        canvas.title(title)?;
        let even = y.at(0.0);
        canvas.block((LEFT, TOP), (RIGHT, even), FAVOUR)?;
        for (at, label) in &y.ticks {
            canvas.line((LEFT, *at), (RIGHT, *at), GRID, 1)?;
            canvas.text(label, (LEFT - 8, *at), Lettering::new(12.5, SOFT_INK, Anchor::Right))?;
        }
        for (at, label) in &x.ticks {
            canvas.line((*at, TOP), (*at, BOTTOM), GRID, 1)?;
            canvas.text(label, (*at, BOTTOM + 18), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        }
        canvas.line((LEFT, even), (RIGHT, even), INK, 1)?;
        let place = |point: &PenetrationPoint| (x.at(point.part), y.at(point.win));
        canvas.path(points.iter().map(place).collect(), WIN, 2)?;
        for point in points {
            let (at, height) = place(point);
            canvas.dot((at, height), 3, WIN)?;
            canvas.text(&point.label, (at - 6, height - 13), Lettering::new(12.0, INK, Anchor::Right))?;
        }
        let middle = (LEFT + RIGHT) / 2;
        canvas.text(
            "Cards seen at most, % of the shoe",
            (middle, BOTTOM + 44),
            Lettering::new(12.5, SOFT_INK, Anchor::Middle),
        )?;
        canvas.line((LEFT, 50), (LEFT + 22, 50), WIN, 2)?;
        canvas.dot((LEFT + 11, 50), 3, WIN)?;
        canvas.text("units won per 100 rounds", (LEFT + 28, 50), Lettering::new(12.5, WIN, Anchor::Left))?;
        canvas.block((LEFT + 206, 43), (LEFT + 220, 57), FAVOUR)?;
        canvas.text("in the player\u{2019}s favour", (LEFT + 226, 50), Lettering::new(12.5, INK, Anchor::Left))
    })
    .map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_has_a_dot() {
        let point = |part: f64| PenetrationPoint { part, win: part / 50.0 - 1.2, label: "0.1".to_owned() };
        assert_eq!(draw_penetration("Title", &[point(50.0)]).expect("nothing to draw"), None);
        let svg = draw_penetration("Title", &[50.0, 55.0, 60.0].map(point)).expect("drawn").expect("points");
        assert_eq!(svg.matches("<circle").count(), 4);
    }
}
