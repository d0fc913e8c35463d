//! Sessions of OpenHands: a list of events, one a line, or under `history` of an evaluation.
//!
//! They become messages of OpenAI chat. Events of version 0 have an `action` or an `observation`,
//! and an action contains the response of the model that it came from; several actions of one response
//! are one message. Events of version 1 have a `kind`. A condensation replaces the events
//! that it forgets with its summary. State changes, and context that the program adds to a prompt, are left
//! out. Source: OpenHands/OpenHands, `openhands/events`, and OpenHands/software-agent-sdk,
//! `openhands/sdk/event`, read November 2026.

use super::log::{Log, Source, forms};
use super::record::{Record, items, tree, word};
use super::{Agent, Extent, Format, Place, Reader, SessionFile, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use std::collections::BTreeMap;

/// Its reader.
pub(super) struct OpenHands;

const AGENT: Agent = Agent {
    word: "openhands",
    name: "OpenHands",
};

impl Reader for OpenHands {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        // A folder with a file for each event.
        const IS_SESSION: fn(&str) -> bool = |path| path.ends_with("/events");
        const PLACES: &[Place] = &[
            Place::new(".openhands/sessions", IS_SESSION),
            Place::new(".openhands/conversations", IS_SESSION),
        ];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let history = |record: &Record<'a>| -> Vec<JsonText<'a>> {
            // Older evaluations have pairs of an action and an observation.
            let events = items(record.list("history")).into_iter();
            events
                .flat_map(|event| match event.kind() {
                    Kind::Array => items(Some(event)),
                    _ => vec![event],
                })
                .collect()
        };
        let is_event = |event: &Record<'_>| {
            let kind = event.word("kind");
            event.has("source", Kind::String)
                && (kind.ends_with("Event")
                    || kind.starts_with("Condensation")
                    || ((event.has("action", Kind::String)
                        || event.has("observation", Kind::String))
                        && (event.has("args", Kind::Object) || event.has("extras", Kind::Object))))
        };
        if source.any(is_event) {
            let log = Events::of(source, source.values());
            return Some(log.finish(AGENT));
        }
        let is_evaluation = |record: &Record<'a>| {
            history(record)
                .into_iter()
                .take(3)
                .any(|event| is_event(&Record::of(event)))
        };
        if !source.any(is_evaluation) {
            return None;
        }
        let (mut conversations, mut left_out) = (Vec::new(), BTreeMap::new());
        for (line, value) in &source.lines {
            let record = Record::of(*value);
            let mut log = Events::of(source, history(&record).into_iter());
            log.label = record.word("instance_id");
            log.line = Some(*line).filter(|_| source.lines.len() > 1);
            for (what, count) in std::mem::take(&mut log.left_out) {
                *left_out.entry(what).or_insert(0) += count;
            }
            conversations.push(log.conversation());
        }
        Some(SessionFile {
            format: Format::Session(AGENT),
            conversations,
            skipped: Vec::new(),
            left_out,
        })
    }
}

struct Events<'a> {
    log: Log<'a>,
    /// The id of the event of each message.
    ids: Vec<Option<JsonText<'a>>>,
    /// The response that the newest message of the agent came from, and the place of that message.
    response: Option<(String, usize)>,
}

impl<'a> Events<'a> {
    fn of(source: &Source<'a>, events: impl Iterator<Item = JsonText<'a>>) -> Log<'a> {
        let mut all = Self {
            log: source.log(Dialect::OpenaiChat),
            ids: Vec::new(),
            response: None,
        };
        for event in events {
            let event = Record::of(event);
            if event.get("kind").is_some() {
                all.event(&event);
            } else {
                all.old_event(&event);
            }
        }
        all.log
    }

    fn push(&mut self, event: &Record<'a>, message: JsonTree<'a>) {
        self.log.push(message, event.get("timestamp"));
        self.ids.push(event.get("id"));
    }

    /// Adds a call to the message of its response, or begins it.
    fn call(
        &mut self,
        event: &Record<'a>,
        response: String,
        content: Option<JsonTree<'a>>,
        reasoning: Option<JsonTree<'a>>,
        calls: Vec<JsonTree<'a>>,
    ) {
        let place = self
            .response
            .as_ref()
            .filter(|(id, _)| *id == response && !id.is_empty());
        let message = place.and_then(|(_, place)| self.log.messages.get_mut(*place));
        if let Some(JsonTree::Object(fields)) = message
            && let Some((_, JsonTree::List(list))) =
                fields.iter_mut().find(|(key, _)| *key == "tool_calls")
        {
            list.extend(calls);
            return;
        }
        self.response = Some((response, self.log.messages.len()));
        self.push(event, forms::answer(content, reasoning, calls));
    }

    fn old_event(&mut self, event: &Record<'a>) {
        let (action, observation) = (event.word("action"), event.word("observation"));
        let args = event.record("args");
        let meta = event.record("tool_call_metadata");
        let is_of_agent = event.word("source") == "agent";
        match (action.as_str(), observation.as_str()) {
            ("system", _) => {
                if let Some(text) = args.string("content") {
                    self.push(event, forms::said(forms::SYSTEM, tree(text)));
                }
                self.log.tools = args.list("tools").and_then(JsonText::as_json);
            }
            ("condensation", _) => self.condense(&args),
            ("message", _) if meta.string("tool_call_id").is_none() => {
                let text = args.get("content").unwrap_or(JsonText::Text("\"\""));
                let said = if is_of_agent {
                    forms::answer(Some(tree(text)), None, Vec::new())
                } else {
                    let urls = items(args.list("image_urls"));
                    forms::said(forms::USER, with_images(tree(text), &urls))
                };
                self.push(event, said);
            }
            ("recall" | "change_agent_state" | "agent_state_changed" | "null", _)
            | (_, "recall" | "agent_state_changed" | "null") => {
                self.log.leave_out("events about the program");
            }
            ("", "") => self.log.leave_out("events about the program"),
            ("", _) => {
                let text = event.get("content").unwrap_or(JsonText::Text("\"\""));
                let said = match meta.string("tool_call_id") {
                    Some(id) => forms::result(Some(id), meta.get("function_name"), tree(text)),
                    None => forms::said(forms::USER, tree(text)),
                };
                self.push(event, said);
            }
            _ if !is_of_agent => self.log.leave_out("actions of the user"),
            _ => self.old_action(event, &meta),
        }
    }

    fn old_action(&mut self, event: &Record<'a>, meta: &Record<'a>) {
        let response = meta.record("model_response");
        let choice = items(response.list("choices")).first().copied();
        let message = choice.map_or_else(
            || meta.record("none"),
            |choice| Record::of(choice).record("message"),
        );
        self.log.model(response.get("model"));
        let calls: Vec<JsonTree<'a>> = items(message.list("tool_calls"))
            .into_iter()
            .map(call)
            .collect();
        if calls.is_empty() {
            // Models without calls write them as text, which the event does not have.
            let args = event.record("args");
            let thought = args.string("thought").or(event.string("message"));
            if let Some(thought) = thought {
                self.push(event, forms::answer(Some(tree(thought)), None, Vec::new()));
                self.log.usage(usage::read(response.get("usage")));
            }
            return;
        }
        let id = response
            .get("id")
            .and_then(|id| id.as_string())
            .unwrap_or_default();
        // The response has all calls of its actions already.
        if self
            .response
            .as_ref()
            .is_some_and(|(known, _)| *known == id && !id.is_empty())
        {
            return;
        }
        let content = forms::filled(&message, "content").map(tree);
        let reasoning = message.string("reasoning_content").map(tree);
        self.call(event, id, content, reasoning, calls);
        self.log.usage(usage::read(response.get("usage")));
    }

    fn event(&mut self, event: &Record<'a>) {
        let built = self.log.built;
        match event.word("kind").as_str() {
            "SystemPromptEvent" => {
                if let Some(text) = event.record("system_prompt").string("text") {
                    self.push(event, forms::said(forms::SYSTEM, tree(text)));
                }
                self.log.tools = event.list("tools").and_then(JsonText::as_json);
            }
            "MessageEvent" => {
                let message = event.record("llm_message");
                let content = parts(message.get("content"));
                let said = match message.word("role").as_str() {
                    "assistant" => forms::answer(
                        Some(content),
                        message.string("reasoning_content").map(tree),
                        items(message.list("tool_calls"))
                            .into_iter()
                            .map(call)
                            .collect(),
                    ),
                    _ => forms::said(forms::USER, content),
                };
                self.push(event, said);
            }
            "ActionEvent" => {
                let response = event.get("llm_response_id").and_then(|id| id.as_string());
                let mut calls: Vec<JsonTree<'a>> =
                    event.get("tool_call").map(call).into_iter().collect();
                if calls.is_empty() {
                    let value = |key| tree(event.get(key).unwrap_or(JsonText::Text("null")));
                    let action = event.get("action").unwrap_or(JsonText::Text("{}"));
                    calls.push(forms::call(
                        value("tool_call_id"),
                        value("tool_name"),
                        built.as_string(action),
                    ));
                }
                let thought = built.text_of(event.list("thought"));
                let reasoning = event.string("reasoning_content").map(tree);
                self.call(
                    event,
                    response.unwrap_or_default(),
                    thought,
                    reasoning,
                    calls,
                );
            }
            "ObservationEvent" => {
                let observation = event.record("observation");
                let content = match observation.list("content") {
                    Some(list) => parts(Some(list)),
                    None => {
                        built.as_string(observation.string("output").unwrap_or(observation.whole()))
                    }
                };
                self.result(event, content);
            }
            "AgentErrorEvent" => self.result_under(event, "error"),
            "UserRejectObservation" => self.result_under(event, "rejection_reason"),
            "Condensation" => self.condense(event),
            _ => self.log.leave_out("events about the program"),
        }
    }

    fn result_under(&mut self, event: &Record<'a>, key: &str) {
        let text = event.get(key).unwrap_or(JsonText::Text("\"\""));
        self.result(event, self.log.built.as_string(text));
    }

    fn result(&mut self, event: &Record<'a>, content: JsonTree<'a>) {
        let result = forms::result(event.get("tool_call_id"), event.get("tool_name"), content);
        self.push(event, result);
    }

    /// Forgets events by their ids, or from one number to another.
    fn condense(&mut self, condensation: &Record<'a>) {
        let listed = condensation
            .list("forgotten_event_ids")
            .or(condensation.list("pruned_event_ids"));
        let ids: Vec<Option<&str>> = items(listed).into_iter().map(JsonText::as_json).collect();
        let span = condensation
            .number("forgotten_events_start_id")
            .zip(condensation.number("forgotten_events_end_id"));
        self.log.compactions += 1;
        if self.log.extent == Extent::Whole {
            return;
        }
        let is_forgotten = |id: Option<JsonText<'a>>| {
            id.is_some_and(|id| {
                ids.contains(&id.as_json())
                    || span.is_some_and(|(from, to)| (from..=to).contains(&id.number()))
            })
        };
        let mut first = None;
        for place in (0..self.ids.len()).rev() {
            if is_forgotten(self.ids[place]) {
                self.ids.remove(place);
                self.log.remove(place);
                self.log.leave_out("messages before the last compaction");
                first = Some(place);
            }
        }
        self.response = None;
        if let Some(summary) = condensation.string("summary") {
            let place = first.unwrap_or(self.ids.len());
            self.log
                .insert(place, forms::said(forms::USER, tree(summary)));
            self.ids.insert(place, None);
        }
    }
}

/// A call of OpenAI chat. LiteLLM adds an index, and version 1 has the function's fields next to the
/// id.
fn call(call: JsonText<'_>) -> JsonTree<'_> {
    let record = Record::of(call);
    let function = if record.has("function", Kind::Object) {
        record.record("function")
    } else {
        Record::of(call)
    };
    match (
        record.get("id"),
        function.get("name"),
        function.string("arguments"),
    ) {
        (Some(id), Some(name), Some(arguments)) => {
            forms::call(tree(id), tree(name), tree(arguments))
        }
        _ => tree(call),
    }
}

fn with_images<'a>(text: JsonTree<'a>, urls: &[JsonText<'a>]) -> JsonTree<'a> {
    if urls.is_empty() {
        return text;
    }
    let images = urls.iter().map(|url| forms::image(tree(*url)));
    JsonTree::List(std::iter::once(forms::text(text)).chain(images).collect())
}

/// Parts of version 1, in which an image part has several addresses.
fn parts(content: Option<JsonText<'_>>) -> JsonTree<'_> {
    let Some(content) = content.filter(|content| content.kind() == Kind::Array) else {
        return tree(content.unwrap_or(JsonText::Text("\"\"")));
    };
    let mut parts = Vec::new();
    for part in items(Some(content)) {
        let record = Record::of(part);
        match (word(part.get("type")).as_str(), record.get("text")) {
            ("image", _) => {
                let urls = items(record.list("image_urls"));
                parts.extend(urls.into_iter().map(|url| forms::image(tree(url))));
            }
            (_, Some(text)) => parts.push(forms::text(tree(text))),
            _ => parts.push(tree(part)),
        }
    }
    JsonTree::List(parts)
}
