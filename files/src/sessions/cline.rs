//! Sessions of Cline: one object with a list of Anthropic messages, each with fields of Cline's
//! own. Only role and content are kept; a block of the type `file` becomes a document. Source:
//! cline/cline, `sdk/packages/core/fixtures/session`, read November 2026. The older
//! `api_conversation_history.json` is a plain list of messages.

use super::log::Source;
use super::record::{Record, items, literal, object, tree, word};
use super::{Agent, Place, Reader, SessionFile};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Its reader.
pub(super) struct Cline;

const AGENT: Agent = Agent {
    word: "cline",
    name: "Cline",
};

impl Reader for Cline {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const IS_TASK: fn(&str) -> bool = |path| path.ends_with("/api_conversation_history.json");
        const PLACES: &[Place] = &[
            Place::new(".cline/data/sessions", |path| {
                path.ends_with(".messages.json")
            }),
            Place::new(".cline/data/tasks", IS_TASK),
            Place::new(
                ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks",
                IS_TASK,
            ),
            Place::new(
                "Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks",
                IS_TASK,
            ),
        ];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let file = source.only().filter(|file| {
            file.has("sessionId", Kind::String)
                && file.has("agent", Kind::String)
                && file.has("version", Kind::Number)
        })?;
        let messages = file.list("messages")?;
        let mut log = source.log(Dialect::Anthropic);
        log.system = file.string("system_prompt").and_then(JsonText::as_json);
        for message in items(Some(messages)) {
            let message = Record::of(message);
            let (Some(role), Some(content)) = (message.get("role"), message.get("content")) else {
                log.leave_out("records without a message");
                continue;
            };
            if message.record("metadata").word("kind") == "compaction_summary" {
                // What was before stands in the session's other file.
                log.compactions += 1;
            }
            log.model(message.record("modelInfo").get("id"));
            log.prompt(message.record("metrics").number("inputTokens"));
            let said = object([
                ("role", Some(tree(role))),
                ("content", Some(blocks(content))),
            ]);
            log.push(said, message.get("ts"));
        }
        Some(log.finish(AGENT))
    }
}

fn blocks(content: JsonText<'_>) -> JsonTree<'_> {
    if content.kind() != Kind::Array {
        return tree(content);
    }
    let blocks = items(Some(content)).into_iter().map(|block| {
        let file = Record::of(block);
        match file.string("content") {
            Some(text) if word(block.get("type")) == "file" => object([
                ("type", Some(literal("\"document\""))),
                (
                    "source",
                    Some(object([
                        ("type", Some(literal("\"text\""))),
                        ("media_type", Some(literal("\"text/plain\""))),
                        ("data", Some(tree(text))),
                    ])),
                ),
                ("title", file.get("path").map(tree)),
            ]),
            _ => tree(block),
        }
    });
    JsonTree::List(blocks.collect())
}
