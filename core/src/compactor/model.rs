//! What a model is asked, and what becomes of its answer.

pub mod answer;
pub mod ask;
pub mod before_compact;
pub mod fallback;
pub mod judge;
pub mod summarize;
