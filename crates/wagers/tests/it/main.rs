//! Side wagers against references that deal cards.

mod double_shoe;
mod every_wager;
mod joint;
mod joint_reference;
mod match_up_card;
mod reference;
mod taken;
