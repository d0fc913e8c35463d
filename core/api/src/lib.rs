//! The boundary for bindings: operations by name, and the objects [`CompactorApi`], [`HistoryApi`],
//! [`LoopsApi`], [`SimulationApi`] and [`VocabularyApi`].
//!
//! It builds on [`conspectus`] and is the only interface that bindings in other languages use. A
//! binding copies host values ([`Copied`]), and converts the returned [`Value`] into host values.
//! If a result contains a `patch`, the binding applies it to the host's own list.
//!
//! Each file holds a table of operations and their functions. To add an operation, add a row and a
//! function to one of these files.

#![deny(missing_docs)]

mod ask;
mod check;
mod compactor;
mod cut;
mod edited;
mod exact;
mod facts;
mod history;
pub mod intake;
mod line;
mod loops;
mod measure;
mod notes;
mod operation;
mod output;
mod patch;
mod provider;
mod recent;
mod reduce;
mod simulate;
mod systems;
mod text;
mod turn;
mod when;

pub use ask::{Listing, Reply, Work};
pub use compactor::{CompactorApi, ResultApi};
pub use conspectus::inner::{
    Domain, FUNCTIONS, Fields, FunctionRow, HEADINGS, OPTIONS, OptionRow, SETTINGS, page,
};
pub use conspectus_history::history::{
    CONTENT_FIELDS, Copied, CopyBuilder, READ_FIELDS, full_hashes,
};
pub use conspectus_history::shape::{Field, Row, Shape, Type, Typed, Words};
pub use conspectus_summary::notes::memory::PREAMBLE;
pub use exact::{Caller, VocabularyApi};
pub use history::HistoryApi;
pub use line::line;
pub use loops::LoopsApi;
pub use operation::{Argument, Gives, Input, Operation};
pub use simulate::SimulationApi;

use conspectus::inner::{MediaKind, PresetSpec, sanitize_label};
use conspectus::systems::{self as presets, given as argument};
use conspectus::{
    Config, Error, ErrorKind, Item, LogRecord, Measure, Plan, Result, ResultRow, RunResult,
    StoreRequest, SummaryRequest, Trigger, WantedFile,
};
use conspectus_lab::Policy as SimulatedPolicy;
use conspectus_tokens::text::near_names;
use conspectus_toolkit::loops::Loop;
use operation::{Call, Entry, MEASURING, Ty};
use serde_json::{Value, json};

fn entries() -> impl Iterator<Item = &'static Entry> {
    let rooms = [
        measure::ROWS,
        cut::ROWS,
        reduce::ROWS,
        check::ROWS,
        notes::ROWS,
        facts::ROWS,
        exact::ROWS,
        text::ROWS,
        output::ROWS,
        intake::ROWS,
        recent::ROWS,
        provider::ROWS,
        patch::ROWS,
        when::ROWS,
        simulate::ROWS,
        systems::gemini_cli::ROWS,
        systems::qwen_code::ROWS,
        systems::gencode::ROWS,
    ];
    rooms.into_iter().flatten()
}

/// Every operation, in the order of the reference.
pub fn operations() -> impl Iterator<Item = &'static Operation> {
    entries().map(|(row, _)| *row)
}

/// Runs the operation `name` on `input`, which is a list of messages for most operations and a text
/// for some.
///
/// `options` is an object or null. It holds options of [`Config`] and the operation's own
/// arguments. `input` is never changed: a change comes back as a patch.
///
/// ```
/// use conspectus_api as api;
/// use serde_json::json;
///
/// let estimate = api::call("count_tokens", &json!([{ "role": "user", "content": "Hi" }]), &json!({ "tokenizer": "exact" }))?;
/// assert_eq!(estimate["per_message"].as_array().map(Vec::len), Some(1));
/// assert_eq!(api::call("count_token", &json!([]), &json!({})).unwrap_err().code(), "UNKNOWN_OPERATION");
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `UnknownOperation` if no operation has that name; `InvalidOption` for a wrong option; and the
/// errors of the operation itself.
pub fn call<'v, 'o>(
    name: &str,
    input: impl Into<Item<'v>>,
    options: impl Into<Item<'o>>,
) -> Result<Value> {
    run(name, &input.into(), &options.into(), None)
}

fn run(
    name: &str,
    input: &Item<'_>,
    options: &Item<'_>,
    caller: Option<&mut Caller>,
) -> Result<Value> {
    let ((row, run), module) = found(name)?;
    run(Call {
        name: row.name,
        config: config(row, module, options)?,
        input,
        options,
        caller,
    })
}

/// Returns true if a copy of messages for an operation with these options must contain all fields
/// of each message, and false if the fields that dialects read are enough. `None` if the input is
/// neither a text nor a list of messages, or if the name or the options are invalid.
pub fn copies_all_fields(name: &str, options: &Item<'_>) -> Option<bool> {
    let ((row, _), module) = found(name).ok()?;
    let unit = config(row, module, options).ok()?.tuning.unit;
    let is_listed = matches!(
        row.input,
        Input::Messages | Input::Other("messages" | "text" | "texts", ..)
    );
    is_listed.then_some(unit == Measure::JsonChars)
}

/// Finds an operation by its name, which may have a module as a prefix: `gencode.thresholds`.
fn found(name: &str) -> Result<(&'static Entry, Option<&str>)> {
    conspectus_presets::register();
    let (module, short) = match name.split_once('.') {
        Some((module, short)) => (Some(module), short),
        None => (None, name),
    };
    let is_meant = |row: &Operation| {
        row.name == short && module.is_none_or(|module| row.rooms.contains(&module))
    };
    let entry = entries().find(|(row, _)| is_meant(row));
    entry
        .map(|entry| (entry, module))
        .ok_or_else(|| unknown(name))
}

/// The options of a call of the operation `name` that an object makes.
fn config_for(name: &str, options: &Item<'_>) -> Result<Config> {
    let ((row, _), module) = found(name)?;
    config(row, module, options)
}

fn unknown(name: &str) -> Error {
    let names: Vec<&str> = operations().map(|row| row.name).collect();
    let near = near_names(name, &names).join("`, `");
    Error::new(
        ErrorKind::UnknownOperation,
        "",
        format!(
            "unknown operation `{}`; near: `{near}`",
            sanitize_label(name, 64)
        ),
    )
}

/// The error for a method that an object does not have.
fn unknown_method(name: &str, methods: &[&str]) -> Error {
    let message = format!(
        "unknown method `{}`: use one of `{}`",
        sanitize_label(name, 64),
        methods.join("`, `")
    );
    Error::new(ErrorKind::UnknownOperation, "", message)
}

/// The configuration of one call: the values of the preset, and the options that are given.
fn config(row: &Operation, module: Option<&str>, options: &Item<'_>) -> Result<Config> {
    let names = row.option_names();
    let arguments = row.argument_names();
    let elsewhere = |name: &str| {
        OptionRow::named(name)?;
        Some(match users_of(name).as_slice() {
            [] => format!("`{name}` has no effect here: only the compactor uses it. Leave it out."),
            many => format!(
                "`{name}` has no effect here: it is used by `{}`. Leave it out.",
                many.join("`, `")
            ),
        })
    };
    let base = presets::of_module(module, options)?;
    Config::read(base, options, &names, &arguments, &elsewhere)
}

/// The operations that use an option.
fn users_of(option: &str) -> Vec<&'static str> {
    operations()
        .filter(|row| row.option_names().contains(&option))
        .map(|row| row.name)
        .collect()
}

/// The configuration of an object that takes these options and arguments alone.
fn config_of(
    what: &str,
    taken: &[&'static str],
    arguments: &[&'static str],
    options: &Item<'_>,
) -> Result<Config> {
    let elsewhere = |name: &str| {
        OptionRow::named(name)?;
        Some(format!(
            "`{name}` has no effect here: {what} does not use it. Leave it out."
        ))
    };
    let base = presets::named_in(options)?;
    Config::read(base, options, taken, arguments, &elsewhere)
}

/// Checks that an object holds no other keys than these arguments.
///
/// # Errors
/// `InvalidOption` for any other key, with similar names.
fn only_arguments(
    options: &Item<'_>,
    arguments: &[&'static str],
    elsewhere: &dyn Fn(&str) -> Option<String>,
) -> Result<()> {
    if options.get("preset").is_some() {
        let message = "a preset belongs to the compactor: pass it to the constructor";
        return Err(Error::new(ErrorKind::InvalidOption, "/preset", message));
    }
    Config::read(Config::default(), options, &[], arguments, elsewhere).map(drop)
}

/// All names as data: operations, options with their groups, presets, dialects and error codes.
///
/// The type stubs and the reference are made from it.
///
/// ```
/// use conspectus_api as api;
///
/// let names = api::names();
/// assert_eq!(names["presets"][0]["name"], "default");
/// ```
#[must_use]
pub fn names() -> Value {
    conspectus_presets::register();
    let (rows, lists) = shapes(operations(), &[]);
    let operations: Vec<Value> = operations().map(Operation::data).collect();
    json!({
        "operations": operations,
        "options": page().into_iter().map(option_data).collect::<Vec<_>>(),
        "settings": SETTINGS.iter().map(row_data).collect::<Vec<_>>(),
        "headings": HEADINGS,
        "measuring": MEASURING,
        "turn": turn::rows(),
        "history": history::OPTIONS,
        "presets": conspectus_presets::all().iter().map(|preset| preset_data(preset)).collect::<Vec<_>>(),
        "dialects": conspectus::Dialect::ALL.map(conspectus::Dialect::name),
        "shapes": rows.iter().map(|row| row.data()).collect::<Vec<_>>(),
        "log": conspectus::inner::paths(),
        "words": lists.iter().map(|list| list.data()).collect::<Vec<_>>(),
        "error_codes": ErrorKind::ALL.map(ErrorKind::code),
    })
}

/// The types of results in addition to those of operations: results of the objects, and values that
/// host functions receive.
const OF_OBJECTS: [Ty; 11] = [
    Trigger::TYPE,
    ResultRow::TYPE,
    RunResult::TYPE,
    Plan::TYPE,
    SummaryRequest::TYPE,
    WantedFile::TYPE,
    StoreRequest::TYPE,
    Loop::TYPE,
    SimulatedPolicy::TYPE,
    MediaKind::TYPE,
    LogRecord::TYPE,
];

/// Returns the rows and the lists of words that results of these operations, of the objects, and of
/// `more` consist of. Each is listed after those that it needs.
pub fn shapes<'a>(
    operations: impl Iterator<Item = &'a Operation>,
    more: &[&'static Type],
) -> (Vec<&'static Row>, Vec<&'static Words>) {
    let (mut rows, mut lists) = (Vec::new(), Vec::new());
    let of_operations = operations.map(|row| row.gives.ty());
    for ty in OF_OBJECTS
        .into_iter()
        .chain(of_operations)
        .chain(more.iter().copied())
    {
        ty.collect(&mut rows, &mut lists);
    }
    (rows, lists)
}

/// Returns a preset as data: its description, the options that are allowed with it, its settings,
/// and its values.
fn preset_data(preset: &PresetSpec) -> Value {
    let values: Value = (preset.values)().values().into_iter().collect();
    json!({
        "name": preset.name,
        "about": preset.about,
        "options": preset.options(),
        "functions": preset.host_functions,
        "settings": preset.settings(),
        "turn": preset.turn,
        "values": values,
    })
}

/// An option of the page: a value, or a function.
fn option_data(name: &'static str) -> Value {
    if let Some(row) = OPTIONS.iter().find(|row| row.name == name) {
        return row_data(row);
    }
    let row = FUNCTIONS.iter().find(|row| row.name == name);
    row.map_or(Value::Null, |row| {
        json!({
            "name": row.name,
            "heading": row.heading,
            "domain": { "kind": "function", "python": row.python, "typescript": row.typescript },
            "meaning": row.meaning,
        })
    })
}

fn row_data(row: &OptionRow) -> Value {
    let default = Config::default().values();
    let default = default.into_iter().find(|(name, _)| *name == row.name);
    json!({
        "name": row.name,
        "heading": row.heading,
        "domain": domain_data(row.domain),
        "meaning": row.meaning.trim(),
        "source": row.source,
        "example": row.example,
        "rust": row.rust,
        "default": default.map(|(_, value)| value),
        "functions": users_of(row.name),
    })
}

fn domain_data(domain: Domain) -> Value {
    let words = presets::words_of(domain);
    let of_kind = |kind: &str, range: &str| json!({ "kind": kind, "range": range, "words": words });
    match domain {
        Domain::Whole(0) => of_kind("whole", "integer"),
        Domain::Whole(1) => of_kind("whole", "positive integer"),
        Domain::Whole(least) => of_kind("whole", &format!("integer, at least {least}")),
        Domain::Number(low, high) if low.is_finite() => {
            of_kind("number", &format!("number, {low} to {high}"))
        }
        Domain::Number(..) => of_kind("number", "number"),
        Domain::Fraction => of_kind("number", "number above 0 and below 1"),
        Domain::FractionOrAll => of_kind("number", "number above 0, at most 1"),
        Domain::Share => of_kind("number", "number from 0, below 1"),
        Domain::Flag => of_kind("flag", "true or false"),
        Domain::Text => of_kind("text", "string"),
        Domain::Texts => of_kind("texts", "list of strings"),
        Domain::Words(_) | Domain::Ladders => of_kind("word", "one of"),
        Domain::Modalities => of_kind("words", "list of"),
        Domain::Amount => of_kind(
            "amount",
            "number above 0, at most 1, or `{\"tokens\": ...}`",
        ),
        Domain::Keep => of_kind(
            "keep",
            "one of `{\"tokens\": ...}`, `{\"messages\": ...}`, `{\"turns\": ...}`, `{\"fraction\": ...}`",
        ),
        Domain::WholeOrWord(least, _) => of_kind(
            "whole_or_word",
            &format!("integer, at least {least}, or one of"),
        ),
        Domain::Fields(fields) | Domain::Rows(fields) => {
            let rows: Vec<Value> = fields
                .fields
                .iter()
                .map(|field| {
                    json!({ "name": field.name, "domain": domain_data(field.domain), "meaning": field.meaning.trim() })
                })
                .collect();
            let kind = match domain {
                Domain::Rows(_) => "rows",
                _ => "fields",
            };
            json!({ "kind": kind, "range": "object", "name": fields.name, "fields": rows, "words": words })
        }
        Domain::Data(python, typescript) => {
            json!({ "kind": "data", "range": "any", "python": python, "typescript": typescript })
        }
    }
}
