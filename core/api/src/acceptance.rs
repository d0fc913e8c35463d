//! For `make accept`, which judges real summaries and bad ones made from them. No part of the
//! surface.

pub use conspectus_summary::notes::accept::{Asked, JudgedAnswer, Verdict, judge};
pub use conspectus_summary::notes::memory::Ours;
pub use conspectus_summary::notes::prompt::template;
pub use conspectus_summary::notes::snapshot::Snapshot;
pub use conspectus_summary::notes::transcript::{TranscriptDetail, transcript};
