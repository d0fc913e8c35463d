//! What gemini-cli decides by the name of a model: the model for summaries, and the window.

use conspectus::inner::host::listed::listed;
use conspectus::inner::sanitize_label;
use conspectus::{Error, ErrorKind, Result};

/// The conversation's model, and the alias of the model that gemini-cli then asks for a summary.
/// Source: G-31.
const COMPRESSOR_MODELS: [(&str, &str); 11] = [
    ("gemini-3-pro-preview", "chat-compression-3-pro"),
    ("gemini-3.1-pro-preview", "chat-compression-3-pro"),
    ("gemini-3-flash-preview", "chat-compression-3-flash"),
    ("gemini-3-flash", "chat-compression-3-flash"),
    ("gemini-3.5-flash", "chat-compression-3-flash"),
    ("gemini-3.8-flash", "chat-compression-3-flash"),
    ("gemini-3.1-flash-lite", "chat-compression-3.1-flash-lite"),
    ("gemini-3.5-flash-lite", "chat-compression-3.1-flash-lite"),
    ("gemini-2.5-pro", "chat-compression-2.5-pro"),
    ("gemini-2.5-flash", "chat-compression-2.5-flash"),
    ("gemini-2.5-flash-lite", "chat-compression-2.5-flash-lite"),
];

/// The alias of the model that gemini-cli asks for a summary of a conversation with `model` (G-31).
///
/// ```
/// use conspectus_presets::gemini_cli::policy::limits::compressor_model;
///
/// assert_eq!(compressor_model(Some("gemini-2.5-pro")), "chat-compression-2.5-pro");
/// ```
#[must_use]
pub fn compressor_model(model: Option<&str>) -> &'static str {
    let found = model.and_then(|model| COMPRESSOR_MODELS.iter().find(|(known, _)| *known == model));
    found.map_or("chat-compression-default", |(_, alias)| alias)
}

/// The window of a Gemini model, in tokens. Source: G-57.
const TOKEN_LIMIT: u64 = 1_048_576;

/// The window of `gemini-1.5-pro` in versions of 2025 (G-57).
const TOKEN_LIMIT_OF_1_5_PRO: u64 = 2_097_152;

/// The window of a Gemma 4 model, in tokens. Source: G-57.
const GEMMA_4_TOKEN_LIMIT: u64 = 256_000;

/// The names of the Gemma 4 models. Source: G-57.
const GEMMA_4: [&str; 2] = ["gemma-4-31b-it", "gemma-4-26b-a4b-it"];

/// The name of a model of Google's holds one of these.
const GOOGLE: [&str; 3] = ["gemini", "gemma", "learnlm"];

/// In the name of another vendor's model, a word begins with one of these. Chosen here, from the
/// catalogues of the larger vendors.
const FOREIGN_STARTS: [&str; 34] = listed(
    "anthropic chatglm chatgpt claude codestral codex cohere deepseek devstral doubao ernie glm \
     gpt granite grok hunyuan jamba kimi llama longcat magistral mimo minimax ministral mistral \
     mixtral moonshot nemotron olmo openai pixtral qvq qwen qwq",
);

/// Or a whole word is one of these, which are too short to be the start of a word.
const FOREIGN_WORDS: [&str; 8] = ["o1", "o3", "o4", "command", "nova", "phi", "xai", "yi"];

/// The window that gemini-cli assumes for a model, or without one, in tokens (G-57). gemini-cli
/// runs Google's models only, so its default for unknown names says nothing about other vendors'
/// models.
///
/// ```
/// use conspectus_presets::gemini_cli::policy::limits::token_limit;
///
/// assert_eq!(token_limit(Some("gemini-2.5-pro"))?, 1_048_576);
/// assert!(token_limit(Some("gpt-5")).is_err());
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `InvalidOption` for a model of another vendor.
pub fn token_limit(model: Option<&str>) -> Result<u64> {
    match model {
        Some(model) if GEMMA_4.contains(&model) => Ok(GEMMA_4_TOKEN_LIMIT),
        Some("gemini-1.5-pro") => Ok(TOKEN_LIMIT_OF_1_5_PRO),
        Some(model) if is_foreign(model) => {
            let name = sanitize_label(model, 64);
            let message = format!(
                "the window of `{name}` is unknown: only Gemini windows are known here; pass `context_window` (in tokens)"
            );
            Err(Error::new(ErrorKind::InvalidOption, "", message))
        }
        _ => Ok(TOKEN_LIMIT),
    }
}

/// Whether a name clearly belongs to another vendor's model. It may begin with a path or a vendor.
fn is_foreign(model: &str) -> bool {
    let name = model.to_ascii_lowercase();
    if GOOGLE.iter().any(|own| name.contains(own)) {
        return false;
    }
    let mut words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| {
        FOREIGN_WORDS.contains(&word) || FOREIGN_STARTS.iter().any(|start| word.starts_with(start))
    })
}
