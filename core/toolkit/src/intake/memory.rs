//! Instruction files as one text: the rules that people write for agents, such as `AGENTS.md`, from the
//! outermost folder to the innermost.
//!
//! Each text is between two lines that name its file. Equal texts are included once. If a budget
//! can't fit all files, the innermost are kept: they are about the current work.

use super::imports::framed;
use crate::shape::{shapes, words};
use std::collections::BTreeMap;

words! {
    /// Why an instruction file is omitted.
    pub enum SkipReason {
        /// It holds no text.
        Empty => "empty",
        /// An inner file has the same text.
        SameText => "same_text",
        /// It exceeds the token limit.
        OverBudget => "over_budget",
    }
}

/// An instruction file with its imports in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstructionFile {
    /// The path of the file.
    pub path: String,
    /// Its text.
    pub text: String,
}

shapes! {
    /// What happened to an instruction file.
    pub struct InstructionRow: Eq {
        /// The file.
        pub path: String,
        /// Tokens of its part of the text; 0 if omitted.
        pub tokens: u64,
        /// Why it's omitted, or null.
        pub left_out: Option<SkipReason>,
        /// The file with the same text, or null.
        pub same_as: Option<String>,
    }
}

shapes! {
    /// Instruction files as one text.
    pub struct Instructions: Default {
        /// The text; may be empty.
        pub text: String,
        /// Its tokens.
        pub tokens: u64,
        /// All files, in your order.
        pub files: Vec<InstructionRow>,
    }
}

/// Joins instruction files, which come from the outermost folder to the innermost. `tokens` counts a
/// text.
///
/// ```
/// use conspectus_toolkit::{join_instructions, InstructionFile};
///
/// let files = [InstructionFile { path: "/app/AGENTS.md".to_owned(), text: "Two spaces.".to_owned() }];
/// let joined = join_instructions(&files, None, &mut |text| Ok::<u64, ()>(text.len() as u64 / 4))?;
/// assert!(joined.text.contains("Two spaces."));
/// # Ok::<(), ()>(())
/// ```
///
/// # Errors
/// Those of `tokens`.
pub fn join_instructions<E>(
    files: &[InstructionFile],
    max_tokens: Option<u64>,
    tokens: &mut dyn FnMut(&str) -> Result<u64, E>,
) -> Result<Instructions, E> {
    let mut rows = Vec::with_capacity(files.len());
    let mut blocks: Vec<String> = Vec::new();
    let mut told: BTreeMap<&str, &str> = BTreeMap::new();
    let mut left = max_tokens.unwrap_or(u64::MAX);
    for file in files.iter().rev() {
        let bare = file.text.trim();
        let mut row = InstructionRow {
            path: file.path.clone(),
            tokens: 0,
            left_out: None,
            same_as: None,
        };
        if bare.is_empty() {
            row.left_out = Some(SkipReason::Empty);
        } else if let Some(same) = told.get(bare) {
            row.left_out = Some(SkipReason::SameText);
            row.same_as = Some((*same).to_owned());
        } else {
            let block = framed(&file.path, bare);
            let count = tokens(&block)?;
            if count > left {
                row.left_out = Some(SkipReason::OverBudget);
            } else {
                left -= count;
                told.insert(bare, &file.path);
                row.tokens = count;
                blocks.push(block);
            }
        }
        rows.push(row);
    }
    rows.reverse();
    blocks.reverse();
    let text = blocks.join("\n\n");
    let count = if text.is_empty() { 0 } else { tokens(&text)? };
    Ok(Instructions {
        text,
        tokens: count,
        files: rows,
    })
}
