//! Context compaction for LLM agents.

pub mod error;
pub mod instant;
pub mod units;
pub mod view;
