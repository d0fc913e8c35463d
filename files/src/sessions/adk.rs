//! Sessions of Google's Agent Development Kit: an object with `events`, which may have a
//! content of Gemini each. At a compaction its content replaces the events of its span. Keys are in
//! camelCase or snake_case. Source: a recorded session of the Python
//! SDK, and `EventCompaction` of google/adk-java, read November 2026.

use super::log::Source;
use super::record::{Record, items, tree};
use super::{Agent, Extent, Reader, SessionFile};
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Its reader.
pub(super) struct Adk;

const AGENT: Agent = Agent {
    word: "adk",
    name: "ADK",
};

impl Reader for Adk {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let file = source.only()?;
        let past = items(file.list("past_events"));
        let events: Vec<Record<'a>> = past
            .into_iter()
            .chain(items(file.list("events")))
            .map(Record::of)
            .collect();
        let is_event = |event: &Record<'_>| {
            event.has("author", Kind::String)
                && (event.get("invocation_id").is_some() || event.get("invocationId").is_some())
        };
        if !events.iter().any(is_event) {
            return None;
        }
        let compaction = |event: &Record<'a>| {
            let compaction = event.record("actions").record("compaction");
            let key = |snake, camel| compaction.get(snake).or(compaction.get(camel));
            key("compacted_content", "compactedContent").zip(
                compaction
                    .tokens(&["end_timestamp"])
                    .or(compaction.tokens(&["endTimestamp"])),
            )
        };
        let last = events
            .iter()
            .filter_map(compaction)
            .next_back()
            .filter(|_| source.extent == Extent::SinceCompaction);
        let mut log = source.log(Dialect::Gemini);
        if let Some((content, _)) = last {
            log.push(tree(content), None);
        }
        for event in &events {
            let time = event.get("timestamp");
            let usage = event.record("usage_metadata");
            log.prompt(
                usage
                    .number("prompt_token_count")
                    .or(event.record("usageMetadata").number("promptTokenCount")),
            );
            let is_before = last
                .zip(event.number("timestamp"))
                .is_some_and(|((_, end), time)| time <= end);
            if compaction(event).is_some() {
                log.compactions += 1;
            } else if !event.record("content").has("parts", Kind::Array) {
                log.leave_out("events without a content");
            } else if is_before {
                log.leave_out("messages before the last compaction");
            } else if let Some(content) = event.get("content") {
                log.push(tree(content), time);
            }
        }
        Some(log.finish(AGENT))
    }
}
