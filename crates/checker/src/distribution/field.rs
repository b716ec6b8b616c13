//! Arithmetic modulo a prime that nobody could know before the certificate was fixed.

use certificate::sha256_hex;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::ToPrimitive as _;

/// A prime of 58 bits. Elements are kept times 2^64 (Montgomery's form), which no result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) prime: u64,
    /// -1/prime modulo 2^64.
    negated_inverse: u64,
    /// 2^64 modulo the prime, which is one's form.
    one: u64,
    /// 2^128 modulo the prime.
    square: u64,
}

/// How many products of two elements a sum of 128 bits can hold.
pub(crate) const MOST_PRODUCTS: usize = 1 << 12;

/// Bits of the primes: products are below 2^116, and [`MOST_PRODUCTS`] of them below 2^128.
const BITS: u32 = 58;

impl Field {
    /// The field of an odd prime of [`BITS`] bits.
    fn new(prime: u64) -> Self {
        // Newton's iteration doubles the right bits of an inverse, of which any odd number has three.
        let mut inverse = prime;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let one = ((1_u128 << 64) % u128::from(prime)) as u64;
        let square = (u128::from(one) * u128::from(one) % u128::from(prime)) as u64;
        Self { prime, negated_inverse: inverse.wrapping_neg(), one, square }
    }

    /// A random prime.
    pub(crate) fn random(numbers: &mut Random) -> Self {
        loop {
            let candidate = (numbers.next() >> (64 - BITS)) | 1 << (BITS - 1) | 1;
            if is_prime(candidate) {
                return Self::new(candidate);
            }
        }
    }

    /// A random element other than zero.
    pub(crate) fn random_unit(&self, numbers: &mut Random) -> u64 {
        loop {
            let element = self.of(numbers.next());
            if element != 0 {
                return element;
            }
        }
    }

    pub(crate) fn one(&self) -> u64 {
        self.one
    }

    pub(crate) fn of(&self, number: u64) -> u64 {
        self.multiply(number % self.prime, self.square)
    }

    pub(crate) fn of_signed(&self, number: i64) -> u64 {
        let element = self.of(number.unsigned_abs());
        if number < 0 { self.negated(element) } else { element }
    }

    pub(crate) fn of_integer(&self, number: &BigInt) -> u64 {
        self.of(number.mod_floor(&self.prime.into()).to_u64().unwrap_or(0))
    }

    pub(crate) fn of_wide(&self, number: u128) -> u64 {
        self.multiply(self.remainder(number), self.square)
    }

    /// The number below the prime that leaves the same remainder.
    pub(crate) fn remainder(&self, number: u128) -> u64 {
        self.multiply(self.reduce(number), self.square)
    }

    /// The number itself, below the prime.
    pub(crate) fn number(&self, element: u64) -> u64 {
        self.reduce(element.into())
    }

    pub(crate) fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum < self.prime { sum } else { sum - self.prime }
    }

    pub(crate) fn negated(&self, element: u64) -> u64 {
        if element == 0 { 0 } else { self.prime - element }
    }

    pub(crate) fn multiply(&self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// A sum of products of elements as an element.
    pub(crate) fn reduce(&self, sum: u128) -> u64 {
        // 2^64 is `one`, so the upper half may be folded onto the lower: below 2^123 once, below 2^117 twice. Below 2^121, which is at most 2^64 times
        // the prime, the quotient leaves less than two primes.
        let fold = |sum: u128| (sum >> 64) * u128::from(self.one) + (sum & u128::from(u64::MAX));
        let sum = if sum >> 121 == 0 { sum } else { fold(fold(sum)) };
        let quotient = (sum as u64).wrapping_mul(self.negated_inverse);
        let reduced = ((sum + u128::from(quotient) * u128::from(self.prime)) >> 64) as u64;
        if reduced < self.prime { reduced } else { reduced - self.prime }
    }

    pub(crate) fn power(&self, base: u64, exponent: u64) -> u64 {
        let (mut power, mut square) = (self.one, base);
        for bit in 0..64 - exponent.leading_zeros() {
            if exponent >> bit & 1 == 1 {
                power = self.multiply(power, square);
            }
            square = self.multiply(square, square);
        }
        power
    }

    /// The inverse of an element that is not zero.
    pub(crate) fn inverse(&self, element: u64) -> u64 {
        self.power(element, self.prime - 2)
    }
}

/// Random numbers from a text.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    seed: String,
    drawn: u64,
}

impl Random {
    pub(crate) fn new(seed: String) -> Self {
        Self { seed, drawn: 0 }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.drawn += 1;
        let hash = sha256_hex(format!("{} {}", self.seed, self.drawn).as_bytes());
        hash.bytes()
            .take(16)
            .fold(0, |number, digit| number << 4 | u64::from((digit as char).to_digit(16).unwrap_or(0)))
    }
}

/// Miller and Rabin's test with the first twelve primes as bases, which decides every number of 64 bits.
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return BASES.contains(&number);
    }
    let multiply = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(number)) as u64;
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let (mut power, mut square) = (1, base);
        let exponent = (number - 1) >> twos;
        for bit in 0..64 - exponent.leading_zeros() {
            if exponent >> bit & 1 == 1 {
                power = multiply(power, square);
            }
            square = multiply(square, square);
        }
        let mut passes = power == 1;
        for _ in 0..twos {
            passes |= power == number - 1;
            power = multiply(power, power);
        }
        passes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_others() {
        let primes: Vec<u64> = (0..60).filter(|&number| is_prime(number)).collect();
        assert_eq!(primes, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]);
        // A Mersenne prime, its neighbours, a Carmichael number, and a strong pseudoprime to the bases up to 31.
        assert!(is_prime((1 << 61) - 1));
        assert!(!is_prime((1 << 61) + 1) && !is_prime(561) && !is_prime(3_825_123_056_546_413_051));
    }

    #[test]
    fn sums_of_products_are_those_of_the_numbers() {
        let mut numbers = Random::new("a test".to_owned());
        for _ in 0..50 {
            let field = Field::random(&mut numbers);
            let p = u128::from(field.prime);
            assert!(field.prime >> 57 == 1);
            let (a, b) = (numbers.next(), numbers.next());
            let product = (u128::from(a) % p) * (u128::from(b) % p) % p;
            assert_eq!(u128::from(field.number(field.multiply(field.of(a), field.of(b)))), product);
            let most = u128::from(field.prime - 1);
            let sum = most * most * MOST_PRODUCTS as u128;
            let expected = field.multiply(field.multiply(field.prime - 1, field.prime - 1), field.of(1 << 12));
            assert_eq!(field.reduce(sum), expected);
            assert_eq!(field.multiply(field.of(a), field.inverse(field.of(a))), field.one());
            assert_eq!(field.number(field.power(field.of(3), 5)), 243);
            assert_eq!(field.number(field.add(field.of(field.prime - 1), field.of(5))), 4);
            let wide = u128::from(a) << 64 | u128::from(b);
            for wide in [wide, (1 << 121) - 1, 1 << 121, u128::MAX] {
                assert_eq!(u128::from(field.remainder(wide)), wide % p);
            }
            assert_eq!(field.of_wide(wide), field.of_integer(&wide.into()));
            assert_eq!(field.add(field.of_signed(-7), field.of_integer(&BigInt::from(7))), 0);
        }
    }
}
