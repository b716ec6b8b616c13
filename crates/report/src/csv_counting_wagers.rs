//! Side wagers by true count and depth, as tables for spreadsheets.

use certificate::{CountByDepth, Counting, SeenDepth};

use crate::csv::line;
use crate::csv_counting::parts;

/// `side-wagers-by-depth.csv`: a line for every count, number of cards seen, side wager, paytable and row of true counts, as in `counts-by-depth.csv`. EVs are per unit of the side wager.
pub(crate) fn side_wagers_by_depth_csv(counting: &Counting) -> Option<String> {
    let mut text = String::from(
        "count,percent_seen,cards_seen,wager,paytable,from,below,probability,probability_fraction,ev,ev_fraction,standard_deviation,variance_fraction\n",
    );
    let mut is_empty = true;
    for (count, depth) in depths(counting) {
        let [percent, seen] = seen(depth);
        for (at, wager) in depth.wagers.iter().enumerate() {
            for (row, of_wager) in depth.rows.iter().filter_map(|row| Some((row, row.wagers.get(at)?))) {
                is_empty = false;
                let ends = [row.from, row.below].map(|end| end.map_or_else(String::new, |end| end.to_string()));
                let told = [&count.id, &percent, &seen, &wager.wager, &wager.paytable, &ends[0], &ends[1]];
                let std_dev = of_wager.std_dev.as_ref();
                let std_dev = std_dev.map_or([""; 2], |root| [&root.decimal[..], &root.squared.fraction]);
                let numbers = [parts(Some(&row.probability)), parts(Some(&of_wager.ev)), std_dev];
                line(&mut text, &[&told.map(String::as_str)[..], &numbers.concat()].concat());
            }
        }
    }
    (!is_empty).then_some(text)
}

/// `side-wagers-that-pay.csv`: a line for every count, number of cards seen, side wager and paytable. `pays` is how likely a count is at which the EV is above zero, `gain` what the wager comes to per round and unit if it is made at these
/// counts alone; `from` and `up_to` are left open where there is no such true count.
pub(crate) fn side_wagers_that_pay_csv(counting: &Counting) -> Option<String> {
    let mut text = String::from(
        "count,percent_seen,cards_seen,wager,paytable,pays,pays_fraction,gain,gain_fraction,from,from_fraction,up_to,up_to_fraction\n",
    );
    let mut is_empty = true;
    for (count, depth) in depths(counting) {
        let [percent, seen] = seen(depth);
        for wager in &depth.wagers {
            is_empty = false;
            let told = [&count.id, &percent, &seen, &wager.wager, &wager.paytable].map(String::as_str);
            let [from, up_to] = [&wager.pays_from, &wager.pays_up_to].map(|at| parts(at.as_ref()));
            let numbers = [parts(Some(&wager.pays)), parts(Some(&wager.gain)), from, up_to];
            line(&mut text, &[&told[..], &numbers.concat()].concat());
        }
    }
    (!is_empty).then_some(text)
}

fn depths(counting: &Counting) -> impl Iterator<Item = (&CountByDepth, &SeenDepth)> {
    counting.by_depth.iter().flat_map(|count| count.depths.iter().map(move |depth| (count, depth)))
}

/// The part of the shoe and the cards seen.
fn seen(depth: &SeenDepth) -> [String; 2] {
    [u32::from(depth.percent), depth.seen].map(|number| number.to_string())
}
