//! A rule that is out of its range.

/// A rule out of its range: where, what is wrong, what was expected.
pub(crate) struct Fault {
    pub(crate) path: Vec<String>,
    pub(crate) message: String,
    pub(crate) expected: String,
}

impl Fault {
    pub(crate) fn new(path: &[&str], message: String, expected: impl Into<String>) -> Self {
        Self { path: path.iter().map(|&part| part.to_owned()).collect(), message, expected: expected.into() }
    }

    /// The same fault of a part of something: its path within the whole.
    pub(crate) fn under(self, place: &[&str]) -> Self {
        let path = place.iter().map(|&part| part.to_owned()).chain(self.path).collect();
        Self { path, ..self }
    }
}

/// Refuses a value outside a range.
pub(crate) fn within(path: &[&str], value: u16, low: u16, high: u16) -> Result<(), Fault> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let expected = if low == high { low.to_string() } else { format!("{low} to {high}") };
    let name: Vec<&str> = path.iter().copied().filter(|part| part.parse::<usize>().is_err()).collect();
    Err(Fault::new(path, format!("{} is {value}", name.join(".")), expected))
}

/// Refuses two bounds of which the first is the greater.
pub(crate) fn in_order(path: &[&str], [low, high]: [u8; 2]) -> Result<(), Fault> {
    if low <= high {
        return Ok(());
    }
    let message = format!("{} goes down, from {low} to {high}", path.join("."));
    Err(Fault::new(path, message, "the lower number first"))
}

pub(crate) type Check = Result<(), Fault>;

pub(crate) fn fault(path: &[&str], message: impl Into<String>, expected: impl Into<String>) -> Check {
    Err(Fault::new(path, message.into(), expected))
}
