//! What a value depends on, written out as words: two values whose words are the same are the same value.
//!
//! Rows are written without the outcomes that the dealer cannot come to, and hands by [`PayoffClasses`], so that rules which differ
//! elsewhere have the same words.
//!
//! [`PayoffClasses`]: crate::compiled::hands::PayoffClasses

use cards::Value;

use crate::compiled::decisions::{Act, Options, Play};
use crate::compiled::hands::{End, HandId, Hands};
use crate::compiled::settlement::{Doubling, HandPlace, OUTCOMES, RowId, Settlement};
use crate::compiled::walk::{CompiledRules, Settled};

/// Words of an identity.
pub(crate) type Words = Vec<u32>;

/// The rows of a settlement for some outcomes, numbered as they are met: rows that differ in other outcomes alone are one.
pub(crate) struct RowsMet<'a> {
    settlement: &'a Settlement,
    /// Bit by bit, the outcomes that count.
    outcomes: u16,
    /// By row, its number once it is met.
    numbers: Vec<u32>,
    met: Vec<[i32; OUTCOMES]>,
}

impl<'a> RowsMet<'a> {
    pub(crate) fn new(settlement: &'a Settlement, outcomes: u16) -> Self {
        Self { settlement, outcomes, numbers: vec![u32::MAX; settlement.rows().len()], met: Vec::new() }
    }

    pub(crate) fn meet(&mut self, id: RowId) -> u32 {
        let number = self.numbers[usize::from(id)];
        if number != u32::MAX {
            return number;
        }
        let mut row = *self.settlement.row(id);
        for (outcome, units) in row.iter_mut().enumerate().filter(|(outcome, _)| self.outcomes >> outcome & 1 == 0) {
            debug_assert!(outcome < OUTCOMES);
            *units = 0;
        }
        let number = self.met.iter().position(|other| *other == row).unwrap_or_else(|| {
            self.met.push(row);
            self.met.len() - 1
        }) as u32;
        self.numbers[usize::from(id)] = number;
        number
    }

    /// Writes the rows met, and all of the settlement that is no row.
    pub(crate) fn write(self, words: &mut Words) {
        let settlement = self.settlement;
        let contested = settlement.contested().to_bits();
        words.extend([settlement.denominator() as u32, contested as u32, (contested >> 32) as u32]);
        words.push(u32::from(settlement.looks_for_live_hands()) | u32::from(settlement.surrendered_are_gone()) << 1);
        words.push(self.outcomes.into());
        words.extend(self.met.iter().flatten().map(|&units| units as u32));
    }
}

/// All that an unsplit hand can be settled by, if the dealer comes to none but these outcomes.
pub(crate) fn unsplit_rows(rules: CompiledRules<'_>, options: &Options, outcomes: u16) -> Words {
    let CompiledRules { hands, settlement } = rules;
    let place = HandPlace::Unsplit;
    let mut rows = RowsMet::new(settlement, outcomes);
    let mut words = Words::new();
    for doubling in Doubling::ALL {
        words.extend(
            hands.payoff_classes().firsts.iter().map(|&id| rows.meet(settlement.finished(place, doubling, id))),
        );
        words.push(rows.meet(settlement.bust(place, doubling)));
        words.push(rows.meet(settlement.surrender(place, doubling)));
    }
    words.push(rows.meet(settlement.early_surrender()));
    words.extend([false, true].map(|natural| rows.meet(settlement.discovered(natural))));
    for row in [options.natural(), settlement.even_money(), settlement.switched_natural()] {
        words.push(row.map_or(u32::MAX, |row| rows.meet(row)));
    }
    rows.write(&mut words);
    words
}

/// What decides by which row a hand is settled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum PayoffCell {
    /// It has all its cards, and is of this class.
    Finished(Doubling, u16),
    /// Busted, where busted hands are not told apart.
    Busted(Doubling),
    GivenUp(Doubling),
    /// Given up before any signal.
    GivenUpEarly,
}

impl PayoffCell {
    pub(crate) fn of(hands: &Hands, options: &Options, id: HandId, settled: Settled) -> Self {
        let hand = hands.get(id);
        match settled.end {
            End::GivenUp if options.early && hand.size == 2 => Self::GivenUpEarly,
            End::GivenUp => Self::GivenUp(settled.doubling),
            End::Busted if !hand.is_bust() => Self::Busted(settled.doubling),
            End::Busted | End::Kept => Self::Finished(settled.doubling, hands.payoff_classes().of_hand[id as usize]),
        }
    }

    /// The row of a hand in this place.
    pub(crate) fn row(self, rules: CompiledRules<'_>, options: &Options) -> RowId {
        let CompiledRules { hands, settlement } = rules;
        let first = |class: u16| hands.payoff_classes().firsts[usize::from(class)];
        match self {
            Self::Finished(Doubling::No, class) => options.stand_row(settlement, first(class), hands.get(first(class))),
            Self::Finished(doubling, class) => settlement.finished(options.place, doubling, first(class)),
            Self::Busted(doubling) => settlement.bust(options.place, doubling),
            Self::GivenUp(doubling) => settlement.surrender(options.place, doubling),
            Self::GivenUpEarly => settlement.early_surrender(),
        }
    }

    /// Whether the hand was over before the dealer's was looked at, so that most rules pay it alike whatever he comes to.
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, Self::Finished(..))
    }

    pub(crate) fn word(self) -> u32 {
        let (sort, doubling, class) = match self {
            Self::Finished(doubling, class) => (0, doubling, class),
            Self::Busted(doubling) => (1, doubling, 0),
            Self::GivenUp(doubling) => (2, doubling, 0),
            Self::GivenUpEarly => (3, Doubling::No, 0),
        };
        sort | (doubling as u32) << 2 | u32::from(class) << 4
    }
}

/// The rows of some cells in some places, if the dealer comes to none but these outcomes.
pub(crate) fn split_rows(rules: CompiledRules<'_>, places: &[Options], cells: &[PayoffCell], outcomes: u16) -> Words {
    let mut rows = RowsMet::new(rules.settlement, outcomes);
    let mut words = Words::new();
    for place in places {
        words.extend(cells.iter().map(|cell| rows.meet(cell.row(rules, place))));
    }
    rows.write(&mut words);
    words
}

/// All hands, what may be done with them, and which are paid alike.
pub(crate) fn hand_words(hands: &Hands) -> Words {
    let mut words = Words::with_capacity(hands.len() * (5 + Value::COUNT));
    for (id, hand) in hands.iter() {
        let cards = hand.cards.counts().into_iter().fold(0_u64, |packed, count| packed << 6 | u64::from(count));
        let flags =
            [hand.soft, hand.original, hand.may_draw, hand.can_bust, hand.doubles, hand.free_double, hand.surrenders];
        words.extend([cards as u32, (cards >> 32) as u32]);
        words.push(flags.into_iter().fold(0, |packed, flag| packed << 1 | u32::from(flag)));
        words.push(u32::from(hand.size) | u32::from(hand.total) << 8 | u32::from(hand.hard) << 16);
        words.push(hands.payoff_classes().of_hand[id as usize].into());
        words.extend(hand.next);
    }
    words
}

/// A play, act by act.
pub(crate) fn play_words(play: &Play, hands: &Hands) -> Words {
    const ACTS: usize = 16;
    let acts: Vec<Act> = play.acts().flatten().copied().collect();
    let mut words: Words =
        acts.chunks(ACTS).map(|acts| acts.iter().fold(0, |packed, &act| packed << 2 | act as u32)).collect();
    for id in 0..hands.len() as HandId {
        let given_up = Doubling::DOUBLED.map(|doubling| u32::from(play.gives_up_double(doubling, id)));
        let flags = given_up[0] | given_up[1] << 1 | u32::from(play.early[id as usize]) << 2;
        if flags != 0 {
            words.extend([id, flags]);
        }
    }
    words
}
