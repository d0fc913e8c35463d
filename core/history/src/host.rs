//! What hosts hand in and get back: a look at their values, paths into them, patches for their
//! lists, and the units of text.

pub mod clip;
pub mod comments;
pub mod item;
pub mod listed;
pub mod named;
pub mod patch;
pub mod path;
pub mod units;
