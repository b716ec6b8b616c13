//! A stated strategy as a file: a report's `strategy.csv`, or a grid of the field's letters in TOML.

mod index;

use std::collections::{BTreeMap, BTreeSet};

use cards::Value;
use rules::{FileKind, Source};
use serde::Deserialize;
use solver::{Action, ChartHand, StatedRow};

use index::{IndexEntry, InsuranceEntry};
pub(crate) use index::{IndexStated, InsuranceStated};

use crate::quoted::quoted;

/// Most rows of a chart: those of a report on ten up cards with ten signals, and more.
const MOST_ROWS: usize = 20_000;

/// Most index plays: more than any published list.
const MOST_INDICES: usize = 500;

/// Up cards of a grid that does not name them.
const USUAL_UPS: &str = "2 3 4 5 6 7 8 9 T A";

/// The letters of a grid, with what they want of two cards and of more, the most wanted first. `P` is played by its total where it may not be split.
const LETTERS: [(&str, &[Action], &[Action]); 12] = {
    use Action::{Double, Hit, Split, Stand, Surrender};
    [
        ("H", &[Hit], &[Hit]),
        ("S", &[Stand], &[Stand]),
        ("D", &[Double, Hit], &[Double, Hit]),
        ("Dh", &[Double, Hit], &[Double, Hit]),
        ("Ds", &[Double, Stand], &[Double, Stand]),
        ("P", &[Split], &[]),
        ("Ph", &[Split, Hit], &[]),
        ("Ps", &[Split, Stand], &[]),
        ("Rh", &[Surrender, Hit], &[Surrender, Hit]),
        ("Rs", &[Surrender, Stand], &[Surrender, Stand]),
        ("Rd", &[Surrender, Double, Hit], &[Surrender, Double, Hit]),
        ("Rp", &[Surrender, Split], &[]),
    ]
};

/// A grid: rows of hands, by kind.
#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Grid {
    up: Option<String>,
    count: Option<String>,
    index: Vec<IndexEntry>,
    insurance: Option<InsuranceEntry>,
    hard: BTreeMap<String, String>,
    soft: BTreeMap<String, String>,
    pairs: BTreeMap<String, String>,
    split_aces: BTreeMap<String, String>,
    /// Doubled hands that have their card.
    doubled: DoubledGrid,
    /// The same for some signals alone.
    signal: BTreeMap<String, SignalGrid>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct SignalGrid {
    hard: BTreeMap<String, String>,
    soft: BTreeMap<String, String>,
    pairs: BTreeMap<String, String>,
    /// What is done with split aces that get no further card, where they may be given up: `R` or `S`.
    split_aces: BTreeMap<String, String>,
    doubled: DoubledGrid,
}

/// What is done with doubled hands where they may be given up: `R` or `S`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct DoubledGrid {
    hard: BTreeMap<String, String>,
    soft: BTreeMap<String, String>,
}

/// A chart as its file states it.
#[derive(Debug, Default)]
pub(super) struct ChartFile {
    pub(super) rows: Vec<StatedRow>,
    /// The count that the index plays are of, by name or as a file.
    pub(super) count: Option<String>,
    pub(super) indices: Vec<IndexStated>,
    /// When insurance is taken; left out if nothing is said of it.
    pub(super) insurance: Option<InsuranceStated>,
}

/// What a file states. What is wrong is said with its line or key.
pub(super) fn read(text: &str) -> Result<ChartFile, String> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_csv = first.trim_start().starts_with("up,");
    let file = if is_csv { ChartFile { rows: csv(text)?, ..ChartFile::default() } } else { grid(text)? };
    match file.rows.len() {
        0 => {
            Err("no row: expected lines as of a report's strategy.csv, or tables `hard`, `soft` and `pairs`".to_owned())
        }
        rows if rows > MOST_ROWS => Err(format!("{rows} rows: at most {MOST_ROWS} are read")),
        _ => no_row_twice(&file.rows).map(|()| file),
    }
}

/// Every row states another hand, up card or signal.
fn no_row_twice(rows: &[StatedRow]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    let Some(twice) = rows.iter().find(|row| !seen.insert((row.up, &row.signal, row.hand))) else { return Ok(()) };
    let signal = twice.signal.as_ref().map_or_else(String::new, |signal| format!(" and the signal {signal}"));
    Err(format!("two rows state {} against {}{signal}: expected one", crate::present::row_name(twice.hand), twice.up))
}

fn csv(text: &str) -> Result<Vec<StatedRow>, String> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let header = lines.next().map(|(_, line)| fields(line)).transpose()?.unwrap_or_default();
    let column = |name: &str| {
        let at = header.iter().position(|column| column == name);
        at.ok_or_else(|| {
            format!("line 1: no column `{name}`: expected {}", "up,signal,class,hand,first_two,later,otherwise")
        })
    };
    let columns = ["up", "signal", "class", "hand", "first_two", "later", "otherwise"].map(column);
    let columns: Vec<usize> = columns.into_iter().collect::<Result<_, _>>()?;
    let mut rows: Vec<StatedRow> = Vec::new();
    let mut row = |line: &str| -> Result<(), String> {
        let fields = fields(line)?;
        let field = |column: usize| fields.get(columns[column]).map(String::as_str).unwrap_or_default();
        let up = value(field(0))?;
        let signal = Some(field(1).to_owned()).filter(|signal| !signal.is_empty());
        let hand = match field(2) {
            "split-aces" => {
                return state_split_ace(&mut rows, (up, signal.as_ref()), soft(field(3))?, given_up(field(4))?);
            }
            of @ ("doubled-hard" | "doubled-soft") => {
                let hand = if of == "doubled-hard" { hard(field(3))? } else { soft(field(3))? };
                return state_doubled(&mut rows, (up, signal.as_ref()), hand, given_up(field(5))?);
            }
            "hard" => hard(field(3))?,
            "soft" => soft(field(3))?,
            "pair" => pair(field(3))?,
            other => {
                return Err(format!(
                    "class `{other}`: expected hard, soft, pair, split-aces, doubled-hard or doubled-soft"
                ));
            }
        };
        let actions = |columns: &[usize]| -> Result<Vec<Action>, String> {
            columns.iter().map(|&column| field(column)).filter(|name| !name.is_empty()).map(action).collect()
        };
        let (first_two, later) = (actions(&[4, 6])?, actions(&[5])?);
        rows.push(StatedRow { signal, first_two, later, ..StatedRow::new(up, hand) });
        Ok(())
    };
    for (number, line) in lines {
        row(line).map_err(|wrong| format!("line {number}: {wrong}"))?;
    }
    Ok(rows)
}

fn fields(line: &str) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    let mut rest = line.trim();
    loop {
        let (field, after) = match rest.strip_prefix('"') {
            Some(inside) => {
                let (said, end) = quoted(inside).ok_or("an open quotation mark")?;
                (said, &inside[end..])
            }
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].trim().to_owned(), &rest[end..])
            }
        };
        fields.push(field);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None if after.trim().is_empty() => return Ok(fields),
            None => return Err("text after a quoted field: expected a comma".to_owned()),
        }
    }
}

fn action(name: &str) -> Result<Action, String> {
    let all = [Action::Stand, Action::Hit, Action::Double, Action::Split, Action::Surrender];
    let found = all.into_iter().find(|action| action.name() == name);
    found.ok_or_else(|| format!("action `{name}`: expected {}", rules::one_of(all.map(Action::name))))
}

fn value(name: &str) -> Result<Value, String> {
    name.parse().map_err(|error: cards::ParseValueError| error.to_string())
}

fn total(name: &str, least: u8) -> Result<u8, String> {
    let total = name.parse().ok().filter(|total| (least..=21).contains(total));
    total.ok_or_else(|| format!("total `{name}`: expected {least} to 21"))
}

fn hard(name: &str) -> Result<ChartHand, String> {
    total(name, 4).map(ChartHand::Hard)
}

/// `A,7`, or the total that it makes.
fn soft(name: &str) -> Result<ChartHand, String> {
    match name.split_once(',') {
        Some((ace, beside)) if ace.trim() == "A" => Ok(ChartHand::Soft(11 + value(beside.trim())?.hard_points())),
        _ => total(name, 12).map(ChartHand::Soft),
    }
}

/// `8,8`, or `8`.
fn pair(name: &str) -> Result<ChartHand, String> {
    let (one, other) = name.split_once(',').unwrap_or((name, name));
    let (one, other) = (value(one.trim())?, value(other.trim())?);
    if one == other { Ok(ChartHand::Pair(one)) } else { Err(format!("`{name}` is no pair")) }
}

fn grid(text: &str) -> Result<ChartFile, String> {
    let source = Source::inline(String::new(), text);
    FileKind::Chart.check_text(&source).map_err(|error| error.message)?;
    let Grid { up, count, index, insurance, hard, soft, pairs, split_aces, doubled, signal } =
        toml::from_str(text).map_err(|error| crate::toml_line::told(text, &error))?;
    let ups = up.as_deref().unwrap_or(USUAL_UPS);
    let ups = ups.split_whitespace().map(value).collect::<Result<Vec<_>, _>>()?;
    let mut rows = grid_rows(&ups, None, &SignalGrid { hard, soft, pairs, split_aces, doubled })?;
    for (name, of_signal) in &signal {
        rows.extend(grid_rows(&ups, Some(name), of_signal)?);
    }
    if count.is_none() && !index.is_empty() {
        return Err("`index` without `count`: expected the count that the numbers are of, such as \"hi-lo\"".to_owned());
    }
    let mut indices = Vec::new();
    for (number, entry) in (1..).zip(&index) {
        indices.extend(entry.read().map_err(|wrong| format!("index {number}: {wrong}"))?);
    }
    if indices.len() > MOST_INDICES {
        return Err(format!("{} index plays: at most {MOST_INDICES} are read", indices.len()));
    }
    let insurance = insurance.as_ref().map(InsuranceEntry::read).transpose();
    let insurance = insurance.map_err(|wrong| format!("insurance: {wrong}"))?;
    if count.is_none() && insurance.as_ref().is_some_and(InsuranceStated::is_by_count) {
        return Err("`insurance` by a count without `count`: expected the count, such as \"hi-lo\"".to_owned());
    }
    Ok(ChartFile { rows, count, indices, insurance })
}

/// Reads the name of a row.
type Read = fn(&str) -> Result<ChartHand, String>;

fn grid_rows(ups: &[Value], signal: Option<&String>, grid: &SignalGrid) -> Result<Vec<StatedRow>, String> {
    let SignalGrid { hard: of_hard, soft: of_soft, pairs, split_aces, doubled } = grid;
    let mut rows: Vec<StatedRow> = Vec::new();
    let kinds: [(&str, &BTreeMap<String, String>, Read); 3] =
        [("hard", of_hard, hard), ("soft", of_soft, soft), ("pairs", pairs, pair)];
    for kind in kinds {
        each_letter(ups, kind, |up, hand, letter| {
            let [first_two, later] = wanted(letter)?;
            rows.push(StatedRow { signal: signal.cloned(), first_two, later, ..StatedRow::new(up, hand) });
            Ok(())
        })?;
    }
    let kinds: [(&str, &BTreeMap<String, String>, Read); 2] =
        [("doubled.hard", &doubled.hard, hard), ("doubled.soft", &doubled.soft, soft)];
    for kind in kinds {
        each_letter(ups, kind, |up, hand, letter| {
            state_doubled(&mut rows, (up, signal), hand, given_up_letter(letter)?)
        })?;
    }
    each_letter(ups, ("split-aces", split_aces, soft), |up, hand, letter| {
        state_split_ace(&mut rows, (up, signal), hand, given_up_letter(letter)?)
    })?;
    Ok(rows)
}

/// What a letter says of a hand that is given up or stands.
fn given_up_letter(letter: &str) -> Result<Action, String> {
    match letter {
        "R" => Ok(Action::Surrender),
        "S" => Ok(Action::Stand),
        other => Err(format!("`{other}`: expected R or S")),
    }
}

/// The same of an action by its name.
fn given_up(name: &str) -> Result<Action, String> {
    let all = [Action::Surrender, Action::Stand];
    let found = all.into_iter().find(|action| action.name() == name);
    found.ok_or_else(|| format!("action `{name}`: expected {}", rules::one_of(all.map(Action::name))))
}

/// The up card and the signal of a row.
type Column<'s> = (Value, Option<&'s String>);

fn place(rows: &[StatedRow], (up, signal): Column<'_>, hand: ChartHand) -> Option<usize> {
    rows.iter().position(|row| row.up == up && row.signal.as_ref() == signal && row.hand == hand)
}

/// Adds to the row of its total what is done with a doubled hand.
fn state_doubled(rows: &mut [StatedRow], column: Column<'_>, hand: ChartHand, done: Action) -> Result<(), String> {
    let at = place(rows, column, hand).ok_or("there is no row of this total beside it")?;
    rows[at].doubled = vec![done];
    Ok(())
}

/// Adds to the row of its hand, which two aces have as a pair or by their total, what is done with a split ace that has its one card.
fn state_split_ace(rows: &mut [StatedRow], column: Column<'_>, hand: ChartHand, done: Action) -> Result<(), String> {
    const TWO_ACES: ChartHand = ChartHand::Soft(12);
    let pair = (hand == TWO_ACES).then(|| place(rows, column, ChartHand::Pair(Value::ACE))).flatten();
    let at = pair.or_else(|| place(rows, column, hand)).ok_or("there is no row of this hand beside it")?;
    rows[at].split_aces = vec![done];
    Ok(())
}

/// Tells `each` the letter of every up card and hand of a table. What is wrong is said with its key.
fn each_letter(
    ups: &[Value],
    (kind, table, read): (&str, &BTreeMap<String, String>, Read),
    mut each: impl FnMut(Value, ChartHand, &str) -> Result<(), String>,
) -> Result<(), String> {
    for (key, line) in table {
        let place = |wrong: String| format!("{kind}.{key}: {wrong}");
        let letters: Vec<&str> = line.split_whitespace().collect();
        if letters.len() != ups.len() {
            return Err(place(format!("{} letters for {} up cards", letters.len(), ups.len())));
        }
        for hand in hands(key, read).map_err(place)? {
            for (&up, letter) in ups.iter().zip(&letters) {
                each(up, hand, letter).map_err(place)?;
            }
        }
    }
    Ok(())
}

/// What a letter wants of two cards and of more.
fn wanted(letter: &str) -> Result<[Vec<Action>; 2], String> {
    let known = LETTERS.iter().find(|(known, ..)| *known == letter);
    let expected = || format!("`{letter}`: expected {}", rules::one_of(LETTERS.iter().map(|(known, ..)| *known)));
    known.map(|(_, first_two, later)| [first_two.to_vec(), later.to_vec()]).ok_or_else(expected)
}

/// The hands of a key: one, or those from one total to another, as in `5-8`.
fn hands(key: &str, read: fn(&str) -> Result<ChartHand, String>) -> Result<Vec<ChartHand>, String> {
    let Some((first, last)) = key.split_once('-') else { return Ok(vec![read(key)?]) };
    match (read(first.trim())?, read(last.trim())?) {
        (ChartHand::Hard(first), ChartHand::Hard(last)) if first <= last => {
            Ok((first..=last).map(ChartHand::Hard).collect())
        }
        (ChartHand::Soft(first), ChartHand::Soft(last)) if first <= last => {
            Ok((first..=last).map(ChartHand::Soft).collect())
        }
        _ => Err("expected one hand, or totals from a lower to a higher one".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_say_the_same() {
        let csv = "up,signal,class,hand,total,first_two,later,otherwise,code\n6,,hard,11,11,double,hit,hit,Dh\n6,,soft,\"A,7\",18,double,stand,stand,Ds\n6,,pair,\"8,8\",16,split,,stand,P\n";
        let grid = "up = \"6\"\n[hard]\n11 = \"D\"\n[soft]\n\"A,7\" = \"Ds\"\n[pairs]\n\"8,8\" = \"Ps\"\n";
        let [csv, grid] = [csv, grid].map(|text| read(text).expect("a chart").rows);
        let first: fn(&StatedRow) -> (Value, ChartHand, Vec<Action>) = |row| (row.up, row.hand, row.first_two.clone());
        assert_eq!(csv.iter().map(first).collect::<Vec<_>>(), grid.iter().map(first).collect::<Vec<_>>());
        assert_eq!((&csv[0].later, &grid[0].later), (&vec![Action::Hit], &vec![Action::Double, Action::Hit]));
    }

    #[test]
    fn what_is_no_chart_is_refused() {
        for (text, said) in [
            ("", "no row"),
            ("[hard]\n11 = \"D D\"", "hard.11: 2 letters for 10 up cards"),
            ("up = \"6\"\n[hard]\n11 = \"X\"", "hard.11: `X`: expected H, S"),
            ("up = \"6\"\n[hard]\n3 = \"H\"", "total `3`: expected 4 to 21"),
            ("up = \"6\"\n[pairs]\n\"8,9\" = \"P\"", "`8,9` is no pair"),
            ("up = \"6\"\n[hart]\n8 = \"H\"", "hart"),
            ("up = \"6\"\n[hard]\n16 = \"S\"\n\"16-17\" = \"H\"", "two rows state 16 against 6: expected one"),
            ("up = \"6\"\n[soft]\n18 = \"S\"\n\"A,7\" = \"H\"", "two rows state A,7 against 6"),
            ("up,signal\n", "no column `class`"),
            ("up,signal,class,hand,first_two,later,otherwise\n6,,hard,11,jump,,\n", "line 2: action `jump`"),
            ("up,signal,class,hand,first_two,later,otherwise\n6,,hard,\"11,jump,,\n", "line 2: an open quotation mark"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
        for (text, said) in [
            ("[split-aces]\n\"A,2\" = \"R\"", "split-aces.A,2: there is no row of this hand"),
            ("[doubled.hard]\n16 = \"H\"", "doubled.hard.16: `H`: expected R or S"),
            ("[doubled.hard]\n15 = \"R\"", "doubled.hard.15: there is no row of this total"),
        ] {
            let error = read(&format!("up = \"6\"\n[hard]\n16 = \"S\"\n{text}")).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
        let aces =
            "up = \"6\"\n[pairs]\n\"A,A\" = \"P\"\n[soft]\n13 = \"D\"\n[split-aces]\n\"A,A\" = \"S\"\n\"A,2\" = \"R\"";
        let aces = read(aces).expect("split aces");
        let wants: Vec<_> = aces.rows.iter().map(|row| (row.first_two.as_slice(), row.split_aces.as_slice())).collect();
        let [ace_and_2, two_aces] = [&[Action::Double, Action::Hit][..], &[Action::Split]];
        assert_eq!(wants, [(ace_and_2, &[Action::Surrender][..]), (two_aces, &[Action::Stand])]);
        let doubled = read("up = \"6\"\n[hard]\n16 = \"S\"\n[doubled.hard]\n16 = \"R\"").expect("a doubled hand");
        assert_eq!(doubled.rows[0].doubled, [Action::Surrender]);
        for (text, said) in [
            ("take = \"sometimes\"", "insurance: take `sometimes`: expected always or never"),
            ("take = \"always\"\nfrom = 3", "insurance: `take` beside the counts"),
            ("from = 3", "`insurance` by a count without `count`"),
            ("", "insurance: expected `take`, or `from` or `below`"),
        ] {
            let error = read(&format!("up = \"6\"\n[hard]\n16 = \"S\"\n[insurance]\n{text}")).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
        let many = read("up = \"6 7\"\n[hard]\n\"5-8\" = \"H H\"").expect("a range");
        assert_eq!(many.rows.len(), 8);
    }
}
