//! One call of a hook: the event, and the answer.

use crate::agents::{Agent, Event, ToolResult, agent};
use crate::condensed::condensed;
use crate::install::SERVER;
use crate::shown::{Entry, Kind, Shown, TEXT_BYTES_MIN, content_hash, now_ms, sweep};
use conspectus::tokens::instant::{Family, estimate_text};
use conspectus_files::store::{FolderStore, Origin, Settings, TOOL_NAMES, project_folder};
use conspectus_history::reduce::truncate::{ENDS, Truncation};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// A longer result is stored, and only its ends are shown. Estimated tokens. Chosen here: most results
/// of recorded sessions are shorter.
const LONG_TOKENS: u64 = 8_000;
/// How much of a long result is shown, in chars. Chosen here: about 2,000 tokens.
const ENDS_CHARS: usize = 8_000;
/// The store keeps outputs for 30 days, and at most a gibibyte. Chosen here.
const STORE: Settings = Settings {
    redact: true,
    max_age_days: Some(30.0),
    max_bytes: Some(1 << 30),
};
/// If results with equal names are noted within this time, their order in the prompt is unknown.
/// Chosen here: a model takes longer for its next call.
const TOGETHER_MS: u64 = 2_000;
/// How many stored outputs are named after a compaction, the newest ones. Chosen here: a few lines.
const NAMED_OUTPUTS: usize = 8;

/// Answers one call of a hook. `event` is the agent's name of the event, and `input` the standard input
/// of the hook. `variable` reads environment variables.
///
/// Returns the text for standard output: `{}` if nothing changes, and after any error. A hook never
/// stops its agent.
///
/// ```
/// assert_eq!(conspectus_agents::hook("claude-code", "PostToolUse", b"no JSON", &|_| None), "{}");
/// ```
#[must_use]
pub fn hook(
    agent: &str,
    event: &str,
    input: &[u8],
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> String {
    catch_unwind(AssertUnwindSafe(|| answer(agent, event, input, variable)))
        .ok()
        .flatten()
        .map_or_else(|| "{}".to_owned(), |answer| answer.to_string())
}

fn answer(
    name: &str,
    event: &str,
    input: &[u8],
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> Option<Value> {
    let agent = agent(name)?;
    let input: Value = serde_json::from_slice(input).ok()?;
    let call = Call::of(agent, &input, variable)?;
    match agent.event(event, &input)? {
        Event::Result(result) => call.result(&input, &result),
        Event::Shown(results) => {
            let at_ms = now_ms();
            let entries = results.iter().map(|result| Entry {
                at_ms,
                ..Entry::of(result)
            });
            call.shown.append(&entries.collect::<Vec<_>>())?;
            None
        }
        Event::Forgotten => {
            call.shown.forget();
            None
        }
        Event::Compacted => {
            call.shown.forget();
            let text = call.reminder()?;
            Some(agent.context(event, &text))
        }
        Event::Started => {
            sweep(&call.folder);
            None
        }
    }
}

struct Call {
    agent: &'static dyn Agent,
    folder: PathBuf,
    shown: Shown,
}

impl Call {
    fn of(
        agent: &'static dyn Agent,
        input: &Value,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> Option<Self> {
        // A command may leave the agent in another folder; its project stays the same.
        let project = agent
            .project_variables()
            .iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()))
            .or_else(|| Some(input["cwd"].as_str()?.into()))?;
        let folder = project_folder(Path::new(&project), variable)?;
        let shown = Shown::of(&folder, agent.name(), &agent.conversation(input)?);
        Some(Self {
            agent,
            folder,
            shown,
        })
    }

    /// The agent's answer about a new result, if it becomes shorter.
    fn result(&self, input: &Value, result: &ToolResult) -> Option<Value> {
        let answer = self.shorter(input, result).and_then(|(text, stored)| {
            let answer = self.agent.replace(input, result, &text)?;
            // What is not noted could be shortened again when the agent asks for it once more.
            self.shown.append(&[Entry::of(result).replaced(stored)])?;
            Some((text, answer))
        });
        if self.agent.reports_what_it_showed() {
            return answer.map(|(_, answer)| answer);
        }
        let seen = ToolResult {
            text: answer
                .as_ref()
                .map(|(text, _)| text.clone())
                .or_else(|| result.text.clone()),
            ..result.clone()
        };
        self.shown.append(&[Entry::of(&seen)]);
        answer.map(|(_, answer)| answer)
    }

    /// The shorter text, and the locator of the complete one if it's stored.
    fn shorter(&self, input: &Value, result: &ToolResult) -> Option<(String, Option<String>)> {
        let text = result.text.as_deref()?;
        if is_recalled(&result.tool) {
            return None;
        }
        // The core leaves what is shorter as it is.
        if text.len() < TEXT_BYTES_MIN {
            return None;
        }
        let bytes = self.shown.read();
        let entries = Shown::entries(&bytes);
        let hash = content_hash(text);
        // The agent asks again for what was shortened: it needs the text itself.
        let last = entries.iter().rev().find(|entry| entry.hash == hash);
        if last.is_some_and(|entry| entry.kind == Kind::Replaced) {
            return None;
        }
        let condensed = self.condensed(input, result, &entries);
        let now = condensed.as_deref().unwrap_or(text);
        let cut = self.cut(result, text, now);
        let (shorter, stored) = match cut {
            Some((cut, locator)) => (cut, Some(locator)),
            None => (condensed?, None),
        };
        (shorter.len() < text.len()).then_some((shorter, stored))
    }

    /// The result with pointers to earlier results. `None` if it doesn't repeat any, or if their order is
    /// unknown.
    fn condensed(
        &self,
        input: &Value,
        result: &ToolResult,
        entries: &[Entry<'_>],
    ) -> Option<String> {
        let shown = entries.iter().filter(|entry| entry.kind == Kind::Shown);
        let shown: Vec<Entry<'_>> = shown.cloned().collect();
        if !self.agent.reports_what_it_showed() {
            let now = now_ms();
            let is_new = |entry: &&Entry<'_>| now.saturating_sub(entry.at_ms) < TOGETHER_MS;
            let new = shown.iter().filter(is_new);
            let labels = new.map(|entry| entry.label.clone()).collect();
            return condensed(&in_known_order(shown, TOGETHER_MS, &labels), result);
        }
        let text = condensed(&in_known_order(shown.clone(), 0, &HashSet::new()), result)?;
        let is_noted = |id: &str| shown.iter().any(|entry| entry.id == id);
        let unnoted = self.agent.unnoted(input, &is_noted)?;
        let labels: HashSet<String> = unnoted.iter().map(|call| Entry::of(call).label).collect();
        if shown.iter().any(|entry| labels.contains(&entry.label)) {
            return condensed(&in_known_order(shown, 0, &labels), result);
        }
        Some(text)
    }

    /// Stores a long result, and returns its ends and its locator.
    fn cut(&self, result: &ToolResult, whole: &str, now: &str) -> Option<(String, String)> {
        if !result.may_be_cut || estimate_text(now, Family::Claude47) <= LONG_TOKENS {
            return None;
        }
        let store = FolderStore::open(&self.folder.join("outputs"), STORE).ok()?;
        let label = Entry::of(result).label;
        let about = label.strip_prefix(&result.tool).unwrap_or(&label);
        let origin = Origin::new(&result.tool, about.trim());
        let locator = store.put_from(whole, &origin).ok()?.locator;
        let cut = Truncation {
            max_chars: Some(ENDS_CHARS),
            locator: Some(locator.clone()),
            ..Truncation::new(&ENDS)
        }
        .apply(now)
        .text;
        cut.contains(&locator).then_some((cut, locator))
    }

    /// Names the stored outputs, for the prompt after a compaction.
    fn reminder(&self) -> Option<String> {
        let bytes = self.shown.read();
        let mut stored: Vec<String> = Shown::entries(&bytes)
            .iter()
            .rev()
            .filter_map(|entry| Some(format!("- {}: {}", entry.label, entry.stored.as_deref()?)))
            .collect();
        stored.dedup();
        stored.truncate(NAMED_OUTPUTS);
        if stored.is_empty() {
            return None;
        }
        Some(format!(
            "Long tool outputs from before the compaction are stored. To read one again, call the tool of the MCP server `conspectus`:\n{}",
            stored.join("\n")
        ))
    }
}

/// Whether the result comes from the MCP server that `install` registers: the agent requested the stored
/// text itself. Agents put the server's name before the tool's: `mcp__conspectus__read_back`,
/// `conspectus-read_back`.
fn is_recalled(tool: &str) -> bool {
    TOOL_NAMES.iter().any(|name| {
        tool.strip_suffix(name)
            .is_some_and(|server| server.trim_end_matches(['_', '-']).ends_with(SERVER))
    })
}

/// The entries, with empty texts if a pointer to them would be ambiguous. A pointer counts results with
/// equal names, and the order of parallel calls is unknown: Claude Code sends their results in the
/// order in which they end. `labels` are the names of calls that run in parallel with the new one.
fn in_known_order<'a>(
    entries: Vec<Entry<'a>>,
    together_ms: u64,
    labels: &HashSet<String>,
) -> Vec<Entry<'a>> {
    let mut newest: HashMap<&str, usize> = HashMap::new();
    let mut doubtful: HashSet<usize> = HashSet::new();
    for (at, entry) in entries.iter().enumerate() {
        if let Some(before) = newest.insert(&entry.label, at)
            && entry.at_ms.saturating_sub(entries[before].at_ms) <= together_ms
        {
            doubtful.extend([before, at]);
        }
    }
    let known = entries.into_iter().enumerate().map(|(at, entry)| {
        if doubtful.contains(&at) || labels.contains(&entry.label) {
            entry.without_text()
        } else {
            entry
        }
    });
    known.collect()
}
