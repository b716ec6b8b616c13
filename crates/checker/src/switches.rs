//! Which deals of two hands are switched, as a table states it.

use certificate::{StatedPlay, StatedRow};
use rules::{DealtBlackjack, Game, SwitchWhen};

use crate::hands::{Counts, NATURAL_VALUES, VALUES, fits};
use crate::refusal::Refusal;

/// The values of four cards: the first hand's, then the second's, each in the order dealt.
pub(crate) type Deal = [usize; 4];

/// Every deal that the shoe holds beside the up card, by first cards, the lower first, then by the second card of each hand.
pub(crate) fn deals(left: &Counts) -> Vec<Deal> {
    let mut deals = Vec::new();
    for a in 0..VALUES {
        for c in a..VALUES {
            for b in 0..VALUES {
                for d in 0..VALUES {
                    if fits(&cards(&[a, b, c, d]), left) {
                        deals.push([a, b, c, d]);
                    }
                }
            }
        }
    }
    deals
}

/// Whether the player may switch the second cards of this deal. Even money is paid before the dealer looks, and what it is paid for is removed.
pub(crate) fn may_switch(game: &Game, takes_even_money: bool, [a, b, c, d]: &Deal) -> bool {
    let stays = game.switch.as_ref().is_some_and(|rule| {
        rule.dealt_blackjack == DealtBlackjack::Stays || (takes_even_money && rule.when == SwitchWhen::AfterCheck)
    });
    let is_blackjack = |one: usize, two: usize| [one.min(two), one.max(two)] == NATURAL_VALUES;
    !(stays && (is_blackjack(*a, *b) || is_blackjack(*c, *d)))
}

pub(crate) fn cards(values: &[usize]) -> Counts {
    let mut cards = [0; VALUES];
    values.iter().for_each(|&value| cards[value] += 1);
    cards
}

/// Whether each deal is switched, before the signal or, by row, after it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Switches {
    pub(crate) before: Vec<bool>,
    /// By signal under which the player acts.
    pub(crate) after: Vec<Vec<bool>>,
}

impl Switches {
    /// Reads the table.
    ///
    /// # Errors
    /// If it leaves a decision open or states one that is none.
    pub(crate) fn read(game: &Game, left: &Counts, play: &StatedPlay, here: &str) -> Result<Self, Refusal> {
        let deals = deals(left);
        let letters = |place: &str, stated: &Option<String>, is_decided: bool| -> Result<Vec<bool>, Refusal> {
            let wrong = |message: &str| Err(Refusal::Table(format!("{place}: {message}")));
            let letters = match (stated, is_decided) {
                (None, false) => return Ok(Vec::new()),
                (None, true) => return wrong("`switched` is missing"),
                (Some(_), false) => return wrong("`switched` decides what the rules do not let decide"),
                (Some(letters), true) => letters,
            };
            if letters.chars().count() != deals.len() {
                return wrong(&format!("`switched` decides {} deals of {}", letters.chars().count(), deals.len()));
            }
            let decisions = letters.chars().map(|letter| match letter {
                'X' => Ok(true),
                'K' => Ok(false),
                _ => Err(Refusal::Table(format!("{place}: `{letter}` is no decision on four cards"))),
            });
            let decisions: Vec<bool> = decisions.collect::<Result<_, _>>()?;
            let takes_even_money = play.even_money == Some(true);
            let is_open = |deal: &Deal| may_switch(game, takes_even_money, deal);
            if deals.iter().zip(&decisions).any(|(deal, is_switched)| *is_switched && !is_open(deal)) {
                return wrong("`switched` breaks a dealt blackjack, which stays as it is or has been paid");
            }
            Ok(decisions)
        };
        let when = game.switch.as_ref().map(|rule| rule.when);
        let before = letters(here, &play.switched, when == Some(SwitchWhen::BeforeCheck))?;
        let of_row = |row: &StatedRow| {
            let here = format!("{here}, signal {}", row.signal);
            letters(&here, &row.switched, when == Some(SwitchWhen::AfterCheck))
        };
        let after = play.signals.iter().map(of_row).collect::<Result<_, _>>()?;
        Ok(Self { before, after })
    }

    /// Deals switched before any signal, in the order of [`deals`].
    pub(crate) fn before(&self, left: &Counts) -> Vec<Deal> {
        switched(left, &self.before)
    }

    /// Deals switched under the signal at this position among those under which the player acts.
    pub(crate) fn after(&self, signal: usize, left: &Counts) -> Vec<Deal> {
        self.after.get(signal).map_or_else(Vec::new, |letters| switched(left, letters))
    }
}

fn switched(left: &Counts, letters: &[bool]) -> Vec<Deal> {
    if letters.is_empty() {
        return Vec::new();
    }
    deals(left).into_iter().zip(letters).filter(|(_, is_switched)| **is_switched).map(|(deal, _)| deal).collect()
}
