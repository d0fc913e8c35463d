//! Imports in memory files: `@docs/rules.md` imports the content of that file.
//!
//! A file is imported once, up to the depth limit, and only from the allowed roots. A failed import
//! is left as written and reported as a problem. The caller supplies the files, so nothing here
//! accesses a disk.

use super::paths::{folder_of, is_inside, resolve};
use crate::host::units::utf16_len;
use crate::shape::words;
use crate::shape::{Type, Words, shapes};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How deep imports are followed. Source: gemini-cli and Claude Code.
pub const DEPTH: usize = 5;
/// The largest depth limit that can be set. Chosen here: deeper nesting is unrealistic, and the
/// stack must suffice for it.
pub const DEPTH_MAX: usize = 64;
/// Most files that one text may import. Chosen here: a tree of notes has some dozens.
pub const FILES: usize = 1_000;
/// Maximum length of a result, in chars. Chosen here: about a million tokens can't be instructions.
pub const CHARS: usize = 4_000_000;
/// Maximum number of problems that are reported individually; the rest are counted. Chosen here.
const PROBLEMS: usize = 100;
/// Longest path that is shown in a mark, in chars. Chosen here, as the longest path of Linux.
const PATH_CHARS: usize = 4_096;

/// How a preset reads instruction files. [`InstructionRules::OURS`] is the default.
#[derive(Debug)]
pub struct InstructionRules {
    /// The names of memory files.
    pub names: &'static [&'static str],
    /// The number of folders below the working folder that are searched for them.
    pub folders: usize,
    /// Finds the stretches of code, where an `@` imports nothing.
    pub code: fn(&str) -> Vec<Range<usize>>,
    /// True if a path may begin with `~/`, a digit or any letter, and excludes punctuation that
    /// ends a sentence.
    pub as_people_write: bool,
    /// True if a file is included once in the entire text; otherwise once in each chain of imports.
    pub once: bool,
    /// Whether an import that fails becomes a mark that says why; else it stays as it is written.
    pub marks_failures: bool,
    /// In the flat form: whether the last import of a file comes first, and no limit of depth
    /// holds.
    pub flat_backward: bool,
}

impl InstructionRules {
    /// Our own rules.
    pub const OURS: Self = Self {
        // The names that most agents read.
        names: &["AGENTS.md", "CLAUDE.md", "GEMINI.md"],
        // A sub-folder's rules are told when work gets there.
        folders: 0,
        code: super::markdown::code,
        as_people_write: true,
        once: true,
        marks_failures: false,
        flat_backward: false,
    };
}

words! {
    /// How imported files are included in the result.
    pub enum ImportFormat {
        /// Each where it is imported, between two marks.
        Tree => "tree",
        /// One after the other, each between two markers; the texts keep their `@`.
        Flat => "flat",
    }
}

crate::host::named::named!(ImportFormat);

/// What a reader of files says of a path.
#[derive(Debug)]
pub enum FoundFile {
    /// The file's text, and the path by which it is known however it was reached.
    Text {
        /// The path that identifies the file.
        path: String,
        /// Its text.
        text: String,
    },
    /// The file does not exist.
    Missing,
    /// It may not or cannot be read; the word says why.
    Refused(&'static str),
}

/// Reads files for imports.
pub trait ImportSource {
    /// The file at a path in its normal form.
    fn read(&mut self, path: &str) -> FoundFile;
}

/// What an expansion may take.
#[derive(Debug, Clone)]
pub struct ImportLimits {
    /// Folders below which files may be imported, in normal form.
    pub roots: Vec<String>,
    /// The folder that `~` means, if any.
    pub home: Option<String>,
    /// How deep imports are followed; 0 follows none.
    pub max_depth: usize,
    /// Most files.
    pub max_files: usize,
    /// Longest result, in chars.
    pub max_chars: usize,
}

shapes! {
    /// An imported file.
    pub struct Imported as "ImportedFile": Eq {
        /// The file.
        pub path: String,
        /// The file that imports it.
        pub imported_by: String,
        /// The depth of the import, starting at 1.
        pub depth: usize,
        /// Characters of its own text, without imports.
        pub chars: usize,
        ;
        /// Its own text.
        pub text: String,
    }
}

/// Why a file or an import is not read. A reader of Rust may have words of its own.
pub const NOT_READ: Words = Words {
    name: "NotRead",
    about: &["Why a file or import isn't read."],
    words: &[
        ("missing", &["It doesn't exist."]),
        ("outside", &["It's outside the allowed folders."]),
        ("not_a_file", &["It's a folder, pipe, socket or device."]),
        ("too_large", &["It has too many bytes."]),
        ("unreadable", &["It can't be opened or read."]),
        ("binary", &["It contains no text."]),
        (
            "unsupported",
            &["The message format has no part for this media type."],
        ),
        ("repeated", &["It was already imported."]),
        ("depth", &["It's nested too deeply."]),
        (
            "limit",
            &["There are too many files, or the text is too long."],
        ),
        ("url", &["It's a URL."]),
    ],
};

shapes! {
    /// An import that failed.
    pub struct ImportProblem: Eq {
        /// The reason, or the reader's word for it.
        pub kind: &'static str = &Type::Word(&NOT_READ),
        /// The text after the `@`.
        pub written: String,
        /// The path it means.
        pub path: String,
        /// The file that contains it.
        pub imported_by: String,
    }
}

/// A text with its imports.
#[derive(Debug, Default)]
pub struct ExpandedImports {
    /// The text.
    pub text: String,
    /// The files in it, in the order in which they were met.
    pub files: Vec<Imported>,
    /// What was not imported.
    pub problems: Vec<ImportProblem>,
    /// Problems beyond the first hundred.
    pub more_problems: usize,
}

/// An `@` with a path: its position, in bytes, and the path.
#[derive(Debug, PartialEq, Eq)]
struct Import<'a> {
    range: Range<usize>,
    path: &'a str,
}

/// The imports of a text, those in code left out.
fn imports<'a>(text: &'a str, rules: &InstructionRules) -> Vec<Import<'a>> {
    let mut code = (rules.code)(text).into_iter().peekable();
    let mut found = Vec::new();
    for at in memchr::memchr_iter(b'@', text.as_bytes()) {
        if at > 0 && !is_blank(text.as_bytes()[at - 1]) {
            continue;
        }
        let rest = &text[at + 1..];
        let mut path = &rest[..rest.bytes().position(is_blank).unwrap_or(rest.len())];
        if rules.as_people_write {
            path = path.trim_end_matches([',', ';', ':', '!', '?', ')', '.', '"', '\'']);
        }
        let begins = |char: char| matches!(char, '.' | '/') || char.is_ascii_alphabetic();
        let begins_here = |char: char| char.is_alphanumeric() || char == '_';
        if !path.starts_with(begins)
            && !(rules.as_people_write && (path.starts_with(begins_here) || path.starts_with("~/")))
        {
            continue;
        }
        while code.peek().is_some_and(|code| code.end <= at) {
            code.next();
        }
        if code.peek().is_none_or(|code| at < code.start) {
            found.push(Import {
                range: at..at + 1 + path.len(),
                path,
            });
        }
    }
    found
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Puts the imports of `text` into it. `path` is the file that the text is from.
///
/// ```
/// use conspectus_toolkit::{expand_imports, FoundFile, ImportFormat, ImportLimits, ImportSource, InstructionRules};
///
/// struct Known;
/// impl ImportSource for Known {
///     fn read(&mut self, path: &str) -> FoundFile {
///         match path {
///             "/app/style.md" => FoundFile::Text { path: path.to_owned(), text: "Two spaces.".to_owned() },
///             _ => FoundFile::Missing,
///         }
///     }
/// }
/// let limits = ImportLimits { roots: vec!["/app".to_owned()], home: None, max_depth: 5, max_files: 100, max_chars: 10_000 };
/// let done = expand_imports("Read @./style.md first.", "/app/AGENTS.md", ImportFormat::Tree, &InstructionRules::OURS, &limits, &mut Known);
/// assert!(done.text.contains("Two spaces."));
/// assert_eq!(done.files[0].path, "/app/style.md");
/// ```
pub fn expand_imports(
    text: &str,
    path: &str,
    format: ImportFormat,
    rules: &InstructionRules,
    limits: &ImportLimits,
    files: &mut dyn ImportSource,
) -> ExpandedImports {
    let mut run = ImportRun {
        rules,
        limits,
        files,
        limits_depth: format == ImportFormat::Tree || !rules.flat_backward,
        by_chain: format == ImportFormat::Tree && !rules.once,
        known: BTreeSet::new(),
        aliases: BTreeMap::new(),
        chars: utf16_len(text),
        done: ExpandedImports::default(),
    };
    if !run.by_chain {
        run.known.insert(path.to_owned());
    }
    match format {
        ImportFormat::Tree => run.tree(text, path, 0, &mut Vec::new()),
        ImportFormat::Flat => run.flat(text, path),
    }
    run.done
}

struct ImportRun<'a> {
    rules: &'a InstructionRules,
    limits: &'a ImportLimits,
    files: &'a mut dyn ImportSource,
    limits_depth: bool,
    /// Whether a file is included once in each chain of imports instead of once.
    by_chain: bool,
    /// The files that are in the result.
    known: BTreeSet<String>,
    /// The path that identifies a file, by the path under which it was read.
    aliases: BTreeMap<String, String>,
    /// Chars of the texts in the result.
    chars: usize,
    done: ExpandedImports,
}

impl ImportRun<'_> {
    /// Writes a text with the files that it imports in their places.
    fn tree(&mut self, text: &str, path: &str, depth: usize, chain: &mut Vec<String>) {
        let mut written = 0;
        for import in imports(text, self.rules) {
            self.done.text.push_str(&text[written..import.range.start]);
            written = import.range.end;
            match self.open(import.path, path, depth, chain) {
                Ok((file, imported)) => {
                    let shown = shown(import.path);
                    self.done.text.push_str(&format!("<!-- from {shown} -->\n"));
                    self.known.insert(file.clone());
                    chain.push(file.clone());
                    self.tree(&imported, &file, depth + 1, chain);
                    chain.pop();
                    self.done
                        .text
                        .push_str(&format!("\n<!-- end of {shown} -->"));
                }
                Err(kind) if self.rules.marks_failures && kind != "depth" => {
                    self.done.text.push_str(&format!(
                        "<!-- not imported, {kind}: {} -->",
                        shown(import.path)
                    ));
                }
                Err(_) => self.done.text.push_str(&text[import.range]),
            }
        }
        self.done.text.push_str(&text[written..]);
    }

    /// Writes a text and the files that it imports, one after the other.
    fn flat(&mut self, text: &str, path: &str) {
        // A stack of what is still to be imported: the import, the file that has it, its depth.
        // Chains may be as long as there are files.
        let mut waiting: Vec<(String, String, usize)> = Vec::new();
        self.block(text, path, 0, &mut waiting);
        while let Some((import, from, depth)) = waiting.pop() {
            if let Ok((file, text)) = self.open(&import, &from, depth, &[]) {
                self.known.insert(file.clone());
                self.block(&text, &file, depth + 1, &mut waiting);
            }
        }
    }

    fn block(
        &mut self,
        text: &str,
        path: &str,
        depth: usize,
        waiting: &mut Vec<(String, String, usize)>,
    ) {
        let gap = if self.done.text.is_empty() {
            ""
        } else {
            "\n\n"
        };
        self.done.text.push_str(gap);
        self.done.text.push_str(&framed(path, text));
        let mut found: Vec<_> = imports(text, self.rules)
            .into_iter()
            .map(|import| (import.path.to_owned(), path.to_owned(), depth))
            .collect();
        // The last one that is pushed comes first.
        if !self.rules.flat_backward {
            found.reverse();
        }
        waiting.append(&mut found);
    }

    /// Whether a file is included already.
    fn is_included(&self, file: &str, chain: &[String]) -> bool {
        if self.by_chain {
            return chain.iter().any(|known| known == file);
        }
        self.known.contains(file)
    }

    /// The file that an import means, with its text. `chain` are the files that contain it.
    fn open(
        &mut self,
        import: &str,
        from: &str,
        depth: usize,
        chain: &[String],
    ) -> Result<(String, String), &'static str> {
        let home = self
            .limits
            .home
            .as_deref()
            .filter(|_| self.rules.as_people_write);
        let path = match (import.strip_prefix("~/"), home) {
            (Some(rest), Some(home)) => resolve(home, &format!("./{rest}")),
            _ => resolve(folder_of(from), import),
        };
        match self.read(import, &path, depth, chain) {
            Ok((file, text)) => {
                self.chars += utf16_len(&text);
                self.done.files.push(Imported {
                    path: file.clone(),
                    imported_by: from.to_owned(),
                    depth: depth + 1,
                    chars: utf16_len(&text),
                    text: text.clone(),
                });
                Ok((file, text))
            }
            Err(kind) => {
                if self.done.problems.len() < PROBLEMS {
                    self.done.problems.push(ImportProblem {
                        kind,
                        written: import.to_owned(),
                        path,
                        imported_by: from.to_owned(),
                    });
                } else {
                    self.done.more_problems += 1;
                }
                Err(kind)
            }
        }
    }

    fn read(
        &mut self,
        import: &str,
        path: &str,
        depth: usize,
        chain: &[String],
    ) -> Result<(String, String), &'static str> {
        if depth >= self.limits.max_depth && self.limits_depth {
            return Err("depth");
        }
        let schemes = ["file://", "http://", "https://"];
        if schemes.iter().any(|scheme| import.starts_with(scheme)) {
            return Err("url");
        }
        if !self.limits.roots.iter().any(|root| is_inside(root, path)) {
            return Err("outside");
        }
        let known = self.aliases.get(path);
        if known.is_some_and(|file| self.is_included(file, chain)) {
            return Err("repeated");
        }
        if self.done.files.len() >= self.limits.max_files || self.chars >= self.limits.max_chars {
            return Err("limit");
        }
        match self.files.read(path) {
            FoundFile::Missing => Err("missing"),
            FoundFile::Refused(kind) => Err(kind),
            FoundFile::Text { path: file, text } => {
                self.aliases.insert(path.to_owned(), file.clone());
                if self.is_included(&file, chain) {
                    Err("repeated")
                } else if self.chars + utf16_len(&text) > self.limits.max_chars {
                    Err("limit")
                } else {
                    Ok((file, text))
                }
            }
        }
    }
}

/// A file's text between two lines that name it.
pub(crate) fn framed(path: &str, text: &str) -> String {
    let shown = shown(path);
    format!("--- {shown} ---\n{}\n--- end of {shown} ---", text.trim())
}

/// Returns a path that is safe in a marker: without characters that end the marker or control the
/// text.
pub(crate) fn shown(path: &str) -> String {
    let steers = |char: char| {
        char.is_control()
            || matches!(char, '<' | '>' | '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    path.chars()
        .take(PATH_CHARS)
        .map(|char| if steers(char) { '?' } else { char })
        .collect()
}
