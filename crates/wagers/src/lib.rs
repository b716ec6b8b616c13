//! Side wagers: exact combination counts from physical cards.
