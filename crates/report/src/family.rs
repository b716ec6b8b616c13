//! Side wagers gathered: one family for each wager, its paytables together under each combination of readings.

use certificate::Wager;

use crate::names;

/// A wager under all its readings and paytables.
pub struct Family<'a> {
    /// The wager's id as part of a file name, told apart from every other family's.
    pub slug: String,
    /// The wager's name.
    pub title: &'a str,
    /// The clause it comes from.
    pub clause: &'a str,
    /// The report's own reading first; never empty.
    pub readings: Vec<Reading<'a>>,
}

/// A combination of readings with the wager's paytables.
pub struct Reading<'a> {
    /// `name = choice` for each reading that concerns the wager.
    pub choices: Vec<String>,
    /// Never empty.
    pub paytables: Vec<&'a Wager>,
}

impl<'a> Family<'a> {
    /// The reading that the report's figures rest on.
    pub fn own(&self) -> &Reading<'a> {
        &self.readings[0]
    }

    /// The readings besides [`Family::own`].
    pub fn others(&self) -> &[Reading<'a>] {
        &self.readings[1..]
    }

    /// Every paytable under every reading.
    pub fn variants(&self) -> impl Iterator<Item = &'a Wager> {
        self.readings.iter().flat_map(|reading| reading.paytables.iter().copied())
    }

    /// Whether some paytable has a meter.
    pub fn is_progressive(&self) -> bool {
        self.variants().any(|wager| wager.progressive.is_some())
    }
}

/// The document's wagers in its order, each with its own reading first.
pub fn families(wagers: &[Wager]) -> Vec<Family<'_>> {
    let mut families: Vec<(&str, Family<'_>)> = Vec::new();
    for wager in wagers {
        let at = families.iter().position(|(id, _)| *id == wager.id).unwrap_or_else(|| {
            let slug = free_slug(&wager.id, &families);
            let family = Family { slug, title: &wager.title, clause: &wager.clause, readings: Vec::new() };
            families.push((&wager.id, family));
            families.len() - 1
        });
        let readings = &mut families[at].1.readings;
        match readings.iter_mut().find(|reading| reading.paytables[0].reading == wager.reading) {
            Some(reading) => reading.paytables.push(wager),
            None => readings.push(Reading {
                choices: wager.reading.iter().map(|(name, choice)| format!("{name} = {choice}")).collect(),
                paytables: vec![wager],
            }),
        }
    }
    for (_, family) in &mut families {
        family.readings.sort_by_key(|reading| !reading.paytables.iter().any(|wager| wager.chosen));
    }
    families.into_iter().map(|(_, family)| family).collect()
}

/// Two ids may become the same slug: the later one is given a number.
fn free_slug(id: &str, families: &[(&str, Family<'_>)]) -> String {
    let slug = names::slug(id);
    let numbered = |number: usize| if number == 1 { slug.clone() } else { format!("{slug}-{number}") };
    let taken = |slug: &String| families.iter().any(|(_, family)| family.slug == *slug);
    (1..).map(numbered).find(|slug| !taken(slug)).unwrap_or(slug)
}
