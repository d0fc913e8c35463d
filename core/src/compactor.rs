//! The building blocks of a run: the messages to and from the host, and each step from the first
//! reading to the patch. They know no preset; a preset puts them in order, and [`crate::Compactor`]
//! runs them.
//!
//! A run is a [`draft`] that passes through [`stages`]. It ends there, or leaves a stack of
//! [`asks`].

pub mod asks;
pub mod contract;
pub mod draft;
pub mod model;
pub mod policy;
pub mod stages;
pub mod state;
pub mod step;
pub mod store;

pub use asks::{Ask, Prepared, Run, Try};
pub use contract::{
    BELOW_TRIGGER, CacheLook, CacheMemory, EMPTY_HISTORY, Ending, FixedReason, KEEPS_ALL, NO_CUT,
    NOTHING_NEW, ONE, Report, Saved, SizeReport, StoredOutputs, TOO_LITTLE, WORN_OUT, grouped,
    is_within,
};
pub use draft::{Draft, End, Flow};
pub use policy::Policy;
pub use stages::begin::{FAILURES_MAX, Sizes, Strategy};
pub use stages::budget::Room;
pub use stages::pins::Pins;
pub use state::memory::{Memory, RunEnd};
pub use step::{AwaitingSummary, SummaryPolicy};
pub use store::{Kept, Storing};
