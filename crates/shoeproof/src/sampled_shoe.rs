//! Shoes of which a number of cards has been dealt at random.

use cards::{Composition, Value};
use certificate::sha256_hex;
use rand_core::{RngCore as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What is left of a shoe once so many of its cards have been dealt at random, every card as likely as any other. The same seed and
/// number give the same cards on any machine, whatever else is drawn.
pub(crate) fn left(shoe: &Composition, dealt: u32, seed: u64, number: u64) -> Composition {
    let mut random = stream(shoe, dealt, seed, number);
    let mut counts = *shoe.counts();
    let mut total = shoe.total();
    for _ in 0..dealt.min(total) {
        let mut place = below(&mut random, total);
        for count in &mut counts {
            if place < u32::from(*count) {
                *count -= 1;
                break;
            }
            place -= u32::from(*count);
        }
        total -= 1;
    }
    Composition::new(counts)
}

fn stream(shoe: &Composition, dealt: u32, seed: u64, number: u64) -> Xoshiro256PlusPlus {
    let counts = shoe.counts().map(|count| count.to_string()).join(",");
    let text = format!("shoeproof sampled shoe 1\nshoe {counts}\ndealt {dealt}\nseed {seed}\nnumber {number}\n");
    let hash = sha256_hex(text.as_bytes());
    let byte = |at: usize| u8::from_str_radix(hash.get(2 * at..2 * at + 2).unwrap_or_default(), 16).unwrap_or_default();
    Xoshiro256PlusPlus::from_seed(std::array::from_fn(byte))
}

/// A number below another, each equally likely.
fn below(random: &mut Xoshiro256PlusPlus, end: u32) -> u32 {
    // The high half of a product is the number. Where the low half is among the first 2^32 mod `end`, some numbers would come once
    // more often than others.
    let excess = end.wrapping_neg() % end;
    loop {
        let product = u64::from(random.next_u64() as u32) * u64::from(end);
        if product as u32 >= excess {
            return (product >> 32) as u32;
        }
    }
}

/// Cards of each value, as `shoe` of an analysis takes them.
pub(crate) fn counts(shoe: &Composition) -> String {
    Value::all().map(|value| shoe.count(value).to_string()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_cards_are_left_and_none_that_were_not_there() {
        let shoe = Composition::decks(6);
        for (dealt, number) in [(0, 0), (1, 1), (156, 2), (300, 3), (312, 4)] {
            let left = left(&shoe, dealt, 7, number);
            assert_eq!(left.total(), 312 - dealt);
            assert!(Value::all().all(|value| left.count(value) <= shoe.count(value)));
        }
    }

    #[test]
    fn seed_and_number_decide_and_nothing_else() {
        let shoe = Composition::decks(6);
        assert_eq!(left(&shoe, 156, 7, 2), left(&shoe, 156, 7, 2));
        assert_ne!(left(&shoe, 156, 7, 2), left(&shoe, 156, 8, 2));
        assert_ne!(left(&shoe, 156, 7, 2), left(&shoe, 156, 7, 3));
    }

    /// Tens dealt among half of six decks are hypergeometric: mean 48, variance 156·(4/13)(9/13)·(156/311).
    #[test]
    fn every_card_is_as_likely_as_any_other() {
        let shoe = Composition::decks(6);
        let ten = Value::all().last().expect("a value");
        let tens: Vec<f64> = (0..4_000).map(|number| f64::from(left(&shoe, 156, 1, number).count(ten))).collect();
        let mean = tens.iter().sum::<f64>() / 4_000.0;
        let variance = tens.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 3_999.0;
        let expected: f64 = 156.0 * (4.0 / 13.0) * (9.0 / 13.0) * 156.0 / 311.0;
        assert!((mean - 48.0).abs() < 4.0 * (expected / 4_000.0).sqrt(), "{mean}");
        assert!((variance / expected - 1.0).abs() < 4.0 * (2.0_f64 / 4_000.0).sqrt(), "{variance} {expected}");
    }

    #[test]
    fn numbers_below_three_come_alike() {
        let mut random = stream(&Composition::decks(1), 0, 0, 0);
        let mut seen = [0_u32; 3];
        (0..30_000).for_each(|_| seen[below(&mut random, 3) as usize] += 1);
        // Six standard deviations.
        assert!(seen.iter().all(|&one| one.abs_diff(10_000) < 490), "{seen:?}");
    }
}
