//! Trajectories of SWE-agent (`.traj`): an object with `history`, a list of OpenAI chat messages
//! with fields of its own. Results name their calls under `tool_call_ids`. Source:
//! SWE-agent/SWE-agent, `sweagent/types.py`, read November 2026.

use super::log::{Source, forms};
use super::record::{Record, items, object, tree};
use super::{Agent, Reader, SessionFile};
use crate::json_text::JsonText;
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Its reader.
pub(super) struct SweAgent;

const AGENT: Agent = Agent {
    word: "swe_agent",
    name: "SWE-agent",
};

impl Reader for SweAgent {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let history = source.only()?.list("history")?;
        let history: Vec<Record<'a>> = items(Some(history)).into_iter().map(Record::of).collect();
        let is_own = |message: &Record<'_>| {
            message.has("role", Kind::String) && message.has("agent", Kind::String)
        };
        if history.is_empty() || !history.iter().all(is_own) {
            return None;
        }
        let mut log = source.log(Dialect::OpenaiChat);
        for message in &history {
            let content = message.get("content").unwrap_or(JsonText::Text("\"\""));
            let id = items(message.list("tool_call_ids")).first().copied();
            let said = match (message.word("role").as_str(), id) {
                ("tool", Some(_)) => forms::result(id, None, tree(content)),
                _ => object([
                    ("role", message.get("role").map(tree)),
                    ("content", Some(tree(content))),
                    ("tool_calls", message.list("tool_calls").map(tree)),
                    ("thinking_blocks", message.list("thinking_blocks").map(tree)),
                ]),
            };
            log.push(said, None);
        }
        Some(log.finish(AGENT))
    }
}
