#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod error;
pub mod exact;
pub mod instant;
pub mod text;

pub use error::{Error, ErrorKind, Result};
