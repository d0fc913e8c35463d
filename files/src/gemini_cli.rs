//! Files of gemini-cli: its settings, and the facts that it remembers in `GEMINI.md`.

use crate::memory::MOST_BYTES;
use crate::text::visible_name;
use crate::text_file::{read_text, write_whole};
use conspectus::host::comments::settings_value;
use conspectus::{Error, ErrorKind, Result};
use conspectus_presets::gemini_cli::settings::merged;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The settings file of the user and of a workspace. Source: `Storage` of gemini-cli 0.61.0.
const SETTINGS: &str = ".gemini/settings.json";
/// The heading of the facts. Source: `memoryTool.ts` of gemini-cli, 2025.
const HEADING: &str = "## Gemini Added Memories";

fn failure(path: &Path, what: &str) -> Error {
    let shown = visible_name(path.as_os_str());
    let message = what.strip_prefix(&format!("{shown}: ")).unwrap_or(what);
    Error::new(ErrorKind::InvalidOption, "", format!("{shown}: {message}"))
}

/// The text of a small file; `None` if it is missing.
fn text(path: &Path) -> Result<Option<String>> {
    let size = match fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failure(path, &error.to_string())),
    };
    if size > MOST_BYTES {
        return Err(failure(path, &format!("larger than {MOST_BYTES} bytes")));
    }
    read_text(path, |_| None, MOST_BYTES, &mut |_, _| {})
        .map(Some)
        .map_err(|error| failure(path, error.message()))
}

/// The settings of a workspace and of the user, whose folder is `home`: [`merged`], and the `files` that
/// were read. A missing file has no settings.
///
/// # Errors
/// `INVALID_OPTION` for a file that can't be read, `INVALID_JSON` for one that isn't JSON with comments.
pub fn load_settings(workspace: &Path, home: Option<&Path>) -> Result<Value> {
    let mut files = Vec::new();
    let mut settings = |folder: Option<&Path>| -> Result<Value> {
        let Some(path) = folder.map(|folder| folder.join(SETTINGS)) else {
            return Ok(Value::Null);
        };
        let Some(text) = text(&path)? else {
            return Ok(Value::Null);
        };
        let settings = settings_value(&text).map_err(|error| {
            let shown = visible_name(path.as_os_str());
            Error::new(error.kind(), "", format!("{shown}: {}", error.message()))
        })?;
        files.push(visible_name(path.as_os_str()));
        Ok(settings)
    };
    let user = settings(home.filter(|home| *home != workspace))?;
    let workspace = settings(Some(workspace))?;
    let mut merged = merged(&user, &workspace);
    merged["files"] = json!(files);
    Ok(merged)
}

/// Adds facts to an instruction file such as `GEMINI.md`, as lines of a list below the heading `##
/// Gemini Added Memories`. Returns the new text. A missing file is created. A line break in a fact
/// becomes a space, so that a fact can't begin a section. A line that is already there isn't added again.
///
/// # Errors
/// `INVALID_OPTION` for a fact without text, and for a file that can't be read or written.
pub fn save_memory(path: &Path, facts: &[String]) -> Result<String> {
    let mut lines = Vec::with_capacity(facts.len());
    for (index, fact) in facts.iter().enumerate() {
        let words: Vec<&str> = fact.split_whitespace().collect();
        let line = words.join(" ");
        let line = line.trim_start_matches(['-', ' ']);
        if line.is_empty() {
            let message = "a fact must have text";
            return Err(Error::new(
                ErrorKind::InvalidOption,
                format!("/facts/{index}"),
                message,
            ));
        }
        lines.push(format!("- {line}"));
    }
    let before = text(path)?.unwrap_or_default();
    let known: BTreeSet<&str> = before.lines().collect();
    lines.retain(|line| !known.contains(&**line));
    let after = with_lines(&before, &lines.join("\n"));
    if lines.is_empty() {
        return Ok(before);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failure(path, &error.to_string()))?;
    }
    let written = write_whole(path, true, &mut |out| out.write_all(after.as_bytes()));
    written.map_err(|error| failure(path, error.message()))?;
    Ok(after)
}

/// The text with lines at the end of the section.
fn with_lines(text: &str, lines: &str) -> String {
    let heading = text
        .match_indices(HEADING)
        .map(|(start, _)| start)
        .find(|start| *start == 0 || text[..*start].ends_with('\n'));
    let Some(start) = heading else {
        let gap = match text {
            "" => "",
            _ if text.ends_with("\n\n") => "",
            _ if text.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        return format!("{text}{gap}{HEADING}\n{lines}\n");
    };
    let section = &text[start + HEADING.len()..];
    let end = section.find("\n## ").unwrap_or(section.len());
    let (section, rest) = section.split_at(end);
    let old = section.trim();
    let gap = if old.is_empty() { "" } else { "\n" };
    let rest = if rest.is_empty() { "" } else { rest.trim_end() };
    format!("{}{HEADING}\n{old}{gap}{lines}\n{rest}", &text[..start])
        .trim_end()
        .to_owned()
        + "\n"
}
