//! The questions that people ask first, answered in sentences.

use super::{Page, SECTIONS, is_repair, number, parts, percent, times, times_as};
use crate::text::{counted, grouped, list};
use serde_json::Value;

impl Page<'_> {
    /// The questions that people ask first, each with a link to its section.
    pub(super) fn answers(&self) -> String {
        let answer = |question: &str, name: &str, text: String| {
            let title = SECTIONS.iter().find(|section| section.0 == name);
            let title = title.map_or("", |section| section.1);
            format!(
                "<dt>{question}</dt><dd>{text} <a href=\"#{}-{name}\">{title}</a></dd>",
                self.id
            )
        };
        let mut text = String::from("<dl>");
        text.push_str(&answer("Why was content removed?", "why", self.why()));
        text.push_str(&answer(
            "What did it cost, and what did it save?",
            "cost",
            self.saved(),
        ));
        text.push_str(&answer(
            "Did the agent lose a message of the user?",
            "user",
            self.lost(),
        ));
        text.push_str(&answer(
            "When would a request have been rejected?",
            "size",
            self.rejected(),
        ));
        text.push_str(&answer("What should I set?", "set", self.advice()));
        text + "</dl>"
    }

    pub(super) fn why(&self) -> String {
        let compactions = self.compactions();
        let repaired = match self.runs().len() as u64 - compactions {
            0 => String::new(),
            repairs => format!(
                " The history was repaired {}, because a provider would reject it.",
                times(repairs)
            ),
        };
        if compactions == 0 {
            return format!(
                "Nothing was cleared or summarized: no prompt reached the trigger of {}.{repaired}{}",
                counted(self.number("trigger"), "token"),
                self.condensed()
            );
        }
        let trigger = self.number("trigger");
        let full = self
            .runs()
            .iter()
            .filter(|run| !is_repair(run) && number(&run["before"]) >= trigger)
            .count() as u64;
        let cheap = compactions - full;
        let mut parts = Vec::new();
        if full > 0 {
            let times = times(full);
            parts.push(format!(
                "{times} because the prompt had reached the trigger of {}",
                counted(trigger, "token")
            ));
        }
        if cheap > 0 {
            let times = times(cheap);
            parts.push(format!(
                "{times} below the trigger, because clearing old results saved money"
            ));
        }
        format!(
            "Content was removed {}.{repaired}{}",
            parts.join(" and "),
            self.condensed()
        )
    }

    pub(super) fn condensed(&self) -> String {
        let condensed = &self.fields["condensed"];
        match number(&condensed["results"]) {
            0 => String::new(),
            results => format!(
                " {} condensed without loss, which saved {}: lines that an earlier result contains became a pointer to it.",
                if results == 1 {
                    "1 new result was".to_owned()
                } else {
                    format!("{} new results were", grouped(results))
                },
                counted(number(&condensed["tokens"]), "token")
            ),
        }
    }

    fn saved(&self) -> String {
        let (cost, never) = (self.real("cost"), self.real("never"));
        let change = (never - cost) * 100.0 / never.max(1.0);
        let verdict = if change.abs() < 0.5 {
            "As much as without compaction".to_owned()
        } else if change > 0.0 {
            format!("{change:.0}% less than without compaction")
        } else {
            format!("{:.0}% more than without compaction", -change)
        };
        let [sent, unmanaged] = [self.sum(0), self.sum(1)];
        let [_, over] = self.over();
        let over = if over > 0 {
            format!(
                " The comparison is with a window without limit: {} would not have fit this one.",
                counted(over, "request")
            )
        } else {
            String::new()
        };
        let tokens = if sent == unmanaged {
            counted(sent, "token")
        } else {
            let share = percent(sent as f64, unmanaged as f64);
            format!(
                "{} ({share} of {})",
                counted(sent, "token"),
                grouped(unmanaged)
            )
        };
        format!(
            "{verdict}{}. All prompts together have {tokens}.{}{over}",
            self.dollars(),
            self.difference()
        )
    }

    /// Why the cost did not change as much as the tokens.
    fn difference(&self) -> String {
        let shares = [
            (self.real("cost"), self.real("never")),
            (self.sum(0) as f64, self.sum(1) as f64),
        ];
        let [cost, tokens] = shares.map(|(with, without)| with * 100.0 / without.max(1.0));
        match self.spent() {
            Some([with, without]) if (cost - tokens).abs() >= 1.0 => format!(
                " The cost is at {cost:.0}%, because answers cost the same either way, and a token written to the cache costs {} as much as one read from it: {} were written instead of {}.",
                times_as(self.price("write") / self.price("read")),
                grouped(with.written),
                grouped(without.written)
            ),
            _ => String::new(),
        }
    }

    pub(super) fn lost(&self) -> String {
        let user = list(self.fields, "user");
        let user: Vec<&Value> = user
            .iter()
            .filter(|said| said["where"] != "waiting")
            .collect();
        let count =
            |whence: &str| user.iter().filter(|said| said["where"] == whence).count() as u64;
        let (part, gone) = (count("part"), count("gone"));
        let all = counted(user.len() as u64, "message");
        match (part, gone) {
            _ if user.is_empty() => "The session has no message of the user.".to_owned(),
            (0, 0) => {
                let quoted = match count("quoted") {
                    0 => String::new(),
                    quoted => format!(", {} of them quoted in the summary", grouped(quoted)),
                };
                format!(
                    "No. The last prompt contains the text of the user's {all} in full{quoted}."
                )
            }
            (part, gone) => format!(
                "Of the user's {all}, the last prompt contains the text of {} in full, of {part} in part, and of {gone} not at all. The table shows which.",
                user.len() as u64 - part - gone
            ),
        }
    }

    pub(super) fn rejected(&self) -> String {
        let [over, unmanaged] = self.over();
        let window = self.limit();
        let without = match self.refused() {
            Some(request) => format!(
                "Without compaction, at request {}: its {} exceed {window}. {} of {} would have been too large.",
                grouped(request as u64 + 1),
                counted(number(&self.requests()[request][1]), "token"),
                grouped(unmanaged),
                counted(self.requests().len() as u64, "request")
            ),
            None => {
                format!("Never: also without compaction, all prompts fit {window}.")
            }
        };
        let with = match (over, self.refused()) {
            (0, None) => String::new(),
            (0, _) => " With compaction, none exceeded it.".to_owned(),
            (over, _) => format!(
                " With compaction, {} exceeded it.",
                counted(over, "request")
            ),
        };
        format!("{without}{with}")
    }

    /// The cheapest of the settings that were tried and that lose no more.
    pub(super) fn best(&self) -> Option<&Value> {
        let (now, others) = list(self.fields, "tried").split_first()?;
        let present = |row: &Value| number(&row["names"][1]);
        let cost = |row: &Value| row["cost"].as_f64().unwrap_or(f64::MAX);
        others
            .iter()
            .filter(|row| {
                present(row) >= present(now)
                    && number(&row["over"]) <= number(&now["over"])
                    && number(&row["unread"]) <= number(&now["unread"])
            })
            // Less than a fiftieth is no reason to change a default.
            .filter(|row| cost(row) < cost(now) * 0.98)
            .min_by(|one, other| cost(one).total_cmp(&cost(other)))
    }

    pub(super) fn advice(&self) -> String {
        if self.compactions() == 0 {
            let sent = self.requests().iter().map(|request| number(&request[0]));
            let largest = sent.max().unwrap_or(0);
            return format!(
                "Nothing: no prompt reaches the trigger. The largest has {}, so only a window below about {} would be compacted.",
                counted(largest, "token"),
                grouped(largest * 4 / 3)
            );
        }
        if !list(self.fields, "blocked").is_empty() {
            return "A larger window, or smaller tool results: some prompts did not fit, although everything was removed that may be.".to_owned();
        }
        match self.best() {
            Some(row) => format!(
                "<code>{}</code>: this session would have cost {} of what it costs without compaction, with at least as many names still in the prompt.",
                parts::options(&row["options"]),
                percent(row["percent"].as_f64().unwrap_or(0.0), 100.0)
            ),
            None if list(self.fields, "tried").len() > 1 => {
                "Keep what you have: none of the other settings that were tried is at least 2% cheaper without losing more.".to_owned()
            }
            None => "Keep what you have. No other settings were tried, because the session is long; <code>conspectus simulate</code> compares policies.".to_owned(),
        }
    }
}
