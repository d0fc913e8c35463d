//! Finds claims in a model's summary that the conversation doesn't support, and marks them in the
//! text. Each marker is true regardless of what the sentence before it means.

use crate::host::clip::one_line;
use crate::minutes::Minutes;
use crate::notes::accept::names::{is_name, is_number, pieces, runs};
use crate::notes::accept::patterns::untagged;
use crate::notes::snapshot::Snapshot;
use crate::notes::words::texts;
use crate::shape::{shapes, words};
use crate::{History, Item, Role};
use std::collections::BTreeSet;
use xxhash_rust::xxh3::xxh3_64;

/// Names that a report lists.
const LISTED: usize = 12;
/// The number of hashes that are collected before those that came again are dropped. Chosen here: half
/// a megabyte.
const KNOWN_MIN: usize = 1 << 16;
/// Longest text that a report lists, in chars, and longest command that a summary quotes between
/// backticks. Chosen here: longer ones are code.
const LINE_CHARS: usize = 200;

words! {
    /// The kind of an unsupported claim.
    pub enum ClaimKind {
        /// A path.
        Path => "path",
        /// An id.
        Id => "id",
        /// A number.
        Number => "number",
        /// A command.
        Command => "command",
        /// A check of which the summary says that it passed, and whose newest run failed.
        Check => "check",
    }
}

shapes! {
    /// A claim in a summary that its conversation doesn't support.
    pub struct Claim: Eq {
        /// What it is.
        pub kind: ClaimKind,
        /// Its text, on one line.
        pub text: String,
    }

    /// Claims in a summary that its conversation doesn't support.
    pub struct CheckedSummary: Default, Eq {
        /// How many there are.
        pub count: usize,
        /// The first twelve.
        pub unsupported: Vec<Claim>,
    }
}

impl CheckedSummary {
    /// The texts of the first of them.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.unsupported.iter().map(|claim| claim.text.as_str())
    }

    fn add(&mut self, kind: ClaimKind, text: &str) {
        self.count += 1;
        if self.unsupported.len() < LISTED {
            let text = one_line(text, LINE_CHARS);
            self.unsupported.push(Claim { kind, text });
        }
    }
}

/// Data that a model's summary is checked against. It is collected while the messages are
/// available, and is small.
#[derive(Clone, Default)]
pub struct Claims {
    /// Hashes of all words that the conversation and earlier notes hold, in order.
    known: Vec<u64>,
    /// Commands whose newest run failed.
    failed: Vec<String>,
    /// The snapshot that accompanies the model's summary.
    pub records: Option<Snapshot>,
}

impl Claims {
    /// Collects the data from `minutes` for the messages starting at `start`, and from the messages
    /// before them and all system messages.
    pub fn of(history: &History, messages: &Item<'_>, start: usize, minutes: &Minutes<'_>) -> Self {
        let mut known = Vec::new();
        messages.each_item(|index, message| {
            // The minutes hold no system text, and no text in front of the span.
            if index < start || history.role(index) == Some(Role::System) {
                texts(history, &message, index).for_each(|(_, text)| read(&text, &mut known));
            }
        });
        for part in history.parts() {
            read(history.symbol(part.name), &mut known);
        }
        let mut most = KNOWN_MIN;
        minutes.each_text(&mut |text| {
            read(text, &mut known);
            // Most words come again: a long conversation has a few thousand.
            if known.len() > most {
                sort(&mut known);
                most = KNOWN_MIN.max(known.len() * 2);
            }
        });
        sort(&mut known);
        Self {
            known,
            failed: minutes.failed().map(str::to_owned).collect(),
            records: None,
        }
    }

    /// Returns the claims in a summary that the conversation doesn't support.
    pub fn check(&self, summary: &str) -> CheckedSummary {
        let mut found = CheckedSummary::default();
        let summary = &untagged(summary, " ");
        let is_claimed = |call: &&String| summary.lines().any(|line| contradicts(line, call));
        for call in self.failed.iter().filter(is_claimed) {
            found.add(ClaimKind::Check, call);
        }
        let is_unknown = |piece: &&str| !self.supports(piece);
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let quoted = summary
            .lines()
            .flat_map(|line| line.split('`').skip(1).step_by(2));
        for command in quoted.filter(|text| text.contains(' ') && text.len() <= LINE_CHARS) {
            let unknown = runs(command).flat_map(pieces).filter(is_unknown);
            let unknown: Vec<String> = unknown.map(str::to_lowercase).collect();
            if !unknown.is_empty() && seen.insert(command.to_lowercase()) {
                found.add(ClaimKind::Command, command);
                // What stands in it is told with it.
                seen.extend(unknown);
            }
        }
        for run in runs(summary) {
            let names = pieces(run).filter(|piece| is_name(piece));
            for piece in names.filter(is_unknown) {
                let (kind, text) = match () {
                    () if run.contains('/') => {
                        (ClaimKind::Path, run.trim_matches(['.', '-', '#', ':']))
                    }
                    () if is_number(piece) => (ClaimKind::Number, piece),
                    () => (ClaimKind::Id, piece),
                };
                if !seen.contains(&piece.to_lowercase()) && seen.insert(text.to_lowercase()) {
                    found.add(kind, text);
                }
            }
        }
        found
    }

    /// Returns a model's summary in which unknown paths and ids and contradicted checks are marked,
    /// and the first call that it calls passed although its newest run failed. `known` is the rest
    /// of the request: paths and ids in it are not marked.
    pub fn marked(
        &self,
        found: &CheckedSummary,
        known: &str,
        words: &str,
    ) -> (String, Option<String>) {
        let is_made_up = |claim: &&Claim| {
            matches!(claim.kind, ClaimKind::Path | ClaimKind::Id) && !known.contains(&claim.text)
        };
        let mut text = words.to_owned();
        for name in found
            .unsupported
            .iter()
            .filter(is_made_up)
            .map(|claim| &claim.text)
        {
            let is_part = |char: char| char.is_alphanumeric() || "_-/.".contains(char);
            // A longer name is another one; a point may end the sentence.
            let found = text.match_indices(name).find(|(at, _)| {
                let behind = text[at + name.len()..].trim_start_matches('.');
                !behind.starts_with(is_part)
            });
            if let Some((at, _)) = found {
                text.insert_str(at + name.len(), " [not in the conversation]");
            }
        }
        let mut first = None;
        let lines = text.lines().map(|line| {
            let Some(call) = self.failed.iter().find(|call| contradicts(line, call)) else {
                return line.to_owned();
            };
            first.get_or_insert_with(|| call.clone());
            format!("{line} [the newest run of `{call}` failed]")
        });
        (lines.collect::<Vec<_>>().join("\n"), first)
    }

    /// Whether the conversation holds a piece, or all parts of a dotted name.
    fn supports(&self, piece: &str) -> bool {
        let knows = |piece: &str| self.known.binary_search(&hash(piece)).is_ok();
        let parts = || piece.split('.').all(|part| part.is_empty() || knows(part));
        knows(piece) || !is_number(piece) && parts()
    }
}

/// Adds the hash of every word of a text.
fn read(text: &str, known: &mut Vec<u64>) {
    for piece in runs(text).flat_map(pieces) {
        known.push(hash(piece));
        // A dotted name may be told by its parts.
        if piece.contains('.') {
            known.extend(piece.split('.').map(hash));
        }
    }
}

fn sort(known: &mut Vec<u64>) {
    known.sort_unstable();
    known.dedup();
}

/// Without case.
fn hash(piece: &str) -> u64 {
    let is_small = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if piece.bytes().all(is_small) {
        xxh3_64(piece.as_bytes())
    } else {
        xxh3_64(piece.to_lowercase().as_bytes())
    }
}

/// Words that say that a check passed, and words that negate them, in English, German, Spanish and
/// Chinese. Chosen here: a claim in other words is not marked.
const PASSED: &str = "pass green succeed bestanden grün erfolgreich pasan pasaron pasado 通过 成功";
const NOT: &str = "not n't fail except nicht fehl no falla 未 没 失败";
/// Names of checks, each with the words that commands running them contain.
const CHECKS: [(&str, &str); 3] = [
    ("test suite spec prueba 测试", "test spec jest"),
    ("build compil 构建 编译", "build compile tsc make"),
    ("lint clippy typecheck", "lint clippy ruff mypy tsc"),
];

/// Whether a line says that a check passed which that call ran.
fn contradicts(line: &str, call: &str) -> bool {
    let (line, call) = (line.to_lowercase(), call.to_lowercase());
    let has = |text: &str, words: &str| words.split(' ').any(|word| text.contains(word));
    let says_no = line.split(|char: char| !char.is_alphanumeric() && char != '\'');
    let is_no = |word: &str| {
        NOT.split(' ')
            .any(|no| word == no || (no.len() > 2 && word.contains(no)))
    };
    let of_call = |(names, commands): &(&str, &str)| has(&line, names) && has(&call, commands);
    has(&line, PASSED) && CHECKS.iter().any(of_call) && !says_no.into_iter().any(is_no)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_marked_and_a_true_word_is_not() {
        for (line, is_marked) in [
            ("All tests pass.", true),
            ("- The suite is green again", true),
            ("Alle Tests bestanden", true),
            ("Todas las pruebas pasaron", true),
            ("测试全部通过", true),
            ("The tests do not pass yet.", false),
            ("Two tests still fail, the rest pass", false),
            ("测试未通过", false),
            ("The build passes.", false),
            ("Decided to write tests first.", false),
        ] {
            let claims = Claims {
                failed: vec!["pytest -q".to_owned()],
                ..Claims::default()
            };
            let (text, first) = claims.marked(&CheckedSummary::default(), "", line);
            assert_eq!(
                (text != line, first.is_some()),
                (is_marked, is_marked),
                "{text}"
            );
        }
        let text = "Fixed in src/made_up.rs, see src/made_up.rs.";
        let mut found = CheckedSummary::default();
        found.add(ClaimKind::Path, "src/made_up.rs");
        assert_eq!(
            Claims::default().marked(&found, "", text).0,
            "Fixed in src/made_up.rs [not in the conversation], see src/made_up.rs."
        );
    }
}
