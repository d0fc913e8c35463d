//! Checks the page of a session without a browser: it is a well-formed file of its own, each picture
//! has a text alternative and a table, colors have enough contrast, and no text becomes markup.

use conspectus_page::{MOST_REPORT_BYTES, render_report, replay, report};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const EVIL: &str =
    "</title></td><script>alert(1)</script><img src=x onerror=\"alert(2)\">&'\u{202e}";

/// Elements without an end tag.
const EMPTY: [&str; 3] = ["meta", "rect", "circle"];

fn recorded() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/sessions/coding.anthropic.json"
    );
    serde_json::from_str(&std::fs::read_to_string(path).expect("it is there")).expect("it is JSON")
}

/// The recorded session in a window of 32,000 tokens, replayed once for all tests.
static REPLAYED: LazyLock<Value> = LazyLock::new(|| {
    replay(
        &recorded(),
        &json!({ "context_window": 32_000, "title": "one" }),
    )
    .expect("it is replayed")
});

/// A session of an agent that reads a file, over and over.
fn session(turns: usize, chars: usize, text: &str) -> Value {
    let mut messages = vec![json!({ "role": "user", "content": format!("Fix it. {text}") })];
    for turn in 0..turns {
        let id = format!("call{turn}");
        messages.push(json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": "Read", "input": { "path": format!("src/file{turn}.rs {text}") } }] }));
        let output = format!(
            "{text} {turn}: {}",
            format!("line {turn} of a file\n").repeat(chars / 20)
        );
        messages.push(json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": output }] }));
    }
    messages.push(json!({ "role": "assistant", "content": "Done." }));
    Value::Array(messages)
}

fn page(messages: &Value, options: Value) -> String {
    render_report(messages, &options).expect("it is replayed")
}

/// Each tag of a page, with its attributes. Texts are escaped, so no `<` or `>` stands elsewhere.
fn tags(page: &str) -> Vec<(&str, &str)> {
    let tags = page
        .split('<')
        .skip(1)
        .filter_map(|rest| rest.split_once('>'));
    tags.map(|(tag, _)| tag.split_once(' ').unwrap_or((tag, "")))
        .collect()
}

/// What is wrong with a page as a file.
fn faults(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut ids = BTreeSet::new();
    let attribute = |given: &str, name: &str| {
        let (_, rest) = given.split_once(&format!("{name}=\""))?;
        rest.split('"').next().map(str::to_owned)
    };
    for (tag, given) in tags(page) {
        if tag == "!doctype" || EMPTY.contains(&tag.trim_end_matches('/')) || given.ends_with('/') {
            continue;
        }
        if let Some(closed) = tag.strip_prefix('/') {
            let last = open.pop();
            if last != Some(closed) {
                found.push(format!("{last:?} is closed by {closed}"));
            }
            continue;
        }
        open.push(tag);
        if let Some(id) = attribute(given, " id").or_else(|| attribute(&format!(" {given}"), " id"))
            && !ids.insert(id.clone())
        {
            found.push(format!("the id {id} is there twice"));
        }
        if tag == "svg" && !(given.contains("role=\"img\"") && given.contains("aria-label=\"")) {
            found.push("a picture without a text alternative".to_owned());
        }
        if given.contains("://") {
            found.push(format!("an address in <{tag} {given}>"));
        }
        for name in ["src", "srcset", "action", "data", "style"] {
            let is_width = name == "style" && given.contains("style=\"width:");
            if attribute(&format!(" {given}"), &format!(" {name}")).is_some() && !is_width {
                found.push(format!("<{tag} {given}>"));
            }
        }
    }
    found.extend(open.iter().map(|tag| format!("{tag} is not closed")));
    for (_, given) in tags(page) {
        if let Some(link) = attribute(given, "href")
            && !link.strip_prefix('#').is_some_and(|id| ids.contains(id))
        {
            found.push(format!("a link to {link}"));
        }
    }
    // Behind each picture there is a table that opens.
    for rest in page.split("</svg>").skip(1) {
        let next = rest.split("<svg").next().unwrap_or_default();
        if !next.contains("<details><summary>Table of") || !next.contains("<table>") {
            found.push("a picture without a table".to_owned());
        }
    }
    for word in [
        "<script",
        "url(",
        "@import",
        "<img",
        "<link",
        "<iframe",
        "<object",
        "onerror=\"",
        "\u{202e}",
    ] {
        if page.contains(word) {
            found.push(word.to_owned());
        }
    }
    found
}

#[test]
fn a_page_is_a_file_of_its_own() {
    for (messages, options) in [
        (
            recorded(),
            json!({ "context_window": 80_000, "keep_tool_results": 3 }),
        ),
        (session(2, 100, ""), json!({ "model": "claude-opus-5-5" })),
        (
            session(40, 9_000, EVIL),
            json!({ "context_window": 20_000, "title": EVIL }),
        ),
        (session(600, 900, "x"), json!({ "context_window": 8_000 })),
        (json!([]), json!({ "context_window": 8_000 })),
        (
            json!([{ "role": "user", "content": EVIL }]),
            json!({ "context_window": 8_000 }),
        ),
        (session(3, 90_000, "x"), json!({ "context_window": 8_000 })),
    ] {
        let page = page(&messages, options);
        assert_eq!(faults(&page), Vec::<String>::new());
        assert!(page.len() <= MOST_REPORT_BYTES);
    }
}

/// The check itself finds what it is for.
#[test]
fn a_faulty_page_is_found() {
    let good = report(&REPLAYED);
    assert_eq!(faults(&good), Vec::<String>::new());
    for (part, other) in [
        ("</main>", ""),
        ("</h1>", "</h2>"),
        ("role=\"img\"", ""),
        ("href=\"#s1-why\"", "href=\"#nowhere\""),
        ("<summary>Table of the prompt", "<summary>The prompt"),
        ("<h1>", "<h1><img src=\"x\">"),
        ("id=\"s1-c2\"", "id=\"s1-c1\""),
    ] {
        assert!(good.contains(part), "{part}");
        assert_ne!(
            faults(&good.replace(part, other)),
            Vec::<String>::new(),
            "{part}"
        );
    }
}

#[test]
fn a_page_answers_what_people_ask() {
    let (messages, fields) = (recorded(), &*REPLAYED);
    let page = report(fields);
    let runs = fields["runs"].as_array().expect("runs");
    let requests = fields["requests"].as_array().expect("requests");
    let over = requests
        .iter()
        .position(|request| request[1].as_u64() > Some(32_000))
        .expect("one is too large")
        + 1;
    assert!(
        requests
            .iter()
            .all(|request| request[0].as_u64() <= Some(32_000))
    );
    for words in [
        format!(
            "Content was removed {} times because the prompt had reached the trigger of 24,000 tokens.",
            runs.len()
        ),
        format!("Without compaction, at request {over}:"),
        "% less than without compaction".to_owned(),
        "No. The last prompt contains the text of the user's".to_owned(),
        "Stop, that is the wrong way round.".to_owned(),
        "What should I set?".to_owned(),
        "No prices are known for this session".to_owned(),
        format!("compaction {}", runs.len()),
    ] {
        assert!(page.contains(&words), "{words}");
    }
    // Each request has its row, each message its cell.
    assert_eq!(
        page.matches("<g><title>message ").count(),
        messages.as_array().map_or(0, Vec::len)
    );
    let saved = fields["cost"].as_f64() < fields["never"].as_f64();
    assert!(saved && fields["names"][0].as_u64() > Some(0));
}

#[test]
fn the_reserve_for_the_response_counts() {
    let options = json!({ "context_window": 32_000, "reserve_tokens": 8_000 });
    let page = page(&session(40, 3_000, "x"), options);
    for words in [
        "24,000 tokens (the window of 32,000 without the reserve for the response)",
        ">limit 24,000<",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn clearing_shows_what_was_there_and_what_is_there_now() {
    let page = page(
        &recorded(),
        json!({ "context_window": 200_000, "keep_tool_results": 3 }),
    );
    for words in [
        "clearing old results saved money",
        "<del>",
        "<ins>",
        "older than the newest 3 of its kind",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn a_message_of_the_user_that_is_not_in_the_prompt_is_told() {
    let mut messages = session(60, 3_000, "x");
    let list = messages.as_array_mut().expect("a list");
    let long = format!(
        "Never touch the file secret.txt. {}",
        "Many other words that matter little. ".repeat(400)
    );
    list[0] = json!({ "role": "user", "content": long });
    let fields = replay(&messages, &json!({ "context_window": 8_000 })).expect("it is replayed");
    assert_ne!(fields["user"][0]["where"], "message");
    assert_ne!(fields["user"][0]["where"], "quoted");
    assert!(
        report(&fields).contains("<span class=\"w\">quoted in part")
            || report(&fields).contains("<span class=\"w\">not in the prompt")
    );
}

/// The numbers of a row of a table, without bars.
fn row<const COUNT: usize>(page: &str, name: &str) -> [f64; COUNT] {
    let (_, rest) = page
        .split_once(&format!("<td>{name}</td>"))
        .unwrap_or_else(|| panic!("no row {name}"));
    let cells = rest.split("</tr>").next().unwrap_or_default();
    let numbers = cells
        .split("<td class=\"n\">")
        .skip(1)
        .map(|cell| cell.split('<').next().unwrap_or_default().replace(',', ""));
    let numbers: Vec<f64> = numbers
        .map(|cell| cell.parse().expect("a number"))
        .collect();
    numbers.try_into().expect("all numbers")
}

/// The cost is the sum of its rows, and the page says why it differs from the share of the tokens.
#[test]
fn the_cost_adds_up_and_is_explained() {
    let page = report(&REPLAYED);
    let [sent, never] = row(&page, "prompt tokens sent");
    let [read, read_never] = row(&page, "of these, read from the cache");
    let [written, written_never] = row(&page, "of these, written to the cache");
    let [answered, answered_never] = row(&page, "tokens of the answers");
    let [cost, cost_never] = row(&page, "cost, in input tokens");
    assert_eq!([read + written, read_never + written_never], [sent, never]);
    assert_eq!(answered, answered_never);
    // Prices of `anthropic-5m`.
    let sum = |read: f64, written: f64| read * 0.1 + written * 1.25 + answered * 5.0;
    assert!(
        (sum(read, written) - cost).abs() < 4.0,
        "{}",
        sum(read, written)
    );
    assert!((sum(read_never, written_never) - cost_never).abs() < 4.0);
    // Without compaction, each token is written once: the last prompt, and no more.
    let requests = REPLAYED["requests"].as_array().expect("requests");
    let last = requests
        .last()
        .and_then(|request| request[1].as_f64())
        .expect("a size");
    assert!((written_never - last).abs() < 4.0, "{written_never} {last}");
    let priced =
        "A token read from the cache costs 0.1, one written to it 1.25, and one of an answer 5.";
    assert!(page.contains(priced));
    let explained = "a token written to the cache costs 12.5 times as much as one read from it";
    let other = session(60, 4_000, "x");
    let other = self::page(&other, json!({ "context_window": 32_000 }));
    assert!(other.contains(explained));
}

#[test]
fn a_repair_is_not_a_compaction() {
    let mut messages = session(20, 2_000, "x");
    let list = messages.as_array_mut().expect("a list");
    // The result is missing, so that the history has to be repaired.
    list[20] = json!({ "role": "user", "content": "Where are you?" });
    let fields = replay(&messages, &json!({ "context_window": 200_000 })).expect("it is replayed");
    assert_eq!(fields["runs"][0]["status"], "repaired");
    let change = &fields["runs"][0]["changes"][0];
    let is = change["is"].as_str().expect("the message is still there");
    assert!(
        is.contains("Where are you?") && change["after"].as_u64() > Some(0),
        "{change}"
    );
    let page = report(&fields);
    for words in [
        "<b>0 compactions</b>in 21 requests, and 1 repair",
        "The history was repaired once, because a provider would reject it.",
        "repair 1 at request 11: nothing",
        "its own message; another part of it was changed by compaction 1",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn media_are_named_and_bytes_are_not_shown() {
    let bytes = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB".repeat(8);
    let image = json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": bytes } });
    let mut messages = session(12, 4_000, "x");
    let list = messages.as_array_mut().expect("a list");
    list[0] = json!({ "role": "user", "content": [image.clone(), { "type": "text", "text": "Make it look like this." }] });
    list[2]["content"][0]["content"] = json!([{ "type": "text", "text": "the screen" }, image]);
    let page = page(
        &messages,
        json!({ "context_window": 16_000, "keep_tool_results": 1 }),
    );
    assert!(
        page.contains("[image]\nMake it look like this.") && page.contains("the screen\n[image]")
    );
    assert!(!page.contains(&bytes[..64]) && !page.contains("[media]"));
}

#[test]
fn a_session_without_a_request_makes_no_claims() {
    let page = page(
        &json!([{ "role": "user", "content": "Hi" }]),
        json!({ "context_window": 8_000 }),
    );
    assert!(page.contains("nothing was replayed") && page.contains("not sent yet"));
    for words in [
        "0 tokens in the largest",
        "trigger of 0",
        "What should I set?",
        "$0",
    ] {
        assert!(!page.contains(words), "{words}");
    }
}

#[test]
fn options_in_notes_are_code() {
    let mut fields = REPLAYED.clone();
    fields["notes"] = json!(["Set `--model`, <b>."]);
    assert!(report(&fields).contains("<p>Set <code>--model</code>, &lt;b&gt;.</p>"));
}

#[test]
fn the_agents_own_compactions_are_shown() {
    let mut messages = session(20, 2_000, "x");
    let summary =
        "This session is being continued from a previous conversation that ran out of context.";
    let list = messages.as_array_mut().expect("a list");
    list.insert(21, json!({ "role": "user", "content": summary }));
    list.insert(21, json!({ "role": "assistant", "content": "I go on." }));
    let fields = replay(&messages, &json!({ "context_window": 200_000 })).expect("it is replayed");
    let sizes = fields["own_sizes"].as_array().expect("sizes");
    let at = fields["own"][0].as_u64().expect("a request") as usize - 1;
    assert!(sizes[at].as_u64() < sizes[at - 1].as_u64());
    assert!(report(&fields).contains("as the agent compacted it itself"));
}

#[test]
fn several_sessions_are_one_page() {
    let one = &*REPLAYED;
    let other = replay(
        &session(30, 3_000, "x"),
        &json!({ "context_window": 16_000, "title": "other" }),
    )
    .expect("it is replayed");
    let page = report(&json!([one, other]));
    assert_eq!(faults(&page), Vec::<String>::new());
    assert!(page.contains("What happened to 2 sessions") && page.contains("href=\"#s2\""));
}

/// The same fields with the largest numbers.
fn huge(value: &Value) -> Value {
    match value {
        Value::Number(_) => json!(u64::MAX),
        Value::Array(list) => list.iter().map(huge).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, field)| (name.clone(), huge(field)))
            .collect(),
        other => other.clone(),
    }
}

#[test]
fn wrong_options_are_told() {
    for (options, path) in [
        (
            json!({ "context_window": 8_000, "keep_result": 3 }),
            "/keep_result",
        ),
        (json!({}), "/context_window"),
        (
            json!({ "context_window": 8_000, "overhead_tokens": "many" }),
            "/overhead_tokens",
        ),
        (
            json!({ "context_window": 8_000, "times_ms": [1] }),
            "/times_ms",
        ),
        (json!(3), ""),
    ] {
        let error = render_report(&session(1, 10, "x"), &options).expect_err("it is wrong");
        assert_eq!(error.path(), path, "{error}");
    }
    assert!(render_report(&json!({ "a": 1 }), &json!({ "context_window": 8_000 })).is_err());
    for fields in [
        json!(null),
        json!({ "requests": 3, "runs": [{}], "fates": [{}], "user": [{}], "tried": [{}, {}] }),
        json!([]),
        huge(&REPLAYED),
    ] {
        assert!(report(&fields).ends_with("</html>\n"));
    }
}

/// The variables of a color scheme, as they are in the page.
fn colors(page: &str, dark: bool) -> Vec<(String, [f64; 3])> {
    let scheme = "@media(prefers-color-scheme:dark){";
    let starts = [".cx{", ":root{"].map(|rule| {
        let before = if dark { scheme } else { "<style>" };
        format!("{before}{rule}")
    });
    let rules = starts
        .iter()
        .map(|start| page.split_once(start.as_str()).expect("a rule").1);
    let each = rules.flat_map(|rule| rule.split('}').next().unwrap_or_default().split(';'));
    each.filter_map(variable).collect()
}

/// A declaration such as `--name:#rgb` or `--name:#rrggbb`.
fn variable(declaration: &str) -> Option<(String, [f64; 3])> {
    let (name, digits) = declaration.strip_prefix("--")?.split_once(":#")?;
    let each: Vec<String> = match digits.len() {
        3 => digits
            .chars()
            .map(|digit| format!("{digit}{digit}"))
            .collect(),
        _ => (0..6)
            .step_by(2)
            .map(|at| digits[at..at + 2].to_owned())
            .collect(),
    };
    let part = |at: usize| u8::from_str_radix(&each[at], 16).ok().map(f64::from);
    Some((name.to_owned(), [part(0)?, part(1)?, part(2)?]))
}

/// The contrast of two colors. Source: WCAG 2.2, relative luminance and contrast ratio.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let luminance = |color: [f64; 3]| {
        let [red, green, blue] = color.map(|part| {
            let part = part / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn texts_and_marks_have_enough_contrast() {
    let page = report(&REPLAYED);
    for dark in [false, true] {
        let colors = colors(&page, dark);
        let color = |name: &str| {
            colors
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, color)| *color)
                .unwrap_or_else(|| panic!("--{name}, dark: {dark}"))
        };
        for ground in ["g", "c"] {
            for (name, least) in [("f", 4.5), ("m", 4.5), ("w", 4.5), ("s", 4.5), ("k", 3.0)] {
                let found = contrast(color(name), color(ground));
                assert!(
                    found >= least,
                    "--{name} on --{ground}, dark: {dark}: {found:.2}"
                );
            }
        }
    }
    assert!((contrast([0.0; 3], [255.0; 3]) - 21.0).abs() < 0.01);
}
