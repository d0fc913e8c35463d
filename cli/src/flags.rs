//! The options of the library as flags: one for each row of its table, `--keep-tool-results 3`.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use conspectus_api::{Domain, OPTIONS, OptionRow};
use serde_json::{Map, Value, json};

/// Options that need a function of a program.
const OF_PROGRAMS: [&str; 6] = [
    // Every user of a machine sees the arguments of a process.
    "signing_key",
    "summarize",
    "check_summary",
    "summarizer_window",
    "summarize_timeout_s",
    "fallback",
];

/// What decides how messages are measured.
const MEASURING: [&str; 5] = [
    "dialect",
    "model",
    "context_window",
    "tokenizer",
    "image_tokens",
];

/// The flags of all options that a command line can set.
#[derive(Debug, Default)]
pub(super) struct OptionFlags(Map<String, Value>);

/// The flags of the options that decide how messages are measured.
#[derive(Debug, Default)]
pub(super) struct MeasuringFlags(OptionFlags);

impl OptionFlags {
    pub fn options(&self) -> Map<String, Value> {
        self.0.clone()
    }
}

impl MeasuringFlags {
    pub fn options(&self) -> Map<String, Value> {
        self.0.options()
    }
}

fn all() -> impl Iterator<Item = &'static OptionRow> {
    OPTIONS
        .iter()
        .filter(|row| !OF_PROGRAMS.contains(&row.name))
}

fn measuring() -> impl Iterator<Item = &'static OptionRow> {
    OPTIONS.iter().filter(|row| MEASURING.contains(&row.name))
}

fn with(command: Command, rows: impl Iterator<Item = &'static OptionRow>) -> Command {
    rows.fold(command, |command, row| {
        command.arg(
            Arg::new(row.name)
                .long(row.name.replace('_', "-"))
                .value_name(shape(row.domain))
                .allow_hyphen_values(true)
                .help_heading(row.heading)
                .help(meaning(row)),
        )
    })
}

fn read(found: &ArgMatches, rows: impl Iterator<Item = &'static OptionRow>) -> OptionFlags {
    let given = rows.filter_map(|row| {
        let text = found.get_one::<String>(row.name)?;
        Some((row.name.to_owned(), value(row.domain, text)))
    });
    OptionFlags(given.collect())
}

/// What the option means here: without a window `compact` takes one, as its help says.
fn meaning(row: &OptionRow) -> String {
    let said = "Without a window, only forced runs compact.";
    row.meaning.replace(said, "").trim().to_owned()
}

/// How a value is written.
fn shape(domain: Domain) -> &'static str {
    match domain {
        Domain::Whole(_) => "N",
        Domain::Flag => "true|false",
        Domain::Amount => "0..1|tokens=N",
        Domain::Keep => "UNIT=N",
        Domain::Texts => "NAME,...",
        Domain::Fields(fields) if fields.words.is_some() => "NAME|FIELD=N,...",
        Domain::Fields(_) => "FIELD=N,...",
        Domain::Rows(_) => "JSON",
        Domain::WholeOrWord(..) => "N|NAME",
        _ => "NAME",
    }
}

/// A value as the library takes it. What cannot be read stays a text, which the library refuses.
fn value(domain: Domain, text: &str) -> Value {
    match domain {
        Domain::Whole(_) | Domain::WholeOrWord(..) => number(text),
        Domain::Amount | Domain::Keep | Domain::Fields(_) if text.contains('=') => {
            let pairs = text.split(',').map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                (name.trim().replace('-', "_"), number(value.trim()))
            });
            Value::Object(pairs.collect())
        }
        Domain::Amount => number(text),
        Domain::Flag => json_or_text(text),
        Domain::Texts => json!(text.split(',').map(str::trim).collect::<Vec<_>>()),
        Domain::Rows(_) => json_or_text(text),
        _ => Value::from(text),
    }
}

/// Parses a number, optionally followed by `k` for thousands or `m` for millions; other text
/// becomes JSON or a string.
pub(super) fn number(text: &str) -> Value {
    super::args::tokens(text).map_or_else(|_| json_or_text(text), Value::from)
}

/// A value from the command line: parsed if it is JSON (`0.5`, `true`, `["a"]`), else a text
/// (`informative`).
pub(super) fn json_or_text(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

/// Returns a message of the library as this command line spells it: `--keep-tool-results` for
/// `keep_tool_results`, `--keep turns=3` for `keep={"turns": 3}`. The user's value, which follows
/// `got`, is not changed.
pub(super) fn spelled(text: &str) -> String {
    let mut result = String::new();
    for (place, piece) in text.split('`').enumerate() {
        if place > 0 {
            result.push('`');
        }
        let is_given = place % 2 == 1 && result.ends_with("got `");
        if is_given {
            result.push_str(piece);
        } else {
            result.push_str(&with_flags(piece));
        }
    }
    result
}

fn with_flags(text: &str) -> String {
    let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        result.push_str(&rest[..start]);
        let word: &str = rest[start..]
            .split(|char| !is_word(char))
            .next()
            .unwrap_or_default();
        rest = &rest[start + word.len()..];
        // A name of one word may be a word of the sentence: it is a name in front, or with a value.
        let known = all().any(|row| row.name == word);
        let is_name = known && (word.contains('_') || result.is_empty() || rest.starts_with('='));
        if !is_name || result.ends_with('-') {
            result.push_str(word);
            continue;
        }
        result.push_str("--");
        result.push_str(&word.replace('_', "-"));
        if let Some((fields, behind)) = rest
            .strip_prefix("={")
            .and_then(|inner| inner.split_once('}'))
        {
            result.push(' ');
            result.push_str(&fields.replace("\": ", "=").replace(['"', ' '], ""));
            rest = behind;
        } else if let Some(value) = rest.strip_prefix('=') {
            result.push(' ');
            rest = value;
        }
    }
    result.push_str(rest);
    result
}

/// The flag that a path of an error names: `--keep-tool-results` for `/keep_tool_results`.
pub(super) fn flag_of(path: &str) -> Option<String> {
    let name = path.strip_prefix('/')?.split('/').next()?;
    all()
        .any(|row| row.name == name)
        .then(|| format!("--{}", name.replace('_', "-")))
}

macro_rules! flags {
    ($type:ident, $rows:ident, $of:expr) => {
        impl FromArgMatches for $type {
            fn from_arg_matches(found: &ArgMatches) -> Result<Self, clap::Error> {
                Ok($of(read(found, $rows())))
            }

            fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(found)?;
                Ok(())
            }
        }

        impl Args for $type {
            fn augment_args(command: Command) -> Command {
                with(command, $rows())
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }
    };
}
flags!(OptionFlags, all, |flags| flags);
flags!(MeasuringFlags, measuring, MeasuringFlags);

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn texts_of_the_library_name_flags() {
        for (text, expected) in [
            (
                "keep_tool_results must be a whole number, got `keep_tool_results`",
                "--keep-tool-results must be a whole number, got `keep_tool_results`",
            ),
            ("write keep={\"turns\": 3}", "write --keep turns=3"),
            (
                "trigger must be above target",
                "--trigger must be above target",
            ),
            ("`context_window` is needed", "`--context-window` is needed"),
            (
                "the messages that stay; keep them",
                "the messages that stay; keep them",
            ),
        ] {
            assert_eq!(spelled(text), expected);
        }
    }
}
