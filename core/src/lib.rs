//! Context compaction for LLM agents.

pub mod error;
pub mod units;
pub mod view;
