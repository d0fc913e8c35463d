//! `prune`: tool results behind a protected number of recent tokens are cleared, if that frees enough.
//!
//! | rule | protected | applied if |
//! | --- | --- | --- |
//! | `newest_results` (ours) | the newest results up to `protect_tokens`, and all that the model has not read | they hold `min_tokens` |
//! | `newest_messages` (gencode, C-4) | whole messages with results until they hold `protect_tokens` | the history holds `min_tokens` |
//! | `behind_two_turns` (opencode, O-4) | all since the second last user turn, then results up to `protect_tokens` | they hold more than `min_tokens` |

use super::microcompact::result_placeholder;
use super::saving::Saving;
use crate::config::PruneRule;
use crate::history::{History, PartEntry, PartKind};
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use crate::reduce::plan::{nested_media, Edit, EditAction, EditReason};
use serde::Serialize;

/// What was pruned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct PruneReport {
    /// Results cleared.
    pub tool_results: u64,
    /// Estimated tokens saved.
    pub tokens_saved: u64,
    /// Estimated tokens of everything, by which C-4 decides.
    pub tokens_total: u64,
    /// Estimated tokens that stayed protected.
    pub tokens_protected: u64,
}

/// Edits that clear results by the config's rule, and what they come to.
#[must_use]
pub fn prune(history: &History) -> (Vec<Edit>, PruneReport) {
    let (candidates, mut report) = match history.config().clear_rule {
        PruneRule::NewestResults => newest_results(history),
        PruneRule::NewestMessages => newest_messages(history),
        PruneRule::BehindTwoTurns => behind_two_turns(history),
    };
    let edits: Vec<Edit> = candidates.into_iter().filter_map(|part| edit(history, part)).collect();
    report.tool_results = edits.len() as u64;
    report.tokens_saved = edits.iter().map(|edit| edit.tokens_saved).sum();
    (edits, report)
}

/// C-1, O-1: chars / 4, rounded half up. One number for both systems.
#[must_use]
pub fn quarter_tokens(chars: u64) -> u64 {
    (chars + 2) / 4
}

fn newest_results(history: &History) -> (Vec<usize>, PruneReport) {
    let config = history.config();
    let mut report = PruneReport { tokens_total: history.tokens(), ..PruneReport::default() };
    let last_read = history.messages().iter().rposition(|entry| entry.role == Role::Assistant).unwrap_or(0);
    let mut found = Vec::new();
    let mut freed = 0;
    for (part, entry) in history.parts().iter().enumerate().rev().filter(|(_, entry)| entry.kind == PartKind::ToolResult) {
        // What was cleared before takes no room: a second run finds the same results protected.
        if entry.is_cleared {
            continue;
        }
        let tokens = result_tokens(history, part, entry);
        let unread = history.message_of(part) > last_read;
        if unread || report.tokens_protected + tokens <= config.clear_protect_tokens {
            report.tokens_protected += tokens;
        } else if !entry.is_error {
            found.push(part);
            freed += tokens;
        }
    }
    found.reverse();
    (if freed >= config.clear_min_tokens { found } else { Vec::new() }, report)
}

/// C-1: each message's chars by four, rounded, added up.
#[must_use]
pub fn messages_tokens(history: &History) -> u64 {
    (0..history.len()).map(|index| message_tokens(history, index)).sum()
}

fn message_tokens(history: &History, index: usize) -> u64 {
    quarter_tokens(history.chars_before(index + 1) - history.chars_before(index))
}

fn newest_messages(history: &History) -> (Vec<usize>, PruneReport) {
    let config = history.config();
    let tokens_of = |index: usize| message_tokens(history, index);
    let total = messages_tokens(history);
    let mut report = PruneReport { tokens_total: total, ..PruneReport::default() };
    if total < config.clear_min_tokens {
        return (Vec::new(), report);
    }
    let mut first_protected = history.len();
    for index in (0..history.len()).rev() {
        if report.tokens_protected >= config.clear_protect_tokens {
            break;
        }
        first_protected = index;
        if history.messages()[index].has_result {
            report.tokens_protected += tokens_of(index);
        }
    }
    let results = history.parts().iter().enumerate().filter(|(_, entry)| entry.kind == PartKind::ToolResult && !entry.is_cleared);
    (results.map(|(part, _)| part).filter(|part| history.message_of(*part) < first_protected).collect(), report)
}

fn behind_two_turns(history: &History) -> (Vec<usize>, PruneReport) {
    let config = history.config();
    let mut report = PruneReport { tokens_total: history.tokens(), ..PruneReport::default() };
    let turns = history.user_turns();
    let Some(limit) = turns.len().checked_sub(2).map(|second_last| turns[second_last] as usize) else { return (Vec::new(), report) };
    let mut found = Vec::new();
    let mut freed = 0;
    for (part, entry) in history.parts().iter().enumerate().rev() {
        if entry.kind != PartKind::ToolResult || history.message_of(part) >= limit {
            continue;
        }
        if entry.is_cleared {
            break;
        }
        if history.symbol(entry.name) == "skill" {
            continue;
        }
        let tokens = quarter_tokens(entry.output_chars);
        report.tokens_protected += tokens;
        // O-4: the result that crosses the limit is a candidate too.
        if report.tokens_protected > config.clear_protect_tokens {
            report.tokens_protected = config.clear_protect_tokens + 1;
            found.push(part);
            freed += tokens;
        }
    }
    report.tokens_protected = report.tokens_protected.min(config.clear_protect_tokens);
    found.reverse();
    (if freed > config.clear_min_tokens { found } else { Vec::new() }, report)
}

fn result_tokens(history: &History, part: usize, entry: &PartEntry) -> u64 {
    entry.tokens.ceil() as u64 + entry.media_tokens + nested_media(history, part).map(|medium| medium.media_tokens).sum::<u64>()
}

fn edit(history: &History, part: usize) -> Option<Edit> {
    let entry = &history.parts()[part];
    let text = result_placeholder(history, entry);
    let saving = Saving::of_clearing(history, part, &text);
    let tool = sanitize_label(history.symbol(entry.name), 80);
    // B-26: a result shorter than its placeholder stays.
    saving.is_gain().then(|| saving.edit(history, part, EditAction::ClearResult, EditReason::Pruned, text, tool))
}
