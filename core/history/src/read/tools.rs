//! [`ToolHints`]: what the definitions of tools say of their calls.

use crate::host::item::{Item, Kind};
use std::collections::BTreeMap;

/// Which tools change the world, and which only read, as their definitions say it in `annotations`
/// (`readOnlyHint`, `destructiveHint`).
///
/// Source: `ToolAnnotations` in the schema of the Model Context Protocol, 2025-06-18. A hint is
/// taken where it is given; the protocol's defaults are not, since most servers give no hints.
///
/// ```
/// use conspectus::ToolHints;
/// use serde_json::json;
///
/// let hints = ToolHints::of(&json!([{ "name": "apply_discount", "annotations": { "readOnlyHint": false } }]));
/// assert_eq!(hints.changes("apply_discount"), Some(true));
/// assert_eq!(hints.changes("find_orders"), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolHints(BTreeMap<String, bool>);

impl ToolHints {
    /// Reads a list of tool definitions. The name and the annotations are read from the definition,
    /// or else from its `function`. Any other value yields no hints.
    #[must_use]
    pub fn of<'v>(tools: impl Into<Item<'v>>) -> Self {
        let hint = |tool: Item<'v>| {
            let function = tool.get("function");
            let of = |key: &str| {
                let inner = function.and_then(|function| function.get(key));
                tool.get(key).or(inner)
            };
            let name = of("name").and_then(|name| name.as_string());
            let changes = of("annotations").and_then(|hints| changes(&hints));
            name.zip(changes)
        };
        Self(tools.into().items().filter_map(hint).collect())
    }

    /// Whether a tool changes the world; `None` if nothing was said of it.
    #[must_use]
    pub fn changes(&self, tool: &str) -> Option<bool> {
        self.0.get(tool).copied()
    }
}

fn changes(hints: &Item<'_>) -> Option<bool> {
    let flag = |key: &str| {
        let value = hints.get(key).filter(|value| value.kind() == Kind::Bool)?;
        Some(value.number() != 0.0)
    };
    let reads = flag("readOnlyHint").map(|reads| !reads);
    reads.or(flag("destructiveHint").filter(|destroys| *destroys))
}
