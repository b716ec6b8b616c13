//! What a game costs under each strategy class: the house edge of a game of the catalogue, or of an analysis file.
//!
//! ```sh
//! cargo run --release --example house_edge -- pa-633a-blackjack decks=8
//! ```

use std::path::Path;

use shoeproof::{Analysis, Class, Failure, Silent, Variance, Want};

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "plain-blackjack".to_owned());
    let mut analysis = if Path::new(&game).exists() { Analysis::load(&game)? } else { Analysis::of_game(&game)? };
    for change in arguments {
        analysis = analysis.set(&change)?;
    }
    let want = Want { variance: Variance::Without, ..Want::default() };
    println!("{}", analysis.title());
    for class in [Class::Td, Class::CdzMinus] {
        let solved = analysis.solve(class, &want, &Silent)?;
        println!("{class}: house edge {}%, exactly {}", solved.house_edge.percent(6), solved.house_edge.fraction);
    }
    Ok(())
}
