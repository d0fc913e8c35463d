//! What policies and presets would have cost in a recorded session: the command `simulate`.
//!
//! This crate depends on [`conspectus`](https://docs.rs/conspectus) and runs its compactor.

#![deny(missing_docs)]

mod simulate;
mod trial;

pub use simulate::{DayCost, Policy, RecordedUsage, Setting, SimulatedRow};
pub use trial::{Candidate, Replayed, Simulation};
