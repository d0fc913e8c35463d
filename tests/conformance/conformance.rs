//! Runs every vector in `tests/vectors` against the core. The Python and Node runners read the same
//! files.
//!
//! A case: `{"name", "description", "call", "messages", "options", "expect" | "error"}`; see
//! `tests/vectors/README.md`.

#![allow(clippy::disallowed_methods, reason = "the runner reads vector files")]

use crate::host::{Host, cases_of};
use crate::shapes;
use conspectus::host::item::Text;
use conspectus::host::patch::Patch;
use conspectus::{Plan, Recovery, RunResult, SummaryRequest};
use conspectus_api::{
    CompactorApi, Listing, LoopsApi, Reply, Typed, VocabularyApi, call, operations,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[test]
fn every_vector_holds() {
    let mut files = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors"),
        &mut files,
    );
    files.sort();
    let (mut cases, mut failures) = (0, Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a vector file is readable");
        let vectors: Value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for case in &cases_of(vectors) {
            cases += 1;
            if let Err(problem) = run(case) {
                failures.push(format!(
                    "{} / {}: {problem}",
                    file.file_name().unwrap_or_default().to_string_lossy(),
                    case["name"]
                ));
            }
        }
    }
    println!("conformance: {cases} cases");
    assert!(cases > 0, "no vectors found");
    assert!(
        failures.is_empty(),
        "{} of {cases} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the vectors folder is readable") {
        let path = entry.expect("an entry is readable").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
}

fn run(case: &Value) -> Result<(), String> {
    let messages = Host::expand(&case["messages"]);
    let options = Host::expand(&case["options"]);
    let name = case["call"].as_str().ok_or("no call")?;
    let outcome = match case.get("vocabulary") {
        Some(vocabulary) => by_vocabulary(vocabulary, name, &messages, &options),
        None if name == "compactor" => compactor(case, &messages, &options),
        None if name == "loops" => loops(case, &options),
        None if case.get("store").is_some() => stored(case, name, &messages, &options),
        None => call(name, &messages, &options),
    };
    let result = match (outcome, case.get("error")) {
        (Ok(result), None) => with_host_values(result, &case["messages"]),
        (Ok(result), Some(error)) => {
            return Err(format!("expected the error {error}, got {result}"));
        }
        (Err(error), None) => return Err(format!("{} {error}", error.code())),
        (Err(error), Some(expected)) => {
            let found = json!({ "code": error.code(), "path": error.path() });
            return subset(expected, &found, "").map_err(|problem| format!("{problem} ({error})"));
        }
    };
    shaped(name, case, &result)?;
    if let Some(expected) = case.get("expect") {
        subset(expected, &result, "")?;
    }
    let patch: Patch = result
        .get("patch")
        .map_or_else(
            || Ok(Patch::default()),
            |patch| serde_json::from_value(patch.clone()),
        )
        .map_err(|error| error.to_string())?;
    if case.get("expect_same") == Some(&Value::Bool(true)) && !patch.is_empty() {
        return Err(format!("expected an empty patch, got {}", result["patch"]));
    }
    if let Some(expected) = case.get("expect_messages") {
        let after = patch
            .apply(&messages.to_json())
            .map_err(|error| error.to_string())?;
        let expected = Host::expand(expected).to_json();
        if after != expected {
            return Err(format!(
                "messages after the patch are\n{after}\nnot\n{expected}"
            ));
        }
    }
    Ok(())
}

/// Checks every raw result against the type in its row, so that a wrong row fails.
fn shaped(name: &str, case: &Value, result: &Value) -> Result<(), String> {
    if name == "compactor" {
        shapes::typed(RunResult::TYPE, &result["result"], "/result")?;
        for request in result["requests"].as_array().into_iter().flatten() {
            shapes::typed(SummaryRequest::TYPE, request, "/request")?;
        }
        if !result["recovery"].is_null() {
            shapes::typed(Recovery::TYPE, &result["recovery"], "/recovery")?;
        }
        return match &result["plan"] {
            Value::Null => Ok(()),
            plan => shapes::typed(Plan::TYPE, plan, "/plan"),
        };
    }
    if case.get("vocabulary").is_some() {
        return Ok(());
    }
    match operations().find(|row| row.name == name) {
        Some(row) => shapes::check(&row.gives, result),
        None => Ok(()),
    }
}

/// A raw way back with what the host puts there itself: its own messages, and what JSON cannot
/// hold.
fn with_host_values(mut result: Value, messages: &Value) -> Value {
    let held = result
        .as_object_mut()
        .and_then(|fields| fields.remove("host"))
        .unwrap_or_default();
    for value in held.as_array().into_iter().flatten() {
        let place = |key: &str| value[key].as_str().unwrap_or_default();
        if let (Some(at), Some(from)) = (
            result.pointer_mut(place("at")),
            messages.pointer(place("from")),
        ) {
            *at = from.clone();
        }
    }
    result
}

/// Calls an operation with a store: the outputs that it asks to store get the locators of the case,
/// and then it is called again.
fn stored(case: &Value, name: &str, messages: &Host, options: &Host) -> conspectus::Result<Value> {
    let mut options = options.to_json();
    options["locators"] = json!({});
    let asked = call(name, messages, &options)?["offloads"].clone();
    for (index, output) in asked.as_array().into_iter().flatten().enumerate() {
        if let Some(place) = case["store"].get(index).filter(|place| place.is_string()) {
            options["locators"][output["key"].as_str().unwrap_or_default()] = place.clone();
        }
    }
    let mut result = call(name, messages, &options)?;
    result["asked"] = asked;
    Ok(result)
}

/// A case of a vocabulary of the host's: a file of `tests/vocabularies` or a text, and what says
/// how it is to be read.
fn by_vocabulary(
    vocabulary: &Value,
    name: &str,
    messages: &Host,
    options: &Host,
) -> conspectus::Result<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vocabularies");
    let text = vocabulary["text"]
        .as_str()
        .map(|text| text.as_bytes().to_vec());
    let file = text.unwrap_or_else(|| {
        std::fs::read(folder.join(vocabulary["file"].as_str().unwrap_or_default()))
            .expect("a vocabulary is readable")
    });
    VocabularyApi::new(&file, &vocabulary["source"])?.call(name, messages, options)
}

/// Plays a case of `call: "loops"`: each step asks a detector of loops something, or saves and
/// loads it.
fn loops(case: &Value, options: &Host) -> conspectus::Result<Value> {
    let mut detector = LoopsApi::new(options)?;
    let mut answers = Vec::new();
    for step in case["steps"].as_array().into_iter().flatten() {
        let mut answer = Value::Null;
        if step["reload"] == Value::Bool(true) {
            detector = LoopsApi::load(options, &detector.save())?;
        } else if let Some(state) = step.get("load") {
            detector = LoopsApi::load(options, state)?;
        } else {
            let input = Host::expand(&step["input"]);
            let text: Vec<u16> = input
                .to_json()
                .as_str()
                .unwrap_or_default()
                .encode_utf16()
                .collect();
            for _ in 0..step["times"].as_u64().unwrap_or(1) {
                answer = match step["chars"].as_u64() {
                    Some(chars) => text
                        .chunks(chars as usize)
                        .filter_map(|piece| detector.add_text(Text::Utf16(piece)))
                        .last()
                        .unwrap_or_default(),
                    None => detector.ask(step["ask"].as_str().unwrap_or_default(), &input)?,
                };
            }
        }
        answers.push(answer);
    }
    let found = detector.ask("found", &Value::Null)?;
    Ok(json!({ "answers": answers, "found": found, "saved": detector.save() }))
}

/// Plays a case of `call: "compactor"`: the host's side is in `turn`, `summary`, `failure` and
/// `current`.
fn compactor(case: &Value, messages: &Host, options: &Host) -> conspectus::Result<Value> {
    let mut machine = CompactorApi::new(options)?;
    if let Some(state) = case.get("load") {
        machine.load(state)?;
    }
    let mut runs = case
        .get("before")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    runs.push(case.clone());
    let mut result = Value::Null;
    for run in &runs {
        if run["reload"] == Value::Bool(true) {
            let state = machine.save();
            machine = CompactorApi::new(options)?;
            machine.load(&state)?;
        }
        // An earlier run may have a list of its own.
        let own = run.get("messages").map(Host::expand);
        result = play(&mut machine, case, run, own.as_ref().unwrap_or(messages))?;
    }
    Ok(result)
}

/// One run of a machine. What the host answers is in `run`: summaries in order, what storing gave,
/// files.
fn play(
    machine: &mut CompactorApi,
    case: &Value,
    run: &Value,
    messages: &Host,
) -> conspectus::Result<Value> {
    let case = &{
        let mut merged = case.clone();
        for (key, value) in run.as_object().into_iter().flatten() {
            merged[key] = value.clone();
        }
        merged
    };
    let listed = listed(machine, case, messages)?;
    let messages = listed.as_ref().unwrap_or(messages);
    let mut recovery = Value::Null;
    for refused in case["refused"].as_array().into_iter().flatten() {
        recovery = machine.handle_provider_error(&Host::expand(refused))?;
    }
    // A plan changes nothing: what the run does is compared below.
    let plan = if case["plan"] == Value::Bool(true) {
        machine.plan(messages, &Host::expand(&case["turn"]))?
    } else {
        Value::Null
    };
    begin(
        machine,
        messages,
        &Host::expand(&case["turn"]),
        case["turn"]["unchanged_messages"].as_u64(),
    )?;
    let (mut actions, mut patch, mut done, mut request) =
        (Vec::new(), Value::Null, Value::Null, Value::Null);
    let (mut requests, mut offloads, mut wanted, mut causes, mut log, mut events) = (
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
    );
    while let Some(action) = machine.poll_action() {
        events.extend(action["log"].as_array().into_iter().flatten().cloned());
        log.extend(action["log"].as_array().into_iter().flatten().map(|told| {
            format!(
                "{} {}",
                told["level"].as_str().unwrap_or_default(),
                told["event"].as_str().unwrap_or_default()
            )
        }));
        let kind = action["kind"].as_str().unwrap_or_default().to_owned();
        match kind.as_str() {
            "summarize" => {
                request = action["request"].clone();
                // Several calls: `answers`, each `{text, usage}` or `{failure}`; else the same for
                // each.
                let answer = case["answers"].get(requests.len()).cloned().unwrap_or_else(
                    || json!({ "text": case["summary"], "failure": case["failure"] }),
                );
                requests.push(request.clone());
                if case["cancel"] == Value::Bool(true) {
                    machine.cancel();
                } else if let Some(failure) = answer["failure"].as_str() {
                    machine.handle_failure(failure)?;
                } else {
                    let text = Host::expand(&answer["text"]).to_json();
                    machine.handle_answer(text.as_str().unwrap_or_default(), &answer["usage"])?;
                }
            }
            "store_output" => {
                // `store`: what storing gives each time, null where it fails; without it every
                // store gives its key.
                let locator = case.get("store").map_or_else(
                    || action["key"].clone(),
                    |store| store.get(offloads.len()).cloned().unwrap_or_default(),
                );
                offloads.push(action.clone());
                match (case["cancel_store"] == Value::Bool(true), locator.as_str()) {
                    (true, _) => machine.cancel(),
                    (_, Some(locator)) => machine.handle_stored(locator)?,
                    (_, None) => machine.handle_store_failed("disk full")?,
                }
            }
            "read_files" => {
                wanted = action["files"].as_array().cloned().unwrap_or_default();
                machine.handle_restored(&Host::expand(&case["files"]))?;
            }
            "before_compact" => {
                causes.push(action["trigger"].clone());
                if let Some(said) = case["before_compact"].as_str() {
                    machine.handle_before_compact(said)?;
                }
            }
            "apply" => {
                patch = action["patch"].clone();
                let current = case.get("current").map(Host::expand);
                machine.handle_current(current.as_ref().unwrap_or(messages))?;
            }
            "done" => done = action,
            _ => {}
        }
        actions.push(kind);
    }
    let applied = done["applied"] == Value::Bool(true);
    let finished = events
        .iter()
        .rev()
        .find(|event| {
            ["finished", "failed", "too_large"]
                .iter()
                .any(|word| event["event"] == *word)
        })
        .map_or(Value::Null, |event| event["attributes"].clone());
    if applied && case.get("current").is_none() {
        undone(&patch, &messages.to_json());
    }
    let now = match messages.to_json() {
        list if applied && case.get("current").is_none() => {
            serde_json::from_value::<Patch>(patch.clone())
                .expect("a patch")
                .apply(&list)?
        }
        list => list,
    };
    Ok(json!({
        "plan": plan, "now": now, "saved": machine.save(), "recovery": recovery,
        "actions": actions, "requests": requests, "offloads": offloads, "wanted": wanted, "causes": causes, "log": log, "events": events,
        "status": done["result"]["status"], "tried": done["tried"], "applied": applied, "result": done["result"], "request": request,
        "finished": finished,
        "patch": if applied { patch } else { json!(Patch::default()) },
    }))
}

/// The run begins with what is new alone where the host says what is not.
fn begin(
    machine: &mut CompactorApi,
    messages: &Host,
    turn: &Host,
    unchanged: Option<u64>,
) -> conspectus::Result<()> {
    let list = messages.to_json();
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    let known = |unchanged: u64, machine: &mut CompactorApi| {
        let same = unchanged as usize;
        let none = Listing::behind(same, &Value::Null);
        match machine.ask("known_of", none, &Value::Null) {
            Ok(Reply::Told(known)) => known.as_u64().unwrap_or(0) as usize,
            _ => 0,
        }
    };
    let same = unchanged
        .map_or(0, |unchanged| known(unchanged, machine))
        .min(list.len());
    if same > 0 {
        let tail = &list[same..];
        if let Ok(Reply::Told(_)) =
            machine.ask("handle_messages", Listing::behind(same, tail), turn)
        {
            return Ok(());
        }
    }
    machine.handle_messages(messages, turn)
}

/// Checks that the inverse of a patch restores the list that it was made for, byte for byte.
fn undone(patch: &Value, messages: &Value) {
    let patch: Patch = serde_json::from_value(patch.clone()).expect("a patch");
    let back = patch.inverse(messages).expect("a way back");
    let saved: Patch = serde_json::from_value(json!(back)).expect("a patch");
    let after = saved
        .apply(&patch.apply(messages).expect("it fits"))
        .expect("it fits");
    assert_eq!(
        after.to_string(),
        messages.to_string(),
        "the way back leads elsewhere"
    );
}

/// The list of this run where it is not the whole list: the `first` messages of it, as a `view`
/// shows them.
fn listed(
    machine: &mut CompactorApi,
    case: &Value,
    messages: &Host,
) -> conspectus::Result<Option<Host>> {
    if case.get("first").is_none() && case.get("view").is_none() {
        return Ok(None);
    }
    let whole = messages.to_json();
    let whole = whole.as_array().expect("a list");
    let length = case["first"]
        .as_u64()
        .map_or(whole.len(), |first| first as usize);
    let full = json!(whole[..length]);
    if case["view"] != Value::Bool(true) || machine.view(&full, 0)?.is_none() {
        return Ok(Some(Host::expand(&full)));
    }
    let patch = machine.view_patch();
    Ok(Some(Host::expand(&patch.apply(&full)?)))
}

/// Every key of `expected` is in `found`, with the same value, or is null and absent; lists are
/// equal item by item.
fn subset(expected: &Value, found: &Value, path: &str) -> Result<(), String> {
    match (expected, found) {
        (Value::Object(fields), Value::Object(_)) => {
            fields
                .iter()
                .try_for_each(|(key, value)| match (key.as_str(), found.get(key)) {
                    ("$contains", _) => Err(format!("{path}: $contains needs a string")),
                    (_, Some(child)) => subset(value, child, &format!("{path}/{key}")),
                    (_, None) if value.is_null() => Ok(()),
                    (_, None) => Err(format!("{path}/{key} is missing in {found}")),
                })
        }
        (Value::Object(fields), Value::String(text)) if fields.contains_key("$contains") => {
            let wanted = fields["$contains"].as_str().unwrap_or_default();
            text.contains(wanted)
                .then_some(())
                .ok_or_else(|| format!("{path}: {text:?} does not contain {wanted:?}"))
        }
        (Value::Array(wanted), Value::Array(items)) if wanted.len() == items.len() => wanted
            .iter()
            .zip(items)
            .enumerate()
            .try_for_each(|(index, (value, item))| subset(value, item, &format!("{path}/{index}"))),
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => Ok(()),
        _ if expected == found => Ok(()),
        _ => Err(format!("{path}: expected {expected}, found {found}")),
    }
}
