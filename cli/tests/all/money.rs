//! Costs in dollars: by session, day and month, from recorded usage, and the recommended settings.

use crate::common::{file, folder, run};
use serde_json::{Value, json};

/// A session whose calls were made on these days and had these tokens: read from the cache, written
/// to it, output.
fn session(model: &str, calls: &[(&str, [u64; 3])]) -> String {
    let mut lines = vec![json!({
        "type": "user", "uuid": "u", "sessionId": "s", "isSidechain": false, "timestamp": format!("{}T10:00:00Z", calls[0].0),
        "message": { "role": "user", "content": "Port src/part_0.rs." },
    })];
    for (number, (day, [read, written, output])) in calls.iter().enumerate() {
        let id = format!("t{number}");
        let name = format!("step_{}_3", number.saturating_sub(8));
        let input = json!({ "path": format!("src/part_{number}.rs"), "like": name });
        let call = json!([{ "type": "tool_use", "id": id, "name": "Read", "input": input }]);
        let usage = json!({
            "input_tokens": 0, "cache_read_input_tokens": read, "cache_creation_input_tokens": written, "output_tokens": output,
        });
        let text: String = (0..90)
            .map(|line| {
                format!(
                    "fn step_{number}_{line}() -> u64 {{ {} }}\n",
                    number * 97 + line
                )
            })
            .collect();
        lines.push(json!({
            "type": "assistant", "uuid": format!("a{number}"), "sessionId": "s", "isSidechain": false, "timestamp": format!("{day}T10:01:00Z"),
            "message": { "role": "assistant", "id": format!("m{number}"), "model": model, "content": call, "usage": usage },
        }));
        lines.push(json!({
            "type": "user", "uuid": format!("r{number}"), "sessionId": "s", "isSidechain": false, "timestamp": format!("{day}T10:01:01Z"),
            "message": { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": text }] },
        }));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

const CALLS: [(&str, [u64; 3]); 3] = [
    ("2026-10-31", [0, 20_000, 100]),
    ("2026-11-01", [20_000, 1_000, 100]),
    ("2026-11-01", [21_000, 1_000, 200]),
];
/// In dollars for a million tokens: 0.3 to read, 3.75 to write, 15 for output.
const COSTS: [f64; 3] = [0.0765, 0.01125, 0.01305];

#[test]
fn the_recorded_usage_is_the_bill_of_each_day_and_month() {
    let folder = folder();
    let path = file(&folder, "s.jsonl", session("claude-sonnet-4-5", &CALLS));
    let by = |period: &str| {
        let run = run(&[
            "simulate",
            &path,
            "--by",
            period,
            "--policies",
            "recorded,never",
            "--json",
            "-q",
        ]);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let rows = run.json()["by"].as_array().expect("rows").clone();
        let recorded = rows.into_iter().filter(|row| row["policy"] == "recorded");
        recorded
            .map(|row| {
                (
                    row["period"].as_str().unwrap_or("").to_owned(),
                    row["calls"].clone(),
                    row["cost_usd"].as_f64().unwrap_or(0.0),
                )
            })
            .collect::<Vec<_>>()
    };
    let near = |found: &[(String, Value, f64)], wanted: &[(&str, u64, f64)]| {
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        for (one, (period, calls, cost)) in found.iter().zip(wanted) {
            assert!(
                one.0 == *period && one.1 == *calls && (one.2 - cost).abs() < 2e-6,
                "{one:?} {period} {cost}"
            );
        }
    };
    near(
        &by("day"),
        &[
            ("2026-10-31", 1, COSTS[0]),
            ("2026-11-01", 2, COSTS[1] + COSTS[2]),
        ],
    );
    near(
        &by("month"),
        &[
            ("2026-10", 1, COSTS[0]),
            ("2026-11", 2, COSTS[1] + COSTS[2]),
        ],
    );
    near(&by("session"), &[(&path, 3, COSTS.iter().sum())]);
    let shown = run(&[
        "simulate",
        &path,
        "--by",
        "month",
        "--policies",
        "recorded,never",
    ])
    .out;
    for words in [
        "by month, window 200,000, claude-sonnet-4-5",
        "2026-10",
        "in all",
        "$0.1008",
        "prices: ",
        "2026-11",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn nothing_is_in_dollars_without_a_known_model() {
    let folder = folder();
    let path = file(&folder, "s.jsonl", session("my-own", &CALLS));
    let shown = run(&["simulate", &path, "--by", "day", "--policies", "never"]).out;
    assert!(
        shown.contains("anthropic-5m") && !shown.contains('$'),
        "{shown}"
    );
    let left = run(&["recommend", &path]);
    assert_eq!((left.code, left.out.as_str()), (0, ""));
    assert!(left.err.contains("--model"), "{}", left.err);
    let unknown = run(&["recommend", &path, "--model", "my-own"]);
    assert!(
        unknown.code == 2 && unknown.err.contains("`my-own` are unknown"),
        "{}",
        unknown.err
    );
}

#[test]
fn what_is_recommended_costs_least_and_loses_nothing_more() {
    let folder = folder();
    let calls: Vec<(&str, [u64; 3])> = (0..40)
        .map(|call| ("2026-11-01", [call * 1_500, 1_500, 100]))
        .collect();
    let path = file(&folder, "s.jsonl", session("claude-sonnet-4-5", &calls));
    let found = run(&[
        "recommend",
        &path,
        "--context-window",
        "60k",
        "--json",
        "-q",
    ]);
    assert_eq!((found.code, found.err.as_str()), (0, ""));
    let found = found.json();
    let curve = found["curve"].as_array().expect("a curve").clone();
    let cost = |row: &Value| row["cost_usd"].as_f64().unwrap_or(f64::MAX);
    let of = |options: &Value| {
        curve
            .iter()
            .find(|row| row["options"] == *options)
            .expect("a row")
            .clone()
    };
    let (base, best) = (of(&json!({})), of(&found["recommended"]));
    assert_eq!(best["loses_more"], false);
    assert!(
        cost(&best) < cost(&base) && found["recommended"] != json!({}),
        "{found}"
    );
    assert!(curve.iter().any(|row| row["loses_more"] == true), "{found}");
    assert!(
        curve
            .iter()
            .filter(|row| row["loses_more"] == false)
            .all(|row| cost(row) >= cost(&best))
    );
    assert!(curve.is_sorted_by(|one, next| cost(one) <= cost(next)));
    assert!(
        best["names_present"].as_u64() >= base["names_present"].as_u64()
            && best["requests_lost"].as_u64() <= base["requests_lost"].as_u64()
    );
    assert_eq!(found["cost_usd"]["recommended"], best["cost_usd"]);
    assert!(
        found["cost_usd"]["never"].as_f64() > Some(cost(&base))
            && !found["cost_usd"]["recorded"].is_null()
    );
    let short = file(&folder, "short.jsonl", session("claude-sonnet-4-5", &CALLS));
    let shown = run(&["recommend", &short]).out;
    for words in [
        "(defaults)",
        "recommended",
        "no other settings",
        "without compaction",
        "as recorded",
        "prices: ",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}
