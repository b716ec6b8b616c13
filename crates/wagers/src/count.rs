//! Counting draws of physical cards.

use cards::falling;
use num_bigint::BigUint;

/// The number of ways to draw `k` of `n` cards when their order does not matter; 0 if k > n.
pub(crate) fn choose(n: u32, k: u32) -> BigUint {
    falling(n, k) / falling(k, k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(choose(51, 2), BigUint::from(1275u32));
        assert_eq!(choose(5, 0), BigUint::from(1u32));
        assert_eq!(choose(0, 2), BigUint::from(0u32));
        assert_eq!(choose(1, 2), BigUint::from(0u32));
    }
}
