//! The switch of two hands: what it is worth with two hands as dealt, and a rule that decides most deals.

use std::collections::BTreeMap;

use cards::Value;
use certificate::Exact;
use num_rational::BigRational;
use rules::{HoleSet, Submission};
use serde::Serialize;
use solver::{Class, DealtPair, HandOfPair, PairValue, Solver, SwitchRule, best_action};

use crate::analysis::Analysis;
use crate::failure::Failure;
use crate::mistakes::in_order;
use crate::schema::JsonSchema;
use crate::switches::share;

/// What keeping and switching are worth with two hands as dealt: given the four cards, the up card, and the signal if one is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InspectedSwitch {
    /// Id of the analysis.
    pub analysis: String,
    /// The strategy class that each hand is played by.
    pub strategy: &'static str,
    /// The up card.
    pub up: String,
    /// What the table signals of the hole card; left out where the switch is decided before any signal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    /// The hole cards that are possible.
    pub holes: Vec<String>,
    /// Whether the rules allow the switch: not where a hand that was dealt as a blackjack stays as it is.
    pub may_be_switched: bool,
    /// `keep` or `switch`; of equals `keep`, and where the switch is not allowed.
    pub best: &'static str,
    /// What switching is worth more than keeping, per unit of both wagers.
    pub gain: Exact,
    /// The hands as dealt.
    pub keep: TwoHands,
    /// The hands with their second cards switched.
    pub switch: TwoHands,
}

/// Two hands, and what they are worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TwoHands {
    /// EV of both hands, per unit of both wagers.
    pub ev: Exact,
    /// Each hand.
    pub hands: Vec<OneOfTwoHands>,
}

/// One of two hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OneOfTwoHands {
    /// Its two cards.
    pub hand: Vec<String>,
    /// Whether it is an ace and a ten that the switch made, which may be paid otherwise than a blackjack.
    pub made_by_switch: bool,
    /// Its EV per unit of its own wager.
    pub ev: Exact,
    /// Its actions by each signal under which the player may now act.
    pub signals: Vec<OneOfTwoHandsActions>,
}

/// The actions of one of two hands once the signal is known, and no dealer blackjack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OneOfTwoHandsActions {
    /// The signal.
    pub signal: String,
    /// The EV of each allowed action, given the two cards of the other hand too.
    pub actions: BTreeMap<&'static str, Exact>,
    /// What the class does, which looks at no other hand.
    pub played: &'static str,
    /// The action of greatest value given the two cards of the other hand too.
    pub best: &'static str,
}

/// A rule for the switch: make the two hands that are worth more, each valued as if it were alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchRules {
    /// The strategy class.
    pub strategy: &'static str,
    /// By up card, and by signal where the switch waits for one.
    pub rules: Vec<SwitchRuleOfUp>,
}

/// The rule under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchRuleOfUp {
    /// The up card.
    pub up: String,
    /// The signal; left out where the switch is decided before any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    /// Probability that the class switches, given the up card and the signal.
    pub switched: Exact,
    /// Probability of a deal that the rule decides otherwise than the class, given the same.
    pub otherwise: Exact,
    /// What each hand is worth alone.
    pub values: Vec<HandAlone>,
    /// The deals that the rule decides otherwise.
    pub exceptions: Vec<SwitchException>,
}

/// What a hand of two cards is worth alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HandAlone {
    /// Its cards, such as `A,T`.
    pub hand: String,
    /// Whether it is an ace and a ten that the switch made.
    pub made_by_switch: bool,
    /// EV per unit of its wager.
    pub ev: Exact,
}

/// A deal that the rule decides otherwise than the class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchException {
    /// Both hands as dealt, such as `T,5 6,T`; the hands in either order.
    pub deal: String,
    /// Whether the class switches.
    pub is_switched: bool,
}

impl Analysis {
    /// What keeping and switching are worth with two hands as dealt, and what each hand's actions are: a second, most of it to compile.
    ///
    /// ```
    /// use shoeproof::{Analysis, Class, DealtPair, Signal};
    ///
    /// let analysis = Analysis::of_game("pa-633a-blackjack-switch")?;
    /// let [ten, five, six, seven] = ["T", "5", "6", "7"].map(|card| card.parse().expect("a card"));
    /// let dealt = DealtPair { hands: [[ten, five], [six, ten]], up: seven, signal: Signal::Unstated };
    /// let inspected = analysis.inspect_switch(&dealt, Class::CdzMinus)?;
    /// assert_eq!((inspected.best, inspected.switch.hands[0].hand.join(",").as_str()), ("switch", "T,T"));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Inspect`] for cards or a signal that cannot be, for perfect play, and for a game with one hand.
    pub fn inspect_switch(&self, dealt: &DealtPair, class: Class) -> Result<InspectedSwitch, Failure> {
        inspect(&Solver::new(&self.submission)?, &self.submission, dealt, class)
    }

    /// A rule for the switch by up card, with every deal that the class decides otherwise: seconds. Without rules in a game with one hand.
    ///
    /// # Errors
    /// As [`Analysis::chart`].
    pub fn switch_rules(&self, class: Class) -> Result<SwitchRules, Failure> {
        rules(&Solver::new(&self.submission)?, &self.submission, class)
    }
}

/// As [`Analysis::inspect_switch`], by a solver of the submission.
pub(crate) fn inspect(
    solver: &Solver,
    submission: &Submission,
    dealt: &DealtPair,
    class: Class,
) -> Result<InspectedSwitch, Failure> {
    let decision = solver.switch_decision(dealt, class)?;
    Ok(InspectedSwitch {
        analysis: submission.id.clone(),
        strategy: class.name(),
        up: dealt.up.to_string(),
        signal: decision.signal,
        holes: names(&decision.holes),
        may_be_switched: decision.may_be_switched,
        best: if decision.is_switched { "switch" } else { "keep" },
        gain: (&(&decision.switched.mean - &decision.kept.mean)).into(),
        keep: two_hands(&decision.kept),
        switch: two_hands(&decision.switched),
    })
}

/// As [`Analysis::switch_rules`], by a solver of the submission.
pub(crate) fn rules(solver: &Solver, submission: &Submission, class: Class) -> Result<SwitchRules, Failure> {
    let rules = solver.switch_rules(class)?;
    Ok(SwitchRules { strategy: class.name(), rules: rules.iter().map(|rule| rule_of_up(submission, rule)).collect() })
}

fn names(cards: &[Value]) -> Vec<String> {
    cards.iter().map(Value::to_string).collect()
}

fn two_hands(pair: &PairValue) -> TwoHands {
    TwoHands { ev: (&pair.mean).into(), hands: pair.hands.iter().map(one_hand).collect() }
}

fn one_hand(hand: &HandOfPair) -> OneOfTwoHands {
    let signals = hand.by_signal.iter().map(|acted| OneOfTwoHandsActions {
        signal: acted.signal.clone(),
        actions: in_order(&acted.actions).into_iter().collect(),
        played: acted.played.name(),
        best: best_action(&acted.actions).unwrap_or(acted.played).name(),
    });
    OneOfTwoHands {
        hand: names(&hand.cards),
        made_by_switch: hand.is_switched_natural,
        ev: (&hand.mean).into(),
        signals: signals.collect(),
    }
}

fn rule_of_up(submission: &Submission, rule: &SwitchRule) -> SwitchRuleOfUp {
    let holes = [rule.holes.iter().copied().collect::<HoleSet>()];
    let of = |deals: &[[Value; 4]]| {
        let share = submission.shoe.without(rule.up).map(|left| share(&left, &holes, deals));
        Exact::from(&share.unwrap_or_else(|_| BigRational::default()))
    };
    let exceptions = rule.otherwise.iter().filter(|&&[a, b, c, d]| [a, b] <= [c, d]).map(|deal| {
        let [a, b, c, d] = deal;
        SwitchException { deal: format!("{a},{b} {c},{d}"), is_switched: rule.switched.contains(deal) }
    });
    let values = rule.values.iter().map(|one| HandAlone {
        hand: names(&one.cards).join(","),
        made_by_switch: one.is_switched_natural,
        ev: (&one.mean).into(),
    });
    SwitchRuleOfUp {
        up: rule.up.to_string(),
        signal: rule.signal.clone(),
        switched: of(&rule.switched),
        otherwise: of(&rule.otherwise),
        values: values.collect(),
        exceptions: exceptions.collect(),
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Signed as _;
    use rules::Override;

    use super::*;

    /// A report lists the same switches with the same share, and the rule's exceptions are few.
    #[test]
    fn the_rule_decides_most_deals() {
        let analysis = Analysis::of_game("pa-633a-blackjack-switch").expect("a game");
        let small = [("shoe", "12,0,0,16,0,16,0,16,0,40"), ("options.max-hands", "2")];
        let small: Vec<Override> = small.iter().map(|&(key, value)| Override::new(key, value)).collect();
        for when in ["peek-first", "switch-first"] {
            let analysis =
                analysis.with_all(&small).and_then(|one| one.set(&format!("readings.switch-and-peek={when}")));
            let analysis = analysis.expect("an analysis");
            let charts = analysis.chart(Class::CdzMinus, &crate::ChartWant::default()).expect("charts");
            let rules = analysis.switch_rules(Class::CdzMinus).expect("rules").rules;
            assert_eq!(rules.len(), charts.switches.len(), "{when}");
            for (rule, listed) in rules.iter().zip(&charts.switches) {
                assert_eq!((&rule.up, &rule.signal, &rule.switched), (&listed.up, &listed.signal, &listed.share));
                let [switched, otherwise] =
                    [&rule.switched, &rule.otherwise].map(|one| one.value().expect("a fraction"));
                assert!(switched.is_positive() && otherwise < switched, "{when} {}", rule.up);
                assert_eq!(rule.exceptions.is_empty(), !otherwise.is_positive());
                for one in &rule.exceptions {
                    assert_eq!(one.is_switched, listed.deals.contains(&one.deal), "{when} {} {}", rule.up, one.deal);
                }
            }
        }
    }
}
