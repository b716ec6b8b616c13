//! Files in, validated rules or a refusal out.

mod canonical;
mod clauses;
mod committed;
mod file_kinds;
mod hole;
mod mutations;
mod rejected;
mod variants;
