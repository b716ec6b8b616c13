//! What each finished hand is worth against each dealer result, compiled from the rules once.

use cards::{Composition, Suit, Value};
use num_bigint::BigInt;
use num_integer::{Integer, binomial};
use num_rational::Ratio;
use num_traits::{One, Zero};
use rules::{
    AfterSplit, AgainstBlackjack, AgainstPush, BlackjackAfterSplit, BonusHand, BustAgainstPush, Busts,
    DoubledAgainstPush, EvenMoney, Game, LateBlackjackTakes, OriginalsHeldBy, SplitWager, SurrenderAfterDouble,
    SurrenderIntoBlackjack, Ties, TwentyOne, WagerAgainstBlackjack,
};

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

/// Where a hand stands in the round: rules may stake and pay the hands of a split differently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum HandPlace {
    /// A hand that was not split.
    Unsplit,
    /// The hand of a split that is played first.
    First,
    /// A hand of a split that is played later.
    Later,
    /// A hand of a split that is played later, on a wager that the house gives.
    Given,
    /// A hand of a split that is played later, when no hand before it is live. It is told apart from the others by perfect
    /// play alone, which knows.
    Alone,
    /// [`HandPlace::First`] of two original cards that the push rule pays and the player still holds.
    FirstOriginal,
    /// [`HandPlace::Later`] of such cards.
    LaterOriginal,
    /// [`HandPlace::Given`] of such cards.
    GivenOriginal,
    /// [`HandPlace::Alone`] of such cards.
    AloneOriginal,
}

/// Number of spots.
const SPOTS: usize = 9;

impl HandPlace {
    pub(crate) const ALL: [HandPlace; SPOTS] = [
        HandPlace::Unsplit,
        HandPlace::First,
        HandPlace::Later,
        HandPlace::Given,
        HandPlace::Alone,
        HandPlace::FirstOriginal,
        HandPlace::LaterOriginal,
        HandPlace::GivenOriginal,
        HandPlace::AloneOriginal,
    ];

    /// The same place in a split of two original cards that the player still holds.
    pub(crate) fn of_originals(self) -> Self {
        match self {
            HandPlace::First => HandPlace::FirstOriginal,
            HandPlace::Later => HandPlace::LaterOriginal,
            HandPlace::Given => HandPlace::GivenOriginal,
            HandPlace::Alone => HandPlace::AloneOriginal,
            other => other,
        }
    }

    /// The same place, whatever was split.
    pub(crate) fn place(self) -> Self {
        match self {
            HandPlace::FirstOriginal => HandPlace::First,
            HandPlace::LaterOriginal => HandPlace::Later,
            HandPlace::GivenOriginal => HandPlace::Given,
            HandPlace::AloneOriginal => HandPlace::Alone,
            other => other,
        }
    }

    /// The place in the same split of the hand played first, and of one played when no hand before it is live.
    pub(crate) fn first_and_alone(self) -> [Self; 2] {
        let places = [HandPlace::First, HandPlace::Alone];
        if self == self.place() { places } else { places.map(HandPlace::of_originals) }
    }
}

/// Whether a hand was doubled, and on whose money.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Doubling {
    No,
    Own,
    /// With a wager that the house gives.
    Given,
}

impl Doubling {
    pub(crate) const ALL: [Doubling; 3] = [Doubling::No, Doubling::Own, Doubling::Given];
    /// Of hands that were doubled.
    pub(crate) const DOUBLED: [Doubling; 2] = [Doubling::Own, Doubling::Given];

    /// How this hand is doubled.
    pub(crate) fn of(hand: &Hand) -> Self {
        if hand.free_double { Self::Given } else { Self::Own }
    }
}

/// What a hand can lose and win at even money, in initial wagers.
#[derive(Clone, Copy)]
struct Stake {
    risk: i32,
    wins: i32,
}

/// Rows of every hand in every spot.
#[derive(Debug)]
pub(crate) struct Settlement {
    denominator: i64,
    rows: Vec<Row>,
    /// By spot, doubling and hand.
    finished: [[Vec<RowId>; 3]; SPOTS],
    /// By spot and doubling.
    bust: [[RowId; 3]; SPOTS],
    surrender: [[RowId; 3]; SPOTS],
    early_surrender: RowId,
    /// What doubling and what one more hand of a split puts at risk, by spot.
    own: [i32; SPOTS],
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
    pub(crate) fn new(game: &Game, hands: &Hands, shoe: &Composition, attacked: bool) -> Self {
        let suits = game.bonus.as_ref().map_or([[0; 4]; Value::COUNT], |rule| rule.suits_of(shoe.counts()));
        let denominator = denominator(game, &suits);
        let rules = Compiler { game, suits, attack: i32::from(attacked), denominator };
        let mut table = Interner::default();
        let mut id_of = |row| table.find_or_insert(row) as RowId;
        let PayoffClasses { of_hand, firsts } = hands.payoff_classes();
        let finished = HandPlace::ALL.map(|spot| {
            Doubling::ALL.map(|doubling| {
                let of_class = firsts.iter().map(|&first| id_of(rules.finished(spot, doubling, hands.get(first))));
                let of_class: Vec<RowId> = of_class.collect();
                of_hand.iter().map(|&class| of_class[usize::from(class)]).collect::<Vec<_>>()
            })
        });
        let bust = HandPlace::ALL.map(|spot| Doubling::ALL.map(|doubling| id_of(rules.bust(spot, doubling, None))));
        let surrender =
            HandPlace::ALL.map(|spot| Doubling::ALL.map(|doubling| id_of(rules.surrendered(spot, doubling))));
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
        let into_blackjack = game.surrender.as_ref().map(|rule| rule.into_blackjack);
        Self {
            denominator: rules.denominator,
            finished,
            bust,
            surrender,
            early_surrender,
            own: HandPlace::ALL.map(|spot| rules.stake(spot, Doubling::No).wins),
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
        }
    }

    /// A settlement that marks hands after a split instead of paying them: a row of ones for a hand that has all its cards
    /// and is marked, and for busted and given-up hands if `gone` are marked; zeros for all others.
    ///
    /// A [`crate::compiled::walk::Count`] under it is the measure of the marked hands.
    pub(crate) fn marking(hands: &Hands, gone: bool, marks: impl Fn(&Hand) -> bool) -> Self {
        let finished: Vec<RowId> =
            hands.iter().map(|(_, hand)| RowId::from(if hand.is_bust() { gone } else { marks(hand) })).collect();
        let of_gone = [[RowId::from(gone); 3]; SPOTS];
        Self {
            denominator: 1,
            rows: vec![[0; OUTCOMES], [1; OUTCOMES]],
            finished: std::array::from_fn(|_| std::array::from_fn(|_| finished.clone())),
            bust: of_gone,
            surrender: of_gone,
            early_surrender: 0,
            own: [0; SPOTS],
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
    pub(crate) fn finished(&self, spot: HandPlace, doubling: Doubling, hand: HandId) -> RowId {
        self.finished[spot as usize][doubling as usize][hand as usize]
    }

    /// Whether hands in two spots are settled alike.
    pub(crate) fn pays_alike(&self, one: HandPlace, other: HandPlace) -> bool {
        let [one, other] = [one as usize, other as usize];
        self.finished[one] == self.finished[other]
            && self.bust[one] == self.bust[other]
            && self.surrender[one] == self.surrender[other]
    }

    /// The row of any busted hand, where busted hands are not told apart.
    pub(crate) fn bust(&self, spot: HandPlace, doubling: Doubling) -> RowId {
        self.bust[spot as usize][doubling as usize]
    }

    /// A hand given up.
    pub(crate) fn surrender(&self, spot: HandPlace, doubling: Doubling) -> RowId {
        self.surrender[spot as usize][doubling as usize]
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
    pub(crate) fn double_wager(&self, spot: HandPlace, doubling: Doubling) -> i64 {
        if doubling == Doubling::Own { i64::from(self.own[spot as usize]) } else { 0 }
    }

    /// Initial wagers that the player adds for one more hand of a split.
    pub(crate) fn split_wager(&self, spot: HandPlace) -> i64 {
        if spot.place() == HandPlace::Given { 0 } else { i64::from(self.own[spot as usize]) }
    }
}

/// By row, one that pays the same for all that the dealer can come to once hands are played; such rows are added.
fn in_play(table: &mut Interner<Row>, blackjack_may_come: bool) -> Vec<RowId> {
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

fn most_units(rows: &[Row]) -> i32 {
    rows.iter().flatten().map(|units| units.abs()).max().unwrap_or(0)
}

/// How close two values must be to be compared exactly: 10⁻⁹ for payoffs of at most 8 units, and in proportion for more.
///
/// The proven error is far smaller. With payoffs of at most 8 units, and a distribution's relative error below 6·10⁻¹³, a settled
/// value is within 4.8·10⁻¹². A draw adds that of the bust terms (only from hard 12 up, at most 10 times) and 24 roundings of
/// numbers below 16. Along the at most 43 draws of two hands that stays below 2·10⁻¹⁰.
fn contested(rows: &[Row]) -> f64 {
    let most = most_units(rows);
    1e-9 * (f64::from(most) / 8.0).max(1.0)
}

/// The payouts of a game that are no whole number of wagers decide the unit of all rows.
fn denominator(game: &Game, suits: &[[u16; 4]; Value::COUNT]) -> i64 {
    let odds = [Some(game.natural.pays), game.natural.pays_against_21]
        .into_iter()
        .flatten()
        .chain(match game.natural.even_money {
            EvenMoney::None => None,
            EvenMoney::Offered(odds) => Some(odds),
        })
        .chain(game.surrender.as_ref().map(|surrender| surrender.loses))
        .chain(game.switch.as_ref().map(|switch| switch.blackjack_pays));
    let bonuses = game.bonus.iter().flat_map(|bonus| &bonus.hands).map(|hand| *bonus_mean(hand, suits).denom());
    odds.map(|odds| *odds.ratio().denom()).chain(bonuses).fold(1, |all, one| all.lcm(&one))
}

/// The place among the game's bonuses of the one that a hand is paid.
pub(crate) fn bonus_of(game: &Game, spot: HandPlace, doubling: Doubling, hand: &Hand) -> Option<usize> {
    let rule = game.bonus.as_ref()?;
    if doubling != Doubling::No || (spot != HandPlace::Unsplit && !rule.after_split) {
        return None;
    }
    hand.bonus(rule)
}

/// The expected payout of a bonus hand: its suits are those of cards dealt at random from these, by value and suit.
fn bonus_mean(hand: &BonusHand, suits: &[[u16; 4]; Value::COUNT]) -> Ratio<i64> {
    let pays = hand.pays.ratio();
    let suited = hand.suited.map_or(pays, |odds| odds.ratio());
    let spades = hand.spades.map_or(suited, |odds| odds.ratio());
    if hand.values.is_empty() {
        return pays;
    }
    let of_suit = |suit: Suit| -> Ratio<i64> {
        let of_value = |value: Value| {
            let held = hand.values.iter().filter(|&&one| one == value).count() as i64;
            let of_suits = suits[value.index()].map(i64::from);
            let all = of_suits.iter().sum::<i64>();
            if held == 0 || all < held {
                return Ratio::one();
            }
            Ratio::new(binomial(of_suits[suit as usize], held), binomial(all, held))
        };
        Value::all().map(of_value).product()
    };
    Suit::ALL.into_iter().fold(pays, |mean, suit| {
        let paid = if suit == Suit::Spades { spades } else { suited };
        mean + (paid - pays) * of_suit(suit)
    })
}

struct Compiler<'a> {
    game: &'a Game,
    suits: [[u16; 4]; Value::COUNT],
    /// 1 if the attack wager was made.
    attack: i32,
    denominator: i64,
}

impl Compiler<'_> {
    fn units(&self, wagers: Ratio<i64>) -> i32 {
        (wagers * self.denominator).to_integer() as i32
    }

    fn looks_for_live_hands(&self) -> bool {
        self.game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal
    }

    fn row(&self, wagers: [i32; OUTCOMES]) -> Row {
        wagers.map(|wagers| wagers * self.denominator as i32)
    }

    fn stake(&self, spot: HandPlace, doubling: Doubling) -> Stake {
        let matched = self.game.attack.as_ref().is_none_or(|attack| attack.split_wager == SplitWager::InitialAndAttack);
        let own = match spot.place() {
            HandPlace::Unsplit | HandPlace::First => 1 + self.attack,
            _ => 1 + if matched { self.attack } else { 0 },
        };
        let risk = if spot.place() == HandPlace::Given { 0 } else { own };
        match doubling {
            Doubling::No => Stake { risk, wins: own },
            Doubling::Own => Stake { risk: risk + own, wins: 2 * own },
            Doubling::Given => Stake { risk, wins: 2 * own },
        }
    }

    /// What a dealer blackjack that comes to light after the player acted takes of a hand that is still live.
    ///
    /// What the hands of a round lose together is given to the first.
    fn late_live(&self, spot: HandPlace, stake: Stake) -> i32 {
        let shared =
            |wagers: i32| if matches!(spot.place(), HandPlace::Unsplit | HandPlace::First) { -wagers } else { 0 };
        match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::All => -stake.risk,
            LateBlackjackTakes::Original | LateBlackjackTakes::BustedAndOriginal => shared(1),
            LateBlackjackTakes::OriginalAndAttack => shared(1 + self.attack),
        }
    }

    /// The same of a hand that is out of the round with this loss. Where one initial wager is lost if any hand is live, a
    /// split's first hand is charged with it in any case: it is given back by the last hand of perfect play that finds itself
    /// alone, and by [`crate::zero_memory::no_live_hand`].
    fn late_gone(&self, spot: HandPlace, stake: Stake) -> i32 {
        match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::BustedAndOriginal => {
                -stake.risk - i32::from(spot.place() == HandPlace::First) + i32::from(spot.place() == HandPlace::Alone)
            }
            _ => self.late_live(spot, stake),
        }
    }

    /// A hand that has all its cards and was not given up.
    fn finished(&self, spot: HandPlace, doubling: Doubling, hand: &Hand) -> Row {
        if hand.is_bust() {
            return self.bust(spot, doubling, Some(hand.hard));
        }
        let game = self.game;
        let stake = self.stake(spot, doubling);
        if spot != HandPlace::Unsplit
            && hand.is_natural()
            && game.natural.after_split == BlackjackAfterSplit::AcesAndTens
        {
            return self.blackjack_after_split(spot, stake);
        }
        let always_paid = hand.total == Hands::TWENTY_ONE && game.settle.twenty_one == TwentyOne::Paid;
        let mut row = self.row(std::array::from_fn(|outcome| match outcome {
            TWENTY_TWO => self.against_push(spot, doubling, hand),
            outcome if FIRST_TOTAL + outcome as u8 > Hands::TWENTY_ONE => stake.wins,
            outcome => match hand.total.cmp(&(FIRST_TOTAL + outcome as u8)) {
                std::cmp::Ordering::Less => -stake.risk,
                std::cmp::Ordering::Equal if always_paid => stake.wins,
                std::cmp::Ordering::Equal if game.settle.ties == Ties::Lost => -stake.risk,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => stake.wins,
            },
        }));
        if let Some(pays) = self.bonus(spot, doubling, hand) {
            row = [self.units(pays * i64::from(stake.wins)); OUTCOMES];
        }
        row[NATURAL] = self.late_live(spot, stake) * self.denominator as i32;
        row
    }

    /// Net wagers of a hand that did not bust when the dealer has 22.
    fn against_push(&self, spot: HandPlace, doubling: Doubling, hand: &Hand) -> i32 {
        let stake = self.stake(spot, doubling);
        let Some(push) = &self.game.push else { return stake.wins };
        let twenty_one = push.twenty_one
            && hand.total == Hands::TWENTY_ONE
            && match (push.twenty_one_after_split, spot.place()) {
                (_, HandPlace::Unsplit) | (AfterSplit::Paid, _) | (AfterSplit::FirstHandOnly, HandPlace::First) => true,
                (AfterSplit::FirstHandOnly | AfterSplit::Returned, _) => false,
            };
        let exactly_two = hand.size == 2 && doubling == Doubling::No;
        let of_hand = hand.original && (spot == HandPlace::Unsplit || push.originals_after_split);
        // A hand of such a split holds one of the player's two.
        let of_player = push.originals_held_by == OriginalsHeldBy::Player && spot != spot.place();
        let originals = (of_hand || of_player) && (exactly_two || push.originals_after_draw);
        match push.doubled {
            _ if !twenty_one && !originals => 0,
            DoubledAgainstPush::Paid => stake.wins,
            DoubledAgainstPush::BetOnly => self.stake(spot, Doubling::No).wins,
        }
    }

    fn bonus(&self, spot: HandPlace, doubling: Doubling, hand: &Hand) -> Option<Ratio<i64>> {
        let place = bonus_of(self.game, spot, doubling, hand)?;
        let bonus = self.game.bonus.as_ref()?.hands.get(place)?;
        Some(bonus_mean(bonus, &self.suits))
    }

    /// A hand that busted with this total, or with any if none is told apart.
    fn bust(&self, spot: HandPlace, doubling: Doubling, total: Option<u8>) -> Row {
        let stake = self.stake(spot, doubling);
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
            NATURAL => self.late_gone(spot, stake),
            _ if returned(outcome) => 0,
            _ => -stake.risk,
        }))
    }

    /// A hand given up, once it was doubled or before.
    fn surrendered(&self, spot: HandPlace, doubling: Doubling) -> Row {
        let Some(rule) = &self.game.surrender else { return [0; OUTCOMES] };
        let before = self.stake(spot, Doubling::No);
        let of_all = rule.after_double == SurrenderAfterDouble::PartOfAll;
        let part_of = if of_all { self.stake(spot, doubling) } else { before };
        let mut row = [self.units(-rule.loses.ratio() * i64::from(part_of.risk)); OUTCOMES];
        let whole = |stake: Stake| match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::BustedAndOriginal => self.late_gone(spot, stake),
            _ => -stake.risk,
        };
        row[NATURAL] = self.denominator as i32
            * match rule.into_blackjack {
                SurrenderIntoBlackjack::AsPlayed => self.late_live(spot, part_of),
                SurrenderIntoBlackjack::WholeUnlessSplit if spot != HandPlace::Unsplit => self.late_live(spot, part_of),
                SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeUnlessSplit => whole(before),
                SurrenderIntoBlackjack::WholeAndDouble => whole(part_of),
            };
        row
    }

    /// Two cards given up before a dealer blackjack is looked for, which then takes no more.
    fn early_surrendered(&self) -> Row {
        let stake = self.stake(HandPlace::Unsplit, Doubling::No);
        let loses = self.game.surrender.as_ref().map_or(Ratio::one(), |rule| rule.loses.ratio());
        [self.units(-loses * i64::from(stake.risk)); OUTCOMES]
    }

    fn natural(&self) -> Row {
        self.blackjack(i64::from(1 + self.attack))
    }

    /// An ace and a ten on a hand of a split. Of a late dealer blackjack that takes one wager of the whole round it has its share.
    fn blackjack_after_split(&self, spot: HandPlace, stake: Stake) -> Row {
        let mut row = self.blackjack(stake.wins.into());
        if self.game.hole_card.late_blackjack_takes != LateBlackjackTakes::All {
            row[NATURAL] += self.late_live(spot, stake) * self.denominator as i32;
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

    fn discovered(&self, natural: bool) -> Row {
        if natural {
            return [self.natural()[NATURAL]; OUTCOMES];
        }
        let attack = match self.game.attack.as_ref().map(|attack| attack.against_blackjack) {
            Some(WagerAgainstBlackjack::Lost) => self.attack,
            Some(WagerAgainstBlackjack::Returned) | None => 0,
        };
        self.row([-1 - attack; OUTCOMES])
    }

    fn switched_natural(&self, hands: &Hands) -> Option<Row> {
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
