//! Building block: what the host's `before_compact` gives goes to the summariser of this run.
//!
//! The host is asked when the first request is ready. So the text goes into that request, into
//! those that wait behind it, and into the turn, from which later ones are made.

use super::ask::minded;
use crate::compactor::contract::action::{Action, SummaryRequest};
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::step::{Pending, Phase};
use crate::host::view::{AsView, ViewExt};
use crate::notes::prompt;
use crate::read::dialect::Dialect;
use crate::read::message::{Body, Role};
use serde_json::Value;
use std::collections::VecDeque;

/// What `before_compact` gives a run that waits for a summary, with the request that is ready.
pub(crate) fn said(pending: &mut Pending, actions: &mut VecDeque<Action>, text: &str) {
    let queued = actions.iter_mut().find_map(|action| match action {
        Action::Summarize { request } => Some(request),
        _ => None,
    });
    hear(pending, queued, text);
}

/// Behind what the turn already holds of it.
pub(crate) fn add(turn: &mut CompactArgs, text: &str) {
    let before = turn
        .context
        .take()
        .filter(|before| !before.trim().is_empty());
    turn.context = Some(before.map_or_else(
        || text.trim().to_owned(),
        |before| format!("{}\n\n{}", before.trim(), text.trim()),
    ));
}

/// Puts the text into every request that is ready.
fn hear(pending: &mut Pending, queued: Option<&mut SummaryRequest>, text: &str) {
    let wishes = |pending: &Pending| minded(pending.history.config(), &pending.turn);
    let before = wishes(pending);
    add(&mut pending.turn, text);
    let after = wishes(pending);
    // Names that the text brings may stand in the answer.
    if let Some(after) = &after {
        pending.asked.known = format!("{after}\n{}", pending.asked.known);
    }
    let (before, after) = (
        prompt::mind(before.as_deref()),
        prompt::mind(after.as_deref()),
    );
    let mut phase = std::mem::replace(&mut pending.phase, Phase::Summary { check: None });
    let waiting = match &mut phase {
        Phase::Shared { cold } => Some(&mut **cold),
        Phase::Summary { .. } | Phase::Verify { .. } | Phase::Retry { .. } => None,
    };
    let mut last = pending.last_request.take();
    if let Some(queued) = queued {
        retell(pending, queued, &before, &after);
        pending.report.summary_input_tokens = queued.input_tokens;
    }
    for request in [waiting, last.as_deref_mut()].into_iter().flatten() {
        retell(pending, request, &before, &after);
    }
    (pending.phase, pending.last_request) = (phase, last);
}

/// The request with other wishes at its end, where the text of a request ends with them.
fn retell(pending: &Pending, request: &mut SummaryRequest, before: &str, after: &str) {
    let dialect = pending.history.dialect();
    let Some(question) = request
        .messages
        .last()
        .and_then(|message| text_of(dialect, message))
    else {
        return;
    };
    let Some(rest) = question.strip_suffix(before) else {
        return;
    };
    let told = format!("{rest}{after}");
    // All requests that come first hold one message.
    *request = request.clone().asking(pending, &[(Role::User, &told)]);
}

/// The text of a message of ours: its only part.
fn text_of(dialect: Dialect, message: &Value) -> Option<String> {
    let mut found = None;
    dialect
        .read(&message.as_view(), &mut |part| {
            if let Body::Text(text) = part.body {
                found = text.as_string();
            }
        })
        .ok()?;
    found
}
