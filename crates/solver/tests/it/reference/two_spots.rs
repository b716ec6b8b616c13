//! Two players at the table: their cards dealt as a table deals them, their hands played one after the other, settled together.

use cards::Value;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::evaluate::{Evaluator, Next};
use super::opening::Opening;
use super::settle::{DealerEnd, settle_round};
use super::table::Deal;
use super::{Exact, Game, Round, RoundPlay, big};

/// A player's round, and its net result where something before the play has settled it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Spot {
    round: Round,
    settled: Option<Exact>,
}

impl RoundPlay<'_> {
    /// E[XY] of the net results of two spots, in initial wagers.
    pub(crate) fn product_mean(&self) -> BigRational {
        let Self { reference, ups } = self;
        let mut sum = BigRational::from_integer(0.into());
        let hands = if reference.game.switch.is_some() { 2 } else { 1 };
        for ((up, signal), deals) in reference.tables.two_spots(reference.game, hands) {
            let (_, play) = ups.iter().find(|(one, _)| *one == up).expect("an up card of one spot");
            let evaluator = play.evaluators().find(|one| one.table().signal() == signal).expect("a signal of one spot");
            let mut walk = Walk { game: reference.game, evaluator, known: FxHashMap::default() };
            for (deal, chance) in deals {
                let spots = deal.chunks(hands).map(|hands| {
                    let mut hands: Deal = hands.to_vec();
                    let dealt = match hands.as_mut_slice() {
                        [hand] => {
                            hand.sort_unstable();
                            Round::deal(hand[0], hand[1]).with_attack(play.attacked())
                        }
                        // The cards that are seen; what they are worth is known once they are played.
                        hands => Round::deal_two([hands[0], hands[1]], false),
                    };
                    match play.open(evaluator, &hands) {
                        Opening::Settled(net, _) => Spot { round: dealt, settled: Some(net) },
                        Opening::Played(round) => Spot { round, settled: None },
                    }
                });
                let spots: Vec<Spot> = spots.collect();
                let product = walk.product([spots[0].clone(), spots[1].clone()]);
                sum += big(&(chance * product * reference.unit() * reference.unit()));
            }
        }
        sum
    }
}

struct Walk<'a, 'b> {
    game: &'a Game,
    evaluator: &'a Evaluator<'b>,
    known: FxHashMap<[Spot; 2], Exact>,
}

impl Walk<'_, '_> {
    fn product(&mut self, spots: [Spot; 2]) -> Exact {
        if let Some(known) = self.known.get(&spots) {
            return *known;
        }
        let product = match self.next(&spots) {
            Some((at, Next::Sure(round))) => self.product(after(&spots, at, round)),
            Some((at, Next::Draw(rounds))) => {
                rounds.into_iter().map(|(chance, round)| chance * self.product(after(&spots, at, round))).sum()
            }
            None => self.settled(&spots),
        };
        self.known.insert(spots, product);
        product
    }

    /// What the spot whose turn it is goes on with.
    fn next(&self, spots: &[Spot; 2]) -> Option<(usize, Next)> {
        (0..2).filter(|&at| spots[at].settled.is_none()).find_map(|at| {
            let beside: Vec<Value> = spots[1 - at].round.seen().collect();
            Some((at, self.evaluator.onward(&spots[at].round, &beside)?))
        })
    }

    fn settled(&self, spots: &[Spot; 2]) -> Exact {
        let seen = spots.iter().flat_map(|spot| spot.round.seen());
        let net = |spot: &Spot, dealer: DealerEnd| {
            spot.settled.unwrap_or_else(|| settle_round(self.game, &spot.round, dealer))
        };
        let ends = self.evaluator.table().ends(seen);
        ends.iter().map(|(&dealer, chance)| chance * net(&spots[0], dealer) * net(&spots[1], dealer)).sum()
    }
}

fn after(spots: &[Spot; 2], at: usize, round: Round) -> [Spot; 2] {
    let mut spots = spots.clone();
    spots[at].round = round;
    spots
}
