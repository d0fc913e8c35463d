//! Reads messages: the dialect they are written in, their roles and parts, the media in them, and
//! what providers report as usage.

pub mod dialect;
pub mod media;
pub mod message;
pub mod usage;
