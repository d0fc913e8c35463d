//! The store for bindings: it takes plain data and gives plain data.

use super::search::invalid as wrong;
use super::tool::Given;
use super::{FolderStore, Origin, Settings, tools};
use crate::error::{Error, Result};
use conspectus::ErrorKind;
use conspectus::host::item::Item;
use conspectus_api::{Field, Row, Type};
use serde_json::{Value, json};
use std::path::Path;

const fn field(name: &'static str, kind: &'static Type, meaning: &'static [&'static str]) -> Field {
    Field {
        name,
        meaning,
        kind,
    }
}

/// The rows of what a store gives.
pub(crate) const ROWS: [&Type; 5] = [
    &Type::Shape(&Row {
        name: "StoredOutput",
        about: &["A stored output."],
        fields: &[
            field("key", &Type::Text, &["A hash of the content."]),
            field("locator", &Type::Text, &["The text for placeholders."]),
            field("bytes", &Type::Whole, &["Bytes of the file."]),
            field("secrets", &Type::Whole, &["Redacted secrets."]),
        ],
    }),
    &Type::Shape(&Row {
        name: "StoreHeld",
        about: &["The content of a store."],
        fields: &[
            field("outputs", &Type::Whole, &["Stored outputs."]),
            field("bytes", &Type::Whole, &["Their size in bytes."]),
            field("removed", &Type::Whole, &["Removed outputs."]),
            field("removed_bytes", &Type::Whole, &["Their size in bytes."]),
        ],
    }),
    &Type::Shape(&Row {
        name: "Piece",
        about: &["A page of a stored output."],
        fields: &[
            field("key", &Type::Text, &["The output's key."]),
            field("text", &Type::Text, &["The text as stored."]),
            field(
                "first_line",
                &Type::Whole,
                &["The first line, starting at 1."],
            ),
            field("last_line", &Type::Whole, &["The last line, or 0."]),
            field("lines", &Type::Whole, &["Lines of the output."]),
            field("chars", &Type::Whole, &["Characters of the output."]),
            field(
                "next",
                &Type::Maybe(&Type::Shape(&NEXT)),
                &["The start of the next page, or null."],
            ),
        ],
    }),
    &Type::Shape(&Row {
        name: "FoundOutputs",
        about: &["What a search found."],
        fields: &[
            field(
                "hits",
                &Type::List(&Type::Shape(&HIT)),
                &["One per output."],
            ),
            field("outputs", &Type::Whole, &["Matching outputs."]),
        ],
    }),
    &Type::Shape(&Row {
        name: "ListedOutputs",
        about: &["Stored outputs."],
        fields: &[
            field(
                "outputs",
                &Type::List(&Type::Shape(&DESCRIBED)),
                &["The newest first."],
            ),
            field("total", &Type::Whole, &["Their number."]),
            field("bytes", &Type::Whole, &["Their size in bytes."]),
        ],
    }),
];

const TOOL: Field = field("tool", &Type::Text, &["The tool."]);
const ARGUMENTS: Field = field("arguments", &Type::Text, &["Its arguments, shortened."]);

const HIT: Row = Row {
    name: "FoundOutput",
    about: &["A hit of a search."],
    fields: &[
        field("key", &Type::Text, &["The output's key."]),
        field("line", &Type::Whole, &["The line, starting at 1."]),
        field(
            "skip_chars",
            &Type::Whole,
            &["Characters of the line to skip."],
        ),
        field("text", &Type::Text, &["The text there."]),
        field("exact", &Type::Flag, &["Whether it's verbatim."]),
        field(
            "count",
            &Type::Whole,
            &["How often the query or its words occur."],
        ),
        TOOL,
        ARGUMENTS,
    ],
};

const DESCRIBED: Row = Row {
    name: "ListedOutput",
    about: &["A listed output."],
    fields: &[
        field("key", &Type::Text, &["The output's key."]),
        field("bytes", &Type::Whole, &["Its size in bytes."]),
        field("lines", &Type::Whole, &["Its lines."]),
        field("first_line", &Type::Text, &["Its first line, shortened."]),
        TOOL,
        ARGUMENTS,
    ],
};

const NEXT: Row = Row {
    name: "PieceNext",
    about: &["The start of the next page."],
    fields: &[
        field(
            "first_line",
            &Type::Whole,
            &["The first line of the next page."],
        ),
        field(
            "skip_chars",
            &Type::Whole,
            &["How many of its characters to skip."],
        ),
    ],
};

const SETTINGS: [&str; 3] = ["redact", "max_age_days", "max_bytes"];

/// A [`FolderStore`] whose functions are called by name.
///
/// ```
/// use conspectus_files::store::StoreApi;
/// use serde_json::json;
///
/// let place = tempfile::tempdir()?;
/// let store = StoreApi::new(&place.path().join("outputs"), &json!({ "max_bytes": 1_000_000 }))?;
/// let stored = store.call("put", &json!({ "text": "a tool said this" }))?;
/// assert_eq!(store.call("read_back", &json!({ "key": stored["key"] }))?["text"], "a tool said this");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StoreApi {
    store: FolderStore,
}

fn invalid(name: &str, expected: &str, found: &Value) -> Error {
    let found: String = found.to_string().chars().take(80).collect();
    wrong(name, format!("{name} must be {expected}, got `{found}`"))
}

impl StoreApi {
    /// As [`FolderStore::open`], with the settings `redact`, `max_age_days` and `max_bytes`.
    ///
    /// # Errors
    /// The same, and `INVALID_OPTION` for a setting that is unknown or out of its range.
    pub fn new<'o>(path: &Path, settings: impl Into<Item<'o>>) -> Result<Self> {
        let given = settings.into().to_value()?;
        let mut settings = Settings::default();
        for (name, value) in given
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(_, value)| !value.is_null())
        {
            match name.as_str() {
                "redact" => {
                    settings.redact = value
                        .as_bool()
                        .ok_or_else(|| invalid(name, "true or false", value))?
                }
                "max_age_days" => {
                    let days = value
                        .as_f64()
                        .filter(|days| *days >= 0.0 && days.is_finite());
                    settings.max_age_days =
                        Some(days.ok_or_else(|| invalid(name, "a number of at least 0", value))?);
                }
                "max_bytes" => {
                    let bytes = value
                        .as_f64()
                        .filter(|bytes| *bytes >= 0.0 && bytes.fract() == 0.0);
                    settings.max_bytes = Some(
                        bytes.ok_or_else(|| invalid(name, "an integer of at least 0", value))?
                            as u64,
                    );
                }
                _ => {
                    let name: String = name.chars().take(64).collect();
                    let message = format!(
                        "a store has no setting `{name}`: use `{}`",
                        SETTINGS.join("`, `")
                    );
                    return Err(wrong(&name, message));
                }
            }
        }
        Ok(Self {
            store: FolderStore::open(path, settings)?,
        })
    }

    /// Runs a function of the store: `put` (`text`, `tool`, `arguments`), `store` (a compactor's
    /// request: `key`, `text`, `arguments`), `get` (`key`), `read_back` (`key`, `first_line`, `last_line`,
    /// `skip_chars`, `max_tokens`, `max_chars`), `search` (`query`, `limit`, `max_tokens`, `source`),
    /// `describe` (`key`, `max_tokens`), `answer` (`name`, `arguments`), `prune`, `forget` (`key`).
    ///
    /// # Errors
    /// Those of the function, and `INVALID_OPTION` for a wrong argument.
    pub fn call<'o>(&self, name: &str, arguments: impl Into<Item<'o>>) -> Result<Value> {
        let given = arguments.into().to_value()?;
        let text = |name: &str| {
            given[name]
                .as_str()
                .ok_or_else(|| invalid(name, "a string", &given[name]))
        };
        let may = |name: &str| match &given[name] {
            Value::Null => Ok(""),
            _ => text(name),
        };
        match name {
            "put" => {
                let origin = Origin::new(may("tool")?, may("arguments")?);
                Ok(json!(self.store.put_from(text("text")?, &origin)?))
            }
            "store" => {
                let origin = Origin::of_request(may("key")?, may("arguments")?);
                let stored = self.store.put_from(text("text")?, &origin)?;
                Ok(json!(stored.locator))
            }
            "get" => Ok(json!(self.store.get(text("key")?)?)),
            "read_back" => {
                let (key, range) = Given(&given).range()?;
                Ok(json!(self.store.read_back(key, range)?))
            }
            "search" => {
                let (query, search) = Given(&given).search()?;
                Ok(json!(self.store.search(query, &search)?))
            }
            "describe" => {
                let (key, max_tokens) = Given(&given).described()?;
                Ok(json!(self.store.describe(key, max_tokens)?))
            }
            "answer" => Ok(json!(self.store.answer(text("name")?, &given["arguments"]))),
            "prune" => Ok(json!(self.store.prune()?)),
            "forget" => self.store.forget(text("key")?).map(|()| Value::Null),
            _ => Err(conspectus::Error::new(
                ErrorKind::UnknownOperation,
                "",
                format!("a store has no function `{name}`"),
            )
            .into()),
        }
    }

    /// As [`tools`].
    ///
    /// # Errors
    /// The same.
    pub fn tools(format: &str) -> Result<Value> {
        Ok(json!(tools(format)?))
    }
}
