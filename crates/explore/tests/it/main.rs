//! The server over its socket, as any program could speak to it.

mod client;
mod report;
mod safety;
mod served;
