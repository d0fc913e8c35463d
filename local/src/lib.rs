//! What touches the machine: session files, and the command line `conspectus`.
//!
//! In scope: reading conversations from files of many shapes ([`sessions`]), writing them back, and the command line
//! ([`run`]), which the cargo binary and the pip and npm packages share. Out of scope: model calls; the command line
//! compacts with the summariser that is built into the core.
//!
//! Files are read once and never turned into trees: messages stay slices of the file's text, so that the peak of memory
//! is the unpacked file and a little more.

#![deny(missing_docs)]

pub mod cli;
pub mod error;
pub mod files;
pub mod sessions;

pub use error::{Error, Result};

/// Runs the command line on this process's own streams and gives the exit code; `args` without the program's name.
///
/// Never ends the process itself and never panics on any input. See [`cli::run_with`] for streams of your own.
#[must_use]
pub fn run(args: Vec<String>) -> i32 {
    cli::run_on_terminal(args.into_iter().map(Into::into).collect())
}
