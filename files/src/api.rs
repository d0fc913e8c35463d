//! The boundary for bindings: the core's operations by name, and those that read files.

use crate::content::{self, Held};
use crate::disk::{Refusal, Roots};
use crate::gemini_cli;
use crate::memory::{self, OnDisk, Search};
use conspectus::host::item::Item;
use conspectus::{Error, ErrorKind, Result};
use conspectus_api::intake::{
    COUNTING, IMPORT_LIMITS, NOT_READ, SkipReason, memory_rules, page_of, process_imports_of,
};
use conspectus_api::{
    Argument, Caller, Domain, Field, Gives, Input, Operation, Row, Type, Typed, Words,
};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

const ROOM: &[&str] = &["files"];
const GEMINI_CLI: &[&str] = &["gemini_cli"];

const fn may(name: &'static str, domain: Domain, meaning: &'static str) -> Argument {
    Argument {
        name,
        domain,
        meaning,
        needed: false,
    }
}

const READ_FILE: Operation = Operation {
    name: "read_file",
    rooms: ROOM,
    about: "Reads a file for a model: a page of text, or a media item as a content part. If it can't be read, `problem` says why.",
    input: Input::Other("path", "str", "string"),
    measures: false,
    options: &["dialect"],
    arguments: &[&[
        may(
            "roots",
            Domain::Texts,
            "The folders it may read from. Pass them if a model chooses the path.",
        ),
        may(
            "offset",
            Domain::Whole(0),
            "How many lines to skip; 0 by default.",
        ),
        may(
            "limit",
            Domain::Whole(0),
            "The most lines of the page; 2,000 by default.",
        ),
        may(
            "max_line_chars",
            Domain::Whole(0),
            "The longest line in characters; 2,000 by default.",
        ),
        may(
            "max_bytes",
            Domain::Whole(0),
            "The most bytes, 20 MiB by default; larger media are rejected.",
        ),
    ]],
    gives: Gives::Plain(&Type::Shape(&FILE_CONTENT)),
    example: (r#""README.md""#, r#"{"limit": 20}"#),
};

const LOAD_INSTRUCTIONS: Operation = Operation {
    name: "load_instructions",
    rooms: ROOM,
    about: "Joins a folder's instruction files, such as `AGENTS.md`, and their imports into one text. Pass it as `preamble` on each turn.",
    input: Input::Other("folder", "str", "string"),
    measures: false,
    options: &COUNTING,
    arguments: &[
        &[
            may(
                "roots",
                Domain::Texts,
                "The trusted folders. By default, the nearest parent folder with a marker.",
            ),
            may(
                "names",
                Domain::Texts,
                "The file names; `AGENTS.md`, `CLAUDE.md` and `GEMINI.md` by default.",
            ),
            may(
                "markers",
                Domain::Texts,
                "Markers of the top folder if `roots` is empty; `.git` by default.",
            ),
            may(
                "max_folders",
                Domain::Whole(0),
                "How many folders below to search; 0 by default, 200 in some presets.",
            ),
            may(
                "left_out",
                Domain::Texts,
                "Folder names to skip, besides hidden ones; by default `node_modules`, `target`, `dist`, `build`, `vendor`, `venv`, `__pycache__` and `site-packages`.",
            ),
            may("loaded", Domain::Texts, "Loaded instruction files to skip."),
            may(
                "home",
                Domain::Text,
                "The folder that `~` means in imports. It has to be below a root.",
            ),
            may(
                "max_file_bytes",
                Domain::Whole(0),
                "The longest file in bytes; 1,000,000 by default.",
            ),
            may(
                "max_tokens",
                Domain::Whole(0),
                "The most tokens. Files of the innermost folders are kept first.",
            ),
        ],
        &IMPORT_LIMITS,
    ],
    gives: Gives::Plain(&Type::Shape(&LOADED)),
    example: (r#"".""#, "{}"),
};

const LOAD_SETTINGS: Operation = Operation {
    name: "load_settings",
    rooms: GEMINI_CLI,
    about: "Reads gemini-cli's settings files as `options` for a compactor.",
    input: Input::Other("workspace", "str", "string"),
    measures: false,
    options: &[],
    arguments: &[&[may(
        "home",
        Domain::Text,
        "The user's home folder. Without it, only the workspace's settings are read.",
    )]],
    gives: Gives::Plain(&Type::Shape(&LOADED_SETTINGS)),
    example: (r#"".""#, "{}"),
};

const SAVE_MEMORY: Operation = Operation {
    name: "save_memory",
    rooms: GEMINI_CLI,
    about: "Adds facts to an instruction file, and returns its text.",
    input: Input::Other("path", "str", "string"),
    measures: false,
    options: &[],
    arguments: &[&[Argument {
        needed: true,
        ..may(
            "facts",
            Domain::Texts,
            "The facts; each becomes a line of a list.",
        )
    }]],
    gives: Gives::Plain(&Type::Text),
    example: (r#""GEMINI.md""#, r#"{"facts": ["tabs, not spaces"]}"#),
};

const fn field(name: &'static str, kind: Ty, meaning: &'static [&'static str]) -> Field {
    Field {
        name,
        meaning,
        kind,
    }
}

type Ty = &'static Type;

const WHOLE: Ty = &Type::Maybe(&Type::Whole);
const WORDS: Ty = &Type::Maybe(&Type::Text);

const FILE_KINDS: Words = Words {
    name: "FileKind",
    about: &["The kind of a file."],
    words: &[
        ("text", &["Text, in any encoding."]),
        ("image", &["An image."]),
        ("pdf", &["A PDF."]),
        ("audio", &["Audio."]),
        ("video", &["Video."]),
        ("binary", &["Something else."]),
        ("refused", &["It wasn't read."]),
    ],
};

const FILE_CONTENT: Row = Row {
    name: "FileContent",
    about: &["A file for a model. Fields of other kinds are null."],
    fields: &[
        field("kind", &Type::Word(&FILE_KINDS), &["What it is."]),
        field("path", WORDS, &["The resolved path, or null."]),
        field("bytes", WHOLE, &["Size in bytes."]),
        field("text", WORDS, &["The lines of the page."]),
        field("first_line", WHOLE, &["The first line, starting at 1."]),
        field("last_line", WHOLE, &["The last line."]),
        field("total_lines", WHOLE, &["Lines of the text, if known."]),
        field(
            "cut_lines",
            WHOLE,
            &["Lines of the page that were truncated."],
        ),
        field(
            "truncated",
            &Type::Maybe(&Type::Flag),
            &["Whether the page is incomplete."],
        ),
        field(
            "next_offset",
            WHOLE,
            &["The `offset` of the next page, or null."],
        ),
        field("encoding", WORDS, &["The text's encoding."]),
        field(
            "replaced",
            &Type::Maybe(&Type::Flag),
            &["Whether invalid bytes were replaced."],
        ),
        field("mime", WORDS, &["The media type."]),
        field(
            "part",
            &Type::Maybe(&Type::Map(&Type::Data("Any", "unknown"))),
            &["The content part."],
        ),
        field(
            "problem",
            &Type::Maybe(&Type::Word(&NOT_READ)),
            &["Why it wasn't read, or null."],
        ),
        field(
            "notice",
            &Type::Text,
            &["A note for the model; may be empty."],
        ),
    ],
};

const LOADED: Row = Row {
    name: "LoadedInstructions",
    about: &["Instruction files as one text."],
    fields: &[
        field("text", &Type::Text, &["The text; may be empty."]),
        field("tokens", &Type::Whole, &["Its tokens."]),
        field(
            "files",
            &Type::List(&Type::Shape(&LOADED_FILE)),
            &["All files, outermost first."],
        ),
        field(
            "problems",
            &Type::List(&Type::Shape(&FILE_PROBLEM)),
            &["Files and imports that weren't read."],
        ),
        field("more_problems", &Type::Whole, &["How many more failed."]),
        field("folders", &Type::Whole, &["Searched folders."]),
    ],
};

const LOADED_FILE: Row = Row {
    name: "LoadedFile",
    about: &["An instruction file."],
    fields: &[
        field("path", &Type::Text, &["The file."]),
        field("tokens", &Type::Whole, &["Its tokens; 0 if omitted."]),
        field(
            "left_out",
            <Option<SkipReason>>::TYPE,
            &["Why it's omitted, or null."],
        ),
        field("same_as", WORDS, &["The file with the same text, or null."]),
        field(
            "imports",
            &Type::List(&Type::Data("ImportedFile", "ImportedFile")),
            &["The files it imports."],
        ),
    ],
};

const FILE_PROBLEM: Row = Row {
    name: "FileProblem",
    about: &["A file or import that wasn't read."],
    fields: &[
        field("kind", &Type::Word(&NOT_READ), &["Why."]),
        field("path", &Type::Text, &["The path it means."]),
        field("written", WORDS, &["The text after the `@`, or null."]),
        field("imported_by", WORDS, &["The importing file, or null."]),
    ],
};

const LOADED_SETTINGS: Row = Row {
    name: "GeminiSettings",
    about: &["gemini-cli's settings."],
    fields: &[
        field(
            "options",
            &Type::Data("Options", "CompactorOptions"),
            &["For a `Compactor`."],
        ),
        field(
            "pre_compress",
            &Type::List(&Type::Data("Any", "unknown")),
            &["The groups of `PreCompress` hooks; run them in `before_compact`."],
        ),
        field(
            "passed_over",
            &Type::List(&Type::Text),
            &["Unusable settings."],
        ),
        field(
            "files",
            &Type::List(&Type::Text),
            &["The files that were read."],
        ),
    ],
};

const ROWS: [&Operation; 4] = [&READ_FILE, &LOAD_INSTRUCTIONS, &LOAD_SETTINGS, &SAVE_MEMORY];

/// All names as data, as the core's [`names`](conspectus_api::names), with the operations that
/// read files.
#[must_use]
pub fn names() -> Value {
    let mut names = conspectus_api::names();
    if let Some(operations) = names.get_mut("operations").and_then(Value::as_array_mut) {
        operations.extend(ROWS.iter().map(|row| row.data()));
    }
    let (rows, lists) = conspectus_api::shapes(
        conspectus_api::operations().chain(ROWS),
        &crate::store::ROWS,
    );
    names["shapes"] = rows.iter().map(|row| row.data()).collect();
    names["words"] = lists.iter().map(|list| list.data()).collect();
    names
}

/// Runs an operation: one that reads files, or one of the core's.
///
/// # Errors
/// As [`conspectus_api::call`].
pub fn call<'v, 'o>(
    name: &str,
    input: impl Into<Item<'v>>,
    options: impl Into<Item<'o>>,
) -> Result<Value> {
    let (input, options) = (&input.into(), &options.into());
    own(name, input, options).unwrap_or_else(|| conspectus_api::call(name, input, options))
}

/// As [`call`], with what earlier calls have counted.
///
/// # Errors
/// As [`conspectus_api::call`].
pub fn call_kept<'v, 'o>(
    caller: &mut Caller,
    name: &str,
    input: impl Into<Item<'v>>,
    options: impl Into<Item<'o>>,
) -> Result<Value> {
    let (input, options) = (&input.into(), &options.into());
    own(name, input, options).unwrap_or_else(|| caller.call(name, input, options))
}

fn own(name: &str, input: &Item<'_>, options: &Item<'_>) -> Option<Result<Value>> {
    // A preset's module calls by its name: `gemini_cli.load_settings`.
    let short = name.rsplit('.').next().unwrap_or(name);
    let row = ROWS.iter().find(|row| {
        let module = name.strip_suffix(short).unwrap_or("").trim_end_matches('.');
        row.name == short && (module.is_empty() || row.rooms.contains(&module))
    })?;
    let run = || {
        row.check(options)?;
        let module = name.split_once('.').map(|(module, _)| module);
        conspectus::systems::of_module(module, options)?;
        let path = input.as_string().ok_or_else(|| {
            Error::new(ErrorKind::InvalidMessages, "", "the path must be a string")
        })?;
        let options = Options(match options.to_value()? {
            Value::Object(options) => options,
            _ => Map::new(),
        });
        let path = Path::new(&path);
        match row.name {
            "read_file" => read_file(path, &options),
            "load_instructions" => load_instructions(path, &options),
            "load_settings" => {
                let home = options.get("home").and_then(Value::as_str);
                gemini_cli::load_settings(path, home.map(Path::new))
            }
            _ => {
                let facts = options.texts("facts")?.unwrap_or_default();
                Ok(json!(gemini_cli::save_memory(path, &facts)?))
            }
        }
    };
    Some(run())
}

/// The arguments of a call.
struct Options(Map<String, Value>);

impl Options {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn texts(&self, name: &str) -> Result<Option<Vec<String>>> {
        let wrong = || {
            Error::new(
                ErrorKind::InvalidOption,
                format!("/{name}"),
                format!("{name} must be a list of strings"),
            )
        };
        let Some(given) = self.get(name) else {
            return Ok(None);
        };
        let texts = given
            .as_array()
            .ok_or_else(wrong)?
            .iter()
            .map(|text| text.as_str().map(str::to_owned));
        texts
            .collect::<Option<Vec<String>>>()
            .ok_or_else(wrong)
            .map(Some)
    }

    fn whole(&self, name: &str) -> Result<Option<u64>> {
        let wrong = || {
            Error::new(
                ErrorKind::InvalidOption,
                format!("/{name}"),
                format!("{name} must be an integer of at least 0"),
            )
        };
        // Hosts whose only numbers are doubles write 5 as 5.0.
        let number = |given: &Value| {
            given.as_u64().or_else(|| {
                given
                    .as_f64()
                    .filter(|number| *number >= 0.0 && number.fract() == 0.0)
                    .map(|number| number as u64)
            })
        };
        self.get(name)
            .map(|given| number(given).ok_or_else(wrong))
            .transpose()
    }

    /// Those among the given names, as options of another call.
    fn only(&self, names: &[&str]) -> Value {
        Value::Object(
            names
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), self.get(name)?.clone())))
                .collect(),
        )
    }
}

fn read_file(path: &Path, options: &Options) -> Result<Value> {
    let spec = page_of(&options.only(&["offset", "limit", "max_line_chars"]))?;
    let most_bytes = options.whole("max_bytes")?.unwrap_or(content::MOST_BYTES);
    let roots = match options.texts("roots")? {
        Some(roots) => Roots::new(roots),
        None => Roots::new(everywhere(path)),
    };
    let read = match content::read_file(path, &roots, spec, most_bytes) {
        Ok(read) => read,
        Err(refusal) => {
            return Ok(filled(
                json!({ "kind": "refused", "problem": refusal.name(), "notice": sorry(refusal, most_bytes) }),
            ));
        }
    };
    let mut result = json!({ "path": read.path, "bytes": read.bytes });
    let more = match read.held {
        Held::Text {
            page,
            encoding,
            replaced,
        } => {
            let mut more = json!(page);
            more["kind"] = json!("text");
            more["encoding"] = json!(encoding);
            more["replaced"] = json!(replaced);
            more
        }
        Held::Medium { mime, data } => {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let mut asked = options.only(&["dialect"]);
            (asked["mime"], asked["name"]) = (json!(mime), json!(name));
            match conspectus_api::call("media_part", &json!(data), &asked) {
                Ok(part) => {
                    json!({ "kind": kind_of(mime), "mime": mime, "part": part["part"], "notice": "" })
                }
                Err(error) if error.kind() == ErrorKind::UnsupportedType => {
                    json!({ "kind": kind_of(mime), "mime": mime, "problem": "unsupported", "notice": format!("[{}]", error.message()) })
                }
                Err(error) => return Err(error),
            }
        }
        Held::Binary { mime } => {
            json!({ "kind": "binary", "mime": mime, "problem": Refusal::Binary.name(), "notice": sorry(Refusal::Binary, most_bytes) })
        }
    };
    if let (Value::Object(result), Value::Object(more)) = (&mut result, more) {
        result.extend(more);
    }
    Ok(filled(result))
}

/// The content with null in each field that does not apply.
fn filled(mut content: Value) -> Value {
    for field in FILE_CONTENT.fields {
        if content.get(field.name).is_none() {
            content[field.name] = Value::Null;
        }
    }
    content
}

/// Roots that hold every path.
fn everywhere(path: &Path) -> Option<PathBuf> {
    std::path::absolute(path)
        .ok()?
        .ancestors()
        .last()
        .map(Path::to_path_buf)
}

fn kind_of(mime: &str) -> &str {
    if mime == "application/pdf" {
        "pdf"
    } else {
        mime.split('/').next().unwrap_or_default()
    }
}

/// Returns the message for a model about a file that cannot be read.
fn sorry(refusal: Refusal, most_bytes: u64) -> String {
    match refusal {
        Refusal::Missing => "[The file doesn't exist.]".to_owned(),
        Refusal::Outside => "[This file is outside the readable folders.]".to_owned(),
        Refusal::NotAFile => {
            "[This isn't a regular file, but a folder, pipe, socket or device.]".to_owned()
        }
        Refusal::TooLarge => format!("[This file has more than {most_bytes} bytes.]"),
        Refusal::Binary => "[This file contains no text.]".to_owned(),
        Refusal::Unreadable | Refusal::Limit => "[This file cannot be read.]".to_owned(),
    }
}

const IMPORTING: [&str; 8] = [
    "format",
    "max_depth",
    "max_files",
    "max_chars",
    "home",
    "preset",
    "model",
    "tokenizer",
];

fn load_instructions(path: &Path, options: &Options) -> Result<Value> {
    let (names, folders) = memory_rules(&options.only(&["preset"]))?;
    let markers = options
        .texts("markers")?
        .unwrap_or_else(|| vec![".git".to_owned()]);
    let search = Search {
        names: options
            .texts("names")?
            .unwrap_or_else(|| names.iter().map(|name| (*name).to_owned()).collect()),
        max_folders: options.whole("max_folders")?.map_or(folders, |number| {
            usize::try_from(number).unwrap_or(usize::MAX)
        }),
        left_out: options
            .texts("left_out")?
            .unwrap_or_else(|| memory::LEFT_OUT.map(str::to_owned).to_vec()),
        loaded: options
            .texts("loaded")?
            .unwrap_or_default()
            .into_iter()
            .collect(),
        markers,
    };
    let most_bytes = options
        .whole("max_file_bytes")?
        .unwrap_or(memory::MOST_BYTES);
    let given = options.texts("roots")?;
    let folder = memory::working_folder(path).unwrap_or_default();
    let roots = match given {
        Some(roots) => Roots::new(roots),
        None => Roots::new([memory::project_of(&folder, &search.markers)]),
    };
    let found = memory::find(&folder, &roots, &search, most_bytes);
    let mut problems: Vec<Value> = found
        .problems
        .iter()
        .map(|problem| json!({ "kind": problem.refusal.name(), "path": problem.path, "written": null, "imported_by": null }))
        .collect();
    let mut asked = options.only(&IMPORTING);
    asked["roots"] = json!(
        roots
            .folders()
            .iter()
            .map(|root| crate::disk::as_text(root))
            .collect::<Vec<_>>()
    );
    let mut disk = OnDisk {
        roots: &roots,
        most_bytes,
    };
    let (mut files, mut imports, mut more_problems) = (Vec::new(), Vec::new(), 0);
    for (path, text) in found.files {
        let mut done = process_imports_of(&text, &path, &asked, &mut disk)?;
        problems.extend(
            done["problems"]
                .as_array_mut()
                .map(std::mem::take)
                .unwrap_or_default(),
        );
        more_problems += done["more_problems"].as_u64().unwrap_or_default();
        imports.push(done["files"].take());
        files.push(json!({ "path": path, "text": done["text"].take() }));
    }
    let joining: Vec<&str> = COUNTING
        .iter()
        .copied()
        .chain(["preset", "max_tokens"])
        .collect();
    let mut joined =
        conspectus_api::call("join_instructions", &json!(files), &options.only(&joining))?;
    if let Some(rows) = joined["files"].as_array_mut() {
        for (row, imports) in rows.iter_mut().zip(imports) {
            row["imports"] = imports;
        }
    }
    (
        joined["problems"],
        joined["more_problems"],
        joined["folders"],
    ) = (json!(problems), json!(more_problems), json!(found.folders));
    Ok(joined)
}
