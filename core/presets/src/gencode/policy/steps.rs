//! The steps of a run: the threshold, clearing if that is enough, otherwise a summary of all but
//! the newest messages (C-3..C-6).

use super::{Gencode, SPEC};
use conspectus::inner::compactor::draft::{Draft, End, Flow};
use conspectus::inner::compactor::stages::install::{agent_follows, memory_message, sealed};
use conspectus::inner::compactor::step::{AwaitingSummary, SummaryPolicy};
use conspectus::inner::minutes::activity::{Limits, activity};
use conspectus::inner::notes::memory::with_request;
use conspectus::inner::notes::snapshot::{Snapshot, escape_tags};
use conspectus::inner::notes::transcript::TranscriptDetail;
use conspectus::inner::notes::words::BRIDGE;
use conspectus::inner::reduce::prune_if_allowed;
use conspectus::inner::{Policy, PresetSpec};
use conspectus::{ConfiguredHistory, Item, RestoredFile, Role, find_split_point};
use serde_json::Value;
use std::ops::ControlFlow::Break;

impl SummaryPolicy for Gencode {
    fn spec(&self) -> &'static PresetSpec {
        &SPEC
    }

    /// The summary as a second system message if the list has a first one (C-6), else as a message of
    /// the user, which the next run finds by its preamble. A message is added where the roles would not
    /// alternate otherwise.
    fn summary_messages(
        &self,
        pending: &AwaitingSummary,
        snapshot: &Snapshot,
    ) -> Option<Vec<Value>> {
        let (history, config) = (&pending.history, pending.history.config());
        let request = pending.latest_request.as_deref();
        let agent_follows = agent_follows(history, pending.split);
        if history.leading_systems() == 0 {
            let mut messages = vec![memory_message(
                pending,
                &sealed(pending, snapshot).text,
                &[],
            )];
            if !agent_follows {
                messages
                    .push(history.text_message(Role::Assistant, &config.tuning.acknowledgement));
            }
            return Some(messages);
        }
        let text = summary_text(pending.split - pending.head, &snapshot.render());
        let mut messages =
            vec![history.text_message(Role::System, &with_request(text, request, pending.older))];
        if agent_follows || pending.split == history.len() {
            messages.push(history.text_message(Role::User, BRIDGE));
        }
        Some(messages)
    }

    /// Its summary is a system message, which cannot hold attachments.
    fn attachments(
        &self,
        _pending: &mut AwaitingSummary,
        _files: &[RestoredFile],
    ) -> Option<Vec<Value>> {
        Some(Vec::new())
    }
}

impl Policy for Gencode {
    fn stages(&self, d: &mut Draft<'_>) -> Flow {
        self.quick_check(d)?;
        d.edits = prune_if_allowed(&d.history);
        d.stop_if_sufficient()?;
        d.stop_if_summarizer_off()?;
        d.require_span(find_split_point(&d.history))?;
        d.known = known(&d.history, &d.messages, d.span.head, d.span.split);
        Break(End::Summary(TranscriptDetail::Capped))
    }
}

/// The lines before the transcript: the files, tools and decisions that were extracted without a
/// model (C-5).
fn known(history: &ConfiguredHistory, messages: &Item<'_>, head: usize, end: usize) -> String {
    let found = activity(history, messages, head, end, Limits::default());
    let mut text = String::new();
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("{title}:\n"));
            lines
                .iter()
                .for_each(|line| text.push_str(&format!("- {}\n", escape_tags(line))));
            text.push('\n');
        }
    };
    list("Files changed", found.files_modified);
    let uses = found.tools_used.iter().map(|tool| {
        format!(
            "{} ({} times): {}",
            tool.tool,
            tool.count,
            tool.notable_uses.join("; ")
        )
    });
    list("Tools used", uses.collect());
    list("Decisions", found.key_decisions);
    text
}

/// The text of a message that carries a summary of `count` messages. Source: the session example of
/// gencode's document.
#[must_use]
pub fn summary_text(count: usize, content: &str) -> String {
    format!("[Earlier conversation - {count} messages summarized]\n\n{content}")
}
