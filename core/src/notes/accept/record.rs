//! The names of a record, and which of them matter most.

use super::names::{self, is_number, Names};
use std::collections::BTreeMap;

/// Names that a summary is held against.
const TOP: usize = 40;
/// What a name is worth that only results hold, and one that is a number.
const RESULTS_ONLY: f64 = 0.25;
const NUMBER: f64 = 0.3;

#[derive(Default, Clone, Copy)]
struct Use {
    /// Messages that have it.
    messages: u32,
    /// The last of them.
    last: u32,
    /// Whether a user, an agent or a call has it.
    said: bool,
    /// Whether the record itself has it, and whether the former notes do.
    recorded: bool,
    noted: bool,
}

/// What a record holds.
#[derive(Default)]
pub(crate) struct Record {
    uses: BTreeMap<String, Use>,
    top: Vec<String>,
    known: Names,
}

impl Record {
    /// In one pass over the record, the notes, and what else was said in the request.
    pub(crate) fn read(record: &str, notes: &str, known: &str) -> Self {
        let mut found = Self {
            known: Names::of(known),
            ..Self::default()
        };
        let mut message = 1;
        let mut said = true;
        let mut last = None;
        names::each(notes, &mut |name| {
            let uses = found.uses.entry(name).or_default();
            *uses = Use {
                messages: 1,
                said: true,
                noted: true,
                ..Use::default()
            };
        });
        for line in record.split('\n') {
            match speaker(line) {
                Some(Speaker::Message { tool, number }) => {
                    // One message may have several headers.
                    message += u32::from(number.is_none() || number != last);
                    last = number;
                    said = !tool;
                }
                Some(Speaker::Result) => said = false,
                Some(Speaker::Call) => said = true,
                None => {}
            }
            names::each(line, &mut |name| {
                let uses = found.uses.entry(name).or_default();
                uses.recorded = true;
                uses.said |= said;
                if uses.last != message {
                    uses.last = message;
                    uses.messages += 1;
                }
            });
        }
        found.top = found.most_valuable();
        found
    }

    fn most_valuable(&self) -> Vec<String> {
        let value = |(name, uses): (&String, &Use)| {
            let weight = if uses.said { 1.0 } else { RESULTS_ONLY };
            let weight = if is_number(name) {
                weight * NUMBER
            } else {
                weight
            };
            f64::from(1 + uses.messages).ln() * weight
        };
        let mut all: Vec<(f64, &String)> = self
            .uses
            .iter()
            .map(|(name, uses)| (value((name, uses)), name))
            .collect();
        all.sort_by(|(one, name), (other, second)| {
            other.total_cmp(one).then_with(|| name.cmp(second))
        });
        all.into_iter()
            .take(TOP)
            .map(|(_, name)| name.clone())
            .collect()
    }

    /// Distinct names.
    pub(crate) fn len(&self) -> usize {
        self.uses.len()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.uses.contains_key(name) || self.known.has(name)
    }

    /// Whether the record has it and the notes have not.
    pub(crate) fn is_new(&self, name: &str) -> bool {
        self.uses
            .get(name)
            .is_some_and(|uses| uses.recorded && !uses.noted)
    }

    pub(crate) fn top(&self) -> impl Iterator<Item = &str> {
        self.top.iter().map(String::as_str)
    }
}

/// Whether a line says who speaks, or what follows.
pub(crate) fn is_header(line: &str) -> bool {
    line.starts_with("<conversation ")
        || line.starts_with("</conversation ")
        || (matches!(speaker(line), Some(Speaker::Message { .. })) && line.starts_with('['))
        || (line.starts_with("result of ") && line.ends_with(" chars:"))
}

enum Speaker<'a> {
    Message { tool: bool, number: Option<&'a str> },
    Call,
    Result,
}

/// Who speaks from a line of a transcript on. A line that only looks so changes what a name is
/// worth, nothing else.
fn speaker(line: &str) -> Option<Speaker<'_>> {
    if let Some((number, role)) = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "))
    {
        let number = number.split(' ').next().unwrap_or_default();
        let is_header = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        return is_header.then(|| Speaker::Message {
            tool: role.starts_with("tool") || role.starts_with("result"),
            number: Some(number),
        });
    }
    let starts = |heads: &[&str]| heads.iter().any(|head| line.starts_with(head));
    if starts(&[
        "User: ",
        "Assistant: ",
        "Reasoning: ",
        "System: ",
        "Tool call ",
    ]) {
        Some(Speaker::Message {
            tool: false,
            number: None,
        })
    } else if starts(&["Tool result ", "Tool error "]) {
        Some(Speaker::Message {
            tool: true,
            number: None,
        })
    } else if line.starts_with("call ") {
        Some(Speaker::Call)
    } else if line.starts_with("result of ") {
        Some(Speaker::Result)
    } else {
        None
    }
}
