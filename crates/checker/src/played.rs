//! Side wagers that the play of the hand decides, under the stated zero-memory strategy.
//!
//! The player's hand is followed forward from its first two cards, order by order, with what has become of its straight. A hand
//! that is finished meets the dealer's finished hands beside the cards that are gone. Of a split the hand that is played first
//! counts: it is beside as many cards of the pair as it was split from, whatever becomes of the others.

mod end;
mod hands;
mod straight;

pub(crate) use self::end::End;

use std::collections::{BTreeMap, BTreeSet};

use cards::{Suit, Value};
use certificate::StatedClass;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{BlackjackAfterSplit, DealerPattern, NoLiveHand, SideWager, Submission};

use self::end::{NOTHING, fits_dealer};
use self::hands::{Chance, Hands, TENS, times};
use crate::dealer::{self, ENDS, falling};
use crate::distribution;
use crate::hands::{Counts, NATURAL_VALUES, VALUES, value_name};
use crate::refusal::Refusal;
use crate::round::Round;
use crate::strategy::Row;
use crate::up_card_play::{UpCardPlay, stated_plays};
use crate::wager_patterns::bits;

/// Why a wager on the play is not looked at, if it is not.
pub(crate) fn unchecked(submission: &Submission, rule: &SideWager) -> Option<&'static str> {
    let of_dealer = rule.lines.iter().filter_map(|line| line.dealer_hand.as_ref());
    if submission.game.switch.is_some() {
        return Some("two hands to switch play it");
    }
    of_dealer.into_iter().any(DealerPattern::asks_for_faces).then_some("it looks at the dealer's faces and at the play")
}

/// The probability of every end over all rounds.
///
/// # Errors
/// [`Refusal`] for a table that the rules do not ask for and for shoes that cannot be checked.
pub(crate) fn distribution(
    submission: &Submission,
    class: &StatedClass,
    rule: &SideWager,
    progress: &dyn Fn(&str),
) -> Result<BTreeMap<End, BigRational>, Refusal> {
    if rule.play.no_live_hand == NoLiveHand::Stops {
        return live_distribution(submission, class, rule, progress);
    }
    let tracks_straights = rule.lines.iter().any(|line| line.straight.is_some());
    let asks_for_dealer = rule.lines.iter().any(|line| line.dealer_hand.is_some());
    let suits = Suit::ALL.len() as u16;
    let each_ten = submission.shoe.count(Value::TEN).div_ceil(TENS as u16 * suits) * suits;
    let tens = BigInt::from(each_ten) * TENS;
    let scale = (&tens * (&tens - 1_u32) * suits).max(suits.into());
    over_rounds(submission, class, &scale, |table, round, play| {
        let hands = Hands { rule, round, play, tracks_straights, each_ten, scale: &scale };
        let mut sums = Sums::new();
        for one in hands.unsplit(&table.early).into_iter().chain(hands.split_pairs(&table.early)) {
            let size: usize = one.gone.iter().map(|&count| usize::from(count)).sum();
            let left = round.without(&one.gone);
            let mut add = |draws: usize, ends: Vec<(End, Chance)>, ways: u128| {
                for (end, chance) in ends {
                    *sums.entry((end, draws)).or_insert_with(BigInt::zero) += times(&one.ways, chance) * ways;
                }
            };
            if asks_for_dealer {
                let draws = round.dealer.most_draws;
                for ((end, cards), ways) in round.dealer.finished_distribution(&left, draws)? {
                    add(size + draws, hands.ends(&one, Some((end, cards))), ways);
                }
            } else {
                add(size + 1, hands.ends(&one, None), round.holes_in(&left).into());
            }
        }
        Ok(sums)
    })
}

/// Ordered ways by end and number of cards drawn, times a scale.
type Sums = BTreeMap<(End, usize), BigInt>;

/// The probability of every end that the sums of all up cards and signals come to.
fn over_rounds(
    submission: &Submission,
    class: &StatedClass,
    scale: &BigInt,
    mut sums: impl FnMut(&UpCardPlay<'_>, &Round<'_>, &Row) -> Result<Sums, Refusal>,
) -> Result<BTreeMap<End, BigRational>, Refusal> {
    let mut distribution: BTreeMap<End, BigRational> = BTreeMap::new();
    for (up, play) in stated_plays(submission, class)? {
        let table = UpCardPlay::new(submission, class, up, play)?;
        let of_up = BigRational::new(submission.shoe.count(up).into(), submission.shoe.total().into());
        for (round, play) in table.rounds(table.attacked)?.iter().zip(&table.plays) {
            for ((end, draws), sum) in sums(&table, round, play)? {
                let probability = BigRational::new(sum, falling(round.unseen, draws) * scale) * &of_up;
                *distribution.entry(end).or_insert_with(BigRational::zero) += probability;
            }
        }
    }
    distribution.retain(|_, probability| !probability.is_zero());
    Ok(distribution)
}

/// The same where the dealer draws only for a hand that is live, and the wager is lost if there is none. A blackjack that ends the
/// round is seen in any case; a player's blackjack waits for no more than the dealer's.
fn live_distribution(
    submission: &Submission,
    class: &StatedClass,
    rule: &SideWager,
    progress: &dyn Fn(&str),
) -> Result<BTreeMap<End, BigRational>, Refusal> {
    let end_of = |end: usize, cards: usize| {
        let fits = rule.lines.iter().map(|line| {
            line.chance.is_none() && line.dealer_hand.as_ref().is_none_or(|hand| fits_dealer(hand, end, cards))
        });
        End::Fits(bits(fits))
    };
    let scale = BigInt::one();
    let mut distribution = over_rounds(submission, class, &scale, |table, round, play| {
        let hands = Hands { rule, round, play, tracks_straights: false, each_ten: 0, scale: &scale };
        let waits = round.game.natural.after_split != BlackjackAfterSplit::No && !round.ends_round;
        if waits && round.dealer.ends()[dealer::BLACKJACK] {
            return Err(Refusal::not_checkable("blackjacks of split hands that wait for the dealer's second card"));
        }
        let draws = round.dealer.most_draws;
        let mut sums = Sums::new();
        let add = |sums: &mut Sums, gone: &Counts, ways: &BigInt, only: Option<usize>| -> Result<(), Refusal> {
            let size: usize = gone.iter().map(|&count| usize::from(count)).sum();
            let distribution = round.dealer.finished_distribution(&round.without(gone), draws)?;
            for ((end, cards), of_dealer) in
                distribution.into_iter().filter(|((end, _), _)| only.is_none_or(|only| only == *end))
            {
                *sums.entry((end_of(end, cards), size + draws)).or_insert_with(BigInt::zero) += ways * of_dealer;
            }
            Ok(())
        };
        if round.ends_round {
            add(&mut sums, &[0; VALUES], &BigInt::one(), None)?;
        } else {
            let mut blackjack = [0; VALUES];
            NATURAL_VALUES.iter().for_each(|&value| blackjack[value] = 1);
            for one in hands.unsplit(&table.early).iter().filter(|one| one.total.is_some()) {
                let only = (one.gone == blackjack).then_some(dealer::BLACKJACK);
                add(&mut sums, &one.gone, &one.ways, only)?;
            }
        }
        let all_ends = (0..ENDS).flat_map(|end| (2..=draws + 1).map(move |cards| (end, cards)));
        let ends: BTreeSet<End> = all_ends.map(|(end, cards)| end_of(end, cards)).collect();
        let ends: Vec<End> = ends.into_iter().filter(|&end| end != NOTHING).collect();
        let gone = distribution::Gone {
            given_up: true,
            blackjacks: true,
            class: &|end, cards| ends.iter().position(|&one| one == end_of(end, cards)),
            classes: ends.len(),
        };
        for (id, hand) in round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let Some(pair) = hands.split(id, &table.early) else { continue };
            let name = value_name(pair);
            progress(&format!("up card {}, {name},{name} split", table.up));
            add(&mut sums, &hand.cards, &round.ways_of(&hand.cards), None)?;
            let (numbers, draws) = distribution::no_live_hand(round, play, pair, &gone)?;
            for (&end, number) in ends.iter().zip(numbers) {
                *sums.entry((end, draws)).or_insert_with(BigInt::zero) -= number;
            }
        }
        sums.retain(|&(end, _), _| end != NOTHING);
        Ok(sums)
    })?;
    let lost = BigRational::one() - distribution.values().sum::<BigRational>();
    if !lost.is_zero() {
        distribution.insert(NOTHING, lost);
    }
    Ok(distribution)
}
