//! What enters a context: `page_text`, `media_part`, `expand_imports`; of gemini-cli
//! `join_instructions` and `editor_context`.

use super::argument;
use super::operation::{Call, Input, TEXT, Viewed, arguments, list_of, operations, text_of};
use conspectus::inner::{Domain, Kind, invalid, kind_name, shapes};
use conspectus::{Config, Dialect, Error, ErrorKind, Item, Result};
use conspectus_history::read::media::sanitize_mime;
use conspectus_toolkit::intake::editor::EditorKind;
pub use conspectus_toolkit::intake::imports::NOT_READ;
use conspectus_toolkit::intake::imports::{
    self, FoundFile, ImportFormat, ImportLimits, ImportProblem, ImportSource, expand_imports,
};
pub use conspectus_toolkit::intake::memory::SkipReason;
use conspectus_toolkit::intake::memory::{InstructionFile, Instructions, join_instructions};
use conspectus_toolkit::intake::page::{self, Page, PageSpec, page_text};
use conspectus_toolkit::intake::{editor, paths};
use serde_json::{Map, Value, json};

/// The options that decide how a text is counted.
pub const COUNTING: [&str; 2] = ["model", "tokenizer"];

const ROOM: &[&str] = &["context"];

arguments! {
    struct PlaceArgs {
        /// The folders that imports may read from; the folder of `path` by default.
        roots: Option<Vec<String>>,
        /// The folder that `~` means. It has to be below a root.
        home: Option<String>,
    }
}

arguments! {
    struct ImportArgs {
        /// Whether imported files are inserted (`tree`, the default) or concatenated.
        format: ImportFormat = ImportFormat::Tree,
        /// How deep to follow imports; 5 by default, 64 at most.
        max_depth: usize = imports::DEPTH,
        /// The most imported files; 1,000 by default.
        max_files: usize = imports::FILES,
        /// The most characters of the result; 4,000,000 by default.
        max_chars: usize = imports::CHARS,
    }
}

/// The arguments that say how far imports go. The file layer has the same.
pub const IMPORT_LIMITS: [super::Argument; 4] = ImportArgs::ROWS;

shapes! {
    /// A text with its imports.
    pub struct ExpandedFile as "ExpandedImports" {
        /// The text.
        pub text: String,
        /// Its tokens.
        pub tokens: u64,
        /// The imported files.
        pub files: Vec<ImportedRow>,
        /// Imports that failed.
        pub problems: Vec<ImportProblem>,
        /// How many more failed.
        pub more_problems: usize,
    }

    /// An imported file.
    pub struct ImportedRow as "ImportedFile" {
        /// The file.
        pub path: String,
        /// The file that imports it.
        pub imported_by: String,
        /// The depth of the import, starting at 1.
        pub depth: usize,
        /// Characters of its own text, without imports.
        pub chars: usize,
        /// Tokens of its own text.
        pub tokens: u64,
    }

    /// The description of an editor for a model.
    pub struct EditorTold as "EditorContext" {
        /// How much is described.
        pub kind: EditorKind,
        /// The text for the model; may be empty.
        pub text: String,
        /// The description as data.
        pub data: Value,
        /// What's open now. Pass it as `last` next time.
        pub state: Value,
    }
}

operations! {
    /// Returns one page of a text: 2,000 lines of up to 2,000 characters, and a notice about the
    /// rest.
    page_text(ROOM, TEXT, takes []) -> Plain(Page),
        r#""first line\nsecond line\nthird line""#,
        r#"{"offset": 1, "limit": 1}"# =>
        paged(PageTextArgs {
            /// How many lines to skip; 0 by default.
            offset: usize = 0,
            /// The most lines of the page; 2,000 by default.
            limit: usize = page::LINES,
            /// The longest line in characters; 2,000 by default. Truncated lines end with a marker.
            max_line_chars: usize = page::LINE_CHARS,
        });

    /// Builds a content part with an image, PDF, audio or video, in a message format.
    media_part(ROOM, Input::Other("data", "str", "string"), takes ["dialect"]) -> Field("part", Map<String, Value>),
        r#""JVBERi0xLjcK""#,
        r#"{"mime": "application/pdf", "dialect": "openai_chat"}"# =>
        media_part(MediaPartArgs {
            /// The media type, e.g. `image/png`. The data is base64.
            mime: String,
            /// The file's name, for formats that contain it; `file` by default.
            name: String = "file".to_owned(),
        });

    /// Inserts the files that an instruction file imports with `@path`. Imports in code, circles,
    /// and files outside the roots are ignored and listed under `problems`.
    expand_imports(["files"], TEXT, takes COUNTING) -> Plain(ExpandedFile),
        r#""Read @style.md first.""#,
        r#"{"path": "/app/AGENTS.md", "files": {"/app/style.md": "Use tabs."}}"# =>
        imported(ExpandImportsArgs {
            /// The path of the text. Imports are relative to its folder.
            path: String,
            /// The importable files: texts by path.
            files: Option<Viewed> [Domain::Data("Mapping[str, str]", "Readonly<Record<string, string>>")],
        }) with &PlaceArgs::ROWS, &ImportArgs::ROWS;

    /// Joins instruction files into one text, with the path of each. Pass it as `preamble` on each
    /// turn.
    join_instructions(["gemini_cli"], Input::Other("files", "Sequence[Mapping[str, Any]]", "readonly { path: string; text: string }[]"), takes COUNTING) -> Plain(Instructions),
        r#"[{"path": "/app/AGENTS.md", "text": "Run the tests."}]"#,
        "{}" =>
        joined(JoinInstructionsArgs {
            /// The most tokens. Files at the end of the list are kept first.
            max_tokens: Option<u64>,
        });

    /// Describes what the user has open in an editor, in full or as changes since `last`.
    editor_context(["gemini_cli"], Input::Other("state", "Any", "unknown"), takes []) -> Plain(EditorTold),
        r#"[{"path": "/app/a.py", "timestamp": 2, "is_active": true, "selected_text": "x = 1"}, {"path": "/app/b.py", "timestamp": 1}]"#,
        "{}" =>
        editor_context(EditorContextArgs {
            /// The `state` of the last result.
            last: Option<Value>,
            /// Whether to describe everything, even with `last`.
            full: bool = false,
            /// The most open files to name; 10 by default.
            max_files: usize = editor::FILES,
            /// The most characters of selected text; 16,384 by default.
            max_selected_chars: usize = editor::SELECTED_CHARS,
        });
}

impl PageTextArgs {
    fn spec(&self) -> PageSpec {
        PageSpec {
            offset: self.offset,
            lines: self.limit,
            line_chars: self.max_line_chars,
        }
    }
}

fn paged(call: Call<'_>, args: PageTextArgs) -> Result<Value> {
    Ok(json!(page_text(&text_of(call.input)?, args.spec())))
}

fn media_part(call: Call<'_>, args: MediaPartArgs) -> Result<Value> {
    let MediaPartArgs { mime, name } = args;
    let dialect = call.config.dialect.unwrap_or(Dialect::PLAIN);
    let part = dialect
        .media_part(&mime.to_ascii_lowercase(), &text_of(call.input)?, &name)
        .ok_or_else(|| {
            let message = format!(
                "the dialect {} has no part for the media type {}",
                dialect.name(),
                sanitize_mime(&mime)
            );
            Error::new(ErrorKind::UnsupportedType, "/mime", message)
        })?;
    Ok(json!({ "part": part }))
}

/// Returns what the file layer needs to search for memory files: their names, and the number of
/// folders to search.
///
/// # Errors
/// `UnknownPreset` if the options name a preset that there is not.
pub fn memory_rules<'o>(options: impl Into<Item<'o>>) -> Result<(&'static [&'static str], usize)> {
    conspectus_presets::register();
    let rules =
        conspectus_presets::of(&conspectus::systems::named_in(&options.into())?).memory_rules;
    Ok((rules.names, rules.folders))
}

/// As the operation `expand_imports`, with files from anywhere. `path` is in its normal form, and
/// `options` holds nothing else.
///
/// # Errors
/// As there.
pub fn process_imports_of<'o>(
    text: &str,
    path: &str,
    options: impl Into<Item<'o>>,
    files: &mut dyn ImportSource,
) -> Result<Value> {
    conspectus_presets::register();
    let options = &options.into();
    process(
        &super::config_for("expand_imports", options)?,
        text,
        path,
        options,
        files,
    )
}

/// The page that the arguments of `page_text` ask for.
///
/// # Errors
/// `InvalidOption` if one of them isn't an integer.
pub fn page_of<'o>(options: impl Into<Item<'o>>) -> Result<PageSpec> {
    conspectus_presets::register();
    Ok(PageTextArgs::read(&options.into())?.spec())
}

/// Files that the host has read: an object of texts by path.
struct HostFiles<O>(Option<O>);

impl<'o> ImportSource for HostFiles<Item<'o>> {
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

fn imported(call: Call<'_>, args: ExpandImportsArgs) -> Result<Value> {
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
            "an object that maps paths to texts",
            kind_name(files.kind()),
        ));
    }
    let path = paths::normal(&args.path);
    process(
        &config,
        &text_of(input)?,
        &path,
        options,
        &mut HostFiles(files),
    )
}

/// The result of `expand_imports`, with files from anywhere.
fn process(
    config: &Config,
    text: &str,
    path: &str,
    options: &Item<'_>,
    files: &mut dyn ImportSource,
) -> Result<Value> {
    let (place, import) = (PlaceArgs::read(options)?, ImportArgs::read(options)?);
    if import.max_depth > imports::DEPTH_MAX {
        return Err(invalid(
            "max_depth",
            &format!("an integer of at most {}", imports::DEPTH_MAX),
            &import.max_depth.to_string(),
        ));
    }
    let limits = ImportLimits {
        roots: place.roots.map_or_else(
            || vec![paths::folder_of(path).to_owned()],
            |roots| roots.iter().map(|root| paths::normal(root)).collect(),
        ),
        home: place.home,
        max_depth: import.max_depth,
        max_files: import.max_files,
        max_chars: import.max_chars,
    };
    let done = expand_imports(
        text,
        path,
        import.format,
        conspectus_presets::of(config).memory_rules,
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
    config.overhead_tokens(&json!(text))
}

fn joined(call: Call<'_>, args: JoinInstructionsArgs) -> Result<Value> {
    let Call { config, input, .. } = call;
    let expected = "instruction files must be a list of {path, text}";
    let files = list_of(input, expected, |file| {
        let (path, text) = file.string_at("path").zip(file.string_at("text"))?;
        Some(InstructionFile { path, text })
    })?;
    let mut count = |text: &str| tokens(&config, text);
    Ok(json!(join_instructions(
        &files,
        args.max_tokens,
        &mut count
    )?))
}

fn editor_context(call: Call<'_>, args: EditorContextArgs) -> Result<Value> {
    let state = call.input.to_value()?;
    let state = editor::EditorState::read(&state, args.max_files, args.max_selected_chars)?;
    let last = args.last.filter(|_| !args.full);
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
