//! The chart of EV by up card and signal.

use certificate::{ReportDocument, UpCard};
use plotters::style::RGBColor;

use super::{
    axis::Axis,
    canvas::{Anchor, GRID, INK, Lettering, SOFT_INK, sheet},
};
use crate::{
    error::ReportError,
    figure,
    names::{self, exposed, signal_order, up_order},
};

const SIZE: (u32, u32) = (900, 460);
const LEFT: i32 = 76;
const RIGHT: i32 = 884;
const TOP: i32 = 58;
const BOTTOM: i32 = 392;

fn color(signal: &str) -> RGBColor {
    match signal {
        "small" => RGBColor(0x3f, 0x7f, 0xbf),
        "medium" => RGBColor(0xd0, 0x8a, 0x1d),
        "large" => RGBColor(0x9e, 0x3a, 0x4c),
        "no blackjack" => RGBColor(0x2b, 0x7d, 0x6d),
        "exposed A" => RGBColor(0x4c, 0x35, 0x80),
        "exposed T" => RGBColor(0x8d, 0x78, 0xb8),
        _ => RGBColor(0x5a, 0x66, 0x73),
    }
}

/// EV by up card and signal as grouped bars, under CDZ- or, if the document lacks it, its first class.
pub(super) fn draw(certificate: &ReportDocument) -> Result<Option<String>, ReportError> {
    let classes = &certificate.base_game;
    let Some(class) = classes.iter().find(|class| class.strategy == "cdz").or(classes.first()) else {
        return Ok(None);
    };
    let mut ups: Vec<&UpCard> = class.by_up_card.iter().collect();
    ups.sort_by_key(|up| up_order(&up.up));
    let bars: Vec<Vec<(&str, f64)>> = ups.iter().map(|up| bars(up)).collect();
    let means: Vec<Option<f64>> = ups.iter().map(|up| figure::plotted(&up.ev)).collect();
    let mut values: Vec<f64> = bars.iter().flatten().map(|(_, ev)| ev * 100.0).collect();
    values.extend(means.iter().flatten().map(|ev| ev * 100.0));
    values.push(0.0);
    let Some(axis) = Axis::around(&values, BOTTOM, TOP, 7).filter(|_| !ups.is_empty()) else { return Ok(None) };
    let tells = certificate.features.tells_hole_card;
    let legend = if tells { legend(&bars) } else { Vec::new() };
    let widest = bars.iter().map(Vec::len).max().unwrap_or(1).max(1);

    sheet("ev-by-up-card.svg", SIZE, |canvas| {
        let unit = &certificate.unit;
        let by = if tells { "up card and signal" } else { "up card" };
        let title = format!("EV by {by}, {}, % of {unit}", names::class_short(&class.strategy));
        canvas.bold(&title, (16, 18), Lettering::new(14.0, INK, Anchor::Left))?;
        let mut x = 16;
        for (color, label) in &legend {
            canvas.block((x, 34), (x + 12, 46), *color)?;
            canvas.text(label, (x + 18, 40), Lettering::new(12.5, INK, Anchor::Left))?;
            x += 46 + 7 * i32::try_from(label.chars().count()).unwrap_or(0);
        }
        if tells {
            canvas.line((x, 40), (x + 16, 40), INK, 3)?;
            canvas.text("whole up card", (x + 22, 40), Lettering::new(12.5, INK, Anchor::Left))?;
        }

        for (y, label) in &axis.ticks {
            canvas.line((LEFT, *y), (RIGHT, *y), GRID, 1)?;
            canvas.text(label, (LEFT - 8, *y), Lettering::new(12.5, SOFT_INK, Anchor::Right))?;
        }
        let zero = axis.at(0.0);
        let pitch = f64::from(RIGHT - LEFT) / ups.len() as f64;
        let width = ((pitch * 0.78) / widest as f64).min(34.0);
        for (index, up) in ups.iter().enumerate() {
            let center = f64::from(LEFT) + pitch * (index as f64 + 0.5);
            let start = center - width * bars[index].len() as f64 / 2.0;
            for (place, (signal, ev)) in bars[index].iter().enumerate() {
                let left = (start + width * place as f64).round() as i32;
                let right = (start + width * (place + 1) as f64).round() as i32 - 2;
                let y = axis.at(ev * 100.0);
                canvas.block((left, y.min(zero)), (right, y.max(zero)), color(signal))?;
            }
            if let Some(mean) = means[index].filter(|_| tells) {
                let (y, half) = (axis.at(mean * 100.0), pitch * 0.44);
                canvas.line(((center - half).round() as i32, y), ((center + half).round() as i32, y), INK, 3)?;
            }
            canvas.bold(&up.up, (center.round() as i32, BOTTOM + 20), Lettering::new(14.0, INK, Anchor::Middle))?;
        }
        canvas.line((LEFT, zero), (RIGHT, zero), INK, 1)?;
        canvas.text("Up card", ((LEFT + RIGHT) / 2, BOTTOM + 44), Lettering::new(12.5, SOFT_INK, Anchor::Middle))
    })
    .map(Some)
}

/// Colours and what they stand for; neighbours of one colour have an entry together.
fn legend(bars: &[Vec<(&str, f64)>]) -> Vec<(RGBColor, String)> {
    let mut signals: Vec<&str> = bars.iter().flatten().map(|(signal, _)| *signal).collect();
    signals.sort_by_key(|signal| signal_order(signal));
    let mut ranges: Vec<(RGBColor, [&str; 2])> = Vec::new();
    for signal in signals {
        match ranges.last_mut() {
            Some((of, [_, last])) if *of == color(signal) => *last = signal,
            _ => ranges.push((color(signal), [signal, signal])),
        }
    }
    let label = |[first, last]: [&str; 2]| match first {
        "none" => "signal none".to_owned(),
        _ if first == last => first.to_owned(),
        _ => format!("{first} to {}, from the left", exposed(last).unwrap_or(last)),
    };
    ranges.into_iter().map(|(color, ends)| (color, label(ends))).collect()
}

/// The bars of one up card. A dealer blackjack is left out: the round is over, and its -100% would flatten the rest.
fn bars(up: &UpCard) -> Vec<(&str, f64)> {
    let mut bars: Vec<(&str, f64)> = up
        .signals
        .iter()
        .filter(|signal| signal.signal != "blackjack")
        .filter_map(|signal| Some((signal.signal.as_str(), figure::plotted(&signal.ev)?)))
        .collect();
    bars.sort_by_key(|(signal, _)| signal_order(signal));
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_of_one_colour_have_one_entry_of_the_legend() {
        let labels = |signals: &[&'static str]| -> Vec<String> {
            let bars = [signals.iter().map(|&signal| (signal, 0.5)).collect(), vec![(signals[0], 0.25)]];
            legend(&bars).into_iter().map(|(_, label)| label).collect()
        };
        let exposed = ["exposed A", "exposed 9", "exposed T", "exposed 2", "exposed 3"];
        assert_eq!(labels(&exposed), ["exposed 2 to 9, from the left", "exposed T", "exposed A"]);
        assert_eq!(labels(&["large", "small", "none"]), ["small", "large", "signal none"]);
    }
}
