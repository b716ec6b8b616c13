//! Whole numbers by their residues modulo several primes: long sums of wide products at the price of short ones.
//!
//! A number of known width is decided by its residues modulo enough primes. Residues are kept in Montgomery's form, in which a product
//! costs no division.

use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Primes that are computed with side by side.
pub(crate) const LANES: usize = 4;

/// Bits of the primes, so that fifteen residues add up to less than 2⁶⁴.
const PRIME_BITS: u64 = 60;

/// Residues that may be subtracted from a [`ResidueSum`]. Six may be added to it: then it fits into 64 bits with one residue more.
pub(crate) const MOST_SUBTRACTED: u64 = 8;

/// A sum of residues modulo 2⁶⁴, not yet modulo the primes.
pub(crate) type ResidueSum = [u64; LANES];

/// Residues of one number, each below its prime.
pub(crate) type Residues = [u64; LANES];

#[derive(Clone, Copy, Debug)]
struct Modulus {
    prime: u64,
    /// Times the prime it is -1 modulo 2⁶⁴.
    inverse: u64,
    /// 2¹²⁸ modulo the prime.
    square: u64,
}

impl Modulus {
    /// Of an odd number below 2⁶⁰.
    fn new(prime: u64) -> Self {
        // Each step doubles the number of low bits that are right; an odd number is its own inverse in three.
        let inverse =
            (0..5).fold(prime, |inverse: u64, _| inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse))));
        let of_word = ((1_u128 << 64) % u128::from(prime)) as u64;
        let square = (u128::from(of_word) * u128::from(of_word) % u128::from(prime)) as u64;
        Self { prime, inverse: inverse.wrapping_neg(), square }
    }

    /// The product divided by 2⁶⁴, of any number of 64 bits and a residue.
    fn times(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a).wrapping_mul(u128::from(b));
        let multiple = (product as u64).wrapping_mul(self.inverse);
        // Both are below 2⁶⁴⁺⁶⁰, so the sum is below twice the prime.
        let sum = product.wrapping_add(u128::from(multiple).wrapping_mul(u128::from(self.prime)));
        let sum = (sum >> 64) as u64;
        sum.min(sum.wrapping_sub(self.prime))
    }

    fn of(self, number: i128) -> u64 {
        let residue = number.rem_euclid(i128::from(self.prime)) as u64;
        self.times(residue, self.square)
    }

    fn power(self, mut base: u64, mut exponent: u64) -> u64 {
        let mut power = self.of(1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.times(power, base);
            }
            base = self.times(base, base);
            exponent >>= 1;
        }
        power
    }

    /// By the test of Miller and Rabin, which is no guess for numbers of 64 bits with these bases.
    fn is_prime(self) -> bool {
        const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
        if BASES.iter().any(|base| self.prime.is_multiple_of(*base)) {
            return false;
        }
        let (one, minus_one) = (self.of(1), self.of(-1));
        let twos = (self.prime - 1).trailing_zeros();
        BASES.iter().all(|&base| {
            let mut power = self.power(self.of(base.into()), (self.prime - 1) >> twos);
            if power == one {
                return true;
            }
            for _ in 1..twos {
                if power == minus_one {
                    return true;
                }
                power = self.times(power, power);
            }
            power == minus_one
        })
    }
}

/// Primes that are computed with side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moduli([Modulus; LANES]);

impl Moduli {
    pub(crate) const ZERO: Residues = [0; LANES];

    /// Enough primes to tell all numbers of so many bits apart, sign included.
    pub(crate) fn for_bits(bits: u64) -> Vec<Self> {
        // A prime within 2⁵⁰ of 2⁶⁰ has 59.99 bits.
        let groups = (bits * 100 / (100 * PRIME_BITS - 1) + 1).div_ceil(LANES as u64);
        let primes: Vec<Modulus> = (0..1_u64 << 49)
            .map(|below| Modulus::new((1 << PRIME_BITS) - 1 - 2 * below))
            .filter(|modulus| modulus.is_prime())
            .take(groups as usize * LANES)
            .collect();
        primes.as_chunks().0.iter().map(|&lanes| Self(lanes)).collect()
    }

    pub(crate) fn of(&self, number: i128) -> Residues {
        self.0.map(|modulus| modulus.of(number))
    }

    pub(crate) fn times(&self, a: &Residues, b: &Residues) -> Residues {
        std::array::from_fn(|lane| self.0[lane].times(a[lane], b[lane]))
    }

    pub(crate) fn add(&self, sum: &mut Residues, addend: &Residues) {
        for (lane, modulus) in self.0.iter().enumerate() {
            let more = sum[lane].wrapping_add(addend[lane]);
            sum[lane] = more.min(more.wrapping_sub(modulus.prime));
        }
    }

    /// A residue and a sum of residues, of as many as [`MOST_SUBTRACTED`] says, together times a factor.
    pub(crate) fn of_sum(&self, residue: &Residues, sum: &ResidueSum, factor: &Residues) -> Residues {
        std::array::from_fn(|lane| {
            let modulus = self.0[lane];
            let sum = sum[lane].wrapping_add(MOST_SUBTRACTED.wrapping_mul(modulus.prime)).wrapping_add(residue[lane]);
            modulus.times(sum, factor[lane])
        })
    }

    /// The inverse of a number that no prime divides.
    pub(crate) fn inverse(&self, number: &Residues) -> Residues {
        std::array::from_fn(|lane| self.0[lane].power(number[lane], self.0[lane].prime - 2))
    }

    /// a·(a + 1)·…, so many factors.
    pub(crate) fn rising(&self, a: i64, factors: u32) -> Residues {
        let factors = (a..a + i64::from(factors)).map(|factor| self.of(factor.into()));
        factors.fold(self.of(1), |product, factor| self.times(&product, &factor))
    }
}

/// Adds a residue to a sum.
pub(crate) fn add_to(sum: &mut ResidueSum, residue: &Residues) {
    sum.iter_mut().zip(residue).for_each(|(sum, residue)| *sum = sum.wrapping_add(*residue));
}

/// Subtracts a residue from a sum.
pub(crate) fn subtract_from(sum: &mut ResidueSum, residue: &Residues) {
    sum.iter_mut().zip(residue).for_each(|(sum, residue)| *sum = sum.wrapping_sub(*residue));
}

/// The number of least magnitude that has these residues.
pub(crate) fn number_of<'m>(residues: impl IntoIterator<Item = (&'m Moduli, Residues)>) -> BigInt {
    let (mut number, mut product) = (BigInt::zero(), BigInt::one());
    for (moduli, residues) in residues {
        for (modulus, residue) in moduli.0.iter().zip(residues) {
            let prime = BigInt::from(modulus.prime);
            let of = |number: &BigInt| modulus.of(i128::try_from(number % &prime).unwrap_or_default());
            let missing = residue + modulus.prime - of(&number);
            let step = modulus.times(missing % modulus.prime, modulus.power(of(&product), modulus.prime - 2));
            number += &product * BigInt::from(modulus.times(step, 1));
            product *= prime;
        }
    }
    if &number + &number > product { number - product } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_their_residues() {
        for (bits, number) in [(59, -7_i128), (130, i128::MAX), (130, i128::MIN), (400, 0)] {
            let moduli = Moduli::for_bits(bits);
            assert_eq!(number_of(moduli.iter().map(|moduli| (moduli, moduli.of(number)))), BigInt::from(number));
        }
    }

    #[test]
    fn sums_products_and_inverses() {
        let moduli = Moduli::for_bits(1)[0];
        let (mut a, b) = (moduli.of(-5), moduli.of(1 << 59));
        let product = moduli.times(&a, &b);
        assert_eq!(product, moduli.of(-5 << 59));
        assert_eq!(moduli.times(&product, &moduli.inverse(&b)), a);
        moduli.add(&mut a, &moduli.of(7));
        assert_eq!(a, moduli.of(2));
        let mut sum = [0; LANES];
        add_to(&mut sum, &a);
        (0..MOST_SUBTRACTED).for_each(|_| subtract_from(&mut sum, &moduli.of(3)));
        assert_eq!(moduli.of_sum(&moduli.of(1), &sum, &moduli.of(2)), moduli.of(2 * (3 - 24)));
        assert_eq!(moduli.rising(-3, 2), moduli.of(6));
        assert_eq!(moduli.rising(-3, 4), Moduli::ZERO);
    }

    #[test]
    fn primes_are_told_from_other_odd_numbers() {
        let primes: Vec<u64> = (41..100).step_by(2).filter(|&odd| Modulus::new(odd).is_prime()).collect();
        assert_eq!(primes, [41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97]);
        assert!(!Modulus::new(3_215_031_751).is_prime());
        assert!(Modulus::new((1 << 31) - 1).is_prime());
    }
}
