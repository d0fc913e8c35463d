//! Hooks for coding agents. They shorten tool results before the model reads them.
//!
//! An agent runs [`hook`] at its events; input and output are JSON. A new result is condensed against
//! earlier results of its session, and a long one is stored in full. [`install`] adds the hooks to the
//! agent's settings, and [`uninstall`] restores the settings byte for byte.

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
