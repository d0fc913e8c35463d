//! `prune`: old tool results are cleared, if that frees enough tokens. The newest ones are
//! protected.
//!
//! | rule | what is protected | old results are cleared if |
//! | --- | --- | --- |
//! | `newest_messages` | the newest messages, until those with results hold `clear_protect_tokens` | the history holds `clear_min_tokens` |
//! | `behind_two_turns` | the last two turns of the user, then results up to `clear_protect_tokens` | they hold more than `clear_min_tokens` |

use super::placeholder::result_placeholder;
use super::saving::Saving;
use crate::history::{History, PartKind, PruneRule};
use crate::reduce::plan::{Edit, EditAction, EditReason};
use crate::shape::shapes;

shapes! {
    /// Counts of cleared results.
    pub struct PruneDetails: Copy, Default, Eq {
        /// Cleared results.
        pub tool_results: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
        /// Estimated tokens of the complete history.
        pub tokens_total: u64,
        /// Estimated tokens of protected results.
        pub tokens_protected: u64,
    }
}

/// Returns the edits that clear old results by the configured rule, and a report. Returns no edits
/// if the rule would free too little.
#[must_use]
pub fn prune(history: &History) -> (Vec<Edit>, PruneDetails) {
    let (candidates, mut report) = match history.options().clearing.rule {
        PruneRule::NewestMessages => newest_messages(history),
        PruneRule::BehindTwoTurns => behind_two_turns(history),
    };
    let edits: Vec<Edit> = candidates
        .into_iter()
        .filter_map(|part| edit(history, part))
        .collect();
    report.tool_results = edits.len() as u64;
    report.tokens_saved = edits.iter().map(|edit| edit.tokens_saved).sum();
    (edits, report)
}

/// Returns the edits of [`prune`], or none if the option `clear` is off.
pub fn prune_if_allowed(history: &History) -> Vec<Edit> {
    if history.options().clearing.clear {
        prune(history).0
    } else {
        Vec::new()
    }
}

/// Chars / 4, rounded half up, as two of the reproduced systems estimate tokens.
#[must_use]
pub fn quarter_tokens(chars: u64) -> u64 {
    (chars + 2) / 4
}

/// Returns the tokens of all messages: chars / 4 of each message, rounded per message. One of the
/// reproduced systems counts in this way.
#[must_use]
pub fn messages_tokens(history: &History) -> u64 {
    (0..history.len())
        .map(|index| message_tokens(history, index))
        .sum()
}

fn message_tokens(history: &History, index: usize) -> u64 {
    quarter_tokens(history.chars_before(index + 1) - history.chars_before(index))
}

fn newest_messages(history: &History) -> (Vec<usize>, PruneDetails) {
    let clearing = &history.options().clearing;
    let tokens_of = |index: usize| message_tokens(history, index);
    let total = messages_tokens(history);
    let mut report = PruneDetails {
        tokens_total: total,
        ..PruneDetails::default()
    };
    if total < clearing.min_tokens {
        return (Vec::new(), report);
    }
    let mut first_protected = history.len();
    for index in (0..history.len()).rev() {
        if report.tokens_protected >= clearing.protect_tokens {
            break;
        }
        first_protected = index;
        if history.messages()[index].has_result {
            report.tokens_protected += tokens_of(index);
        }
    }
    let results = history
        .parts()
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.kind == PartKind::ToolResult && !entry.is_cleared);
    (
        results
            .map(|(part, _)| part)
            .filter(|part| history.is_read(*part) && history.message_of(*part) < first_protected)
            .collect(),
        report,
    )
}

fn behind_two_turns(history: &History) -> (Vec<usize>, PruneDetails) {
    let clearing = &history.options().clearing;
    let mut report = PruneDetails {
        tokens_total: history.tokens(),
        ..PruneDetails::default()
    };
    let turns = history.user_turns();
    let Some(limit) = turns
        .len()
        .checked_sub(2)
        .map(|second_last| turns[second_last] as usize)
    else {
        return (Vec::new(), report);
    };
    let mut found = Vec::new();
    let mut freed = 0;
    for (part, entry) in history.parts().iter().enumerate().rev() {
        if !history.is_read(part) {
            break;
        }
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
        // The result that crosses the limit is not protected any more.
        if report.tokens_protected > clearing.protect_tokens {
            report.tokens_protected = clearing.protect_tokens + 1;
            found.push(part);
            freed += tokens;
        }
    }
    report.tokens_protected = report.tokens_protected.min(clearing.protect_tokens);
    found.reverse();
    (
        if freed > clearing.min_tokens {
            found
        } else {
            Vec::new()
        },
        report,
    )
}

fn edit(history: &History, part: usize) -> Option<Edit> {
    let text = result_placeholder(history, part);
    let saving = Saving::of_clearing(history, part, &text);
    // A result that is shorter than its placeholder stays.
    let (action, reason) = (EditAction::ClearResult, EditReason::Pruned);
    saving
        .is_gain()
        .then(|| saving.edit(history, part, action, reason, text))
}
