//! Operations that belong to one of the reproduced systems.

mod gemini_cli;
mod gencode;
mod qwen_code;

use super::operation::{Call, Operation};
use crate::error::{Error, ErrorKind, Result};
use crate::host::comments::settings_value;
use crate::host::view::{AsView, Kind, View, ViewExt};
use crate::read::dialect::kind_name;
use crate::shape::{Type, shapes};
use serde_json::{Map, Value};

macro_rules! rooms {
    ($($room:ident),+ $(,)?) => {
        const ALL: [&[&Operation]; [$(stringify!($room)),+].len()] = [$($room::ROWS),+];

        pub(super) fn run<V: View, O: View>(name: &str, call: Call<'_, V, O>) -> Result<Value> {
            $(if $room::ROWS.iter().any(|row| row.name == name) {
                return $room::run(name, call);
            })+
            Err(super::unknown(name))
        }
    };
}
rooms!(gemini_cli, qwen_code, gencode);

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
    Err(Error::new(
        ErrorKind::InvalidOption,
        "",
        format!(
            "settings must be an object, found {}",
            kind_name(value.as_view().kind())
        ),
    ))
}

/// The rows of all systems, in order.
pub(super) const ROWS: &[&Operation] = &flat();

const fn count() -> usize {
    let (mut rows, mut room) = (0, 0);
    while room < ALL.len() {
        rows += ALL[room].len();
        room += 1;
    }
    rows
}

const fn flat() -> [&'static Operation; count()] {
    let mut rows = [ALL[0][0]; count()];
    let (mut next, mut room) = (0, 0);
    while room < ALL.len() {
        let mut row = 0;
        while row < ALL[room].len() {
            rows[next] = ALL[room][row];
            next += 1;
            row += 1;
        }
        room += 1;
    }
    rows
}
