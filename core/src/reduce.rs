//! Policies: each reads the ledger and returns edits with a reason and sizes; none changes anything.

mod microcompact;
pub mod need;
pub mod plan;
mod prune;
pub mod results;
mod saving;
pub mod slim;
pub mod truncate;

pub use microcompact::{microcompact, Activity, ClearTrigger, MicrocompactReport};
pub use prune::{messages_tokens, prune};
pub use results::output_key;
pub(crate) use results::{content_key, cut, results, ResultText};
pub use slim::{slim, SlimStats};
