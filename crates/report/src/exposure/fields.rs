//! Fields that several tables have.

use super::document::SeenDepth;

pub(super) fn seen(depth: &SeenDepth) -> [String; 2] {
    depth.seen.map(|seen| seen.to_string())
}
