//! Shows that what is drawn holds no markup of a conversation, no address and no script, and stays
//! small.

mod report;

use conspectus::{Action, CompactArgs, Compactor, Config, History};
use conspectus_page::{MOST_BYTES, html, prompt_sizes};
use serde_json::{Value, json};
use std::{env, fs};

const EVIL: &str = "</summary><script>alert(1)</script><img src=x onerror=\"alert(2)\">&'\u{202e}";

fn kinds(each: u64) -> Value {
    json!({ "system": 0, "user": each, "assistant": each * 2, "tool_results": each * 40, "summary": 0 })
}

fn result(rows: usize, text: &str) -> Value {
    let row = |index: usize| {
        let action = [
            "kept",
            "summarized",
            "cleared",
            "truncated",
            "condensed",
            "repaired",
        ][index % 6];
        json!({ "index": index, "role": "user", "tool": text, "tokens_before": index * 7, "tokens_after": 0, "action": action, "reason": text })
    };
    json!({
        "status": "summarized", "changed": true, "can_send": false, "reason": text, "tokens_before": 66_527, "tokens_after": 23_461,
        "prompt_tokens": 23_461, "context_window": 48_000, "trigger_tokens": 36_000, "cache_tokens_lost": 66_527, "break_even_calls": 4,
        "removed": [{ "kind": "summarized_messages", "count": 85, "tokens": 54_895 }], "summary": text.repeat(400), "missing": vec![text; 40],
        "log": { "sizes.target_tokens": 24_000, "sizes.messages_before": 97, "sizes.messages_after": 13, "summary.tokens": 11_829, "cache.first_changed": 0 },
        "by_kind": [kinds(900), kinds(20)],
        "rows": (0..rows).map(row).collect::<Vec<_>>(),
    })
}

fn facts(text: &str, many: usize) -> Value {
    let said = json!({ "text": text, "message": 3 });
    let many = |one: Value| Value::Array(vec![one; many]);
    json!({
        "requests": many(said),
        "files": many(json!({ "path": text, "did": ["read", "edited"], "message": 5 })),
        "commands": many(json!({ "command": text, "outcome": "failed", "error": text, "message": 6, "again": 9 })),
        "todos": many(json!({ "text": text, "status": "in_progress", "message": 8 })),
    })
}

fn simulation(text: &str, many: usize) -> Value {
    let row = json!({ "policy": text, "prices": text, "window": 200_000, "calls": 48, "relative_cost_percent": 181.2, "hit_percent": 99.0, "over_window": 1, "clearings": 2, "summaries": 3 });
    json!({ "rows": vec![row; many] })
}

fn all(text: &str, many: usize) -> Vec<String> {
    let count = json!({ "tokens": 5_000, "exact": false, "by_kind": kinds(7), "per_message": (0..many).collect::<Vec<_>>() });
    let drawn = [
        ("Result", result(many, text)),
        ("Plan", result(many, text)),
        ("TokenCount", count.clone()),
        ("History", count),
        ("Facts", facts(text, many)),
        ("Simulation", simulation(text, many)),
    ];
    drawn
        .iter()
        .map(|(name, fields)| html(name, fields).expect("it is drawn"))
        .collect()
}

/// The tags of a page; attributes hold no `>` where all is escaped.
fn tags(html: &str) -> Vec<&str> {
    html.split('<')
        .skip(1)
        .map(|rest| rest.split(['>', ' ']).next().unwrap_or_default())
        .collect()
}

#[test]
fn no_text_of_a_conversation_becomes_markup() {
    let known = [
        "div", "style", "p", "b", "span", "svg", "g", "title", "rect", "path", "text", "table",
        "thead", "tbody", "tr", "th", "td", "i", "details", "summary", "pre", "ul", "li",
    ];
    for drawn in all(EVIL, 30) {
        for tag in tags(&drawn) {
            assert!(
                known.contains(&tag.trim_start_matches('/').trim_end_matches('/')),
                "<{tag}>"
            );
        }
        for word in ["://", "url(", "@import", "<script", "\u{202e}"] {
            assert!(!drawn.contains(word), "{word}");
        }
        // Every tag that opens is closed.
        for tag in ["div", "table", "details", "summary", "svg", "g", "p", "pre"] {
            let opened = tags(&drawn).iter().filter(|found| **found == tag).count();
            let closed = drawn.matches(&format!("</{tag}>")).count();
            assert_eq!(opened, closed, "{tag}");
        }
    }
}

#[test]
fn however_long_the_session_the_picture_stays_small() {
    for text in [EVIL, &"漢".repeat(4_000), &"&".repeat(9_000)] {
        for many in [0, 1, 97, 4_000] {
            for drawn in all(text, many) {
                assert!(drawn.len() <= MOST_BYTES, "{} bytes, {many}", drawn.len());
            }
        }
    }
}

#[test]
fn a_picture_tells_what_became_of_each_message() {
    let drawn = html("Result", &result(97, "Read")).expect("it is drawn");
    for word in [
        "<b>summarized</b>: 66,527 &rarr; 23,461 tokens, 97 &rarr; 13 messages",
        "85 summarized messages (54,895 tokens)",
        "of 48,000; compaction starts at 36,000",
        "crossed: in the summary",
        "<title>96: user, Read, 672 to 0 tokens: kept</title>",
        "Do not send it",
        "starting at message 0; breaks even after 4 calls",
    ] {
        assert!(drawn.contains(word), "{word}");
    }
    assert_eq!(drawn.matches("<title>").count(), 97);
    let plan = html("Plan", &result(97, "Read")).expect("it is drawn");
    assert!(plan.contains("would be summarized") && plan.contains("at most 23,461 tokens"));
    let long = html("Result", &result(1_000, "Read")).expect("it is drawn");
    assert!(long.contains("a cell is 9 messages"));
}

#[test]
fn what_lacks_is_left_out() {
    for name in [
        "Result",
        "Plan",
        "TokenCount",
        "History",
        "Facts",
        "Simulation",
    ] {
        for fields in [
            json!({}),
            json!(null),
            json!({ "rows": 3, "log": [], "per_message": "x" }),
        ] {
            assert!(
                html(name, &fields)
                    .expect("it is drawn")
                    .ends_with("</div>")
            );
        }
    }
    assert_eq!(html("Cut", &json!({})), None);
    for fields in [
        json!(3),
        json!({ "window": u64::MAX, "lines": [{ "name": EVIL, "tokens": [] }, { "tokens": [u64::MAX, "x"] }] }),
    ] {
        let drawn = prompt_sizes(&fields);
        assert!(drawn.ends_with("</svg>\n") && !drawn.contains("<script"));
    }
}

/// The prompt of each call of the recorded session: all of it, the newest messages that fit, and the compacted list.
fn prompts(window: u64) -> [Vec<u64>; 3] {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/sessions/coding.anthropic.json"
    );
    let session: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is JSON");
    let config = Config::builder()
        .context_window(window)
        .build()
        .expect("it is valid");
    let size = |message: &Value| {
        History::of(config.clone(), std::slice::from_ref(message))
            .expect("it is read")
            .tokens()
    };
    let sizes: Vec<u64> = session.iter().map(size).collect();
    let (mut compactor, mut ours, mut drawn) = (
        Compactor::new(config.clone()),
        Vec::new(),
        [vec![], vec![], vec![]],
    );
    for (place, message) in session.iter().enumerate() {
        ours.push(message.clone());
        if message["role"] != "user" {
            continue;
        }
        drawn[0].push(sizes[..=place].iter().sum());
        let newest = sizes[..=place].iter().rev().scan(0, |sum, size| {
            *sum += size;
            (*sum <= window).then_some(*sum)
        });
        drawn[1].push(newest.last().unwrap_or(0));
        compactor
            .handle_messages(&ours, CompactArgs::default())
            .expect("it is read");
        let mut ready = None;
        while let Some(action) = compactor.poll_action() {
            match action {
                Action::Apply { patch } => {
                    ready = Some(patch);
                    compactor.handle_current(&ours).expect("it is read");
                }
                Action::Done { result, .. } => drawn[2].push(result.tokens_after),
                _ => {}
            }
        }
        ours = ready
            .map_or(Ok(ours.clone()), |patch| patch.apply_to(&ours))
            .expect("it fits");
    }
    drawn
}

#[test]
fn the_picture_of_the_readme_is_of_todays_code() {
    let window = 32_000;
    let [unmanaged, truncated, ours] = prompts(window);
    assert!(unmanaged.last() > Some(&window) && ours.iter().all(|size| *size <= window));
    let title = format!(
        "Prompt size over the {} calls of a recorded session, in tokens",
        ours.len()
    );
    let fits = unmanaged.iter().filter(|size| **size <= window).count();
    let drawn = prompt_sizes(&json!({ "title": title, "window": window, "lines": [
        { "name": "unmanaged", "note": format!("too long from call {}", fits + 1), "tokens": unmanaged },
        { "name": "truncated", "note": "drops the oldest messages", "tokens": truncated },
        { "name": "conspectus", "note": "clears and summarizes", "tokens": ours },
    ] }));
    assert!(drawn.len() < 20_000);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/prompt-sizes.svg");
    if env::var_os("WRITE_PICTURE").is_some() {
        fs::write(path, &drawn).expect("it is written");
    }
    assert!(
        fs::read_to_string(path).is_ok_and(|file| file == drawn),
        "docs/prompt-sizes.svg differs: run make picture"
    );
}
