//! A host for the tests: it calls the core through the boundary for bindings, and applies patches
//! with its own code.

use crate::Shape;
use crate::random::Random;

use conspectus_api::{self, CompactorApi};
use conspectus_presets as systems;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeSet;

thread_local! {
    /// Whether the model of this case signs its thoughts without binding them: the older rule.
    static FREE: Cell<bool> = const { Cell::new(false) };
}

/// Selects one of the two rules of signed thinking for this case. See [`thinks_freely`].
pub fn think_freely(free: bool) {
    FREE.set(free);
}

/// Returns true if signed thinking blocks are kept and open a tool loop. If not, they are bound:
/// they are cleared with any change before them, and no loop has to begin with one.
#[must_use]
pub fn thinks_freely() -> bool {
    FREE.get()
}

/// Runs an operation. An error is a broken law: what is generated is valid.
///
/// # Errors
/// What the operation says, in words.
pub fn call(operation: &str, messages: &Value, options: &Value) -> Result<Value, String> {
    let mut options = options.clone();
    let row = conspectus_api::operations().find(|row| row.name == operation);
    if thinks_freely() && row.is_some_and(|row| row.option_names().contains(&"thinking")) {
        options["thinking"] = json!("free");
    }
    conspectus_api::call(operation, messages, &options)
        .map_err(|error| format!("{operation} {options}: {} {error}", error.code()))
}

/// Tokens of a list by an operation's own measuring options.
///
/// # Errors
/// As [`call`].
pub fn tokens(messages: &Value, options: &Value) -> Result<u64, String> {
    call("estimate_tokens", messages, &measuring(options))?["tokens"]
        .as_u64()
        .ok_or_else(|| "no number of tokens".to_owned())
}

/// The options of measuring among others.
#[must_use]
pub fn measuring(options: &Value) -> Value {
    taken("estimate_tokens", options)
}

/// Returns those of these options and arguments that an operation takes. A value that is not an
/// object is returned unchanged.
#[must_use]
pub fn taken(operation: &str, options: &Value) -> Value {
    let Some(options) = options.as_object() else {
        return options.clone();
    };
    let row = conspectus_api::operations().find(|row| row.name == operation);
    let mut names = row.map_or_else(Vec::new, conspectus_api::Operation::option_names);
    names.extend(
        row.into_iter()
            .flat_map(|row| row.arguments())
            .map(|argument| argument.name),
    );
    names.push("preset");
    let kept = options
        .iter()
        .filter(|(key, _)| names.contains(&key.as_str()));
    Value::Object(
        kept.map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    )
}

/// Returns options for the compactor from fields of its configuration: options of every preset next
/// to `preset`, the preset's own options in its object, and none that it does not have. Names that
/// are not fields are kept.
#[must_use]
pub fn placed(fields: &Value) -> Value {
    let Some(fields) = fields.as_object() else {
        return fields.clone();
    };
    let system = fields
        .get("preset")
        .and_then(Value::as_str)
        .unwrap_or("default");
    let Some(system) = systems::all().iter().find(|known| known.name == system) else {
        return Value::Object(fields.clone());
    };
    let beside = system.options();
    let mut preset = json!({ "name": system.name });
    let mut options = json!({});
    for (name, value) in fields {
        let own = system.settings().into_iter().find(|own| own.field == name);
        if let Some(own) = own {
            preset[own.name] = value.clone();
        } else if name == "clear" && value == false {
            // The default says so by the time at which it clears.
            if beside.contains(&"clear_when") {
                options["clear_when"] = json!("never");
            }
        } else if beside.contains(&name.as_str())
            || conspectus_api::OptionRow::named(name).is_none()
        {
            options[name] = value.clone();
        }
    }
    options["preset"] = preset;
    if thinks_freely() {
        options["thinking"] = json!("free");
    }
    options
}

/// A list after a patch, and where each of its messages comes from.
#[derive(Debug, Clone)]
pub struct Applied {
    /// The list.
    pub messages: Value,
    /// For each message of it, its index in the list before; `None` if the patch brought it.
    pub from: Vec<Option<usize>>,
    /// Messages of the list before that the patch edits inside.
    pub touched: BTreeSet<usize>,
}

/// Returns the index at which the provider begins to read: content before its own summary neither
/// counts nor changes.
#[must_use]
pub fn read_from(list: &[Value]) -> usize {
    list.iter()
        .rposition(|item| item["type"] == "compaction")
        .unwrap_or_default()
}

/// Applies a patch (RFC 6902 operations, then splices from the back) to a list.
///
/// # Errors
/// If a place is not there.
pub fn apply(patch: &Value, messages: &Value) -> Result<Applied, String> {
    let mut list = messages.clone();
    let mut touched = BTreeSet::new();
    for op in patch["ops"].as_array().ok_or("a patch without ops")? {
        let path = op["path"].as_str().ok_or("an op without a path")?;
        touched.insert(
            path.split('/')
                .nth(1)
                .and_then(|index| index.parse().ok())
                .ok_or_else(|| format!("no index in {path}"))?,
        );
        apply_op(&mut list, op, path).ok_or_else(|| format!("{op} does not fit"))?;
    }
    let list = list.as_array_mut().ok_or("not a list")?;
    let mut from: Vec<Option<usize>> = (0..list.len()).map(Some).collect();
    let mut limit = usize::MAX;
    for splice in patch["splices"]
        .as_array()
        .ok_or("a patch without splices")?
    {
        let number = |key: &str| {
            splice[key]
                .as_u64()
                .map(|number| number as usize)
                .ok_or_else(|| format!("{key} of {splice:.80}"))
        };
        let (start, count) = (number("start")?, number("delete_count")?);
        let end = start + count;
        if end > list.len().min(limit) {
            return Err(format!(
                "a splice at {start} reaches past the end or is out of order"
            ));
        }
        limit = start;
        let insert = splice["insert"]
            .as_array()
            .ok_or("a splice without a list")?;
        from.splice(start..end, insert.iter().map(|_| None));
        list.splice(start..end, insert.iter().cloned());
    }
    Ok(Applied {
        messages: Value::Array(std::mem::take(list)),
        from,
        touched,
    })
}

fn apply_op(root: &mut Value, op: &Value, path: &str) -> Option<()> {
    let (parent, last) = path.rsplit_once('/')?;
    let key = last.replace("~1", "/").replace("~0", "~");
    let value = op.get("value").cloned();
    match (root.pointer_mut(parent)?, op["op"].as_str()?) {
        (Value::Array(items), "replace") => *items.get_mut(key.parse::<usize>().ok()?)? = value?,
        (Value::Array(items), kind) => {
            let index: usize = key.parse().ok()?;
            match kind {
                "remove" if index < items.len() => drop(items.remove(index)),
                "add" if index <= items.len() => items.insert(index, value?),
                _ => return None,
            }
        }
        (Value::Object(fields), "replace") => *fields.get_mut(&key)? = value?,
        (Value::Object(fields), "remove") => drop(fields.shift_remove(&key)?),
        (Value::Object(fields), "add") => drop(fields.insert(key, value?)),
        _ => return None,
    }
    Some(())
}

/// One way to change a history without a model: an operation with its options.
#[derive(Debug, Clone)]
pub struct Transform {
    /// `slim`, `microcompact`, `prune` or `reference_images`.
    pub operation: &'static str,
    /// Its options.
    pub options: Value,
}

impl Transform {
    /// A random one. Every preset occurs, and every trigger.
    pub fn random(random: &mut Random, shape: Shape) -> Self {
        let preset = preset(random);
        let mut options = json!({ "dialect": shape.name(), "preset": preset });
        let operation = random.pick(&[
            "slim",
            "microcompact",
            "microcompact",
            "prune",
            "prune",
            "reference_images",
        ]);
        if random.chance(30) {
            // An image that costs less than the words that stand for it is for `slim` no reason to
            // leave base64 to a summariser (law 9 before law 2), so there images cost what
            // providers take at least.
            let least = if operation == "slim" { 2 } else { 0 };
            options["image_tokens"] = json!([1, 10, 85, 1_600, 3_000][random.within(least, 4)]);
        }
        match operation {
            "slim" => {
                if random.chance(30) {
                    options["modalities"] =
                        json!([random.pick(&["image", "pdf", "audio", "video"])]);
                }
            }
            "microcompact" => {
                options["keep_tool_results"] = json!(random.within(1, 4));
                match random.below(3) {
                    0 => options["force"] = json!(true),
                    1 => {
                        options["now_ms"] = json!(1_000 * 60 * random.below(200));
                        options["last_activity_ms"] = json!(0);
                    }
                    _ => options["max_result_chars"] = json!(random.below(3_000)),
                }
                if random.chance(30) {
                    options["clearable_tools"] = json!(["read_file", "screenshot"]);
                }
            }
            "reference_images" => {
                options["max_images"] = json!(random.within(1, 4));
                options["keep_images"] = json!(random.below(4));
            }
            _ => {
                options["clear_min_tokens"] = json!(random.below(200));
                options["clear_protect_tokens"] = json!(random.below(2_000));
            }
        }
        Self { operation, options }
    }

    /// The patch that it gives for a list.
    ///
    /// # Errors
    /// As [`call`].
    pub fn patch(&self, messages: &Value) -> Result<Value, String> {
        Ok(call(self.operation, messages, &self.options)?["patch"].clone())
    }
}

/// The name of a preset. Our own comes more often.
pub fn preset(random: &mut Random) -> &'static str {
    if random.chance(30) {
        return "default";
    }
    random.pick(&systems::names())
}

/// Returns options of a compactor: every preset, cut, budget and summarizer.
pub fn compactor_options(random: &mut Random, shape: Shape, summarizer: &str) -> Value {
    let mut options =
        json!({ "dialect": shape.name(), "preset": preset(random), "summarize": summarizer });
    options["fraction"] = json!(random.pick(&[0.05, 0.3, 0.5, 0.7, 0.95]));
    options["keep_tool_results"] = json!(random.within(1, 5));
    options["clear"] = json!(random.chance(60));
    if random.chance(70) {
        options["context_window"] = json!(random.pick(&[1, 50, 1_000, 8_000, 50_000, 1_000_000]));
    }
    if random.chance(50) {
        options["min_span"] = json!(0);
    }
    if random.chance(20) {
        options["clip_budget_tokens"] = json!(random.within(1, 2_000));
        options["clip_max_chars"] = json!(random.within(0, 3_000));
    }
    if random.chance(20) {
        options["check_summary"] = json!("always");
    }
    if random.chance(20) {
        options["split_rule"] = json!(random.pick(&[
            "closed",
            "user_turn",
            "user_turn_or_trailing_call",
            "tail_budget",
            "newest_messages"
        ]));
    }
    if random.chance(50) {
        // Budgets for the tails of gencode and opencode that cut somewhere inside.
        options["keep_messages"] = json!(random.within(0, 8));
        options["tail_tokens"] = json!(random.pick(&[0, 10, 300, 2_000, 20_000]));
    }
    if (options["preset"] == "default" || options["preset"] == "gemini-cli") && random.chance(40) {
        options["host_functions"] = json!(["store"]);
    }
    if random.chance(30) {
        options["continue_message"] = json!(random.pick(&["", "Go on."]));
    }
    if random.chance(10) {
        options["tail_turns"] = json!(random.within(0, 2));
    }
    options
}

/// The outcome of a run of the compactor.
#[derive(Debug, Clone)]
pub struct Run {
    /// The last action.
    pub done: Value,
    /// The patch, if one was made.
    pub patch: Option<Value>,
    /// The requests for summaries.
    pub requests: Vec<Value>,
    /// How many outputs it was asked to store.
    pub stored: usize,
}

impl Run {
    /// The list after the run: the patched one if `done` says so, else the same.
    ///
    /// # Errors
    /// If the patch does not fit, or none was given.
    pub fn result(&self, messages: &Value) -> Result<Applied, String> {
        let none = json!({ "ops": [], "splices": [] });
        match (&self.patch, self.done["applied"] == true) {
            (Some(patch), true) => apply(patch, messages),
            (None, true) => Err("applied, but there is no patch".to_owned()),
            (_, false) => apply(&none, messages),
        }
    }
}

/// Runs the compactor as a host does. `answer` is the summarizer; `None` means that it failed.
///
/// # Errors
/// If the machine rejects an event that it requested, or does not end.
pub fn compact(
    messages: &Value,
    options: &Value,
    turn: &Value,
    answer: &mut dyn FnMut(&Value) -> Option<String>,
) -> Result<Run, String> {
    let mut machine = CompactorApi::new(&placed(options))
        .map_err(|error| format!("compactor {options}: {} {error}", error.code()))?;
    run(&mut machine, messages, turn, answer)
        .map_err(|problem| format!("compactor {options}: {problem}"))
}

/// Runs an existing compactor like [`compact`].
///
/// # Errors
/// As [`compact`].
pub fn run(
    machine: &mut CompactorApi,
    messages: &Value,
    turn: &Value,
    answer: &mut dyn FnMut(&Value) -> Option<String>,
) -> Result<Run, String> {
    let text = |error: conspectus::Error| format!("{} {error}", error.code());
    // Without what the preset does not use of the turn.
    let mut turn = turn.clone();
    while let Err(error) = machine.handle_messages(messages, &turn) {
        if turn
            .as_object_mut()
            .and_then(|turn| turn.remove(error.path().trim_start_matches('/')))
            .is_none()
        {
            return Err(text(error));
        }
    }
    let mut run = Run {
        done: Value::Null,
        patch: None,
        requests: Vec::new(),
        stored: 0,
    };
    for _ in 0..10_000 {
        let Some(action) = machine.poll_action() else {
            return if run.done.is_null() {
                Err(format!("idle in state {}", machine.state()))
            } else {
                Ok(run)
            };
        };
        match action["kind"].as_str() {
            Some("summarize") => {
                match answer(&action["request"]) {
                    Some(summary) => machine.handle_summary(&summary).map_err(text)?,
                    None => machine.handle_failure("no model").map_err(text)?,
                }
                run.requests.push(action["request"].clone());
            }
            // Every third store fails.
            Some("store_output") if run.stored % 3 == 2 => {
                run.stored += 1;
                machine.handle_store_failed("full").map_err(text)?;
            }
            Some("store_output") => {
                run.stored += 1;
                machine
                    .handle_stored(action["key"].as_str().unwrap_or_default())
                    .map_err(text)?;
            }
            Some("read_files") => machine
                .handle_restored(&restored(&action["files"]))
                .map_err(text)?,
            Some("apply") => {
                run.patch = Some(action["patch"].clone());
                machine.handle_current(messages).map_err(text)?;
            }
            Some("done") => run.done = action,
            _ => {}
        }
    }
    Err("the machine does not end".to_owned())
}

/// What a host finds when it reads the files again: every second one is there.
pub fn restored(files: &Value) -> Value {
    let files = files.as_array().into_iter().flatten().enumerate();
    files
        .filter(|(index, _)| index % 2 == 0)
        .map(|(_, file)| json!({ "path": file["path"], "text": "fn main() {}\n" }))
        .collect()
}

/// Runs the compactor once, forced, with extractive summaries.
///
/// # Errors
/// As [`compact`].
pub fn compact_embedded(messages: &Value, options: &Value) -> Result<Run, String> {
    compact(messages, options, &json!({ "force": true }), &mut |_| None)
}

/// A summary as a model might write it, of a random length.
pub fn summary(random: &mut Random) -> String {
    let words = crate::text::size(random, 3_000);
    let goal = crate::text::plain(40);
    let rest = crate::text::plain(words);
    // Both kinds of documents, for requests that ask for tags and for headings.
    let headed = format!(
        "## Done so far\n{goal}\n## Objective\n{goal}\n## Next steps\n{rest}\n## Next move\n{rest}\n"
    );
    format!(
        "{headed}<scratchpad>hm</scratchpad>\n<state_snapshot>\n<overall_goal>{goal}</overall_goal>\n<key_knowledge>{rest}</key_knowledge>\n</state_snapshot>"
    )
}
