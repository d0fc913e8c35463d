//! The boundaries between messages: for each one, whether a cut there leaves both halves valid, and
//! if not, why.

use crate::cut::split::protected_head;
use crate::history::{History, PartKind};
use crate::shape::{shapes, words};

shapes! {
    /// A boundary before message `index`; the last one is after the last message.
    pub struct Boundary as "LegalCut": Copy, Eq {
        /// A cut here removes messages `..index`.
        pub index: usize,
        /// Whether a cut is allowed here.
        pub legal: bool,
        /// Why not, or null.
        pub reason: Option<CutProblem>,
    }
}

words! {
    /// Why a cut isn't allowed.
    pub enum CutProblem {
        /// It's between the leading system messages.
        AmongSystemMessages => "among_system_messages",
        /// It's before or inside the provider's own compaction.
        AlreadyCompacted => "already_compacted",
        /// It would remove a call and keep its result.
        PartsCallFromResult => "parts_call_from_result",
        /// It would remove a call whose result is missing.
        LosesWaitingCall => "loses_waiting_call",
        /// It would remove reasoning and keep the item it led to.
        PartsReasoningFromItem => "parts_reasoning_from_item",
        /// It would separate parallel calls.
        PartsParallelCalls => "parts_parallel_calls",
        /// The kept part would start with a result that answers no call.
        StartsWithResult => "starts_with_result",
    }
}

/// Returns all boundaries, in order: one before each message, and one after the last.
///
/// ```
/// use conspectus::{legal_cuts, Config, CutProblem, History};
/// use serde_json::json;
///
/// let messages = json!([
///     { "role": "user", "content": "List the files." },
///     { "role": "assistant", "content": null, "tool_calls": [{ "id": "a", "type": "function", "function": { "name": "ls", "arguments": "{}" } }] },
///     { "role": "tool", "tool_call_id": "a", "content": "src" },
/// ]);
/// let cuts = legal_cuts(&History::of(Config::default(), &messages)?);
/// assert_eq!(cuts[2].reason, Some(CutProblem::PartsCallFromResult));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn legal_cuts(history: &History) -> Vec<Boundary> {
    let length = history.len();
    let head = protected_head(history);
    let systems = history.leading_systems();
    let waiting = history.pairs().waiting_since();
    let spanned = spanned_boundaries(history);
    (0..=length)
        .map(|index| {
            let joined = history
                .messages()
                .get(index)
                .is_some_and(|entry| entry.joins_previous);
            let reason = if index == 0 {
                None
            } else if index < head && index < systems {
                Some(CutProblem::AmongSystemMessages)
            } else if index < head {
                Some(CutProblem::AlreadyCompacted)
            } else if spanned[index] {
                Some(CutProblem::PartsCallFromResult)
            } else if waiting.is_some_and(|waiting| index > waiting) {
                Some(CutProblem::LosesWaitingCall)
            } else if joined {
                let reasoned = history.messages()[index - 1].reasoned;
                Some(if reasoned {
                    CutProblem::PartsReasoningFromItem
                } else {
                    CutProblem::PartsParallelCalls
                })
            } else if history.opens_loop_midway(index) {
                Some(CutProblem::PartsReasoningFromItem)
            } else if history.is_closed_boundary(index) {
                None
            } else if starts_with_orphan(history, index) {
                Some(CutProblem::StartsWithResult)
            } else {
                // A message of another role, for example a system message, came while a call
                // waited, and the call was never answered.
                Some(CutProblem::LosesWaitingCall)
            };
            Boundary {
                index,
                legal: reason.is_none(),
                reason,
            }
        })
        .collect()
}

/// For each boundary, whether a call before it is answered after it.
fn spanned_boundaries(history: &History) -> Vec<bool> {
    let mut steps = vec![0i64; history.len() + 2];
    for (part, entry) in history.parts().iter().enumerate() {
        if let (PartKind::ToolResult, Some(call)) = (entry.kind, entry.partner) {
            steps[history.message_of(call as usize) + 1] += 1;
            steps[history.message_of(part) + 1] -= 1;
        }
    }
    let mut open = 0;
    steps[..=history.len()]
        .iter()
        .map(|step| {
            open += step;
            open > 0
        })
        .collect()
}

fn starts_with_orphan(history: &History, index: usize) -> bool {
    index < history.len()
        && history
            .parts_of(index)
            .iter()
            .any(|part| part.kind == PartKind::ToolResult && part.partner.is_none())
}
