//! What a line of a side wager asks for, in words.

use cards::{Rank, Suit};

use crate::side_wager::{
    AcePlace, Added, CardName, CardsPattern, DealerPattern, HandPattern, LineRule, PlayerCards, SideWager,
    StraightPattern, SuitsPattern, UpPattern,
};

/// Everything that must hold for the line, whatever its name says.
pub(crate) fn describe_line(line: &LineRule, wager: &SideWager) -> String {
    // Named one by one, so that no part of a line can be left out here.
    let LineRule { name: _, player, with_up, up_card, dealer, dealer_hand, hand, straight, chance, adds } = line;
    let first = match wager.cards {
        PlayerCards::FirstTwo => "first two cards",
        PlayerCards::FirstFour => "first four cards",
    };
    let cards = |whose: &str, pattern: &Option<CardsPattern>| {
        pattern.as_ref().map(|pattern| format!("{whose} {}", describe_cards(pattern, wager)))
    };
    let parts = [
        cards(&format!("{first} with"), player),
        cards(&format!("{first} and up card with"), with_up),
        up_card.as_ref().map(|pattern| describe_up(pattern, wager)),
        cards("dealer's first two cards with", dealer),
        dealer_hand
            .as_ref()
            .map(|pattern| format!("dealer's finished hand with {}", describe_dealer_hand(pattern, wager))),
        hand.as_ref().map(|HandPattern { total }| format!("player's finished hand with a total of {total}")),
        straight.as_ref().map(describe_straight),
        chance.as_ref().map(|name| format!("the event `{name}`")),
        adds.then(|| {
            match wager.added {
                Added::OnTop => "paid on top of another line",
                Added::OnTopLessWager => "paid on top of another line, less one wager",
                Added::Highest => "paid instead of the first other line that fits, where it returns more",
            }
            .to_owned()
        }),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "whatever the cards are".to_owned() } else { parts.join("; ") }
}

fn describe_cards(pattern: &CardsPattern, wager: &SideWager) -> String {
    let CardsPattern { cards, ranks, alike, suits, total, run, blackjack } = pattern;
    let ace = place_of_aces(wager.ace);
    let listed = |names: Vec<String>| (!names.is_empty()).then(|| names.join(", "));
    let points = if wager.soft_totals { "" } else { ", aces counted 1" };
    let parts = [
        listed(cards.iter().map(describe_card).collect()),
        listed(rank_names(ranks)).map(|names| format!("no ranks but {names}")),
        match &alike[..] {
            [] => None,
            [number] => Some(format!("{number} of one rank")),
            groups => listed(groups.iter().map(u8::to_string).collect())
                .map(|numbers| format!("equal ranks in groups of {numbers}")),
        },
        suits.map(|suits| {
            match suits {
                SuitsPattern::One => "one suit",
                SuitsPattern::Different => "not all of one suit",
                SuitsPattern::OneColor => "one colour",
            }
            .to_owned()
        }),
        total.map(|total| format!("a total of {total}{points}")),
        run.then(|| format!("consecutive ranks, the ace {ace}")),
        blackjack.then(|| "an ace and a card of ten points".to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "any cards".to_owned() } else { parts.join(" and ") }
}

fn describe_card(name: &CardName) -> String {
    let CardName { rank, suit } = name;
    suit.map_or_else(|| rank.to_string(), |suit| format!("{rank}{}", suit.letter()))
}

fn rank_names(ranks: &[Rank]) -> Vec<String> {
    ranks.iter().map(Rank::to_string).collect()
}

/// Where aces stand in the order of ranks.
fn place_of_aces(ace: AcePlace) -> &'static str {
    match ace {
        AcePlace::High => "high",
        AcePlace::Low => "low",
        AcePlace::Both => "high or low",
        AcePlace::Each => "high or low, each for itself",
    }
}

fn describe_up(pattern: &UpPattern, wager: &SideWager) -> String {
    let UpPattern { suited_matches, unsuited_matches, spread } = pattern;
    let parts = [
        suited_matches.map(|number| format!("{number} of the first two cards with its rank and suit")),
        unsuited_matches.map(|number| format!("{number} with its rank and another suit")),
        spread.map(|ranks| {
            let ace = place_of_aces(wager.ace);
            format!("its rank between theirs, the ace {ace}, ranks between the two: {}", range(ranks))
        }),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("up card with {}", if parts.is_empty() { "any rank".to_owned() } else { parts.join(" and ") })
}

fn range([low, high]: [u8; 2]) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

fn describe_dealer_hand(pattern: &DealerPattern, wager: &SideWager) -> String {
    let DealerPattern { cards, total, blackjack, first_three, third } = pattern;
    let parts = [
        cards.map(|cards| format!("{} cards", range(cards))),
        total.map(|total| format!("a total of {}", range(total))),
        blackjack.map(|is| if is { "a blackjack" } else { "no blackjack" }.to_owned()),
        first_three.as_ref().map(|three| format!("its first three cards {}", describe_cards(three, wager))),
        (!third.is_empty()).then(|| format!("its third card {}", rank_names(third).join(" or "))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "any cards".to_owned() } else { parts.join(" and ") }
}

fn describe_straight(pattern: &StraightPattern) -> String {
    let StraightPattern { cards, ace } = pattern;
    let aces: Vec<String> = ace.iter().map(|&suit| format!("A{}", Suit::from(suit).letter())).collect();
    let with_ace = if aces.is_empty() { String::new() } else { format!(", {} among them", aces.join(" or ")) };
    format!("a straight of {cards} cards or more in the order in which they came{with_ace}")
}
