//! What can be made smaller without a summary. Each function reads the history and returns edits,
//! with a reason and sizes; none changes it.

pub mod clear_stale;
pub mod condense;
mod microcompact;
mod old;
mod placeholder;
pub mod plan;
pub mod prune;
pub mod results;
mod saving;
mod signed_thinking;
pub mod slim;
pub mod truncate;
mod value_text;

pub use clear_stale::{CallEnd, RequestedLines, Step, clear_stale};
pub use clear_stale::{ClearStaleOptions, ClearStaleStats, StaleReason};
pub use condense::{CondenseRules, CondenseStats, as_written, condense, expand};
pub use condense::{CondenseState, first_unseen, is_pointer, restore_pointers};
pub use microcompact::{Activity, ClearTrigger, MicrocompactReport, microcompact};
pub use microcompact::{MEDIA_CLEARED, clear_but, drop_media};
pub use old::{MAX_LOSS_PERCENT, MIN_FREED_SHARE, OldResults, newest_within, old_results};
pub use placeholder::{PLACE_CHARS, Places, fill_placeholders};
pub use prune::{messages_tokens, prune, prune_if_allowed};
pub use results::StoreRequest;
pub use results::{ResultText, cut, replace, results, results_among};
pub use signed_thinking::{all_thinking, bound_tokens, drop_invalid_thinking, thinking_in};
pub use slim::{SlimStats, slim};
pub use value_text::{drop_payloads, value_text};
