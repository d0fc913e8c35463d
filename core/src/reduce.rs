//! What can be made smaller without a summary. Each function reads the history and returns edits,
//! with a reason and sizes; none changes it.

pub mod admit;
mod context;
mod microcompact;
pub mod need;
mod old;
mod placeholder;
pub mod plan;
pub(crate) mod prune;
pub mod results;
pub mod retire;
mod saving;
pub mod slim;
pub mod truncate;
mod value_text;

pub use admit::{admit, expand, Admission, AdmitReport};
pub(crate) use admit::{first_unseen, hold, is_pointer, Arrivals};
pub(crate) use context::{edit_context, Asks};
pub use context::{
    AppliedEdit, ContextEdit, ContextReport, Inputs, Thinking, ToolUses, UsesTrigger,
};
pub(crate) use microcompact::{drop_media, MEDIA_CLEARED};
pub use microcompact::{microcompact, Activity, ClearTrigger, MicrocompactReport};
pub(crate) use old::{
    old_results, Newest, OldResults, LEAST_SHARE, MOST_LOST_PERCENT, NEWEST, NEWEST_SHARE,
};
pub(crate) use placeholder::{tell, Places, PLACE_CHARS};
pub use prune::{messages_tokens, prune};
pub(crate) use results::{
    content_key, cut, replace, results, results_among, text_result, ResultText,
};
pub use results::{output_key, Offload};
pub(crate) use retire::{retire, Asked, Ended, Step};
pub use retire::{Needless, RetireReport, Retirement};
pub use slim::{slim, SlimStats};
pub(crate) use value_text::{drop_payloads, value_text};
