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

pub use admit::{admit, as_written, expand, Admission, AdmitReport};
pub use admit::{first_unseen, hold, is_pointer, Arrivals};
pub use bound::{all_thinking, bound_tokens, thinking_in, unbound};
pub use microcompact::{clear_but, drop_media, MEDIA_CLEARED};
pub use microcompact::{microcompact, Activity, ClearTrigger, MicrocompactReport};
pub use old::{old_results, OldResults, LEAST_SHARE, MOST_LOST_PERCENT};
pub use placeholder::{tell, Places, PLACE_CHARS};
pub use prune::prune_if_allowed;
pub use prune::{messages_tokens, prune};
pub use results::Offload;
pub use results::{
    content_key, cut, output_key, replace, results, results_among, text_result, ResultText,
};
pub use retire::{retire, Asked, Ended, Step};
pub use retire::{Needless, RetireReport, Retirement};
pub use slim::{slim, SlimStats};
pub use value_text::{drop_payloads, value_text};
