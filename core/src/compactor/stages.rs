//! The steps of a run that ask no model, from the first reading to the patch.

pub(crate) mod after_refusal;
pub(crate) mod begin;
pub(crate) mod budget;
pub(crate) mod clear_stale;
pub(crate) mod clearing;
pub(crate) mod clip;
pub(crate) mod condense;
pub(crate) mod cutting;
pub(crate) mod edits;
pub(crate) mod guard;
pub(crate) mod install;
pub(crate) mod live;
pub(crate) mod mend;
pub(crate) mod payload;
pub(crate) mod pins;
pub(crate) mod planned;
pub(crate) mod reported;
pub(crate) mod settle;
