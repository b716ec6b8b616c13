//! The side wagers: combination counts, EV and variance, under each paytable and reading.

use std::collections::BTreeMap;

use certificate::{
    DoubleShoe, Exact, MaximumPayout, Parlay, Played, Progressive, Wager, WagerDollars, WagerEvent, WagerFate,
    WagerLine,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{NoLiveHand, OfferedWager, SideWager, Submission};
use serde::{Serialize, Serializer};
use solver::{Class, SolveError};
use wagers::WagerResult;

use crate::covariance::{self, BesideBase};
use crate::failure::Failure;
use crate::offered::{meter_of, with_paytable};
use crate::played::BaseGame;
use crate::progress::{Steps, Work};
use crate::progressive::progressive;
use crate::schema::JsonSchema;
use crate::wager_money::{Conformity, MoneyClaims};
use crate::wager_removal::{FaceRemoved, effects_of_removal};
use crate::{played, present};

/// A side wager under one paytable and reading, per unit of the wager. A progressive's figures are at its meter.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WagerEntry {
    /// Id of the wager.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its clauses.
    pub clauses: String,
    /// Name of the paytable.
    pub paytable: String,
    /// `name=choice` of every reading that concerns the wager.
    pub reading: String,
    /// Whether this is the reading the analysis chose.
    pub chosen: bool,
    /// What becomes of it when the base wager ends early.
    pub fate: WagerFate,
    /// What it pays, and how often.
    pub lines: Vec<WagerEntryLine>,
    /// Of the combinations of all lines.
    pub total: Count,
    /// Expected net result. Left out of a progressive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ev: Option<Exact>,
    /// A progressive's EV by meter.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub progressive: Option<Progressive>,
    /// Of a progressive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ev_at_meter: Option<Exact>,
    /// Whether the EV is positive; of a meter, for a winner who shares it with nobody.
    pub favours_player: bool,
    /// Variance of the net result.
    pub variance: Exact,
    /// The nearest float to its root.
    pub std_dev: f64,
    /// Probability of a positive net result.
    pub hit_frequency: Exact,
    /// What a maximum payout costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<MaximumPayout>,
    /// Of a wager that play decides: play for it and for the base wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Played>,
    /// Winnings added to the base wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parlay: Option<Parlay>,
    /// What the regulation allows.
    #[serde(flatten)]
    pub conformity: Conformity,
    /// Amounts in dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dollars: Option<WagerDollars>,
    /// The part of winnings that may be added to the base wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parlay_portion: Option<Exact>,
    /// Lines on an event apart from the cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<WagerEvent>,
    /// The wager in a round from a double shoe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_shoe: Option<DoubleShoe>,
    /// Covariances. Left out unless asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub beside_base: Option<BesideBase>,
    /// What one card of each face taken out of the shoe does. Left out unless asked for, under other readings than the chosen ones, and of a wager that
    /// play decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects_of_removal: Vec<FaceRemoved>,
    /// The same as a report states it.
    #[serde(skip)]
    pub whole: Wager,
}

/// One outcome of a side wager.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WagerEntryLine {
    /// Its name.
    pub name: String,
    /// How many of the combinations have it.
    pub combinations: Count,
    /// Net per unit, a fraction; with a share of the meter, in words: `100% of meter - 1`.
    pub pays: String,
    /// The part without the meter, where there is a share of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed: Option<String>,
    /// The share of the meter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meter_share: Option<String>,
    /// Its part of the return.
    pub share_of_return: Exact,
}

/// A whole number: a JSON integer while readers keep it exact, a string beyond.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Count {
    /// Below 2^53.
    Small(u64),
    /// Its digits.
    Large(String),
}

impl From<&str> for Count {
    fn from(digits: &str) -> Self {
        match digits.parse::<u64>() {
            Ok(count) if count < 1 << 53 => Count::Small(count),
            _ => Count::Large(digits.to_owned()),
        }
    }
}

/// What is computed besides the figures of every side wager.
#[derive(Debug, Clone, Default)]
pub struct WagersWant {
    /// The meters in dollars, low and high, between which the best play for base and side wager together is searched for changes.
    pub breakpoints: Option<[BigRational; 2]>,
    /// The class that plays the base wager, for every wager's covariance with it and with the other wagers.
    pub covariance: Option<Class>,
    /// What one card of each face taken out of the shoe does to every wager under the chosen readings.
    pub effects_of_removal: bool,
}

/// The side wagers. As JSON it is the list of its entries.
#[derive(Debug, Clone)]
pub struct SideWagers {
    /// One for each wager, paytable and reading that concerns it, the chosen reading first.
    pub entries: Vec<WagerEntry>,
    /// What is left out because it takes too long, and why.
    pub remarks: Vec<String>,
}

impl Serialize for SideWagers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(serializer)
    }
}

/// As [`crate::Analysis::side_wagers`].
pub(crate) fn side_wagers(
    submission: &Submission,
    want: &WagersWant,
    steps: &Steps<'_>,
) -> Result<SideWagers, Failure> {
    with(&mut BaseGame::new(submission), want, steps)
}

/// As [`side_wagers`], with a base game that may be solved already.
pub(crate) fn with(base_game: &mut BaseGame<'_>, want: &WagersWant, steps: &Steps<'_>) -> Result<SideWagers, Failure> {
    let submission = base_game.submission();
    let meters = want.breakpoints.clone().map_or(Meters::None, Meters::Range);
    let (wagers, mut remarks) = wagers(base_game, &meters, steps)?;
    let wagers: Vec<Wager> = wagers.into_iter().map(|(wager, _)| wager).collect();
    let mut beside_base = match want.covariance {
        Some(class) => covariance::all(base_game, class, &wagers)?,
        None => Vec::new(),
    }
    .into_iter();
    if want.effects_of_removal && wagers.iter().any(|wager| !wager.chosen) {
        remarks.push("Effects of removal are those under the readings that the analysis chooses.".to_owned());
    }
    let mut skipped = Vec::new();
    let mut entry = |wager: Wager| {
        let conformity = Conformity::new(submission, &wager)?;
        let offered = with_paytable(submission, &wager.id, &wager.paytable);
        let offered = offered.filter(|_| want.effects_of_removal && wager.chosen);
        let effects = offered.map_or_else(Vec::new, |offered| effects_of_removal(submission, offered));
        if want.effects_of_removal && wager.chosen && effects.is_empty() {
            skipped.push(format!(
                "Effects of removal leave out {} {}: the play of the round decides it, and not the cards dealt alone.",
                wager.title, wager.paytable
            ));
        }
        Ok(WagerEntry { effects_of_removal: effects, ..WagerEntry::new(wager, conformity, beside_base.next()) })
    };
    let entries = wagers.into_iter().map(&mut entry).collect::<Result<_, Failure>>()?;
    remarks.extend(skipped);
    Ok(SideWagers { entries, remarks })
}

/// `name=choice` of every reading that concerns a wager.
fn reading(wager: &Wager) -> String {
    wager.reading.iter().map(|(name, choice)| format!("{name}={choice}")).collect::<Vec<_>>().join(", ")
}

/// What a line pays: `200`, `5/2`, `100% of meter - 1`.
pub fn pays(line: &WagerLine) -> String {
    let short = |text: &str| text.strip_suffix("/1").unwrap_or(text).to_owned();
    let Some(share) = &line.meter_share else { return short(&line.pays) };
    let share = share.parse::<BigRational>().unwrap_or_else(|_| BigRational::zero());
    let percent = cards::fraction(&(share * BigInt::from(100)));
    let fixed = match line.pays.strip_prefix('-') {
        Some(less) => format!(" - {}", short(less)),
        None if line.pays == "0/1" => String::new(),
        None => format!(" + {}", short(&line.pays)),
    };
    format!("{}% of meter{fixed}", short(&percent))
}

impl WagerEntry {
    fn new(wager: Wager, conformity: Conformity, beside_base: Option<BesideBase>) -> Self {
        let lines = wager.lines.iter().map(|line| WagerEntryLine {
            name: line.name.clone(),
            combinations: line.combinations.as_str().into(),
            pays: if line.meter_share.is_some() { pays(line) } else { line.pays.clone() },
            fixed: line.meter_share.is_some().then(|| line.pays.clone()),
            meter_share: line.meter_share.clone(),
            share_of_return: line.share_of_return.clone(),
        });
        let is_progressive = wager.progressive.is_some();
        Self {
            reading: reading(&wager),
            lines: lines.collect(),
            total: wager.total.as_str().into(),
            std_dev: wager.std_dev.decimal.parse().unwrap_or(f64::NAN),
            ev: (!is_progressive).then(|| wager.ev.clone()),
            ev_at_meter: is_progressive.then(|| wager.ev.clone()),
            id: wager.id.clone(),
            title: wager.title.clone(),
            clauses: wager.clause.clone(),
            paytable: wager.paytable.clone(),
            chosen: wager.chosen,
            fate: wager.fate.clone(),
            progressive: wager.progressive.clone(),
            favours_player: wager.favours_player,
            variance: wager.variance.clone(),
            hit_frequency: wager.hit_frequency.clone(),
            maximum: wager.maximum.clone(),
            played: wager.played.clone(),
            parlay: wager.parlay.clone(),
            conformity,
            dollars: wager.dollars.clone(),
            parlay_portion: wager.parlay_portion.clone(),
            events: wager.events.clone(),
            double_shoe: wager.double_shoe.clone(),
            beside_base,
            effects_of_removal: Vec::new(),
            whole: wager,
        }
    }
}

/// Meters that are searched for breakpoints of the joint play.
pub(crate) enum Meters {
    /// None.
    None,
    /// From the seed, or the meter stated, to ten times as much.
    Usual,
    /// These, in dollars.
    Range([BigRational; 2]),
}

/// A wager with what is claimed of it besides its lines.
pub(crate) type ClaimedWager = (Wager, MoneyClaims);

/// Every side wager the submission offers, under each of its paytables and each combination of the readings that concern it;
/// the chosen combination first. The plays of a wager that play decides are compared under the readings chosen.
///
/// What is too much to compute is left out, and the remarks beside the list say so.
pub(crate) fn wagers(
    base_game: &mut BaseGame<'_>,
    meters: &Meters,
    steps: &Steps<'_>,
) -> Result<(Vec<ClaimedWager>, Vec<String>), Failure> {
    let submission = base_game.submission();
    let mut wagers = Vec::new();
    let mut remarks = Vec::new();
    for (id, rule) in &submission.game.wagers {
        if !submission.wagers.iter().any(|offered| &offered.id == id) {
            continue;
        }
        let readings = readings_valued(submission, id)?;
        for (position, reading) in readings.iter().enumerate() {
            for offered in reading.wagers.iter().filter(|offered| &offered.id == id) {
                let chosen = position == 0;
                if !chosen && may_be_left_out(offered, &readings) {
                    remarks.push(left_out(reading, offered));
                    continue;
                }
                steps.working(Work::SideWager(format!("{} {}", rule.title, offered.paytable.name)));
                match valued(base_game, reading, offered, chosen, meters) {
                    Ok(wager) => wagers.push(wager),
                    Err(Failure::Solve(error @ SolveError::TooManyBusts)) => {
                        remarks.push(format!(
                            "{} is not valued with {}: {error}.",
                            rule.title,
                            readings_named(reading, id)
                        ));
                    }
                    Err(failure) => return Err(failure),
                }
            }
        }
    }
    Ok((wagers, remarks))
}

/// The submission under the readings for which a wager is listed, its own first.
pub(crate) fn readings_valued(submission: &Submission, id: &str) -> Result<Vec<Submission>, Failure> {
    // Which wagers a maximum may be set for makes no difference where the cost of one is not computed.
    let has_cost = submission.wagers.iter().any(|offered| offered.id == id && offered.inputs.players.is_some());
    let maximum = format!("wagers.{id}.maximum.");
    let concerned = submission.wager_readings(id).filter(|choice| {
        let keys = choice.switch.choices.iter().flat_map(|choice| choice.set.keys());
        let mut own = keys.filter(|key| key.strip_prefix("wagers.").is_some_and(|key| key.starts_with(id)));
        has_cost || !own.all(|key| key.starts_with(&maximum))
    });
    let combinations = rules::combined_changes(concerned, usize::MAX).unwrap_or_default();
    // The first is the submission as it stands.
    Ok(combinations.iter().map(|changes| submission.changed(changes)).collect::<Result<_, _>>()?)
}

/// Whether a wager may be left out under a reading that is not the submission's own: it takes minutes, and under one of these readings all of it is
/// the same but that the dealer draws where no hand is live.
pub(crate) fn may_be_left_out(offered: &OfferedWager, readings: &[Submission]) -> bool {
    if !offered.rule.depends_on_play() || offered.rule.play.no_live_hand != NoLiveHand::Stops {
        return false;
    }
    let mut drawn = SideWager::clone(&offered.rule);
    drawn.play.no_live_hand = NoLiveHand::Draws;
    let mut others = readings.iter().flat_map(|reading| &reading.wagers);
    others.any(|other| other.id == offered.id && other.paytable == offered.paytable && *other.rule == drawn)
}

/// That a wager is left out under readings by which the dealer stops for want of a live hand, and which are not chosen.
pub(crate) fn left_out(reading: &Submission, offered: &OfferedWager) -> String {
    format!(
        "{} is not valued with {}: to enumerate the rounds of a split in which no hand is live takes minutes. \
         An analysis that chooses it has it.",
        offered.rule.title,
        readings_named(reading, &offered.id),
    )
}

/// One wager under one reading.
fn valued(
    base_game: &mut BaseGame<'_>,
    reading: &Submission,
    offered: &OfferedWager,
    chosen: bool,
    meters: &Meters,
) -> Result<ClaimedWager, Failure> {
    let (result, played) = match base_game.without_play(reading, offered) {
        Some(result) => (result, None),
        None if chosen => {
            let meter = meter_of(offered);
            let range = match meters {
                Meters::None => None,
                Meters::Usual => Some([meter.clone(), &meter * BigInt::from(10)]),
                Meters::Range(dollars) => Some(dollars.each_ref().map(|end| offered.in_wagers(end))),
            };
            let range = range.filter(|_| offered.rule.meter.is_some());
            let (result, played) = base_game.aims(offered, &meter, range)?;
            (result, Some(played))
        }
        None => (base_game.under_base_play(offered)?, None),
    };
    let mut wager = wager(reading, offered, &result, chosen);
    wager.parlay = played::parlay(base_game, offered, &result.fixed)?;
    wager.played = played;
    let claims = MoneyClaims::new(base_game, reading, offered, &result)?;
    claims.tell(reading, offered, &result, &mut wager);
    Ok((wager, claims))
}

/// The choices of the readings that concern a wager.
pub(crate) fn readings_named(submission: &Submission, id: &str) -> String {
    let named = submission.wager_readings(id).map(|choice| format!("{} = {}", choice.switch.name, choice.choice));
    named.collect::<Vec<_>>().join(", ")
}

pub(crate) fn wager(submission: &Submission, offered: &OfferedWager, result: &WagerResult, chosen: bool) -> Wager {
    let rule = &offered.rule;
    let meter = meter_of(offered);
    let total = BigRational::from_integer(BigInt::from(result.total.clone()));
    let returned = BigRational::one() + result.ev(&meter);
    let lines = result.lines.iter().map(|line| {
        let probability = BigRational::from_integer(line.combinations.clone().into()) / &total;
        let pays = line.pays(&meter);
        WagerLine {
            name: line.name.clone(),
            combinations: line.combinations.to_string(),
            pays: cards::fraction(&line.fixed),
            meter_share: (!line.per_meter.is_zero()).then(|| cards::fraction(&line.per_meter)),
            contribution: (&(&pays * &probability)).into(),
            share_of_return: (&(if returned.is_zero() {
                BigRational::zero()
            } else {
                (pays + BigRational::one()) * probability / &returned
            }))
                .into(),
        }
    });
    let variance = result.variance(&meter);
    let ev = result.ev(&meter);
    let reading = submission.wager_readings(&offered.id);
    let ends = rule.ends();
    Wager {
        id: result.id.clone(),
        title: result.title.clone(),
        clause: result.clauses.join(", "),
        paytable: result.paytable.clone(),
        reading: reading.map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect::<BTreeMap<_, _>>(),
        chosen,
        fate: WagerFate {
            surrender: submission.game.surrenders().map(|_| ends.surrender.name().to_owned()),
            bust: ends.bust.name().to_owned(),
            dealer_blackjack: ends.dealer_blackjack.name().to_owned(),
        },
        lines: lines.collect(),
        total: result.total.to_string(),
        favours_player: present::is_positive(&ev),
        ev: (&ev).into(),
        std_dev: present::root(&variance),
        variance: (&variance).into(),
        hit_frequency: (&result.hit_frequency).into(),
        published: rule
            .published
            .as_ref()
            .map(|published| [published.low.ratio().into(), published.high.ratio().into()]),
        progressive: rule.meter.as_ref().map(|rule| progressive(rule, offered, result, &meter)),
        maximum: None,
        played: None,
        parlay: None,
        dollars: None,
        parlay_portion: None,
        events: Vec::new(),
        double_shoe: None,
    }
}
