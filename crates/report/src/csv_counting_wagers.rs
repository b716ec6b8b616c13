//! Side wagers by true count and depth, as tables for spreadsheets.

use certificate::Counting;

use crate::counted::depths;
use crate::csv::{both, line, root};
use crate::csv_counting::{ends, seen};

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
                let [from, below] = ends(row);
                let told = [&count.id, &percent, &seen, &wager.wager, &wager.paytable, &from, &below];
                let std_dev = root(of_wager.std_dev.as_ref());
                let numbers = [both(Some(&row.probability)), both(Some(&of_wager.ev)), std_dev];
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
            let [from, up_to] = [&wager.pays_from, &wager.pays_up_to].map(|at| both(at.as_ref()));
            let numbers = [both(Some(&wager.pays)), both(Some(&wager.gain)), from, up_to];
            line(&mut text, &[&told[..], &numbers.concat()].concat());
        }
    }
    (!is_empty).then_some(text)
}
