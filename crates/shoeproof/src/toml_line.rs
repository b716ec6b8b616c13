//! What is wrong with a TOML text, in one line.

/// The first line of the text that is wrong, and what it is: `line 3: unknown field `colour``.
pub(crate) fn told(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().trim().replace('\n', "; ");
    let before = error.span().and_then(|span| text.get(..span.start));
    before.map_or_else(|| message.clone(), |before| format!("line {}: {message}", before.matches('\n').count() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_with_its_number() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "it is never read")]
        struct Known {
            known: u8,
        }
        for (text, line, said) in [
            ("known = 1\nother = 2\n", "line 2: ", "unknown field `other`"),
            ("known = \"x\"", "line 1: ", "invalid type"),
        ] {
            let error = toml::from_str::<Known>(text).expect_err("wrong");
            let told = told(text, &error);
            assert!(told.starts_with(line) && told.contains(said) && !told.contains('\n'), "{told}");
        }
    }
}
