//! Index plays of a grid: hands that are played otherwise from a count on, or below one.

use cards::Value;
use num_rational::BigRational;
use serde::Deserialize;
use solver::{Action, ChartHand, StatedRow};

use super::{hard, pair, soft, value, wanted};
use crate::printed::Printed;

/// An index play as a file has it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct IndexEntry {
    /// `16`, `A,7`, `soft 18` or `8,8`.
    hand: Written,
    /// Up cards with spaces between.
    up: Written,
    signal: Option<String>,
    /// `two` or `more`; both unless stated.
    cards: Option<String>,
    from: Option<Written>,
    below: Option<Written>,
    play: String,
}

/// Insurance as a file has it.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct InsuranceEntry {
    /// `always` or `never`, where no count decides it.
    take: Option<String>,
    from: Option<Written>,
    below: Option<Written>,
}

/// When insurance is taken, on every hand for as much as the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InsuranceStated {
    /// Never, whatever the count.
    never: bool,
    /// The least count of it.
    pub(crate) from: Option<BigRational>,
    /// The least count that is too high for it.
    pub(crate) below: Option<BigRational>,
}

impl InsuranceEntry {
    pub(super) fn read(&self) -> Result<InsuranceStated, String> {
        let (from, below) = ends(self.from.as_ref(), self.below.as_ref())?;
        let by_count = from.is_some() || below.is_some();
        let never = match (self.take.as_deref(), by_count) {
            (Some("always"), false) | (None, true) => false,
            (Some("never"), false) => true,
            (Some("always" | "never"), true) => return Err("`take` beside the counts: expected one of both".to_owned()),
            (Some(other), _) => return Err(format!("take `{other}`: expected always or never")),
            (None, false) => return Err("expected `take`, or `from` or `below`".to_owned()),
        };
        Ok(InsuranceStated { never, from, below })
    }
}

impl InsuranceStated {
    /// Whether a count decides it.
    pub(crate) fn is_by_count(&self) -> bool {
        self.from.is_some() || self.below.is_some()
    }

    /// Whether it is taken under this count.
    pub(crate) fn is_taken_at(&self, count: &BigRational) -> bool {
        !self.never && is_within((self.from.as_ref(), self.below.as_ref()), count)
    }
}

/// The ends of a run of counts.
fn ends(from: Option<&Written>, below: Option<&Written>) -> Result<(Option<BigRational>, Option<BigRational>), String> {
    let [from, below] = [from, below].map(|end| end.map(Written::number).transpose());
    let (from, below) = (from?, below?);
    if from.as_ref().zip(below.as_ref()).is_some_and(|(from, below)| from >= below) {
        return Err("no count is from the one on and below the other".to_owned());
    }
    Ok((from, below))
}

fn is_within((from, below): (Option<&BigRational>, Option<&BigRational>), count: &BigRational) -> bool {
    from.is_none_or(|from| count >= from) && below.is_none_or(|below| count < below)
}

/// A number or a text.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number, or a text such as \"+4\" or \"1/2\"")]
enum Written {
    Whole(i64),
    Text(String),
}

impl Written {
    fn text(&self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
        }
    }

    fn number(&self) -> Result<BigRational, String> {
        Ok(self.text().parse::<Printed>()?.value)
    }
}

/// A hand that is played otherwise than the grid has it, under some counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexStated {
    pub(crate) up: Value,
    /// Every signal if there is none.
    pub(crate) signal: Option<String>,
    pub(crate) hand: ChartHand,
    /// Whether it is of two cards, or of more; of both if there is none.
    pub(crate) first_two: Option<bool>,
    /// The least count of the play.
    pub(crate) from: Option<BigRational>,
    /// The least count that is too high for it.
    pub(crate) below: Option<BigRational>,
    /// The field's letter.
    pub(crate) letter: String,
    /// What it wants of two cards and of more.
    wanted: [Vec<Action>; 2],
}

impl IndexEntry {
    pub(super) fn read(&self) -> Result<Vec<IndexStated>, String> {
        let hand = hand(&self.hand.text())?;
        let first_two = match self.cards.as_deref() {
            None => None,
            Some("two") => Some(true),
            Some("more") => Some(false),
            Some(other) => return Err(format!("cards `{other}`: expected two or more")),
        };
        let (from, below) = ends(self.from.as_ref(), self.below.as_ref())?;
        if from.is_none() && below.is_none() {
            return Err("expected `from` or `below`: the counts under which it is played".to_owned());
        }
        let ups = self.up.text();
        let of_up = |up| {
            Ok(IndexStated {
                up: value(up)?,
                signal: self.signal.clone(),
                hand,
                first_two,
                from: from.clone(),
                below: below.clone(),
                letter: self.play.clone(),
                wanted: wanted(&self.play).map_err(|wrong| format!("play {wrong}"))?,
            })
        };
        let all: Vec<IndexStated> = ups.split_whitespace().map(of_up).collect::<Result<_, String>>()?;
        if all.is_empty() { Err("no up card".to_owned()) } else { Ok(all) }
    }
}

fn hand(name: &str) -> Result<ChartHand, String> {
    match name.split_once(',') {
        Some((one, other)) if one.trim() == other.trim() => pair(name),
        Some(_) => soft(name),
        None => name.strip_prefix("soft ").map_or_else(|| hard(name), |total| soft(total.trim())),
    }
}

impl IndexStated {
    /// Whether it is played under this count.
    pub(crate) fn is_played_at(&self, count: &BigRational) -> bool {
        is_within((self.from.as_ref(), self.below.as_ref()), count)
    }

    /// The rows of a chart with this play in place of what they have.
    pub(crate) fn put_into(&self, rows: &mut Vec<StatedRow>) {
        let is_of = |row: &StatedRow| row.up == self.up && row.hand == self.hand;
        // A play for every signal goes before rows for one.
        let is_meant = |row: &StatedRow| is_of(row) && (self.signal.is_none() || row.signal == self.signal);
        if !rows.iter().any(|row| is_of(row) && row.signal == self.signal) {
            let for_all = rows.iter().find(|row| is_of(row) && row.signal.is_none());
            let row = for_all.cloned().unwrap_or_else(|| StatedRow::new(self.up, self.hand));
            rows.push(StatedRow { signal: self.signal.clone(), ..row });
        }
        for row in rows.iter_mut().filter(|row| is_meant(row)) {
            let [first_two, later] = &self.wanted;
            if self.first_two != Some(false) {
                row.first_two.clone_from(first_two);
            }
            if self.first_two != Some(true) {
                row.later.clone_from(later);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    const CHART: &str =
        "count = \"hi-lo\"\nup = \"9 T\"\n[hard]\n\"12-16\" = \"H H\"\n[signal.small.hard]\n16 = \"S S\"\n";

    fn chart(index: &str) -> Result<super::super::ChartFile, String> {
        read(&format!("{CHART}[[index]]\n{index}"))
    }

    #[test]
    fn an_index_play_stands_in_place_of_a_row() {
        let file = chart("hand = 16\nup = \"9 T\"\ncards = \"two\"\nfrom = 4\nbelow = \"5.5\"\nplay = \"Rs\"")
            .expect("a chart");
        let [_, ten] = &file.indices[..] else { panic!("two up cards") };
        let at = |count: i64, over: i64| ten.is_played_at(&BigRational::new(count.into(), over.into()));
        assert_eq!([at(3, 1), at(4, 1), at(5, 1), at(11, 2)], [false, true, true, false]);
        let mut rows = file.rows.clone();
        ten.put_into(&mut rows);
        let of_ten = |row: &&StatedRow| row.up == Value::TEN && row.hand == ChartHand::Hard(16);
        let found: Vec<&StatedRow> = rows.iter().filter(of_ten).collect();
        assert_eq!(found.len(), 2, "the row of the signal too");
        for row in &found {
            assert_eq!(row.first_two, [Action::Surrender, Action::Stand]);
        }
        assert_eq!((&found[0].later[..], &found[1].later[..]), (&[Action::Hit][..], &[Action::Stand][..]));
        let others = |rows: &[StatedRow]| rows.iter().filter(|row| !of_ten(row)).cloned().collect::<Vec<_>>();
        assert_eq!(others(&rows), others(&file.rows));
    }

    #[test]
    fn a_play_for_one_signal_has_a_row_of_its_own() {
        let file = chart("hand = 15\nup = \"T\"\nsignal = \"small\"\nfrom = 4\ncards = \"more\"\nplay = \"S\"")
            .expect("a chart");
        let mut rows = file.rows.clone();
        file.indices[0].put_into(&mut rows);
        let added = rows.last().expect("a row");
        assert_eq!((rows.len(), added.signal.as_deref()), (file.rows.len() + 1, Some("small")));
        assert_eq!((&added.first_two[..], &added.later[..]), (&[Action::Hit][..], &[Action::Stand][..]));
    }

    #[test]
    fn what_is_no_index_play_is_refused() {
        for (index, said) in [
            ("hand = 16\nup = \"T\"\nplay = \"S\"", "index 1: expected `from` or `below`"),
            ("hand = 16\nup = \"T\"\nfrom = 2\nbelow = 2\nplay = \"S\"", "no count is"),
            ("hand = 16\nup = \"T\"\nfrom = 2\nplay = \"X\"", "index 1: play `X`: expected H"),
            ("hand = 16\nup = \"\"\nfrom = 2\nplay = \"S\"", "no up card"),
            ("hand = 2\nup = \"T\"\nfrom = 2\nplay = \"S\"", "total `2`"),
            ("hand = 16\nup = \"T\"\nfrom = \"x\"\nplay = \"S\"", "`x` is no number"),
            ("hand = 16\nup = \"T\"\ncards = \"three\"\nfrom = 1\nplay = \"S\"", "cards `three`: expected two or more"),
            ("hand = 16\nup = \"T\"\nform = 1\nplay = \"S\"", "form"),
        ] {
            let error = chart(index).expect_err(index);
            assert!(error.contains(said), "{index}: {error}");
        }
        let uncounted = read("[[index]]\nhand = 16\nup = \"T\"\nfrom = 1\nplay = \"S\"").expect_err("no count");
        assert!(uncounted.contains("`index` without `count`"), "{uncounted}");
        for (name, hand) in [
            ("A,7", ChartHand::Soft(18)),
            ("soft 18", ChartHand::Soft(18)),
            ("T,T", ChartHand::Pair(Value::TEN)),
            ("A,A", ChartHand::Pair(Value::ACE)),
            ("16", ChartHand::Hard(16)),
        ] {
            assert_eq!(super::hand(name), Ok(hand), "{name}");
        }
    }
}
