//! Cuts of a history: the legal boundaries and the split point.

pub mod legal;
pub mod split;
