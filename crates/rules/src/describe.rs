//! Rules in words, made from the values that the solver uses.

use crate::dealing::Dealing;
use crate::describe_dealer::describe_push;
use crate::describe_wager::describe_wager;
use crate::game::{
    AgainstBlackjack, AgainstPush, BlackjackAfterSplit, BonusHand, Busts, Cards, DealtBlackjack, DoubleCard,
    DoubleRule, DoubleWager, EvenMoney, Game, LateBlackjackTakes, NaturalRule, Soft17, SplitAces, SplitWager,
    SurrenderAfterDouble, SurrenderIntoBlackjack, SurrenderRule, SurrenderWhen, SwitchWhen, Ties, TwentyOne,
    WagerAgainstBlackjack,
};
use crate::sharing::{AttackOfOneHand, Follows, SharingRule};
use crate::text::list;
use crate::topic::Topic;

/// A rule in words, made from the values the solver uses, so that the two cannot disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    /// What it is about.
    pub topic: Topic,
    /// The rule.
    pub text: String,
    /// Its clauses.
    pub clauses: Vec<String>,
}

impl Game {
    /// Every rule that affects play in words, in the order of a round.
    pub fn describe(&self) -> Vec<RuleText> {
        let mut lines = Vec::new();
        let mut line = |topic: Topic, text: String, clauses: &[String]| {
            lines.push(RuleText { topic, text, clauses: clauses.to_vec() });
        };
        self.describe_shoe(&mut line);
        self.describe_wagers_before_play(&mut line);
        self.describe_hole_card(&mut line);
        self.describe_draws(&mut line);
        self.describe_split(&mut line);
        line(
            Topic::Dealer,
            format!(
                "The dealer draws to 16, {}; an ace counts 11 unless that exceeds {}{}.",
                match self.dealer.soft_17 {
                    Soft17::Stand => "stands on 17 and above, soft or hard",
                    Soft17::Hit => "hits soft 17, and stands on hard 17 and above",
                },
                self.dealer.ace_limit,
                if self.dealer.ace_limit == 22 { ", so that two aces are 22" } else { "" }
            ),
            &self.dealer.clauses,
        );
        if let Some(push) = &self.push {
            describe_push(push, self.settle.busts, &mut line);
        }
        self.describe_settling(&mut line);
        for wager in self.wagers.values() {
            line(
                Topic::SideWager,
                format!("{}: {}", wager.title, describe_wager(wager, self.surrenders().is_some())),
                &wager.clauses,
            );
            if let Some(amount) = &wager.amount {
                line(Topic::SideWager, format!("{}: the wager is {}.", wager.title, amount.text()), &amount.clauses);
            }
        }
        lines
    }

    /// The cards, and when they are shuffled.
    fn describe_shoe(&self, line: &mut impl FnMut(Topic, String, &[String])) {
        let decks: Vec<String> = self.shoe.decks.iter().map(u16::to_string).collect();
        let without: Vec<String> = self.shoe.without.iter().map(|rank| format!("without the {rank}s")).collect();
        let without = if without.is_empty() { String::new() } else { format!(" ({})", without.join(", ")) };
        let decks = if self.shoe.any_number { "any number".to_owned() } else { decks.join(", ") };
        line(
            Topic::Shoe,
            format!("Decks of {} cards{without} that may be used: {decks}.", self.shoe.deck_size()),
            &self.shoe.clauses,
        );
        match self.shoe.dealing {
            Dealing::Shoe => {}
            Dealing::Hand => line(Topic::Shoe, "The cards are dealt from the hand.".to_owned(), &self.shoe.clauses),
            Dealing::DoubleShoe => line(
                Topic::Shoe,
                "Each round is dealt from one side of a double shoe. The decks are those of one side; as many are in the other."
                    .to_owned(),
                &self.shoe.clauses,
            ),
        }
        if let Some(seating) = &self.seating {
            let text = format!("A table has at most {} betting positions.", seating.positions);
            line(Topic::Shoe, text, &seating.clauses);
        }
        if let Some(rule) = &self.cut_card {
            let behind = format!(
                "The cut card lies at least {} of the shoe from its back, and the round in which it comes is the last before the next shuffle.",
                rule.least_behind
            );
            line(Topic::CutCard, behind, &rule.clauses);
            if !rule.at_discretion.is_empty() {
                line(Topic::CutCard, "The house may reshuffle after any round.".to_owned(), &rule.at_discretion);
            }
            if !rule.continuous_shuffler.is_empty() {
                line(
                    Topic::CutCard,
                    "A device may put the cards of every round back before the next.".to_owned(),
                    &rule.continuous_shuffler,
                );
            }
        }
    }

    /// The attack wager, the switch, a blackjack and insurance.
    fn describe_wagers_before_play(&self, line: &mut impl FnMut(Topic, String, &[String])) {
        if let Some(attack) = &self.attack {
            line(
                Topic::Attack,
                format!(
                    "Once the up card is seen, and before any other card, the player may wager up to as much again as the initial wager (the attack wager); it wins and loses with the hand.{} Further hands of a split are wagered {}.",
                    match attack.against_blackjack {
                        _ if self.hole_card.checked_under.is_empty() => match self.hole_card.late_blackjack_takes {
                            LateBlackjackTakes::Original => " A dealer blackjack returns it.",
                            _ => "",
                        },
                        WagerAgainstBlackjack::Returned => " A dealer blackjack found before play returns it.",
                        WagerAgainstBlackjack::Lost => " A dealer blackjack found before play takes it.",
                    },
                    match attack.split_wager {
                        SplitWager::InitialAndAttack => "with the initial and the attack wager",
                        SplitWager::Initial =>
                            "with the initial wager alone, and the attack wager stays on the first hand",
                    }
                ),
                &attack.clauses,
            );
        }
        if let Some(switch) = &self.switch {
            line(
                Topic::Switch,
                format!(
                    "The player makes two equal wagers on two hands and may switch their second cards, {} a dealer blackjack is looked for. An ace and ten-valued card made so is a total of 21, not a blackjack; it is paid {} against a dealer's 17 to 20 and a bust{}.{}",
                    match switch.when {
                        SwitchWhen::AfterCheck => "after",
                        SwitchWhen::BeforeCheck => "before",
                    },
                    switch.blackjack_pays,
                    self.push.as_ref().map_or_else(String::new, |push| format!(" over {}", push.total)),
                    match switch.dealt_blackjack {
                        DealtBlackjack::MaySwitch => "",
                        DealtBlackjack::Stays => " Nothing is switched where either hand was dealt as a blackjack.",
                    }
                ),
                &switch.clauses,
            );
        }
        line(Topic::Blackjack, describe_natural(&self.natural, self.push.is_some()), &self.natural.clauses);
        if let EvenMoney::Offered(odds) = self.natural.even_money {
            let removed = match &self.switch {
                Some(switch) if switch.when == SwitchWhen::AfterCheck => " The hand is then over and is not switched.",
                _ => "",
            };
            line(
                Topic::EvenMoney,
                format!("With a blackjack the player may take {odds} at once where insurance is offered.{removed}"),
                &self.natural.clauses,
            );
        }
        if let Some(insurance) = &self.insurance {
            line(
                Topic::Insurance,
                format!(
                    "Insurance when the up card is {}: up to {} of the initial wager, pays {} if the {} is {}.",
                    insurance.offered_on,
                    insurance.maximum.ratio(),
                    insurance.pays,
                    self.second_card(),
                    insurance.wins_on
                ),
                &insurance.clauses,
            );
        }
    }

    /// Which hands may draw, and which may be doubled.
    fn describe_draws(&self, line: &mut impl FnMut(Topic, String, &[String])) {
        line(
            Topic::Draw,
            match self.draw.soft_below.filter(|&below| below != self.draw.below) {
                None => format!("A hand may draw while its total is below {}.", self.draw.below),
                Some(soft) => {
                    format!("A hand may draw while its total is below {}, or below {soft} if soft.", self.draw.below)
                }
            },
            &self.draw.clauses,
        );
        match &self.double {
            None => line(Topic::Double, "No doubling down.".to_owned(), &[]),
            Some(double) => line(
                Topic::Double,
                {
                    let cards = match double.cards {
                        Cards::Two => "the first two cards",
                        Cards::Any => "two or more cards",
                    };
                    format!(
                        "Double down on {} that may draw, by at most the hand's wager, for one more card{}, {} a split.{}{}",
                        match double.hard_totals {
                            [low, high] if low <= 4 && high >= 20 && double.soft => match double.cards {
                                Cards::Two => "any first two cards".to_owned(),
                                Cards::Any => "any two or more cards".to_owned(),
                            },
                            [low, high] if double.soft => {
                                format!("{cards} if soft or with a hard total of {low} to {high}")
                            }
                            [low, high] => format!("{cards} with a hard total of {low} to {high}"),
                        },
                        match double.card {
                            DoubleCard::Up => "",
                            DoubleCard::Down => ", dealt face down",
                        },
                        if double.after_split && self.split.as_ref().is_some_and(|split| split.max_hands > 1) {
                            "also after"
                        } else {
                            "not after"
                        },
                        match double.wager {
                            DoubleWager::InitialAndAttack if double.after_split => {
                                " A hand of a split may be doubled by as much as the initial and the attack wager."
                            }
                            _ => "",
                        },
                        describe_free_doubles(double)
                    )
                },
                &double.clauses,
            ),
        }
    }

    /// Which hands may be split and which given up.
    fn describe_split(&self, line: &mut impl FnMut(Topic, String, &[String])) {
        match &self.split {
            None => line(Topic::Split, "No splitting.".to_owned(), &[]),
            Some(split) => line(
                Topic::Split,
                format!(
                    "Two cards of equal value may be split, to at most {} hands{}; split aces {}.{}",
                    split.max_hands,
                    match (split.max_hands > 2, split.resplit_aces) {
                        (true, true) => ", aces too",
                        (true, false) => ", aces once",
                        (false, _) => "",
                    },
                    match split.aces {
                        SplitAces::OneCard => "receive one card each",
                        SplitAces::Played => "are played like other hands",
                    },
                    if split.free.is_empty() {
                        String::new()
                    } else {
                        format!(
                            " For pairs of {} the house gives the split wagers, which cannot lose.",
                            list(&split.free)
                        )
                    }
                ),
                &split.clauses,
            ),
        }
        match self.surrenders() {
            Some(surrender) => self.describe_surrender(surrender, line),
            None => {
                let clauses = self.surrender.as_ref().map_or(&[][..], |rule| &rule.clauses);
                line(Topic::Surrender, "No surrender.".to_owned(), clauses);
            }
        }
    }

    fn describe_surrender(&self, surrender: &SurrenderRule, line: &mut impl FnMut(Topic, String, &[String])) {
        let after = match surrender.when {
            SurrenderWhen::Never => return,
            SurrenderWhen::Late if self.hole_card.checked_under.is_empty() => "",
            SurrenderWhen::Late => ", after a dealer blackjack that is looked for has been ruled out",
            SurrenderWhen::Early => ", before a dealer blackjack is looked for",
        };
        let part = surrender.loses.ratio();
        let mut text = format!(
            "{} may be surrendered for {part} of the wager{after}; {}.",
            match surrender.cards {
                Cards::Two => "The first two cards",
                Cards::Any => "A hand of two or more cards below 21",
            },
            match (surrender.after_split, surrender.split_aces) {
                (false, _) => "not after a split",
                // Aces that are played on are given up like other hands.
                _ if self.split.as_ref().is_none_or(|split| split.aces == SplitAces::Played) => "also after a split",
                (true, false) => "also after a split, split aces apart",
                (true, true) => "also after a split, split aces included",
            }
        );
        let is_split_too = !surrender.after_split && self.double.as_ref().is_some_and(|double| double.after_split);
        let doubled =
            if is_split_too && self.split.is_some() { "A doubled hand, of a split too," } else { "A doubled hand" };
        match surrender.after_double {
            _ if !surrender.takes_doubled() => {}
            SurrenderAfterDouble::No => {}
            SurrenderAfterDouble::PartOfAll => {
                text.push_str(&format!(" {doubled} may be surrendered for {part} of all its wagers."));
            }
            SurrenderAfterDouble::PartOfBet => text.push_str(&format!(
                " {doubled} may be surrendered for {part} of its wagers before the double, which is returned."
            )),
        }
        if surrender.when == SurrenderWhen::Late && self.blackjack_may_come_late() {
            let returned = if surrender.takes_doubled() { " and returns a double wager" } else { "" };
            text.push_str(&match surrender.into_blackjack {
                SurrenderIntoBlackjack::WholeAndDouble if surrender.after_double == SurrenderAfterDouble::PartOfAll => {
                    " A dealer blackjack that comes to light later takes the whole wager, a double wager included.".to_owned()
                }
                SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeAndDouble => {
                    format!(" A dealer blackjack that comes to light later takes the whole wager{returned}.")
                }
                SurrenderIntoBlackjack::AsPlayed => {
                    " A dealer blackjack that comes to light later takes what it takes of other hands.".to_owned()
                }
                SurrenderIntoBlackjack::WholeUnlessSplit => format!(
                    " Of an unsplit hand a dealer blackjack that comes to light later takes the whole wager{returned}; of a hand of a split it takes what it takes of other hands."
                ),
            });
        }
        line(Topic::Surrender, text, &surrender.clauses);
    }

    fn describe_settling(&self, line: &mut impl FnMut(Topic, String, &[String])) {
        let settle = &self.settle;
        let ties = match settle.ties {
            Ties::Returned => "Equal totals return the wager.",
            Ties::Lost => "Equal totals lose, except two blackjacks.",
        };
        line(
            Topic::Settling,
            format!("A winning hand is paid 1:1 unless another rule says otherwise. {ties}"),
            &settle.clauses,
        );
        if settle.twenty_one == TwentyOne::Paid {
            line(
                Topic::TwentyOne,
                "A player's 21 is paid also against a dealer's 21 that is no blackjack.".to_owned(),
                &settle.clauses,
            );
        }
        match settle.busts {
            Busts::Lost => {}
            Busts::Returned => {
                line(Topic::Busts, "A busted hand's wager is returned if the dealer busts.".to_owned(), &settle.clauses)
            }
            Busts::EqualReturned => {
                line(
                    Topic::Busts,
                    "A busted hand's wager is returned if the dealer busts with the same total.".to_owned(),
                    &settle.clauses,
                );
            }
        }
        if let Some(bonus) = &self.bonus {
            let hands: Vec<String> = bonus.hands.iter().map(describe_bonus).collect();
            line(
                Topic::Bonus,
                format!(
                    "Unless the dealer has a blackjack, a total of 21 of these cards is paid: {}. The first that fits is paid; a doubled hand{} gets none.{}",
                    hands.join("; "),
                    if bonus.after_split { "" } else { " or a hand of a split" },
                    if self.push.is_some() { " It is paid against the total that returns wagers too." } else { "" }
                ),
                &bonus.clauses,
            );
        }
        if let Some(sharing) = &self.sharing {
            line(Topic::Sharing, describe_sharing(sharing, self), &sharing.clauses);
        }
    }
}

/// Of the totals for which the house gives the double wager, those that may be doubled.
fn describe_free_doubles(double: &DoubleRule) -> String {
    let Some([low, high]) = double.free_hard_totals else { return String::new() };
    let [least, most] = double.hard_totals;
    let (low, high) = (low.max(least), high.min(most));
    if low > high {
        return String::new();
    }
    format!(" With two cards of a hard total of {low} to {high} the house gives the double wager, which cannot lose.")
}

fn describe_natural(natural: &NaturalRule, has_push: bool) -> String {
    let mut text = format!("A player's ace and ten-valued card as the first two cards pay {}", natural.pays);
    if let Some(pays) = natural.pays_against_21.filter(|&pays| pays != natural.pays) {
        text.push_str(&format!(", or {pays} against a dealer's 21 of more cards"));
    }
    text.push_str(match (has_push, natural.against_push, natural.against_blackjack) {
        (true, AgainstPush::Returned, AgainstBlackjack::Returned) => {
            ". A dealer blackjack and the total that returns wagers return the wager."
        }
        (true, AgainstPush::Returned, AgainstBlackjack::Paid) => {
            ", also against a dealer blackjack. The total that returns wagers returns the wager."
        }
        (true, AgainstPush::Paid, AgainstBlackjack::Returned) => {
            ", also against the total that returns wagers. A dealer blackjack returns the wager."
        }
        (true, AgainstPush::Paid, AgainstBlackjack::Paid) => {
            ", also against the total that returns wagers and a dealer blackjack."
        }
        (false, _, AgainstBlackjack::Returned) => ". A dealer blackjack returns the wager.",
        (false, _, AgainstBlackjack::Paid) => ", also against a dealer blackjack.",
    });
    if natural.after_split == BlackjackAfterSplit::AcesAndTens {
        text.push_str(" The first two cards of a hand of a split may be such a hand too.");
    }
    text
}

fn describe_bonus(hand: &BonusHand) -> String {
    let mut text = match hand.cards {
        Some(cards) => format!("{cards} or more cards {}", hand.pays),
        None => format!("{} {}", list(&hand.values), hand.pays),
    };
    for (odds, suits) in [(hand.suited, "of one suit"), (hand.spades, "of spades")] {
        if let Some(odds) = odds {
            text.push_str(&format!(", {odds} if {suits}"));
        }
    }
    text
}

/// How several players share a box, in words.
fn describe_sharing(sharing: &SharingRule, game: &Game) -> String {
    let mut text = format!(
        "Up to {} players may wager on one box; one of them calls the decisions, and the others follow him.",
        sharing.players
    );
    if game.attack.is_some() {
        text.push_str(match sharing.attack {
            Follows::Called => " They make the attack wager where he does.",
            Follows::WhereCalled => " They may make the attack wager where he does, and need not.",
            Follows::Own => " They may make the attack wager or not, whatever he does.",
        });
    }
    if game.double.is_some() {
        text.push_str(match sharing.double {
            Follows::Called => " They double where he does.",
            Follows::WhereCalled | Follows::Own => " They may double where he does, and need not.",
        });
    }
    if game.split.is_some() {
        text.push_str(match sharing.split {
            Follows::Called => " Where he splits they wager on both hands.",
            Follows::WhereCalled | Follows::Own => {
                " Where he splits they wager on both hands, or leave their wager on one that they choose."
            }
        });
    }
    if game.surrenders().is_some() {
        text.push_str(match sharing.surrender {
            Follows::Called => " A hand that he surrenders is surrendered for all.",
            Follows::WhereCalled | Follows::Own => {
                " Where he surrenders they may leave their wager on the hand, which takes no more cards."
            }
        });
    }
    if game.attack.is_some() && sharing.split != Follows::Called {
        text.push_str(match sharing.attack_of_one_hand {
            AttackOfOneHand::WithInitial => " An attack wager stays with the initial wager on that hand.",
            AttackOfOneHand::FirstHand => " An attack wager stays on the first hand.",
        });
    }
    text
}
