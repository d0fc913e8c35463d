//! What qwen-code reminds the agent of behind a summary: state of the application that no message shows. The host gives it with
//! the turn; the words are our own.

use super::super::course::Pending;
use super::attachment_tokens;
use crate::clip::{head_of, one_line};
use crate::config::Course;
use crate::media::sanitize_label;
use serde_json::Value;

/// Most tasks that are named, the newest, and the longest description, in chars. Source: qwen-code 0.24.4.
const AGENTS_MAX: usize = 30;
const DESCRIPTION_CHARS: usize = 200;
/// Longest name and status. Chosen here.
const LABEL_CHARS: usize = 80;

const PLAN_MODE: &str = "Plan mode is on, whatever the notes say: read, search and propose, but change nothing, and run nothing that changes \
anything, until the user ends it.";

/// Parts of a user message; none in gencode's course, whose summary is a system message.
pub(in super::super) fn reminders(pending: &mut Pending) -> Vec<Value> {
    if pending.history.config().course == Course::Gencode {
        return Vec::new();
    }
    let mut texts = Vec::new();
    if pending.turn.plan_mode {
        texts.push(PLAN_MODE.to_owned());
    }
    let agents = &pending.turn.running_agents;
    if !agents.is_empty() {
        let mut text = String::from(
            "Other agents were at these tasks when the conversation was compacted. The notes do not say how far they are; do not take them for done:",
        );
        let left_out = agents.len().saturating_sub(AGENTS_MAX);
        for agent in &agents[left_out..] {
            let [id, status] = [&agent.id, &agent.status].map(|label| sanitize_label(label, LABEL_CHARS));
            let description = sanitize_label(head_of(&one_line(&agent.description, DESCRIPTION_CHARS * 2), DESCRIPTION_CHARS), DESCRIPTION_CHARS);
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
