//! A player who wagers on a box where another calls the decisions: the most that his wager is worth.
//!
//! The caller's play is given. The follower's wager is on the same cards, and he chooses only what the rules of sharing
//! leave to him. Each choice looks at what zero-memory play looks at: the up card, the signal, the cards of the hand and,
//! after a split, how many hands the pair has become, how many of them are finished, and which of his wagers stands on
//! the hand. See docs/design/followers.md.

mod one_hand;
mod split;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{DoubleWager, Follows, Game, SharingRule, SurrenderWhen};

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{HandId, Hands};
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::no_live_hand::AllGone;
use one_hand::{HandChoice, HandPaths, HandQuestion, HandRights};
use split::{SplitState, SplitWagers};

/// What a follower's wager is worth under the decisions of a caller, and what he decides himself.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    /// The caller's strategy class.
    pub caller: Class,
    /// The follower's expected net result per unit of his initial wager, insurance left out.
    pub ev: BigRational,
    /// The caller's.
    pub caller_ev: BigRational,
    /// By up card, ace first; up cards that the shoe does not hold are left out.
    pub ups: Vec<FollowedUp>,
}

/// A follower's round given the up card.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowedUp {
    /// The up card.
    pub up: Value,
    /// Its probability.
    pub probability: BigRational,
    /// Whether the follower makes the attack wager; `None` in a game without one.
    pub attacks: Option<bool>,
    /// Whether the caller does.
    pub caller_attacks: Option<bool>,
    /// Expected net result given this up card.
    pub ev: BigRational,
    /// The caller's.
    pub caller_ev: BigRational,
    /// By signal; those that end the round before play leave no decision.
    pub signals: Vec<FollowedSignal>,
}

/// What a follower decides under one up card and signal.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowedSignal {
    /// The signal, as in [`rules::HoleCase::signal`].
    pub signal: String,
    /// Every decision that the rules leave to him where the caller acts so.
    pub decisions: Vec<FollowerDecision>,
}

/// One decision of a follower: the best answer to something that the caller does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowerDecision {
    /// The cards of the hand, in value order.
    pub hand: Vec<Value>,
    /// Which hand of the round it is.
    pub place: FollowerPlace,
    /// What the caller does.
    pub called: CallerDoes,
    /// What is best for the follower. A tie is decided as the caller does.
    pub answer: FollowerAnswer,
    /// What the answer is worth more than doing as the caller, in initial wagers, given that the follower comes to decide.
    pub gain: BigRational,
    /// Whether he comes to decide it if he decides all else by the best answers.
    pub reached: bool,
}

/// Which hand of a round a follower decides on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FollowerPlace {
    /// The hand as it was dealt.
    Unsplit,
    /// A hand of a split.
    OfSplit {
        /// The value of the pair.
        pair: Value,
        /// Hands that the pair had become when this one received its second card.
        hands: u32,
        /// Hands that were then finished; once no split is left, those that were finished at the last split.
        finished: u32,
        /// The wager that stands on it.
        wager: HeldWager,
    },
}

/// A follower's wager on a hand of a split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeldWager {
    /// The initial wager, and the attack wager if he made one.
    Original,
    /// A wager made to cover a further hand.
    Added,
    /// The initial wager, whose attack wager stayed on the first hand.
    InitialAlone,
    /// That attack wager.
    AttackAlone,
}

/// What the caller does that asks the follower for a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallerDoes {
    /// He doubles.
    Doubles,
    /// He splits.
    Splits,
    /// He surrenders.
    Surrenders,
    /// He gives up a hand that he has doubled.
    GivesUpDoubled {
        /// The hand before its last card.
        from: Vec<Value>,
        /// Whether the follower doubled it too.
        doubled: bool,
    },
}

/// What the follower does then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FollowerAnswer {
    /// As the caller: doubles, wagers on both hands, gives up.
    AsCalled,
    /// Leaves his wager as it is where the caller doubles.
    NotDoubled,
    /// Leaves his wager on the first of two hands.
    FirstHand,
    /// Leaves his wager on the second.
    SecondHand,
    /// Keeps his wager on the hand where the caller gives up.
    Kept,
}

/// One up card and signal as a follower sees it who makes the attack wager or not.
struct FollowerCase<'a> {
    game: &'a Game,
    sharing: &'a SharingRule,
    play: &'a CasePlay,
    rights: HandRights,
    attacks: bool,
    /// Without the attack wager and, in a game that has one, with it.
    plain: &'a SignalCase<'a>,
    attacked: Option<&'a SignalCase<'a>>,
}

/// A follower's means of all signals of an up card, each weighted by its probability.
struct FollowedCases {
    means: Vec<BigRational>,
    signals: Vec<FollowedSignal>,
}

const WHAT: &str = "a follower of another player's decisions";

impl Solver {
    /// The most that a follower's wager is worth on the box of a caller who plays this zero-memory class, with his best choices.
    ///
    /// The caller does not change his play for the follower. A follower may always do as the caller, so he is never worth less than
    /// him. Costs some ten times [`Solver::solve`].
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] in a game without rules of sharing, for a caller of perfect play, and where wagers that the
    /// house gives, early surrender, doubles by more than the hand bears, or a late blackjack that looks for live hands make a follower's hands depend on each other.
    pub fn follow(&self, caller: Class) -> Result<Followed, SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what: WHAT, rules });
        let Some(sharing) = &self.game().sharing else { return unsolved("a game without rules of sharing a box") };
        if caller == Class::Perfect {
            return unsolved("a caller of perfect play");
        }
        let gives = self.game().split.as_ref().is_some_and(|rule| !rule.free.is_empty())
            || self.game().double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some());
        if gives {
            return unsolved("wagers that the house gives");
        }
        if self.game().surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early) {
            return unsolved("early surrender");
        }
        if self.game().double.as_ref().is_some_and(|rule| rule.wager == DoubleWager::InitialAndAttack) {
            return unsolved("a hand that is doubled by what stands elsewhere");
        }
        let ups = parallel::try_map(self.ups(), |up| self.follow_up(up, sharing, caller))?;
        let mean = |ev: fn(&FollowedUp) -> &BigRational| ups.iter().map(|up| ev(up) * &up.probability).sum();
        Ok(Followed { caller, ev: mean(|up| &up.ev), caller_ev: mean(|up| &up.caller_ev), ups })
    }

    fn follow_up(&self, up: &DealerCache, sharing: &SharingRule, caller: Class) -> Result<FollowedUp, SolveError> {
        let settlement = self.settlement(up, caller)?;
        let cases: Vec<Vec<SignalCase<'_>>> =
            self.settlements().iter().map(|settlement| self.cases(up, settlement)).collect();
        let caller_attacks = settlement.attacked();
        let plays = self.plays(&cases[usize::from(caller_attacks)], caller)?;
        for case in cases.iter().flatten() {
            if AllGone::may_be(case) {
                let rules = "a late blackjack that looks for live hands";
                return Err(SolveError::Unsolved { what: WHAT, rules });
            }
        }
        let mut of_caller = Vec::with_capacity(plays.len());
        for (case, play) in cases[usize::from(caller_attacks)].iter().zip(&plays) {
            of_caller.push(play.mean(self.game(), case)?);
        }
        let mut may_attack = vec![caller_attacks];
        let may_differ = match sharing.attack {
            Follows::Called => false,
            Follows::WhereCalled => caller_attacks,
            Follows::Own => true,
        };
        if may_differ && self.game().attack.is_some() {
            may_attack.push(!caller_attacks);
        }
        let mut best: Option<(bool, FollowedCases, BigRational)> = None;
        for attacks in may_attack {
            let followed = self.follow_cases(sharing, &cases, &plays, attacks);
            let total: BigRational = followed.means.iter().sum();
            if best.as_ref().is_none_or(|(_, _, best)| total > *best) {
                best = Some((attacks, followed, total));
            }
        }
        let Some((attacks, followed, ev)) = best else {
            return Err(SolveError::Unsolved { what: WHAT, rules: "no attack wager to choose" });
        };
        let has_attack = self.game().attack.is_some();
        Ok(FollowedUp {
            up: up.dealer.up(),
            probability: self.share(up),
            attacks: has_attack.then_some(attacks),
            caller_attacks: has_attack.then_some(caller_attacks),
            ev,
            caller_ev: of_caller.iter().sum(),
            signals: followed.signals,
        })
    }

    fn follow_cases(
        &self,
        sharing: &SharingRule,
        cases: &[Vec<SignalCase<'_>>],
        plays: &[CasePlay],
        attacks: bool,
    ) -> FollowedCases {
        let followed = parallel::map_numbers(plays.len(), |at| {
            let rights = HandRights {
                double: sharing.double != Follows::Called,
                surrender: sharing.surrender != Follows::Called,
            };
            let of = FollowerCase {
                game: self.game(),
                sharing,
                play: &plays[at],
                rights,
                attacks,
                plain: &cases[0][at],
                attacked: cases.get(1).map(|cases| &cases[at]),
            };
            of.follow()
        });
        let (means, signals): (Vec<_>, Vec<_>) = followed.into_iter().unzip();
        FollowedCases { means, signals: signals.into_iter().flatten().collect() }
    }
}

impl FollowerCase<'_> {
    /// The follower's mean, weighted by the probability of the signal, and what he decides.
    fn follow(&self) -> (BigRational, Option<FollowedSignal>) {
        let case = self.case(self.attacks);
        let hands = case.table.hands;
        let deals = self.play.unsplit_deals(hands);
        let paths = HandPaths::new(case, case.options, &self.play.play, &deals, self.rights);
        let mut decisions = Vec::new();
        let parts = paths.beside(case, CardSet::NONE);
        let mut mean = parts.best(self.rights, |choice| decisions.push((FollowerPlace::Unsplit, choice, true)));
        let mut splits = Vec::new();
        for value in Value::all().filter(|value| self.play.split[value.index()]) {
            let Some(wagers) = SplitWagers::new(self, value.index()) else { continue };
            mean += wagers.worth();
            let asks = |wager| self.sharing.split != Follows::Called && wager != HeldWager::AttackAlone;
            let place = |wager, state: SplitState| FollowerPlace::OfSplit {
                pair: value,
                hands: state.hands,
                finished: state.finished(),
                wager,
            };
            for (&(wager, state), fork) in wagers.forks.iter().filter(|((wager, _), _)| asks(*wager)) {
                splits.push(FollowerDecision {
                    hand: vec![value; 2],
                    place: if state.hands == 1 { FollowerPlace::Unsplit } else { place(wager, state) },
                    called: CallerDoes::Splits,
                    answer: fork.answer,
                    gain: fork.gain.clone(),
                    reached: fork.reached,
                });
            }
            for (&(wager, state), played) in &wagers.played {
                let choices = played.choices.iter().cloned();
                decisions.extend(choices.map(|choice| (place(wager, state), choice, played.reached)));
            }
        }
        let on_hands = decisions.into_iter().map(|(place, choice, reached)| decision(hands, place, choice, reached));
        let decisions = splits.into_iter().chain(on_hands).collect();
        let signal = case.up.dealer.cases()[case.case].signal.clone();
        (mean, case.is_played().then_some(FollowedSignal { signal, decisions }))
    }
}

fn decision(hands: &Hands, place: FollowerPlace, choice: HandChoice, reached: bool) -> FollowerDecision {
    let (called, otherwise) = match choice.asked {
        HandQuestion::Double => (CallerDoes::Doubles, FollowerAnswer::NotDoubled),
        HandQuestion::Surrender => (CallerDoes::Surrenders, FollowerAnswer::Kept),
        HandQuestion::GiveUpDoubled { from, doubled } => {
            (CallerDoes::GivesUpDoubled { from: cards_of(hands, from), doubled }, FollowerAnswer::Kept)
        }
    };
    FollowerDecision {
        hand: cards_of(hands, choice.hand),
        place,
        called,
        answer: if choice.follows { FollowerAnswer::AsCalled } else { otherwise },
        gain: if choice.follows { BigRational::zero() } else { choice.gain },
        reached: reached && choice.reached,
    }
}

fn cards_of(hands: &Hands, id: HandId) -> Vec<Value> {
    let cards = hands.get(id).cards;
    Value::all().flat_map(|value| std::iter::repeat_n(value, cards.count(value.index()) as usize)).collect()
}
