//! Reads messages: the dialect they are written in, their roles and parts, the media in them,
//! what providers report as usage, and what definitions of tools say of their calls.

pub mod dialect;
pub mod frames;
pub mod media;
pub mod message;
pub mod tools;
pub mod usage;
