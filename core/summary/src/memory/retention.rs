//! What a summary kept of what matters, what it lacks, and what it names that nobody ever said.
//!
//! Things are looked for by their key: a path, a command, an id, the words of a sentence. Case,
//! marks and the order of lines do not matter.

use super::carry::FinishedCall;
use super::held::{Required, RequiredItems};
use super::terms::each_term;
use crate::host::clip::one_line;
use crate::notes::accept::names::{is_name, is_number, pieces, runs};
use crate::notes::snapshot::escape_tags;
use crate::shape::{shapes, words};
use std::collections::BTreeSet;

/// Things that each list of a report names. As many as a report of a summary names elsewhere.
const LISTED: usize = 12;
/// Share of a sentence's words that one line must hold. A rule has few words, and one of them turns
/// its meaning.
const RULE_WORDS: f64 = 0.8;
const SENTENCE_WORDS: f64 = 0.6;
/// Share of an error's words that the whole summary must hold: errors are told in other words.
const ERROR_WORDS: f64 = 0.5;
/// Letters of a word that count: endings differ.
const STEM_CHARS: usize = 6;
/// Longest line that a report names, in chars, and longest command that a summary quotes between
/// backticks. Chosen here: longer ones are code.
pub(super) const LINE_CHARS: usize = 200;

words! {
    /// What kind of thing was looked for.
    pub enum LookedFor as "LookedForKind" {
        /// What the user asks for.
        Request => "request",
        /// A rule of the user.
        Rule => "rule",
        /// The last command that failed, with its error.
        Failure => "failure",
        /// An open task.
        Task => "task",
        /// A file that was changed.
        File => "file",
        /// A name of high value.
        Name => "name",
        /// A path that nobody mentioned.
        Path => "path",
        /// An id that nobody mentioned.
        Id => "id",
        /// A number that nobody mentioned.
        Number => "number",
        /// A command that nobody mentioned.
        Command => "command",
    }
}

shapes! {
    /// One thing that was looked for.
    pub struct Looked as "LookedFor": Eq {
        /// What it is.
        pub kind: LookedFor,
        /// Its text, on one line.
        pub text: String,
    }
}

shapes! {
    /// Things of one list: how many there are, and the first twelve.
    pub struct Things: Default, Eq {
        /// How many.
        pub count: usize,
        /// The first of them, those that must not be lost in front.
        pub first: Vec<Looked>,
    }
}

shapes! {
    /// What a summary kept of its record.
    pub struct Retention: Default {
        /// What it holds.
        pub kept: Things,
        /// What it lacks.
        pub missing: Things,
        /// What it gives as the user's goal or rules though no words of the user bear it out, then
        /// what it names and the record does not.
        pub unsupported: Things,
        /// The share of the value of the most valuable names that it holds, 0 to 1; 1 if there are
        /// none.
        pub value: f64,
    }
}

impl Looked {
    pub(super) fn of(kind: LookedFor, text: &str) -> Self {
        let text = one_line(text, LINE_CHARS);
        Self { kind, text }
    }
}

impl Things {
    /// The texts of the first of them.
    pub fn texts(&self) -> Vec<&str> {
        self.first.iter().map(|it| it.text.as_str()).collect()
    }

    /// Puts things in front of the list.
    pub fn lead(&mut self, first: Vec<Looked>) {
        self.count += first.len();
        self.first.splice(..0, first);
        self.first.truncate(LISTED);
    }

    fn add(&mut self, kind: LookedFor, text: &str) {
        self.count += 1;
        if self.first.len() < LISTED {
            self.first.push(Looked::of(kind, text));
        }
    }
}

impl Retention {
    /// The list of what is held, or of what is lacking.
    fn list(&mut self, is_in: bool) -> &mut Things {
        if is_in {
            &mut self.kept
        } else {
            &mut self.missing
        }
    }
}

impl Required {
    /// What it is, its text, and whether it stands in the summary; of a request, whether it is told
    /// at all.
    fn look(&self, own: &SummaryText, told: &SummaryText) -> (LookedFor, &str, bool) {
        match self {
            Self::Request(text) => (LookedFor::Request, text, told.says(text, SENTENCE_WORDS)),
            Self::Task(text) => (LookedFor::Task, text, own.says(text, SENTENCE_WORDS)),
            Self::Rule(text) => (LookedFor::Rule, text, own.says(text, RULE_WORDS)),
            Self::Failure(FinishedCall { call, came, .. }) => {
                let is_in = own.says(call, RULE_WORDS) && own.mentions(came, ERROR_WORDS);
                (LookedFor::Failure, call, is_in)
            }
            Self::File { path, alone } => (LookedFor::File, path, own.names_file(path, *alone)),
        }
    }
}

impl RequiredItems {
    /// What a summary holds. `beside` is the request that is told again beside it. A rule in it
    /// must stand in the summary too: the next request takes its place.
    pub fn look_up(&self, summary: &str, beside: &str) -> Retention {
        let (own, told) = (
            SummaryText::of(summary),
            SummaryText::of(&format!("{summary}\n{beside}")),
        );
        let mut found = Retention::default();
        for must in &self.musts {
            let (kind, text, is_in) = must.look(&own, &told);
            found.list(is_in).add(kind, text);
        }
        let (mut kept, mut all) = (0, 0);
        for (name, value) in &self.names {
            let is_in = told.has(&folded(name));
            kept += if is_in { *value } else { 0 };
            all += value;
            found.list(is_in).add(LookedFor::Name, name);
        }
        found.value = if all == 0 {
            1.0
        } else {
            (kept as f64 / all as f64 * 1_000.0).round() / 1_000.0
        };
        self.unsupported(summary, &mut found.unsupported);
        found
    }

    fn unsupported(&self, summary: &str, list: &mut Things) {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for line in summary.lines() {
            for command in line
                .split('`')
                .skip(1)
                .step_by(2)
                .filter(|quoted| quoted.contains(' ') && quoted.len() <= LINE_CHARS)
            {
                let pieces = runs(command).flat_map(pieces);
                let unknown = pieces.filter(|piece| !self.supports(piece));
                let unknown: Vec<String> = unknown.map(str::to_lowercase).collect();
                if !unknown.is_empty() && seen.insert(command.to_lowercase()) {
                    list.add(LookedFor::Command, command);
                    // What stands in it is told with it.
                    seen.extend(unknown);
                }
            }
        }
        for run in runs(summary) {
            for piece in pieces(run).filter(|piece| is_name(piece) && !self.supports(piece)) {
                let is_path = run.contains('/');
                let text = if is_path {
                    run.trim_matches(['.', '-', '#', ':'])
                } else {
                    piece
                };
                if !seen.contains(&piece.to_lowercase()) && seen.insert(text.to_lowercase()) {
                    let kind = match (is_path, is_number(piece)) {
                        (true, _) => LookedFor::Path,
                        (false, true) => LookedFor::Number,
                        (false, false) => LookedFor::Id,
                    };
                    list.add(kind, text);
                }
            }
        }
    }

    /// Whether the conversation holds a piece, or all parts of a dotted name.
    fn supports(&self, piece: &str) -> bool {
        self.knows(piece)
            || (!is_number(piece)
                && piece.contains('.')
                && piece
                    .split('.')
                    .filter(|part| !part.is_empty())
                    .all(|part| self.knows(part)))
    }
}

/// A summary, ready to be looked through.
struct SummaryText {
    /// All of it, folded.
    text: String,
    /// The words of each line.
    lines: Vec<BTreeSet<String>>,
    words: BTreeSet<String>,
}

impl SummaryText {
    fn of(summary: &str) -> Self {
        let lines: Vec<BTreeSet<String>> = summary.lines().map(words).collect();
        Self {
            text: folded(summary),
            words: lines.iter().flatten().cloned().collect(),
            lines,
        }
    }

    /// Whether a text stands here by itself.
    fn has(&self, text: &str) -> bool {
        !text.is_empty() && stands_in(&self.text, text)
    }

    /// Whether a sentence stands here word for word, or a line holds most of its words.
    fn says(&self, sentence: &str, share: f64) -> bool {
        if self.has(&folded(sentence)) {
            return true;
        }
        let wanted = words(sentence);
        !wanted.is_empty() && self.lines.iter().any(|line| shares(&wanted, line, share))
    }

    /// Whether the words of a text stand here, wherever they do.
    fn mentions(&self, text: &str, share: f64) -> bool {
        let wanted = words(text);
        wanted.is_empty() || shares(&wanted, &self.words, share)
    }

    /// By its path, or by its name: where several files have that name, a line must hold the folder
    /// too.
    fn names_file(&self, path: &str, alone: bool) -> bool {
        let path = folded(path);
        if self.has(&path) {
            return true;
        }
        let (folder, name) = path.rsplit_once(['/', '\\']).unwrap_or(("", &path));
        if alone {
            return self.has(name);
        }
        let parent = folder.rsplit(['/', '\\']).next().unwrap_or(folder);
        let mut lines = self.text.lines();
        lines.any(|line| stands_in(line, name) && stands_in(line, parent))
    }
}

fn shares(wanted: &BTreeSet<String>, there: &BTreeSet<String>, share: f64) -> bool {
    let found = wanted.iter().filter(|word| there.contains(*word)).count();
    found as f64 >= wanted.len() as f64 * share
}

/// Whether a text stands in another by itself: neither in front of it nor behind it does a name go
/// on.
fn stands_in(text: &str, found: &str) -> bool {
    let within = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let (starts, ends) = (found.starts_with(within), found.ends_with(within));
    text.match_indices(found).any(|(at, _)| {
        let before = text[..at].ends_with(|char| within(char) || char == '-');
        let after = text[at + found.len()..].starts_with(within);
        !((starts && before) || (ends && after))
    })
}

/// Small letters, one blank between words, no marks of emphasis or quotes, tags as notes hold them.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for char in escape_tags(text).chars() {
        match char {
            '`' | '*' | '"' | '\'' | '“' | '”' | '‘' | '’' => {}
            '\n' => {
                folded.truncate(folded.trim_end_matches(' ').len());
                folded.push('\n');
            }
            char if char.is_whitespace() => {
                if !folded.ends_with([' ', '\n']) {
                    folded.push(' ');
                }
            }
            char => folded.extend(char.to_lowercase()),
        }
    }
    folded
        .trim()
        .trim_end_matches(['.', '/', '!', '。'])
        .to_owned()
}

/// The words of a text, without their endings.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    each_term(text, |term| {
        let is_word = term.chars().all(char::is_alphabetic);
        let most = if is_word { STEM_CHARS } else { usize::MAX };
        found.insert(term.to_lowercase().chars().take(most).collect());
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_found_whatever_the_case_and_the_marks() {
        let told = SummaryText::of(
            "## Files\n- **Src/Main.rs**: `cargo  test -p core` fails\n- src/: a.rs, b.rs\nNever touch the lock file!",
        );
        assert!(told.names_file("src/main.rs", false) && told.names_file("lib/src/b.rs", false));
        assert!(!told.names_file("other/b.rs", false) && told.names_file("other/b.rs", true));
        assert!(
            !told.names_file("src/in.rs", true),
            "`main.rs` is not `in.rs`"
        );
        assert!(
            told.says("cargo test -p core", RULE_WORDS)
                && told.says("never touch the lock files", RULE_WORDS)
        );
        assert!(!told.says("Always touch every lock file twice", RULE_WORDS));
    }

    #[test]
    fn a_chinese_rule_is_found_by_its_pairs() {
        let told = SummaryText::of("- 规则：不要修改配置文件");
        assert!(
            told.says("不要修改配置文件。", RULE_WORDS)
                && !told.says("必须运行所有测试", RULE_WORDS)
        );
    }
}
