//! What a conversation consists of: totals by role and by tool, and the calls and results that have
//! no partner.

use super::{History, PartKind};
use crate::read::message::Role;
use crate::shape::shapes;
use std::collections::BTreeMap;

shapes! {
    /// Totals of one conversation. Computing them takes time proportional to the number of parts.
    pub struct Totals: Default {
        /// One entry for each role that occurs, in the order of [`Role`].
        pub roles: Vec<RoleTotal>,
        /// One entry for each tool, most tokens first, then by name.
        pub tools: Vec<ToolTotal>,
        /// Calls that no result answers, in order.
        pub unanswered: Vec<OpenCall>,
        /// Results that answer no call, in order.
        pub orphans: Vec<OpenCall>,
    }
}

shapes! {
    /// The totals of the messages of one role.
    pub struct RoleTotal {
        /// The role: `system`, `user`, `assistant`, `tool` or `other`.
        pub role: &'static str,
        /// How many messages have this role.
        pub messages: usize,
        /// Estimated tokens of these messages, media included, rounded up.
        pub tokens: u64,
        /// How many media these messages hold.
        pub media: u64,
    }
}

shapes! {
    /// The totals of the calls and results of one tool.
    pub struct ToolTotal: Default {
        /// The tool's name; empty if neither the call nor the result names it.
        pub tool: String,
        /// How many calls there are.
        pub calls: usize,
        /// How many results there are.
        pub results: usize,
        /// How many results the dialect marks as errors.
        pub errors: usize,
        /// Estimated tokens of the calls, rounded to the nearest.
        pub call_tokens: u64,
        /// Estimated tokens of the results, their media included, rounded to the nearest.
        pub result_tokens: u64,
    }
}

shapes! {
    /// A call without a result, or a result without a call.
    pub struct OpenCall: Eq {
        /// Index of the message that holds it, zero-based.
        pub message: usize,
        /// JSON Pointer to it inside the message.
        pub path: String,
        /// The tool's name; empty if it is not named.
        pub tool: String,
        /// The argument that best shows what the call is about, such as a path; empty without one.
        pub detail: String,
    }
}

impl History {
    /// The totals by role and by tool, and the calls and results that have no partner.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let without_partner = |part: usize| {
            let entry = &self.parts[part];
            let text = |id: u32| self.symbol(id).to_owned();
            OpenCall {
                message: self.message_of(part),
                path: entry.path.to_string(),
                tool: text(entry.name),
                detail: text(entry.detail),
            }
        };
        Totals {
            roles: Role::ALL
                .into_iter()
                .filter_map(|role| self.role_total(role))
                .collect(),
            tools: self.tool_totals(),
            unanswered: self
                .pairs
                .open()
                .iter()
                .map(|(_, part)| without_partner(*part as usize))
                .collect(),
            orphans: self
                .pairs
                .orphans()
                .iter()
                .map(|part| without_partner(*part as usize))
                .collect(),
        }
    }

    fn role_total(&self, role: Role) -> Option<RoleTotal> {
        let read = self.read_messages();
        let of_role = || read.iter().filter(|entry| entry.role == role);
        let tokens: f64 = of_role().map(|entry| entry.tokens).sum();
        let media = of_role().map(|entry| u64::from(entry.media)).sum();
        let messages = of_role().count();
        (messages > 0).then(|| RoleTotal {
            role: role.name(),
            messages,
            tokens: tokens.ceil() as u64,
            media,
        })
    }

    fn tool_totals(&self) -> Vec<ToolTotal> {
        let mut sums: BTreeMap<u32, (ToolTotal, f64, f64)> = BTreeMap::new();
        let mut last_result = None;
        let read = self.first_read();
        let first = self.first_part(read);
        for part in &self.parts[first..] {
            let tokens = part.tokens + part.media_tokens as f64;
            match part.kind {
                PartKind::ToolCall => {
                    let (total, of_calls, _) = sums.entry(part.name).or_default();
                    total.calls += 1;
                    *of_calls += tokens;
                }
                PartKind::ToolResult => {
                    last_result = Some(part.name);
                    let (total, _, of_results) = sums.entry(part.name).or_default();
                    total.results += 1;
                    total.errors += usize::from(part.is_error);
                    *of_results += tokens;
                }
                // Nested media come right after their result in the list of parts.
                PartKind::NestedMedia => {
                    if let Some(name) = last_result {
                        sums.entry(name).or_default().2 += tokens;
                    }
                }
                PartKind::Text | PartKind::Thought | PartKind::Media | PartKind::Opaque => {}
            }
        }
        let mut totals: Vec<ToolTotal> = sums
            .into_iter()
            .map(|(name, (total, of_calls, of_results))| ToolTotal {
                tool: self.symbol(name).to_owned(),
                call_tokens: of_calls.round() as u64,
                result_tokens: of_results.round() as u64,
                ..total
            })
            .collect();
        totals.sort_by(|a, b| {
            (b.call_tokens + b.result_tokens)
                .cmp(&(a.call_tokens + a.result_tokens))
                .then_with(|| a.tool.cmp(&b.tool))
        });
        totals
    }
}
