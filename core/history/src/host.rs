//! The values that a host and this crate exchange: views of the host's values, paths into them,
//! patches for the host's lists, and the units of text.

pub mod clip;
pub mod comments;
pub mod item;
pub mod listed;
pub mod named;
pub mod patch;
pub mod path;
pub mod units;
