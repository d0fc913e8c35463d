//! What the host and a run tell each other: what a turn gives, what the host is asked for, what a run
//! reports, and what it would do. It knows no step of a run.

pub(crate) mod action;
pub(crate) mod cache;
pub(crate) mod log;
pub(crate) mod measured;
pub(crate) mod plan;
pub(crate) mod report;
pub(crate) mod result;
pub(crate) mod rows;
pub(crate) mod turn;
pub(crate) mod words;
