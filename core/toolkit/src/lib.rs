//! What an agent needs beside compaction: loops of its calls, and files' content.
//!
//! It decides nothing about a compaction, and knows no options of one. [`conspectus`](https://docs.rs/conspectus)
//! does not know it. Programs name what stands at the top; what else is public here may change with
//! every version.

pub mod intake;
pub mod loops;

use conspectus_history::{cut, error, history, host, read, shape};

pub use intake::editor::{EditorContext, EditorKind, EditorState, OpenFile};
pub use intake::imports::{
    ExpandedImports, FoundFile, ImportFormat, ImportLimits, ImportProblem, ImportSource, Imported,
    MemoryRules, expand_imports,
};
pub use intake::memory::{LeftOut, MemoryFile, MemoryRow, MemoryText, memory_text};
pub use intake::page::{Page, PageSpec, Pager, page_text};
pub use intake::recent::{Selection, recent_turns, routing_window};
pub use loops::{Loop, LoopDetector, LoopKind, LoopOptions, LoopPiece};
