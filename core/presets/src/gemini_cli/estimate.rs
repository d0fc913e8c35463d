//! gemini-cli's own estimate of tokens for Gemini parts, with the same numbers (G-50..G-57).
//!
//! Its steps are kept here. A text above 100,000 chars costs a quarter of a token for each char,
//! whatever its script (B-4). Media that are neither images nor PDFs cost the length of their
//! base64 (B-5). `estimate_tokens` has neither step.

use conspectus::inner::{Text, shapes};
use conspectus::{Item, Result, json_chars};
use conspectus_history::host::item::Budget;
use conspectus_history::host::units::units_of;
use conspectus_history::measure::{NON_ASCII_TOKENS, TokenRule};

/// The rule for one text: its tokens, rounded down (G-51).
pub static TEXT: TokenRule = TokenRule {
    name: "gemini-cli",
    tokens: |text, chars_per_token| text_tokens(text, chars_per_token) as u64,
};

/// Chars of a token by default. Source: `DEFAULT_CHARS_PER_TOKEN` (G-50).
pub const CHARS_PER_TOKEN: f64 = 4.0;

/// Longest text that is counted char by char. Source: G-51.
const FULL_HEURISTIC_CHARS: usize = 100_000;

/// Tokens of an image. Source: G-53.
const IMAGE_TOKENS: f64 = 3_000.0;

/// Tokens of a PDF, about 100 pages of 258 tokens. Source: G-53.
const PDF_TOKENS: f64 = 25_800.0;

/// Parts that are nested deeper cost nothing. Source: G-52.
const DEPTH_MAX: usize = 3;

shapes! {
    /// The size of a request, and whether gemini-cli would let the provider count it (G-56).
    pub struct RequestEstimate: Copy, Eq {
        /// Estimated tokens of the request.
        pub tokens: u64,
        /// Whether the request contains media, so that counting is worth a call.
        pub needs_count_api: bool,
    }
}

/// Estimates a request: a string, a part, or a list of both (G-56).
///
/// ```
/// use conspectus_presets::gemini_cli::estimate::request;
/// use serde_json::json;
///
/// let estimate = request(&json!([{ "text": "Hello there" }]), 4.0)?;
/// assert!(estimate.tokens > 0 && !estimate.needs_count_api);
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `TooDeep` if a part is nested beyond the depth limit.
pub fn request<'v>(request: impl Into<Item<'v>>, chars_per_token: f64) -> Result<RequestEstimate> {
    let request = &request.into();
    let is_medium = |part: &Item<'_>| part.has_any(&["inlineData", "fileData"]);
    let tokens = if request.is_list() {
        parts_tokens(request, 0, chars_per_token)?
    } else {
        part_tokens(request, 0, chars_per_token)?.floor()
    };
    Ok(RequestEstimate {
        tokens: tokens as u64,
        needs_count_api: is_medium(request) || request.items().any(|part| is_medium(&part)),
    })
}

/// The sum over a list of parts, rounded down once (G-54).
fn parts_tokens(parts: &Item<'_>, depth: usize, chars_per_token: f64) -> Result<f64> {
    if depth > DEPTH_MAX {
        return Ok(0.0);
    }
    let mut tokens = 0.0;
    Budget::default().each(parts, &mut |_, _, part| {
        tokens += part_tokens(&part, depth, chars_per_token)?;
        Ok(())
    })?;
    Ok(tokens.floor())
}

/// A part counts as its text (G-50), else as its response (G-52), else as its medium (G-53), else
/// as its JSON (G-54).
fn part_tokens(part: &Item<'_>, depth: usize, chars_per_token: f64) -> Result<f64> {
    let own = Some(*part).filter(Item::is_string);
    if let Some(text) = own.or_else(|| part.string("text")) {
        return Ok(text_tokens(text.text(), chars_per_token));
    }
    if let Some(response) = part.get("functionResponse").filter(|item| item.is_truthy()) {
        return response_tokens(&response, depth, chars_per_token);
    }
    match media_tokens(part) {
        Some(tokens) => Ok(tokens),
        None => Ok(json_chars(part)? as f64 / chars_per_token),
    }
}

fn response_tokens(response: &Item<'_>, depth: usize, chars_per_token: f64) -> Result<f64> {
    let name = response.string("name").map_or(0, |name| name.len());
    let mut tokens = name as f64 / chars_per_token;
    if let Some(output) = response.known("response") {
        let chars = if output.is_string() {
            output.len() as u64
        } else {
            json_chars(output)?
        };
        tokens += chars as f64 / chars_per_token;
    }
    if let Some(nested) = response.list("parts") {
        tokens += parts_tokens(&nested, depth + 1, chars_per_token)?;
    }
    Ok(tokens)
}

fn media_tokens(part: &Item<'_>) -> Option<f64> {
    let mime = ["inlineData", "fileData"].iter().find_map(|key| {
        part.get(key)?
            .get("mimeType")
            .filter(|item| item.is_truthy())
    })?;
    let mime = mime.to_text();
    // Case matters, as in gemini-cli.
    if mime.starts_with("image/") {
        return Some(IMAGE_TOKENS);
    }
    mime.starts_with("application/pdf").then_some(PDF_TOKENS)
}

/// The tokens of a text, not rounded (G-51): up to 100,000 chars by script, beyond that by length.
/// They are added up char by char, as in gemini-cli, so that the fractions agree.
#[must_use]
pub fn text_tokens(text: Text<'_>, chars_per_token: f64) -> f64 {
    let chars = units_of(text).count();
    if chars > FULL_HEURISTIC_CHARS {
        return chars as f64 / chars_per_token;
    }
    let ascii = 1.0 / chars_per_token;
    let cost = |unit: u16| if unit <= 127 { ascii } else { NON_ASCII_TOKENS };
    units_of(text).fold(0.0, |tokens, unit| tokens + cost(unit))
}
