//! Hooks inside coding agents: what their tools return is shortened before a model reads it.
//!
//! An agent runs [`hook`] at its events, with JSON on both sides. A new result is condensed against
//! what its session showed before, and a long one is kept whole in the project's store. [`install`]
//! adds the hooks to the agent's own settings, and [`uninstall`] restores those byte for byte.

#![deny(missing_docs)]

mod agents;
mod condensed;
mod hook;
mod install;
mod numbered;
mod shown;

pub use agents::NAMES;
pub use hook::hook;
pub use install::{Change, Place, install, uninstall};
