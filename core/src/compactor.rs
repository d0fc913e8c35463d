//! The building blocks of a run: the messages to and from the host, and each step from the first
//! reading to the patch. They know no preset; a preset puts them in order, and [`crate::Compactor`]
//! runs them.
//!
//! A run is a [`draft`] that passes through [`stages`]. It ends there, or leaves a stack of
//! [`asks`].

pub mod asks;
pub mod contract;
pub mod draft;
pub mod model;
pub mod policy;
pub mod stages;
pub mod state;
pub mod step;
pub mod store;
