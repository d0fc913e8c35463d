//! Context compaction for LLM agents: measure a conversation, decide what to reduce, cut it safely, check the summary,
//! and hand back a smaller history that is still valid.

#![deny(missing_docs)]

pub mod activity;
pub mod adapt;
pub mod api;
pub mod clip;
pub mod compactor;
pub mod config;
pub mod curate;
pub mod cuts;
pub mod delta;
pub mod dialect;
pub mod error;
pub mod estimate;
pub mod facts;
pub mod harden;
pub mod history;
pub mod media;
pub mod message;
pub mod need;
pub mod patch;
pub mod path;
pub mod plan;
pub mod policy;
pub mod preset;
pub mod prompt;
pub mod repair;
pub mod session;
pub mod settings;
pub mod snapshot;
pub mod split;
pub mod summary;
pub mod thresholds;
pub mod transcript;
pub mod truncate;
pub mod turns;
pub mod units;
pub mod usage;
pub mod validate;
pub mod view;

pub use conspectus_tokens as tokens;

pub use compactor::Compactor;
pub use config::Config;
pub use dialect::Dialect;
pub use error::{Error, ErrorKind, Result};
pub use history::History;
pub use view::View;
