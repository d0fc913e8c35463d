//! gemini-cli's settings files: the threshold, and the hooks before a compaction. The workspace's file
//! comes before the user's; lists of hooks are joined, the user's first.
//!
//! Source: `settingsSchema.ts` and `customDeepMerge` of gemini-cli 0.61.0.

use crate::gemini_cli::policy::SPEC;
use serde_json::{Value, json};

/// Its settings as `{options, pre_compress, passed_over}`: options for a compactor, the groups of hooks,
/// and the settings that can't be used.
///
/// ```
/// use conspectus_presets::gemini_cli::settings::merged;
/// use serde_json::json;
///
/// let user = json!({ "model": { "compressionThreshold": 0.7 } });
/// let workspace = json!({ "model": { "compressionThreshold": 0.3 } });
/// assert_eq!(merged(&user, &workspace)["options"]["preset"]["compression_threshold"], 0.3);
/// ```
#[must_use]
pub fn merged(user: &Value, workspace: &Value) -> Value {
    let mut preset = json!({ "name": SPEC.name });
    let (mut hooks, mut passed_over) = (Vec::new(), Vec::new());
    for file in [user, workspace] {
        let threshold = &file["model"]["compressionThreshold"];
        // 0 counts as missing, as in `compression_threshold`.
        match threshold.as_f64() {
            Some(share) if share > 0.0 && share <= 1.0 => {
                preset["compression_threshold"] = threshold.clone();
            }
            Some(0.0) => {}
            _ if threshold.is_null() => {}
            _ => passed_over.push("model.compressionThreshold"),
        }
        match &file["hooks"]["PreCompress"] {
            Value::Array(groups) => hooks.extend(groups.iter().cloned()),
            Value::Null => {}
            _ => passed_over.push("hooks.PreCompress"),
        }
    }
    json!({ "options": { "preset": preset }, "pre_compress": hooks, "passed_over": passed_over })
}
