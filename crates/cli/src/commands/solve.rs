//! `solve`: the base game.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use shoeproof::{
    Bracket, Exact, FirstHandValues, MistakeCost, PerfectBracket, PerfectSize, Removal, RoundDistribution, Solved,
    SplitHandValues, Spots, UpCard, Variance, Want,
};

use crate::arguments::Solve;
use crate::bar::Bar;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

pub(crate) fn run(arguments: &Solve) -> Result<ExitCode, Failed> {
    if arguments.resume.is_some() && arguments.strategy != shoeproof::Class::Perfect {
        return Err(Failed::Asked("--resume is for --strategy perfect: td and cdz take seconds".to_owned()));
    }
    if arguments.count && matches!(arguments.strategy, shoeproof::Class::Td | shoeproof::Class::BestCdz) {
        return Err(Failed::Asked("--count is of --strategy perfect: the other classes take seconds".to_owned()));
    }
    if arguments.variance && arguments.strategy != shoeproof::Class::Perfect {
        return Err(Failed::Asked(
            "--variance is for --strategy perfect: the other classes have theirs unless --no-variance is given"
                .to_owned(),
        ));
    }
    if arguments.actions && arguments.strategy == shoeproof::Class::Perfect {
        return Err(Failed::Asked(
            "--actions is for --strategy td, cdz and cdz-best: `inspect` values one decision under perfect play"
                .to_owned(),
        ));
    }
    let analysis = arguments.analysis.load()?;
    let mut out = terminal::stdout();
    if arguments.count {
        write_sizes(&mut out, &analysis.count()?, arguments.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let want = Want {
        variance: match (arguments.no_variance, arguments.variance) {
            (true, _) => Variance::Without,
            (_, true) => Variance::Always,
            _ => Variance::Usual,
        },
        bracket: arguments.bracket,
        spots: arguments.spots,
        effects_of_removal: arguments.effects_of_removal,
        actions: arguments.actions,
        distribution: arguments.distribution,
        resume: arguments.resume.clone(),
    };
    let solved = analysis.solve(arguments.strategy, &want, &Bar::new())?;
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&solved)?)?;
    } else {
        writeln!(out, "{}", analysis.title())?;
        write(&mut out, &solved)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_sizes(out: &mut impl Write, sizes: &[PerfectSize], json: bool) -> Result<(), Failed> {
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(sizes)?)?;
        return Ok(());
    }
    let mut table = plain();
    table.set_header(["pairs", "up cards and signals", "hand classes", "card sets", "states per up card", "MB"]);
    for size in sizes {
        let megabytes = size.bytes.div_ceil(1_000_000);
        let numbers = [size.up_cards_and_signals, size.kinds_of_hands, size.sets_of_cards, size.states, megabytes];
        table.add_row(std::iter::once(size.pairs.join(" ")).chain(numbers.map(|number| number.to_string())));
    }
    align_figures(&mut table, 1..6);
    writeln!(out, "{table}")?;
    Ok(())
}

fn write(out: &mut impl Write, solved: &Solved) -> Result<(), Failed> {
    writeln!(out, "strategy class   {}", solved.strategy)?;
    writeln!(out, "unit of EV       {}", solved.unit)?;
    writeln!(out, "EV               {}", solved.ev.rounded(12))?;
    let advantage = if solved.favours_player() { "  (the player has the advantage)" } else { "" };
    writeln!(out, "house edge       {}%{advantage}", solved.house_edge.percent(6))?;
    writeln!(out, "RTP              {}%", solved.rtp.percent(6))?;
    let deviation = solved.deviation.as_ref().map_or_else(|| "not computed".to_owned(), |root| root.rounded(8));
    writeln!(out, "std deviation    {deviation}")?;
    writeln!(out, "average wager    {}", solved.average_wager.rounded(8))?;
    writeln!(out, "element of risk  {}%", solved.element_of_risk.percent(6))?;
    if let Some(PerfectBracket { ev, house_edge_percent: edge }) = &solved.perfect_bracket {
        let between = |bracket: &Bracket, unit: &str| format!("{}{unit} and {}{unit}", bracket.low, bracket.high);
        writeln!(out, "perfect play     EV between {}, house edge between {}", between(ev, ""), between(edge, "%"))?;
    }
    if let Some(spots) = &solved.spots {
        write_spots(out, spots)?;
    }
    if let Some(insurance) = &solved.insurance {
        writeln!(
            out,
            "insurance        {}% of the insurance wager if always taken; optimal use adds {}% of the initial wager",
            insurance.ev_always.percent(4),
            insurance.optimal_gain.percent(6)
        )?;
    }
    for deviation in &solved.deviations {
        writeln!(out, "non-conforming   {deviation}")?;
    }
    write_up_cards(out, &solved.by_up_card)?;
    if !solved.effects_of_removal.is_empty() {
        write_effects(out, &solved.effects_of_removal)?;
    }
    if !solved.actions.is_empty() {
        write_first_hands(out, &solved.actions)?;
    }
    if !solved.actions_after_split.is_empty() {
        write_split_hands(out, &solved.actions_after_split)?;
    }
    if let Some(distribution) = &solved.distribution {
        write_distribution(out, distribution)?;
    }
    writeln!(out, "exact EV {}", solved.ev.fraction)?;
    Ok(())
}

fn write_spots(out: &mut impl Write, spots: &Spots) -> Result<(), Failed> {
    let Spots { number, covariance, correlation, ev, variance, deviation, .. } = spots;
    let [covariance, correlation] = [covariance, correlation].map(|exact| exact.rounded(8));
    writeln!(out, "two spots        covariance {covariance}, correlation {correlation}")?;
    let spots = format!("{number} spots");
    let (ev, variance, deviation) = (ev.rounded(12), variance.rounded(8), deviation.rounded(8));
    writeln!(out, "{spots:<17}EV {ev}, variance {variance}, std deviation {deviation}")?;
    Ok(())
}

fn write_up_cards(out: &mut impl Write, up_cards: &[UpCard]) -> Result<(), Failed> {
    let mut table = plain();
    let other = up_cards.iter().any(|up| up.other_attack_ev.is_some()).then_some("EV, other attack decision");
    table.set_header(["up", "signal", "probability", "EV"].into_iter().chain(other));
    for up in up_cards {
        let attack = match up.attack {
            Some(true) => "attack".to_owned(),
            Some(false) => "no attack".to_owned(),
            None => String::new(),
        };
        let figures = [up.up.clone(), attack, up.probability.rounded(6), up.ev.rounded(8)];
        table.add_row(figures.into_iter().chain(up.other_attack_ev.as_ref().map(|ev| ev.rounded(8))));
        for signal in up.signals.iter().filter(|_| up.signals.len() > 1) {
            table.add_row([String::new(), signal.signal.clone(), signal.probability.rounded(6), signal.ev.rounded(8)]);
        }
    }
    align_figures(&mut table, 2..4 + usize::from(other.is_some()));
    writeln!(out, "{table}")?;
    Ok(())
}

fn write_effects(out: &mut impl Write, effects: &[Removal]) -> Result<(), Failed> {
    let mut table = plain();
    table.set_header(["without", "EV, best play", "effect", "EV, same play", "effect"]);
    for removal in effects {
        let fixed = [&removal.fixed_ev, &removal.fixed_effect];
        let fixed = fixed.map(|one| one.as_ref().map_or_else(|| "not solved".to_owned(), |one| one.rounded(8)));
        table.add_row(
            [vec![removal.card.clone(), removal.ev.rounded(8), removal.effect.rounded(8)], fixed.to_vec()].concat(),
        );
    }
    align_figures(&mut table, 1..5);
    writeln!(out, "{table}")?;
    Ok(())
}

/// The actions of one hand, behind the cells that name it.
struct HandLines<'a> {
    named: Vec<String>,
    best: &'a str,
    in_order: &'a [(&'static str, Exact)],
    costs: &'a BTreeMap<&'static str, MistakeCost>,
}

/// One line an action; a star marks the best. Where two hands may be switched no hand has a frequency of its own.
fn write_actions<'a>(
    out: &mut impl Write,
    names: &[&str],
    is_frequent: bool,
    hands: impl IntoIterator<Item = HandLines<'a>>,
) -> Result<(), Failed> {
    let mut table = plain();
    let per_100_hands = is_frequent.then_some("cost per 100 hands");
    table.set_header(names.iter().copied().chain(["", "action", "EV", "cost"]).chain(per_100_hands));
    let places = |exact: Option<&Exact>| exact.map_or_else(String::new, |exact| exact.rounded(8));
    for HandLines { named, best, in_order, costs } in hands {
        for (action, ev) in in_order {
            let mark = if *action == best { "*" } else { "" };
            let cost = costs.get(action);
            let per_100 = is_frequent.then(|| places(cost.and_then(|cost| cost.per_100_hands.as_ref())));
            let values =
                [mark.to_owned(), (*action).to_owned(), ev.rounded(8), places(cost.map(|cost| &cost.per_hand))];
            table.add_row(named.iter().cloned().chain(values).chain(per_100));
        }
    }
    let ev = names.len() + 2;
    align_figures(&mut table, ev..ev + 2 + usize::from(is_frequent));
    writeln!(out, "{table}")?;
    Ok(())
}

fn write_first_hands<'a>(out: &mut impl Write, hands: &'a [FirstHandValues]) -> Result<(), Failed> {
    let is_frequent = hands.iter().any(|hand| hand.frequency.is_some());
    let lines = |hand: &'a FirstHandValues| {
        let FirstHandValues { up, signal, hand, best, costs, in_order, .. } = hand;
        HandLines { named: vec![up.clone(), signal.clone(), hand.join(",")], best, in_order, costs }
    };
    write_actions(out, &["up", "signal", "hand"], is_frequent, hands.iter().map(lines))
}

/// The same of hands of the pairs that are split.
fn write_split_hands<'a>(out: &mut impl Write, hands: &'a [SplitHandValues]) -> Result<(), Failed> {
    let is_frequent = hands.iter().any(|hand| hand.frequency.is_some());
    let lines = |hand: &'a SplitHandValues| {
        let SplitHandValues { up, signal, pair, which, hand, best, costs, in_order, .. } = hand;
        let named = vec![up.clone(), signal.clone(), pair.clone(), (*which).to_owned(), hand.join(",")];
        HandLines { named, best, in_order, costs }
    };
    write_actions(out, &["up", "signal", "split", "hand of it", "cards"], is_frequent, hands.iter().map(lines))
}

pub(super) fn write_distribution(out: &mut impl Write, round: &RoundDistribution) -> Result<(), Failed> {
    let lines = |header: [&'static str; 2], rows: &mut dyn Iterator<Item = [String; 2]>| {
        let mut table = plain();
        table.set_header(header);
        rows.for_each(|row| {
            table.add_row(row);
        });
        align_figures(&mut table, 0..2);
        table
    };
    let net = round.net.iter().map(|one| [one.net.clone(), format!("{}%", one.probability.percent(8))]);
    writeln!(out, "{}", lines(["net result", "probability"], &mut net.into_iter()))?;
    writeln!(out, "hit frequency    {}%", round.hit_frequency.percent(6))?;
    writeln!(out, "skewness         {}", round.skewness.rounded(8))?;
    writeln!(out, "excess kurtosis  {}", round.excess_kurtosis.rounded(8))?;
    let mut table = plain();
    table.set_header(["rounds", "level", "hold from", "to", "normal from", "to"]);
    for hold in &round.hold {
        for interval in &hold.intervals {
            table.add_row([
                hold.rounds.to_string(),
                format!("{}%", interval.level),
                interval.exact[0].clone(),
                interval.exact[1].clone(),
                interval.normal[0].clone(),
                interval.normal[1].clone(),
            ]);
        }
    }
    align_figures(&mut table, 0..6);
    writeln!(out, "{table}")?;
    if let Some(ruin) = &round.ruin {
        for one in &ruin.bankrolls {
            writeln!(out, "bankroll of the {} for a risk of ruin of {}%: {}", ruin.favoured, one.risk, one.bankroll)?;
        }
    }
    Ok(())
}
