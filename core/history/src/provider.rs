//! What is known of providers as plain data: how they word a refusal, and what their models hold
//! and cost.
//!
//! Providers are named here in tables only. A row is a fact with its source; the code around it
//! knows kinds, not names.

pub mod context_edits;
pub mod errors;
pub mod models;
pub mod prices;
pub mod recover;
