//! The types that the host and a run exchange: arguments, actions, reports and plans. Nothing here
//! depends on the steps of a run.

pub mod action;
pub mod cache;
pub mod log;
pub mod measured;
pub mod plan;
pub mod report;
pub mod result;
pub mod rows;
pub mod turn;
pub mod words;
