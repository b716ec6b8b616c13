//! What side wagers cost: the EV of every wager of a game under the readings chosen, and whether it favours the player.
//!
//! ```sh
//! cargo run --release --example side_wagers -- pa-685a-down-under
//! ```

use shoeproof::{Analysis, Failure, Silent, WagersWant};

fn main() -> Result<(), Failure> {
    let game = std::env::args().nth(1).unwrap_or_else(|| "pa-685a-down-under".to_owned());
    let want = WagersWant::default();
    let wagers = Analysis::of_game(&game)?.side_wagers(&want, &Silent)?;
    for entry in wagers.entries.iter().filter(|entry| entry.chosen) {
        let Some(ev) = entry.ev.as_ref().or(entry.ev_at_meter.as_ref()) else { continue };
        let favour = if entry.favours_player { ", in the player's favour" } else { "" };
        println!("{} {}: EV {}%{favour}", entry.title, entry.paytable, ev.percent(4));
    }
    Ok(())
}
