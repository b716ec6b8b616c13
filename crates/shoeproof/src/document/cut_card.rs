//! What the stated sums over shoes say of the cut card.

use certificate::{Certificate, ClassResult, CutCardTable, CutCards, StatedCutSums, StatedCutTable};
use num_traits::Signed as _;
use rules::{CutCardShoes, Submission};
use table::{CutSums, Spread};

use super::{refused, whole};
use crate::catalogue;
use crate::cut_card::{CutTally, deepest, place};
use crate::failure::Failure;
use crate::tallied::{self, CLASS};

/// The effect of the cut card, beside the house edge of a fresh shoe; none where the analysis asks for none.
///
/// # Errors
/// As [`super::document`]; also where the shoes are not those that the analysis asks for.
pub(crate) fn cut_card(
    submission: &Submission,
    certificate: &Certificate,
    base_game: &[ClassResult],
) -> Result<Option<CutCards>, Failure> {
    let (asked, stated) = match (&submission.cut_card, &certificate.cut_card) {
        (None, None) => return Ok(None),
        (Some(asked), Some(stated)) => (asked, stated),
        (None, Some(_)) => return Err(wrong("it is stated, and the analysis does not ask for it")),
        (Some(_), None) => return Err(wrong("it is missing, and the analysis asks for it")),
    };
    let rule = submission.game.cut_card.as_ref();
    let cards = submission.shoe.total() as usize;
    let places = asked.places(rule, cards)?;
    let are_asked_for = [(&stated.shoes, asked.dealt()), (&stated.valued, asked.valued), (&stated.seed, asked.seed)];
    for (text, number) in are_asked_for {
        if number_of::<u64>(text)? != number {
            return Err(wrong("its shoes or seed are not the analysis's"));
        }
    }
    let players = stated.tables.iter().map(|table| number_of(&table.players)).collect::<Result<Vec<u16>, Failure>>()?;
    if players != asked.players {
        return Err(wrong("its numbers of players are not the analysis's"));
    }
    let class = base_game.iter().find(|class| class.strategy == CLASS.name());
    let class = class.ok_or_else(|| wrong("the play that it is dealt by is not stated"))?;
    let fresh = tallied::number(&class.ev)?;
    let deepest = rule.map(|rule| deepest(rule, cards));
    let most = deepest.as_ref().map(|deepest| deepest.cards_before);
    // What a file says that a text allows is known of the catalogue's files alone.
    let deepest = deepest.filter(|_| catalogue::is_of_catalogue(submission));
    let tables = stated.tables.iter().zip(players).map(|(table, players)| {
        let tallies = tallies(asked, table, &places)?;
        Ok(CutCardTable { players, by_depth: tallies.iter().map(|tally| place(tally, &fresh, most)).collect() })
    });
    Ok(Some(CutCards {
        strategy: CLASS.name().to_owned(),
        shoes: asked.dealt().to_string(),
        shoes_valued: asked.valued.to_string(),
        seed: asked.seed.to_string(),
        cards: u16::try_from(cards).unwrap_or(u16::MAX),
        burned: submission.game.shoe.dealing.burned().to_owned(),
        cards_before: places.last().copied().unwrap_or(0),
        deepest,
        tables: tables.collect::<Result<_, Failure>>()?,
        continuous_shuffler: rule.map_or_else(Vec::new, |rule| rule.continuous_shuffler.clone()),
        at_discretion: rule.map_or_else(Vec::new, |rule| rule.at_discretion.clone()),
    }))
}

fn wrong(message: &str) -> Failure {
    refused(format!("cut card: {message}"))
}

fn number_of<T: std::str::FromStr + ToString>(text: &str) -> Result<T, Failure> {
    whole("cut card", text)
}

fn tallies(asked: &CutCardShoes, table: &StatedCutTable, before: &[usize]) -> Result<Vec<CutTally>, Failure> {
    let tallies = table.places.iter().map(|sums| tally(asked, sums)).collect::<Result<Vec<CutTally>, Failure>>()?;
    if tallies.iter().map(|tally| tally.before).ne(before.iter().copied()) {
        return Err(wrong("its places are not the analysis's"));
    }
    Ok(tallies)
}

fn tally(asked: &CutCardShoes, stated: &StatedCutSums) -> Result<CutTally, Failure> {
    let sum = |text: &String| number_of::<i128>(text);
    let dealt = CutSums {
        shoes: asked.dealt(),
        rounds: sum(&stated.rounds)?,
        rounds_square: sum(&stated.rounds_square)?,
        gain: sum(&stated.gain)?,
        gain_square: sum(&stated.gain_square)?,
        gain_rounds: sum(&stated.gain_rounds)?,
        too_short: number_of(&stated.too_short)?,
    };
    if dealt.rounds < i128::from(dealt.shoes) || dealt.too_short > dealt.shoes {
        return Err(wrong("a shoe was dealt without a round, or more of them were too short than there are"));
    }
    let valued = Spread { number: asked.valued, sum: sum(&stated.rest)?, square: sum(&stated.rest_square)? };
    let (before, usual) = (number_of(&stated.cards_before)?, number_of(&stated.usual)?);
    let tally = CutTally { before, usual, dealt, valued, missed: 0 };
    if tally.effect().error_squared.is_negative() {
        return Err(wrong("the sums over shoes contradict each other"));
    }
    Ok(tally)
}
