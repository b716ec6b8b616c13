//! Reports from the document to the folder.

mod attack;
mod contents;
mod counting;
mod cut_card;
mod findings;
mod fixture;
mod folder;
mod followers;
mod index;
mod money;
mod page;
