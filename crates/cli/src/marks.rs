//! What is said of an analysis whatever is asked of it.

use crate::terminal;

/// Whatever is asked: rules that come from the program itself, or from a file that is not the program's of that game, are named, and amounts of
/// side wagers that the regulation forbids are marked.
pub(crate) fn mark(analysis: &shoeproof::Analysis) {
    let id = &analysis.submission().game.id;
    match (analysis.source(), shoeproof::game_file(id)) {
        (shoeproof::GameSource::Catalogue(id), _) => terminal::complain(format_args!("rules of the catalogue: {id}")),
        (shoeproof::GameSource::File(path), known) if known != Some(&*analysis.submission().files().game) => {
            let other =
                if known.is_some() { format!(", which are not the catalogue's of {id}") } else { String::new() };
            let path = path.display().to_string();
            terminal::complain(format_args!("rules of {}{other}", terminal::escape(&path)));
        }
        _ => {}
    }
    for deviation in analysis.deviations().iter().filter(|deviation| deviation.starts_with("wagers.")) {
        terminal::complain(format_args!("non-conforming: {}", terminal::escape(deviation)));
    }
}
