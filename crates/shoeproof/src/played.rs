//! Side wagers that the play of the hand decides, and winnings that are added to the base wager: what the solver knows of
//! plays put together with what the wagers pay.

use std::collections::BTreeMap;

use cards::Suit;
use certificate::{Breakpoint, Parlay, ParlayHand, PlayChange, Played, PlayedFigures};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{
    AfterSplitHands, DealerPattern, NoLiveHand, OfferedWager, ParlayAdds, StraightFate, StraightPattern, Submission,
};
use solver::{
    Aim, Class, DealerEnd, InitialHand, PlayedLine, PlayedValue, PlayedWager, Solver, SolverFamily,
    StraightAgainstBlackjack, StraightLine, StraightRule, StraightSoFar, StraightSurrendered, Tracks,
};
use wagers::{PlayedEnd, PlayedLines, WagerResult};

use crate::failure::Failure;
use crate::known_wagers::KnownWagers;
use crate::present;

/// Side wager per unit of base wager where the analysis states none.
const USUAL_RATIO: (u32, u32) = (1, 10);

/// Side wager per unit of base wager.
pub(crate) fn ratio(offered: &OfferedWager) -> BigRational {
    let usual = || BigRational::new(USUAL_RATIO.0.into(), USUAL_RATIO.1.into());
    offered.inputs.ratio.clone().unwrap_or_else(usual)
}

/// A solver of one's own, or somebody else's.
enum Held<'a> {
    Own(Box<Solver>),
    Lent(&'a Solver),
}

impl Held<'_> {
    fn solver(&self) -> &Solver {
        match self {
            Self::Own(solver) => solver,
            Self::Lent(solver) => solver,
        }
    }
}

/// The base game of a submission, solved when the first wager asks for it unless a solver is given. Readings of side wagers leave
/// the base game alone, so one solver does for all of them, and what two of them need is computed once.
pub(crate) struct BaseGame<'a> {
    submission: &'a Submission,
    solver: Option<Held<'a>>,
    initial_hands: Vec<InitialHand>,
    known: Option<&'a KnownWagers>,
    /// By the wager with its amounts left out.
    under_base_play: Vec<(PlayedWager, PlayedValue)>,
}

impl<'a> BaseGame<'a> {
    pub(crate) fn new(submission: &'a Submission) -> Self {
        Self { submission, solver: None, initial_hands: Vec::new(), known: None, under_base_play: Vec::new() }
    }

    /// With a solver for the submission.
    pub(crate) fn solved_by(submission: &'a Submission, solver: Solver) -> Self {
        Self { solver: Some(Held::Own(Box::new(solver))), ..Self::new(submission) }
    }

    /// With a solver for the submission that others use too: what it has computed is there already.
    pub(crate) fn lent(submission: &'a Submission, solver: &'a Solver) -> Self {
        Self { solver: Some(Held::Lent(solver)), ..Self::new(submission) }
    }

    /// With what was found of side wagers that the deal decides.
    pub(crate) fn knowing(self, known: &'a KnownWagers) -> Self {
        Self { known: Some(known), ..self }
    }

    /// A wager that no play decides under a submission that may have other readings of side wagers; `None` for others.
    pub(crate) fn without_play(&self, submission: &Submission, offered: &OfferedWager) -> Option<WagerResult> {
        match self.known {
            Some(known) => known.value(submission, offered),
            None => wagers::value(submission, offered),
        }
    }

    pub(crate) fn submission(&self) -> &'a Submission {
        self.submission
    }

    /// The solver, made if there is none yet.
    pub(crate) fn solver(&mut self) -> Result<&Solver, Failure> {
        let submission = self.submission;
        self.solver_or(|| Ok(Solver::new(submission)?))
    }

    /// The solver, taken from the family if there is none yet.
    pub(crate) fn solver_from(&mut self, family: &SolverFamily) -> Result<&Solver, Failure> {
        let submission = self.submission;
        self.solver_or(|| Ok(family.solver(submission)?))
    }

    fn solver_or(&mut self, make: impl FnOnce() -> Result<Solver, Failure>) -> Result<&Solver, Failure> {
        let held = match self.solver.take() {
            Some(held) => held,
            None => Held::Own(Box::new(make()?)),
        };
        Ok(self.solver.insert(held).solver())
    }

    fn initial_hands(&mut self) -> Result<&[InitialHand], Failure> {
        if self.initial_hands.is_empty() {
            self.initial_hands = self.solver()?.initial_hands(BASE_CLASS)?;
        }
        Ok(&self.initial_hands)
    }

    /// The wager under a submission that may have other readings of side wagers; under the base game's own play where that decides it.
    pub(crate) fn value(&mut self, submission: &Submission, offered: &OfferedWager) -> Result<WagerResult, Failure> {
        self.without_play(submission, offered).map_or_else(|| self.under_base_play(offered), Ok)
    }

    /// The wager under the base game's own play.
    pub(crate) fn under_base_play(&mut self, offered: &OfferedWager) -> Result<WagerResult, Failure> {
        let lines = PlayedLines::new(offered);
        let wager = without_amounts(compiled(offered, &lines.ends()));
        if let Some((_, value)) = self.under_base_play.iter().find(|(known, _)| *known == wager) {
            return Ok(lines.result(&value.line_probabilities, &value.returned));
        }
        let value = self.solver()?.played(&wager, &Aim::Base)?;
        let result = lines.result(&value.line_probabilities, &value.returned);
        self.under_base_play.push((wager, value));
        Ok(result)
    }

    /// The wager under the base game's own play and under each aim, and the meters of a range at which the best joint play
    /// changes.
    pub(crate) fn aims(
        &mut self,
        offered: &OfferedWager,
        meter: &BigRational,
        meters: Option<[BigRational; 2]>,
    ) -> Result<(WagerResult, Played), Failure> {
        let lines = PlayedLines::new(offered);
        let wager = compiled(offered, &lines.ends());
        let bonuses = lines.bonuses();
        let ratio = ratio(offered);
        let playing = self.solver()?.playing(&wager)?;
        let change = |one: &solver::PlayChange| change(one, &wager.lines);
        let figures = |value: &PlayedValue| figures(value, &bonuses, &ratio, meter, change);
        let base = playing.value(&Aim::Base)?;
        let alone = playing.value(&Aim::Side { meter: meter.clone() })?;
        let joint = playing.value(&Aim::Joint { ratio: ratio.clone(), meter: meter.clone() })?;
        let breakpoints = match &meters {
            None => Vec::new(),
            Some([low, high]) => playing.breakpoints(&ratio, (low, high))?,
        };
        let played = Played {
            by_base: figures(&base),
            alone: PlayedFigures { changes: Vec::new(), ..figures(&alone) },
            joint: figures(&joint),
            ratio: (&ratio).into(),
            meter: meter.into(),
            breakpoints: breakpoints
                .iter()
                .map(|point| Breakpoint {
                    meter: (&point.meter).into(),
                    changes: point.changes.iter().map(change).collect(),
                    base_ev: (&point.base_ev).into(),
                    fixed: (&(&point.fixed + &bonuses)).into(),
                    per_meter_unit: (&point.per_meter).into(),
                })
                .collect(),
            meters: meters.map(|meters| meters.each_ref().map(|meter| meter.into())),
        };
        let result = lines.result(&base.line_probabilities, &base.returned);
        self.under_base_play.push((without_amounts(wager), base));
        Ok((result, played))
    }
}

/// The class that plays the base wager where a side wager does not ask for another play.
pub(crate) const BASE_CLASS: Class = Class::CdzMinus;

/// How likely a line is does not depend on what it pays.
fn without_amounts(mut wager: PlayedWager) -> PlayedWager {
    for line in &mut wager.lines {
        line.fixed.set_zero();
        line.per_meter.set_zero();
    }
    wager
}

fn figures(
    value: &PlayedValue,
    bonuses: &BigRational,
    ratio: &BigRational,
    meter: &BigRational,
    change: impl Fn(&solver::PlayChange) -> PlayChange,
) -> PlayedFigures {
    let fixed = &value.fixed + bonuses;
    let ev = &fixed + &value.per_meter * meter;
    PlayedFigures {
        base_ev: (&value.base_ev).into(),
        joint_ev: (&(&value.base_ev + ratio * &ev)).into(),
        ev: (&ev).into(),
        break_even_meter: (!value.per_meter.is_zero()).then(|| (&(-&fixed / &value.per_meter)).into()),
        fixed: (&fixed).into(),
        per_meter_unit: (&value.per_meter).into(),
        changed: value.changes.len() as u64,
        changes: value.changes.iter().map(change).collect(),
    }
}

fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    }
}

/// A decision in words. What the play goes by besides the cards stands in brackets behind the hand, so that no two decisions read alike.
fn change(change: &solver::PlayChange, lines: &[PlayedLine]) -> PlayChange {
    let aces = |suits: &[Suit]| format!("ace of {}", rules::one_of(suits.iter().map(|&suit| suit_name(suit))));
    let mut goes_by = Vec::new();
    match &change.straight {
        Some(StraightSoFar::Unbroken(suits)) => {
            goes_by.push("unbroken".to_owned());
            goes_by.extend(suits.as_deref().map(aces));
        }
        Some(StraightSoFar::Ended(line)) => {
            let at = line.and_then(|line| lines.get(line)).map(|line| format!(" at {}", line.name));
            goes_by.push(format!("ended{}", at.unwrap_or_default()));
        }
        None => {}
    }
    goes_by.extend(change.up_suits.as_deref().map(|suits| format!("up card an {}", aces(suits))));
    if change.doubled {
        goes_by.push("doubled".to_owned());
    }
    let goes_by = if goes_by.is_empty() { String::new() } else { format!(" ({})", goes_by.join("; ")) };
    let hand = format!("{}{goes_by}", change.hand);
    PlayChange {
        up: change.up.to_string(),
        signal: change.signal.clone(),
        hand,
        from: present::action(change.from),
        to: present::action(change.to),
    }
}

/// Whether a text tells a decision's hand as [`change`] does: by cards of which each is held, and what else the play goes by.
pub(crate) fn tells_a_hand(text: &str, offered: &OfferedWager, is_held: impl Fn(&str) -> bool) -> bool {
    let (cards, words) = match text.strip_suffix(')') {
        None => (text, ""),
        Some(told) => match told.split_once(" (") {
            Some(parts) => parts,
            None => return false,
        },
    };
    let are_suits = |suits: &str| {
        let mut names = suits.split([',', ' ']).filter(|name| !name.is_empty() && *name != "or");
        names.all(|name| Suit::ALL.into_iter().any(|suit| suit_name(suit) == name))
    };
    let is_line = |name: &str| offered.rule.lines.iter().any(|line| line.name == name);
    let is_told = |part: &str| {
        ["", "unbroken", "doubled", "ended"].contains(&part)
            || part.strip_prefix("ended at ").is_some_and(is_line)
            || part.strip_prefix("ace of ").is_some_and(are_suits)
            || part.strip_prefix("up card an ace of ").is_some_and(are_suits)
    };
    cards.split(',').all(is_held) && words.split("; ").all(is_told)
}

/// A wager that play decides in the solver's terms, winnings that chances add left out.
pub(crate) fn in_solvers_terms(offered: &OfferedWager) -> PlayedWager {
    compiled(offered, &PlayedLines::new(offered).ends())
}

fn compiled(offered: &OfferedWager, ends: &[PlayedEnd<'_>]) -> PlayedWager {
    let rule = &offered.rule;
    let total = rule.lines.iter().find_map(|line| line.hand.as_ref().map(|hand| hand.total));
    let tracks = if let Some(total) = total {
        Tracks::Total(total)
    } else if rule.play.no_live_hand == NoLiveHand::Stops {
        Tracks::Live
    } else {
        Tracks::Straight(StraightRule {
            king_queen_ace: rule.play.king_queen_ace,
            against_blackjack: match rule.play.straight_against_blackjack {
                StraightFate::Paid => StraightAgainstBlackjack::Paid,
                StraightFate::Returned => StraightAgainstBlackjack::Returned,
                StraightFate::Lost => StraightAgainstBlackjack::Lost,
            },
            surrendered: match rule.play.straight_given_up {
                StraightFate::Lost => StraightSurrendered::Lost,
                StraightFate::Paid | StraightFate::Returned => StraightSurrendered::Paid,
            },
        })
    };
    PlayedWager {
        tracks,
        after_split: match rule.play.after_split {
            AfterSplitHands::First => solver::AfterSplitHands::First,
            AfterSplitHands::None => solver::AfterSplitHands::None,
        },
        lines: ends
            .iter()
            .map(|end| PlayedLine {
                name: end.name.clone(),
                straight: end.straight.map(straight),
                dealer: end.dealer.map(dealer),
                fixed: &end.gain.fixed - BigRational::one(),
                per_meter: end.gain.per_meter.clone(),
            })
            .collect(),
    }
}

fn straight(pattern: &StraightPattern) -> StraightLine {
    let suits = || pattern.ace.iter().map(|&suit| suit.into()).collect();
    StraightLine { cards: pattern.cards, aces: (!pattern.ace.is_empty()).then(suits) }
}

fn dealer(pattern: &DealerPattern) -> DealerEnd {
    let range = |range: Option<[u8; 2]>| range.map_or(0..=u8::MAX, |[low, high]| low..=high);
    DealerEnd { cards: range(pattern.cards), total: range(pattern.total), blackjack: pattern.blackjack }
}

/// What adding winnings to the base wager is worth, if the wager allows it: the base wager is played as CDZ-.
pub(crate) fn parlay(
    game: &mut BaseGame<'_>,
    offered: &OfferedWager,
    ev: &BigRational,
) -> Result<Option<Parlay>, Failure> {
    let Some(rule) = &offered.rule.parlay else { return Ok(None) };
    let added: BTreeMap<_, _> =
        wagers::parlayed(offered).into_iter().map(|parlayed| (parlayed.hand, parlayed.mean)).collect();
    let (mut gain, mut always) = (BigRational::zero(), BigRational::zero());
    let mut hands: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for dealt in game.initial_hands()?.iter().filter(|dealt| !dealt.ended) {
        let Some(mean) = added.get(&dealt.hand).filter(|mean| mean.is_positive()) else { continue };
        let worth = &dealt.probability * mean * &dealt.ev;
        always += &worth;
        if worth.is_positive() {
            gain += worth;
            let [low, high] = dealt.hand;
            let against = hands.entry(format!("{low},{high}")).or_default();
            against.push(if dealt.signal == "none" {
                dealt.up.to_string()
            } else {
                format!("{} {}", dealt.up, dealt.signal)
            });
        }
    }
    Ok(Some(Parlay {
        adds: match rule.adds {
            ParlayAdds::Payout => "payout",
            ParlayAdds::PayoutAndWager => "payout-and-wager",
        }
        .to_owned(),
        strategy: BASE_CLASS.name().to_owned(),
        ev: (&(ev + &gain)).into(),
        gain: (&gain).into(),
        ev_always: (&(ev + always)).into(),
        hands: hands.into_iter().map(|(hand, against)| ParlayHand { hand, against }).collect(),
    }))
}
