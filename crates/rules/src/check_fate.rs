//! That what a side wager's `fate` says is what its lines are paid.

use crate::fate::Fared;
use crate::fault::{Check, fault};
use crate::side_wager::{DealerPattern, LineRule, SideWager};

/// Lines are valued by the cards that they name. So the wager can be lost early only where no line could win any more.
pub(crate) fn check_fate(wager: &SideWager) -> Check {
    let fate = &wager.fate;
    let on_cards: Vec<&LineRule> = wager.lines.iter().filter(|line| line.chance.is_none()).collect();
    let any = |is: &dyn Fn(&LineRule) -> bool| on_cards.iter().any(|line| is(line));
    let has_hands = any(&|line| line.hand.is_some());
    let has_dealer_hands = any(&|line| line.dealer_hand.is_some());
    let has_straights = any(&|line| line.straight.is_some());
    // A hand that is given up or bust has no total that a line on the finished hand could name.
    let goes_with_hand = has_hands && !any(&|line| line.hand.is_none());
    for (key, stated) in [("surrender", fate.surrender), ("bust", fate.bust)] {
        match stated {
            Fared::Lost if !goes_with_hand => {
                let message = "lines that do not look at the finished hand are valued as if the wager stayed";
                return fault(&[key], message, "`settled` or `stays`");
            }
            Fared::Settled | Fared::Stays if has_hands => {
                return fault(&[key], "a line looks at the finished hand, and there is none", "`lost`");
            }
            Fared::Settled if has_dealer_hands => {
                return fault(
                    &[key],
                    "a line looks at the dealer's finished hand, and is not settled before",
                    "`stays`",
                );
            }
            _ => {}
        }
    }
    if fate.dealer_blackjack == Fared::Settled && any(&|line| waits_for_dealer(line)) {
        let message = "a line looks at the dealer's cards or the finished hand, and is not settled before";
        return fault(&["dealer-blackjack"], message, "`stays` or `lost`");
    }
    if fate.dealer_blackjack == Fared::Lost && (wager.match_pays.is_some() || any(&wins_with_blackjack)) {
        let message = "a line that can win with a dealer blackjack is valued as if the wager stayed";
        return fault(&["dealer-blackjack"], message, "`settled` or `stays`");
    }
    for (key, stated) in
        [("surrender", fate.surrender), ("bust", fate.bust), ("dealer-blackjack", fate.dealer_blackjack)]
    {
        if has_straights && stated != Fared::Stays {
            return fault(&[key], "`play` says what becomes of a straight", "`stays`");
        }
    }
    Ok(())
}

fn waits_for_dealer(line: &LineRule) -> bool {
    line.dealer.is_some() || line.dealer_hand.is_some() || line.hand.is_some()
}

/// Whether a blackjack of the dealer can fit the line.
fn wins_with_blackjack(line: &LineRule) -> bool {
    let fits = |hand: &DealerPattern| hand.fits(2, 21, true) && !hand.asks_for_faces();
    line.dealer_hand.as_ref().is_none_or(fits)
}
