//! What counts tell of the wagers, rounds by true count, and effects of removal of side wagers, as tables for spreadsheets.

use certificate::{BestTags, CountedWagerWorth, Counting, SeenDepth, TrueCountRow};
use num_rational::BigRational;

use crate::csv::{both, line, root};
use crate::{counted, figure};

const EMPTY: &str = "";

/// `counts.csv`: a line for every wager, paytable and count, and one for the best tags of each level, whose name is `best-1` and so on. EVs are per unit of the wager; a true count is the running count less
/// its mean after as many cards, over the decks not seen.
pub(crate) fn counts_csv(counting: &Counting) -> String {
    let mut text = String::from(
        "wager,paytable,count,A,2,3,4,5,6,7,8,9,T,correlation,per_true_count,per_true_count_fraction,even_at,even_at_fraction\n",
    );
    for wager in &counting.wagers {
        for one in &wager.by_count {
            let tags = counting.counts.iter().find(|count| count.id == one.id).map(counted::tags).unwrap_or_default();
            let gained = [both(one.per_true_count.as_ref()), both(one.even_at.as_ref())].concat();
            let told = [&[one.correlation.as_str()], &gained[..]].concat();
            count_line(&mut text, wager, &one.id, &tags, &told);
        }
        for BestTags { level, tags, correlation } in &wager.best {
            let tags = tags.iter().map(|&tag| BigRational::from_integer(tag.into())).collect::<Vec<_>>();
            let told = [correlation.as_str(), EMPTY, EMPTY, EMPTY, EMPTY];
            count_line(&mut text, wager, &format!("best-{level}"), &tags, &told);
        }
    }
    text
}

/// `told` is the correlation and what follows it.
fn count_line(text: &mut String, wager: &CountedWagerWorth, count: &str, tags: &[BigRational], told: &[&str]) {
    let tags: Vec<String> = tags.iter().map(figure::decimal).collect();
    let mut fields = name(wager).to_vec();
    fields.push(count);
    fields.extend(tags.iter().map(String::as_str));
    fields.extend(told);
    line(text, &fields);
}

/// Id and paytable; the base wager has neither.
fn name(wager: &CountedWagerWorth) -> [&str; 2] {
    [wager.wager.as_deref().unwrap_or("base"), wager.paytable.as_deref().unwrap_or(EMPTY)]
}

/// The part of the shoe and the cards seen.
pub(crate) fn seen(depth: &SeenDepth) -> [String; 2] {
    [u32::from(depth.percent), depth.seen].map(|number| number.to_string())
}

/// The true counts that a row begins with and ends before; nothing where it is open.
pub(crate) fn ends(row: &TrueCountRow) -> [String; 2] {
    [row.from, row.below].map(|end| end.map_or_else(String::new, |end| end.to_string()))
}

/// `counts-by-depth.csv`: a line for every count, number of cards seen and row of true counts. `from` is left open in the row of all lower true counts, `below` in that of all higher ones. EVs are per unit of the
/// base wager; `line` is the straight line at the mean true count of the row. Insurance is per unit of it, given an up card that it is offered on, which is not counted. What is not stated is left open.
pub(crate) fn counts_by_depth_csv(counting: &Counting) -> Option<String> {
    let mut text = String::from(
        "count,percent_seen,cards_seen,from,below,probability,probability_fraction,ev,ev_fraction,line,line_fraction,standard_deviation,variance_fraction,insurance_wins,insurance_wins_fraction,insurance_ev,insurance_ev_fraction\n",
    );
    let rows =
        counted::depths(counting).flat_map(|(count, depth)| depth.rows.iter().map(move |row| (count, depth, row)));
    let mut is_empty = true;
    for (count, depth, row) in rows {
        is_empty = false;
        let ([percent, seen], [from, below]) = (seen(depth), ends(row));
        let told = [&count.id, &percent, &seen, &from, &below].map(String::as_str);
        let insurance = row.insurance.as_ref();
        let numbers = [
            both(Some(&row.probability)),
            both(Some(&row.ev)),
            both(row.by_line.as_ref()),
            root(row.std_dev.as_ref()),
            both(insurance.map(|one| &one.wins)),
            both(insurance.map(|one| &one.ev)),
        ];
        line(&mut text, &[&told[..], &numbers.concat()].concat());
    }
    (!is_empty).then_some(text)
}

/// `bets-by-depth.csv`: a line for every count, number of cards seen and pair of bets. `most` units are bet where the EV given the count is above zero, `least` elsewhere; `pays` is how likely the first is, `from` and `up_to` are left
/// open where there is no such true count. Mean bet, `win` and standard deviation are in units a round; a round with a bet of 0 counts.
pub(crate) fn bets_by_depth_csv(counting: &Counting) -> Option<String> {
    let mut text = String::from(
        "count,percent_seen,cards_seen,pays,pays_fraction,from,from_fraction,up_to,up_to_fraction,least,most,mean_bet,mean_bet_fraction,win,win_fraction,standard_deviation,variance_fraction\n",
    );
    let mut is_empty = true;
    for (count, depth) in counted::depths(counting) {
        let [percent, seen] = seen(depth);
        let bets = depth.bets.iter();
        for (bets, spread) in bets.flat_map(|bets| bets.spreads.iter().map(move |spread| (bets, spread))) {
            is_empty = false;
            let [from, up_to] = [&bets.pays_from, &bets.pays_up_to].map(|at| both(at.as_ref()));
            let units = [spread.least, spread.most].map(|units| units.to_string());
            let told = [&count.id, &percent, &seen].map(String::as_str);
            let pays = [both(Some(&bets.pays)), from, up_to].concat();
            let numbers =
                [both(Some(&spread.mean_bet)), both(Some(&spread.win)), root(spread.std_dev.as_ref())].concat();
            line(&mut text, &[&told[..], &pays, &units.each_ref().map(String::as_str), &numbers].concat());
        }
    }
    (!is_empty).then_some(text)
}

/// `side-wager-removal.csv`: a line for every side wager, paytable and card value. `ev` is that of the shoe without one such card, every card of the value as likely to be the one; `effect` what it is above that
/// of the full shoe.
pub(crate) fn side_wager_removal_csv(counting: &Counting) -> Option<String> {
    let mut text = String::from("wager,paytable,card,in_shoe,ev,ev_fraction,effect,effect_fraction\n");
    let sides = counting.wagers.iter().filter(|wager| wager.wager.is_some());
    let lines = sides.flat_map(|wager| wager.effects.iter().map(move |one| (wager, one)));
    let mut is_empty = true;
    for (wager, one) in lines {
        is_empty = false;
        let [id, paytable] = name(wager);
        let in_shoe = one.in_shoe.to_string();
        let (ev, effect) = (&one.ev, &one.effect);
        line(
            &mut text,
            &[id, paytable, &one.card, &in_shoe, &ev.decimal, &ev.fraction, &effect.decimal, &effect.fraction],
        );
    }
    (!is_empty).then_some(text)
}
