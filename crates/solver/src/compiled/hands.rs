//! The player's hands of a shoe, numbered.

use cards::{Composition, Value};
use rules::{
    BonusRule, Busts, Cards, DealtBlackjack, DoubleRule, DrawRule, Game, LateBlackjackTakes, SurrenderRule,
    SurrenderWhen,
};
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;

/// Index of a hand in [`Hands`].
pub(crate) type HandId = u32;

/// No hand: a bust, or a card that may not be drawn.
pub(crate) const NO_HAND: HandId = HandId::MAX;

/// How a hand's play ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum End {
    /// It has all its cards.
    Kept,
    Busted,
    GivenUp,
}

/// A player's hand as settlement and strategy see it: its cards, and whether its first two earned a payment
/// that later cards cannot take away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: CardSet,
    pub(crate) size: u8,
    /// Best total.
    pub(crate) total: u8,
    /// Total with every ace counted 1.
    pub(crate) hard: u8,
    pub(crate) soft: bool,
    /// First two cards both among the push rule's originals. For a hand of three or more cards only
    /// known, and only true, where the rules let such a hand draw and still count.
    pub(crate) original: bool,
    /// Whether the rules let a hand of two or more cards draw, even if every card left would bust it.
    pub(crate) may_draw: bool,
    /// Whether some card would put the hand over 21 and the hand after it is not listed: busts are then counted without
    /// being enumerated.
    pub(crate) can_bust: bool,
    /// A hand that the doubling rule names; whether a hand after a split may double is apart.
    pub(crate) doubles: bool,
    /// Whether the house gives the double wager.
    pub(crate) free_double: bool,
    /// A hand that the surrender rule names; whether a hand after a split may be given up is apart.
    pub(crate) surrenders: bool,
    /// The hand after one more card of each value; [`NO_HAND`] for a bust, and everywhere if no card may be drawn.
    pub(crate) next: [HandId; Value::COUNT],
}

impl Hand {
    /// The hands after one more card, lowest value first; none for a bust.
    #[inline]
    pub(crate) fn grown(&self) -> impl Iterator<Item = HandId> + use<> {
        self.next.into_iter().filter(|&next| next != NO_HAND)
    }

    pub(crate) fn is_bust(&self) -> bool {
        self.hard > Hands::TWENTY_ONE
    }

    /// Whether the hand, once doubled, may be given up as far as its cards go.
    pub(crate) fn may_be_given_up(&self) -> bool {
        self.size > 2 && self.total < Hands::TWENTY_ONE
    }

    /// The value of a pair.
    pub(crate) fn pair(&self) -> Option<usize> {
        (self.size == 2).then(|| (0..Value::COUNT).find(|&value| self.cards.count(value) == 2)).flatten()
    }

    pub(crate) fn is_natural(&self) -> bool {
        self.size == 2 && self.total == Hands::TWENTY_ONE
    }

    /// The place among a game's bonuses of the one that this hand is paid before any split or double.
    pub(crate) fn bonus(&self, rule: &BonusRule) -> Option<usize> {
        if self.total != Hands::TWENTY_ONE {
            return None;
        }
        rule.hands.iter().position(|bonus| match bonus.cards {
            Some(cards) => self.size >= cards,
            None => bonus.values.iter().map(|value| CardSet::one(value.index())).sum::<CardSet>() == self.cards,
        })
    }
}

/// All rules, with the shoe, that decide which hands there are and what may be done with them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HandRules {
    shoe: Composition,
    lists_busts: bool,
    /// Whether drawing leaves two original cards original.
    keeps_originals: bool,
    /// The values of original cards, where a rule names them.
    originals: Option<Vec<Value>>,
    draw: DrawRule,
    double: Option<DoubleRule>,
    surrender: Option<SurrenderRule>,
    bonus: Option<BonusRule>,
    dealt_blackjack: DealtBlackjack,
}

impl HandRules {
    pub(crate) fn of(game: &Game, shoe: &Composition) -> Self {
        Self {
            shoe: *shoe,
            lists_busts: game.settle.busts == Busts::EqualReturned
                || game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal,
            keeps_originals: game.push.as_ref().is_some_and(|push| push.originals_after_draw),
            originals: game.push.as_ref().map(|push| push.originals.clone()),
            draw: game.draw.clone(),
            double: game.double.clone(),
            surrender: game.surrender.clone(),
            bonus: game.bonus.clone(),
            dealt_blackjack: game.switch.as_ref().map_or(DealtBlackjack::default(), |rule| rule.dealt_blackjack),
        }
    }

    fn are_original(&self, cards: CardSet) -> bool {
        self.originals.as_ref().is_some_and(|originals| {
            (0..Value::COUNT)
                .filter_map(Value::from_index)
                .all(|value| cards.count(value.index()) == 0 || originals.contains(&value))
        })
    }
}

/// Hands that every settlement pays alike.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct PayoffClasses {
    /// By hand.
    pub(crate) of_hand: Vec<u16>,
    /// By class, the first of its hands.
    pub(crate) firsts: Vec<HandId>,
}

impl PayoffClasses {
    /// What a hand that has all its cards is paid looks at nothing but what is told apart here.
    fn new(list: &[Hand], bonus: Option<&BonusRule>) -> Self {
        let mut classes = Self::default();
        let mut found: FxHashMap<_, u16> = FxHashMap::default();
        for (hand, id) in list.iter().zip(0..) {
            let busted = if hand.is_bust() { hand.hard } else { 0 };
            let bonus = bonus.and_then(|rule| hand.bonus(rule));
            let class = *found.entry((busted, hand.total, hand.size == 2, hand.original, bonus)).or_insert_with(|| {
                classes.firsts.push(id);
                (classes.firsts.len() - 1) as u16
            });
            classes.of_hand.push(class);
        }
        classes
    }
}

/// Every hand of up to 21 points that the shoe can deal, ordered by hard total, so that a draw always leads to a
/// higher index. About 3,000 hands for any number of decks from two up; three times as many where the rules tell busted
/// hands apart, which are then listed too.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Hands {
    list: Vec<Hand>,
    index: FxHashMap<(CardSet, bool), HandId>,
    classes: PayoffClasses,
    dealt_blackjack: DealtBlackjack,
}

impl Hands {
    /// Highest total that is not a bust.
    pub(crate) const TWENTY_ONE: u8 = 21;

    pub(crate) fn new(game: &Game, shoe: &Composition) -> Self {
        Self::of(&HandRules::of(game, shoe))
    }

    pub(crate) fn of(rules: &HandRules) -> Self {
        let shoe = &rules.shoe;
        let mut seen = FxHashMap::default();
        let mut frontier: Vec<(CardSet, bool)> = Vec::new();
        for value in Value::all().filter(|&value| shoe.count(value) > 0) {
            frontier.push((CardSet::one(value.index()), false));
        }
        let mut list: Vec<Hand> = Vec::new();
        while let Some((cards, original)) = frontier.pop() {
            if seen.insert((cards, original), NO_HAND).is_some() {
                continue;
            }
            let mut hand = total_of(rules, cards, original);
            if hand.size == 1 || hand.may_draw {
                for value in Value::all() {
                    let more = cards + CardSet::one(value.index());
                    let busts = hand.hard + value.hard_points() > Hands::TWENTY_ONE;
                    if more.count(value.index()) > u32::from(shoe.count(value)) || (busts && !rules.lists_busts) {
                        continue;
                    }
                    let flag =
                        if hand.size == 1 { rules.are_original(more) } else { original && rules.keeps_originals };
                    frontier.push((more, flag));
                    // Any hand but NO_HAND: resolved below, once every hand has its index.
                    hand.next[value.index()] = 0;
                }
            }
            list.push(hand);
        }
        list.sort_unstable_by_key(|hand| (hand.hard, hand.cards, hand.original));
        let index: FxHashMap<(CardSet, bool), HandId> =
            list.iter().enumerate().map(|(id, hand)| ((hand.cards, hand.original), id as HandId)).collect();
        for hand in &mut list {
            for value in 0..Value::COUNT {
                if hand.next[value] == NO_HAND {
                    continue;
                }
                let more = hand.cards + CardSet::one(value);
                let flag =
                    if hand.size == 1 { rules.are_original(more) } else { hand.original && rules.keeps_originals };
                hand.next[value] = index[&(more, flag)];
            }
        }
        let classes = PayoffClasses::new(&list, rules.bonus.as_ref());
        Self { list, index, classes, dealt_blackjack: rules.dealt_blackjack }
    }

    /// Whether the second cards of two hands that were dealt may be switched.
    pub(crate) fn may_switch(&self, dealt: [HandId; 2]) -> bool {
        self.dealt_blackjack == DealtBlackjack::MaySwitch || !dealt.iter().any(|&hand| self.get(hand).is_natural())
    }

    pub(crate) fn payoff_classes(&self) -> &PayoffClasses {
        &self.classes
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, id: HandId) -> &Hand {
        &self.list[id as usize]
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (HandId, &Hand)> + ExactSizeIterator {
        self.list.iter().enumerate().map(|(id, hand)| (id as HandId, hand))
    }

    /// Every hand of two cards.
    pub(crate) fn of_two_cards(&self) -> impl Iterator<Item = (HandId, &Hand)> {
        self.iter().filter(|(_, hand)| hand.size == 2)
    }

    /// The one-card hand a split begins with.
    pub(crate) fn single(&self, value: usize) -> Option<HandId> {
        self.index.get(&(CardSet::one(value), false)).copied()
    }

    /// The hand that these cards make, dealt in this order; `None` if they bust or the rules do not let the player draw them.
    pub(crate) fn dealt(&self, cards: &[Value]) -> Option<HandId> {
        let (first, rest) = cards.split_first()?;
        rest.iter().try_fold(self.single(first.index())?, |hand, card| {
            Some(self.get(hand).next[card.index()]).filter(|&next| next != NO_HAND)
        })
    }

    /// The hands that can grow from this one, itself included, in index order.
    pub(crate) fn grown_from(&self, start: HandId) -> Vec<HandId> {
        let mut reached = vec![false; self.list.len()];
        reached[start as usize] = true;
        for id in start as usize..self.list.len() {
            if reached[id] {
                self.list[id].grown().for_each(|next| reached[next as usize] = true);
            }
        }
        (0..self.list.len() as HandId).filter(|&id| reached[id as usize]).collect()
    }
}

/// Whether these cards are over 21 with every ace counted 1.
pub(crate) fn is_bust(cards: CardSet) -> bool {
    let points: u32 = (1..).zip(cards.counts()).map(|(points, count)| points * count).sum();
    points > u32::from(Hands::TWENTY_ONE)
}

fn total_of(rules: &HandRules, cards: CardSet, original: bool) -> Hand {
    let counts = cards.counts();
    let hard = (1..=10u8).zip(counts).map(|(points, count)| points * count as u8).sum();
    let soft = counts[Value::ACE.index()] > 0 && hard + 10 <= Hands::TWENTY_ONE;
    let size = counts.iter().sum::<u32>() as u8;
    let total = if soft { hard + 10 } else { hard };
    let may_draw = size >= 2 && total <= Hands::TWENTY_ONE && rules.draw.allows(total, soft);
    let within = |cards: Cards| size == 2 || (size > 2 && cards == Cards::Any);
    let double = rules.double.as_ref().filter(|double| may_draw && within(double.cards));
    let doubles = double.is_some_and(|double| {
        let [low, high] = double.hard_totals;
        if soft { double.soft } else { (low..=high).contains(&total) }
    });
    let free_double = doubles
        && size == 2
        && !soft
        && double.and_then(|double| double.free_hard_totals).is_some_and(|[low, high]| (low..=high).contains(&total));
    let surrenders = total < Hands::TWENTY_ONE
        && rules
            .surrender
            .as_ref()
            .is_some_and(|surrender| surrender.when != SurrenderWhen::Never && within(surrender.cards));
    let can_bust = !rules.lists_busts && hard + Value::TEN.hard_points() > Hands::TWENTY_ONE;
    Hand {
        cards,
        size,
        total,
        hard,
        soft,
        original,
        may_draw,
        can_bust,
        doubles,
        free_double,
        surrenders,
        next: [NO_HAND; Value::COUNT],
    }
}
