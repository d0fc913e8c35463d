//! gencode's settings as its file has them: `{"compression": {"enabled": true, "pruneMinimum":
//! 20000, ...}}` (C-10). Invalid values are skipped and unknown keys are ignored; both are listed.

use crate::gencode::policy::SPEC;
use crate::gencode::session::whole_number;
use SettingKind::{Flag, Text, Tokens};
use conspectus::Item;
use conspectus::inner::Kind;
use serde_json::{Map, Value, json};

/// How a value is checked.
#[derive(Clone, Copy, PartialEq)]
enum SettingKind {
    Flag,
    Tokens,
    Text,
}

/// A key, the preset's own option that it sets, how it is checked, and its default.
type Setting = (
    &'static str,
    Option<&'static str>,
    SettingKind,
    fn() -> Value,
);

/// Its keys.
const SETTINGS: [Setting; 7] = [
    ("enabled", None, Flag, || json!(true)),
    ("enablePruning", Some("clear"), Flag, || json!(true)),
    // There is no option for it: a compactor that may not summarise is one that is not asked.
    ("enableCompaction", None, Flag, || json!(true)),
    ("pruneMinimum", Some("prune_minimum"), Tokens, || {
        json!(20_000)
    }),
    ("pruneProtect", Some("prune_protect"), Tokens, || {
        json!(40_000)
    }),
    (
        "reservedOutputTokens",
        Some("reserved_output_tokens"),
        Tokens,
        || json!(32_000),
    ),
    ("model", None, Text, || Value::Null),
];

/// The settings as `{options, values, sources, passed_over, unknown}`: options for the compactor,
/// every setting by its own name, where each came from, what could not be used, and keys that there
/// are not.
///
/// ```
/// use conspectus_presets::gencode::settings::read;
/// use serde_json::json;
///
/// let found = read(&json!({ "compression": { "pruneMinimum": 30_000 } }));
/// assert_eq!(found["options"]["preset"]["prune_minimum"], 30_000);
/// ```
#[must_use]
pub fn read<'v>(settings: impl Into<Item<'v>>) -> Value {
    let settings = &settings.into();
    let group = settings.object("compression");
    let (mut options, mut values, mut sources) = (
        json!({ "preset": { "name": SPEC.name } }),
        Map::new(),
        Map::new(),
    );
    let (mut passed_over, mut unknown) = (Vec::new(), Vec::new());
    for (key, option, check, default) in SETTINGS {
        let given = group.and_then(|group| group.known(key));
        let used = given.as_ref().and_then(|value| accepted(value, check));
        if given.is_some() && used.is_none()
            || key == "enableCompaction" && used == Some(json!(false))
        {
            passed_over.push(key.to_owned());
        }
        let source = used.as_ref().map_or("default", |_| "settings");
        sources.insert(key.to_owned(), json!(source));
        let value = used.unwrap_or_else(default);
        if let Some(name) = option {
            options["preset"][name] = value.clone();
        }
        values.insert(key.to_owned(), value);
    }
    for (name, _) in group.iter().flat_map(Item::fields) {
        if !SETTINGS.iter().any(|(known, ..)| *known == name) {
            unknown.push(format!("compression.{name}"));
        }
    }
    json!({ "options": options, "microcompact": {}, "reference_images": {}, "values": values, "sources": sources, "passed_over": passed_over, "unknown": unknown })
}

fn accepted(value: &Item<'_>, check: SettingKind) -> Option<Value> {
    match (check, value.kind()) {
        (Flag, Kind::Bool) => Some(json!(value.number() != 0.0)),
        (Tokens, _) => whole_number(value).map(Value::from),
        (Text, Kind::String) => value.as_string().map(Value::String),
        _ => None,
    }
}
