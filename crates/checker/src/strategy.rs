//! Strategies read from the certificate's tables.

use std::collections::BTreeSet;

use certificate::{StatedPlay, StatedRow};
use rules::{Game, SurrenderRule, SurrenderWhen};

use crate::hand_place::Doubled;
use crate::hands::{Counts, Hand, Hands, VALUES, fits, name};
use crate::refusal::Refusal;

/// An action other than a split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Stand,
    Hit,
    Double,
    Surrender,
}

impl Act {
    pub(crate) const ALL: [Act; 4] = [Act::Stand, Act::Hit, Act::Double, Act::Surrender];

    pub(crate) fn letter(self) -> char {
        match self {
            Act::Stand => 'S',
            Act::Hit => 'H',
            Act::Double => 'D',
            Act::Surrender => 'R',
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Act::Stand => "stand",
            Act::Hit => "hit",
            Act::Double => "double",
            Act::Surrender => "surrender",
        }
    }
}

/// What a hand may do besides standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permitted {
    /// Take a card.
    pub hit: bool,
    /// Double.
    pub double: bool,
    /// Be given up.
    pub surrender: bool,
}

impl Permitted {
    /// All sets in the order of their [`Permitted::index`].
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { hit: bits & 1 != 0, double: bits & 2 != 0, surrender: bits & 4 != 0 })
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.hit) | usize::from(self.double) << 1 | usize::from(self.surrender) << 2
    }

    pub(crate) fn allows(self, act: Act) -> bool {
        match act {
            Act::Stand => true,
            Act::Hit => self.hit,
            Act::Double => self.double,
            Act::Surrender => self.surrender,
        }
    }

    /// Everything a hand may be allowed somewhere, in the order of the tables; standing alone is no decision.
    pub(crate) fn of(hand: &Hand) -> impl Iterator<Item = Permitted> {
        let sets = [(1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)];
        let (hits, doubles, surrenders) = (hand.hits, hand.doubles, hand.surrenders);
        sets.into_iter()
            .map(|(hit, double, surrender)| Permitted { hit: hit == 1, double: double == 1, surrender: surrender == 1 })
            .filter(move |may| (!may.hit || hits) && (!may.double || doubles) && (!may.surrender || surrenders))
    }
}

/// The decisions under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// By hand and [`Permitted::index`].
    acts: Vec<[Act; 8]>,
    pub(crate) split: [bool; VALUES],
    /// By whose money doubled them, then by hand; `None` for hands that no double leads to.
    doubled: [Vec<Option<bool>>; 2],
}

impl Row {
    /// Nothing to decide.
    pub(crate) fn idle(hands: &Hands) -> Self {
        let none = vec![None; hands.list.len()];
        Self { acts: vec![[Act::Stand; 8]; hands.list.len()], split: [false; VALUES], doubled: [none.clone(), none] }
    }

    /// Whether every hand stands, and nothing else is done.
    pub(crate) fn is_idle(&self) -> bool {
        self.acts.iter().flatten().all(|act| *act == Act::Stand)
            && !self.split.contains(&true)
            && !self.doubled.iter().flatten().any(|given_up| *given_up == Some(true))
    }

    /// The same decisions on the hands of a smaller shoe; `from` are those of this one, by hand of that shoe.
    pub(crate) fn on(&self, from: &[usize]) -> Self {
        Self {
            acts: from.iter().map(|&id| self.acts[id]).collect(),
            split: self.split,
            doubled: self.doubled.each_ref().map(|of| from.iter().map(|&id| of[id]).collect()),
        }
    }

    pub(crate) fn act(&self, id: usize, may: Permitted) -> Act {
        self.acts[id][may.index()]
    }

    pub(crate) fn decide(&mut self, id: usize, may: Permitted, act: Act) {
        self.acts[id][may.index()] = act;
    }

    pub(crate) fn decide_giving_up(&mut self, doubled: Doubled, id: usize, given_up: bool) {
        self.doubled[usize::from(doubled == Doubled::Free)][id] = Some(given_up);
    }

    /// Every decision on hands with a card of this value, in their order.
    pub(crate) fn decisions(&self, hands: &Hands, value: usize) -> Vec<u8> {
        let ids = (0..hands.list.len()).filter(|&id| hands.list[id].cards[value] > 0);
        ids.flat_map(|id| {
            let gives_up_doubled = self.doubled.each_ref().map(|of| of[id].map_or(2, u8::from));
            self.acts[id].map(|act| act as u8).into_iter().chain(gives_up_doubled)
        })
        .collect()
    }

    pub(crate) fn gives_up_doubled(&self, doubled: Doubled, id: usize) -> bool {
        self.given_up_doubled(doubled, id) == Some(true)
    }

    /// Whether a doubled hand is given up, if that is a decision.
    pub(crate) fn given_up_doubled(&self, doubled: Doubled, id: usize) -> Option<bool> {
        self.doubled[usize::from(doubled == Doubled::Free)][id]
    }

    /// Reads a row of the table; `left` are the cards beside the up card.
    ///
    /// # Errors
    /// If it leaves a decision open, states one that is none, or an act that is not allowed.
    pub(crate) fn read(
        game: &Game,
        hands: &Hands,
        left: &Counts,
        stated: &StatedRow,
        place: &str,
    ) -> Result<Self, Refusal> {
        let wrong = |message: String| Refusal::Table(format!("{place}: {message}"));
        let mut row = Self::idle(hands);
        let mut letters = stated.acts.chars();
        for (id, hand) in hands.list.iter().enumerate() {
            for may in Permitted::of(hand) {
                let Some(letter) = letters.next() else {
                    return Err(wrong(format!("the acts end before the hand {}", name(&hand.cards))));
                };
                let act = Act::ALL.into_iter().find(|act| act.letter() == letter && may.allows(*act));
                let Some(act) = act else {
                    return Err(wrong(format!("`{letter}` is no act on {}", name(&hand.cards))));
                };
                row.acts[id][may.index()] = act;
            }
        }
        let more = letters.count();
        if more > 0 {
            return Err(wrong(format!("{more} acts too many: no such hands exist")));
        }
        let mut letters = stated.split.chars();
        for value in 0..VALUES {
            let mut pair = [0; VALUES];
            pair[value] = 2;
            let decided = game.split.is_some() && fits(&pair, left);
            row.split[value] = match (letters.next(), decided) {
                (Some('P'), true) => true,
                (Some('N'), true) | (Some('-'), false) => false,
                (letter, _) => {
                    let letter = letter.map_or("nothing".to_owned(), |letter| format!("`{letter}`"));
                    return Err(wrong(format!("{letter} is no split decision on {}", name(&pair))));
                }
            };
        }
        if letters.next().is_some() {
            return Err(wrong("more than ten split decisions".to_owned()));
        }
        let gives_up_doubled = game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled);
        let free = game.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some());
        for (kind, stated, expected) in
            [(0, &stated.doubled, gives_up_doubled), (1, &stated.doubled_free, gives_up_doubled && free)]
        {
            let what = if kind == 0 { "doubled" } else { "doubled_free" };
            let letters = match (stated, expected) {
                (Some(_), false) => return Err(wrong(format!("`{what}` decides what the rules do not let decide"))),
                (Some(letters), true) => letters.as_str(),
                (None, _) => "",
            };
            let doubled = if kind == 1 { Doubled::Free } else { Doubled::Own };
            let ids = if expected { doubled_hands(hands, doubled) } else { Vec::new() };
            if letters.chars().count() != ids.len() {
                return Err(wrong(format!("`{what}` decides {} hands of {}", letters.chars().count(), ids.len())));
            }
            for (letter, id) in letters.chars().zip(ids) {
                row.doubled[kind][id] = Some(match letter {
                    'R' => true,
                    'K' => false,
                    _ => return Err(wrong(format!("`{letter}` is no decision on a doubled hand"))),
                });
            }
        }
        Ok(row)
    }
}

/// The doubled hands that may be given up where the rules let any be, by whose money doubled them.
pub(crate) fn doubled_hands(hands: &Hands, doubled: Doubled) -> Vec<usize> {
    let from = hands.list.iter().filter(|hand| hand.doubles && Doubled::of(hand) == doubled);
    let ids: BTreeSet<usize> = from.flat_map(|hand| hand.next.into_iter().flatten()).collect();
    ids.into_iter().filter(|&id| hands.list[id].may_be_given_up()).collect()
}

/// Reads which two cards are given up before any signal, by hand.
///
/// # Errors
/// As [`Row::read`].
pub(crate) fn read_early(game: &Game, hands: &Hands, stated: &StatedPlay) -> Result<Vec<bool>, Refusal> {
    let wrong = |message: String| Refusal::Table(format!("up card {}: {message}", stated.up));
    let mut early = vec![false; hands.list.len()];
    let allowed = game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
    let letters = match (&stated.early, allowed) {
        (None, false) => return Ok(early),
        (None, true) => return Err(wrong("`early` is missing".to_owned())),
        (Some(_), false) => return Err(wrong("`early` decides what the rules do not let decide".to_owned())),
        (Some(letters), true) => letters,
    };
    let ids: Vec<usize> =
        (0..hands.list.len()).filter(|&id| hands.list[id].size == 2 && hands.list[id].surrenders).collect();
    if letters.chars().count() != ids.len() {
        return Err(wrong(format!("`early` decides {} hands of {}", letters.chars().count(), ids.len())));
    }
    for (letter, id) in letters.chars().zip(ids) {
        early[id] = match letter {
            'R' => true,
            'K' => false,
            _ => return Err(wrong(format!("`{letter}` is no decision on two cards"))),
        };
    }
    Ok(early)
}
