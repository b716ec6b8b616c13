//! Hands beside two cards of the other: the dealer's law once the cards of both are gone.

use num_rational::BigRational;
use rayon::prelude::*;

use super::Profile;
use crate::SolveError;
use crate::case::Case;
use crate::laws::{ExactSum, UpTable, is_alike};
use crate::removed::Removed;
use crate::settlement::OUTCOMES;

/// Sets of cards whose laws one task computes.
const CHUNK: usize = 4096;

/// No union: the shoe cannot deal so many cards of some value.
const NONE: u32 = u32::MAX;

/// The laws beside all that is settled with two cards of the other hand gone as well.
///
/// The unions of the cards that a hand ends with and two others are some twenty times as many as those ends. Each needs the dealer's law once,
/// exactly, and the guiding floats are made of that.
pub(super) struct Unions<'a> {
    up: &'a UpTable,
    cases: usize,
    /// How many pairs of cards the other hand can begin with.
    others: usize,
    /// By case, by hand and by what it comes to: the row of its cards in `places`.
    rows: Vec<Vec<Vec<u32>>>,
    /// By row, then by the two cards of the other hand: the place of the union.
    places: Vec<u32>,
    /// In ascending order.
    sets: Vec<Removed>,
    /// By set, then by case. Beside sets with which nothing depends on the dealer's outcome, that of the case alone.
    laws: Vec<[u128; OUTCOMES]>,
    /// The same as probabilities, times that of the cards gone, dealt in one order.
    floats: Vec<[f64; OUTCOMES]>,
}

impl<'a> Unions<'a> {
    /// Of hands that come to these profiles, by case, and the other hand's first two cards.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card beside some of the unions.
    pub(super) fn new(up: &'a UpTable, others: &[Removed], profiles: &[Vec<Profile>]) -> Result<Self, SolveError> {
        let mut own: Vec<Removed> = profiles.iter().flatten().flatten().map(|end| end.cards).collect();
        own.sort_unstable();
        own.dedup();
        let row = |cards: Removed| own.binary_search(&cards).map_or(NONE, |row| row as u32);
        let rows = profiles.iter().map(|profiles| {
            profiles.iter().map(|profile| profile.iter().map(|end| row(end.cards)).collect()).collect()
        });
        let rows: Vec<Vec<Vec<u32>>> = rows.collect();
        let of_other = |&other: &Removed| own.iter().map(move |&cards| cards + other);
        // Cards added keep an order: a stable sort finds the sorted runs.
        let mut sets: Vec<Removed> = others.iter().flat_map(of_other).filter(|&cards| up.is_feasible(cards)).collect();
        sets.sort();
        sets.dedup();
        let mut places = vec![NONE; own.len() * others.len()];
        for (at, other) in others.iter().enumerate() {
            let mut place = 0;
            for (row, cards) in of_other(other).enumerate() {
                place += sets[place..].iter().take_while(|&&set| set < cards).count();
                if sets.get(place) == Some(&cards) {
                    places[row * others.len() + at] = place as u32;
                }
            }
        }
        let cases = up.dealer.cases().len();
        // What is lost or won whatever the dealer has needs no law.
        let mut by_law = vec![!up.always_finds_cards(&sets); sets.len()];
        for (profiles, rows) in profiles.iter().zip(&rows) {
            let ends = profiles.iter().flatten().zip(rows.iter().flatten());
            for (_, &row) in ends.filter(|(end, _)| !is_alike(&end.mean)) {
                let places = places[row as usize * others.len()..][..others.len()].iter();
                places.filter(|&&place| place != NONE).for_each(|&place| by_law[place as usize] = true);
            }
        }
        let mut laws = vec![[0; OUTCOMES]; sets.len() * cases];
        let mut floats = vec![[0.0; OUTCOMES]; laws.len()];
        let chunks = laws.par_chunks_mut(CHUNK * cases).zip(floats.par_chunks_mut(CHUNK * cases));
        let chunks = sets.par_chunks(CHUNK).zip(by_law.par_chunks(CHUNK)).zip(chunks);
        chunks.try_for_each(|((sets, by_law), (laws, floats))| -> Result<(), SolveError> {
            let asked: Vec<Removed> =
                sets.iter().zip(by_law).filter(|&(_, &by_law)| by_law).map(|(&set, _)| set).collect();
            let mut rows = laws.chunks_exact_mut(cases).zip(by_law).filter(|&(_, &by_law)| by_law);
            up.each_exact(&asked, |_, law| {
                if let Some((row, _)) = rows.next() {
                    row.copy_from_slice(law);
                }
            })?;
            let rows = laws.chunks_exact_mut(cases).zip(floats.chunks_exact_mut(cases));
            for ((&cards, &by_law), (laws, floats)) in sets.iter().zip(by_law).zip(rows) {
                if !by_law {
                    laws.iter_mut().enumerate().for_each(|(case, law)| *law = up.certain(cards, case));
                }
                let probability = up.probability_of(cards);
                for (float, row) in floats.iter_mut().zip(up.probabilities(cards, laws)) {
                    *float = row.map(|one| one * probability);
                }
            }
            Ok(())
        })?;
        let others = others.len();
        Ok(Self { up, cases, others, rows, places, sets, laws, floats })
    }

    /// The places of the unions of what a hand comes to, in the order of its profile, by the two cards of the other hand.
    fn places(&self, case: usize, start: usize) -> impl Iterator<Item = &[u32]> {
        let others = self.others;
        self.rows[case][start].iter().map(move |&row| &self.places[row as usize * others..][..others])
    }

    /// The value of every hand beside every two cards, in settlement units, times the probability of all four: by hand, then by the two
    /// cards.
    pub(super) fn values(&self, case: usize, profiles: &[Profile]) -> Vec<f64> {
        let others = self.others;
        let mut values = vec![0.0; profiles.len() * others];
        for (start, profile) in profiles.iter().enumerate() {
            let values = &mut values[start * others..][..others];
            for (end, places) in profile.iter().zip(self.places(case, start)) {
                let mean = end.mean.map(|units| units as f64);
                for (value, &place) in values.iter_mut().zip(places).filter(|&(_, &place)| place != NONE) {
                    let law = &self.floats[place as usize * self.cases + case];
                    *value += mean.iter().zip(law).map(|(units, law)| units * law).sum::<f64>();
                }
            }
        }
        values
    }

    /// Exact means of the result and of wagers added, in settlement units, weighted by the case: of every hand beside every two cards, so
    /// many times.
    pub(super) fn total(&self, case: &Case<'_>, profiles: &[Profile], ways: &[i64]) -> [BigRational; 2] {
        let others = self.others;
        let mut weights = vec![([0_i64; OUTCOMES], 0_i64); self.sets.len()];
        for (start, profile) in profiles.iter().enumerate() {
            let ways = &ways[start * others..][..others];
            for (end, places) in profile.iter().zip(self.places(case.case, start)) {
                for (&ways, &place) in ways.iter().zip(places).filter(|&(&ways, &place)| ways != 0 && place != NONE) {
                    let (weights, all_added) = &mut weights[place as usize];
                    weights.iter_mut().zip(end.mean).for_each(|(weight, units)| *weight += ways * units);
                    *all_added += ways * end.added;
                }
            }
        }
        let chunks =
            self.sets.par_chunks(CHUNK).zip(weights.par_chunks(CHUNK)).zip(self.laws.par_chunks(CHUNK * self.cases));
        let sums = chunks.map(|((sets, weights), laws)| {
            let mut sums = [(); 2].map(|()| ExactSum::new(self.up));
            for ((&cards, (weights, added)), laws) in sets.iter().zip(weights).zip(laws.chunks_exact(self.cases)) {
                if *weights != [0; OUTCOMES] {
                    sums[0].add(cards, &laws[case.case], weights);
                }
                if *added != 0 {
                    sums[1].add(cards, &laws[case.case], &[*added; OUTCOMES]);
                }
            }
            sums
        });
        let sums = sums.reduce(
            || [(); 2].map(|()| ExactSum::new(self.up)),
            |mut all, some| {
                all.iter_mut().zip(&some).for_each(|(all, some)| all.merge(some));
                all
            },
        );
        sums.map(|sum| sum.total())
    }
}
