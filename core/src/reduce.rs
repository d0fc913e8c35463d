//! What can be made smaller without a summary. Each function reads the history and returns edits,
//! with a reason and sizes; none changes it.

pub mod admit;
mod bound;
mod microcompact;
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
pub(crate) use bound::{all_thinking, bound_tokens, thinking_in, unbound};
pub(crate) use microcompact::{clear_but, drop_media, MEDIA_CLEARED};
pub use microcompact::{microcompact, Activity, ClearTrigger, MicrocompactReport};
pub(crate) use old::{old_results, OldResults, LEAST_SHARE, MOST_LOST_PERCENT};
pub(crate) use placeholder::{tell, Places, PLACE_CHARS};
pub(crate) use prune::prune_if_allowed;
pub use prune::{messages_tokens, prune};
pub use results::Offload;
pub(crate) use results::{
    content_key, cut, output_key, replace, results, results_among, text_result, ResultText,
};
pub(crate) use retire::{retire, Asked, Ended, Step};
pub use retire::{Needless, RetireReport, Retirement};
pub use slim::{slim, SlimStats};
pub(crate) use value_text::{drop_payloads, value_text};
