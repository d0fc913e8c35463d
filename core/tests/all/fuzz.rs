//! No input ends the process: the vectors, with values of hosts put into them at random, go through
//! every operation and through the compactor, on a small stack.
//!
//! `make fuzz` runs 200,000 of them. If one ends the process, its number stands in the file that the
//! test names at its start, and `FUZZ_FROM=<number> FUZZ=1 make fuzz` runs it again.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test that reads files and the environment, and a clock"
)]

use crate::host::{Host, cases_of};
use conspectus_api::{CompactorApi, Copied, call, operations};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The smallest stack that a thread of a usual host has: those of macOS, beside the main one. Without
/// optimization the same functions take several times the room.
const STACK: usize = if cfg!(debug_assertions) {
    2 << 20
} else {
    512 << 10
};
/// An input that takes longer works for nothing. A debug build takes about ten times as long.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 3 });

#[test]
fn a_few_random_inputs_end_in_a_result_or_a_typed_error() {
    run(0, 400);
}

#[test]
#[ignore = "minutes: make fuzz"]
fn random_inputs_end_in_a_result_or_a_typed_error() {
    let given = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (from, count) = (
        given("FUZZ_FROM").unwrap_or(0),
        given("FUZZ").unwrap_or(200_000),
    );
    run(from, count);
}

fn run(from: u64, count: u64) {
    // What the test builds may lie as deep as a vector can say.
    let deep = std::thread::Builder::new().stack_size(512 << 20);
    deep.spawn(move || all(from, count))
        .unwrap()
        .join()
        .unwrap();
}

fn all(from: u64, count: u64) {
    let at = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{count}"));
    println!("fuzz: the number of the input is in {}", at.display());
    let corpus = corpus();
    let mut answers = [0_u64; 2];
    for number in from..from + count {
        std::fs::write(&at, number.to_string()).unwrap();
        let start = spent();
        let is_error = one(&corpus, number);
        let took = spent().saturating_sub(start);
        assert!(took < LONGEST, "input {number} took {took:?}");
        answers[usize::from(is_error)] += 1;
    }
    println!(
        "fuzz: {count} inputs on a stack of {} kB: {} results, {} typed errors, 0 deaths, 0 hangs",
        STACK >> 10,
        answers[0],
        answers[1]
    );
    assert!(answers.iter().all(|count| *count > 0));
}

/// The CPU that this process took; the clock where no file tells it.
fn spent() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let ticks = std::fs::read_to_string("/proc/self/stat")
        .ok()
        .and_then(|text| {
            let fields: Vec<u64> = text
                .rsplit(')')
                .next()?
                .split_whitespace()
                .skip(11)
                .take(2)
                .filter_map(|field| field.parse().ok())
                .collect();
            Some(fields.iter().sum::<u64>())
        });
    // A tick of Linux takes 10 ms.
    ticks.map_or_else(
        || START.elapsed(),
        |ticks| Duration::from_millis(ticks * 10),
    )
}

/// The cases of each file of vectors: a file of a dialect has few, and comes as often as one with
/// many.
fn corpus() -> Vec<Vec<Value>> {
    let mut files = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors"),
        &mut files,
    );
    files.sort();
    let read = |path: &PathBuf| {
        cases_of(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
    };
    files
        .iter()
        .map(read)
        .filter(|cases| !cases.is_empty())
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
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

/// The generator `splitmix64` (Steele, Lea, Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A value that hosts have where none expects it, as vectors write it.
fn odd(random: &mut Random) -> Value {
    match random.below(22) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(1_u64 << 63),
        4 => json!(1.5e308),
        5 => json!(0.1),
        6 => json!({ "$number": "NaN" }),
        7 => json!({ "$number": "-Infinity" }),
        8 => json!({ "$units": [0xD800, 0x41, 0xDC00] }),
        9 => json!({ "$bytes": "AAECAw==" }),
        10 => json!({ "$nest": [random.of(&[254, 255, 256, 257, 258, 300, 5_000]), "x"] }),
        11 => inside(random, json!("x")),
        12 => {
            json!({ "$repeat": [*random.of(&["a", "error: x\n", "{\"a\":[", "é", "<"]), 20_000] })
        }
        13 => json!(""),
        14 => json!([]),
        15 => json!({}),
        16 => json!(vec![json!({ "a": 1, "b": "c" }); 300]),
        17 => json!(vec![json!(null); 3_000]),
        18 => {
            json!({ "role": "user", "content": [{ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "AAAA" } }] })
        }
        19 => json!("data:image/png;base64,AAAA"),
        20 => json!({ "type": "data", "data": { "$nest": [200, {}] } }),
        _ => json!("0"),
    }
}

/// A value deep inside objects with the keys that readers follow down.
fn inside(random: &mut Random, value: Value) -> Value {
    let levels = [3, 100, 255, 257, 300][random.below(5)];
    let key = *random.of(&[
        "content",
        "source",
        "parts",
        "functionResponse",
        "data",
        "usage",
        "input",
        "kwargs",
        "error",
    ]);
    (0..levels).fold(value, |inner, level| match level % 3 {
        2 => json!([inner]),
        _ => json!({ key: inner }),
    })
}

/// Changes one value inside another, which is found by going down at random.
fn change(random: &mut Random, value: &mut Value, other: &Value) {
    let goes_down = random.below(5) > 0;
    match value {
        Value::Array(items) if goes_down && !items.is_empty() => {
            let at = random.below(items.len());
            match random.below(12) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => items.swap(at, 0),
                3 => items.truncate(at),
                _ => change(random, &mut items[at], other),
            }
        }
        Value::Object(fields) if goes_down && !fields.is_empty() => {
            let at = random.below(fields.len());
            let name = fields.keys().nth(at).cloned().unwrap_or_default();
            match random.below(10) {
                0 => drop(fields.shift_remove(&name)),
                1 => {
                    let value = odd(random);
                    fields.insert(
                        random
                            .of(&["content", "id", "extra", "", "usage"])
                            .to_string(),
                        value,
                    );
                }
                _ => change(random, &mut fields[&name], other),
            }
        }
        _ if random.below(4) == 0 => *value = other.clone(),
        _ => *value = odd(random),
    }
}

/// Input `number`: whether it ends in an error.
fn one(corpus: &[Vec<Value>], number: u64) -> bool {
    let random = &mut Random(number);
    let file = random.of(corpus);
    let mut case = random.of(file).clone();
    let other_file = random.of(corpus);
    let other = random.of(other_file)["messages"].clone();
    for _ in 0..random.below(4) {
        let place = *random.of(&["messages", "messages", "messages", "options", "turn"]);
        if !case[place].is_null() {
            change(random, &mut case[place], &other);
        }
    }
    let [messages, options, turn] =
        ["messages", "options", "turn"].map(|name| Host::expand(&case[name]));
    // What the test itself builds and drops has another stack.
    std::thread::scope(|scope| {
        let call = || match case["call"].as_str() {
            Some("compactor") => compacted(random, &case, &messages, &options, &turn).is_err(),
            // The options of another operation are refused: mostly the case's own is asked.
            Some(name) if random.below(3) > 0 => asked(random, name, &messages, &options),
            _ => {
                let rows: Vec<&str> = operations().map(|row| row.name).collect();
                let name = *random.of(&rows);
                asked(random, name, &messages, &Host::expand(&json!({})))
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn_scoped(scope, call).unwrap().join().unwrap()
    })
}

fn asked(random: &mut Random, name: &str, messages: &Host, options: &Host) -> bool {
    // As bindings do where a call may take long.
    if random.below(3) == 0 {
        let copied = Copied::of(messages);
        return call(name, &copied, options).is_err();
    }
    call(name, messages, options).is_err()
}

fn compacted(
    random: &mut Random,
    case: &Value,
    messages: &Host,
    options: &Host,
    turn: &Host,
) -> conspectus::Result<()> {
    let mut machine = CompactorApi::new(options)?;
    for refused in case["refused"].as_array().into_iter().flatten() {
        machine.handle_provider_error(&Host::expand(refused))?;
    }
    if random.below(2) == 0 {
        let refusal = *random.of(&[
            "messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: 2",
            "prompt is too long: 210000 tokens > 200000 maximum",
            "messages.1.content.0: Invalid `signature` in `thinking` block",
        ]);
        machine.handle_provider_error(&json!({ "status": 400, "error": refusal }))?;
    }
    if random.below(3) == 0 {
        let mut saved = machine.save();
        if random.below(2) == 0 {
            change(random, &mut saved, &case["messages"]);
        }
        machine = CompactorApi::new(options)?;
        machine.load(&Host::expand(&saved))?;
    }
    if random.below(4) == 0 {
        machine.plan(messages, turn)?;
    }
    if random.below(3) == 0 {
        let copied = Copied::of(messages);
        machine.handle_messages(&copied, turn)?;
    } else {
        machine.handle_messages(messages, turn)?;
    }
    // What a binding hands over as an answer is plain data, which is nowhere so deep.
    let answer = match odd(random) {
        deep if deep["$nest"][0] == 5_000 => json!("deep"),
        answer => Host::expand(&answer).to_json(),
    };
    let text = case["summary"]
        .as_str()
        .or(answer.as_str())
        .unwrap_or("It went well.");
    while let Some(action) = machine.poll_action() {
        match action["kind"].as_str().unwrap_or_default() {
            "summarize" if random.below(4) == 0 => machine.handle_failure("down")?,
            "summarize" => machine.handle_answer(text, &answer)?,
            "store_output" => machine.handle_stored("place")?,
            "read_files" => machine.handle_restored(&Host::expand(&case["files"]))?,
            "apply" => machine.handle_current(messages)?,
            _ => {}
        }
    }
    Ok(())
}
