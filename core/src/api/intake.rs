//! What enters a context: `page_text`, `media_part`, `expand_imports`; of gemini-cli
//! `join_instructions` and `editor_context`.

use super::argument;
use super::operation::{Call, Gives, Input, Operation, Rows, may, must, operations};
use crate::config::{Config, Domain, invalid, string_option, strings, whole};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{AsView, Kind, View, ViewExt};
use crate::intake::editor::EditorKind;
pub use crate::intake::imports::NOT_READ;
use crate::intake::imports::{
    self, FoundFile, ImportFormat, ImportLimits, ImportProblem, ImportSource, expand_imports,
};
pub use crate::intake::memory::LeftOut;
use crate::intake::memory::{MemoryFile, MemoryText, memory_text};
use crate::intake::page::{self, Page, PageSpec, page_text};
use crate::intake::{editor, paths};
use crate::read::dialect::{Dialect, kind_name};
use crate::read::media::sanitize_mime;
use crate::shape::{Typed, shapes};
use serde_json::{Map, Value, json};

/// The options that decide how a text is counted.
pub const COUNTING: [&str; 2] = ["model", "tokenizer"];

const ROOM: &[&str] = &["context"];

const PAGE_TEXT: Operation = Operation {
    name: "page_text",
    rooms: ROOM,
    about: "Gives one page of a file's text: the first 2,000 lines, each up to 2,000 chars, and a notice that says how to get the rest.",
    input: Input::Other("text", "str", "string"),
    measures: false,
    options: &[],
    arguments: &[
        may(
            "offset",
            Domain::Whole(0),
            "How many lines to skip; 0 unless given.",
        ),
        may(
            "limit",
            Domain::Whole(0),
            "The most lines of the page; 2,000 unless given.",
        ),
        may(
            "max_line_chars",
            Domain::Whole(0),
            "The longest line, in chars; 2,000 unless given. A line that is cut ends with a mark.",
        ),
    ],
    gives: Gives::Plain(Page::TYPE),
    example: (
        r#""first line\nsecond line\nthird line""#,
        r#"{"offset": 1, "limit": 1}"#,
    ),
};

/// The arguments that say how far imports go. The file layer has the same.
pub const IMPORT_LIMITS: [super::Argument; 4] = [
    may(
        "format",
        Domain::words::<ImportFormat>(),
        "Where an imported file stands: where it is imported, or one behind the other; `tree` unless given.",
    ),
    may(
        "max_depth",
        Domain::Whole(0),
        "How deep imports are followed; 5 unless given, 64 at most, and 0 follows none.",
    ),
    may(
        "max_files",
        Domain::Whole(0),
        "The most files that are imported; 1,000 unless given.",
    ),
    may(
        "max_chars",
        Domain::Whole(0),
        "The longest result, in chars; 4,000,000 unless given.",
    ),
];

const EXPAND_IMPORTS: Operation = Operation {
    name: "expand_imports",
    rooms: &["files"],
    about: "Puts the files that an instruction file imports by `@path` into its text. An `@` in code imports nothing, no file is imported in a circle, and \
            none from outside the roots. What is not imported stands under `problems`.",
    input: Input::Other("text", "str", "string"),
    measures: false,
    options: &COUNTING,
    arguments: &[
        must(
            "path",
            Domain::Text,
            "The path of the file that the text is from. Imports are meant from its folder.",
        ),
        may(
            "files",
            Domain::Data("Mapping[str, str]", "Readonly<Record<string, string>>"),
            "The files that can be imported: text by path. A path that is not here is missing.",
        ),
        may(
            "roots",
            Domain::Texts,
            "The folders below which files may be imported; the folder of `path` unless given.",
        ),
        may(
            "home",
            Domain::Text,
            "The folder that `~` stands for; without it `~` is no folder. It must lie below a root.",
        ),
        IMPORT_LIMITS[0],
        IMPORT_LIMITS[1],
        IMPORT_LIMITS[2],
        IMPORT_LIMITS[3],
    ],
    gives: Gives::Plain(ExpandedFile::TYPE),
    example: (
        r#""Read @style.md first.""#,
        r#"{"path": "/app/AGENTS.md", "files": {"/app/style.md": "Use tabs."}}"#,
    ),
};

const MEDIA_PART: Operation = Operation {
    name: "media_part",
    rooms: ROOM,
    about: "Makes a part of a user message that holds an image, a PDF, a sound or a film, in the shape of a dialect.",
    input: Input::Other("data", "str", "string"),
    measures: false,
    options: &["dialect"],
    arguments: &[
        must(
            "mime",
            Domain::Text,
            "The type of the medium, such as `image/png`. The data are base64.",
        ),
        may(
            "name",
            Domain::Text,
            "The name of the file, for dialects that tell it; `file` unless given.",
        ),
    ],
    gives: Gives::Field("part", <Map<String, Value>>::TYPE),
    example: (
        r#""JVBERi0xLjcK""#,
        r#"{"mime": "application/pdf", "dialect": "openai_chat"}"#,
    ),
};

const JOIN_INSTRUCTIONS: Operation = Operation {
    name: "join_instructions",
    rooms: &["gemini_cli"],
    about: "Joins instruction files into one text, each under its path and with its tokens. Equal texts stand once. Give the text as `preamble` with \
            each turn, and it leads the history after every compaction.",
    input: Input::Other(
        "files",
        "Sequence[Mapping[str, Any]]",
        "readonly { path: string; text: string }[]",
    ),
    measures: false,
    options: &COUNTING,
    arguments: &[may(
        "max_tokens",
        Domain::Whole(0),
        "The most tokens. Files at the end of the list stay, since they are about the work at hand.",
    )],
    gives: Gives::Plain(MemoryText::TYPE),
    example: (
        r#"[{"path": "/app/AGENTS.md", "text": "Run the tests."}]"#,
        "{}",
    ),
};

const EDITOR_CONTEXT: Operation = Operation {
    name: "editor_context",
    rooms: &["gemini_cli"],
    about: "Tells what the user has open in an editor: the newest files and the selected text, in full or as changes since `last`. Give no `last` after \
            a compaction, so that all is said again.",
    input: Input::Other("state", "Any", "unknown"),
    measures: false,
    options: &[],
    arguments: &[
        may(
            "last",
            Domain::Data("Any", "unknown"),
            "The `state` of the result before; without it all is said.",
        ),
        may(
            "full",
            Domain::Flag,
            "Whether all is said although there is a `last`.",
        ),
        may(
            "max_files",
            Domain::Whole(0),
            "The most open files that are named; 10 unless given.",
        ),
        may(
            "max_selected_chars",
            Domain::Whole(0),
            "The longest selected text, in chars; 16,384 unless given.",
        ),
    ],
    gives: Gives::Plain(EditorTold::TYPE),
    example: (
        r#"[{"path": "/app/a.py", "timestamp": 2, "is_active": true, "selected_text": "x = 1"}, {"path": "/app/b.py", "timestamp": 1}]"#,
        "{}",
    ),
};

shapes! {
    /// A text with the files that it imports.
    pub struct ExpandedFile as "ExpandedImports" {
        /// The text.
        pub text: String,
        /// Its tokens.
        pub tokens: u64,
        /// The files that were imported.
        pub files: Vec<ImportedRow>,
        /// Imports that were not made.
        pub problems: Vec<ImportProblem>,
        /// How many more there are.
        pub more_problems: usize,
    }

    /// A file that was imported.
    pub struct ImportedRow as "ImportedFile" {
        /// The file.
        pub path: String,
        /// The file that imports it.
        pub imported_by: String,
        /// How deep it was imported: 1 for an import of the text itself.
        pub depth: usize,
        /// Chars of its own text, without what it imports.
        pub chars: usize,
        /// Tokens of its own text.
        pub tokens: u64,
    }

    /// What to tell a model of an editor.
    pub struct EditorTold as "EditorContext" {
        /// How much is told.
        pub kind: EditorKind,
        /// The text for the model; empty if there is nothing.
        pub text: String,
        /// The same as data.
        pub data: Value,
        /// What is open now: give it as `last` the next time.
        pub state: Value,
    }
}

operations! {
    PAGE_TEXT => paged,
    MEDIA_PART => media_part,
    EXPAND_IMPORTS => imported,
    JOIN_INSTRUCTIONS => joined,
    EDITOR_CONTEXT => editor_context,
}

/// A whole number as a size, or what it is unless given.
pub(super) fn size<O: View>(options: &O, name: &str, otherwise: usize) -> Result<usize> {
    argument(options, name).map_or(Ok(otherwise), |value| {
        whole(&value, name, 0).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    })
}

pub(super) fn text_of<V: View>(input: &V) -> Result<String> {
    input.as_string().ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidMessages,
            "",
            format!(
                "the text must be a string, found {}",
                kind_name(input.kind())
            ),
        )
    })
}

fn page_spec<O: View>(options: &O) -> Result<PageSpec> {
    Ok(PageSpec {
        offset: size(options, "offset", 0)?,
        lines: size(options, "limit", page::LINES)?,
        line_chars: size(options, "max_line_chars", page::LINE_CHARS)?,
    })
}

fn paged<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(json!(page_text(
        &text_of(call.input)?,
        page_spec(call.options)?
    )))
}

fn media_part<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let text = |name: &str| MEDIA_PART.arguments.text(options, name);
    let mime = text("mime")?.ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOption,
            "/mime",
            "the type of the medium is needed, such as image/png",
        )
    })?;
    let name = text("name")?.unwrap_or_else(|| "file".to_owned());
    let dialect = config.dialect.unwrap_or(Dialect::PLAIN);
    let part = dialect
        .media_part(&mime.to_ascii_lowercase(), &text_of(input)?, &name)
        .ok_or_else(|| {
            let message = format!(
                "the dialect {} has no part for a medium of the type {}",
                dialect.name(),
                sanitize_mime(&mime)
            );
            Error::new(ErrorKind::UnsupportedType, "/mime", message)
        })?;
    Ok(json!({ "part": part }))
}

/// What the file layer must know to look for memory files: their names, and how many folders to
/// look through.
///
/// # Errors
/// `UnknownPreset` if the options name a preset that there is not.
pub fn memory_rules<O: AsView + ?Sized>(options: &O) -> Result<(&'static [&'static str], usize)> {
    let rules = crate::systems::of(&crate::systems::named_in(&options.as_view())?).memory_rules();
    Ok((rules.names, rules.folders))
}

/// As the operation `expand_imports`, with files from anywhere. `path` is in its normal form, and
/// `options` holds nothing else.
///
/// # Errors
/// As there.
pub fn process_imports_of<O: AsView + ?Sized>(
    text: &str,
    path: &str,
    options: &O,
    files: &mut dyn ImportSource,
) -> Result<Value> {
    let options = &options.as_view();
    process(
        &super::config(&EXPAND_IMPORTS, None, options)?,
        text,
        path,
        options,
        files,
    )
}

/// The page that the arguments of `page_text` ask for.
///
/// # Errors
/// `InvalidOption` if one of them is no whole number.
pub fn page_of<O: AsView + ?Sized>(options: &O) -> Result<PageSpec> {
    page_spec(&options.as_view())
}

/// Files that the host has read: an object of texts by path.
struct Given<O>(Option<O>);

impl<O: View> ImportSource for Given<O> {
    fn read(&mut self, path: &str) -> FoundFile {
        match self.0.as_ref().and_then(|files| files.get(path)) {
            Some(text) if text.kind() == Kind::String => FoundFile::Text {
                path: path.to_owned(),
                text: text.to_text(),
            },
            _ => FoundFile::Missing,
        }
    }
}

fn imported<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let files = argument(options, "files");
    if let Some(files) = files.as_ref().filter(|files| files.kind() != Kind::Object) {
        return Err(invalid(
            "files",
            "an object of texts by path",
            kind_name(files.kind()),
        ));
    }
    let path = argument(options, "path").ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOption,
            "/path",
            "the path of the file is needed",
        )
    })?;
    let path = paths::normal(&string_option(&path, "path")?);
    process(&config, &text_of(input)?, &path, options, &mut Given(files))
}

/// The result of `expand_imports`, with files from anywhere.
fn process<O: View>(
    config: &Config,
    text: &str,
    path: &str,
    options: &O,
    files: &mut dyn ImportSource,
) -> Result<Value> {
    let format = EXPAND_IMPORTS
        .arguments
        .word(options, "format")?
        .unwrap_or(ImportFormat::Tree);
    let roots = argument(options, "roots")
        .map(|roots| strings(&roots, "roots"))
        .transpose()?;
    let max_depth = size(options, "max_depth", imports::DEPTH)?;
    if max_depth > imports::DEPTH_MAX {
        return Err(invalid(
            "max_depth",
            &format!("a whole number of at most {}", imports::DEPTH_MAX),
            &max_depth.to_string(),
        ));
    }
    let limits = ImportLimits {
        roots: roots.map_or_else(
            || vec![paths::folder_of(path).to_owned()],
            |roots| roots.iter().map(|root| paths::normal(root)).collect(),
        ),
        home: EXPAND_IMPORTS.arguments.text(options, "home")?,
        max_depth,
        max_files: size(options, "max_files", imports::FILES)?,
        max_chars: size(options, "max_chars", imports::CHARS)?,
    };
    let done = expand_imports(
        text,
        path,
        format,
        crate::systems::of(config).memory_rules(),
        &limits,
        files,
    );
    let mut rows = Vec::with_capacity(done.files.len());
    for file in done.files {
        rows.push(ImportedRow {
            tokens: tokens(config, &file.text)?,
            path: file.path,
            imported_by: file.imported_by,
            depth: file.depth,
            chars: file.chars,
        });
    }
    Ok(json!(ExpandedFile {
        tokens: tokens(config, &done.text)?,
        text: done.text,
        files: rows,
        problems: done.problems,
        more_problems: done.more_problems,
    }))
}

fn tokens(config: &Config, text: &str) -> Result<u64> {
    config.overhead_tokens(&json!(text).as_view())
}

fn joined<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let wrong = |path: String, found: Kind| {
        Error::new(
            ErrorKind::InvalidMessages,
            path,
            format!(
                "instruction files must be a list of {{path, text}}, found {}",
                kind_name(found)
            ),
        )
    };
    if input.kind() != Kind::Array {
        return Err(wrong(String::new(), input.kind()));
    }
    let mut files = Vec::with_capacity(input.len());
    for index in 0..input.len() {
        let Some(file) = input.at(index) else { break };
        match (file.string_at("path"), file.string_at("text")) {
            (Some(path), Some(text)) => files.push(MemoryFile { path, text }),
            _ => return Err(wrong(format!("/{index}"), file.kind())),
        }
    }
    let max_tokens = JOIN_INSTRUCTIONS.arguments.whole(options, "max_tokens")?;
    Ok(json!(memory_text(&files, max_tokens, &mut |text| tokens(
        &config, text
    ))?))
}

fn editor_context<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call { input, options, .. } = call;
    let max_files = size(options, "max_files", editor::FILES)?;
    let max_selected = size(options, "max_selected_chars", editor::SELECTED_CHARS)?;
    let state = editor::EditorState::read(&input.to_value()?, max_files, max_selected)?;
    let full = EDITOR_CONTEXT.arguments.flag(options, "full", false)?;
    let last = argument(options, "last")
        .filter(|_| !full)
        .map(|last| last.to_value())
        .transpose()?;
    let last = last
        .map(|last| editor::EditorState::read(&last, usize::MAX, usize::MAX))
        .transpose();
    let last = last.map_err(|error| {
        Error::new(
            ErrorKind::InvalidOption,
            format!("/last{}", error.path()),
            error.message(),
        )
    })?;
    let told = last.map_or_else(|| state.in_full(), |last| state.changes(&last));
    Ok(json!(EditorTold {
        kind: told.kind,
        text: told.text,
        data: told.data,
        state: state.to_value(),
    }))
}
