//! Side wagers, counted again over the physical cards.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Card, FaceCounts, Suit, Value};
use certificate::number::{self, NumberError};
use certificate::{StatedClass, StatedLine, StatedWager};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{
    Added, Choice, Drawn, Game, LineRule, MatchPays, MeterAmount, MeterRule, Odds, OfferedWager, ParlayAdds,
    PlayerCards, SeedIn, SideWager, Submission, TensMatch,
};

use crate::dealer::{self, falling};
use crate::hands::{Counts, VALUES};
use crate::played::{self, End};
use crate::refusal::{Refusal, expect};
use crate::wager_money;
use crate::wager_patterns::{ends_as, fits, shows, shows_faces};

/// Lines that fit are kept as bits.
pub(crate) const MOST_LINES: usize = 30;

/// Which lines are paid: names of the outcome, net result.
pub(crate) type Outcomes = BTreeMap<String, (BigInt, MeterAmount)>;

/// The readings that concern a wager, as the submission has them.
pub(crate) fn own(submission: &Submission, id: &str) -> BTreeMap<String, String> {
    chosen(submission.readings.iter().filter(|choice| choice.switch.affects_wager(id)))
}

fn title(one: &StatedWager) -> String {
    let reading = one.reading.iter().map(|(name, choice)| format!(" {name}={choice}")).collect::<String>();
    format!("wager {} {}{reading}", one.id, one.paytable)
}

/// The submission under a wager's readings, and the wager there.
pub(crate) fn offered(submission: &Submission, one: &StatedWager) -> Result<(Submission, OfferedWager), Refusal> {
    let here = title(one);
    let mut switched = submission.clone();
    for (name, choice) in &one.reading {
        let switch = switched.with(&format!("readings.{name}"), choice);
        switched = switch.map_err(|error| Refusal::Table(format!("the {here}: {}", error.message)))?;
    }
    let wager = switched.wagers.iter().find(|offered| offered.id == one.id && offered.paytable.name == one.paytable);
    let Some(wager) = wager.cloned() else {
        return Err(Refusal::Table(format!("the {here} is not offered")));
    };
    Ok((switched, wager))
}

/// Every offered paytable must be there under the submission's own readings, and no wager that is not offered or twice.
///
/// # Errors
/// [`Refusal`] for the first that is missing or has no place.
pub(crate) fn present(submission: &Submission, stated: &[StatedWager]) -> Result<(), Refusal> {
    for offered in &submission.wagers {
        let is_stated = |one: &StatedWager| {
            one.id == offered.id && one.paytable == offered.paytable.name && one.reading == own(submission, &offered.id)
        };
        if !stated.iter().any(is_stated) {
            return Err(Refusal::Table(format!("the wager {} {} is missing", offered.id, offered.paytable.name)));
        }
    }
    let mut seen = BTreeSet::new();
    for one in stated {
        let here = title(one);
        if !seen.insert((&one.id, &one.paytable, &one.reading)) {
            return Err(Refusal::Table(format!("the {here} is stated twice")));
        }
        let own = own(submission, &one.id);
        if !own.keys().eq(one.reading.keys()) {
            return Err(Refusal::Table(format!("the {here} names other readings than concern it")));
        }
        let (_, offered) = offered(submission, one)?;
        if one.played.is_some() && !(offered.rule.depends_on_play() && one.reading == own) {
            return Err(Refusal::Table(format!("the {here} states play that does not decide it")));
        }
        if one.parlay.is_some() && offered.rule.parlay.is_none() {
            return Err(Refusal::Table(format!(
                "the {here} adds winnings to the base wager, which its rules do not allow"
            )));
        }
    }
    Ok(())
}

/// Why a wager is not counted, if it is not.
pub(crate) fn unchecked(submission: &Submission, one: &StatedWager, play: Option<&StatedClass>) -> Option<String> {
    let (switched, offered) = offered(submission, one).ok()?;
    reason(&switched, &offered, play).map(str::to_owned)
}

fn reason(switched: &Submission, offered: &OfferedWager, play: Option<&StatedClass>) -> Option<&'static str> {
    match play.filter(|_| offered.rule.depends_on_play()) {
        Some(_) => played::unchecked(switched, &offered.rule),
        None => not_counted(offered),
    }
}

/// The places of the wagers whose deals are counted together: a wager's paytables under one reading.
pub(crate) fn groups(stated: &[StatedWager]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut places: BTreeMap<(&str, &BTreeMap<String, String>), usize> = BTreeMap::new();
    for (at, one) in stated.iter().enumerate() {
        let place = *places.entry((&one.id, &one.reading)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(at);
    }
    groups
}

/// Counts the deals of a wager under one reading and checks every paytable; if play decides it, under the play of this class.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub(crate) fn check(
    submission: &Submission,
    stated: &[&StatedWager],
    play: Option<&StatedClass>,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    let mut counted: Option<Counted> = None;
    for one in stated {
        let here = title(one);
        let (switched, offered) = offered(submission, one)?;
        if reason(&switched, &offered, play).is_some() {
            continue;
        }
        let counted = match &mut counted {
            Some(counted) => counted,
            None => {
                progress(&here);
                counted.insert(match play.filter(|_| offered.rule.depends_on_play()) {
                    Some(class) => {
                        Counted::played(&switched, class, &offered, &|at| progress(&format!("{here}: {at}")))?
                    }
                    None => Counted::new(&switched.game, &offered)?,
                })
            }
        };
        compare(&here, one, &offered, counted)?;
        wager_money::check(&here, one, &switched.game, &offered, counted)?;
    }
    Ok(())
}

pub(crate) fn not_counted(offered: &OfferedWager) -> Option<&'static str> {
    let rule = &offered.rule;
    if rule.depends_on_play() {
        return Some("the play of the hand decides it, and none is stated");
    }
    if rule.lines.iter().any(|line| line.chance.is_some()) {
        return Some("it has a line on an event apart from the cards");
    }
    if rule.lines.len() > MOST_LINES {
        return Some("it has more lines than are counted together");
    }
    let of_dealer = rule.lines.iter().any(|line| line.dealer_hand.is_some());
    let of_deal = |line: &LineRule| {
        line.player.is_some() || line.with_up.is_some() || line.up_card.is_some() || line.dealer.is_some()
    };
    if of_dealer && rule.lines.iter().any(of_deal) {
        return Some("it has lines on the deal and on the dealer's finished hand");
    }
    if rule.cards == PlayerCards::FirstFour && rule.lines.iter().any(asks_for_dealer) {
        return Some("it looks at four cards of the player and at the dealer's");
    }
    None
}

pub(crate) fn asks_for_dealer(line: &LineRule) -> bool {
    line.with_up.is_some() || line.up_card.is_some() || line.dealer.is_some()
}

/// Deals by the lines that they fit.
pub(crate) struct Counted {
    /// By the lines that fit, as bits; in a wager on matches, 1 for each suited and 16 for each unsuited match.
    pub(crate) ways: BTreeMap<u32, BigInt>,
    /// The wager is returned, whatever fits.
    returned: BigInt,
    pub(crate) total: BigInt,
    /// Probabilities, of which no deals are counted: any denominator that they are whole over is as good.
    is_law: bool,
    /// Of a wager that play decides, before events apart from the cards.
    pub(crate) ends: BTreeMap<End, BigRational>,
}

/// Compares every claim on a wager with the deals.
fn compare(here: &str, stated: &StatedWager, offered: &OfferedWager, counted: &Counted) -> Result<(), Refusal> {
    let outcomes = outcomes(offered, counted)?;
    let total = whole(here, &stated.total)?;
    if total != counted.total && !(counted.is_law && total.is_positive()) {
        return Err(Refusal::value(&format!("{here}: deals"), &stated.total, &counted.total.to_string()));
    }
    let mut left: BTreeMap<&str, &StatedLine> = BTreeMap::new();
    for line in &stated.lines {
        if left.insert(&line.name, line).is_some() {
            return Err(Refusal::Table(format!("{here}: the line {} is there twice", line.name)));
        }
    }
    let share = |line: &StatedLine| line.meter_share.clone().unwrap_or_else(|| "0/1".to_owned());
    for (name, (ways, net)) in &outcomes {
        let place = format!("{here}, {name}");
        let Some(line) = left.remove(name.as_str()) else {
            if ways.is_zero() {
                continue;
            }
            return Err(Refusal::Table(format!("{here}: the line {name} is missing")));
        };
        let (ways, rest) = (ways * &total).div_rem(&counted.total);
        if !rest.is_zero() || whole(&place, &line.combinations)? != ways {
            return Err(Refusal::value(&format!("{place}: deals"), &line.combinations, &ways.to_string()));
        }
        expect(&format!("{place}: pays"), &line.pays, &net.fixed)?;
        expect(&format!("{place}: share of the meter"), &share(line), &net.per_meter)?;
    }
    if let Some(name) = left.keys().next() {
        return Err(Refusal::Table(format!("{here}: there is no outcome {name}")));
    }
    let mean = |of: &dyn Fn(&MeterAmount) -> BigRational| -> BigRational {
        let sum: BigRational =
            outcomes.values().map(|(ways, net)| of(net) * BigRational::from_integer(ways.clone())).sum();
        sum / BigRational::from_integer(counted.total.clone())
    };
    let fixed = mean(&|net| net.fixed.clone());
    let per_unit = mean(&|net| net.per_meter.clone());
    let meter = match (&stated.meter, &offered.rule.meter) {
        (None, None) => BigRational::zero(),
        (Some(stated), Some(rule)) => {
            let at = meter_in_wagers(rule, offered);
            expect(&format!("{here}: meter"), &stated.at, &at)?;
            expect(&format!("{here}: EV without the meter"), &stated.fixed, &fixed)?;
            expect(&format!("{here}: EV per unit of the meter"), &stated.per_unit, &per_unit)?;
            match (&stated.break_even, per_unit.is_zero()) {
                (None, true) => (),
                (Some(stated), false) => expect(&format!("{here}: even at a meter"), stated, &(-&fixed / &per_unit))?,
                _ => return Err(Refusal::Table(format!("{here}: the even meter is missing or has no sense"))),
            }
            at
        }
        _ => return Err(Refusal::Table(format!("{here}: the meter is missing, or the wager has none"))),
    };
    let ev = &fixed + &per_unit * &meter;
    expect(&format!("{here}: EV"), &stated.ev, &ev)?;
    let square = mean(&|net| {
        let net = &net.fixed + &net.per_meter * &meter;
        &net * &net
    });
    expect(&format!("{here}: variance"), &stated.variance, &(square - &ev * &ev))?;
    let one = |wins: bool| if wins { BigRational::one() } else { BigRational::zero() };
    let hits = mean(&|net| one(net.per_meter.is_positive() || net.fixed.is_positive()));
    expect(&format!("{here}: hit frequency"), &stated.hit_frequency, &hits)
}

/// The meter that figures are of: dollars stated, or those of the text, divided by the wager; or the multiple of the text.
pub(crate) fn meter_in_wagers(rule: &MeterRule, offered: &OfferedWager) -> BigRational {
    let inputs = &offered.inputs;
    let of_text = BigRational::from_integer(rule.seed.into());
    let dollars = match (inputs.meter.as_ref().or(inputs.seed.as_ref()), rule.seed_in) {
        (Some(stated), _) => stated.clone(),
        (None, SeedIn::Dollars) => of_text,
        (None, SeedIn::Wagers) => return of_text,
    };
    inputs.stake.as_ref().map_or_else(|| dollars.clone(), |wager| &dollars / wager)
}

/// The chance of an event apart from the cards, if it is offered at all: as stated, or of the rounds that offer it.
pub(crate) fn chance(offered: &OfferedWager, name: &str) -> Option<BigRational> {
    if let Some(stated) = offered.inputs.chances.get(name) {
        return Some(stated.clone());
    }
    Some(offered.inputs.offers.get(name)? * chance_if_offered(offered, name)?)
}

/// The chance of an event in a round in which it is offered; `None` where the rules do not say what is drawn.
pub(crate) fn chance_if_offered(offered: &OfferedWager, name: &str) -> Option<BigRational> {
    let ratio = |n: usize, d: usize| BigRational::new(n.into(), d.into());
    Some(match offered.rule.events.get(name)?.draws {
        Drawn::Seat(seats) => ratio(1, offered.inputs.seats.unwrap_or(seats) as usize),
        // Of all pairs of cards, those that hold none of the copies of the face.
        Drawn::Card => {
            let cards = offered.cards.total() as usize;
            let pairs = |cards: usize| cards * cards.saturating_sub(1);
            let without: usize =
                offered.cards.faces().map(|face| pairs(cards - usize::from(offered.cards.count(face)))).sum();
            // A face of which no card is left matches none.
            let faces = usize::from(offered.faces_of_deck);
            let gone = (faces - offered.cards.faces().count()) * pairs(cards);
            ratio(1, 1) - ratio(without + gone, pairs(cards) * faces)
        }
    })
}

fn whole(here: &str, text: &str) -> Result<BigInt, Refusal> {
    number::whole(text).map_err(|error: NumberError| Refusal::Number { what: here.to_owned(), error })
}

/// Outcomes by name with what they pay.
pub(crate) fn outcomes(offered: &OfferedWager, counted: &Counted) -> Result<Outcomes, Refusal> {
    let rule = &offered.rule;
    let mut outcomes = Outcomes::new();
    if !counted.returned.is_zero() {
        let nothing = MeterAmount::fixed(BigRational::zero());
        outcomes.insert("Returned".to_owned(), (counted.returned.clone(), nothing));
    }
    if let Some(reading) = rule.match_pays {
        for suited in 0..=2_u32 {
            for unsuited in 0..=2 - suited {
                let ways = counted.ways.get(&(suited + 16 * unsuited)).cloned().unwrap_or_default();
                let net = MeterAmount::fixed(match_net(reading, offered, suited, unsuited));
                outcomes.insert(match_name(suited, unsuited).to_owned(), (ways, net));
            }
        }
        return Ok(outcomes);
    }
    // Lines that no deal fits are outcomes of their own too.
    let none = BigInt::zero();
    let alone = (0..rule.lines.len()).map(|at| (1_u32 << at, &none));
    for (fitting, ways) in counted.ways.iter().map(|(&fitting, ways)| (fitting, ways)).chain(alone) {
        let (name, net) = paid(offered, fitting);
        outcomes.entry(name).or_insert_with(|| (BigInt::zero(), net)).0 += ways;
    }
    Ok(outcomes)
}

/// The net result where these lines fit, as bits of [`Counted::ways`].
pub(crate) fn net(offered: &OfferedWager, fitting: u32) -> MeterAmount {
    match offered.rule.match_pays {
        Some(reading) => MeterAmount::fixed(match_net(reading, offered, fitting % 16, fitting / 16)),
        None => paid(offered, fitting).1,
    }
}

/// The name of the outcome that these lines are, and its net result.
fn paid(offered: &OfferedWager, fitting: u32) -> (String, MeterAmount) {
    let rule = &offered.rule;
    let paid = rule.lines.iter().zip(&offered.paytable.pays).enumerate();
    let paid = paid.filter(|(at, (line, _))| fitting & 1 << at != 0 && !rule.without.contains(&line.name));
    let mut names = Vec::new();
    let mut returns: Vec<MeterAmount> = Vec::new();
    let mut first = None;
    let mut added = Vec::new();
    for (_, (line, pay)) in paid {
        if line.adds {
            added.push((line, pay));
        } else if first.is_none() {
            first = Some((line, pay));
        }
    }
    for (line, pay) in first.into_iter().chain(added) {
        names.push(line.name.as_str());
        returns.push(rule.returns(pay));
    }
    let name = if names.is_empty() { "All others".to_owned() } else { names.join(" + ") };
    let mut returned = MeterAmount::fixed(BigRational::zero());
    for (at, one) in returns.into_iter().enumerate() {
        match rule.added {
            Added::OnTop => returned = returned + one,
            Added::OnTopLessWager => {
                let less = if at > 0 { -BigRational::one() } else { BigRational::zero() };
                returned = returned + one + MeterAmount::fixed(less);
            }
            Added::Highest => {
                if (&one.per_meter, &one.fixed) > (&returned.per_meter, &returned.fixed) {
                    returned = one;
                }
            }
        }
    }
    let net = returned + MeterAmount::fixed(-BigRational::one());
    (name, net)
}

fn match_name(suited: u32, unsuited: u32) -> &'static str {
    match (suited, unsuited) {
        (2, _) => "Two suited matches",
        (1, 1) => "One suited and one unsuited match",
        (1, _) => "One suited match",
        (_, 2) => "Two unsuited matches",
        (_, 1) => "One unsuited match",
        _ => "No match",
    }
}

fn match_net(reading: MatchPays, offered: &OfferedWager, suited: u32, unsuited: u32) -> BigRational {
    let table = &offered.paytable;
    let won: Vec<BigRational> = [(table.suited, suited), (table.unsuited, unsuited)]
        .into_iter()
        .flat_map(|(odds, times)| (0..times).filter_map(move |_| odds))
        .map(Odds::exact)
        .collect();
    match reading {
        _ if won.is_empty() => -BigRational::one(),
        MatchPays::Each => won.into_iter().sum(),
        MatchPays::Best => won.into_iter().max().unwrap_or_else(BigRational::zero),
    }
}

impl Counted {
    pub(crate) fn deals(ways: BTreeMap<u32, BigInt>, total: BigInt) -> Self {
        Self { ways, returned: BigInt::zero(), total, is_law: false, ends: BTreeMap::new() }
    }

    /// The probabilities of a wager that play decides, and events apart from the cards.
    fn played(
        submission: &Submission,
        class: &StatedClass,
        offered: &OfferedWager,
        progress: &dyn Fn(&str),
    ) -> Result<Self, Refusal> {
        let ends = played::law(submission, class, &offered.rule, progress)?;
        let counted = Self::with_events(&ends, &offered.rule, &|name| chance(offered, name));
        Ok(Self { ends, ..counted })
    }

    /// The same for other chances of the events, over the least common denominator.
    pub(crate) fn with_events(
        ends: &BTreeMap<End, BigRational>,
        rule: &SideWager,
        chance: &dyn Fn(&str) -> Option<BigRational>,
    ) -> Self {
        let mut ends = ends.clone();
        for (at, line) in rule.lines.iter().enumerate() {
            // A line whose chance nobody states is not offered.
            let Some(chance) = line.chance.as_ref().and_then(|name| chance(name)) else { continue };
            let mut split = BTreeMap::new();
            for (end, probability) in ends {
                let with = match end {
                    End::Fits(bits) => End::Fits(bits | 1 << at),
                    End::Returned => End::Returned,
                };
                *split.entry(with).or_insert_with(BigRational::zero) += &probability * &chance;
                *split.entry(end).or_insert_with(BigRational::zero) += probability * (BigRational::one() - &chance);
            }
            ends = split;
        }
        let total = ends.values().fold(BigInt::one(), |total, probability| total.lcm(probability.denom()));
        let mut counted = Self { is_law: true, ..Self::deals(BTreeMap::new(), total) };
        for (end, probability) in ends {
            let ways = (probability * &counted.total).to_integer();
            match end {
                End::Fits(bits) => *counted.ways.entry(bits).or_default() += ways,
                End::Returned => counted.returned += ways,
            }
        }
        counted
    }

    pub(crate) fn new(game: &Game, offered: &OfferedWager) -> Result<Self, Refusal> {
        let rule = &offered.rule;
        let mut deal = Deal::new(offered.cards);
        if rule.match_pays.is_some() {
            return Ok(deal.matches(rule.tens_match));
        }
        if rule.lines.iter().any(|line| line.dealer_hand.is_some()) {
            return deal.dealers(game, rule);
        }
        Ok(deal.lines(rule))
    }
}

/// What is told of cards that are drawn: which lines fit, as in [`Counted::ways`], and the number of ways.
type EachDeal<'a> = &'a mut dyn FnMut(&mut Deal, u32, u64);

/// Cards drawn one by one from a shoe.
pub(crate) struct Deal {
    faces: Vec<Card>,
    shoe: FaceCounts,
    drawn: Vec<Card>,
}

impl Deal {
    pub(crate) fn new(shoe: FaceCounts) -> Self {
        Self { faces: shoe.faces().collect(), shoe, drawn: Vec::new() }
    }

    fn cards(&self) -> usize {
        self.shoe.total() as usize
    }

    /// Copies of a face that are left.
    fn left(&self, face: Card) -> u64 {
        u64::from(self.shoe.count(face)) - self.drawn.iter().filter(|&&one| one == face).count() as u64
    }

    /// Draws so many cards in order, and tells of each draw with its number of ways.
    pub(crate) fn each(&mut self, number: usize, ways: u64, then: &mut dyn FnMut(&mut Self, u64)) {
        if number == 0 {
            then(self, ways);
            return;
        }
        for at in 0..self.faces.len() {
            let face = self.faces[at];
            let left = self.left(face);
            if left > 0 {
                self.drawn.push(face);
                self.each(number - 1, ways * left, then);
                self.drawn.pop();
            }
        }
    }

    /// The up card and two unordered cards of the player.
    fn matches(&mut self, tens: TensMatch) -> Counted {
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        self.each_match(tens, &mut |_, fits, number| *ways.entry(fits).or_default() += number);
        ways.values_mut().for_each(|ways| *ways /= 2);
        Counted::deals(ways, falling(self.cards(), 3) / 2)
    }

    /// Tells of the up card and two cards of the player, in order, what matches and the number of ways.
    fn each_match(&mut self, tens: TensMatch, then: EachDeal<'_>) {
        self.each(3, 1, &mut |deal, number| {
            let up = deal.drawn[0];
            let (mut suited, mut unsuited) = (0, 0);
            for card in &deal.drawn[1..] {
                if card.rank == up.rank && card.suit == up.suit {
                    suited += 1;
                } else if card.rank == up.rank && (tens == TensMatch::Rank || card.rank.value() < Value::TEN) {
                    unsuited += 1;
                }
            }
            then(deal, suited + 16 * unsuited, number);
        });
    }

    /// The player's cards in any order, then the up card and the hole card as far as some line asks for them.
    fn lines(&mut self, rule: &SideWager) -> Counted {
        let number = rule.cards.number();
        let dealers = dealers_asked(rule);
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        self.each_by_lines(rule, &mut |deal, fits, drawn| {
            *ways.entry(fits).or_default() += deal.filled_up(drawn, number + dealers);
        });
        let orders = falling(number, number);
        ways.values_mut().for_each(|ways| *ways /= &orders);
        Counted::deals(ways, falling(self.cards(), number + dealers) / orders)
    }

    /// The same in the order of the cards, of which the first is one of a colour: the player's own, or that of another seat.
    pub(crate) fn lines_beside(&mut self, rule: &SideWager, first_seat: bool, red: bool) -> Counted {
        let number = rule.cards.number();
        let other = usize::from(!first_seat);
        let faces: Vec<Card> = self.faces.iter().copied().filter(|face| is_red(face.suit) == red).collect();
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        let mut first_cards = 0;
        for &face in &faces {
            let copies = u64::from(self.shoe.count(face));
            first_cards += copies;
            self.drawn.push(face);
            self.each(number + other - 1, copies, &mut |deal, drawn| {
                deal.by_lines((rule, other), drawn, &mut |deal, fits, drawn| {
                    *ways.entry(fits).or_default() += deal.filled_up(drawn, number + other + dealers_asked(rule));
                });
            });
            self.drawn.pop();
        }
        let after = falling(self.cards() - 1, number + other - 1 + dealers_asked(rule));
        Counted::deals(ways, after * first_cards)
    }

    /// Ways to draw the cards that are drawn, with any cards after them up to so many.
    fn filled_up(&self, ways: u64, cards: usize) -> u128 {
        (self.drawn.len()..cards).fold(ways.into(), |ways, gone| ways * (self.cards() - gone) as u128)
    }

    /// Tells of the player's cards in order, then the dealer's as far as they matter, which lines fit and the number of ways.
    fn each_by_lines(&mut self, rule: &SideWager, then: EachDeal<'_>) {
        self.each(rule.cards.number(), 1, &mut |deal, drawn| deal.by_lines((rule, 0), drawn, then));
    }

    /// Goes on from the player's cards, which are all that are drawn but the first few, with the dealer's where they matter.
    fn by_lines(&mut self, (rule, others): (&SideWager, usize), number_of_ways: u64, then: EachDeal<'_>) {
        let dealers = dealers_asked(rule);
        let gone = self.drawn.len();
        let player = self.drawn[others..].to_vec();
        let open = |line: &LineRule| {
            is_offered(rule, line) && line.player.as_ref().is_none_or(|pattern| shows(pattern, &player, rule))
        };
        let open: Vec<bool> = rule.lines.iter().map(open).collect();
        if rule.lines.iter().zip(&open).all(|(line, &open)| !open || !asks_for_dealer(line)) {
            return then(self, bits(open.into_iter()), number_of_ways);
        }
        self.each(dealers, number_of_ways, &mut |deal, number_of_ways| {
            let dealer = &deal.drawn[gone..];
            let fits = rule.lines.iter().zip(&open).map(|(line, &open)| open && fits(line, &player, dealer, rule));
            then(deal, bits(fits), number_of_ways);
        });
    }

    /// The dealer's first cards by value: both where they end the hand, else three, with the lines whose faces they show. From there on values matter.
    fn heads(&mut self, game: &Game, rule: &SideWager) -> BTreeMap<(Counts, u32), u64> {
        let mut heads = BTreeMap::new();
        self.each(2, 1, &mut |deal, ways| {
            let cards = values(&deal.drawn);
            match dealer::end(game, &cards) {
                Some(_) => *heads.entry((cards, 0)).or_default() += ways,
                None => deal.each(1, ways, &mut |deal, ways| {
                    let faces = |line: &LineRule| {
                        line.dealer_hand.as_ref().is_some_and(|hand| shows_faces(hand, &deal.drawn, rule))
                    };
                    *heads.entry((values(&deal.drawn), bits(rule.lines.iter().map(faces)))).or_default() += ways;
                }),
            }
        });
        heads
    }

    /// Cards of each value in the shoe.
    fn values(&self) -> Counts {
        let mut held: Counts = [0; VALUES];
        for &face in &self.faces {
            held[face.rank.value().index()] += self.shoe.count(face);
        }
        held
    }

    /// Ordered ways to draw the cards that decide a wager, by their values and the lines that fit.
    pub(crate) fn by_values(&mut self, game: &Game, rule: &SideWager) -> BTreeMap<(Counts, u32), BigInt> {
        if rule.match_pays.is_none() && rule.lines.iter().any(|line| line.dealer_hand.is_some()) {
            return self.dealers_by_values(game, rule);
        }
        let mut all: BTreeMap<(Counts, u32), BigInt> = BTreeMap::new();
        let mut add = |deal: &mut Self, fits, ways| *all.entry((values(&deal.drawn), fits)).or_default() += ways;
        match rule.match_pays {
            Some(_) => self.each_match(rule.tens_match, &mut add),
            None => self.each_by_lines(rule, &mut add),
        }
        all
    }

    /// The same of the dealer's hand, every card drawn beside those before it.
    fn dealers_by_values(&mut self, game: &Game, rule: &SideWager) -> BTreeMap<(Counts, u32), BigInt> {
        let held = self.values();
        let heads = self.heads(game, rule).into_iter();
        let mut open: BTreeMap<(Counts, u32), BigInt> = heads.map(|(cards, ways)| (cards, ways.into())).collect();
        let mut ended: BTreeMap<(Counts, u32), BigInt> = BTreeMap::new();
        // A set of cards stands behind its parts in this order, so that all ways to it are known once it is the first.
        while let Some(((cards, faces), ways)) = open.pop_first() {
            if let Some(end) = dealer::end(game, &cards) {
                let of = (number_of(&cards), dealer::total(end).unwrap_or(21), end == dealer::BLACKJACK);
                *ended.entry((cards, lines_of_dealer(rule, faces, of))).or_default() += ways;
                continue;
            }
            for value in (0..VALUES).filter(|&value| held[value] > cards[value]) {
                let mut more = cards;
                more[value] += 1;
                *open.entry((more, faces)).or_default() += &ways * (held[value] - cards[value]);
            }
        }
        ended
    }

    /// The dealer's cards in order, and cards nobody looks at up to the longest hand.
    fn dealers(&mut self, game: &Game, rule: &SideWager) -> Result<Counted, Refusal> {
        let left = self.values();
        let mut ends: BTreeMap<(usize, u8, bool, u32), BigInt> = BTreeMap::new();
        let mut tails: BTreeMap<Counts, BTreeMap<(usize, u8), BigInt>> = BTreeMap::new();
        for ((cards, faces), ways) in self.heads(game, rule) {
            if let Some(end) = dealer::end(game, &cards).filter(|_| number_of(&cards) == 2) {
                let blackjack = end == dealer::BLACKJACK;
                *ends.entry((2, dealer::total(end).unwrap_or(21), blackjack, 0)).or_default() += ways;
                continue;
            }
            for ((size, total), more) in tail(game, &left, cards, &mut tails) {
                *ends.entry((size, total, false, faces)).or_default() += more * ways;
            }
        }
        let longest = ends.keys().map(|&(size, ..)| size).max().unwrap_or(2);
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        for ((size, total, blackjack, faces), number) in ends {
            let fits = lines_of_dealer(rule, faces, (size, total, blackjack));
            *ways.entry(fits).or_default() += number * falling(self.cards() - size, longest - size);
        }
        Ok(Counted::deals(ways, falling(self.cards(), longest)))
    }
}

pub(crate) fn is_offered(rule: &SideWager, line: &LineRule) -> bool {
    !rule.without.contains(&line.name)
}

/// Cards of the dealer that some line asks for.
fn dealers_asked(rule: &SideWager) -> usize {
    let offered = || rule.lines.iter().filter(|line| is_offered(rule, line));
    if offered().any(|line| line.dealer.is_some()) { 2 } else { usize::from(offered().any(asks_for_dealer)) }
}

pub(crate) fn is_red(suit: Suit) -> bool {
    suit == Suit::Hearts || suit == Suit::Diamonds
}

/// How a dealer's hand of three or more cards ends: ways by number of cards and total.
fn tail(
    game: &Game,
    left: &Counts,
    cards: Counts,
    tails: &mut BTreeMap<Counts, BTreeMap<(usize, u8), BigInt>>,
) -> BTreeMap<(usize, u8), BigInt> {
    if let Some(known) = tails.get(&cards) {
        return known.clone();
    }
    let size = number_of(&cards);
    let mut ends = BTreeMap::new();
    match dealer::end(game, &cards).and_then(dealer::total) {
        Some(total) => {
            ends.insert((size, total), BigInt::one());
        }
        None => {
            for value in 0..VALUES {
                let rest = left[value].saturating_sub(cards[value]);
                if rest > 0 {
                    let mut more = cards;
                    more[value] += 1;
                    for (end, ways) in tail(game, left, more, tails) {
                        *ends.entry(end).or_insert_with(BigInt::zero) += ways * rest;
                    }
                }
            }
        }
    }
    tails.insert(cards, ends.clone());
    ends
}

/// The lines that a finished hand of the dealer fits, given those whose faces its first cards show.
fn lines_of_dealer(rule: &SideWager, faces: u32, (size, total, blackjack): (usize, u8, bool)) -> u32 {
    let fits = rule.lines.iter().enumerate().map(|(at, line)| {
        line.dealer_hand.as_ref().is_none_or(|hand| {
            (!hand.asks_for_faces() || faces & 1 << at != 0) && ends_as(hand, size, total, blackjack)
        })
    });
    bits(fits)
}

fn number_of(cards: &Counts) -> usize {
    cards.iter().map(|&count| usize::from(count)).sum()
}

fn values(cards: &[Card]) -> Counts {
    let mut counts = [0; VALUES];
    cards.iter().for_each(|card| counts[card.rank.value().index()] += 1);
    counts
}

pub(crate) fn bits(fits: impl Iterator<Item = bool>) -> u32 {
    fits.enumerate().map(|(at, fits)| u32::from(fits) << at).sum()
}

/// The mean of what winnings add to the base wager per unit of side wager, by the values of the first two cards: the lower index
/// times [`VALUES`] and the higher.
///
/// # Errors
/// [`Refusal`] for a wager that is not offered.
pub(crate) fn added(submission: &Submission, stated: &StatedWager) -> Result<BTreeMap<usize, BigRational>, Refusal> {
    let (_, offered) = offered(submission, stated)?;
    let rule = &offered.rule;
    let Some(parlay) = &rule.parlay else { return Ok(BTreeMap::new()) };
    let faces: Vec<Card> = offered.cards.faces().collect();
    let mut by_lines: BTreeMap<u32, BigRational> = BTreeMap::new();
    // Sum of what is added, and number of deals.
    let mut sums: BTreeMap<usize, (BigRational, BigRational)> = BTreeMap::new();
    for &first in &faces {
        for &second in &faces {
            let [low, high] = [first, second].map(|card| card.rank.value().index());
            if low > high {
                continue;
            }
            let fits = rule.lines.iter().map(|line| {
                !rule.without.contains(&line.name)
                    && line.player.as_ref().is_some_and(|pattern| shows(pattern, &[first, second], rule))
            });
            let fitting = bits(fits);
            let add = match by_lines.get(&fitting) {
                Some(add) => add.clone(),
                None => {
                    let add = if fitting == 0 { BigRational::zero() } else { won(&offered, fitting, parlay.adds)? };
                    by_lines.insert(fitting, add.clone());
                    add
                }
            };
            let left = u64::from(offered.cards.count(second)) - u64::from(first == second);
            let ways = BigRational::from_integer((u64::from(offered.cards.count(first)) * left).into());
            let sum = sums.entry(low * VALUES + high).or_default();
            sum.0 += add * &ways;
            sum.1 += ways;
        }
    }
    Ok(sums
        .into_iter()
        .filter(|(_, (_, deals))| !deals.is_zero())
        .map(|(at, (sum, deals))| (at, sum / deals))
        .collect())
}

/// What is added to the base wager if these lines fit.
fn won(offered: &OfferedWager, fitting: u32, adds: ParlayAdds) -> Result<BigRational, Refusal> {
    let one = Counted::deals(BTreeMap::from([(fitting, BigInt::one())]), BigInt::one());
    let paid = outcomes(offered, &one)?.into_values().find(|(ways, _)| ways.is_one());
    let net = paid.map_or_else(BigRational::zero, |(_, net)| net.fixed);
    let all = match adds {
        ParlayAdds::Payout => net,
        ParlayAdds::PayoutAndWager => net + BigRational::one(),
    };
    // Of which the casino may let only a portion be added.
    Ok(offered.inputs.parlay.as_ref().map_or_else(|| all.clone(), |portion| &all * portion))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::Override;

    use super::*;

    fn bad_beat(overrides: &[(&str, &str)]) -> OfferedWager {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
        let overrides: Vec<Override> = overrides.iter().map(|(key, value)| Override::new(*key, *value)).collect();
        let submission = Submission::load(&path, &overrides).expect("an analysis");
        submission.wagers.into_iter().find(|wager| wager.id == "bad-beat").expect("offered")
    }

    #[test]
    fn chances_of_events_by_hand() {
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(chance(&bad_beat(&[]), "magic-card"), None);
        let offered =
            bad_beat(&[("wagers.bad-beat.offers.magic-card", "1/2"), ("wagers.bad-beat.offers.lucky-player", "1")]);
        let one_of_two = ratio(1, 1) - ratio(306 * 305, 312 * 311);
        assert_eq!(chance(&offered, "magic-card"), Some(one_of_two / BigRational::from_integer(2.into())));
        assert_eq!(chance(&offered, "lucky-player"), Some(ratio(1, 7)));
        assert_eq!(
            chance(&bad_beat(&[("wagers.bad-beat.chances.magic-card", "1/9")]), "magic-card"),
            Some(ratio(1, 9))
        );
    }

    #[test]
    fn meters_in_wagers_by_hand() {
        let meter = |overrides: &[(&str, &str)]| {
            let wager = bad_beat(overrides);
            meter_in_wagers(wager.rule.meter.as_ref().expect("a meter"), &wager).to_string()
        };
        let stake = ("wagers.bad-beat.stake", "5");
        assert_eq!([meter(&[]), meter(&[stake])], ["5000", "1000"]);
        assert_eq!(meter(&[stake, ("wagers.bad-beat.seed", "10000")]), "2000");
        assert_eq!(meter(&[stake, ("wagers.bad-beat.seed", "10000"), ("wagers.bad-beat.meter", "$50,000")]), "10000");
    }
}

/// The readings that concern a wager, by name, as the submission has them.
pub(crate) fn chosen<'a>(readings: impl Iterator<Item = &'a Choice>) -> std::collections::BTreeMap<String, String> {
    readings.map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
}
