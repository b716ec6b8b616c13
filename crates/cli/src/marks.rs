//! What is said of an analysis whatever is asked of it.

use crate::terminal;

/// Whatever is asked: rules that come from the program itself are named, as is a file that takes the place of those, and amounts of
/// side wagers that the regulation forbids are marked.
pub(crate) fn mark(analysis: &shoeproof::Analysis) {
    let id = &analysis.submission().game.id;
    match (analysis.source(), shoeproof::game_file(id)) {
        (shoeproof::GameSource::Catalogue(id), _) => terminal::complain(format_args!("rules of the catalogue: {id}")),
        (shoeproof::GameSource::File(path), Some(known)) if known != &*analysis.submission().files().game => {
            let path = path.display().to_string();
            let path = terminal::escape(&path);
            terminal::complain(format_args!("rules of {path}, which are not the catalogue's of {id}"));
        }
        _ => {}
    }
    for deviation in analysis.deviations().iter().filter(|deviation| deviation.starts_with("wagers.")) {
        terminal::complain(format_args!("non-conforming: {}", terminal::escape(deviation)));
    }
}
