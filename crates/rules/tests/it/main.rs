//! Files in, validated rules or a refusal out.

mod canonical;
mod clauses;
mod committed;
mod mutations;
mod rejected;
