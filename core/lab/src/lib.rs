//! What policies and presets would have cost in a recorded session: the command `simulate`.
//!
//! It stands above [`conspectus`](https://docs.rs/conspectus), whose compactor it runs.

#![deny(missing_docs)]

mod simulate;
mod trial;

pub use simulate::{DayCost, Policy, RecordedUsage, Setting, SimulatedRow};
pub use trial::{Candidate, Replayed, Simulation};
