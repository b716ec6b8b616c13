//! What was found under one up card, for many games that differ in little.
//!
//! Combinations of readings differ in how hands are settled, and most readings touch few hands. The dealer's outcomes are shared by all
//! games whose dealer draws alike. What hands that are not split are worth is shared by games that settle these alike, and a split by
//! games that settle its hands alike and play them alike. "Alike" is compared result by result, never by the names of readings.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use num_rational::BigRational;
use num_traits::Zero;
use rules::{Game, NaturalRule, PushRule, SurrenderWhen};
use rustc_hash::FxHashMap;

use crate::dealer::{Dealer, Dealings, ENDS};
use crate::hand_place::HandPlace;
use crate::hands::{Counts, Hands};
use crate::nets::Net;
use crate::refusal::Refusal;
use crate::round::{ActionValues, Round, Sum};
use crate::strategy::Row;

/// What was found under one up card of one shoe.
#[derive(Default)]
pub(crate) struct Found {
    pub(super) dealings: Dealings,
    /// The dealer's hands of rounds that were looked at, in the order in which they came.
    dealers: Vec<Rc<Dealer>>,
    /// Games that differ in more than how hands are settled, with their hands.
    games: Vec<(Game, Rc<Hands>)>,
    unsplit: FxHashMap<Vec<i64>, Rc<Unsplit>>,
    splits: FxHashMap<Vec<i64>, BigRational>,
    /// Decisions on the hands with a card of some value, numbered.
    plays: FxHashMap<Vec<u8>, i64>,
    /// Results of hands in a place, numbered.
    results: FxHashMap<Vec<i64>, i64>,
    /// Whether a charge for live hands is taken to be given back whenever the dealer has a blackjack. A play's value is then a bound from
    /// above, which takes little time.
    pub(super) overstates: bool,
}

/// The best play of hands that are not split, under one signal.
pub(super) struct Unsplit {
    pub(super) play: Row,
    /// By the place of two cards about which something else may be decided: what they are worth.
    pub(super) kept: FxHashMap<usize, BigRational>,
    /// What all others are worth.
    pub(super) rest: BigRational,
}

impl Found {
    /// Nothing yet but how dealers' hands are dealt; values are overstated.
    pub(super) fn overstating(dealings: Dealings) -> Self {
        Self { dealings, overstates: true, ..Self::default() }
    }

    /// The hands of a game.
    pub(super) fn hands(&mut self, game: &Game, left: &Counts) -> Rc<Hands> {
        let place = self.place(game, left);
        Rc::clone(&self.games[place].1)
    }

    /// The first game that differs from this in nothing but how hands are settled.
    fn place(&mut self, game: &Game, left: &Counts) -> usize {
        if let Some(place) = self.games.iter().position(|(other, _)| differ_in_results_at_most(game, other)) {
            return place;
        }
        self.games.push((game.clone(), Rc::new(Hands::new(game, left))));
        self.games.len() - 1
    }

    /// What all results of a game under one signal depend on besides the results themselves.
    fn key(&mut self, round: &Round<'_>) -> Vec<i64> {
        let place = self.dealers.iter().position(|dealer| Rc::ptr_eq(dealer, &round.dealer));
        let dealer = place.unwrap_or_else(|| {
            self.dealers.push(Rc::clone(&round.dealer));
            self.dealers.len() - 1
        });
        let game = self.place(round.game, &round.left) as i64;
        vec![dealer as i64, game, i64::from(round.pay.attacked), round.units]
    }

    /// The number of what hands in a place may win, lose and cost: all of them, or those with a card of this value.
    fn results(&mut self, round: &Round<'_>, place: HandPlace, value: Option<usize>) -> i64 {
        let results = round.settlement.list(&round.pay, place, &round.settlement.classes(round.hands, value));
        let number = self.results.len() as i64;
        *self.results.entry(results).or_insert(number)
    }

    /// The best play of hands that are not split.
    ///
    /// # Errors
    /// For a shoe that a round can use up.
    pub(super) fn unsplit(&mut self, round: &Round<'_>) -> Result<Rc<Unsplit>, Refusal> {
        let natural = round.pay.natural();
        let mut key = self.key(round);
        key.push(self.results(round, HandPlace::Unsplit, None));
        key.extend(round.scaled(&natural));
        if let Some(known) = self.unsplit.get(&key) {
            return Ok(Rc::clone(known));
        }
        let mut play = Row::idle(round.hands);
        let actions = if round.ends_round { None } else { Some(round.best_actions(&mut play)?) };
        let is_early = round.game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        let (mut kept, mut rest) = (FxHashMap::default(), BigRational::zero());
        for (id, hand) in round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let value = unsplit(round, &natural, (&play, actions.as_deref()), id)?.total(round).0;
            if hand.pair().is_some() || hand.is_ace_and_ten() || (is_early && hand.surrenders) {
                kept.insert(id, value);
            } else {
                rest += value;
            }
        }
        let found = Rc::new(Unsplit { play, kept, rest });
        self.unsplit.insert(key, Rc::clone(&found));
        Ok(found)
    }

    /// What a pair of this value is worth if it is split and played on so; nothing is charged for live hands.
    ///
    /// # Errors
    /// As [`Found::unsplit`].
    pub(super) fn split(&mut self, round: &Round<'_>, play: &Row, pair: usize) -> Result<BigRational, Refusal> {
        let mut key = self.key(round);
        let decisions = play.decisions(round.hands, pair);
        let number = self.plays.len() as i64;
        key.extend([pair as i64, *self.plays.entry(decisions).or_insert(number)]);
        for place in [round.pay.first(pair), round.pay.later(pair)] {
            key.push(self.results(round, place, Some(pair)));
        }
        match self.splits.entry(key) {
            Entry::Occupied(known) => Ok(known.get().clone()),
            Entry::Vacant(new) => Ok(new.insert(round.split(pair, play)?.total(round).0).clone()),
        }
    }
}

/// Whether two games have the same hands, decisions and wagers, and differ in what results these have if in anything.
fn differ_in_results_at_most(one: &Game, other: &Game) -> bool {
    // Taken apart in full, so that a rule that is added has to be put in its place here.
    let Game {
        format: _,
        id: _,
        title: _,
        left_out: _,
        regulation: _,
        variation_of: _,
        shoe: _,
        seating: _,
        cut_card: _,
        natural:
            NaturalRule {
                clauses: _,
                pays: _,
                pays_against_21: _,
                against_blackjack: _,
                against_push: _,
                even_money,
                after_split: _,
            },
        insurance,
        attack,
        switch,
        draw,
        double,
        split,
        surrender,
        dealer,
        hole_card,
        push,
        settle: _,
        bonus,
        sharing: _,
        wagers: _,
        published: _,
        options: _,
        readings: _,
    } = one;
    let originals =
        |push: &Option<PushRule>| push.as_ref().map(|push| (push.originals.clone(), push.originals_after_draw));
    *even_money == other.natural.even_money
        && *insurance == other.insurance
        && *attack == other.attack
        && *switch == other.switch
        && *draw == other.draw
        && *double == other.double
        && *split == other.split
        && *surrender == other.surrender
        && *dealer == other.dealer
        && *hole_card == other.hole_card
        && *bonus == other.bonus
        && originals(push) == originals(&other.push)
}

/// Two cards that are kept and not split, weighted by their ordered ways; `natural` is what a blackjack wins. There are no actions where
/// a discovered blackjack has ended the round.
pub(super) fn unsplit(
    round: &Round<'_>,
    natural: &[Net; ENDS],
    (play, actions): (&Row, Option<&[ActionValues]>),
    id: usize,
) -> Result<Sum, Refusal> {
    let worth = match actions {
        _ if round.hands.list[id].is_ace_and_ten() => round.settled(natural, id)?,
        None => round.settled(&round.pay.discovered(), id)?,
        Some(actions) => round.played_on(actions, play, id),
    };
    let mut sum = Sum::default();
    sum.add(round.depth, &worth, &round.ways(id));
    Ok(sum)
}
