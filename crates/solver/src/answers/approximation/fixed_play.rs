//! One zero-memory play, decided once and valued in floats with any part of the shoe.

use std::sync::Arc;

use cards::{Composition, Value};

use super::unsplit_count::UnsplitCount;
use super::worth::PlayActs;
use super::{Approximator, AskedSplits, SettledSplits, WHAT, error, left_beside};
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Options;
use crate::compiled::hands::Hands;
use crate::compiled::settlement::{RowId, Settlement};
use crate::compiled::strategy::Class;
use crate::compiled::walk::CompiledRules;
use crate::dealer::Dealer;
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::switch::NumberedDeals;
use crate::zero_memory::switch::fixed::{self, FixedSwitches};
use crate::zero_memory::switch::row_ends::RowEnds;

/// A zero-memory play with every decision taken: what it is worth with parts of the shoe that it was decided for.
///
/// The EV of a fixed play is a martingale while cards are dealt: averaged over the next card, it does not change. That of the best play is
/// not, because a best play gains from knowing the composition.
///
/// # Examples
/// ```
/// use cards::{Composition, Value};
/// use rules::Submission;
/// use solver::{Class, FixedPlay, Solver};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/plain-blackjack/1-decks.toml");
/// let solver = Solver::new(&Submission::load(path.as_ref(), &[])?)?;
/// let play = FixedPlay::new(&solver, Class::CdzMinus)?;
/// let deck = Composition::decks(1);
/// let (fresh, bound) = play.ev(&deck)?;
/// let beside = |value| play.ev(&deck.without(value).expect("the deck has the card"));
/// let mut mean = 0.0;
/// for value in Value::all() {
///     mean += f64::from(deck.count(value)) / 52.0 * beside(value)?.0;
/// }
/// assert!((mean - fresh).abs() < 2.0 * bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FixedPlay {
    approximator: Approximator,
    ups: Vec<FixedUp>,
}

/// The decisions under one up card.
#[derive(Debug)]
struct FixedUp {
    /// Place of the settlement: without the attack wager or with it.
    settlement: usize,
    /// The row that settles a blackjack: even money is taken or not.
    natural: RowId,
    unsplit: Unsplit,
    /// By case, how the hands of splits are settled.
    settled: Vec<SettledSplits>,
    /// What is asked for beside them.
    asked: AskedSplits,
    /// Cards of the longest of these hands, with those gone beside it.
    longest: u32,
}

/// The unsplit hands that the play comes to.
#[derive(Debug)]
enum Unsplit {
    Counted(UnsplitCount),
    /// In a game in which two hands may be switched.
    Switched(SwitchedHands),
}

/// What two hands that may be switched come to.
#[derive(Debug)]
struct SwitchedHands {
    /// Cards of the longest hand that the play comes to.
    longest: u32,
    deals: Arc<NumberedDeals>,
    switches: FixedSwitches,
    /// By case.
    ends: Vec<RowEnds>,
}

impl FixedPlay {
    /// Fixes the play that is best of its class with the solver's shoe.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for perfect play, which no table of hands holds, and for the rules that [`Approximator::new`] refuses; else as
    /// [`Solver::solve`].
    pub fn new(solver: &Solver, strategy: Class) -> Result<Self, SolveError> {
        if strategy == Class::Perfect {
            return Err(SolveError::Unsolved { what: WHAT, rules: "a strategy class other than td and cdz" });
        }
        let approximator = Approximator::new(solver.game(), *solver.shoe())?;
        let ups = solver.ups().iter().map(|up| FixedUp::new(&approximator, solver, up, strategy));
        let ups = ups.collect::<Result<_, SolveError>>()?;
        Ok(Self { approximator, ups })
    }

    /// The fewest cards that this play can be valued with, whatever they are: those of the longest hand that it comes to and of the dealer's
    /// longest hand beside it.
    pub fn fewest_cards(&self) -> u32 {
        let ups = self.approximator.dealers.iter().zip(&self.ups);
        ups.map(|(dealer, up)| 1 + dealer.most_draws() + up.longest).max().unwrap_or(0)
    }

    /// The EV of a round from these cards, per unit of initial wager with insurance left out, and by how much it may be off at most.
    ///
    /// Cards of a value have the suits of cards drawn at random from the shoe that the play was fixed for. The round is one that finds the cards
    /// it asks for: with several hands of a split a round can, if hardly ever, ask for more than [`FixedPlay::fewest_cards`]. Milliseconds; the same
    /// to the last bit on any number of threads.
    ///
    /// # Errors
    /// [`SolveError::NotInShoe`] if the cards are no part of that shoe, and [`SolveError::ShoeTooSmall`] if there are fewer than
    /// [`FixedPlay::fewest_cards`].
    pub fn ev(&self, cards: &Composition) -> Result<(f64, f64), SolveError> {
        self.approximator.check_held(cards)?;
        let (needed, held) = (self.fewest_cards(), cards.total());
        if needed > held {
            return Err(SolveError::ShoeTooSmall { needed, held });
        }
        let dealers = self.approximator.dealers.iter().zip(&self.ups);
        let held: Vec<_> = dealers.filter(|(dealer, _)| cards.count(dealer.up()) > 0).collect();
        let ups = parallel::try_map(&held, |&(dealer, up_play)| {
            let up = up_play.unsplit.distributions(dealer, left_beside(dealer, cards));
            let share = f64::from(cards.count(dealer.up())) / f64::from(cards.total());
            let (ev, error) = up_play.ev(&self.approximator, &up)?;
            Ok::<_, SolveError>((share * ev, share * error))
        })?;
        Ok(ups.into_iter().fold((0.0, 0.0), |sum, up| (sum.0 + up.0, sum.1 + up.1)))
    }
}

impl FixedUp {
    fn new(
        approximator: &Approximator,
        solver: &Solver,
        up: &DealerCache,
        strategy: Class,
    ) -> Result<Self, SolveError> {
        let chosen = solver.settlement(up, strategy)?;
        let settlement = solver.settlements().iter().position(|one| std::ptr::eq(one, chosen)).unwrap_or_default();
        let cases = solver.cases(up, chosen);
        let plays = solver.plays(&cases, strategy)?;
        let settled: Vec<SettledSplits> = cases
            .iter()
            .zip(&plays)
            .map(|(case, play)| approximator.settled_splits(case, &play.play, |value| play.split[value]))
            .collect();
        let unsplit = match &approximator.deals {
            Some(deals) => Unsplit::Switched(SwitchedHands {
                longest: longest_reached(solver.hands(), &cases, &plays),
                deals: Arc::clone(deals),
                switches: FixedSwitches::new(solver.game(), &cases, &plays)?,
                ends: approximator.row_ends(&cases, &plays, &settled, deals),
            }),
            None => Unsplit::Counted(UnsplitCount::new(&cases, &plays)),
        };
        let asked = approximator.asked(settled.iter());
        let natural = solver.natural_row(up, chosen);
        let of_splits = settled.iter().flat_map(|splits| approximator.splits.iter().zip(splits));
        let of_splits = of_splits.filter_map(|(split, settled)| settled.as_ref().map(|settled| settled.longest(split)));
        let longest = unsplit.longest().max(of_splits.max().unwrap_or(0));
        Ok(Self { settlement, natural, unsplit, settled, asked, longest })
    }

    /// The EV given the up card, and by how much it may be off.
    fn ev(&self, approximator: &Approximator, up: &DealerCache) -> Result<(f64, f64), SolveError> {
        let settlement = &approximator.settlements[self.settlement];
        let cases = self.cases_of(approximator, settlement, up);
        let count = match &self.unsplit {
            Unsplit::Counted(count) => count,
            Unsplit::Switched(SwitchedHands { deals, switches, ends, .. }) => {
                return fixed::value_of(&approximator.game, &cases, ends, deals, switches);
            }
        };
        let distributions = approximator.split_distributions(up, &self.asked);
        // The two cards of a round have a probability of one in each case.
        let (mut sum, mut weight) = (0.0, cases.len() as f64);
        let values = count.values(up, &distributions.dealt);
        for ((value, case), settled) in values.into_iter().zip(&cases).zip(&self.settled) {
            sum += value;
            for (_, mean, of_split) in approximator.split_means(case, settled, &distributions) {
                sum += mean;
                weight += of_split;
            }
        }
        let units = settlement.denominator() as f64;
        Ok((sum / units, error(settlement, weight) / units))
    }

    fn cases_of<'a>(
        &self,
        approximator: &'a Approximator,
        settlement: &'a Settlement,
        up: &'a DealerCache,
    ) -> Vec<SignalCase<'a>> {
        let table = CompiledRules { hands: &approximator.hands, settlement };
        let options = |ends_round| Options::unsplit(&approximator.game, self.natural, ends_round);
        let cases = up.dealer.cases().iter().enumerate();
        cases.map(|(case, hole)| SignalCase { table, up, case, options: options(hole.ends_round) }).collect()
    }
}

impl Unsplit {
    /// The distributions that they ask for beside these cards.
    fn distributions(&self, dealer: &Arc<Dealer>, left: [u32; Value::COUNT]) -> DealerCache {
        match self {
            Self::Counted(count) => DealerCache::in_floats(dealer, left, count.sets()),
            Self::Switched(_) => DealerCache::empty(dealer, left, &Arc::default()),
        }
    }

    /// Cards of the longest of them that the dealer decides.
    fn longest(&self) -> u32 {
        match self {
            Self::Counted(count) => count.sets().longest(),
            Self::Switched(switched) => switched.longest,
        }
    }
}

/// Cards of the longest unsplit hand that plays come to.
fn longest_reached(hands: &Hands, cases: &[SignalCase<'_>], plays: &[CasePlay]) -> u32 {
    let of_case = |(case, play): (&SignalCase<'_>, &CasePlay)| {
        let acts = PlayActs::of(case, &play.play);
        let reached = hands.iter().filter(|&(id, _)| acts.needs_distribution(id));
        reached.map(|(_, hand)| hand.cards.size()).max().unwrap_or(0)
    };
    cases.iter().zip(plays).map(of_case).max().unwrap_or(0)
}
