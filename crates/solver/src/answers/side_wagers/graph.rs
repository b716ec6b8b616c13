//! The decisions of an unsplit hand under one up card and signal, with exact values in base game and side wager.
//!
//! The value of a hand of k cards is an integer over falling(n - k, L - k), where n cards are unseen behind the up card and no
//! hand and dealer together take more than L: a draw is then a plain sum over the cards left, and nothing is divided.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::ends::{EndId, LOST};
use super::straight::{State, Tracker};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::{PayoffSum, Wide};
use crate::compiled::action::Action;
use crate::compiled::hands::{Hand, HandId, Hands, NO_HAND};
use crate::compiled::settlement::{Doubling, OUTCOMES, RowId};
use crate::dealer::cache::DealerCache;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

/// Wide enough for every value of a graph, which [`Levels::new`] checks.
const LIMBS: usize = 8;
pub(super) type Units = Wide<LIMBS>;

/// Base game, side wager but for the meter, and per unit of meter, each in its own units.
pub(super) type Triple = [Units; 3];

pub(super) const NOTHING: Triple = [Units::ZERO; 3];

/// Index of a node; draws lead to lower ones.
pub(super) type NodeId = u32;

/// A hand with a decision, or a doubled one with its card.
#[derive(Debug)]
pub(super) struct PlayNode {
    pub(super) hand: HandId,
    pub(super) state: State,
    pub(super) doubled: bool,
    /// Values are multiples of one over this, besides the denominator of the hand's size.
    pub(super) scale: u64,
    /// Range in [`ActGraph::choices`].
    pub(super) choices: (u32, u32),
    /// The base game's choice, counted from the first.
    pub(super) base: u8,
}

/// An action on a node.
#[derive(Debug)]
pub(super) struct ActChoice {
    pub(super) action: Action,
    pub(super) constant: Triple,
    /// Range in [`ActGraph::edges`].
    pub(super) edges: (u32, u32),
    /// Range in [`ActGraph::terms`]: what the constant is the sum of.
    pub(super) terms: (u32, u32),
}

/// A part of a choice's constant: so many times the base game's result and the side wager's end beside the cards of a hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConstantTerm {
    pub(super) times: i64,
    pub(super) row: RowId,
    pub(super) end: EndId,
    pub(super) hand: HandId,
}

/// Denominators by number of cards.
#[derive(Debug)]
pub(super) struct Levels {
    /// L: the most cards that hand and dealer take together.
    pub(super) most: u32,
    unseen: u32,
    /// Factors that bring a distribution of a hand of so many cards to the common denominator.
    factors: Vec<Vec<u64>>,
}

impl Levels {
    /// # Errors
    /// [`SolveError::ShoeTooLarge`] if values could be too wide.
    pub(super) fn new(up: &DealerCache, hands: &Hands, most_units: u64, scale: u64) -> Result<Self, SolveError> {
        let unseen = up.unseen_after(CardSet::NONE);
        let largest = hands.iter().map(|(_, hand)| u32::from(hand.size)).max().unwrap_or(0).min(unseen);
        let used = |size: u32| size + up.dealer.draws_of_distributions(unseen - size);
        let most = (0..=largest).map(used).max().unwrap_or(0);
        let factors = (0..=largest)
            .map(|size| {
                let mut factors = Vec::new();
                let mut product: u64 = 1;
                for drawn in used(size)..most {
                    let more = u64::from(unseen - drawn);
                    product = product.checked_mul(more).unwrap_or_else(|| {
                        factors.push(product);
                        more
                    });
                }
                factors.push(product);
                factors
            })
            .collect();
        let bits = cards::falling(unseen, most).bits() + BigInt::from(most_units).bits() + BigInt::from(scale).bits();
        // A sign, and a bit more for differences.
        if bits + 2 >= 64 * LIMBS as u64 {
            return Err(SolveError::ShoeTooLarge);
        }
        Ok(Self { most, unseen, factors })
    }

    /// Brings a sum over a distribution beside so many cards to the common denominator.
    pub(super) fn scaled(&self, sum: PayoffSum, size: u8) -> Units {
        let mut number: Units = sum.widened();
        self.factors[usize::from(size)].iter().for_each(|&factor| number.times(factor));
        number
    }

    /// The common denominator of hands of so many cards.
    pub(super) fn denominator(&self, size: u32) -> BigInt {
        cards::falling(self.unseen - size, self.most - size).into()
    }
}

/// The decisions of one case.
#[derive(Debug)]
pub(super) struct ActGraph {
    pub(super) nodes: Vec<PlayNode>,
    pub(super) choices: Vec<ActChoice>,
    pub(super) edges: Vec<(u64, NodeId)>,
    pub(super) terms: Vec<ConstantTerm>,
}

/// Builds a graph; keeps what its nodes share.
pub(super) struct ActBuilder<'a> {
    pub(super) case: &'a SignalCase<'a>,
    pub(super) play: &'a CasePlay,
    pub(super) tracker: &'a Tracker,
    /// The dealer's distributions by what the side wager tells apart.
    pub(super) side: Option<&'a DealerCache>,
    pub(super) levels: &'a Levels,
    pub(super) graph: ActGraph,
    index: FxHashMap<(HandId, State, Option<Doubling>), NodeId>,
    constants: FxHashMap<(RowId, EndId, HandId), Triple>,
}

impl<'a> ActBuilder<'a> {
    pub(super) fn new(
        case: &'a SignalCase<'a>,
        play: &'a CasePlay,
        tracker: &'a Tracker,
        side: Option<&'a DealerCache>,
        levels: &'a Levels,
    ) -> Self {
        let graph = ActGraph { nodes: Vec::new(), choices: Vec::new(), edges: Vec::new(), terms: Vec::new() };
        Self { case, play, tracker, side, levels, graph, index: FxHashMap::default(), constants: FxHashMap::default() }
    }

    /// The decision on two cards; the shoe must hold them beside the up card.
    pub(super) fn start(&mut self, id: HandId, state: State) -> NodeId {
        self.node(id, state, None)
    }

    /// The value of a hand that is settled as it is.
    pub(super) fn settled(&mut self, row: RowId, end: EndId, id: HandId) -> Triple {
        if let Some(found) = self.constants.get(&(row, end, id)) {
            return *found;
        }
        let hand = self.case.table.hands.get(id);
        let distribution = self.case.up.exact_row(hand.cards, self.case.case);
        let base = distribution.map_or(PayoffSum::ZERO, |distribution| {
            dot(distribution, &self.case.table.settlement.row(row).map(i64::from))
        });
        let amounts = &self.tracker.ends.row(end).amounts;
        let distribution = self.side_distribution(end, hand);
        let side =
            [0, 1].map(|part| distribution.map_or(PayoffSum::ZERO, |distribution| dot(distribution, &amounts[part])));
        let triple = [base, side[0], side[1]].map(|sum| self.levels.scaled(sum, hand.size));
        self.constants.insert((row, end, id), triple);
        triple
    }

    /// The distribution an end is settled by: any, where it does not look at the dealer's hand.
    fn side_distribution(&self, end: EndId, hand: &Hand) -> Option<&'a [u128; OUTCOMES]> {
        side_distribution(self.case, self.side, self.tracker, end, hand)
    }

    fn node(&mut self, id: HandId, state: State, doubled: Option<Doubling>) -> NodeId {
        if let Some(&found) = self.index.get(&(id, state, doubled)) {
            return found;
        }
        let case = self.case;
        let settlement = case.table.settlement;
        let options = &case.options;
        let hand = case.table.hands.get(id);
        let scale = self.tracker.scale(state);
        let times = scale as i64;
        let mut choices: Vec<ActChoice> = Vec::new();
        let mut base = 0;
        if let Some(doubling) = doubled {
            let end = self.tracker.finished(hand, state, false, false);
            let row = settlement.finished(options.place, doubling, id);
            choices.push(self.settle(Action::Stand, ConstantTerm { times, row, end, hand: id }));
            if options.may_give_up_doubled && hand.may_be_given_up() {
                let end = self.tracker.given_up(hand, state);
                let row = settlement.surrender(options.place, doubling);
                choices.push(self.settle(Action::Surrender, ConstantTerm { times, row, end, hand: id }));
                base = u8::from(self.play.play.gives_up_doubled(id, hand, doubling, options));
            }
        } else {
            let is_blackjack = options.is_blackjack(hand);
            let end = if case.is_played() {
                self.tracker.finished(hand, state, is_blackjack, case.blackjack_may_come())
            } else {
                self.tracker.discovered(hand, state)
            };
            let row = options.stand_row(settlement, id, hand);
            choices.push(self.settle(Action::Stand, ConstantTerm { times, row, end, hand: id }));
            if case.is_played() && !is_blackjack {
                let allowed = options.allowed(hand);
                if allowed.draw {
                    choices.push(self.draw(id, state, None));
                }
                if allowed.double {
                    choices.push(self.draw(id, state, Some(Doubling::of(hand))));
                }
                if allowed.surrender {
                    let end = self.tracker.given_up(hand, state);
                    let row = options.surrender_row(settlement, hand);
                    choices.push(self.settle(Action::Surrender, ConstantTerm { times, row, end, hand: id }));
                }
                let act = Action::from(self.play.play.of(id, allowed));
                base = choices.iter().position(|choice| choice.action == act).unwrap_or(0) as u8;
            }
        }
        let first = self.graph.choices.len() as u32;
        self.graph.choices.extend(choices);
        let choices = (first, self.graph.choices.len() as u32);
        let node = self.graph.nodes.len() as NodeId;
        self.graph.nodes.push(PlayNode { hand: id, state, doubled: doubled.is_some(), scale, choices, base });
        self.index.insert((id, state, doubled), node);
        node
    }

    fn settle(&mut self, action: Action, term: ConstantTerm) -> ActChoice {
        let mut constant = NOTHING;
        add_times(&mut constant, &self.settled(term.row, term.end, term.hand), term.times as u64);
        let first = self.graph.terms.len() as u32;
        self.graph.terms.push(term);
        ActChoice { action, constant, edges: (0, 0), terms: (first, first + 1) }
    }

    /// Another card, to play on or for a doubled wager. Busts are counted as in [`crate::compiled::walk::Count`].
    fn draw(&mut self, id: HandId, state: State, doubling: Option<Doubling>) -> ActChoice {
        let case = self.case;
        let hand = case.table.hands.get(id);
        let settlement = case.table.settlement;
        let left = case.up.left_after(hand.cards);
        let scale = self.tracker.scale(state);
        let mut edges: Vec<(u64, NodeId)> = Vec::new();
        let mut grown: Vec<(u64, HandId)> = Vec::new();
        for (value, (&next, left)) in hand.next.iter().zip(left).enumerate() {
            if next == NO_HAND || left == 0 {
                continue;
            }
            grown.push((left.into(), next));
            let grown = case.table.hands.get(next);
            for (state, times) in self.tracker.draws(hand, state, value, grown) {
                edges.push((u64::from(left) * times, self.node(next, state, doubling)));
            }
        }
        let row = settlement.bust(case.options.place, doubling.unwrap_or(Doubling::No));
        let mut constant = NOTHING;
        let mut terms = Vec::new();
        if hand.can_bust {
            let end = self.tracker.busted(hand, state);
            let mut after = NOTHING;
            for &(left, next) in &grown {
                add_times(&mut after, &self.settled(row, end, next), left);
                terms.push(ConstantTerm { times: -((left * scale) as i64), row, end, hand: next });
            }
            terms.push(ConstantTerm { times: scale as i64, row, end, hand: id });
            let before = self.settled(row, end, id);
            let busted = std::array::from_fn(|part| before[part].minus(&after[part]));
            add_times(&mut constant, &busted, scale);
        }
        let (first_edge, first_term) = (self.graph.edges.len() as u32, self.graph.terms.len() as u32);
        self.graph.edges.extend(edges);
        self.graph.terms.extend(terms);
        ActChoice {
            action: if doubling.is_some() { Action::Double } else { Action::Hit },
            constant,
            edges: (first_edge, self.graph.edges.len() as u32),
            terms: (first_term, self.graph.terms.len() as u32),
        }
    }
}

/// The distribution an end is settled by beside a hand: any, where it does not look at the dealer's hand.
pub(super) fn side_distribution<'a>(
    case: &SignalCase<'a>,
    side: Option<&'a DealerCache>,
    tracker: &Tracker,
    end: EndId,
    hand: &Hand,
) -> Option<&'a [u128; OUTCOMES]> {
    let is_flat = end == LOST || tracker.ends.row(end).flat.is_some();
    let table = if is_flat { case.up } else { side.unwrap_or(case.up) };
    table.exact_row(hand.cards, case.case)
}

pub(super) fn dot(distribution: &[u128; OUTCOMES], weights: &[i64; OUTCOMES]) -> PayoffSum {
    let mut sum = PayoffSum::ZERO;
    for (&ways, &weight) in distribution.iter().zip(weights) {
        if ways != 0 && weight != 0 {
            sum.add(&PayoffSum::product(ways, weight));
        }
    }
    sum
}

pub(super) fn add_times(sum: &mut Triple, other: &Triple, factor: u64) {
    sum.iter_mut().zip(other).for_each(|(sum, other)| sum.add_times(other, factor));
}
