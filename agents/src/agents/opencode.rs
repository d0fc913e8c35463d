//! opencode. Its plugins can change each request, so the compactor of the Node package runs there.
//! Source: `docs/frameworks/opencode.md`, and version 1.18.33 in a scripted session.

use super::Extension;
use crate::install::{Edits, Item, Place};
use conspectus_files::error::Result;
use serde_json::json;

pub struct Opencode;

impl Extension for Opencode {
    fn name(&self) -> &'static str {
        "opencode"
    }

    /// The options are those of `docs/frameworks/opencode.md`.
    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>> {
        let (folder, settings) = match (place.project(), place.variable("XDG_CONFIG_HOME")) {
            (Some(project), _) => (project.join(".opencode"), project.clone()),
            (None, Some(folder)) => (folder.join("opencode"), folder.join("opencode")),
            (None, None) => {
                let folder = place.home()?.join(".config/opencode");
                (folder.clone(), folder)
            }
        };
        let text = place.node_module("opencode/plugin.js").map(|module| {
            format!(
                "import {{ compactionPlugin }} from {module};\n\n\
                 export const Compaction = compactionPlugin({{ reserveTokens: 8_000, summarize: 'model' }});\n"
            )
        });
        // The agent's own compaction would read the summary of the plugin.
        let names = ["opencode.jsonc", "opencode.json"].map(|name| settings.join(name));
        let settings = names.iter().find(|path| path.exists()).unwrap_or(&names[1]);
        Ok(vec![
            Edits::file(folder.join("plugin/conspectus.js"), text),
            Edits::json(
                settings.clone(),
                vec![Item::key(&["compaction"], "auto", json!(false))],
            ),
        ])
    }
}
