//! Building block: what the agent is reminded of after a summary. It is state of the application
//! that no message shows; the host gives it with the turn.

use super::step::Pending;
use crate::host::clip::{head_of, one_line};
use crate::host::units::{tokens_from_chars, utf16_len};
use crate::notes::words::{AGENTS, PLAN_MODE};
use crate::read::media::sanitize_label;
use serde_json::Value;

/// Most tasks that are named; the newest are. Source: qwen-code 0.24.4.
const AGENTS_MAX: usize = 30;
/// Longest description of a task, in chars. Source: qwen-code 0.24.4.
const DESCRIPTION_CHARS: usize = 200;
/// Longest name and longest status, in chars. Chosen here.
const LABEL_CHARS: usize = 80;

/// Tokens of a text that follows a summary: a quarter of its chars, rounded up. Source: qwen-code.
pub(crate) fn attachment_tokens(text: &str) -> u64 {
    tokens_from_chars(utf16_len(text) as u64, 4.0)
}

/// The reminders as parts of a user message. Their tokens are added to the report.
pub(crate) fn reminders(pending: &mut Pending) -> Vec<Value> {
    let mut texts = Vec::new();
    if pending.turn.plan_mode {
        texts.push(PLAN_MODE.to_owned());
    }
    let agents = &pending.turn.running_agents;
    if !agents.is_empty() {
        let mut text = AGENTS.to_owned();
        let left_out = agents.len().saturating_sub(AGENTS_MAX);
        for agent in &agents[left_out..] {
            let [id, status] =
                [&agent.id, &agent.status].map(|label| sanitize_label(label, LABEL_CHARS));
            let description = sanitize_label(
                head_of(
                    &one_line(&agent.description, DESCRIPTION_CHARS * 2),
                    DESCRIPTION_CHARS,
                ),
                DESCRIPTION_CHARS,
            );
            text.push_str(&format!("\n- {status}, {id}: {description}"));
        }
        if left_out > 0 {
            text.push_str(&format!("\n- ({left_out} older tasks left out)"));
        }
        texts.push(text);
    }
    for text in &texts {
        pending.report.attachment_tokens += attachment_tokens(text);
    }
    let dialect = pending.history.dialect();
    texts.iter().map(|text| dialect.text_part(text)).collect()
}
