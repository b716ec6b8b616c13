//! Dealers whose two cards the player sees, in floats: each two cards are valued once, as [`exposed_pair`](crate::engine::exposed_pair) has it.

use std::sync::Arc;

use cards::{Composition, Value};
use rules::Game;

use super::play::DecidedUp;
use crate::compiled::strategy::Class;
use crate::dealer::Dealer;
use crate::engine::decided::CasePlace;
use crate::engine::exposed_pair::{each_is_own, own_cases, solved_as};

/// The cases that are valued, of a game in which some are others changed over.
#[derive(Debug)]
pub(super) struct SeenPairs {
    /// By up card and case, the case as which it is valued.
    places: Vec<Vec<CasePlace>>,
    /// By up card, the dealer in the cases that are valued as themselves.
    pub(super) dealers: Vec<Arc<Dealer>>,
}

impl SeenPairs {
    /// `None` if every case is valued as itself. `dealers` are those of all values that the shoe holds.
    pub(super) fn new(game: &Game, dealers: &[Arc<Dealer>]) -> Option<Self> {
        let borrowed: Vec<&Dealer> = dealers.iter().map(|dealer| &**dealer).collect();
        // Total-dependent play and CDZ- take the same cases together.
        let places = solved_as(game, &borrowed, Class::CdzMinus);
        if each_is_own(&places) {
            return None;
        }
        let own = |(up, cases): (usize, &Vec<CasePlace>)| Arc::new(borrowed[up].of_cases(&own_cases(up, cases)));
        let dealers = places.iter().enumerate().map(own).collect();
        Some(Self { places, dealers })
    }

    /// Adds, to the up cards with the cases that are valued as themselves, those that are others changed over.
    pub(super) fn complete(&self, shoe: &Composition, ups: &mut [DecidedUp]) {
        for up in 0..ups.len() {
            let count = |up: Value| f64::from(shoe.count(up));
            for (case, &(other, at)) in self.places[up].iter().enumerate().filter(|&(case, &at)| at != (up, case)) {
                // The other up card comes before this one, so that its cases are complete and stand in their order.
                let share = count(ups[other].value.up) / count(ups[up].value.up);
                let (worth, play) = (ups[other].worth[at].times(share), ups[other].plays[at].clone());
                ups[up].worth.insert(case, worth);
                ups[up].plays.insert(case, play);
            }
            ups[up].add_cases();
        }
    }
}
