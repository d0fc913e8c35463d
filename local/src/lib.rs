//! The part of conspectus that uses files and streams: session files, files and memory files for a
//! model, a store for tool outputs, and the command line `conspectus`.
//!
//! It reads conversations from files of many shapes ([`sessions`]) and writes them back. It also
//! holds the command line ([`run`]), which the cargo binary and the pip and npm packages share.
//! Files for a model are read below allowed folders only ([`disk`]): pages and media ([`content`]),
//! and memory files ([`memory`]). It calls no model: the command line compacts with the summariser
//! that is built into the core. A folder keeps outputs that leave a history, and gives them back
//! ([`store`]).
//!
//! A file is read once and never parsed into a tree. Messages stay slices of the file's text, so
//! the peak of memory is the unpacked file and a little more.

#![deny(missing_docs)]

pub mod api;
pub mod cli;
pub mod content;
pub mod decode;
pub mod disk;
pub mod error;
pub mod files;
pub mod memory;
pub mod sessions;
pub mod store;
mod text;

pub use error::{Error, Result};

/// Runs the command line on this process's own streams and returns the exit code. `args` does not
/// hold the program's name.
///
/// It does not end the process, and it never panics. To use streams of your own, see
/// [`cli::run_with`].
#[must_use]
pub fn run(args: Vec<String>) -> i32 {
    cli::run_on_terminal(args.into_iter().map(Into::into).collect())
}
