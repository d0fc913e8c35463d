//! What a model is asked, and what becomes of its answer.

pub(crate) mod answer;
pub(crate) mod ask;
pub(crate) mod before_compact;
pub(crate) mod fallback;
pub(crate) mod judge;
pub(crate) mod summarize;
