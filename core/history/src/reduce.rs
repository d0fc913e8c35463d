//! What can be made smaller without a summary. Each function reads the history and returns edits,
//! with a reason and sizes; none changes it.

pub mod admit;
mod bound;
mod microcompact;
mod old;
mod placeholder;
pub mod plan;
pub mod prune;
pub mod results;
pub mod retire;
mod saving;
pub mod slim;
pub mod truncate;
mod value_text;

pub use admit::{Admission, AdmitReport, admit, as_written, expand};
pub use admit::{Arrivals, first_unseen, hold, is_pointer};
pub use bound::{all_thinking, bound_tokens, thinking_in, unbound};
pub use microcompact::{Activity, ClearTrigger, MicrocompactReport, microcompact};
pub use microcompact::{MEDIA_CLEARED, clear_but, drop_media};
pub use old::{LEAST_SHARE, MOST_LOST_PERCENT, OldResults, old_results};
pub use placeholder::{PLACE_CHARS, Places, tell};
pub use prune::prune_if_allowed;
pub use prune::{messages_tokens, prune};
pub use results::StoreRequest;
pub use results::{ResultText, content_key, cut, output_key, replace, results, results_among};
pub use retire::{CallEnd, RequestedLines, Step, retire};
pub use retire::{Needless, RetireReport, Retirement};
pub use slim::{SlimStats, slim};
pub use value_text::{drop_payloads, value_text};
