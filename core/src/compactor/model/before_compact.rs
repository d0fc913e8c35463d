//! Building block: adds the text from the host's `before_compact` to the requests to this run's
//! summarizer.
//!
//! The host is called when the first request is ready. So the text is added to that request, to the
//! requests that wait below it on the stack, and to the turn, from which later requests are built.

use super::ask::{output_budget, summary_instructions};
use crate::compactor::{Ask, AwaitingSummary, Run};
use crate::notes::prompt;
use crate::read::message::Body;
use crate::{CompactArgs, Dialect, Item, Role, SummaryRequest};
use serde_json::Value;

/// Adds the text from `before_compact`, and returns whether a model request already contains it.
pub fn pass_context(run: &mut Run, text: &str) -> bool {
    match (run.asks.last_mut(), &mut run.pending) {
        (Some(Ask::Summary(..)), Some(pending)) => {
            add_callback_context(pending, &mut run.asks, text);
            return true;
        }
        // Whether a model is asked is not known yet.
        (Some(Ask::Store(storing)), _) => add(&mut storing.turn, text),
        _ => {}
    }
    false
}

/// Appends `text` to the context of the turn.
fn add(turn: &mut CompactArgs, text: &str) {
    let before = turn.context.take().unwrap_or_default();
    let both = format!("{}\n\n{}", before.trim(), text.trim());
    turn.context = Some(both.trim().to_owned());
}

/// Adds the text to every request that is ready.
fn add_callback_context(pending: &mut AwaitingSummary, asks: &mut [Ask], text: &str) {
    add(&mut pending.turn, text);
    let after = summary_instructions(pending.config(), &pending.turn);
    // Names that the text brings may stand in the answer.
    if let Some(after) = &after {
        pending.asked.known = format!("{after}\n{}", pending.asked.known);
    }
    let before = std::mem::replace(&mut pending.instructions, after);
    let before = prompt::user_instructions(before.as_deref());
    let after = prompt::user_instructions(pending.instructions.as_deref());
    for ask in asks {
        if let Ask::Summary(request, _) = ask {
            rewrite_request(pending, request, &before, &after);
        }
    }
}

/// Replaces the instructions `before` at the end of a request with `after`. A request that does not
/// end with `before` remains unchanged.
fn rewrite_request(
    pending: &AwaitingSummary,
    request: &mut SummaryRequest,
    before: &str,
    after: &str,
) {
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
    let asking = |text: &str| request.clone().asking(pending, &[(Role::User, text)]);
    let (was, mut now) = (asking(&question), asking(&told));
    // What is told before it stays: the messages themselves, where a request holds them.
    let before = request.input_tokens.saturating_sub(was.input_tokens);
    now.input_tokens = now.input_tokens.saturating_add(before);
    now.max_output_tokens = output_budget(pending, now.input_tokens);
    request.messages.pop();
    now.messages.splice(0..0, request.messages.drain(..));
    *request = now;
}

/// Returns the text of a message that conspectus built: its only part.
fn text_of(dialect: Dialect, message: &Value) -> Option<String> {
    let mut found = None;
    dialect
        .read(&Item::from(&message), &mut |part| {
            if let Body::Text(text) = part.body {
                found = text.as_string();
            }
        })
        .ok()?;
    found
}
