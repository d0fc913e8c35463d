//! Sessions of our own, with the summaries that belong to them.

use super::Sample;

struct Work {
    name: &'static str,
    goal: &'static str,
    /// A file, a function in it, what fails, what was found.
    steps: [(&'static str, &'static str, &'static str, &'static str); 6],
}

const WORKS: [Work; 3] = [
    Work {
        name: "queue",
        goal: "Make the retry queue drain before the worker shuts down, without touching the public config.",
        steps: [
            (
                "src/queue/drain.rs",
                "drain_pending",
                "E0382",
                "the receiver is moved into spawn_worker",
            ),
            (
                "src/queue/retry.rs",
                "backoff_ms",
                "attempt 7 of 5",
                "RetryPolicy::limit counts from zero",
            ),
            (
                "src/worker/shutdown.rs",
                "on_sigterm",
                "timeout 3000",
                "join_all waits for a closed channel",
            ),
            (
                "tests/drain_test.rs",
                "drains_in_order",
                "left: 12",
                "the order comes from BTreeMap",
            ),
            (
                "Cargo.toml",
                "tokio_util",
                "1.39.2",
                "CancellationToken needs the rt feature",
            ),
            ("docs/queue.md", "max_inflight", "64", "documented as 32"),
        ],
    },
    Work {
        name: "invoice",
        goal: "Round invoice totals per line, as the tax office asks, and keep old invoices as they are.",
        steps: [
            (
                "billing/invoice.py",
                "round_line",
                "AssertionError 10.005",
                "Decimal uses ROUND_HALF_EVEN",
            ),
            (
                "billing/tax_rates.py",
                "rate_for",
                "KeyError DE19",
                "TAX_TABLE has no entry before 2021",
            ),
            (
                "billing/migrations/0042_lines.py",
                "add_rounding",
                "relation invoice_line",
                "the index ix_line_total is missing",
            ),
            (
                "tests/test_invoice.py",
                "test_half_up",
                "expected 10.01",
                "fixtures use float",
            ),
            (
                "settings/base.py",
                "ROUNDING_MODE",
                "v2.7.1",
                "read from the environment",
            ),
            (
                "api/serializers.py",
                "InvoiceSerializer",
                "HTTP 422",
                "total_cents is validated twice",
            ),
        ],
    },
    Work {
        name: "map",
        goal: "Show the offline map tiles at once when the phone has no network, and never delete a user's downloads.",
        steps: [
            (
                "app/src/TileCache.kt",
                "getTile",
                "SQLITE_BUSY",
                "two writers share one connection",
            ),
            (
                "app/src/NetworkState.kt",
                "isMetered",
                "API 28",
                "the callback fires twice",
            ),
            (
                "app/src/MapView.kt",
                "onDrawTile",
                "ANR 5021 ms",
                "decodeStream runs on the main thread",
            ),
            (
                "core/TileStore.swift",
                "evictOldest",
                "limit 512",
                "downloads count as cache",
            ),
            (
                "build.gradle.kts",
                "minSdkVersion",
                "34.1.0",
                "kotlin 2.0 is needed",
            ),
            (
                "fastlane/Fastfile",
                "beta_lane",
                "exit 65",
                "the profile expired on 2026-03-01",
            ),
        ],
    },
];

pub fn samples() -> Vec<Sample> {
    WORKS.iter().map(sample).collect()
}

fn sample(work: &Work) -> Sample {
    let mut record = format!("[0] user\n{}\n", work.goal);
    let mut lines = [String::new(), String::new(), String::new()];
    for (step, (file, function, error, found)) in work.steps.iter().enumerate() {
        let at = step * 4 + 1;
        record.push_str(&format!(
            "[{at}] assistant\nI read {file} to see what {function} does about step {step}.\ncall read_file {{\"path\":\"{file}\"}}\n"
        ));
        record.push_str(&format!(
            "[{}] tool\nresult of read_file, 900 chars:\nfn {function}(input) {{ // line {}\n  check(input, \"{}_{at}\");\n}}\n",
            at + 1,
            at * 37,
            work.name
        ));
        record.push_str(&format!(
            "[{}] assistant\nThe check says {error}: {found}.\ncall bash {{\"command\":\"make check_{}{step}\"}}\n",
            at + 2,
            work.name
        ));
        record.push_str(&format!(
            "[{}] tool\nresult of bash failed, 200 chars:\nerror in {file}:{}: {error}\nnote: see {function}\n",
            at + 3,
            at * 37
        ));
        lines[0].push_str(&format!(
            "- {file}: {function} fails with {error}, because {found}.\n"
        ));
        lines[1].push_str(&format!(
            "- Ran make check_{}{step}, which stopped in {file}.\n",
            work.name
        ));
        lines[2].push_str(&format!(
            "- [{}] Mend {function} and run check_{}{step} again.\n",
            if step < 2 { "DONE" } else { "TODO" },
            work.name
        ));
    }
    let sections = [
        ("overall_goal", work.goal),
        ("key_knowledge", &lines[0]),
        ("recent_actions", &lines[1]),
        ("task_state", &lines[2]),
    ];
    let body: String = sections
        .iter()
        .map(|(name, text)| format!("<{name}>\n{}\n</{name}>\n", text.trim()))
        .collect();
    Sample {
        name: work.name.to_owned(),
        answer: format!("<state_snapshot>\n{body}</state_snapshot>"),
        record,
        previous: None,
    }
}
