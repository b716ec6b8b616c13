//! What each finished hand is worth against each dealer result, compiled from the rules once.

mod bust_loss;
mod compiler;
mod place;

use cards::Composition;
use num_bigint::BigInt;
use num_traits::Zero;
use rules::{EvenMoney, Game, SurrenderIntoBlackjack};

pub(crate) use self::bust_loss::BustLoss;
pub(crate) use self::compiler::UNIT_BITS;
pub(crate) use self::compiler::bonus_of;
use self::compiler::{Compiler, contested, in_play, most_units};
use self::place::PLACES;
pub(crate) use self::place::{Doubling, HandPlace};
use crate::arithmetic::error::SolveError;
use crate::arithmetic::interner::Interner;
use crate::compiled::hands::{End, Hand, HandId, Hands, PayoffClasses};

/// How a dealer's hand can end: totals of 17 to 26, and a blackjack.
pub(crate) const OUTCOMES: usize = 11;
/// Total of the first outcome: a dealer stands on 17 or more.
pub(crate) const FIRST_TOTAL: u8 = 17;
/// Index of a dealer total of exactly 21 with more than two cards.
const TWENTY_ONE: usize = 4;
/// Index of a dealer total of exactly 22.
const TWENTY_TWO: usize = 5;
/// Index of a dealer blackjack.
pub(crate) const NATURAL: usize = 10;

/// Net results of a finished hand for each dealer outcome (17, 18, …, 26, blackjack), per unit of initial wager, times
/// [`Settlement::denominator`].
pub(crate) type Row = [i32; OUTCOMES];

/// Index of a row.
pub(crate) type RowId = u16;

/// Rows of every hand in every place.
#[derive(Debug)]
pub(crate) struct Settlement {
    denominator: i64,
    rows: Vec<Row>,
    /// By place, doubling and hand.
    finished: [[Vec<RowId>; 3]; PLACES],
    /// By place and doubling.
    bust: [[RowId; 3]; PLACES],
    surrender: [[RowId; 3]; PLACES],
    early_surrender: RowId,
    /// What one more hand of a split puts at risk, by place.
    own: [i32; PLACES],
    /// What doubling puts at risk, by place.
    doubles: [i32; PLACES],
    natural: RowId,
    discovered: [RowId; 2],
    even_money: Option<RowId>,
    switched_natural: Option<RowId>,
    attacked: bool,
    most_units: i32,
    contested: f64,
    looks_for_live_hands: bool,
    surrendered_are_gone: bool,
    /// By row, the one that says what it pays in play.
    in_play: Vec<RowId>,
}

impl Settlement {
    /// Compiles the rules, with or without the attack wager. The shoe tells how likely a hand is of one suit.
    ///
    /// # Errors
    /// [`SolveError::PayoutUnits`].
    pub(crate) fn new(game: &Game, hands: &Hands, shoe: &Composition, attacked: bool) -> Result<Self, SolveError> {
        let rules = Compiler::new(game, shoe, attacked)?;
        let mut table = Interner::default();
        let mut id_of = |row| table.find_or_insert(row) as RowId;
        let PayoffClasses { of_hand, firsts } = hands.payoff_classes();
        let finished = HandPlace::ALL.map(|place| {
            Doubling::ALL.map(|doubling| {
                let of_class = firsts.iter().map(|&first| id_of(rules.finished(place, doubling, hands.get(first))));
                let of_class: Vec<RowId> = of_class.collect();
                of_hand.iter().map(|&class| of_class[usize::from(class)]).collect::<Vec<_>>()
            })
        });
        let bust = HandPlace::ALL.map(|place| Doubling::ALL.map(|doubling| id_of(rules.bust(place, doubling, None))));
        let surrender =
            HandPlace::ALL.map(|place| Doubling::ALL.map(|doubling| id_of(rules.surrendered(place, doubling))));
        let even_money = match game.natural.even_money {
            EvenMoney::None => None,
            EvenMoney::Offered(odds) => {
                Some(id_of([rules.units(odds.ratio() * i64::from(1 + rules.attack)); OUTCOMES]))
            }
        };
        let early_surrender = id_of(rules.early_surrendered());
        let natural = id_of(rules.natural());
        let discovered = [false, true].map(|natural| id_of(rules.discovered(natural)));
        let switched_natural = rules.switched_natural(hands).map(&mut id_of);
        let own = HandPlace::ALL.map(|place| rules.stake(place, Doubling::No).wins);
        let into_blackjack = game.surrender.as_ref().map(|rule| rule.into_blackjack);
        Ok(Self {
            denominator: rules.denominator,
            finished,
            bust,
            surrender,
            early_surrender,
            own,
            doubles: own.map(|own| rules.double(own)),
            natural,
            discovered,
            even_money,
            switched_natural,
            in_play: in_play(&mut table, game.blackjack_may_come_late()),
            attacked,
            most_units: most_units(&table.list),
            contested: contested(&table.list),
            looks_for_live_hands: rules.looks_for_live_hands(),
            surrendered_are_gone: rules.looks_for_live_hands()
                && matches!(
                    into_blackjack,
                    Some(SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeAndDouble)
                ),
            rows: table.list,
        })
    }

    /// A settlement that marks hands after a split instead of paying them: a row of ones for a hand that has all its cards
    /// and is marked, and for busted and given-up hands if `gone` are marked; zeros for all others.
    ///
    /// A [`crate::compiled::walk::Count`] under it is the measure of the marked hands.
    pub(crate) fn marking(hands: &Hands, gone: bool, marks: impl Fn(&Hand) -> bool) -> Self {
        let finished: Vec<RowId> =
            hands.iter().map(|(_, hand)| RowId::from(if hand.is_bust() { gone } else { marks(hand) })).collect();
        let of_gone = [[RowId::from(gone); 3]; PLACES];
        Self {
            denominator: 1,
            rows: vec![[0; OUTCOMES], [1; OUTCOMES]],
            finished: std::array::from_fn(|_| std::array::from_fn(|_| finished.clone())),
            bust: of_gone,
            surrender: of_gone,
            early_surrender: 0,
            own: [0; PLACES],
            doubles: [0; PLACES],
            natural: 0,
            discovered: [0; 2],
            even_money: None,
            switched_natural: None,
            attacked: false,
            most_units: 1,
            contested: 0.0,
            looks_for_live_hands: false,
            surrendered_are_gone: false,
            in_play: vec![0, 1],
        }
    }

    /// Rows are in units of one over this.
    pub(crate) fn denominator(&self) -> i64 {
        self.denominator
    }

    /// Whether the attack wager was made.
    pub(crate) fn attacked(&self) -> bool {
        self.attacked
    }

    /// The most that any hand can win or lose, in settlement units.
    pub(crate) fn most_units(&self) -> i32 {
        self.most_units
    }

    /// Two values closer than this in floats, in settlement units, are compared exactly.
    pub(crate) fn contested(&self) -> f64 {
        self.contested
    }

    pub(crate) fn row(&self, id: RowId) -> &Row {
        &self.rows[usize::from(id)]
    }

    /// A row that pays the same once hands are played. Rows that differ only in what a dealer blackjack takes are one where none can come
    /// late.
    pub(crate) fn in_play(&self, id: RowId) -> RowId {
        self.in_play[usize::from(id)]
    }

    /// What one row is worth more than another under a distribution, times the distribution's ordered ways.
    pub(crate) fn gain(&self, distribution: &[u128; OUTCOMES], from: RowId, to: RowId) -> BigInt {
        let rows = self.row(from).iter().zip(self.row(to));
        distribution
            .iter()
            .zip(rows)
            .fold(BigInt::zero(), |sum, (&ways, (from, to))| sum + BigInt::from(ways) * (to - from))
    }

    /// All rows, by id.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row of a hand that has all its cards.
    pub(crate) fn finished(&self, place: HandPlace, doubling: Doubling, hand: HandId) -> RowId {
        self.finished[place as usize][doubling as usize][hand as usize]
    }

    /// Whether hands in two places are settled alike.
    pub(crate) fn pays_alike(&self, one: HandPlace, other: HandPlace) -> bool {
        let [one, other] = [one as usize, other as usize];
        self.finished[one] == self.finished[other]
            && self.bust[one] == self.bust[other]
            && self.surrender[one] == self.surrender[other]
    }

    /// The row of any busted hand, where busted hands are not told apart.
    pub(crate) fn bust(&self, place: HandPlace, doubling: Doubling) -> RowId {
        self.bust[place as usize][doubling as usize]
    }

    /// A hand given up.
    pub(crate) fn surrender(&self, place: HandPlace, doubling: Doubling) -> RowId {
        self.surrender[place as usize][doubling as usize]
    }

    /// Two cards given up before a dealer blackjack is looked for.
    pub(crate) fn early_surrender(&self) -> RowId {
        self.early_surrender
    }

    /// The player's blackjack.
    pub(crate) fn natural(&self) -> RowId {
        self.natural
    }

    /// A hand, the player's blackjack or another, when a dealer blackjack ends the round before play.
    pub(crate) fn discovered(&self, natural: bool) -> RowId {
        self.discovered[usize::from(natural)]
    }

    /// A blackjack for which even money was taken, if that is offered.
    pub(crate) fn even_money(&self) -> Option<RowId> {
        self.even_money
    }

    /// An ace and ten that came about by a switch, if the game has one.
    pub(crate) fn switched_natural(&self) -> Option<RowId> {
        self.switched_natural
    }

    /// Whether a late dealer blackjack takes one initial wager if any hand is live. A split's first hand is charged with it
    /// in any case, so it must be given back where no hand is live.
    pub(crate) fn looks_for_live_hands(&self) -> bool {
        self.looks_for_live_hands
    }

    /// Whether such a blackjack counts hands that were given up as out of the round.
    pub(crate) fn surrendered_are_gone(&self) -> bool {
        self.surrendered_are_gone
    }

    /// Whether a late dealer blackjack that looks for live hands finds a hand that ended so out of the round.
    pub(crate) fn is_gone(&self, end: End) -> bool {
        match end {
            End::Kept => false,
            End::Busted => self.looks_for_live_hands,
            End::GivenUp => self.surrendered_are_gone,
        }
    }

    /// Initial wagers that the player adds by doubling a hand.
    pub(crate) fn double_wager(&self, place: HandPlace, doubling: Doubling) -> i64 {
        if doubling == Doubling::Own { i64::from(self.doubles[place as usize]) } else { 0 }
    }

    /// Initial wagers that the player adds for one more hand of a split.
    pub(crate) fn split_wager(&self, place: HandPlace) -> i64 {
        if place.of_any_split() == HandPlace::Given { 0 } else { i64::from(self.own[place as usize]) }
    }
}
