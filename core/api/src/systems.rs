//! Operations that belong to one of the reproduced systems.

pub mod gemini_cli;
pub mod gencode;
pub mod qwen_code;

use conspectus::inner::{Kind, ViewExt, kind_name, shapes};
use conspectus::{AsView, Error, ErrorKind, Result, View};
use conspectus_history::host::comments::settings_value;
use conspectus_history::shape::Type;
use serde_json::{Map, Value};

shapes! {
    /// The settings of another system, as options.
    pub struct Settings {
        /// For a `Compactor`.
        pub options: Map<String, Value> = &Type::Data("Options", "CompactorOptions"),
        /// For the function `microcompact`; empty where the system has none.
        pub microcompact: Map<String, Value>,
        /// For the function `reference_images`; empty where the system has none.
        pub reference_images: Map<String, Value>,
        /// Every setting by its own name.
        pub values: Map<String, Value>,
        /// Where each came from.
        pub sources: Map<String, Value>,
        /// What could not be used.
        pub passed_over: Vec<String>,
        /// Keys that there are not.
        pub unknown: Vec<String>,
    }
}

/// A settings file: as data, or as its text, which may hold comments. `None` if there is none.
fn settings_of<V: View>(settings: &V) -> Result<Option<Value>> {
    let value = match settings.kind() {
        Kind::Null => return Ok(None),
        Kind::String => settings_value(&settings.to_text())?,
        _ => settings.to_value()?,
    };
    if value.is_object() {
        return Ok(Some(value));
    }
    let found = kind_name(value.as_view().kind());
    let message = format!("settings must be an object, found {found}");
    Err(Error::new(ErrorKind::InvalidOption, "", message))
}
