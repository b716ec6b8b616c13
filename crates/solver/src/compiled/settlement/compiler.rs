//! Rows of payments, read from the rules outcome by outcome.

use cards::{Composition, Suit, Value};
use num_bigint::BigInt;
use num_integer::{Integer, binomial};
use num_rational::{BigRational, Ratio};
use num_traits::{One, ToPrimitive, Zero};
use rules::{
    AfterSplit, AgainstBlackjack, AgainstPush, BlackjackAfterSplit, BonusHand, BustAgainstPush, Busts, DoubleWager,
    DoubledAgainstPush, EvenMoney, Game, LateBlackjackTakes, Odds, OriginalsHeldBy, SplitWager, SurrenderAfterDouble,
    SurrenderIntoBlackjack, Ties, TwentyOne, WagerAgainstBlackjack,
};

use super::place::{Doubling, HandPlace, Stake};
use super::{FIRST_TOTAL, NATURAL, OUTCOMES, Row, RowId, TWENTY_ONE, TWENTY_TWO};
use crate::arithmetic::error::SolveError;
use crate::arithmetic::interner::Interner;
use crate::compiled::hands::{Hand, Hands};

/// By row, one that pays the same for all that the dealer can come to once hands are played; such rows are added.
pub(super) fn in_play(table: &mut Interner<Row>, blackjack_may_come: bool) -> Vec<RowId> {
    let rows = table.list.clone();
    let mut in_play: Vec<RowId> = rows
        .into_iter()
        .map(|mut row| {
            if !blackjack_may_come {
                // As for another total, so that a row of one payment stays one.
                row[NATURAL] = row[0];
            }
            table.find_or_insert(row) as RowId
        })
        .collect();
    in_play.extend(in_play.len() as RowId..table.list.len() as RowId);
    in_play
}

pub(super) fn most_units(rows: &[Row]) -> i32 {
    rows.iter().flatten().map(|units| units.abs()).max().unwrap_or(0)
}

/// How close two values must be to be compared exactly: 10⁻⁹ for payoffs of at most 8 units, and in proportion for more.
///
/// The proven error is far smaller. With payoffs of at most 8 units, and a distribution's relative error below 6·10⁻¹³, a settled
/// value is within 4.8·10⁻¹². A draw adds that of the bust terms (only from hard 12 up, at most 10 times) and 24 roundings of
/// numbers below 16. Along the at most 43 draws of two hands that stays below 2·10⁻¹⁰.
pub(super) fn contested(rows: &[Row]) -> f64 {
    let most = most_units(rows);
    1e-9 * (f64::from(most) / 8.0).max(1.0)
}

/// A hand wins or loses fewer settlement units than two to this power, and a wager is fewer than 2²⁰ of them. The cards of a hand come in at most 15,840
/// orders, those of a busted one in seven times as many, so orders times the square of the result fit 63 bits.
pub(crate) const UNIT_BITS: u32 = 24;
const WAGER_BITS: u32 = 20;

/// The same where no payout depends on suits. Then there is a variance too, and squares are added up over the terms of a split.
const PLAIN_UNIT_BITS: u32 = 18;

/// Wagers that a hand is paid for at the most: initial and attack wager, and as much again if they were doubled, which no blackjack or bonus hand was.
const MOST_WAGERS: u32 = 4;
const MOST_UNDOUBLED: u32 = 2;

/// The payouts of a game that are no whole number of wagers decide the unit of all rows: one over this.
///
/// # Errors
/// [`SolveError::PayoutUnits`] if a hand could win more units than the widths of sums are proven for.
fn denominator(payouts: &[BigRational], by_suit: bool) -> Result<i64, SolveError> {
    let unit = payouts.iter().fold(BigInt::one(), |all, one| all.lcm(one.denom()));
    let largest = payouts.iter().fold(BigRational::zero(), |most, one| most.max(one.clone()));
    let doubled = BigRational::from_integer(&unit * MOST_WAGERS);
    let units = (largest * &unit * BigInt::from(MOST_UNDOUBLED)).max(doubled);
    let most = BigInt::one() << if by_suit { UNIT_BITS } else { PLAIN_UNIT_BITS };
    let fits = units < BigRational::from_integer(most) && unit < BigInt::one() << WAGER_BITS;
    if fits { unit.to_i64().ok_or(SolveError::PayoutUnits) } else { Err(SolveError::PayoutUnits) }
}

/// The payouts of the base game, but for its bonuses.
fn odds(game: &Game) -> impl Iterator<Item = Odds> {
    let even_money = match game.natural.even_money {
        EvenMoney::None => None,
        EvenMoney::Offered(odds) => Some(odds),
    };
    let surrender = game.surrender.as_ref().map(|surrender| surrender.loses);
    let switched = game.switch.as_ref().map(|switch| switch.blackjack_pays);
    [Some(game.natural.pays), game.natural.pays_against_21, even_money, surrender, switched].into_iter().flatten()
}

/// The place among the game's bonuses of the one that a hand is paid.
pub(crate) fn bonus_of(game: &Game, place: HandPlace, doubling: Doubling, hand: &Hand) -> Option<usize> {
    let rule = game.bonus.as_ref()?;
    if doubling != Doubling::No || (place != HandPlace::Unsplit && !rule.after_split) {
        return None;
    }
    hand.bonus(rule)
}

/// The expected payout of a bonus hand: its suits are those of cards dealt at random from these, by value and suit.
fn bonus_mean(hand: &BonusHand, suits: &[[u16; 4]; Value::COUNT]) -> BigRational {
    let pays = hand.pays.exact();
    let suited = hand.suited.map_or_else(|| pays.clone(), Odds::exact);
    let spades = hand.spades.map_or_else(|| suited.clone(), Odds::exact);
    if hand.values.is_empty() {
        return pays;
    }
    let of_suit = |suit: Suit| -> BigRational {
        let of_value = |value: Value| {
            let held = hand.values.iter().filter(|&&one| one == value).count();
            let of_suits = suits[value.index()].map(BigInt::from);
            let all = of_suits.iter().sum::<BigInt>();
            let held = BigInt::from(held);
            if held.is_zero() || all < held {
                return BigRational::one();
            }
            BigRational::new(binomial(of_suits[suit as usize].clone(), held.clone()), binomial(all, held))
        };
        Value::all().map(of_value).product()
    };
    Suit::ALL.into_iter().fold(pays.clone(), |mean, suit| {
        let paid = if suit == Suit::Spades { &spades } else { &suited };
        mean + (paid - &pays) * of_suit(suit)
    })
}

pub(super) struct Compiler<'a> {
    pub(super) game: &'a Game,
    /// 1 if the attack wager was made.
    pub(super) attack: i32,
    /// Units of a wager.
    pub(super) denominator: i64,
    /// By bonus hand, the units that it pays for a wager.
    bonuses: Vec<i64>,
}

impl<'a> Compiler<'a> {
    /// # Errors
    /// [`SolveError::PayoutUnits`].
    pub(super) fn new(game: &'a Game, shoe: &Composition, attacked: bool) -> Result<Self, SolveError> {
        let suits = game.bonus.as_ref().map_or([[0; 4]; Value::COUNT], |rule| rule.suits_of(shoe.counts()));
        let bonus_hands = game.bonus.iter().flat_map(|bonus| &bonus.hands);
        let bonuses: Vec<BigRational> = bonus_hands.map(|hand| bonus_mean(hand, &suits)).collect();
        let payouts: Vec<BigRational> = odds(game).map(Odds::exact).chain(bonuses.iter().cloned()).collect();
        let denominator = denominator(&payouts, game.pays_by_suit())?;
        let units = |paid: BigRational| (paid * BigInt::from(denominator)).to_integer().to_i64();
        let bonuses: Option<Vec<i64>> = bonuses.into_iter().map(units).collect();
        let bonuses = bonuses.ok_or(SolveError::PayoutUnits)?;
        Ok(Self { game, attack: i32::from(attacked), denominator, bonuses })
    }

    /// Fits: see [`UNIT_BITS`].
    pub(super) fn units(&self, wagers: Ratio<i64>) -> i32 {
        (wagers * self.denominator).to_integer() as i32
    }

    pub(super) fn looks_for_live_hands(&self) -> bool {
        self.game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal
    }

    fn row(&self, wagers: [i32; OUTCOMES]) -> Row {
        wagers.map(|wagers| wagers * self.denominator as i32)
    }

    pub(super) fn stake(&self, place: HandPlace, doubling: Doubling) -> Stake {
        let matched = self.game.attack.as_ref().is_none_or(|attack| attack.split_wager == SplitWager::InitialAndAttack);
        let own = match place.of_any_split() {
            HandPlace::Unsplit | HandPlace::First => 1 + self.attack,
            _ => 1 + if matched { self.attack } else { 0 },
        };
        let risk = if place.of_any_split() == HandPlace::Given { 0 } else { own };
        match doubling {
            Doubling::No => Stake { risk, wins: own },
            Doubling::Own => Stake { risk: risk + self.double(own), wins: own + self.double(own) },
            Doubling::Given => Stake { risk, wins: 2 * own },
        }
    }

    /// What the player adds by doubling a hand that bears so many wagers.
    pub(super) fn double(&self, own: i32) -> i32 {
        match self.game.double.as_ref().map(|double| double.wager) {
            Some(DoubleWager::InitialAndAttack) => 1 + self.attack,
            _ => own,
        }
    }

    /// What a dealer blackjack that comes to light after the player acted takes of a hand that is still live.
    ///
    /// What the hands of a round lose together is given to the first.
    fn late_live(&self, place: HandPlace, stake: Stake) -> i32 {
        let shared = |wagers: i32| {
            if matches!(place.of_any_split(), HandPlace::Unsplit | HandPlace::First) { -wagers } else { 0 }
        };
        match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::All => -stake.risk,
            LateBlackjackTakes::Original | LateBlackjackTakes::BustedAndOriginal => shared(1),
            LateBlackjackTakes::OriginalAndAttack => shared(1 + self.attack),
        }
    }

    /// The same of a hand that is out of the round with this loss. Where one initial wager is lost if any hand is live, a
    /// split's first hand is charged with it in any case: it is given back by the last hand of perfect play that finds itself
    /// alone, and by [`crate::zero_memory::no_live_hand`].
    fn late_gone(&self, place: HandPlace, stake: Stake) -> i32 {
        match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::BustedAndOriginal => {
                -stake.risk - i32::from(place.of_any_split() == HandPlace::First)
                    + i32::from(place.of_any_split() == HandPlace::Alone)
            }
            _ => self.late_live(place, stake),
        }
    }

    /// A hand that has all its cards and was not given up.
    pub(super) fn finished(&self, place: HandPlace, doubling: Doubling, hand: &Hand) -> Row {
        if hand.is_bust() {
            return self.bust(place, doubling, Some(hand.hard));
        }
        let game = self.game;
        let stake = self.stake(place, doubling);
        if place != HandPlace::Unsplit
            && hand.is_natural()
            && game.natural.after_split == BlackjackAfterSplit::AcesAndTens
        {
            return self.blackjack_after_split(place, stake);
        }
        let always_paid = hand.total == Hands::TWENTY_ONE && game.settle.twenty_one == TwentyOne::Paid;
        let mut row = self.row(std::array::from_fn(|outcome| match outcome {
            TWENTY_TWO => self.against_push(place, doubling, hand),
            outcome if FIRST_TOTAL + outcome as u8 > Hands::TWENTY_ONE => stake.wins,
            outcome => match hand.total.cmp(&(FIRST_TOTAL + outcome as u8)) {
                std::cmp::Ordering::Less => -stake.risk,
                std::cmp::Ordering::Equal if always_paid => stake.wins,
                std::cmp::Ordering::Equal if game.settle.ties == Ties::Lost => -stake.risk,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => stake.wins,
            },
        }));
        if let Some(pays) = self.bonus(place, doubling, hand) {
            row = [(pays * i64::from(stake.wins)) as i32; OUTCOMES];
        }
        row[NATURAL] = self.late_live(place, stake) * self.denominator as i32;
        row
    }

    /// Net wagers of a hand that did not bust when the dealer has 22.
    fn against_push(&self, place: HandPlace, doubling: Doubling, hand: &Hand) -> i32 {
        let stake = self.stake(place, doubling);
        let Some(push) = &self.game.push else { return stake.wins };
        let twenty_one = push.twenty_one
            && hand.total == Hands::TWENTY_ONE
            && match (push.twenty_one_after_split, place.of_any_split()) {
                (_, HandPlace::Unsplit) | (AfterSplit::Paid, _) | (AfterSplit::FirstHandOnly, HandPlace::First) => true,
                (AfterSplit::FirstHandOnly | AfterSplit::Returned, _) => false,
            };
        let exactly_two = hand.size == 2 && doubling == Doubling::No;
        let of_hand = hand.original && (place == HandPlace::Unsplit || push.originals_after_split);
        // A hand of such a split holds one of the player's two.
        let of_player = push.originals_held_by == OriginalsHeldBy::Player && place != place.of_any_split();
        let originals = (of_hand || of_player) && (exactly_two || push.originals_after_draw);
        match push.doubled {
            _ if !twenty_one && !originals => 0,
            DoubledAgainstPush::Paid => stake.wins,
            DoubledAgainstPush::BetOnly => self.stake(place, Doubling::No).wins,
        }
    }

    /// The units that a bonus hand pays for a wager.
    fn bonus(&self, place: HandPlace, doubling: Doubling, hand: &Hand) -> Option<i64> {
        bonus_of(self.game, place, doubling, hand).map(|at| self.bonuses[at])
    }

    /// A hand that busted with this total, or with any if none is told apart.
    pub(super) fn bust(&self, place: HandPlace, doubling: Doubling, total: Option<u8>) -> Row {
        let stake = self.stake(place, doubling);
        let push_returns = self.game.push.as_ref().is_some_and(|push| push.bust == BustAgainstPush::Returned);
        let returned = |outcome: usize| {
            let dealer = FIRST_TOTAL + outcome as u8;
            outcome != NATURAL
                && ((outcome == TWENTY_TWO && push_returns)
                    || match self.game.settle.busts {
                        Busts::Lost => false,
                        Busts::Returned => dealer > Hands::TWENTY_ONE,
                        Busts::EqualReturned => total == Some(dealer),
                    })
        };
        self.row(std::array::from_fn(|outcome| match outcome {
            NATURAL => self.late_gone(place, stake),
            _ if returned(outcome) => 0,
            _ => -stake.risk,
        }))
    }

    /// A hand given up, once it was doubled or before.
    pub(super) fn surrendered(&self, place: HandPlace, doubling: Doubling) -> Row {
        let Some(rule) = &self.game.surrender else { return [0; OUTCOMES] };
        let before = self.stake(place, Doubling::No);
        let of_all = rule.after_double == SurrenderAfterDouble::PartOfAll;
        let part_of = if of_all { self.stake(place, doubling) } else { before };
        let mut row = [self.units(-rule.loses.ratio() * i64::from(part_of.risk)); OUTCOMES];
        let whole = |stake: Stake| match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::BustedAndOriginal => self.late_gone(place, stake),
            _ => -stake.risk,
        };
        row[NATURAL] = self.denominator as i32
            * match rule.into_blackjack {
                SurrenderIntoBlackjack::AsPlayed => self.late_live(place, part_of),
                SurrenderIntoBlackjack::WholeUnlessSplit if place != HandPlace::Unsplit => {
                    self.late_live(place, part_of)
                }
                SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeUnlessSplit => whole(before),
                SurrenderIntoBlackjack::WholeAndDouble => whole(part_of),
            };
        row
    }

    /// Two cards given up before a dealer blackjack is looked for, which then takes no more.
    pub(super) fn early_surrendered(&self) -> Row {
        let stake = self.stake(HandPlace::Unsplit, Doubling::No);
        let loses = self.game.surrender.as_ref().map_or(Ratio::one(), |rule| rule.loses.ratio());
        [self.units(-loses * i64::from(stake.risk)); OUTCOMES]
    }

    pub(super) fn natural(&self) -> Row {
        self.blackjack(i64::from(1 + self.attack))
    }

    /// An ace and a ten on a hand of a split. Of a late dealer blackjack that takes one wager of the whole round it has its share.
    fn blackjack_after_split(&self, place: HandPlace, stake: Stake) -> Row {
        let mut row = self.blackjack(stake.wins.into());
        if self.game.hole_card.late_blackjack_takes != LateBlackjackTakes::All {
            row[NATURAL] += self.late_live(place, stake) * self.denominator as i32;
        }
        row
    }

    /// A blackjack that so many wagers are paid for.
    fn blackjack(&self, wagers: i64) -> Row {
        let natural = &self.game.natural;
        let paid = self.units(natural.pays.ratio() * wagers);
        let mut row = [paid; OUTCOMES];
        if let Some(pays) = natural.pays_against_21 {
            row[TWENTY_ONE] = self.units(pays.ratio() * wagers);
        }
        if self.game.push.is_some() && natural.against_push == AgainstPush::Returned {
            row[TWENTY_TWO] = 0;
        }
        row[NATURAL] = match natural.against_blackjack {
            AgainstBlackjack::Returned => 0,
            AgainstBlackjack::Paid => paid,
        };
        row
    }

    pub(super) fn discovered(&self, natural: bool) -> Row {
        if natural {
            return [self.natural()[NATURAL]; OUTCOMES];
        }
        let attack = match self.game.attack.as_ref().map(|attack| attack.against_blackjack) {
            Some(WagerAgainstBlackjack::Lost) => self.attack,
            Some(WagerAgainstBlackjack::Returned) | None => 0,
        };
        self.row([-1 - attack; OUTCOMES])
    }

    pub(super) fn switched_natural(&self, hands: &Hands) -> Option<Row> {
        let pays = self.units(self.game.switch.as_ref()?.blackjack_pays.ratio());
        let hand = hands.get(hands.dealt(&[Value::ACE, Value::TEN])?);
        let mut row = self.finished(HandPlace::Unsplit, Doubling::No, hand);
        for (outcome, units) in row.iter_mut().enumerate() {
            let as_any_21 =
                matches!(outcome, TWENTY_ONE | NATURAL) || (outcome == TWENTY_TWO && self.game.push.is_some());
            if !as_any_21 {
                *units = pays;
            }
        }
        Some(row)
    }
}
