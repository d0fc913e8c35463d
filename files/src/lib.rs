//! The part of conspectus that uses files: session files, files and instruction files for a model, and
//! a store for tool outputs.
//!
//! It reads conversations from files of many shapes ([`sessions`]) and writes them back
//! ([`text_file`]). Files for a model are read below allowed folders only ([`disk`]): pages and
//! media ([`content`]), and instruction files ([`memory`]). Outputs removed from a history are kept
//! in a folder and can be read again ([`store`]). Many conversations are processed the same way
//! ([`batch`]). It calls no model.
//!
//! A file is read once and never parsed into a tree. Messages stay slices of the file's text, so
//! the peak of memory is the unpacked file and a little more.

#![deny(missing_docs)]

pub mod api;
pub mod batch;
pub mod content;
pub mod decode;
pub mod disk;
pub mod error;
pub mod gemini_cli;
pub mod json_text;
pub mod memory;
pub mod patch_text;
pub mod sessions;
pub mod store;
pub mod text;
pub mod text_file;

pub use error::{Error, Result};
