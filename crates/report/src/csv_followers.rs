//! Several players on one box as a table for spreadsheets.

use certificate::SharedBox;

use crate::csv::line;

/// `followers.csv`: for every strategy class of the caller a line for the round, with the up card empty, and for every up card. EVs are per unit of
/// each player's own initial wager.
pub(crate) fn followers_csv(shared: &SharedBox) -> String {
    let mut text = String::from("caller,up,probability,caller_ev,follower_ev,worth,worth_fraction\n");
    for one in &shared.by_caller {
        let mut add = |up: &str, probability: &str, gain: &certificate::FollowerGain| {
            let fields = [
                &one.strategy,
                up,
                probability,
                &gain.caller.decimal,
                &gain.follower.decimal,
                &gain.worth.decimal,
                &gain.worth.fraction,
            ];
            line(&mut text, &fields);
        };
        add("", "1.000000000000000000", &one.round);
        one.by_up_card.iter().for_each(|up| add(&up.up, &up.probability.decimal, &up.gain));
    }
    text
}
