//! Tools that an agent needs in addition to compaction: detection of loops, and content of files.
//!
//! It makes no decisions about compaction, and has none of its options.
//! [`conspectus`](https://docs.rs/conspectus) does not depend on it. Programs use the items at the
//! top level; anything else that is public here may change with every version.

pub mod intake;
pub mod loops;

use conspectus_history::{cut, error, history, host, read, shape};

pub use intake::editor::{EditorContext, EditorKind, EditorState, OpenFile};
pub use intake::imports::{
    ExpandedImports, FoundFile, ImportFormat, ImportLimits, ImportProblem, ImportSource, Imported,
    InstructionRules, expand_imports,
};
pub use intake::memory::{
    InstructionFile, InstructionRow, Instructions, SkipReason, join_instructions,
};
pub use intake::page::{Page, PageSpec, Pager, page_text};
pub use intake::recent::{Selection, recent_turns, routing_window};
pub use loops::{Loop, LoopDetector, LoopKind, LoopOptions, LoopPiece};
