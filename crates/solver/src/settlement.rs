//! What each finished hand is worth against each dealer result, compiled from the rules once.

use num_rational::Ratio;
use rules::{AfterSplit, BustAgainstPush, DoubledAgainstPush, EvenMoney, Game, LateBlackjackTakes, PushRule};
use rustc_hash::FxHashMap;

use crate::hands::{HandId, Hands};

/// How a dealer's hand can end.
pub(crate) const OUTCOMES: usize = 8;
/// Total of the first outcome: a dealer stands on 17 or more.
pub(crate) const FIRST_TOTAL: u8 = 17;
/// Index of a dealer total of exactly 22.
pub(crate) const TWENTY_TWO: usize = 5;
/// Index of every dealer total over 22.
pub(crate) const OVER: usize = 6;
/// Index of a dealer blackjack.
pub(crate) const NATURAL: usize = 7;

/// Net results of a finished hand for each dealer outcome (17, 18, 19, 20, 21, 22, over 22, blackjack), per unit of
/// initial wager, times [`Settlement::denominator`].
pub(crate) type Row = [i32; OUTCOMES];

/// Index of a row.
pub(crate) type RowId = u16;

/// Where a hand stands in the round: rules may pay the hands of a split differently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Spot {
    /// A hand that was not split.
    Unsplit,
    /// The hand of a split that is played first.
    First,
    /// A hand of a split that is played later.
    Later,
}

impl Spot {
    pub(crate) const ALL: [Spot; 3] = [Spot::Unsplit, Spot::First, Spot::Later];
}

/// Rows of every hand in every spot.
#[derive(Debug)]
pub(crate) struct Settlement {
    denominator: i64,
    rows: Vec<Row>,
    stand: [Vec<RowId>; 3],
    doubled: [Vec<RowId>; 3],
    /// By spot, plain and doubled.
    bust: [[RowId; 2]; 3],
    surrender: RowId,
    natural: RowId,
    even_money: Option<RowId>,
}

impl Settlement {
    pub(crate) fn new(game: &Game, hands: &Hands) -> Self {
        let natural_pays = game.natural.pays.ratio();
        let even_pays = match game.natural.even_money {
            EvenMoney::None => None,
            EvenMoney::Offered(odds) => Some(odds.ratio()),
        };
        let surrendered = game.surrender.as_ref().map_or(Ratio::ONE, |surrender| surrender.loses.ratio());
        let denominator =
            lcm(lcm(*natural_pays.denom(), even_pays.map_or(1, |pays| *pays.denom())), *surrendered.denom());
        let units = |pays: Ratio<i64>| (pays * denominator).to_integer() as i32;

        let mut table = RowTable::default();
        let original_only = game.hole_card.late_blackjack_takes != LateBlackjackTakes::All;
        // A dealer blackjack that comes to light after the players acted: the one original bet is given to the first hand.
        let against_natural = |spot: Spot, stake: i32| match (original_only, spot) {
            (false, _) => -stake,
            (true, Spot::Later) => 0,
            (true, Spot::Unsplit | Spot::First) => -1,
        };
        let bust = |spot: Spot, stake: i32| {
            let mut row = [-stake; OUTCOMES];
            row[NATURAL] = against_natural(spot, stake);
            if game.push.as_ref().is_some_and(|push| push.bust == BustAgainstPush::Returned) {
                row[TWENTY_TWO] = 0;
            }
            row.map(|units| units * denominator as i32)
        };
        let mut of_spot = |spot: Spot, doubled: bool| -> Vec<RowId> {
            hands
                .iter()
                .map(|(_, hand)| {
                    let paid = game.push.as_ref().is_some_and(|push| paid_against_push(push, spot, hand, doubled));
                    let stake = if doubled { 2 } else { 1 };
                    let mut row = result(game.push.as_ref(), hand.total, stake, paid);
                    row[NATURAL] = against_natural(spot, stake);
                    table.id(row.map(|units| units * denominator as i32))
                })
                .collect()
        };
        let stand = Spot::ALL.map(|spot| of_spot(spot, false));
        let doubled = Spot::ALL.map(|spot| of_spot(spot, true));
        let mut surrender = [-units(surrendered); OUTCOMES];
        // Late surrender: a dealer blackjack takes the whole wager.
        surrender[NATURAL] = -denominator as i32;
        let mut natural = [units(natural_pays); OUTCOMES];
        natural[NATURAL] = 0;
        Self {
            denominator,
            stand,
            doubled,
            bust: Spot::ALL.map(|spot| [1, 2].map(|stake| table.id(bust(spot, stake)))),
            surrender: table.id(surrender),
            natural: table.id(natural),
            even_money: even_pays.map(|pays| table.id([units(pays); OUTCOMES])),
            rows: table.rows,
        }
    }

    /// Rows are in units of one over this.
    pub(crate) fn denominator(&self) -> i64 {
        self.denominator
    }

    pub(crate) fn row(&self, id: RowId) -> &Row {
        &self.rows[usize::from(id)]
    }

    /// All rows, by id.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(crate) fn stand(&self, spot: Spot, hand: HandId) -> RowId {
        self.stand[spot as usize][hand as usize]
    }

    /// The row of a doubled hand that has received its card.
    pub(crate) fn doubled(&self, spot: Spot, hand: HandId) -> RowId {
        self.doubled[spot as usize][hand as usize]
    }

    pub(crate) fn bust(&self, spot: Spot, doubled: bool) -> RowId {
        self.bust[spot as usize][usize::from(doubled)]
    }

    /// A hand given up.
    pub(crate) fn surrender(&self) -> RowId {
        self.surrender
    }

    /// The player's blackjack, settled at once.
    pub(crate) fn natural(&self) -> RowId {
        self.natural
    }

    /// A blackjack for which even money was taken, if that is offered.
    pub(crate) fn even_money(&self) -> Option<RowId> {
        self.even_money
    }
}

#[derive(Default)]
struct RowTable {
    rows: Vec<Row>,
    ids: FxHashMap<Row, RowId>,
}

impl RowTable {
    fn id(&mut self, row: Row) -> RowId {
        *self.ids.entry(row).or_insert_with(|| {
            self.rows.push(row);
            (self.rows.len() - 1) as RowId
        })
    }
}

/// Whether a hand that did not bust is paid when the dealer has the push total.
fn paid_against_push(push: &PushRule, spot: Spot, hand: &crate::hands::Hand, doubled: bool) -> bool {
    let twenty_one = hand.total == 21
        && match (push.twenty_one_after_split, spot) {
            (_, Spot::Unsplit) | (AfterSplit::Paid, _) | (AfterSplit::FirstHandOnly, Spot::First) => true,
            (AfterSplit::FirstHandOnly, Spot::Later) | (AfterSplit::Returned, _) => false,
        };
    let exactly_two = hand.size == 2 && !doubled;
    let originals = hand.original
        && (exactly_two || push.originals_after_draw)
        && (spot == Spot::Unsplit || push.originals_after_split);
    twenty_one || originals
}

/// Net units against each dealer outcome of a hand that did not bust.
fn result(push: Option<&PushRule>, total: u8, stake: i32, paid_against_push: bool) -> Row {
    std::array::from_fn(|outcome| match outcome {
        TWENTY_TWO => match push {
            None => stake,
            Some(_) if !paid_against_push => 0,
            Some(push) => match push.doubled {
                DoubledAgainstPush::Paid => stake,
                DoubledAgainstPush::BetOnly => 1,
            },
        },
        OVER => stake,
        // Replaced by the caller, who knows the spot.
        NATURAL => -stake,
        _ => match total.cmp(&(FIRST_TOTAL + outcome as u8)) {
            std::cmp::Ordering::Less => -stake,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => stake,
        },
    })
}

fn lcm(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
