//! Where each unit of a plan stands: every combination has a number, and is made from it.

use rules::Override;

/// A key of an analysis with the values that it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SweptKey {
    pub(crate) key: String,
    pub(crate) values: Vec<String>,
}

/// Shoes sampled at depths.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SampledShoes {
    /// As the plan writes them.
    pub(crate) depths: Vec<rules::Penetration>,
    /// Shoes at each depth.
    pub(crate) number: u64,
    pub(crate) seed: u64,
}

/// What varies between the units of one analysis, that which varies slowest first: the grid, the list, the shoe, the strategy class.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dimensions {
    pub(crate) grid: Vec<SweptKey>,
    /// Entries of the list; none is one that replaces nothing.
    pub(crate) list: Vec<Vec<Override>>,
    pub(crate) shoes: Option<SampledShoes>,
    pub(crate) strategies: Vec<String>,
}

/// Where a unit stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    /// What the grid and the list replace.
    pub(crate) set: Vec<Override>,
    /// Place among the depths, and number of the shoe.
    pub(crate) shoe: Option<(usize, u64)>,
    /// Place among the strategy classes.
    pub(crate) strategy: usize,
}

impl Dimensions {
    /// How many units there are; `None` if they are more than 2^64.
    pub(crate) fn units(&self) -> Option<u64> {
        let grid = self.grid.iter().map(|key| key.values.len() as u64);
        let shoes = self.shoes.as_ref().map_or(Some(1), |shoes| shoes.number.checked_mul(shoes.depths.len() as u64))?;
        let others = [self.list.len().max(1) as u64, shoes, self.strategies.len().max(1) as u64];
        grid.chain(others).try_fold(1_u64, u64::checked_mul)
    }

    /// The unit of a number below [`Dimensions::units`].
    pub(crate) fn position(&self, number: u64) -> Position {
        let mut rest = number;
        let mut digit = |of: u64| {
            let digit = rest % of.max(1);
            rest /= of.max(1);
            digit
        };
        let strategy = digit(self.strategies.len() as u64) as usize;
        let shoe = self.shoes.as_ref().map(|shoes| {
            let number = digit(shoes.number);
            (digit(shoes.depths.len() as u64) as usize, number)
        });
        let listed = self.list.get(digit(self.list.len() as u64) as usize).cloned().unwrap_or_default();
        let mut set: Vec<Override> = Vec::with_capacity(self.grid.len() + listed.len());
        for key in self.grid.iter().rev() {
            let value = &key.values[digit(key.values.len() as u64) as usize];
            set.push(Override::new(&key.key, value));
        }
        set.reverse();
        set.extend(listed);
        Position { set, shoe, strategy }
    }

    /// Keys that are replaced in some unit.
    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        let listed = self.list.iter().flatten().map(|one| one.key().to_owned());
        self.grid.iter().map(|key| key.key.clone()).chain(listed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_number_is_another_unit_and_the_last_changes_first() {
        let key = |key: &str, values: &[&str]| SweptKey {
            key: key.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
        };
        let dimensions = Dimensions {
            grid: vec![key("decks", &["6", "8"]), key("options.a", &["x", "y", "z"])],
            list: vec![vec![Override::new("readings.r", "1")], Vec::new()],
            shoes: Some(SampledShoes {
                depths: ["25%", "50%"].map(|depth| depth.parse().expect("a depth")).to_vec(),
                number: 5,
                seed: 1,
            }),
            strategies: vec!["td".to_owned(), "cdz".to_owned()],
        };
        let units = dimensions.units().expect("few");
        assert_eq!(units, 2 * 3 * 2 * 2 * 5 * 2);
        let all: Vec<Position> = (0..units).map(|number| dimensions.position(number)).collect();
        let seen: BTreeSet<String> = all.iter().map(|position| format!("{position:?}")).collect();
        assert_eq!(seen.len() as u64, units);
        assert_eq!((all[0].strategy, all[1].strategy, all[2].strategy), (0, 1, 0));
        assert_eq!((all[2].shoe, all[10].shoe), (Some((0, 1)), Some((1, 0))));
        let set = |at: usize| all[at].set.iter().map(Override::to_string).collect::<Vec<_>>();
        assert_eq!(set(0), ["decks=6", "options.a=x", "readings.r=1"]);
        assert_eq!(set(20), ["decks=6", "options.a=x"]);
        assert_eq!(set(40), ["decks=6", "options.a=y", "readings.r=1"]);
        assert_eq!(set(119), ["decks=6", "options.a=z"]);
        assert_eq!(set(120), ["decks=8", "options.a=x", "readings.r=1"]);
    }

    #[test]
    fn too_many_units_have_no_number() {
        let key = SweptKey { key: "k".to_owned(), values: vec!["v".to_owned(); 1_000] };
        assert_eq!(Dimensions { grid: vec![key; 7], ..Dimensions::default() }.units(), None);
        assert_eq!(Dimensions::default().units(), Some(1));
    }
}
