//! How a hand is best played: the exact EV of each act, for every up card.
//!
//! ```sh
//! cargo run --release --example best_act -- T,6
//! ```

use shoeproof::{Analysis, Class, Failure, Query, Signal, Value, parse_hand};

fn main() -> Result<(), Failure> {
    let hand = std::env::args().nth(1).unwrap_or_else(|| "T,6".to_owned());
    let hand = parse_hand(&hand).map_err(|error| Failure::Asked(error.to_string()))?;
    let analysis = Analysis::of_game("plain-blackjack")?;
    for up in Value::all() {
        let query = Query { hand: hand.clone(), up, signal: Signal::Unstated, other: Vec::new(), attack: None };
        let inspected = analysis.inspect(&query, Class::CdzMinus)?;
        let acts = inspected.in_order.iter().map(|(act, ev)| format!("{act} {}", ev.rounded(4)));
        println!("against {up}: {} ({})", inspected.best, acts.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}
