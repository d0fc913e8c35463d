//! What the host and a run tell each other: what a turn gives, what the host is asked for, what a run
//! reports, and what it would do. It knows no step of a run.

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
