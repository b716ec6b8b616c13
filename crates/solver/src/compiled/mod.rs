//! A game compiled for one shoe: its hands, what they settle at, which acts the rules allow, and the plan of a split.

pub(crate) mod action;
pub(crate) mod decisions;
pub(crate) mod hands;
pub(crate) mod identity;
pub(crate) mod settlement;
pub(crate) mod split_plan;
pub(crate) mod split_tree;
pub(crate) mod strategy;
pub(crate) mod walk;
