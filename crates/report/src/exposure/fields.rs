//! Fields that several tables have.

use certificate::Exact;

use super::document::SeenDepth;

pub(super) fn both(exact: Option<&Exact>) -> [&str; 2] {
    exact.map_or([""; 2], |exact| [&exact.decimal, &exact.fraction])
}

pub(super) fn seen(depth: &SeenDepth) -> [String; 2] {
    depth.seen.map(|seen| seen.to_string())
}
