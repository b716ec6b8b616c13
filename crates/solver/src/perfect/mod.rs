//! Perfect play of split pairs: every decision sees every card of the round.
//!
//! Hands are completed one after another. When one is finished its expected payoff can be banked at once, because later draws
//! cannot change that expectation; what stays of it is the set of cards gone. So a state is the cards gone, the class of
//! the hand in play, and what is to come after it.
//!
//! [`Graph`](graph::Graph) says what can come after what, [`Reach`](reach::Reach) lists all states, [`Optimum`](backward_values::Optimum) values them from the last to the first in floats within
//! a proven bound, and [`Counted`](count_by_state::Counted) counts the play found forward exactly, state by state or over all states at once (`count_by_level.rs`). A decision that the floats leave open is
//! settled by counting all of its continuations.

mod backward_values;
mod best_play;
mod count_by_level;
mod count_by_state;
mod exact_arbiter;
mod graph;
pub(crate) mod hand_class_sets;
pub(crate) mod hand_classes;
pub(crate) mod limits;
mod reach;
mod rows;
mod settled_sets;
pub(crate) mod shared_splits;
pub(crate) mod splits;
mod stage_rows;
mod states;
mod sure_acts;
pub(crate) mod two_hands;
mod value_sets;
pub(crate) mod values;
mod ways;
