//! Side wagers whose result depends on how the hand is played, and the play that is best for base game and side wager together.
//!
//! A wager looks at one thing of the player's hand ([`Tracks`]) and at the dealer's finished hand, and is paid by the first
//! line that fits ([`PlayedLine`]). It is not settled before the hands are played, so its value belongs to a play: that of the
//! base game, the best one for the wager alone, or the best one for both ([`Aim`]).
//!
//! # The class of plays
//!
//! *CDZ-, split hands as in the base game.* An unsplit hand is played by its composition, the up card, the signal and, where
//! the wager tracks a straight, what has become of it, so as to maximise the aim. Whether a pair is split is decided by the aim
//! too. The hands of a split are played as the base game's CDZ- class plays them. The attack wager and even money, where a game
//! has them, are taken as in the base game. Of actions worth the same the base game's own is kept, and else the first of
//! stand, hit, double, surrender and split is chosen.
//!
//! The value of a play is linear in the meter, and a split is one constant, so the best value is a convex function of the
//! meter, linear between finitely many breakpoints ([`Solver::played_breakpoints`]).
//!
//! # What the player sees
//!
//! The hand's cards, the up card and the signal. Only a straight asks for more than values. The ranks of the player's own
//! ten-valued cards are seen; that of a ten-valued up card is not looked at, and nothing is lost by that: of all cards that can
//! extend a straight without a bust none has the value ten, and over the up card's ranks the player's own are distributed as if
//! there were none. The suits of aces are looked at, the up card's too: it tells how likely the next ace is a spade.
//! Ranks and suits are those of cards dealt at random from the fewest full decks that hold the shoe, so that cards taken out of
//! a shoe are of unknown rank and suit.

mod ends;
mod graph;
mod meters;
mod policy;
mod split;
mod straight;
mod with_base;

use std::ops::RangeInclusive;
use std::sync::Arc;

use cards::{Composition, Suit, Value};
use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::engine::solver::Solver;
use crate::parallel;
use ends::SideEnds;
use policy::Unit;

/// A side wager that depends on how the hand is played. One unit of it is lost if no line fits.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedWager {
    /// What is looked at of the player's hand.
    pub tracks: Tracks,
    /// Which hands of a split count. Not looked at by [`Tracks::Live`], for which every hand does, nor by
    /// [`Tracks::Straight`], which a split leaves as it was dealt.
    pub after_split: AfterSplitHands,
    /// The first that fits is paid.
    pub lines: Vec<PlayedLine>,
}

/// What a side wager looks at of the player's hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tracks {
    /// The final total of the hand, which must be this one for any line to fit. A hand that is busted or given up has none; a
    /// blackjack has 21. When a dealer blackjack ends the round before play the total of the first two cards counts.
    Total(u8),
    /// Whether a hand is live, neither busted nor given up nor paid as a blackjack, when the dealer is to draw. If none is, the
    /// dealer draws no further card and the wager is lost. One player at the table is assumed.
    ///
    /// A dealer blackjack that ends the round before play is settled whatever the player holds. A player's blackjack that
    /// waits for the dealer's second card, in a game where none is looked for, waits for no more: only
    /// a dealer's blackjack can then fit.
    Live,
    /// The unbroken straight that the cards of the hand make in the order they come.
    Straight(StraightRule),
}

/// Which hands of a split a side wager on the total looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterSplitHands {
    /// None: a split loses the wager.
    None,
    /// The hand that is played first.
    First,
    /// Every hand. What the lines pay for one (their net result and 1, the stake) adds up over the hands, and the stake is
    /// paid once: n hands on lines of net results a₁ … aₙ come to (a₁ + 1) + … + (aₙ + 1) - 1.
    Each,
}

/// How straights are made and settled.
///
/// The first two cards must be of consecutive ranks, the ace below the two, or an ace and a king. A card that extends the run
/// at either end makes it longer, the first that does not ends it for good. A card that busts the hand does not count, the
/// card of a doubled hand does. Ace and king grow no further; queen, king and ace are a straight of three, if at all, when the
/// ace comes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StraightRule {
    /// Whether an ace extends a queen and a king.
    pub king_queen_ace: bool,
    /// What a dealer blackjack that ends the round before play does to a straight of two cards. One that comes to light later
    /// does nothing.
    pub against_blackjack: StraightAgainstBlackjack,
    /// What giving the hand up does to its straight.
    pub surrendered: StraightSurrendered,
}

/// What a dealer blackjack that ends the round before play does to a straight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StraightAgainstBlackjack {
    /// It is paid.
    Paid,
    /// The wager is returned.
    Returned,
    /// The wager is lost.
    Lost,
}

/// What giving the hand up does to a straight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StraightSurrendered {
    /// It is paid.
    Paid,
    /// The wager is lost.
    Lost,
}

/// A line of a pay table.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedLine {
    /// The line's name.
    pub name: String,
    /// The straight it asks for, any if not said. Looked at by [`Tracks::Straight`] alone.
    pub straight: Option<StraightLine>,
    /// The dealer's hand it asks for, any if not said.
    pub dealer: Option<DealerEnd>,
    /// Net result per unit of side wager, but for the meter's part: 24 for 25 for 1.
    pub fixed: BigRational,
    /// The part of it that is proportional to the meter, per unit of meter and side wager. 1 for the whole meter if meter and
    /// side wager are measured in the same unit.
    pub per_meter: BigRational,
}

/// The straight that a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StraightLine {
    /// Fewest cards.
    pub cards: u8,
    /// Suits of which the straight must hold an ace, if it must.
    pub aces: Option<Vec<Suit>>,
}

/// The dealer's finished hand, up card and hole card included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealerEnd {
    /// Number of cards. A busted hand has the cards and the total it busted with.
    pub cards: RangeInclusive<u8>,
    /// Best total.
    pub total: RangeInclusive<u8>,
    /// Whether it is a blackjack, or is not, where that is asked.
    pub blackjack: Option<bool>,
}

impl DealerEnd {
    fn fits(&self, size: u8, points: u8, is_blackjack: bool) -> bool {
        let asked = self.blackjack.is_none_or(|asked| asked == is_blackjack);
        asked && self.cards.contains(&size) && self.total.contains(&points)
    }
}

/// What a play is to maximise.
#[derive(Debug, Clone, PartialEq)]
pub enum Aim {
    /// The base game: its CDZ- play, whatever that is to the side wager.
    Base,
    /// The side wager alone; the base game decides only where the side wager does not care.
    Side {
        /// The meter, in units of side wager.
        meter: BigRational,
    },
    /// Base game and side wager together.
    Joint {
        /// Side wager per unit of initial base wager.
        ratio: BigRational,
        /// The meter, in units of side wager.
        meter: BigRational,
    },
}

/// Base game and side wager under one play, from a fresh shoe.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedValue {
    /// Expected net result of the base game per unit of initial wager.
    pub base_ev: BigRational,
    /// Probability of each line; expected number of hands paid by it with [`AfterSplitHands::Each`].
    pub line_probabilities: Vec<BigRational>,
    /// Probability that the wager is returned.
    pub returned: BigRational,
    /// Probability that it is lost: one less all of the above. With [`AfterSplitHands::Each`] it is that difference too, so that the
    /// net result is the sum of the lines' less this in any case; it is then no probability and may be negative.
    pub lost: BigRational,
    /// Expected net result of the side wager per unit, but for the meter's part.
    pub fixed: BigRational,
    /// The part proportional to the meter, per unit of meter.
    pub per_meter: BigRational,
    /// Where the play is not the base game's, of the hands that it can come to, by up card, fewest cards first.
    pub changes: Vec<PlayChange>,
}

/// A decision made in another way.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayChange {
    /// The up card.
    pub up: Value,
    /// Its suits, where the play looks at the suit of an ace.
    pub up_suits: Option<Vec<Suit>>,
    /// The signal.
    pub signal: String,
    /// The hand's cards.
    pub hand: Composition,
    /// What has become of its straight, where the wager tracks it.
    pub straight: Option<StraightSoFar>,
    /// Whether the hand was doubled and has its card: the decision is whether it is given up.
    pub doubled: bool,
    /// The action it is compared with.
    pub from: Action,
    /// The action taken.
    pub to: Action,
    /// Probability, over all rounds, that the hand comes up under the play with these cards, up card and signal.
    pub probability: BigRational,
}

/// What has become of the straight of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StraightSoFar {
    /// It can still grow. Suits of its ace, one of which it is, if it holds one and the lines ask for it.
    Unbroken(Option<Vec<Suit>>),
    /// It grows no more, or there never was one; what the wager comes to is decided but for the dealer's hand. The first line that
    /// it meets as far as the straight goes, if there is any.
    Ended(Option<usize>),
}

/// A change of the best play as the meter rises.
#[derive(Debug, Clone, PartialEq)]
pub struct Breakpoint {
    /// The meter, in units of side wager.
    pub meter: BigRational,
    /// What changes there: of the hands that the play above comes to. At the first breakpoint of a list, which is the lower end
    /// of the range, against the base game's play.
    pub changes: Vec<PlayChange>,
    /// Expected net result of the base game from this meter to the next.
    pub base_ev: BigRational,
    /// Fixed part of the side wager from this meter to the next.
    pub fixed: BigRational,
    /// Part of the side wager per unit of meter from this meter to the next.
    pub per_meter: BigRational,
}

/// A side wager compiled with a game: every decision with what it can come to, computed once for all aims.
pub struct Playing<'a> {
    ends: Arc<SideEnds>,
    units: Vec<Unit<'a>>,
}

impl Solver {
    /// Compiles a side wager.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for a game with two hands to switch, [`SolveError::TooManyDealerEnds`] and
    /// [`SolveError::WagerAmounts`] for such pay tables, and the errors of [`Solver::solve`].
    pub fn playing(&self, wager: &PlayedWager) -> Result<Playing<'_>, SolveError> {
        if self.game().switch.is_some() {
            return Err(SolveError::Unsolved {
                what: "a side wager that depends on play",
                rules: "two hands to switch",
            });
        }
        let ends = Arc::new(SideEnds::new(self, wager)?);
        let units = parallel::try_map_numbers(self.ups().len(), |at| Unit::all(self, wager, &ends, at))?;
        Ok(Playing { ends, units: units.into_iter().flatten().collect() })
    }

    /// Values a side wager and the base game under one play: [`Solver::playing`] and [`Playing::value`].
    ///
    /// # Errors
    /// As these.
    pub fn played(&self, wager: &PlayedWager, aim: &Aim) -> Result<PlayedValue, SolveError> {
        self.playing(wager)?.value(aim)
    }

    /// The meters at which the best joint play changes: [`Solver::playing`] and [`Playing::breakpoints`].
    ///
    /// # Errors
    /// As these.
    pub fn played_breakpoints(
        &self,
        wager: &PlayedWager,
        ratio: &BigRational,
        meters: (&BigRational, &BigRational),
    ) -> Result<Vec<Breakpoint>, SolveError> {
        self.playing(wager)?.breakpoints(ratio, meters)
    }
}

impl Playing<'_> {
    /// Values the side wager and the base game under one play, the base game's or the best one for an aim.
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`] where the hands of a split can all be out of the round in too many ways.
    pub fn value(&self, aim: &Aim) -> Result<PlayedValue, SolveError> {
        let of_unit = |unit: &Unit<'_>| {
            let weights = unit.weights(aim);
            let policy = unit.policy(weights.as_ref(), None);
            let opening = unit.opening(weights.as_ref(), &policy)?;
            let slots = unit.slots(&policy, &opening)?;
            let changes = if *aim == Aim::Base { Vec::new() } else { unit.changes(&policy, &opening, None) };
            Ok((opening.means, slots, changes))
        };
        let values = parallel::try_map(&self.units, of_unit)?;
        let mut base_ev = BigRational::zero();
        let mut slots = vec![BigRational::zero(); self.ends.slots()];
        let mut changes = Vec::new();
        for (unit, ([base, _, _], more, changed)) in self.units.iter().zip(values) {
            base_ev += base * &unit.probability;
            slots.iter_mut().zip(more).for_each(|(slot, more)| *slot += more * &unit.probability);
            changes.extend(changed);
        }
        sort(&mut changes);
        let [fixed, per_meter] = self.ends.means(&slots);
        Ok(PlayedValue {
            base_ev,
            returned: slots[self.ends.returned()].clone(),
            lost: slots[self.ends.lost()].clone(),
            line_probabilities: slots[..self.ends.lines].to_vec(),
            fixed,
            per_meter,
            changes,
        })
    }

    /// The expected product of both net results under the base game's play, each per unit of its wager: with the side wager but for
    /// the meter's part, and with that per unit of meter.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for a straight that is paid by the dealer's hand; else as [`Playing::value`].
    pub fn product_with_base(&self) -> Result<[BigRational; 2], SolveError> {
        let per_unit = parallel::try_map(&self.units, Unit::products_with_base)?;
        let mut slots = vec![BigRational::zero(); self.ends.slots()];
        for (unit, products) in self.units.iter().zip(per_unit) {
            slots.iter_mut().zip(products).for_each(|(slot, product)| *slot += product * &unit.probability);
        }
        slots[self.ends.lost()] = self.value(&Aim::Base)?.base_ev - slots.iter().sum::<BigRational>();
        Ok(self.ends.means(&slots))
    }

    /// The meters, strictly between two, at which the best joint play changes, and the play between them. `ratio` is the side
    /// wager per unit of initial base wager.
    ///
    /// The first entry is the lower end of the range, the others are exact breakpoints in rising order. From one meter to the
    /// next the joint value is `base_ev` + `ratio` (`fixed` + meter `per_meter`); over the range it is convex. The list is empty
    /// only if the range is.
    ///
    /// # Errors
    /// As [`Playing::value`].
    pub fn breakpoints(
        &self,
        ratio: &BigRational,
        meters: (&BigRational, &BigRational),
    ) -> Result<Vec<Breakpoint>, SolveError> {
        if meters.0 >= meters.1 {
            return Ok(Vec::new());
        }
        let of_unit = |unit: &Unit<'_>| meters::pieces(unit, ratio, meters);
        let per_unit = parallel::try_map(&self.units, of_unit)?;
        let mut events: Vec<(BigRational, [BigRational; 3], Vec<PlayChange>)> = Vec::new();
        for (unit, pieces) in self.units.iter().zip(per_unit) {
            let mut before: [BigRational; 3] = std::array::from_fn(|_| BigRational::zero());
            for piece in pieces {
                let step = std::array::from_fn(|part| (&piece.means[part] - &before[part]) * &unit.probability);
                before = piece.means;
                events.push((piece.from, step, piece.changes));
            }
        }
        events.sort_by(|one, other| one.0.cmp(&other.0));
        let mut line: [BigRational; 3] = std::array::from_fn(|_| BigRational::zero());
        let mut breakpoints: Vec<Breakpoint> = Vec::new();
        for (meter, step, changes) in events {
            line.iter_mut().zip(&step).for_each(|(sum, step)| *sum += step);
            let [base_ev, fixed, per_meter] = line.clone();
            match breakpoints.last_mut().filter(|last| last.meter == meter) {
                Some(last) => {
                    last.changes.extend(changes);
                    (last.base_ev, last.fixed, last.per_meter) = (base_ev, fixed, per_meter);
                }
                None => breakpoints.push(Breakpoint { meter, changes, base_ev, fixed, per_meter }),
            }
        }
        breakpoints.iter_mut().for_each(|breakpoint| sort(&mut breakpoint.changes));
        Ok(breakpoints)
    }
}

/// By up card, fewest cards first.
fn sort(changes: &mut [PlayChange]) {
    changes.sort_by_key(|change| (change.up, change.hand.total()));
}
