//! Operations that belong to one of the reproduced systems.

pub mod gemini_cli;
pub mod gencode;
pub mod qwen_code;

use conspectus::inner::{Kind, kind_name, shapes};
use conspectus::{Error, ErrorKind, Item, Result};
use conspectus_history::host::comments::settings_value;
use conspectus_history::shape::Type;
use serde_json::{Map, Value};

shapes! {
    /// Settings of another agent, converted to options.
    pub struct Settings {
        /// For a `Compactor`.
        pub options: Map<String, Value> = &Type::Data("Options", "CompactorOptions"),
        /// For the function `microcompact`; may be empty.
        pub microcompact: Map<String, Value>,
        /// For the function `reference_images`; may be empty.
        pub reference_images: Map<String, Value>,
        /// Every setting by its original name.
        pub values: Map<String, Value>,
        /// The source of each setting.
        pub sources: Map<String, Value>,
        /// Unusable settings.
        pub passed_over: Vec<String>,
        /// Unknown keys.
        pub unknown: Vec<String>,
    }
}

/// Reads a settings file: as data, or as its text, which may contain comments. Returns `None` for
/// null.
fn settings_of(settings: &Item<'_>) -> Result<Option<Value>> {
    let value = match settings.kind() {
        Kind::Null => return Ok(None),
        Kind::String => settings_value(&settings.to_text())?,
        _ => settings.to_value()?,
    };
    if value.is_object() {
        return Ok(Some(value));
    }
    let found = kind_name(Item::from(&value).kind());
    let message = format!("settings must be an object, found {found}");
    Err(Error::new(ErrorKind::InvalidOption, "", message))
}
