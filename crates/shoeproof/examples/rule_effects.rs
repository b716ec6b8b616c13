//! What rules are worth: the house edge of blackjack with one option changed at a time.
//!
//! ```sh
//! cargo run --release --example rule_effects
//! ```

use shoeproof::{Analysis, Class, Failure, Silent, Variance, Want};

fn main() -> Result<(), Failure> {
    let changes = [
        "options.soft-17=hit",
        "options.surrender=none",
        "options.double-after-split=false",
        "options.max-hands=2",
        "options.blackjack-pays=6:5",
    ];
    let want = Want { variance: Variance::Without, ..Want::default() };
    let edge = |analysis: &Analysis| analysis.solve(Class::CdzMinus, &want, &Silent).map(|solved| solved.house_edge);
    let analysis = Analysis::of_game("pa-633a-blackjack")?;
    let as_chosen = edge(&analysis)?;
    println!("{}: {}%", analysis.title(), as_chosen.percent(4));
    for change in changes {
        let changed = edge(&analysis.set(change)?)?;
        let better = if changed.value() < as_chosen.value() { "better" } else { "no better" };
        println!("{change}: {}%, {better} for the player", changed.percent(4));
    }
    Ok(())
}
