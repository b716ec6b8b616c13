//! The cards that a submission is played from: whole decks or counts, less what is taken out.

use std::fmt;

use cards::{Card, Composition, FaceCounts};

use crate::analysis::{Draft, ShoeDraft};
use crate::error::{RulesError, one_of};
use crate::game::Game;
use crate::located::Located;
use crate::removed_card::RemovedCard;
use crate::text::cited;

/// Two cards for the player and two for the dealer.
const FEWEST_CARDS: u32 = 4;

/// Cards that are enough for every side wager: four of the player and 22 of the dealer, who cannot have more, and some beside.
const FEWEST_FOR_WAGERS: u32 = 30;

/// The shoe that an analysis states, before cards are taken out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatedShoe {
    /// Whole decks.
    Decks(u16),
    /// Cards by value.
    Values(Composition),
    /// Cards by face.
    Faces(FaceCounts),
}

/// The shoe of a submission.
#[derive(Debug)]
pub(crate) struct Shoe {
    /// What was stated.
    pub(crate) stated: StatedShoe,
    /// Cards of each value.
    pub(crate) composition: Composition,
    /// Cards of each face, where that is known of all.
    pub(crate) faces: Option<FaceCounts>,
    /// The cards by face that these are some of, taken at random given their values: those before cards of unknown suit were taken out.
    pub(crate) drawn_from: Option<FaceCounts>,
    /// Number of decks, if these are whole decks.
    pub(crate) decks: Option<u16>,
    /// The number of decks that rules go by which ask for one: those that were there before cards were taken out, or the fewest that
    /// hold a shoe counted by face.
    pub(crate) counted_decks: Option<u16>,
    /// Where it departs from the regulation.
    pub(crate) deviations: Vec<String>,
}

impl Shoe {
    /// The cards that a draft asks for, if the game can be played with them.
    ///
    /// # Errors
    /// [`RulesError`] for a number of decks that is not allowed, more cards removed than there are, cards of ranks that the game
    /// leaves out, and too few cards for a round.
    pub(crate) fn resolve(game: &Game, draft: &Draft) -> Result<Self, RulesError> {
        let mut shoe = Self::before_removal(game, &draft.shoe)?;
        if !draft.remove.is_empty() {
            shoe.remove(&draft.remove)?;
        }
        if shoe.composition.total() < FEWEST_CARDS {
            let message = format!("{} cards cannot start a round", shoe.composition.total());
            let expected = format!("at least {FEWEST_CARDS}");
            return Err(match (draft.remove.last(), &draft.shoe) {
                (Some(card), _) => card.expected(message, expected),
                (None, ShoeDraft::Counts(counts)) => counts.expected(message, expected),
                (None, ShoeDraft::Faces(faces)) => faces.expected(message, expected),
                (None, ShoeDraft::Decks(decks)) => decks.expected(message, expected),
            });
        }
        Ok(shoe)
    }

    /// Why no side wager is valued from these cards, if none is.
    pub(crate) fn values_no_wager(&self) -> Option<String> {
        if self.faces.is_none() {
            let why =
                "Side wagers depend on ranks and suits, which a composition of values leaves open: none is valued.";
            return Some(why.to_owned());
        }
        (self.composition.total() < FEWEST_FOR_WAGERS).then(|| {
            format!("Fewer than {FEWEST_FOR_WAGERS} cards may not be enough for a side wager: none is valued.")
        })
    }

    fn before_removal(game: &Game, draft: &ShoeDraft) -> Result<Self, RulesError> {
        let own = || vec!["The shoe is a composition of its own, not a number of decks.".to_owned()];
        match draft {
            ShoeDraft::Decks(decks) => {
                let decks = allowed(game, decks)?;
                let faces = FaceCounts::decks(decks, &game.shoe.without);
                Ok(Self {
                    stated: StatedShoe::Decks(decks),
                    composition: game.shoe.composition(decks),
                    faces: Some(faces),
                    drawn_from: Some(faces),
                    decks: Some(decks),
                    counted_decks: Some(decks),
                    deviations: Vec::new(),
                })
            }
            ShoeDraft::Counts(counts) => Ok(Self {
                stated: StatedShoe::Values(counts.value),
                composition: counts.value,
                faces: None,
                drawn_from: None,
                decks: None,
                counted_decks: None,
                deviations: own(),
            }),
            ShoeDraft::Faces(faces) => {
                if let Some(card) = faces.value.faces().find(|card| game.shoe.without.contains(&card.rank)) {
                    let message = format!("{} is played without cards of rank {}", game.title, card.rank);
                    return Err(faces.expected(message, format!("0 of {card}")));
                }
                Ok(Self {
                    stated: StatedShoe::Faces(faces.value),
                    composition: faces.value.composition(),
                    faces: Some(faces.value),
                    drawn_from: Some(faces.value),
                    decks: None,
                    counted_decks: Some(faces.value.most_alike()),
                    deviations: own(),
                })
            }
        }
    }

    fn remove(&mut self, cards: &[Located<RemovedCard>]) -> Result<(), RulesError> {
        let (full, faces_before) = (self.composition, self.drawn_from);
        for removed in cards {
            let too_many = |of: &dyn fmt::Display, held: u16| {
                let message = format!("more cards {of} are removed than the shoe holds");
                removed.expected(message, format!("at most {held}"))
            };
            let value = removed.value.value();
            self.composition = self
                .composition
                .without(value)
                .map_err(|_| too_many(&format!("of value {value}"), full.count(value)))?;
            if let (RemovedCard::Face(card), Some(faces)) = (removed.value, self.drawn_from) {
                let held = faces_before.map_or(0, |before| before.count(card));
                self.drawn_from = Some(faces.without(card).ok_or_else(|| too_many(&card, held))?);
            }
        }
        self.decks = None;
        let values: Composition = cards.iter().map(|card| card.value.value()).collect();
        let mut faces: Vec<Card> = cards
            .iter()
            .filter_map(|card| match card.value {
                RemovedCard::Face(card) => Some(card),
                RemovedCard::Value(_) => None,
            })
            .collect();
        faces.sort_unstable();
        // The faces of the cards that stay are known as long as those of all that are taken are.
        self.faces = self.drawn_from.filter(|_| faces.len() == cards.len());
        let named = if faces.len() == cards.len() {
            faces.iter().map(Card::to_string).collect::<Vec<_>>().join(",")
        } else {
            values.to_string()
        };
        self.deviations.push(format!("These cards are taken out of the shoe before the round: {named}."));
        Ok(())
    }
}

/// The number of decks stated, if the game allows it.
fn allowed(game: &Game, decks: &Located<i64>) -> Result<u16, RulesError> {
    let stated = u16::try_from(decks.value).ok();
    if let Some(allowed) = stated.filter(|&stated| game.shoe.allows(stated)) {
        return Ok(allowed);
    }
    let number = stated.map_or_else(|| format!("{} decks", decks.value), cards::decks_in_words);
    Err(if game.shoe.any_number {
        let message = format!("{} with {number} is not valued", game.title);
        decks.expected(message, format!("1 to {}", game.shoe.most_decks()))
    } else {
        let numbers = one_of(game.shoe.decks.iter().map(u16::to_string));
        decks.expected(
            format!("{} may not be played with {number}", game.title),
            format!("{numbers}{}", cited(&game.shoe.clauses)),
        )
    })
}
