//! What settled hands of a round come to together.

use std::collections::BTreeMap;

use crate::arithmetic::interner::Interner;
use crate::compiled::hands::End;
use crate::compiled::settlement::{Doubling, NATURAL, OUTCOMES, Row, RowId, Settlement};
use crate::compiled::walk::Settled;

/// Index of a [`TallyCombination`] in [`TallyIds`].
pub(super) type TallyId = u32;

/// The sum over the hands settled so far, whose cards no longer matter but for what they leave in the shoe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Tally {
    /// Net result by dealer outcome, in settlement units.
    pub(super) net: Row,
    /// Initial wagers added by doubling.
    pub(super) added: i32,
    /// Hands doubled, on whosever money.
    pub(super) doubled: u8,
    pub(super) busted: u8,
    pub(super) surrendered: u8,
    /// Whether a late dealer blackjack that looks for live hands finds none so far.
    pub(super) no_live_hand: bool,
    pub(super) blackjack: Blackjack,
    /// By suit bonus of the game, the hands that may earn it.
    pub(super) bonus: [u8; SUIT_BONUSES],
}

/// Most bonuses of a game that depend on suits.
pub(super) const SUIT_BONUSES: usize = 4;

/// Whether the player's first two cards are a blackjack. One on a hand of a split is not told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Blackjack {
    No,
    Yes,
    EvenMoney,
}

impl Tally {
    /// No hand.
    pub(super) const NONE: Self = Tally {
        net: [0; OUTCOMES],
        added: 0,
        doubled: 0,
        busted: 0,
        surrendered: 0,
        no_live_hand: true,
        blackjack: Blackjack::No,
        bonus: [0; SUIT_BONUSES],
    };

    /// One hand, settled so; `possible` are the outcomes that the dealer can have in the case.
    pub(super) fn of_hand(
        settlement: &Settlement,
        settled: Settled,
        added: i64,
        blackjack: Blackjack,
        possible: &[bool; OUTCOMES],
    ) -> Self {
        let row = settlement.row(settled.row);
        Tally {
            net: std::array::from_fn(|outcome| if possible[outcome] { row[outcome] } else { 0 }),
            added: added as i32,
            doubled: (settled.doubling != Doubling::No).into(),
            busted: (settled.end == End::Busted).into(),
            surrendered: (settled.end == End::GivenUp).into(),
            no_live_hand: settlement.is_gone(settled.end),
            blackjack,
            bonus: [0; SUIT_BONUSES],
        }
    }

    /// The same hand, which is paid a bonus by its suits and nothing else unless a dealer blackjack comes to light.
    pub(super) fn earning(mut self, bonus: usize) -> Self {
        let late = self.net[NATURAL];
        self.net = [0; OUTCOMES];
        self.net[NATURAL] = late;
        self.bonus[bonus] = 1;
        self
    }

    /// Of these busted hands the one that is doubled as this one is; none if this one has busted.
    pub(super) fn busted_like(&self, busted: &[Tally]) -> Option<Tally> {
        let is_doubled_alike = |one: &&Tally| (one.added, one.doubled) == (self.added, self.doubled);
        if self.busted > 0 { None } else { busted.iter().find(is_doubled_alike).copied() }
    }

    fn and(&self, other: &Tally) -> Tally {
        Tally {
            net: std::array::from_fn(|outcome| self.net[outcome] + other.net[outcome]),
            added: self.added + other.added,
            doubled: self.doubled + other.doubled,
            busted: self.busted + other.busted,
            surrendered: self.surrendered + other.surrendered,
            no_live_hand: self.no_live_hand && other.no_live_hand,
            blackjack: self.blackjack.max(other.blackjack),
            bonus: std::array::from_fn(|bonus| self.bonus[bonus] + other.bonus[bonus]),
        }
    }
}

/// How a hand's blackjack was settled, if its row says that it was one.
pub(super) fn blackjack(settlement: &Settlement, row: RowId, is_blackjack: bool) -> Blackjack {
    match is_blackjack {
        false => Blackjack::No,
        true if settlement.even_money() == Some(row) => Blackjack::EvenMoney,
        true => Blackjack::Yes,
    }
}

/// The sum of each item's coefficients, in the order of the items, without those of zero.
pub(super) fn combined<T: Ord>(terms: impl IntoIterator<Item = (T, i64)>) -> Vec<(T, i64)> {
    let mut sums: BTreeMap<T, i64> = BTreeMap::new();
    for (item, coefficient) in terms {
        *sums.entry(item).or_default() += coefficient;
    }
    sums.into_iter().filter(|&(_, coefficient)| coefficient != 0).collect()
}

/// A sum of tallies with coefficients, whose ways are counted once for all of them. See [`TallyIds::instead_of`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct TallyCombination(Vec<(Tally, i64)>);

impl TallyCombination {
    fn new(terms: impl IntoIterator<Item = (Tally, i64)>) -> Self {
        Self(combined(terms))
    }

    /// In order, each tally once.
    pub(super) fn terms(&self) -> &[(Tally, i64)] {
        &self.0
    }

    /// What the hands of both come to.
    fn and(&self, other: &Self) -> Self {
        Self::new(self.0.iter().flat_map(|(one, coefficient)| {
            other.0.iter().map(move |(other, times)| (one.and(other), coefficient * times))
        }))
    }
}

/// The combinations of tallies that come up, each once.
#[derive(Clone, Default, PartialEq)]
pub(super) struct TallyIds(Interner<TallyCombination>);

impl TallyIds {
    pub(super) fn id(&mut self, tally: Tally) -> TallyId {
        self.0.find_or_insert(TallyCombination::new([(tally, 1)]))
    }

    /// A tally less another, which its hand would have come to if it had busted.
    pub(super) fn instead_of(&mut self, tally: Tally, busted: Tally) -> TallyId {
        self.0.find_or_insert(TallyCombination::new([(tally, 1), (busted, -1)]))
    }

    pub(super) fn get(&self, id: TallyId) -> &TallyCombination {
        &self.0.list[id as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.0.list.len()
    }

    /// Takes up what every one of some tallies comes to with every one of others.
    pub(super) fn sums(&mut self, some: &[TallyId], others: &[TallyId]) -> TallySums {
        let width = some.iter().max().map_or(0, |&most| most as usize + 1);
        let with = others.iter().map(|&other| {
            let mut with = vec![TallyId::MAX; width];
            for &one in some {
                let sum = self.get(one).and(self.get(other));
                with[one as usize] = self.0.find_or_insert(sum);
            }
            with
        });
        TallySums { with: with.collect() }
    }
}

/// What tallies come to with others.
pub(super) struct TallySums {
    /// By position of the other, and by tally.
    with: Vec<Vec<TallyId>>,
}

impl TallySums {
    /// Every sum, in order and once.
    pub(super) fn all(&self) -> Vec<TallyId> {
        let mut all: Vec<TallyId> = self.with.iter().flatten().copied().filter(|&id| id != TallyId::MAX).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What each tally comes to with the other in this position.
    pub(super) fn with(&self, other: usize) -> &[TallyId] {
        &self.with[other]
    }
}
