//! Side wagers, settled from the faces on the table.

use std::sync::Arc;

use cards::{Card, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{
    AcePlace, Added, AfterSplitHands, CardsPattern, DealerPattern, Fared, LineRule, MatchPays, MeterAmount, NoLiveHand,
    Odds, OfferedWager, Pay, Quote, SideWager, StraightFate, Submission, TensMatch, UpPattern,
};

use crate::error::TableError;
use crate::hands::Hands;
use crate::on_table::{InPlay, Outcome, Round, Status};
use crate::shoe::{Draw, Face, face_of, rank_of, suit_of, value_of};
use crate::side_event::Event;
use crate::side_pattern::{Pattern, place_of, rank_bits};

/// The outcomes of a wager on matches with the up card, by suited and unsuited matches.
const MATCHES: [(&str, u8, u8); 6] = [
    ("No match", 0, 0),
    ("One unsuited match", 0, 1),
    ("One suited match", 1, 0),
    ("Two unsuited matches", 0, 2),
    ("One suited and one unsuited match", 1, 1),
    ("Two suited matches", 2, 0),
];

/// A side wager ready to be settled, whatever its paytable.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) id: String,
    rule: Arc<SideWager>,
    lines: Vec<Line>,
    /// Indices of the lines of which the first that fits counts.
    main: Vec<usize>,
    /// Indices of those that add to it.
    adding: Vec<usize>,
    matches: bool,
    /// Whether it is settled as soon as the first cards lie.
    on_the_deal: bool,
    /// Whether the dealer draws for it though no hand is live.
    pub(crate) needs_the_dealer: bool,
}

/// A line with its patterns in faces.
#[derive(Debug)]
struct Line {
    rule: LineRule,
    player: Option<Pattern>,
    with_up: Option<Pattern>,
    dealer: Option<Pattern>,
    first_three: Option<Pattern>,
    third: u16,
    /// The event apart from the cards by which it is won, if it is.
    event: Option<Event>,
}

/// What lies on the table when a wager is settled.
struct Laid<'a> {
    first: &'a [Face],
    up: Face,
    /// Once the round is over.
    end: Option<End<'a>>,
}

struct End<'a> {
    dealer: &'a [Face],
    dealer_total: u8,
    dealer_blackjack: bool,
    /// Whether the dealer's hand is finished, so that lines on it can fit.
    dealer_counts: bool,
    /// Total of the player's hand if it counts.
    total: Option<u8>,
    /// Cards of the straight, and the suit of its ace.
    straight: Option<(u8, Option<u8>)>,
}

impl Side {
    /// The wagers a submission offers, each once.
    pub(crate) fn all(submission: &Submission) -> Result<Vec<Self>, TableError> {
        let without = &submission.game.shoe.without;
        let faces: Vec<Face> = Card::all().filter(|card| !without.contains(&card.rank)).map(face_of).collect();
        let mut sides: Vec<Side> = Vec::new();
        for offered in &submission.wagers {
            if !sides.iter().any(|side| side.id == offered.id) {
                sides.push(Self::new(offered, &faces)?);
            }
        }
        Ok(sides)
    }

    fn new(offered: &OfferedWager, faces: &[Face]) -> Result<Self, TableError> {
        let rule = &offered.rule;
        let mut lines = Vec::new();
        for line in rule.lines.iter().filter(|line| !rule.without.contains(&line.name)) {
            let event = match &line.chance {
                None => None,
                Some(name) => match Event::new(offered, name, faces) {
                    // A line on an event of unknown chance is not offered.
                    None => continue,
                    Some(Ok(event)) => Some(event),
                    Some(Err(())) => {
                        return Err(TableError::Chance { wager: offered.id.clone(), line: line.name.clone() });
                    }
                },
            };
            let faced = |pattern: &Option<CardsPattern>| pattern.as_ref().map(Pattern::new);
            let dealer_hand = line.dealer_hand.as_ref();
            lines.push(Line {
                player: faced(&line.player),
                with_up: faced(&line.with_up),
                dealer: faced(&line.dealer),
                first_three: dealer_hand.and_then(|hand| hand.first_three.as_ref()).map(Pattern::new),
                third: dealer_hand.map_or(0, |hand| rank_bits(&hand.third)),
                event,
                rule: line.clone(),
            });
        }
        let places = |adds: bool| (0..lines.len()).filter(|&at| lines[at].rule.adds == adds).collect::<Vec<_>>();
        let (main, adding) = (places(false), places(true));
        if adding.len() > MOST_ADDING {
            return Err(TableError::TooManyLines { wager: offered.id.clone() });
        }
        let waits = |line: &Line| {
            let rule = &line.rule;
            rule.dealer.is_some() || rule.dealer_hand.is_some() || rule.hand.is_some() || rule.straight.is_some()
        };
        let asks_dealer = lines.iter().any(|line| line.rule.dealer_hand.is_some());
        Ok(Self {
            id: offered.id.clone(),
            matches: rule.match_pays.is_some(),
            on_the_deal: rule.match_pays.is_some() || !lines.iter().any(waits),
            needs_the_dealer: asks_dealer && rule.play.no_live_hand == NoLiveHand::Draws,
            rule: Arc::clone(rule),
            lines,
            main,
            adding,
        })
    }

    /// Number of outcomes; the last is the wager returned.
    pub(crate) fn outcomes(&self) -> usize {
        if self.matches { MATCHES.len() + 1 } else { ((self.main.len() + 1) << self.adding.len()) + 1 }
    }

    fn returned(&self) -> Outcome {
        Outcome::Of((self.outcomes() - 1) as u16)
    }

    /// The lines that an outcome is paid by.
    fn lines_of(&self, outcome: usize) -> impl Iterator<Item = &Line> {
        let first = (outcome >> self.adding.len()).checked_sub(1).map(|at| self.main[at]);
        let bits = outcome & ((1 << self.adding.len()) - 1);
        let added = (0..self.adding.len()).filter(move |at| bits >> at & 1 == 1).map(|at| self.adding[at]);
        first.into_iter().chain(added).map(|at| &self.lines[at])
    }

    /// Names of the outcomes: the names of the lines that are paid, `All others` for none, `Returned`.
    pub(crate) fn names(&self) -> Vec<String> {
        let last = self.outcomes() - 1;
        (0..=last)
            .map(|outcome| match outcome {
                outcome if outcome == last => rules::RETURNED.to_owned(),
                outcome if self.matches => MATCHES[outcome].0.to_owned(),
                outcome => rules::outcome_name(self.lines_of(outcome).map(|line| line.rule.name.as_str())),
            })
            .collect()
    }

    /// Net results of the outcomes under a paytable, per unit wagered.
    pub(crate) fn nets(&self, offered: &OfferedWager) -> Vec<MeterAmount> {
        let last = self.outcomes() - 1;
        let one = || MeterAmount::fixed(-BigRational::one());
        (0..=last)
            .map(|outcome| match outcome {
                outcome if outcome == last => MeterAmount::fixed(BigRational::zero()),
                outcome if self.matches => MeterAmount::fixed(self.net_of_matches(offered, outcome)),
                outcome => self.gets(offered, outcome) + one(),
            })
            .collect()
    }

    /// What a player gets in his hand from the lines of an outcome.
    fn gets(&self, offered: &OfferedWager, outcome: usize) -> MeterAmount {
        let pay_of = |line: &Line| {
            let at = self.rule.lines.iter().position(|rule| rule.name == line.rule.name)?;
            offered.paytable.pays.get(at).map(|pay| self.gets_of_line(pay))
        };
        let paid: Vec<MeterAmount> = self.lines_of(outcome).filter_map(pay_of).collect();
        let nothing = MeterAmount::fixed(BigRational::zero());
        let again = BigRational::from_integer(paid.len().saturating_sub(1).into());
        match self.rule.added {
            Added::OnTop => paid.into_iter().fold(nothing, |sum, one| sum + one),
            Added::OnTopLessWager => paid.into_iter().fold(MeterAmount::fixed(-again), |sum, one| sum + one),
            Added::Highest => paid
                .into_iter()
                .max_by(|one, other| (&one.per_meter, &one.fixed).cmp(&(&other.per_meter, &other.fixed)))
                .unwrap_or(nothing),
        }
    }

    /// What a player gets in his hand from one line. With odds "to one", or with a share of the meter where the rules say so, his wager
    /// comes back.
    fn gets_of_line(&self, pay: &Pay) -> MeterAmount {
        let (paid, comes_back) = match (pay.odds(), pay.meter()) {
            (Some((odds, Quote::To)), _) => (odds.exact(), self.rule.to_lines == Quote::To),
            (Some((odds, Quote::For)), _) => (odds.exact(), false),
            (None, meter) => (BigRational::zero(), meter.is_some() && self.rule.meter_lines == Quote::To),
        };
        let per_meter = pay.meter().cloned().unwrap_or_default();
        let own = if comes_back { BigRational::one() } else { BigRational::zero() };
        MeterAmount { fixed: paid + own, per_meter }
    }

    fn net_of_matches(&self, offered: &OfferedWager, outcome: usize) -> BigRational {
        let (_, suited, unsuited) = MATCHES[outcome];
        let paid: Vec<BigRational> = [(offered.paytable.suited, suited), (offered.paytable.unsuited, unsuited)]
            .into_iter()
            .flat_map(|(odds, times)| std::iter::repeat_n(odds, usize::from(times)))
            .filter_map(|odds| odds.map(Odds::exact))
            .collect();
        let won = match self.rule.match_pays {
            Some(MatchPays::Best) => paid.into_iter().max(),
            _ => paid.into_iter().reduce(|sum, one| sum + one),
        };
        won.unwrap_or_else(|| -BigRational::one())
    }

    /// Settles a wager on the first cards; leaves others open.
    pub(crate) fn on_the_deal<D: Draw>(&self, first: &[Face], up: Face, deck: &mut D) -> Outcome {
        if !self.on_the_deal {
            return Outcome::Open;
        }
        if self.matches {
            let suited = first.iter().filter(|&&face| face == up).count() as u8;
            let by_rank = self.rule.tens_match == TensMatch::Rank || value_of(up) != Value::TEN.index();
            let others = first.iter().filter(|&&face| by_rank && face != up && rank_of(face) == rank_of(up));
            let unsuited = others.count() as u8;
            let found = MATCHES.iter().position(|&(_, one, other)| (one, other) == (suited, unsuited));
            return Outcome::Of(found.unwrap_or(0) as u16);
        }
        self.outcome(&Laid { first, up, end: None }, deck)
    }

    /// Settles a wager that waited for the end of the round. `discovered` says whether a blackjack ended the round before play.
    pub(crate) fn at_the_end<D: Draw>(&self, hands: &Hands, round: &Round, discovered: bool, deck: &mut D) -> Outcome {
        let hand = round.first_hand();
        let blackjack = round.dealer_has_blackjack();
        let given_up = !hand.split && matches!(hand.status, Status::GivenUp | Status::GivenUpEarly);
        let busted = !hand.split && matches!(hand.status, Status::Bust(_));
        let fate = &self.rule.fate;
        let play = &self.rule.play;
        let lost = (given_up && fate.surrender == Fared::Lost)
            || (busted && fate.bust == Fared::Lost)
            || (blackjack && fate.dealer_blackjack == Fared::Lost);
        // A player's blackjack that waits for the second card waits for no more.
        let waits = blackjack && round.hands().iter().any(|hand| hand.status == Status::Blackjack);
        let straight = straight_of(hand, &round.first_cards, play.king_queen_ace);
        // What is given up early is given up before a dealer blackjack is looked for.
        let returns = match (given_up, discovered) {
            (true, _) => play.straight_given_up,
            (_, true) => play.straight_against_blackjack,
            _ => StraightFate::Paid,
        };
        let held = 2 * round.boxes;
        let laid = Laid {
            first: &round.first_cards[..held],
            up: round.dealer[0],
            end: Some(End {
                dealer: round.dealer_cards(),
                dealer_total: round.dealer_total,
                dealer_blackjack: blackjack,
                dealer_counts: play.no_live_hand == NoLiveHand::Draws || discovered || waits || round.is_live(),
                total: self.total_of(hands, hand).filter(|_| !lost),
                straight: straight.filter(|_| !lost),
            }),
        };
        let outcome = if lost && !self.lines.iter().any(|line| line.event.is_some()) {
            return Outcome::Of(0);
        } else {
            self.outcome(&laid, deck)
        };
        let is_straight = self.lines.iter().any(|line| line.rule.straight.is_some());
        match returns {
            StraightFate::Returned if is_straight && outcome != Outcome::Of(0) => self.returned(),
            StraightFate::Lost if is_straight => Outcome::Of(0),
            _ => outcome,
        }
    }

    fn total_of(&self, hands: &Hands, hand: &InPlay) -> Option<u8> {
        if hand.split && self.rule.play.after_split == AfterSplitHands::None {
            return None;
        }
        match hand.status {
            Status::Live | Status::SwitchedBlackjack => Some(hands.get(hand.id).total),
            Status::Blackjack | Status::EvenMoney => Some(21),
            Status::Bust(_) | Status::GivenUp | Status::GivenUpEarly => None,
        }
    }

    /// The first of the lines that fits, with those that add to it.
    fn outcome<D: Draw>(&self, laid: &Laid<'_>, deck: &mut D) -> Outcome {
        let first = self.main.iter().position(|&at| self.fits(&self.lines[at], laid, deck));
        let mut bits = 0;
        for (place, &at) in self.adding.iter().enumerate() {
            bits |= usize::from(self.fits(&self.lines[at], laid, deck)) << place;
        }
        Outcome::Of(((first.map_or(0, |at| at + 1) << self.adding.len()) | bits) as u16)
    }

    fn fits<D: Draw>(&self, line: &Line, laid: &Laid<'_>, deck: &mut D) -> bool {
        if let Some(event) = &line.event {
            return event.comes(laid.first, deck);
        }
        if line.player.as_ref().is_some_and(|pattern| !pattern.shows(laid.first, &self.rule)) {
            return false;
        }
        if let Some(pattern) = &line.with_up {
            let [first, second, ..] = laid.first else { return false };
            if !pattern.shows(&[*first, *second, laid.up], &self.rule) {
                return false;
            }
        }
        if line.rule.up_card.as_ref().is_some_and(|pattern| !up_shows(pattern, laid, self.rule.ace)) {
            return false;
        }
        let rule = &line.rule;
        let waits = rule.dealer_hand.is_some() || rule.hand.is_some() || rule.straight.is_some();
        let Some(end) = &laid.end else { return line.dealer.is_none() && !waits };
        let dealer_shows = |pattern: &Pattern| end.dealer.get(..2).is_some_and(|two| pattern.shows(two, &self.rule));
        line.dealer.as_ref().is_none_or(dealer_shows)
            && rule.dealer_hand.as_ref().is_none_or(|pattern| self.dealer_fits(line, pattern, end))
            && rule.hand.as_ref().is_none_or(|hand| end.total == Some(hand.total))
            && rule.straight.as_ref().is_none_or(|straight| {
                end.straight.is_some_and(|(cards, ace)| {
                    let suits = straight.ace.iter().map(|&suit| cards::Suit::from(suit) as u8);
                    cards >= straight.cards
                        && (straight.ace.is_empty() || suits.into_iter().any(|suit| Some(suit) == ace))
                })
            })
    }

    fn dealer_fits(&self, line: &Line, pattern: &DealerPattern, end: &End<'_>) -> bool {
        let within =
            |range: Option<[u8; 2]>, number: u8| range.is_none_or(|[low, high]| low <= number && number <= high);
        end.dealer_counts
            && within(pattern.cards, end.dealer.len() as u8)
            && within(pattern.total, end.dealer_total)
            && pattern.blackjack.is_none_or(|asked| asked == end.dealer_blackjack)
            && (line.third == 0 || end.dealer.get(2).is_some_and(|&face| line.third >> rank_of(face) & 1 == 1))
            && line
                .first_three
                .as_ref()
                .is_none_or(|pattern| end.dealer.get(..3).is_some_and(|three| pattern.shows(three, &self.rule)))
    }
}

/// So that the outcomes of a wager stay few.
const MOST_ADDING: usize = 6;

fn up_shows(pattern: &UpPattern, laid: &Laid<'_>, ace: AcePlace) -> bool {
    let suited = laid.first.iter().filter(|&&face| face == laid.up).count() as u8;
    let of_rank = laid.first.iter().filter(|&&face| rank_of(face) == rank_of(laid.up)).count() as u8;
    pattern.suited_matches.is_none_or(|asked| asked == suited)
        && pattern.unsuited_matches.is_none_or(|asked| asked == of_rank - suited)
        && pattern.spread.is_none_or(|[least, most]| {
            let [first, second, ..] = laid.first else { return false };
            let falls = |first: u8, second: u8, up: u8| {
                let (low, high) = (first.min(second), first.max(second));
                low < up && up < high && (least..=most).contains(&(high - low - 1))
            };
            let is_apart = ace == AcePlace::Each && rank_of(*first) == 0 && rank_of(*second) == 0;
            let apart = is_apart && falls(1, 14, place_of(laid.up, 1));
            apart
                || ace.places().iter().any(|&ace| {
                    let [first, second, up] = [*first, *second, laid.up].map(|face| place_of(face, ace));
                    falls(first, second, up)
                })
        })
}

/// The straight of a hand as its cards came (633a.7(o)(3)): its number of cards and the suit of an ace in it.
///
/// The first two cards must be of consecutive ranks, or an ace and a king. A card at either end makes it longer, the first
/// that is not ends it; a card that busts the hand does not count. A pair that is split leaves what was dealt.
fn straight_of(hand: &InPlay, first_cards: &[Face; 4], king_queen_ace: bool) -> Option<(u8, Option<u8>)> {
    let [one, other] = [first_cards[0], first_cards[1]];
    let (mut low, mut high) = (rank_of(one).min(rank_of(other)), rank_of(one).max(rank_of(other)));
    let ace_of = |faces: &[Face]| faces.iter().find(|&&face| rank_of(face) == 0).map(|&face| suit_of(face));
    if (low, high) == (0, 12) {
        return Some((2, ace_of(&[one, other])));
    }
    if high - low != 1 {
        return None;
    }
    let mut cards = 2;
    let mut ace = ace_of(&[one, other]);
    let counted = match hand.status {
        _ if hand.split => 2,
        Status::Bust(_) => hand.len - 1,
        _ => hand.len,
    };
    for &face in hand.faces.get(2..counted).unwrap_or(&[]) {
        let rank = rank_of(face);
        if rank + 1 == low {
            low = rank;
        } else if rank == high + 1 {
            high = rank;
        } else if king_queen_ace && (low, high) == (11, 12) && rank == 0 {
            return Some((3, Some(suit_of(face))));
        } else {
            break;
        }
        cards += 1;
        if rank == 0 {
            ace = Some(suit_of(face));
        }
    }
    Some((cards, ace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side_pattern::tests::faces;

    #[test]
    fn spreads_by_hand() {
        let pattern = |spread| UpPattern { spread: Some(spread), ..UpPattern::default() };
        let shows = |cards: &str, up: &str, spread| {
            let (first, up) = (faces(cards), faces(up)[0]);
            up_shows(&pattern(spread), &Laid { first: &first, up, end: None }, AcePlace::High)
        };
        // 633a.7(g)(3)(i): 7 and 9 with an 8.
        assert!(shows("7h 9c", "8d", [1, 1]));
        assert!(!shows("7h 9c", "9d", [1, 11]));
        assert!(shows("Ah 3c", "Kd", [10, 10]), "an ace above the king");
        let apart = |up: &str| {
            let (first, up) = (faces("Ah Ac"), faces(up)[0]);
            up_shows(&pattern([4, 12]), &Laid { first: &first, up, end: None }, AcePlace::Each)
        };
        assert!(apart("2d") && apart("Kd") && !apart("Ad"), "one ace low and one high");
    }
}
