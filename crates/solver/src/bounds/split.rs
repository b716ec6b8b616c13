//! What the hands of a split can gain together over zero-memory play.

use std::sync::Arc;

use rules::Game;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::{Act, Options};
use crate::compiled::hands::{HandId, NO_HAND};
use crate::compiled::settlement::HandPlace;
use crate::compiled::split_plan::{SecondCard, SplitPlan};
use crate::dealer::cache::DealerCache;
use crate::hand::signal_case::{SignalCase, pair_hand};
use crate::zero_memory::second_card_starts;

use super::hand::{Extent, Extents, HandPlay, HandValues, KnownHand};
use super::information::{BUSTED, CardSums, Cards, Deviation, DifferencePart, Excess, HIGHEST, binomial};
use super::tables::{Tables, with_one_more};

/// A hand waiting or in play, and splits left: one way to stand in a split.
struct Standing {
    /// Hands finished before.
    finished: u32,
    /// Pair cards drawn and split again before.
    again: u32,
}

/// The splits of a pair of one value under one up card.
pub(super) struct PairSplits<'a> {
    game: &'a Game,
    up: &'a DealerCache,
    value: usize,
    most_hands: u32,
    start: HandId,
    pair: HandId,
    order: Vec<HandId>,
    tables: Tables,
    sums: &'a CardSums,
}

/// One case of it under a zero-memory play.
pub(super) struct PairCase<'a> {
    splits: &'a PairSplits<'a>,
    case: SignalCase<'a>,
    places: Vec<PlayAtPlace>,
    splits_again: bool,
    /// What splitting is worth given the pair, in settlement units, weighted by the probability of the signal.
    pub(super) value: f64,
}

/// How the hands of a split are played.
#[derive(Clone)]
pub(super) struct SplitPlay {
    /// The hand played first and the others; one if they are played and paid alike.
    places: Vec<(Options, Arc<HandPlay>)>,
    /// Whether pairs are split again, as long as they may be, or never.
    splits_again: bool,
}

/// Play in one place, with what it is worth beside so many other cards of the pair and one card more.
struct PlayAtPlace {
    options: Options,
    play: Arc<HandPlay>,
    values: FxHashMap<CardSet, HandValues>,
}

impl<'a> PairSplits<'a> {
    /// `None` if the pair cannot be dealt or split. What the hands can gain is asked for, or only what they are worth.
    pub(super) fn new(
        game: &'a Game,
        case: &SignalCase<'a>,
        value: usize,
        gains: bool,
        sums: &'a CardSums,
    ) -> Option<Self> {
        let up = case.up;
        let hands = case.table.hands;
        let most_hands = u32::from(game.split.as_ref()?.most_hands(value));
        let (start, pair) = (hands.single(value)?, pair_hand(hands, value)?);
        if most_hands < 2 || !up.is_feasible(hands.get(pair).cards) {
            return None;
        }
        let order = hands.grown_from(start);
        let cards: Vec<CardSet> = order.iter().map(|&id| hands.get(id).cards).collect();
        let mut splits =
            Self { game, up, value, most_hands, start, pair, order, tables: Tables::new(up, [], &[]), sums };
        let sets = (1..=most_beside(most_hands, gains)).map(|beside| splits.pair_cards(beside));
        splits.tables = match gains {
            true => Tables::new(up, sets.flat_map(with_one_more), &cards),
            false => Tables::new(up, sets, &cards),
        };
        Some(splits)
    }

    fn pair_cards(&self, number: u32) -> CardSet {
        CardSet::several(self.value, number)
    }

    /// A case in which each hand is played as is best if it is the only one and a card of the pair is gone besides, and pairs are split again
    /// always or never, whichever is worth more.
    pub(super) fn best(&'a self, case: SignalCase<'a>) -> PairCase<'a> {
        let [first, later] =
            [HandPlace::First, HandPlace::Later].map(|place| Options::split(self.game, self.value, place).place);
        let first_is_apart = !case.table.settlement.pays_alike(first, later);
        let places = [HandPlace::First, HandPlace::Later]
            .into_iter()
            .filter(|&place| first_is_apart || place == HandPlace::Later);
        let places = places.map(|place| {
            let options = Options::split(self.game, self.value, place);
            let case = SignalCase { options, ..case };
            let beside_one = self.tables.case(case, self.pair_cards(1)).unwrap_or(case);
            let mut play = HandPlay::best(beside_one, &self.order);
            play.acts[self.start as usize] = Act::Hit;
            (options, Arc::new(play))
        });
        let always = self.case(case, &SplitPlay { places: places.collect(), splits_again: true });
        let never = always.worth(false, CardSet::NONE);
        if always.value >= never { always } else { PairCase { splits_again: false, value: never, ..always } }
    }

    /// A case under a play.
    pub(super) fn case(&'a self, case: SignalCase<'a>, play: &SplitPlay) -> PairCase<'a> {
        let places = play.places.iter().map(|(options, play)| {
            let case = SignalCase { options: *options, ..case };
            let values = self
                .tables
                .gone()
                .filter_map(|gone| Some((gone, HandValues::new(self.tables.case(case, gone)?, play, &self.order))));
            PlayAtPlace { options: *options, values: values.collect(), play: Arc::clone(play) }
        });
        let splits_again = play.splits_again;
        let mut pair = PairCase { splits: self, case, places: places.collect(), splits_again, value: 0.0 };
        pair.value = pair.worth(splits_again, CardSet::NONE);
        pair
    }
}

impl PlayAtPlace {
    fn values(&self, gone: CardSet) -> Option<&HandValues> {
        self.values.get(&gone)
    }
}

impl PairCase<'_> {
    pub(super) fn play(&self) -> SplitPlay {
        let places = self.places.iter().map(|played| (played.options, Arc::clone(&played.play)));
        SplitPlay { places: places.collect(), splits_again: self.splits_again }
    }

    /// What splitting is worth if this card is gone too.
    fn worth(&self, splits_again: bool, more: CardSet) -> f64 {
        let splits = if splits_again { self.splits.most_hands - 2 } else { 0 };
        self.planned(&SplitPlan::of(2, splits), PAIR, true, more)
    }

    /// A bound on what is gained by splitting the pair or not as the cards seen before tell. `unsplit` is what the pair is worth if it is
    /// not split and a card is gone, and how far it then goes.
    pub(super) fn deciding(&self, seen: u32, unsplit: impl Fn(CardSet) -> Option<f64>, extent: Extent) -> f64 {
        let gain = |more| Some(self.worth(self.splits_again, more) - unsplit(more)?);
        let Some(mean) = gain(CardSet::NONE) else { return 0.0 };
        let splits = if self.splits_again { self.splits.most_hands - 2 } else { 0 };
        let apart = |more| Some(if mean > 0.0 { -gain(more)? } else { gain(more)? });
        let compared = Compared { known: PAIR, unsplit: extent, declined: (0, 0), accepted: (2, splits) };
        self.deviation(-mean.abs(), apart, &compared).map_or(0.0, |deviation| Excess::new(&deviation, seen).above(0.0))
    }

    fn place(&self, first: bool) -> &PlayAtPlace {
        &self.places[if first { 0 } else { self.places.len() - 1 }]
    }

    /// A bound on the mean of what the hands of the split gain together above a toll, given the pair, weighted by the probability of the
    /// signal, in settlement units. `seen` cards may have been seen before besides.
    ///
    /// A hand is reached in some order of finished hands and cards split again. Unseen cards are exchangeable, so the cards split
    /// again may be thought gone from the beginning, at the price of their probability for every such order.
    pub(super) fn gain(&self, seen: u32, toll: f64) -> f64 {
        let PairSplits { most_hands, value, .. } = *self.splits;
        let resplits = most_hands - 2;
        let points = value as u32 + 1;
        let mut sum = 0.0;
        for again in 0..=resplits {
            let beside = self.splits.tables.case(self.case, self.splits.pair_cards(again + 1));
            let Some(beside) = beside.filter(|beside| beside.up.is_feasible(CardSet::one(value))) else { continue };
            let left = beside.up.left_after(CardSet::one(value));
            let probability = self.pair_cards_drawn(PAIR, again);
            // Of the hands played after so many further splits, those of any round have shares of no more than half together, and so
            // have the cards that are split again or not.
            let share = toll / 4.0 / f64::from(1_u32 << again);
            for finished in 0..2 + again {
                let Cards { number: before, more } = match finished {
                    0 => Cards { number: 0, more: 0.0 },
                    _ => self.splits.sums.seen((finished - 1) * (BUSTED - points) + HIGHEST - points, left),
                };
                let standing = Standing { finished, again };
                let orders = binomial(finished + again, again);
                let mut gain = self.hand(&standing, seen + before, share) + more * self.most();
                if again < resplits {
                    gain += self.splitting_again(&standing, seen + before, share / 2.0);
                }
                sum += probability * orders * gain;
            }
        }
        sum
    }

    /// The most that one hand can gain.
    fn most(&self) -> f64 {
        2.0 * f64::from(self.splits.most_hands) * f64::from(self.case.table.settlement.most_units())
    }

    /// The probability that so many cards drawn next are of the pair's value when others are gone already.
    fn pair_cards_drawn(&self, gone: u32, drawn: u32) -> f64 {
        drawn_from(self.splits.up, self.splits.value, gone, drawn)
    }

    /// A hand that begins with one card of the pair.
    fn hand(&self, standing: &Standing, seen: u32, toll: f64) -> f64 {
        let played = self.place(standing.finished == 0);
        let gone = self.splits.pair_cards(standing.again + 1);
        let case = self.splits.tables.case(SignalCase { options: played.options, ..self.case }, gone);
        let root = case.and_then(|case| {
            KnownHand::new(case, (&played.play, &self.splits.order), (gone, &played.values), self.splits.sums)
        });
        root.map_or(0.0, |root| root.gains(seen).above(self.splits.start, toll))
    }

    /// A hand with one card that draws the pair's value, may be split again and is not, or is though the play does not.
    fn splitting_again(&self, standing: &Standing, seen: u32, toll: f64) -> f64 {
        let Standing { finished, again } = *standing;
        let waiting = 1 + again - finished;
        let splits = self.splits.most_hands - 2 - again;
        let known = again + 3;
        let later = |splits| if self.splits_again { splits } else { 0 };
        let declined = SplitPlan::of(waiting, later(splits));
        let accepted = SplitPlan::of(waiting + 2, later(splits - 1));
        let played = self.place(finished == 0);
        let of = |more: CardSet| -> Option<f64> {
            let pair = played.values(self.splits.pair_cards(known - 2) + more)?.acts[self.splits.pair as usize];
            let pair = pair.of(played.play.acts[self.splits.pair as usize]);
            let later = self.planned(&declined, known, false, more);
            let gain = self.planned(&accepted, known, finished == 0, more) - pair - later;
            Some(if self.splits_again { -gain } else { gain })
        };
        if !self.splits.up.is_feasible(self.splits.pair_cards(known)) {
            return 0.0;
        }
        let unsplit = self.extent(self.splits.pair, known - 2);
        let Some((mean, unsplit)) = of(CardSet::NONE).zip(unsplit) else { return 0.0 };
        let accepted = (waiting + 2, later(splits - 1));
        let compared = Compared { known, unsplit, declined: (waiting, later(splits)), accepted };
        let deviation = self.deviation(mean, of, &compared);
        let probability = self.pair_cards_drawn(known - 1, 1);
        deviation.map_or(0.0, |deviation| probability * Excess::new(&deviation, seen).above(toll))
    }

    /// A split beside going without: what it is worth more or less, now and if a card is gone.
    fn deviation(&self, mean: f64, after: impl Fn(CardSet) -> Option<f64>, compared: &Compared) -> Option<Deviation> {
        let Compared { known, unsplit, declined, accepted } = *compared;
        let splits = self.splits;
        let gone = splits.pair_cards(known);
        let (unseen, left) = (splits.up.unseen_after(gone), splits.up.left_after(gone));
        let of_hand = self.extent(splits.start, known - 1)?;
        // With more cards of the pair gone, as in a further split.
        let more = accepted.1.max(declined.1);
        let of_any = (known..known + more).filter_map(|beside| self.extent(splits.start, beside));
        let of_any = of_any.fold(of_hand, Extent::larger);
        let pairs = (known - 1..known + more).filter_map(|beside| self.extent(splits.pair, beside));
        let of_pair = pairs.fold(unsplit, Extent::larger);
        let points = splits.value as u32 + 1;
        let hands = accepted.0 + more;
        let drawn = |hands| {
            let points = hands * (BUSTED - points) + more * points + Extents::dealers_points(splits.up);
            splits.sums.drawn(points, left)
        };
        let further =
            self.further_splits(declined.0, declined.1, known) + self.further_splits(accepted.0, accepted.1, known);
        let most = 2.0 * f64::from(hands) * of_any.result.max(of_pair.result);
        Some(Deviation {
            mean,
            after: std::array::from_fn(|card| match after(CardSet::one(card)) {
                Some(value) if left[card] > 0 => (f64::from(left[card]) / f64::from(unseen), value),
                _ => (0.0, 0.0),
            }),
            unseen,
            range: most,
            // The pair as a hand and two hands with one card each; and the further splits of all hands that wait, each of which makes
            // two hands of a pair.
            parts: [
                DifferencePart {
                    cards: drawn(2),
                    root: unsplit.square.sqrt() + 2.0 * of_hand.square.sqrt(),
                    most: unsplit.result + 2.0 * of_hand.result,
                },
                DifferencePart {
                    cards: if further > 0.0 { drawn(hands) } else { DifferencePart::NONE.cards },
                    root: (of_pair.square.sqrt() + 2.0 * of_any.square.sqrt()) * further,
                    most,
                },
            ],
        })
    }

    /// How far a hand goes in either place, beside so many cards of the pair.
    fn extent(&self, id: HandId, beside: u32) -> Option<Extent> {
        let extents = self.places.iter().map(|played| {
            let case = SignalCase { options: played.options, ..self.case };
            let case = self.splits.tables.case(case, self.splits.pair_cards(beside))?;
            Some(Extents::new(case, &played.play, &self.splits.order).of(id))
        });
        extents.reduce(|one, two| Some(one?.larger(two?))).flatten()
    }

    /// The sum, over all splits that so many hands may come to, of the roots of their probabilities: the root of the mean square of
    /// something that may not come about is at most its largest value times that.
    fn further_splits(&self, waiting: u32, splits: u32, known: u32) -> f64 {
        let more = (1..=splits).filter(|_| waiting > 0).map(|more| {
            let orders = binomial(waiting + 2 * (more - 1), more);
            (orders * self.pair_cards_drawn(known, more)).min(1.0).sqrt()
        });
        more.sum()
    }

    /// What waiting hands are worth, if so many cards of the pair are gone, theirs among them.
    fn planned(&self, plan: &SplitPlan, known: u32, has_first: bool, more: CardSet) -> f64 {
        let splits = self.splits;
        let terms = plan.hands.iter().map(|(&((second, place), extra), &times)| {
            let played = self.place(has_first && place == HandPlace::First);
            let gone = splits.pair_cards(known - 1 + extra) + more;
            let table = splits.tables.case(self.case, gone).zip(played.values(gone));
            let Some((case, values)) = table else { return 0.0 };
            let hands = case.table.hands;
            let start = hands.get(splits.start);
            if !case.up.is_feasible(start.cards) {
                return 0.0;
            }
            let value = match second {
                SecondCard::Any => values.acts[splits.start as usize].hit,
                SecondCard::Other => {
                    let left = case.up.left_after(start.cards);
                    let unseen = f64::from(case.up.unseen_after(start.cards));
                    let others = second_card_starts(hands, splits.value, second).into_iter();
                    let values = others.map(|(id, _)| {
                        let card =
                            start.next.iter().position(|&next| next == id && next != NO_HAND).unwrap_or_default();
                        let played = played.play.acts[id as usize];
                        if left[card] == 0 {
                            0.0
                        } else {
                            f64::from(left[card]) / unseen * values.acts[id as usize].of(played)
                        }
                    });
                    values.sum()
                }
            };
            let gone_before = known + more.count(splits.value);
            let unseen_before = splits.up.unseen_after(splits.pair_cards(known) + more);
            times as f64 * drawn_of(splits.up, splits.value, gone_before, unseen_before, extra) * value
        });
        terms.sum()
    }
}

/// Cards of a pair.
const PAIR: u32 = 2;

/// A pair that is split and one that is not, with so many cards of the value gone: how far it goes if it is not, and the hands that wait and
/// the splits left in either case.
struct Compared {
    known: u32,
    unsplit: Extent,
    declined: (u32, u32),
    accepted: (u32, u32),
}

/// Most cards of the pair's value that are looked at beside a hand.
pub(super) fn most_beside(most_hands: u32, gains: bool) -> u32 {
    let resplits = most_hands - 2;
    let most_again = (0..resplits).filter(|_| gains).flat_map(|again| {
        let known = again + 3;
        let plans =
            (0..=again + 1).flat_map(move |waiting| [(waiting, resplits - again), (waiting + 2, resplits - again - 1)]);
        plans.map(move |(waiting, splits)| known - 1 + SplitPlan::of(waiting, splits).most_extra())
    });
    most_again.max().unwrap_or(0).max(1 + SplitPlan::of(2, resplits).most_extra())
}

/// The probability that the next cards are of one value, some of which are gone.
fn drawn_from(up: &DealerCache, value: usize, gone: u32, drawn: u32) -> f64 {
    drawn_of(up, value, gone, up.unseen_after(CardSet::NONE) - gone, drawn)
}

fn drawn_of(up: &DealerCache, value: usize, gone: u32, unseen: u32, drawn: u32) -> f64 {
    let left = up.left_after(CardSet::NONE)[value];
    (0..drawn)
        .map(|before| f64::from(left.saturating_sub(gone + before)) / f64::from((unseen - before).max(1)))
        .product()
}
