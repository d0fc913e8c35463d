//! What happened in a span of messages, found without a model: the files changed, the tools used,
//! the decisions taken.
//!
//! It reads texts and calls in every shape of message. A tool changes files if its name says so,
//! for example `write_file`.

use super::Minutes;
use super::read::FileUse;
use super::read::files::by_tool;
use super::span::Span;
use crate::host::clip::one_line;
use crate::notes::memory::{OwnMessages, Trust};
use crate::notes::terms::{holds, sentences};
use crate::notes::turns::{Kind, Turn};
use crate::read::tools::ToolHints;
use crate::shape::shapes;
use crate::{History, Item};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

shapes! {
    /// What happened in a span of messages.
    pub struct SessionActivity: Default, Eq {
        /// Sentences in which something was decided, newest last.
        pub key_decisions: Vec<String>,
        /// Paths that were written, edited or deleted, in order of last use.
        pub files_modified: Vec<String>,
        /// The tools that were called, in order of first use.
        pub tools_used: Vec<ToolUse>,
    }

    /// How a tool was used.
    pub struct ToolUse: Eq {
        /// The tool's name.
        pub tool: String,
        /// How many times it was called.
        pub count: u64,
        /// What the first distinct calls were about, each on one line: a path, a command.
        pub notable_uses: Vec<String>,
    }
}

/// How much of an activity is recorded.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Most decisions; the newest are kept. The default is 20. Chosen here; the reproduced system
    /// keeps 5.
    pub max_decisions: usize,
    /// Most uses of each tool; the first are kept. The default is 3. Source: one of the reproduced
    /// systems.
    pub max_uses: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_decisions: 20,
            max_uses: 3,
        }
    }
}

/// A sentence that contains one of these words, in upper or lower case, counts as a decision.
/// Source: one of the reproduced systems.
const DECIDING: [&str; 3] = ["decided", "chose", "will use"];
/// Longest decision, in chars. Chosen here: a sentence.
const DECISION_CHARS: usize = 240;

/// What happened in messages `start..end`.
pub fn activity(
    history: &History,
    messages: &Item<'_>,
    start: usize,
    end: usize,
    limits: Limits,
) -> SessionActivity {
    let ours = OwnMessages::find(history, messages, Trust::default());
    let span = Span {
        start,
        end,
        ours: &ours,
        cleared: &[],
        pinned: &[],
        hints: &ToolHints::default(),
        said_tokens: 0.0,
        beside: None,
    };
    let minutes = Minutes::of(history, messages, &span);
    let files = minutes.facts().files.into_iter();
    let files = files.filter(|file| file.state != FileUse::Read);
    let files_modified: Vec<String> = files.map(|file| file.path).collect();
    let modified: BTreeSet<&str> = files_modified.iter().map(String::as_str).collect();
    let mut tools_used: Vec<ToolUse> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for call in &minutes.calls.all {
        let (name, detail) = (&call.called.tool, &call.called.detail);
        let found = *places.entry(name).or_insert_with(|| {
            tools_used.push(ToolUse {
                tool: name.clone(),
                count: 0,
                notable_uses: Vec::new(),
            });
            tools_used.len() - 1
        });
        let tool = &mut tools_used[found];
        tool.count += 1;
        if tool.notable_uses.len() >= limits.max_uses || detail.is_empty() {
            continue;
        }
        let changed = by_tool(name) != FileUse::Read && modified.contains(detail.as_str());
        let verb = if changed { "Modified " } else { "" };
        let use_ = format!("{verb}{detail}");
        if !tool.notable_uses.contains(&use_) {
            tool.notable_uses.push(use_);
        }
    }
    SessionActivity {
        key_decisions: decisions(&minutes.turns, start..end, limits.max_decisions),
        files_modified,
        tools_used,
    }
}

/// The newest decisions in a span, each once, where it was said last.
fn decisions(turns: &[Turn<'_>], span: Range<usize>, most: usize) -> Vec<String> {
    let speaks = |turn: &&Turn<'_>| {
        matches!(turn.kind, Kind::User | Kind::Agent) && span.contains(&turn.message)
    };
    let said = turns.iter().filter(speaks);
    let mut found: Vec<String> = Vec::new();
    for sentence in said.flat_map(|turn| sentences(&turn.text)) {
        if holds(&sentence.to_lowercase(), &DECIDING) {
            let told = sentence.trim().trim_end_matches(['.', '!']);
            found.push(one_line(told, DECISION_CHARS));
        }
    }
    let mut told = BTreeSet::new();
    found.reverse();
    found.retain(|sentence| told.insert(sentence.clone()));
    found.truncate(most);
    found.reverse();
    found
}
