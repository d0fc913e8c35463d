//! Sessions of Kimi CLI. `wire.jsonl` of Kimi Code is a log of changes to the context; and
//! `context.jsonl` of the first versions has one message a line.
//!
//! Both become messages of OpenAI chat, which Kimi's models speak: the parts and calls of a step
//! are one message, and thinking is its `reasoning_content`. At a compaction the history is the
//! newest messages of the user, as many as the record says, and the summary. Source:
//! MoonshotAI/kimi-cli, `session.py`, readers of MoonshotAI/kimi-code's wire log, and a recorded one,
//! read November 2026.

use super::log::{Log, Source, forms};
use super::record::{Record, items, tree, word};
use super::{Agent, Place, Reader, SessionFile, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use serde_json::{Value, json};

/// Its reader.
pub(super) struct KimiCli;

const AGENT: Agent = Agent {
    word: "kimi_cli",
    name: "Kimi CLI",
};

impl Reader for KimiCli {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const PLACES: &[Place] = &[
            Place::new("sessions", |path| path.ends_with("/context.jsonl"))
                .under("KIMI_SHARE_DIR", ".kimi"),
            Place::new("sessions", |path| path.ends_with("/agents/main/wire.jsonl"))
                .under("KIMI_CODE_HOME", ".kimi-code"),
        ];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_wire = source.any(|record| record.word("type").starts_with("context."));
        let is_own = |record: &Record<'_>| {
            record.word("role").starts_with('_')
                || items(record.list("content"))
                    .iter()
                    .any(|part| word(part.get("type")) == "think")
        };
        if !is_wire && !source.any(is_own) {
            return None;
        }
        let mut wire = MessageFormat {
            log: source.log(Dialect::OpenaiChat),
            step: None,
            open: 0,
            waiting: Vec::new(),
            prompts: Vec::new(),
        };
        for record in source.records() {
            if is_wire {
                wire.change(&record);
            } else if record.word("role").starts_with('_') {
                if record.word("role") == "_usage" {
                    wire.log.prompt(record.number("token_count"));
                }
                wire.log.leave_out("records without a message");
            } else {
                wire.message(&record, None);
            }
        }
        wire.end_step();
        wire.let_in();
        Some(wire.log.finish(AGENT))
    }
}

struct MessageFormat<'a> {
    log: Log<'a>,
    /// The step that is being read.
    step: Option<Step<'a>>,
    /// How many calls have no result yet.
    open: usize,
    /// Messages that came before all results of a step were there. They follow the results.
    waiting: Vec<(Record<'a>, Option<JsonText<'a>>)>,
    /// For each message, whether the user wrote it.
    prompts: Vec<bool>,
}

/// The content of a step so far.
#[derive(Default)]
struct Step<'a> {
    thinking: Vec<JsonText<'a>>,
    parts: Vec<JsonText<'a>>,
    calls: Vec<JsonTree<'a>>,
    time: Option<JsonText<'a>>,
    usage: Option<Value>,
}

impl<'a> MessageFormat<'a> {
    fn change(&mut self, record: &Record<'a>) {
        let time = record.get("time");
        match record.word("type").as_str() {
            "context.append_message" => {
                self.end_step();
                self.waiting.push((record.record("message"), time));
                if self.open == 0 {
                    self.let_in();
                }
            }
            "context.append_loop_event" => self.event(&record.record("event"), time),
            "context.apply_compaction" => self.compact(record),
            "context.clear" => {
                self.end_step();
                self.open = 0;
                self.log.truncate(0);
            }
            "context.undo" => self.undo(record.number("count").unwrap_or(1.0)),
            "config.update" => {
                self.log.model(record.get("modelAlias"));
                let system = record.string("systemPrompt").and_then(JsonText::as_json);
                self.log.system = system.or(self.log.system);
                self.log.leave_out("other records");
            }
            "usage.record" => {
                self.usage(&record.record("usage"));
                self.log.leave_out("other records");
            }
            _ => self.log.leave_out("other records"),
        }
    }

    fn event(&mut self, event: &Record<'a>, time: Option<JsonText<'a>>) {
        let built = self.log.built;
        match event.word("type").as_str() {
            "content.part" => {
                let part = event.record("part");
                let step = self.step.get_or_insert_default();
                step.time = step.time.or(time);
                match part.string("think") {
                    Some(thought) => step.thinking.push(thought),
                    None => step.parts.push(part.whole()),
                }
            }
            "tool.call" => {
                let arguments = event.get("args").unwrap_or(JsonText::Text("{}"));
                let [id, name] = ["toolCallId", "name"].map(|key| event.get(key));
                let call = forms::call(
                    tree(id.unwrap_or(JsonText::Text("null"))),
                    tree(name.unwrap_or(JsonText::Text("null"))),
                    built.as_string(arguments),
                );
                let step = self.step.get_or_insert_default();
                step.time = step.time.or(time);
                step.calls.push(call);
            }
            "tool.result" => {
                self.end_step();
                let result = event.record("result");
                let output = result.get("output").unwrap_or(JsonText::Text("\"\""));
                let content = match output.kind() {
                    Kind::Array => content(&items(Some(output))),
                    _ => built.as_string(output),
                };
                let message = forms::result(event.get("toolCallId"), None, content);
                self.log.push(message, time);
                self.open = self.open.saturating_sub(1);
                if self.open == 0 {
                    self.let_in();
                }
            }
            "step.begin" => {
                self.end_step();
                self.log.leave_out("other records");
            }
            _ => self.log.leave_out("other records"),
        }
    }

    fn message(&mut self, message: &Record<'a>, time: Option<JsonText<'a>>) {
        let parts = items(message.list("content"));
        let (thinking, parts): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .partition(|part| word(part.get("type")) == "think");
        let thinking: Vec<JsonText<'a>> = thinking
            .iter()
            .filter_map(|part| part.get("think"))
            .collect();
        let said = match message.string("content") {
            Some(text) => Some(tree(text)),
            None => (!parts.is_empty()).then(|| content(&parts)),
        };
        let calls = items(message.list("tool_calls").or(message.list("toolCalls")));
        let built = self.log.built;
        let message_of_user = message.word("role") == "user";
        let origin = message.record("origin").word("kind");
        let message = match message.word("role").as_str() {
            "assistant" => forms::answer(
                said,
                built.joined(&thinking),
                calls.into_iter().map(|call| self.call(call)).collect(),
            ),
            "tool" => forms::result(
                message.get("tool_call_id").or(message.get("toolCallId")),
                None,
                said.unwrap_or(JsonTree::Text("\"\"")),
            ),
            role => match said {
                Some(said) => forms::said(
                    if role == "system" {
                        forms::SYSTEM
                    } else {
                        forms::USER
                    },
                    said,
                ),
                None => return self.log.leave_out("records without a message"),
            },
        };
        self.log.push(message, time);
        let is_prompt = message_of_user && ["", "user"].contains(&origin.as_str());
        self.prompts.resize(self.log.messages.len(), false);
        self.prompts.pop();
        self.prompts.push(is_prompt);
    }

    /// Adds the messages that waited.
    fn let_in(&mut self) {
        for (message, time) in std::mem::take(&mut self.waiting) {
            self.message(&message, time);
        }
    }

    /// A call is that of OpenAI chat, or has its name and arguments next to its id.
    fn call(&self, call: JsonText<'a>) -> JsonTree<'a> {
        let record = Record::of(call);
        match (record.get("id"), record.get("name")) {
            (Some(id), Some(name)) => {
                let arguments = record.get("arguments").unwrap_or(JsonText::Text("{}"));
                forms::call(tree(id), tree(name), self.log.built.as_string(arguments))
            }
            _ => tree(call),
        }
    }

    fn end_step(&mut self) {
        let Some(step) = self.step.take() else { return };
        let built = self.log.built;
        let said = (!step.parts.is_empty()).then(|| content(&step.parts));
        self.open += step.calls.len();
        let message = forms::answer(said, built.joined(&step.thinking), step.calls);
        self.log.push(message, step.time);
        self.log.usage(step.usage);
    }

    /// The usage of the step that is being read, or of the last one.
    fn usage(&mut self, usage: &Record<'a>) {
        let tokens = |name| usage.number(name);
        let usage = usage::known(json!({
            "input": tokens("inputOther"),
            "output": tokens("output"),
            "cacheRead": tokens("inputCacheRead"),
            "cacheWrite": tokens("inputCacheCreation"),
        }));
        match &mut self.step {
            Some(step) => step.usage = usage,
            None => self.log.usage(usage),
        }
    }

    fn compact(&mut self, record: &Record<'a>) {
        self.end_step();
        self.open = 0;
        self.let_in();
        self.prompts.resize(self.log.messages.len(), false);
        // Older versions kept what came after, newer ones only messages of the user.
        let compacted = record.number("compactedCount").unwrap_or(f64::MAX) as usize;
        let users = record.number("keptUserMessageCount");
        let mut kept: Vec<bool> = (0..self.prompts.len())
            .map(|place| place >= compacted)
            .collect();
        if let Some(users) = users {
            let mut left = users as usize;
            for (kept, is_prompt) in kept.iter_mut().zip(&self.prompts).rev() {
                *kept = *is_prompt && left > 0;
                left -= usize::from(*kept);
            }
        }
        self.log.compact(|place, _| kept[place]);
        if self.log.messages.len() < kept.len() {
            self.prompts.retain({
                let mut kept = kept.iter();
                move |_| kept.next().is_some_and(|kept| *kept)
            });
        }
        let summary = record.string("contextSummary").or(record.string("summary"));
        if let Some(summary) = summary {
            let message = forms::said(forms::USER, tree(summary));
            // It stands before what came after, and after what the user said before.
            let place = users.map_or(0, |_| self.log.messages.len());
            self.log.insert(place, message);
            self.prompts.insert(place.min(self.prompts.len()), false);
        }
    }

    /// Removes the newest turns.
    fn undo(&mut self, turns: f64) {
        self.end_step();
        for _ in 0..turns.clamp(0.0, 1e6) as usize {
            let start = self.prompts.iter().rposition(|is_prompt| *is_prompt);
            let Some(start) = start else { break };
            self.log.truncate(start);
            self.prompts.truncate(start);
        }
    }
}

/// Parts as OpenAI chat has them. Kimi Code writes the address of an image in camel case.
fn content<'a>(parts: &[JsonText<'a>]) -> JsonTree<'a> {
    let parts = parts.iter().map(|part| match part.get("imageUrl") {
        Some(image) => forms::image(tree(image.get("url").unwrap_or(image))),
        None => tree(*part),
    });
    JsonTree::List(parts.collect())
}
