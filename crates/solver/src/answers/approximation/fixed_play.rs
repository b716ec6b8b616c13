//! One zero-memory play, decided once and valued in floats with any part of the shoe.

use std::sync::Arc;

use cards::Composition;

use super::unsplit_count::UnsplitCount;
use super::worth::PlayActs;
use super::{Approximator, AskedSplits, SettledSplits, WHAT, error, left_beside};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Options;
use crate::compiled::hands::Hands;
use crate::compiled::settlement::{RowId, Settlement};
use crate::compiled::strategy::Class;
use crate::compiled::walk::CompiledRules;
use crate::dealer::cache::{CachedSets, DealerCache};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::switch::NumberedDeals;
use crate::zero_memory::switch::fixed::{self, FixedSwitches};

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
    cases: Vec<CasePlay>,
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
    /// In a game in which two hands may be switched: the sets that are asked for, all deals, and which are switched.
    Switched(Arc<CachedSets>, Arc<NumberedDeals>, FixedSwitches),
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
            let up = DealerCache::in_floats(dealer, left_beside(dealer, cards), up_play.unsplit.sets());
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
        let unsplit = match &approximator.deals {
            Some(deals) => {
                let sets = Arc::new(CachedSets::of_many_shoes(hands_reached(solver.hands(), &cases, &plays)));
                Unsplit::Switched(sets, Arc::clone(deals), FixedSwitches::new(solver.game(), &cases, &plays)?)
            }
            None => Unsplit::Counted(UnsplitCount::new(&cases, &plays)),
        };
        let settled: Vec<SettledSplits> = cases
            .iter()
            .zip(&plays)
            .map(|(case, play)| approximator.settled_splits(case, &play.play, |value| play.split[value]))
            .collect();
        let asked = approximator.asked(settled.iter());
        let natural = solver.natural_row(up, chosen);
        let of_splits = settled.iter().flat_map(|splits| approximator.splits.iter().zip(splits));
        let of_splits = of_splits.filter_map(|(split, settled)| settled.as_ref().map(|settled| settled.longest(split)));
        let longest = unsplit.sets().longest().max(of_splits.max().unwrap_or(0));
        Ok(Self { settlement, natural, cases: plays, unsplit, settled, asked, longest })
    }

    /// The EV given the up card, and by how much it may be off.
    fn ev(&self, approximator: &Approximator, up: &DealerCache) -> Result<(f64, f64), SolveError> {
        let settlement = &approximator.settlements[self.settlement];
        let cases = self.cases_of(approximator, settlement, up);
        let count = match &self.unsplit {
            Unsplit::Counted(count) => count,
            Unsplit::Switched(_, deals, switches) => {
                return fixed::value_of(&approximator.game, &cases, &self.cases, deals, switches);
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
    /// The cards beside which they ask for the dealer's distributions.
    fn sets(&self) -> &Arc<CachedSets> {
        match self {
            Self::Counted(count) => count.sets(),
            Self::Switched(sets, ..) => sets,
        }
    }
}

/// The cards of the unsplit hands that plays come to.
fn hands_reached(hands: &Hands, cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Vec<CardSet> {
    let mut reached = vec![false; hands.len()];
    for (case, play) in cases.iter().zip(plays) {
        let acts = PlayActs::of(case, &play.play);
        reached.iter_mut().zip(0..).for_each(|(reached, id)| *reached |= acts.needs_distribution(id));
    }
    let reached = hands.iter().zip(reached).filter(|(_, reached)| *reached);
    reached.map(|((_, hand), _)| hand.cards).collect()
}
