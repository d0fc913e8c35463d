//! Context compaction for LLM agents.

pub mod error;
pub mod exact;
pub mod units;
pub mod view;
