//! Policies: each reads the ledger and returns edits with a reason and sizes; none changes anything.

mod images;
mod mask;
mod microcompact;
mod prune;
mod results;
mod saving;
mod slim;

pub(crate) use images::{is_image, movable};
pub use images::{reference_images, ImageReference, ImageReport};
pub use mask::{mask, MaskReport, MaskRules, Offload, MIN_TOKENS, PROTECT_TOKENS};
pub use microcompact::{microcompact, Activity, MicrocompactReport, Trigger};
pub use prune::{messages_tokens, prune, quarter_tokens, PruneReport};
pub use results::output_key;
pub(crate) use results::{content_key, cut, results, ResultText};
pub use slim::{slim, SlimStats};
