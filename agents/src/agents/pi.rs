//! pi. Its extensions can replace the compaction, so the compactor of the Node package runs there.
//! Source: `docs/frameworks/pi.md`, and version 1.6.0 in a scripted session.

use super::Extension;
use crate::install::{Edits, Place};
use conspectus_files::error::Result;

pub struct Pi;

impl Extension for Pi {
    fn name(&self) -> &'static str {
        "pi"
    }

    /// The options are those of `docs/frameworks/pi.md`.
    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>> {
        let folder = match (place.project(), place.variable("PI_CODING_AGENT_DIR")) {
            (Some(project), _) => project.join(".pi"),
            (None, Some(folder)) => folder,
            (None, None) => place.home()?.join(".pi/agent"),
        };
        let text = place.node_module("pi.js").map(|module| {
            format!(
                "import {{ compactionExtension }} from {module};\n\n\
                 export default compactionExtension({{ summarize: 'model', reserveTokens: 16_000 }});\n"
            )
        });
        Ok(vec![Edits::file(
            folder.join("extensions/conspectus.ts"),
            text,
        )])
    }
}
