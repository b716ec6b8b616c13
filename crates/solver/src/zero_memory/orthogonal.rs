//! Means of products of two measures on cards that are dealt from one shoe, without a sum over unions of their sets.
//!
//! A measure on sets of cards is a polynomial: a set is the product of its cards' variables. Its mean replaces each set by the probability
//! that its cards are dealt next, in one order: Π (N_v)_{u_v} / (N)_{|u|} with falling factorials. Two things are used.
//!
//! - The next card is of some value, so the variables add up to one. That rids polynomials of the tens.
//! - These are the moments of a Dirichlet distribution with the parameters -N_v. Its variables are made one after another: each is a
//!   share of what those before it leave, and the shares are independent. So the polynomials in the first, given the rest, have an
//!   orthogonal basis, that of Jacobi, and so on for each variable.
//!
//! In that basis the mean of a product is one sum over the basis, not over pairs of sets. A measure is written in it variable by variable,
//! from the last to the first: x^u is a sum over k of R^(u-k) times the k-th polynomial, where R is one less all variables before.
//!
//! All numbers are residues, so every mean is exact.

use cards::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::residues::{Moduli, ResidueSum, Residues, add_to, subtract_from};

/// A measure: weights by sets of cards.
pub(crate) type Polynomial = FxHashMap<CardSet, i128>;

/// Variables of a polynomial without tens.
const VARIABLES: usize = Value::COUNT - 1;

/// In the place of a state: there is none.
const NONE: u32 = u32::MAX;

/// The same polynomial, where the variables add up to one, without tens.
pub(crate) fn without_tens(polynomial: Polynomial) -> Polynomial {
    let mut rest = polynomial;
    let mut sum = Polynomial::default();
    while !rest.is_empty() {
        let mut next = Polynomial::default();
        for (cards, weight) in rest {
            if cards.count(VARIABLES) == 0 {
                *sum.entry(cards).or_default() += weight;
                continue;
            }
            let fewer = cards - CardSet::one(VARIABLES);
            *next.entry(fewer).or_default() += weight;
            for value in 0..VARIABLES {
                *next.entry(fewer + CardSet::one(value)).or_default() -= weight;
            }
        }
        rest = next;
    }
    sum.retain(|_, weight| *weight != 0);
    sum
}

/// The sets that some polynomials without tens come to on their way to the orthogonal basis.
pub(crate) struct Basis {
    /// In rising order: sets alike in all variables after one stand together, by rising powers of that one.
    sets: Vec<CardSet>,
    index: FxHashMap<CardSet, u32>,
    /// By set and value, the set without one card of the value.
    fewer: Vec<[u32; VARIABLES]>,
    /// By set and value, the set with one more.
    more: Vec<[u32; VARIABLES]>,
    /// By variable, most cards of it and of all after it.
    most: [u32; VARIABLES],
    /// By variable, its highest power.
    highest: [u32; VARIABLES],
}

impl Basis {
    /// Of polynomials with these sets; `None` if it had more than so many elements.
    pub(crate) fn new(of: impl IntoIterator<Item = CardSet>, most_sets: usize) -> Option<Self> {
        // A card is dropped, or is replaced by one of a variable before: closed under that of the variable right before, it is closed.
        let mut known: FxHashSet<CardSet> = FxHashSet::default();
        let mut left: Vec<CardSet> = of.into_iter().collect();
        while let Some(cards) = left.pop() {
            if !known.insert(cards) {
                continue;
            }
            for value in (0..VARIABLES).filter(|&value| cards.count(value) > 0) {
                let fewer = cards - CardSet::one(value);
                left.push(fewer);
                left.extend(value.checked_sub(1).map(|before| fewer + CardSet::one(before)));
            }
            if known.len() > most_sets {
                return None;
            }
        }
        let mut sets: Vec<CardSet> = known.into_iter().collect();
        sets.sort_unstable();
        let index: FxHashMap<CardSet, u32> = sets.iter().copied().zip(0..).collect();
        let mut fewer = vec![[NONE; VARIABLES]; sets.len()];
        let mut more = fewer.clone();
        let mut most = [0; VARIABLES];
        let mut highest = [0; VARIABLES];
        for (at, &cards) in sets.iter().enumerate() {
            for value in 0..VARIABLES {
                let power = cards.count(value);
                highest[value] = highest[value].max(power);
                most[value] = most[value].max(cards.at_least(value).size());
                if power > 0 {
                    let one_fewer = index[&(cards - CardSet::one(value))];
                    fewer[at][value] = one_fewer;
                    more[one_fewer as usize][value] = at as u32;
                }
            }
        }
        Some(Self { sets, index, fewer, more, most, highest })
    }
}

/// The orthogonal basis of a shoe.
pub(crate) struct Orthogonal<'b> {
    basis: &'b Basis,
    moduli: Moduli,
    one: Residues,
    /// Cards of each value.
    shoe: [u32; Value::COUNT],
    /// By element, the mean of its square.
    squares: Vec<Residues>,
    /// By variable, power and degree: see [`Orthogonal::factors_of`].
    factors: [Vec<Vec<Vec<Residues>>>; VARIABLES],
}

impl<'b> Orthogonal<'b> {
    /// `None` if the shoe has too few cards for such a basis.
    pub(crate) fn new(basis: &'b Basis, shoe: [u32; Value::COUNT], moduli: Moduli) -> Option<Self> {
        // Then no denominator is zero.
        let is_large = |value: usize| shoe[value..].iter().sum::<u32>() > 2 * basis.most[value];
        if !(0..VARIABLES).all(is_large) {
            return None;
        }
        let mut orthogonal =
            Self { basis, moduli, one: moduli.of(1), shoe, squares: Vec::new(), factors: Default::default() };
        let most = basis.most;
        let squares: [Vec<Vec<Residues>>; VARIABLES] = std::array::from_fn(|value| {
            let after = most.get(value + 1).copied().unwrap_or(0);
            let degrees = 0..=basis.highest[value];
            degrees
                .map(|k| (0..=after.min(most[value] - k)).map(|rest| orthogonal.square(value, k, rest)).collect())
                .collect()
        });
        let square = |cards: &CardSet| {
            let mut product = moduli.of(1);
            let mut rest = 0;
            for value in (0..VARIABLES).rev() {
                let k = cards.count(value);
                product = moduli.times(&product, &squares[value][k as usize][rest as usize]);
                rest += k;
            }
            product
        };
        orthogonal.squares = basis.sets.iter().map(square).collect();
        orthogonal.factors = std::array::from_fn(|value| {
            let powers = 0..=basis.highest[value];
            powers.map(|power| (0..power).map(|k| orthogonal.factors_of(value, power, k)).collect()).collect()
        });
        Some(orthogonal)
    }

    /// Minus the cards of this value and all after it: of a Beta distribution the sum of the parameters.
    fn parameters(&self, value: usize) -> i64 {
        -i64::from(self.shoe[value..].iter().sum::<u32>())
    }

    /// What the k-th polynomial in a variable multiplies the mean square by, where the variables after it have this degree together.
    fn square(&self, value: usize, k: u32, rest: u32) -> Residues {
        let Self { moduli, .. } = self;
        let a = -i64::from(self.shoe[value]);
        let both = self.parameters(value);
        let degree = i64::from(2 * rest + k);
        let above = [moduli.rising(1, k), moduli.rising(a, k), moduli.rising(both - a, 2 * rest + k)];
        let below = moduli.times(&moduli.rising(both, 2 * (rest + k)), &moduli.rising(both + degree - 1, k));
        above.iter().fold(moduli.inverse(&below), |product, factor| moduli.times(&product, factor))
    }

    /// A polynomial without tens whose sets the basis was made of, in the orthogonal basis: nothing of none.
    pub(crate) fn of(&self, polynomial: &Polynomial) -> Vec<Residues> {
        if polynomial.is_empty() {
            return Vec::new();
        }
        let mut weights = vec![Moduli::ZERO; self.basis.sets.len()];
        for (cards, &weight) in polynomial {
            weights[self.basis.index[cards] as usize] = self.moduli.of(weight);
        }
        let mut carried = vec![Moduli::ZERO; weights.len()];
        for value in (0..VARIABLES).rev() {
            self.change(value, &mut weights, &mut carried);
        }
        weights
    }

    /// Writes one variable's powers in its orthogonal polynomials. `carried` is zero, and is so left.
    fn change(&self, value: usize, weights: &mut [Residues], carried: &mut [ResidueSum]) {
        let mut first = 0;
        let mut starts = Vec::new();
        for block in self.basis.sets.chunk_by(|a, b| a.at_least(value + 1) == b.at_least(value + 1)) {
            starts.clear();
            for power_of_block in block.chunk_by(|a, b| a.count(value) == b.count(value)) {
                starts.push(first);
                first += power_of_block.len();
            }
            starts.push(first);
            if let Some(cards) = block.first() {
                self.change_block((value, cards.at_least(value + 1).size() as usize), &starts, weights, carried);
            }
        }
    }

    /// The same of the sets alike in the variables after this one, which have `rest` cards: by power they begin at `starts`.
    fn change_block(
        &self,
        (value, rest): (usize, usize),
        starts: &[usize],
        weights: &mut [Residues],
        carried: &mut [ResidueSum],
    ) {
        let Self { basis, moduli, one, .. } = self;
        let powers = starts.len() - 1;
        // Those of lower degree first: each needs the weights of all higher powers as they were.
        for k in 0..powers {
            for power in (k + 1..powers).rev() {
                let factor = &self.factors[value][power][k][rest];
                for at in starts[power]..starts[power + 1] {
                    let sum = std::mem::replace(&mut carried[at], Moduli::ZERO);
                    if sum == Moduli::ZERO && weights[at] == Moduli::ZERO {
                        continue;
                    }
                    let weight = moduli.of_sum(&weights[at], &sum, factor);
                    let fewer = basis.fewer[at][value] as usize;
                    add_to(&mut carried[fewer], &weight);
                    for &replaced in &basis.more[fewer][..value] {
                        subtract_from(&mut carried[replaced as usize], &weight);
                    }
                }
            }
            for at in starts[k]..starts[k + 1] {
                let sum = std::mem::replace(&mut carried[at], Moduli::ZERO);
                if sum != Moduli::ZERO {
                    weights[at] = moduli.of_sum(&weights[at], &sum, one);
                }
            }
        }
    }

    /// On the way from a variable's power to its k-th polynomial, what one power less multiplies by, by the degree of the variables after it.
    fn factors_of(&self, value: usize, power: u32, k: u32) -> Vec<Residues> {
        let Self { moduli, .. } = self;
        let a = -i64::from(self.shoe[value]);
        let above = i128::from(power) * i128::from(a + i64::from(power) - 1);
        let factor = |rest: u32| {
            let both = self.parameters(value) + i64::from(2 * (rest + k) + power - k) - 1;
            let below = i128::from(power - k) * i128::from(both);
            moduli.times(&moduli.of(above), &moduli.inverse(&moduli.of(below)))
        };
        (0..=self.basis.most[value] - power).map(factor).collect()
    }

    /// The mean of the product of two polynomials that are written in the basis.
    pub(crate) fn mean_of_product(&self, a: &[Residues], b: &[Residues]) -> Residues {
        let Self { moduli, .. } = self;
        let mut mean = Moduli::ZERO;
        for ((a, b), square) in a.iter().zip(b).zip(&self.squares) {
            moduli.add(&mut mean, &moduli.times(&moduli.times(a, b), square));
        }
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::residues::number_of;

    /// Σ a·b times the probability that the cards of both are dealt next, in one order.
    fn mean_by_unions(a: &Polynomial, b: &Polynomial, shoe: [u32; Value::COUNT], moduli: Moduli) -> Residues {
        let mut mean = Moduli::ZERO;
        for (&a_cards, a) in a {
            for (&b_cards, b) in b {
                let cards = a_cards + b_cards;
                let unseen = -i64::from(shoe.iter().sum::<u32>());
                let mut term = moduli.times(&moduli.of(a * b), &moduli.inverse(&moduli.rising(unseen, cards.size())));
                for (left, gone) in shoe.into_iter().zip(cards.counts()) {
                    term = moduli.times(&term, &moduli.rising(-i64::from(left), gone));
                }
                moduli.add(&mut mean, &term);
            }
        }
        mean
    }

    fn polynomial(terms: &[(&[usize], i128)]) -> Polynomial {
        terms.iter().map(|&(cards, weight)| (cards.iter().map(|&value| CardSet::one(value)).sum(), weight)).collect()
    }

    fn examples() -> [Polynomial; 2] {
        let a: &[(&[usize], i128)] =
            &[(&[0, 0, 0, 5], 3), (&[1, 2, 9], 1), (&[9, 9], -2), (&[8, 8, 4], 7), (&[3], 4), (&[], 1)];
        let b: &[(&[usize], i128)] = &[(&[0, 0, 0, 0], 11), (&[7, 1, 1, 0], 2), (&[6, 9, 9], 5), (&[4, 8], -1)];
        [polynomial(a), polynomial(b)]
    }

    #[test]
    fn a_mean_of_products_is_that_by_unions() {
        let [a, b] = examples();
        let moduli = Moduli::for_bits(1)[0];
        // Also with fewer cards of a value than a set has, and with none.
        for shoe in [[4, 4, 4, 4, 4, 4, 4, 4, 4, 16], [3, 1, 0, 2, 4, 4, 0, 3, 2, 9], [2, 3, 4, 1, 5, 9, 2, 6, 0, 12]] {
            let [a_rest, b_rest] = [&a, &b].map(|polynomial| without_tens(polynomial.clone()));
            let sets = a_rest.keys().chain(b_rest.keys()).copied();
            let basis = Basis::new(sets, 1000).expect("a small basis");
            let orthogonal = Orthogonal::new(&basis, shoe, moduli).expect("a shoe that is large enough");
            let [of_a, of_b] = [&a_rest, &b_rest].map(|polynomial| orthogonal.of(polynomial));
            for ((a, of_a), (b, of_b)) in [((&a, &of_a), (&b, &of_b)), ((&a, &of_a), (&a, &of_a))] {
                assert_eq!(orthogonal.mean_of_product(of_a, of_b), mean_by_unions(a, b, shoe, moduli));
            }
        }
    }

    #[test]
    fn a_small_shoe_or_a_large_basis_is_refused() {
        let [a, _] = examples();
        let a = without_tens(a);
        let basis = Basis::new(a.keys().copied(), 1000).expect("a small basis");
        assert!(Orthogonal::new(&basis, [1, 1, 1, 1, 0, 0, 0, 0, 0, 1], Moduli::for_bits(1)[0]).is_none());
        assert!(Basis::new(a.keys().copied(), 10).is_none());
    }

    #[test]
    fn an_element_has_its_own_square_alone() {
        let moduli = Moduli::for_bits(1)[0];
        let one = polynomial(&[(&[], 1)]);
        let basis = Basis::new(one.keys().copied(), 1).expect("a small basis");
        let orthogonal = Orthogonal::new(&basis, [4; Value::COUNT], moduli).expect("a shoe that is large enough");
        let of_one = orthogonal.of(&one);
        let mean = orthogonal.mean_of_product(&of_one, &of_one);
        assert_eq!(number_of([(&moduli, mean)]), 1.into());
    }
}
