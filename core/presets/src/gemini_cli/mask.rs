//! `mask_tool_outputs`: old tool outputs move to the host's store. A preview and the place stay in
//! the history (G-64..G-67).
//!
//! Unlike in gemini-cli, the limits count only the text that masking can remove, so media next to
//! an output do not count (B-11). An output counts as masked if it has the complete form and at
//! most its length; a tag that it happens to print is not enough (B-16).

use conspectus::inner::{sanitize_label, shapes};
use conspectus::{ConfiguredHistory, Edit, Item};
use conspectus_history::host::listed::listed;
use conspectus_history::host::units::utf16_len;
pub use conspectus_history::reduce::results::StoreRequest;
use conspectus_history::reduce::results::{cut, results};
use conspectus_history::reduce::truncate::{head_units, tail_units};
use std::collections::BTreeMap;

/// Tokens of the newest outputs that stay, by default. Source: G-64.
pub const PROTECT_TOKENS: u64 = 50_000;
/// Tokens that masking must be able to save, by default. Source: G-64.
pub const MIN_TOKENS: u64 = 30_000;
/// Tools whose outputs stay. Source: G-65.
const EXEMPT: [&str; 4] = [
    "activate_skill",
    "ask_user",
    "enter_plan_mode",
    "exit_plan_mode",
];
/// Tools whose output has sections. Source of the first: G-67. The others are the names that other
/// agents use.
const SHELLS: [&str; 4] = ["run_shell_command", "shell", "bash", "Bash"];
const OPEN: &str = "<tool_output_masked>";
const CLOSE: &str = "</tool_output_masked>";
/// Longest masked text, in chars. Chosen here: most previews are far shorter, but some sections of
/// a shell's output are kept whole.
const MASKED_CHARS: usize = 6_000;
/// Chars of each end of a preview. Source: G-67.
const END_CHARS: usize = 250;
/// Longest output that is shown whole, in chars. Source: G-67.
const PREVIEW_CHARS: usize = 500;
/// Lines of each end of a shell's output. Source: G-67.
const END_LINES: usize = 10;
/// Most lines of a shell's output that are shown whole. Source: G-67.
const OUTPUT_LINES: usize = 20;

/// Which outputs to mask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaskRules {
    /// Tokens of the newest outputs to keep.
    pub protect_tokens: u64,
    /// The fewest tokens worth masking.
    pub min_tokens: u64,
    /// Whether the outputs in the last message stay.
    pub protect_latest_turn: bool,
    /// The place of each stored output, by its key. Only stored outputs are masked.
    pub locators: BTreeMap<String, String>,
}

shapes! {
    /// Counts of masked outputs.
    pub struct MaskDetails: Default, Eq {
        /// Masked outputs.
        pub masked: u64,
        /// Outputs that are old enough.
        pub candidates: u64,
        /// Estimated tokens that masking all of these would save.
        pub tokens_prunable: u64,
        /// Estimated tokens of protected outputs.
        pub tokens_protected: u64,
        /// Estimated tokens saved now.
        pub tokens_saved: u64,
    }
}

/// The edits for outputs that are stored, the outputs that the host has to store first, and a
/// report.
///
/// ```
/// use conspectus_presets::gemini_cli::mask::{mask, MaskRules};
/// use conspectus::{Config, ConfiguredHistory};
/// use serde_json::json;
/// use std::collections::BTreeMap;
///
/// let messages = json!([
///     { "role": "model", "parts": [{ "functionCall": { "name": "ls", "args": {} } }] },
///     { "role": "user", "parts": [{ "functionResponse": { "name": "ls", "response": { "output": "file\n".repeat(2_000) } } }] },
///     { "role": "model", "parts": [{ "text": "Done." }] },
/// ]);
/// let history = ConfiguredHistory::of(Config::default(), &messages)?;
/// let rules = MaskRules { protect_tokens: 0, min_tokens: 0, protect_latest_turn: true, locators: BTreeMap::new() };
/// let (_, to_store, report) = mask(&history, &messages, &rules);
/// assert_eq!((to_store.len(), report.candidates), (1, 1));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn mask<'v>(
    history: &ConfiguredHistory,
    messages: impl Into<Item<'v>>,
    rules: &MaskRules,
) -> (Vec<Edit>, Vec<StoreRequest>, MaskDetails) {
    let messages = &messages.into();
    let mut report = MaskDetails::default();
    let last = history
        .len()
        .saturating_sub(usize::from(rules.protect_latest_turn));
    let mut found: Vec<(StoreRequest, Edit)> = Vec::new();
    let mut running = 0u64;
    for result in results(history, messages)
        .into_iter()
        .rev()
        .filter(|result| result.message < last)
    {
        let tool = history.symbol(history.parts()[result.part].name);
        if EXEMPT.contains(&tool) || is_masked(&result.text) {
            continue;
        }
        running += result.tokens(history) as u64;
        // G-66: the output that crosses the limit is masked too, even if it is the newest.
        if running <= rules.protect_tokens {
            report.tokens_protected += result.tokens(history) as u64;
            continue;
        }
        let request = StoreRequest::of(history, &result);
        let place = rules.locators.get(&request.key).unwrap_or(&request.key);
        if let Some(edit) = cut(
            history,
            messages,
            &result,
            masked(tool, &result.text, place),
        ) {
            report.tokens_prunable += edit.tokens_saved;
            found.push((request, edit));
        }
    }
    found.reverse();
    report.candidates = found.len() as u64;
    if report.tokens_prunable < rules.min_tokens {
        return (Vec::new(), Vec::new(), report);
    }
    let (mut edits, mut offloads) = (Vec::new(), Vec::new());
    for (request, edit) in found {
        if rules.locators.contains_key(&request.key) {
            edits.push(edit);
        } else if offloads
            .iter()
            .all(|known: &StoreRequest| known.key != request.key)
        {
            offloads.push(request);
        }
    }
    report.masked = edits.len() as u64;
    report.tokens_saved = edits.iter().map(|edit| edit.tokens_saved).sum();
    (edits, offloads, report)
}

/// Whether masking wrote this text: it has the whole form, and it is no longer than such a text can
/// be (B-16).
fn is_masked(text: &str) -> bool {
    text.starts_with(OPEN) && text.ends_with(CLOSE) && utf16_len(text) <= MASKED_CHARS
}

fn masked(tool: &str, text: &str, place: &str) -> String {
    let preview = if SHELLS.contains(&tool) {
        sections(text)
    } else {
        ends(text)
    };
    let place = sanitize_label(place, 1_024);
    let frame = |preview: &str| {
        format!("{OPEN}\n{preview}\n\nThe full output is kept at: {place}\n{CLOSE}")
    };
    let result = frame(&preview);
    // Long lines or long sections: only the two ends of the text are shown.
    if utf16_len(&result) <= MASKED_CHARS.min(utf16_len(text)) {
        return result;
    }
    frame(&ends(text))
}

fn ends(text: &str) -> String {
    let chars = utf16_len(text);
    if chars <= PREVIEW_CHARS {
        return text.to_owned();
    }
    let (head, tail) = (head_units(text, END_CHARS), tail_units(text, END_CHARS));
    format!(
        "{head}\n... [{} chars left out] ...\n{tail}",
        chars - utf16_len(head) - utf16_len(tail)
    )
}

/// The preview of a shell's output: the two ends of the section `Output:`, and every other section
/// whole.
fn sections(text: &str) -> String {
    const NAMES: [&str; 9] = listed(
        "Command: | Directory: | Output: | Error: | Exit Code: | Signal: | Background PIDs: | \
         Process Group PGID: | Stdout:",
    );
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        let begins = NAMES.iter().any(|name| line.starts_with(name));
        match blocks.last_mut() {
            Some(block) if !begins => block.push(line),
            _ => blocks.push(vec![line]),
        }
    }
    let is_output =
        |block: &[&str]| block[0].starts_with("Output:") || block[0].starts_with("Stdout:");
    // Text without sections is all output.
    let no_sections = !blocks.iter().any(|block| is_output(block));
    let shown = blocks.iter().map(|block| {
        if block.len() <= OUTPUT_LINES || !(no_sections || is_output(block)) {
            return block.join("\n");
        }
        let missing = block.len() - 2 * END_LINES;
        let (head, tail) = (&block[..END_LINES], &block[END_LINES + missing..]);
        let (head, tail) = (head.join("\n"), tail.join("\n"));
        format!("{head}\n... [{missing} lines left out] ...\n{tail}")
    });
    shown.collect::<Vec<_>>().join("\n")
}
