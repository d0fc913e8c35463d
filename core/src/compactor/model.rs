//! Model requests for summaries, and the handling of their answers.

pub mod answer;
pub mod ask;
pub mod before_compact;
pub mod fallback;
pub mod judge;
pub mod summarize;
