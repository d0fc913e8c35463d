//! The sections of a session: pictures and tables.

use super::chart::chart;
use super::parts::{changes, requests};
use super::{Page, dollars, is_repair, number, parts, plain, wide};
use crate::draw::{fold, table};
use crate::text::{counted, escape, grouped, list};
use serde_json::Value;

impl Page<'_> {
    pub(super) fn sizes(&self) -> String {
        let blocked = list(self.fields, "blocked");
        let mut text = chart(self);
        if !blocked.is_empty() {
            let rows: Vec<Vec<String>> = blocked
                .iter()
                .take(20)
                .map(|one| {
                    vec![
                        grouped(number(&one["request"])),
                        crate::text::clip(one["reason"].as_str().unwrap_or_default(), 400),
                    ]
                })
                .collect();
            text.push_str("<p class=\"w\">Some prompts did not fit the window, although everything was removed that may be:</p>");
            text.push_str(&wide(
                "Requests that do not fit",
                &table(&[("request", "n"), ("reason", "")], &rows),
            ));
        }
        text.push_str(&requests(self));
        text
    }

    pub(super) fn removed(&self) -> String {
        if self.runs().is_empty() {
            return format!("<p>{}</p>", self.why());
        }
        let head = [
            ("no.", "n"),
            ("request", "n"),
            ("tokens before", "n"),
            ("after", "n"),
            ("why", ""),
            ("removed", ""),
            ("lost from the cache", "n"),
            ("pays after", "n"),
        ];
        let rows: Vec<Vec<String>> = self
            .runs()
            .iter()
            .enumerate()
            .map(|(place, run)| {
                let calls = run["breaks_even"].as_u64().filter(|_| !is_repair(run));
                vec![
                    format!(
                        "<span id=\"{}-c{}\">{}</span>",
                        self.id,
                        place + 1,
                        place + 1
                    ),
                    grouped(number(&run["request"])),
                    grouped(number(&run["before"])),
                    grouped(number(&run["after"])),
                    self.why_run(run),
                    parts::removed(run),
                    grouped(number(&run["cache_lost"])),
                    match calls {
                        None => String::new(),
                        Some(0) => "at once".to_owned(),
                        Some(calls) => counted(calls, "request"),
                    },
                ]
            })
            .collect();
        let mut text = format!(
            "<p>The numbers are those in the picture{}. &quot;Pays after&quot; is the number of requests after which the smaller prompt has \
             paid for caching it again; without a number, it never does.{}</p>{}",
            if self.runs().iter().any(is_repair) {
                ", which doesn't show repairs"
            } else {
                ""
            },
            self.condensed(),
            wide("Compactions", &table(&head, &rows))
        );
        text.push_str("<h3>Before and after</h3><p>Removed text is <del>struck through</del>, text that replaced it is <ins>underlined</ins>.</p>");
        text.push_str(&changes(self));
        text
    }

    /// Why one compaction was made.
    pub(super) fn why_run(&self, run: &Value) -> String {
        let (before, trigger, target) = (
            number(&run["before"]),
            self.number("trigger"),
            self.number("target"),
        );
        let lost = number(&run["cache_lost"]);
        let why = if is_repair(run) {
            format!(
                "A repair: {}.",
                escape(run["reason"].as_str().unwrap_or_default())
            )
        } else if run["cause"] != "auto" && run["cause"] != "token_limit" {
            escape(run["reason"].as_str().unwrap_or_default())
        } else if before >= trigger {
            format!(
                "The prompt had reached the trigger of {}.",
                grouped(trigger)
            )
        } else if lost == 0 {
            "The cache had expired, so clearing old results cost nothing.".to_owned()
        } else {
            "Keeping the old results had cost as much as clearing them and caching the rest again."
                .to_owned()
        };
        if run["is_summary"] == Value::Bool(true) {
            return format!(
                "{why} Clearing old results was not enough to reach the target of {}, so a summary replaced the older messages.",
                grouped(target)
            );
        }
        why
    }

    pub(super) fn cost(&self) -> String {
        let (cost, never) = (self.real("cost"), self.real("never"));
        let names = list(self.fields, "names");
        let [over, unmanaged] = self.over();
        let most = self.sum(0).max(self.sum(1));
        let bar = |value: u64, most: u64| crate::draw::bar(value, most, false);
        let most_cost = cost.max(never) as u64;
        let row = |name: &str, [with, without]: [u64; 2], most: u64| {
            let cells = [with, without].map(|value| [grouped(value), bar(value, most)]);
            [vec![name.to_owned()], cells.concat()].concat()
        };
        let mut rows = vec![row("prompt tokens sent", [self.sum(0), self.sum(1)], most)];
        if let Some(spent) = self.spent() {
            rows.push(row(
                "of these, read from the cache",
                spent.map(|one| one.read),
                most,
            ));
            rows.push(row(
                "of these, written to the cache",
                spent.map(|one| one.written),
                most,
            ));
            rows.push(row(
                "tokens of the answers",
                spent.map(|one| one.answered),
                most,
            ));
        }
        rows.push(row(
            "cost, in input tokens",
            [cost as u64, never as u64],
            most_cost,
        ));
        if let Some(price) = self.fields["dollars"].as_f64() {
            rows.push(vec![
                "cost in dollars".to_owned(),
                dollars(cost * price),
                String::new(),
                dollars(never * price),
                String::new(),
            ]);
        }
        rows.push(vec![
            "requests larger than the window".to_owned(),
            grouped(over),
            String::new(),
            grouped(unmanaged),
            String::new(),
        ]);
        let all = names.first().map_or(0, number);
        rows.push(vec![
            "names that the agent used again and that were still in its prompt".to_owned(),
            format!(
                "{} of {}",
                grouped(names.get(1).map_or(0, number)),
                grouped(all)
            ),
            String::new(),
            format!("{} of {}", grouped(all), grouped(all)),
            String::new(),
        ]);
        rows.push(vec![
            "results removed before the agent had read them".to_owned(),
            grouped(self.number("unread_lost")),
            String::new(),
            "0".to_owned(),
            String::new(),
        ]);
        let head = [
            ("", ""),
            ("with compaction", "n"),
            ("", "b"),
            ("without", "n"),
            ("", "b"),
        ];
        let prices = if self.fields["prices_assumed"] == Value::Bool(true) {
            "No prices are known for this session, so those of <code>anthropic-5m</code> are used: pass <code>model</code> or <code>prices</code>."
        } else {
            "List prices; surcharges for long prompts aren't included."
        };
        format!(
            "<p>The unit of the cost is the price of one input token. {} {prices} \
             Prompts that exceed the window count as if they had been answered.</p>{}",
            self.priced(),
            wide("Costs", &table(&head, &rows))
        )
    }

    /// The prices, in words.
    fn priced(&self) -> String {
        let input = self.price("input");
        let [read, write, output] =
            ["read", "write", "output"].map(|kind| plain(self.price(kind) / input));
        if input <= 0.0 {
            return "The cost counts tokens read from the cache, written to it, and answered."
                .to_owned();
        }
        format!(
            "A token read from the cache costs {read}, one written to it {write}, and one of an answer {output}."
        )
    }

    pub(super) fn user(&self) -> String {
        let user = list(self.fields, "user");
        if user.is_empty() {
            return "<p>The session has no message of the user.</p>".to_owned();
        }
        let most = self.at_most(1_000).max(20);
        let mut sorted: Vec<&Value> = user.iter().rev().collect();
        let is_cut = |said: &Value| said["where"] == "gone" || said["where"] == "part";
        sorted.sort_by_key(|said| !is_cut(said));
        let rows: Vec<Vec<String>> = sorted
            .iter()
            .take(most)
            .map(|said| {
                let since = number(&said["since"]);
                let whence = match said["where"].as_str() {
                    Some("message") => "its own message, unchanged".to_owned(),
                    Some("changed") => {
                        format!(
                            "its own message; another part of it was changed by compaction {since}"
                        )
                    }
                    Some("waiting") => "not sent yet: the recording ends here".to_owned(),
                    Some("quoted") => {
                        format!("quoted in full in the summary, since compaction {since}")
                    }
                    Some("part") => {
                        format!("<span class=\"w\">quoted in part, since compaction {since}</span>")
                    }
                    _ => format!(
                        "<span class=\"w\">not in the prompt, since compaction {since}</span>"
                    ),
                };
                vec![
                    grouped(number(&said["message"]) + 1),
                    format!(
                        "<span class=\"q\">{}</span>",
                        crate::text::clip(said["text"].as_str().unwrap_or_default(), 1_500)
                    ),
                    whence,
                ]
            })
            .collect();
        let more = user.len().saturating_sub(most) as u64;
        let more = if more > 0 {
            format!(
                "<p class=\"m\">{} not shown.</p>",
                counted(more, "older message")
            )
        } else {
            String::new()
        };
        format!(
            "<p>{}{}</p>{}{more}",
            self.lost(),
            if sorted.first().is_some_and(|said| is_cut(said)) {
                " Those that are not in full come first."
            } else {
                ""
            },
            wide(
                "Messages of the user",
                &table(
                    &[
                        ("message", "n"),
                        ("text", ""),
                        ("where it is in the last prompt", "v")
                    ],
                    &rows
                )
            )
        )
    }

    pub(super) fn memory(&self) -> String {
        let summaries: Vec<(usize, &str)> = self
            .runs()
            .iter()
            .enumerate()
            .filter_map(|(place, run)| Some((place + 1, run["summary"].as_str()?)))
            .collect();
        let Some(((last, newest), older)) = summaries.split_last() else {
            let placeholders = if self.compactions() > 0 {
                ", some of them with placeholders"
            } else {
                ""
            };
            return format!(
                "<p>There is no summary: the agent sees all messages{placeholders}.</p>"
            );
        };
        let most = self.at_most(60_000).max(4_000);
        let pre = |text: &str, most: usize| format!("<pre>{}</pre>", crate::text::clip(text, most));
        let mut text = format!(
            "<p>It replaced the older messages at compaction {last}. It was written without a model, from the conversation's own lines{}.</p>{}",
            if older.is_empty() {
                ""
            } else {
                "; it continues the earlier ones"
            },
            pre(newest, most)
        );
        let most = self.at_most(400_000) / older.len().max(1);
        if most >= 2_000 {
            for (number, summary) in older.iter().rev() {
                text.push_str(&fold(
                    &format!("the summary of compaction {number}"),
                    &pre(summary, most),
                ));
            }
        }
        text
    }

    pub(super) fn set(&self) -> String {
        let mut text = format!("<p>{}</p>", self.advice());
        let tried = list(self.fields, "tried");
        if tried.len() > 1 {
            let head = [
                ("setting", ""),
                ("of the cost without compaction", "n"),
                ("", "b"),
                ("names still in the prompt", "n"),
                ("clearings", "n"),
                ("summaries", "n"),
                ("larger than the window", "n"),
            ];
            let rows: Vec<Vec<String>> = tried
                .iter()
                .map(|row| {
                    let share = row["percent"].as_f64().unwrap_or(0.0);
                    let names = format!(
                        "{} of {}",
                        grouped(number(&row["names"][1])),
                        grouped(number(&row["names"][0]))
                    );
                    let options = parts::options(&row["options"]);
                    vec![
                        if options.is_empty() {
                            "as replayed".to_owned()
                        } else {
                            format!("<code>{options}</code>")
                        },
                        format!("{share:.1}%"),
                        crate::draw::bar(share as u64, 100.max(share as u64), false),
                        names,
                        grouped(number(&row["clearings"])),
                        grouped(number(&row["summaries"])),
                        grouped(number(&row["over"])),
                    ]
                })
                .collect();
            text.push_str(&wide("Other settings", &table(&head, &rows)));
            text.push_str("<p class=\"m\">Names are file names, identifiers and numbers that the agent used again after more than three requests. \
                 One session is a small sample: compare several with <code>conspectus simulate</code>.</p>");
        }
        let given = self.fields["options"]
            .as_object()
            .map_or(0, serde_json::Map::len);
        if given > 0 {
            text.push_str(&format!(
                "<p>The replay used these options:</p><pre>Compactor({})</pre>",
                parts::options(&self.fields["options"])
            ));
        }
        text
    }
}
