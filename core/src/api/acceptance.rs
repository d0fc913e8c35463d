//! For `make accept`, which judges real summaries and bad ones made from them. No part of the
//! surface.

pub use crate::notes::accept::{judge, Asked, Given, Verdict};
pub use crate::notes::memory::Ours;
pub use crate::notes::prompt::template;
pub use crate::notes::snapshot::Snapshot;
pub use crate::notes::transcript::{transcript, Detail};
