//! The steps of a run that ask no model, from the first reading to the patch.

pub mod after_refusal;
pub mod begin;
pub mod budget;
pub mod clear_stale;
pub mod clearing;
pub mod clip;
pub mod condense;
pub mod cutting;
pub mod edits;
pub mod finish_summary;
pub mod guard;
pub mod install;
pub mod mend;
pub mod payload;
pub mod pins;
pub mod planned;
pub mod reported;
pub mod unread;
