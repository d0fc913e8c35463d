//! For `make accept`, which judges real summaries and bad ones made from them. No part of the
//! surface.

pub use crate::notes::accept::{Asked, JudgedAnswer, Verdict, judge};
pub use crate::notes::memory::Ours;
pub use crate::notes::prompt::template;
pub use crate::notes::snapshot::Snapshot;
pub use crate::notes::transcript::{TranscriptDetail, transcript};
