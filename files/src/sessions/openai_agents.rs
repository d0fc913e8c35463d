//! Saved run states of the OpenAI Agents SDK: the input, and the items that the run generated,
//! each with an item of OpenAI Responses under `raw_item`. An approval repeats the call that it is
//! for. Source: states of the schema versions 1.9 and 1.13 in openai/openai-agents-python,
//! `tests/fixtures/run_state`, read November 2026.

use super::log::{Source, forms};
use super::record::{Record, items, tree, word};
use super::{Agent, Reader, SessionFile};
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Its reader.
pub(super) struct OpenaiAgents;

const AGENT: Agent = Agent {
    word: "openai_agents",
    name: "OpenAI Agents SDK",
};

impl Reader for OpenaiAgents {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let state = source.only().filter(|state| {
            state.has("$schemaVersion", Kind::String) && state.has("generated_items", Kind::Array)
        })?;
        let mut log = source.log(Dialect::OpenaiResponses);
        if let Some(text) = state.string("original_input") {
            log.push(forms::said(forms::USER, tree(text)), None);
        }
        for item in items(state.list("original_input")) {
            log.push(tree(item), None);
        }
        // A session has all items, the run only the new ones.
        let session = items(state.list("session_items"));
        let items = if session.is_empty() {
            items(state.list("generated_items"))
        } else {
            session
        };
        for item in items {
            let item = Record::of(item);
            match item.get("raw_item") {
                Some(_) if word(item.get("type")) == "tool_approval_item" => {
                    log.leave_out("approvals");
                }
                Some(raw) => log.push(tree(raw), None),
                None => log.leave_out("records without a message"),
            }
        }
        Some(log.finish(AGENT))
    }
}
