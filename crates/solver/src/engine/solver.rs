//! A game compiled for a shoe, and the ways to solve it.

use std::mem;
use std::sync::Arc;

use cards::{Composition, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use rules::{Game, Submission};

use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::Hands;
use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::compiled::walk::CompiledRules;
use crate::dealer::cache::{CachedSets, DealerCache, single_hand_keys};
use crate::dealer::run_out;
use crate::engine::decided::{KnownDecisions, UpCardKey, decided_beside};
use crate::engine::solution::OfUp;
use crate::hand::signal_case::SignalCase;
use crate::hand::{composition_dependent, total_dependent};
use crate::parallel;
use crate::perfect::shared_splits::SharedSearch;
use crate::zero_memory::shared_values::{Shared, SharedCase};
use crate::zero_memory::switch::decisions::{Decisions, decisions};
use crate::zero_memory::{CasePlay, best_cdz, switch, with_splits};

/// A game compiled for a shoe: the player's hands, their settlement, and the dealer's distributions.
///
/// Building one costs a dealer's distribution in floats for each of about 3,000 unsplit hands and ten up cards. Exact distributions are made once they are asked for
/// and then kept: of some 26,000 sets of cards where pairs are split to four hands, 7,000 where they are split once, a third for one strategy.
/// Nothing grows with the number of decks. Readings that leave the dealer alone share the distributions: see [`Solver::with`].
#[derive(Debug)]
pub struct Solver {
    game: Game,
    shoe: Composition,
    hands: Arc<Hands>,
    /// Without the attack wager and, if the game has one, with it.
    settlements: Arc<Vec<Settlement>>,
    ups: Arc<Vec<DealerCache>>,
    /// What it shares with the other solvers of a search, if it is of one.
    shared: Option<SharedSearch>,
    /// What it has decided before.
    decided: KnownDecisions,
}

impl Solver {
    /// Compiles a submission.
    ///
    /// # Errors
    /// [`SolveError`] for a shoe that can run out, or too small or large to tell.
    pub fn new(submission: &Submission) -> Result<Self, SolveError> {
        Self::for_game(submission.game.clone(), submission.shoe)
    }

    /// Compiles a game for any shoe.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn for_game(game: Game, shoe: Composition) -> Result<Self, SolveError> {
        let hands = Hands::new(&game, &shoe);
        let unsplit = hands.iter().map(|(_, hand)| hand.cards).collect();
        let keys = Arc::new(CachedSets::new(unsplit, single_hand_keys(&game, &hands)));
        let held: Vec<Value> = Value::all().filter(|&up| shoe.count(up) > 0).collect();
        let ups = parallel::try_map(&held, |&up| DealerCache::new(&game, &shoe, up, &keys))?;
        Self::assemble(game, shoe, Arc::new(hands), Arc::new(ups))
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn shoe(&self) -> &Composition {
        &self.shoe
    }

    pub(crate) fn hands(&self) -> &Arc<Hands> {
        &self.hands
    }

    /// Without the attack wager and, if the game has one, with it.
    pub(crate) fn settlements(&self) -> &[Settlement] {
        &self.settlements
    }

    /// By up card that the shoe holds.
    pub(crate) fn ups(&self) -> &[DealerCache] {
        &self.ups
    }

    /// What it shares with the other solvers of a search, if it is of one.
    pub(crate) fn shared(&self) -> Option<&SharedSearch> {
        self.shared.as_ref()
    }

    /// What it has decided before.
    pub(crate) fn known(&self) -> &KnownDecisions {
        &self.decided
    }

    /// Whether the dealer's distributions of this solver are also those of another submission, as [`share_distributions`] has it.
    pub fn shares_distributions_with(&self, submission: &Submission) -> bool {
        alike_for_dealer((&self.game, &self.shoe), (&submission.game, &submission.shoe))
    }

    /// Compiles another submission, sharing the dealer's distributions if they are the same.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn with(&self, submission: &Submission) -> Result<Self, SolveError> {
        if !self.shares_distributions_with(submission) {
            return Self::new(submission);
        }
        let hands = Arc::new(Hands::new(&submission.game, &self.shoe));
        self.with_hands(submission, hands, None)
    }

    /// Compiles another submission that [shares](Solver::shares_distributions_with) the dealer's distributions, with its hands.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub(super) fn with_hands(
        &self,
        submission: &Submission,
        hands: Arc<Hands>,
        shared: Option<SharedSearch>,
    ) -> Result<Self, SolveError> {
        let ups = Arc::clone(&self.ups);
        Ok(Self { shared, ..Self::assemble(submission.game.clone(), self.shoe, hands, ups)? })
    }

    /// Which hands can use up a shoe depends on more than the dealer's distributions do, so it is looked into for every game.
    fn assemble(
        game: Game,
        shoe: Composition,
        hands: Arc<Hands>,
        ups: Arc<Vec<DealerCache>>,
    ) -> Result<Self, SolveError> {
        run_out::check(&game, &shoe, &hands, &ups)?;
        let settlements = Arc::new(Self::compiled_settlements(&game, &hands, &shoe)?);
        Ok(Self::of_parts(game, shoe, (hands, settlements), ups))
    }

    /// Of hands and settlements compiled for this game and shoe, and the up cards that are there.
    pub(crate) fn of_parts(
        game: Game,
        shoe: Composition,
        (hands, settlements): (Arc<Hands>, Arc<Vec<Settlement>>),
        ups: Arc<Vec<DealerCache>>,
    ) -> Self {
        Self { game, shoe, hands, settlements, ups, shared: None, decided: KnownDecisions::default() }
    }

    /// The same with other up cards, before anything is decided.
    pub(crate) fn with_ups(self, ups: Vec<DealerCache>) -> Self {
        Self { ups: Arc::new(ups), ..self }
    }

    /// Without the attack wager and, if the game has one, with it.
    ///
    /// # Errors
    /// [`SolveError::PayoutUnits`].
    pub(crate) fn compiled_settlements(
        game: &Game,
        hands: &Hands,
        shoe: &Composition,
    ) -> Result<Vec<Settlement>, SolveError> {
        let attacks = if game.attack.is_some() { &[false, true][..] } else { &[false] };
        attacks.iter().map(|&attacked| Settlement::new(game, hands, shoe, attacked)).collect()
    }

    /// The cases of an up card under one settlement.
    pub(crate) fn cases<'a>(&'a self, up: &'a DealerCache, settlement: &'a Settlement) -> Vec<SignalCase<'a>> {
        let table = CompiledRules { hands: &self.hands, settlement };
        let natural = self.natural_row(up, settlement);
        let cases = up.dealer.cases().iter().enumerate();
        cases
            .map(|(case, hole)| SignalCase {
                table,
                up,
                case,
                options: Options::unsplit(&self.game, natural, hole.ends_round),
            })
            .collect()
    }

    /// The probability of an up card.
    pub(crate) fn share(&self, up: &DealerCache) -> BigRational {
        BigRational::new(self.shoe.count(up.dealer.up()).into(), self.shoe.total().into())
    }

    pub(crate) fn unsplit_options(&self) -> Options {
        Options::unsplit(&self.game, self.settlements[0].natural(), false)
    }

    /// How a blackjack is settled under this up card: as a blackjack, or by even money where that is offered and worth more.
    ///
    /// The choice is made where insurance is, before any signal, so it is one choice for all cases of the up card.
    pub(crate) fn natural_row(&self, up: &DealerCache, settlement: &Settlement) -> u16 {
        let natural = settlement.natural();
        let offered = self.game.insurance.as_ref().is_some_and(|insurance| insurance.offered_on == up.dealer.up());
        let hand = self.hands.dealt(&[Value::ACE, Value::TEN]);
        let (Some(even_money), true, Some(hand)) = (settlement.even_money(), offered, hand) else {
            return natural;
        };
        let cards = self.hands.get(hand).cards;
        let distributions = (0..up.dealer.cases().len()).filter_map(|case| up.exact_row(cards, case));
        let gain: BigInt = distributions.map(|distribution| settlement.gain(distribution, natural, even_money)).sum();
        if gain.is_positive() { even_money } else { natural }
    }

    /// The zero-memory play of every case of an up card.
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`]; for CDZ also [`SolveError::Unsolved`], and what stops the search for its play.
    pub(crate) fn plays(&self, cases: &[SignalCase<'_>], strategy: Class) -> Result<Vec<CasePlay>, SolveError> {
        self.plays_beside(cases, strategy, &[])
    }

    /// As [`Solver::plays`]. `known` are plays of another class, by case: what they decide alike is not decided again. There may be none.
    ///
    /// # Errors
    /// As there.
    pub(super) fn plays_beside(
        &self,
        cases: &[SignalCase<'_>],
        strategy: Class,
        known: &[Option<&CasePlay>],
    ) -> Result<Vec<CasePlay>, SolveError> {
        let mut early = vec![false; self.hands.len()];
        let mut rounds = 0;
        loop {
            let mut plays = self.first_plays(cases, strategy, &early, known)?;
            if strategy == Class::BestCdz {
                plays = self.best_zero_memory(cases, plays)?;
            }
            if !cases.iter().any(|case| case.options.early) {
                return Ok(plays);
            }
            let decided = self.early_surrenders(cases, &plays, strategy)?;
            rounds += 1;
            // Only a chart's weights depend on which hands are given up.
            if strategy != Class::Td || decided == early || rounds == MOST_EARLY_ROUNDS {
                plays.iter_mut().for_each(|play| play.give_up_early(&self.hands, &decided));
                return Ok(plays);
            }
            early = decided;
        }
    }

    /// As [`Solver::plays`], kept for the next question where the cases are all those of one of the solver's own up cards.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn known_plays(&self, cases: &[SignalCase<'_>], strategy: Class) -> Result<Arc<[CasePlay]>, SolveError> {
        let Some(key) = self.key_of(cases, strategy) else {
            return Ok(self.plays_changed_over(cases, strategy, None)?.into());
        };
        let options: Vec<Options> = cases.iter().map(|case| case.options).collect();
        if let Some(plays) = self.decided.plays(key, &options) {
            return Ok(plays);
        }
        let beside = self.decided.plays((key.0, key.1, decided_beside(strategy)), &options);
        let plays: Arc<[CasePlay]> = self.plays_changed_over(cases, strategy, beside.as_deref())?.into();
        self.decided.keep_plays(key, options, &plays);
        Ok(plays)
    }

    /// Which deals of two hands are switched, kept as [`Solver::known_plays`] are.
    ///
    /// # Errors
    /// As [`switch::means`].
    pub(crate) fn known_switches(
        &self,
        cases: &[SignalCase<'_>],
        plays: &[CasePlay],
        strategy: Class,
    ) -> Result<Arc<Decisions>, SolveError> {
        let key = self.key_of(cases, strategy);
        if let Some(known) = key.and_then(|key| self.decided.switches(key)) {
            return Ok(known);
        }
        let decisions = Arc::new(decisions(&self.game, cases, plays)?);
        if let Some(key) = key {
            self.decided.keep_switches(key, Arc::clone(&decisions));
        }
        Ok(decisions)
    }

    /// Keeps which deals are switched.
    pub(crate) fn keep_switches(&self, cases: &[SignalCase<'_>], strategy: Class, decisions: Decisions) {
        if let Some(key) = self.key_of(cases, strategy) {
            self.decided.keep_switches(key, Arc::new(decisions));
        }
    }

    /// `None` for other cases, and where a search keeps the values of many solvers.
    fn key_of(&self, cases: &[SignalCase<'_>], strategy: Class) -> Option<UpCardKey> {
        let first = cases.first().filter(|_| self.shared.is_none())?;
        let up = self.place_of_up(first.up)?;
        let settlement = self.place_of_settlement(first.table.settlement)?;
        let is_whole = cases.len() == first.up.dealer.cases().len();
        let are_in_order = cases.iter().enumerate().all(|(at, case)| {
            case.case == at
                && std::ptr::eq(case.up, first.up)
                && std::ptr::eq(case.table.settlement, first.table.settlement)
                && std::ptr::eq(case.table.hands, &*self.hands)
        });
        (is_whole && are_in_order).then_some((up, settlement, strategy))
    }

    fn place_of_up(&self, up: &DealerCache) -> Option<usize> {
        self.ups.iter().position(|one| std::ptr::eq(one, up))
    }

    pub(super) fn place_of_settlement(&self, settlement: &Settlement) -> Option<usize> {
        self.settlements.iter().position(|one| std::ptr::eq(one, settlement))
    }

    /// The settlement that a class was found to choose under an up card.
    pub(crate) fn known_settlement(&self, up: &DealerCache, strategy: Class) -> Option<&Settlement> {
        let place = self.decided.settlement(self.place_of_up(up)?, strategy);
        place.map(|place| &self.settlements[place])
    }

    /// Keeps the settlement that a class chooses under an up card.
    pub(crate) fn keep_settlement(&self, up: &DealerCache, strategy: Class, settlement: &Settlement) {
        if let (Some(up), Some(place)) = (self.place_of_up(up), self.place_of_settlement(settlement)) {
            self.decided.keep_settlement(up, strategy, place);
        }
    }

    /// Each case played alone, without a look at the others.
    fn first_plays(
        &self,
        cases: &[SignalCase<'_>],
        strategy: Class,
        early: &[bool],
        known: &[Option<&CasePlay>],
    ) -> Result<Vec<CasePlay>, SolveError> {
        if let Some(shared) = self.shared_values() {
            let solved = self.shared_cases(shared, cases, strategy, early)?;
            return self.shared_plays(shared, cases, &solved);
        }
        parallel::try_map_numbers(cases.len(), |at| {
            let play = unsplit_play(&cases[at], strategy, early);
            with_splits(&self.game, &cases[at], play, known.get(at).copied().flatten())
        })
    }

    /// The values of the search that this solver is of.
    pub(super) fn shared_values(&self) -> Option<&Shared> {
        self.shared.as_ref().map(|shared| &shared.values)
    }

    pub(super) fn shared_cases(
        &self,
        shared: &Shared,
        cases: &[SignalCase<'_>],
        strategy: Class,
        early: &[bool],
    ) -> Result<Vec<SharedCase>, SolveError> {
        let is_td = strategy == Class::Td;
        // Nothing but a chart looks at what is given up early.
        let class = (u32::from(is_td), if is_td { early } else { &[] });
        let of_case =
            |case: &SignalCase<'_>| shared.case(&self.game, case, class, || unsplit_play(case, strategy, early));
        cases.iter().map(of_case).collect()
    }

    /// The plays of cases that a search has solved.
    pub(super) fn shared_plays(
        &self,
        shared: &Shared,
        cases: &[SignalCase<'_>],
        solved: &[SharedCase],
    ) -> Result<Vec<CasePlay>, SolveError> {
        cases.iter().zip(solved).map(|(case, solved)| shared.play(&self.game, case, solved)).collect()
    }

    fn best_zero_memory(&self, cases: &[SignalCase<'_>], first: Vec<CasePlay>) -> Result<Vec<CasePlay>, SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what: best_cdz::WHAT, rules });
        if cases.iter().any(|case| case.options.early) {
            return unsolved("early surrender");
        }
        if cases.iter().any(|case| case.table.settlement.looks_for_live_hands()) {
            return unsolved("a late blackjack that looks for live hands");
        }
        if self.game.switch.is_some() {
            return best_cdz::best_of_two_hands(&self.game, cases, first);
        }
        let best = |(case, first): (&SignalCase<'_>, _)| best_cdz::best(&self.game, case, first);
        parallel::try_map_owned(cases.iter().zip(first).collect(), best)
    }

    /// Means of an up card's cases under the better of the settlements: without and with the attack wager.
    ///
    /// Every payoff is linear in the attack wager, so the best value is convex in it and all or nothing is best.
    pub(crate) fn with_attack<T>(
        &self,
        up: &DealerCache,
        value: impl Fn(&[SignalCase<'_>]) -> Result<Vec<T>, SolveError>,
        mean: impl Fn(&T) -> &BigRational,
    ) -> Result<OfUp<'_, T>, SolveError> {
        let valued = |settlement| -> Result<_, SolveError> {
            let values = value(&self.cases(up, settlement))?;
            let total: BigRational = values.iter().map(&mean).sum();
            Ok((settlement, values, total))
        };
        let mut best = valued(&self.settlements[0])?;
        let mut other_attack_ev = None;
        for settlement in &self.settlements[1..] {
            let mut other = valued(settlement)?;
            if other.2 > best.2 {
                mem::swap(&mut best, &mut other);
            }
            other_attack_ev = Some(other.2);
        }
        let (settlement, values, _) = best;
        Ok(OfUp { settlement, values, other_attack_ev })
    }

    /// Exact means of an up card's cases under a zero-memory class.
    pub(crate) fn means(&self, cases: &[SignalCase<'_>], strategy: Class) -> Result<Vec<BigRational>, SolveError> {
        let Some(shared) = self.shared_values().filter(|_| matches!(strategy, Class::Td | Class::CdzMinus)) else {
            return self.means_alone(cases, strategy);
        };
        let solved = self.shared_cases(shared, cases, strategy, &vec![false; self.hands.len()])?;
        let is_early = cases.iter().any(|case| case.options.early);
        if !is_early && self.game.switch.is_none() {
            return solved.iter().zip(cases).map(|(solved, case)| shared.mean(&self.game, case, solved)).collect();
        }
        let switch = self.game.switch.as_ref().map(|rule| [rule.when as u32, rule.dealt_blackjack as u32]);
        let [when, dealt_blackjack] = switch.unwrap_or([u32::MAX; 2]);
        let words = [u32::from(strategy == Class::Td), when, dealt_blackjack];
        let of_cases: Vec<_> = cases.iter().zip(&solved).collect();
        let means = || match strategy {
            Class::CdzMinus if self.game.switch.is_none() => self.means_but_given_up(shared, cases, &solved),
            _ => self.means_alone(cases, strategy),
        };
        shared.up(&self.game, &of_cases, words, means).map(|means| means.to_vec())
    }

    fn means_alone(&self, cases: &[SignalCase<'_>], strategy: Class) -> Result<Vec<BigRational>, SolveError> {
        let plays = self.known_plays(cases, strategy)?;
        if self.game.switch.is_some() {
            return switch::means(&self.game, cases, &plays);
        }
        parallel::try_map_numbers(cases.len(), |at| plays[at].mean(&self.game, &cases[at]))
    }

    /// The settlement that a zero-memory class chooses under an up card by its attack wager.
    pub(crate) fn settlement(&self, up: &DealerCache, strategy: Class) -> Result<&Settlement, SolveError> {
        match &self.settlements[..] {
            [only] => Ok(only),
            _ => match self.known_settlement(up, strategy) {
                Some(known) => Ok(known),
                None => {
                    let found = self.with_attack(up, |cases| self.means(cases, strategy), |mean| mean)?.settlement;
                    self.keep_settlement(up, strategy, found);
                    Ok(found)
                }
            },
        }
    }

    /// The settlement with or without the attack wager, if there is one.
    pub(crate) fn settlement_with(&self, attack: bool) -> Option<&Settlement> {
        self.game.attack.as_ref()?;
        self.settlements.iter().find(|settlement| settlement.attacked() == attack)
    }
}

/// The play of an unsplit hand under a class; the best CDZ begins with that of CDZ-.
fn unsplit_play(case: &SignalCase<'_>, strategy: Class, early: &[bool]) -> Play {
    match strategy {
        Class::Td => total_dependent::best_chart(case, early),
        Class::CdzMinus | Class::BestCdz | Class::Perfect => composition_dependent::best_play(case),
    }
}

/// Whether solvers of two submissions share the dealer's distributions: same shoe, and no difference in the rules that decide how the dealer draws
/// and which hands a player can have.
pub fn share_distributions(one: &Submission, other: &Submission) -> bool {
    alike_for_dealer((&one.game, &one.shoe), (&other.game, &other.shoe))
}

fn alike_for_dealer((one, shoe): (&Game, &Composition), (other, other_shoe): (&Game, &Composition)) -> bool {
    one.dealer == other.dealer
        && one.hole_card == other.hole_card
        && one.draw == other.draw
        && one.split == other.split
        && one.settle == other.settle
        && shoe == other_shoe
}

/// Rounds in which a chart and the hands it gives up early are fitted to each other.
const MOST_EARLY_ROUNDS: usize = 8;
