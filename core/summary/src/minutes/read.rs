//! Calls and their results, read by their structure: what a call is, what it does to files, how it
//! ended, and which tasks it lists.

pub(crate) mod calls;
pub(crate) mod exit;
pub(crate) mod files;
mod lexer;
pub(crate) mod outcome;
mod runners;
mod shell;
mod steps;
pub(crate) mod todos;

pub use calls::file_argument;
pub use files::{FileFact, FileUse};
pub use steps::{Understood, steps};
pub use todos::{Todo, TodoStatus};
