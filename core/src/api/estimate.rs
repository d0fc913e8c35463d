//! `estimate_tokens`: the numbers of a history, with what surrounds it.

use super::argument;
use crate::config::{choice, flag, whole, Config};
use crate::dialect::kind_name;
use crate::error::{Error, ErrorKind, Result};
use crate::estimate::rounded::rounded_tokens;
use crate::estimate::{gemini_cli, qwen_code};
use crate::history::History;
use crate::media::{self, Detail, Facts};
use crate::preset::Preset;
use crate::usage::{call_tokens, read_usage};
use crate::view::{Kind, View};
use serde_json::{json, Value};

/// `tokens` is everything; `overhead` is the part that compaction cannot shrink: system text, tool schemas, and the
/// per-message overhead.
pub(super) fn estimate<O: View>(history: &mut History, options: &O) -> Result<Value> {
    let system = side(history, options, "system")?;
    let tools = side(history, options, "tools")?;
    let per_message: Vec<u64> = (0..history.len()).map(|index| history.message_tokens(index)).collect();
    let frames = history.len() as u64 * history.config().message_overhead_tokens;
    Ok(json!({
        "tokens": history.tokens() + system + tools,
        "chars": history.chars(),
        "media": history.media(),
        "media_tokens": history.media_tokens(),
        "overhead": { "system": system, "tools": tools, "frames": frames },
        "per_message": per_message,
        "prompt_tokens": history.unlisted_tokens().map(|_| history.prompt_tokens()),
        "unlisted_tokens": history.unlisted_tokens(),
        "dialect": history.dialect().name(),
    }))
}

/// The argument `reports`, a list of `{usage, messages}`: what a [`History`] would have been told, in order.
pub(super) fn take_reports<O: View>(history: &mut History, options: &O) -> Result<()> {
    let Some(reports) = argument(options, "reports") else { return Ok(()) };
    if reports.kind() != Kind::Array {
        let message = format!("reports must be a list of {{usage, messages}}, found {}", kind_name(reports.kind()));
        return Err(Error::new(ErrorKind::InvalidConfig, "/reports", message));
    }
    for index in 0..reports.len() {
        let under = |error: Error| error.under(&index.to_string()).under("reports");
        let Some(report) = reports.at(index) else { break };
        let usage = report.get("usage").ok_or_else(|| under(Error::new(ErrorKind::InvalidConfig, "", "a report needs `usage`")))?;
        let usage = read_usage(&usage).map_err(|error| under(error.under("usage")))?;
        let messages = argument(&report, "messages").map(|value| whole(&value, "messages", 0)).transpose().map_err(under)?;
        let messages = messages.map_or(history.len(), |messages| usize::try_from(messages).unwrap_or(usize::MAX));
        history.report_usage(usage.prompt_tokens, messages).map_err(under)?;
    }
    Ok(())
}

fn side<O: View>(history: &mut History, options: &O, name: &str) -> Result<u64> {
    argument(options, name).map_or(Ok(0), |value| history.overhead_tokens(&value).map_err(|error| error.under(name)))
}

/// `{tokens, needs_count_api}` of a request in Gemini's shape: a string, a part, or a list of both (G-50..G-56).
pub(super) fn parts<V: View>(config: &Config, request: &V) -> Result<Value> {
    Ok(json!(gemini_cli::request(request, config.chars_per_token)?))
}

/// How `estimate_text_tokens` counts.
#[derive(Clone, Copy)]
enum TextRule {
    /// As the config measures content.
    Config,
    /// gemini-cli's, rounded down (G-51).
    Gemini,
    /// qwen-code's reporter.
    QwenReport,
    /// qwen-code's for summaries.
    QwenSummary,
    /// gencode's and opencode's (C-1, O-1).
    Rounded,
}

impl TextRule {
    const ALL: [Self; 5] = [Self::Config, Self::Gemini, Self::QwenReport, Self::QwenSummary, Self::Rounded];

    fn name(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Gemini => "gemini",
            Self::QwenReport => "qwen_report",
            Self::QwenSummary => "qwen_summary",
            Self::Rounded => "rounded",
        }
    }

    fn of_preset(preset: Preset) -> Self {
        match preset {
            Preset::GeminiCli => Self::Gemini,
            Preset::QwenCode | Preset::QwenCodeSeed => Self::QwenReport,
            Preset::Gencode | Preset::Opencode => Self::Rounded,
            Preset::Default => Self::Config,
        }
    }
}

/// `{tokens, rule}` of one string, by `rule`, else by the preset's. Null has none (C-1).
pub(super) fn text<V: View, O: View>(config: &Config, text: &V, options: &O) -> Result<Value> {
    let rule = argument(options, "rule").map(|value| choice(&value, "rule", &TextRule::ALL, TextRule::name)).transpose()?;
    let rule = rule.unwrap_or(TextRule::of_preset(config.preset));
    let tokens = match text.kind() {
        Kind::Null => 0,
        Kind::String => match rule {
            TextRule::Config => config.overhead_tokens(text)?,
            TextRule::Gemini => text.text(usize::MAX, |text| gemini_cli::text_tokens(text, config.chars_per_token)) as u64,
            TextRule::QwenReport => text.text(usize::MAX, qwen_code::report_tokens),
            TextRule::QwenSummary => text.text(usize::MAX, qwen_code::summary_tokens),
            TextRule::Rounded => rounded_tokens(text.len() as u64),
        },
        other => return Err(Error::new(ErrorKind::InvalidMessages, "", format!("the text must be a string, found {}", kind_name(other)))),
    };
    Ok(json!({ "tokens": tokens, "rule": rule.name() }))
}

/// `{tokens, message_tokens}` of the next prompt: the provider's last count and what came since, else the
/// estimate of the list and `message`.
pub(super) fn prompt<V: View, O: View>(config: Config, messages: &V, options: &O) -> Result<Value> {
    let count = |name: &str| argument(options, name).map_or(Ok(0), |value| whole(&value, name, 0));
    let mut history = History::of(config, messages)?;
    let length = history.len();
    if let Some(message) = argument(options, "message") {
        history.append(&message).map_err(|error| Error::new(error.kind(), "/message", error.message()))?;
    }
    let prompt = qwen_code::Prompt {
        last_prompt_tokens: count("last_prompt_tokens")?,
        last_output_tokens: count("last_output_tokens")?,
        all_tokens: history.tokens(),
        message_tokens: history.tokens_between(length, history.len()),
        conservative: argument(options, "conservative").map_or(Ok(false), |value| flag(&value, "conservative"))?,
    };
    Ok(json!({ "tokens": qwen_code::prompt_tokens(&prompt), "message_tokens": prompt.message_tokens }))
}

/// `{tokens}` of one call as [`call_tokens`] reads it: as gencode adds it up (C-1), and opencode under its preset (O-3).
pub(super) fn usage<V: View>(config: &Config, usage: &V) -> Result<Value> {
    Ok(json!({ "tokens": usage_of(config, usage)? }))
}

/// The tokens of [`usage`].
pub(super) fn usage_of<V: View>(config: &Config, usage: &V) -> Result<u64> {
    call_tokens(usage, config.preset == Preset::Opencode)
}

/// `{tokens, rule, kind, width, height, pages, seconds}` of one medium: base64, a data URL or bytes, a block that holds it, or
/// `{width, height}` of an image that is not at hand.
pub(super) fn media<V: View, O: View>(config: &Config, medium: &V, options: &O) -> Result<Value> {
    let detail = argument(options, "detail").map(|value| choice(&value, "detail", &Detail::ALL, Detail::name)).transpose()?;
    let detail = detail.unwrap_or_else(|| media::detail_of(medium));
    let facts = match medium.kind() {
        Kind::String | Kind::Bytes => media::probe(medium),
        Kind::Object => facts_of(medium)?,
        other => {
            let message = format!("a medium must be base64, a data URL, bytes or an object, found {}", kind_name(other));
            return Err(Error::new(ErrorKind::InvalidMessages, "", message));
        }
    };
    let rule = config.media_rule();
    let tokens = rule.tokens(facts, detail, config.image_token_estimate);
    let mut result = json!({ "tokens": tokens, "rule": rule.name(), "detail": detail.name(), "kind": "unknown" });
    let (kind, known) = match facts {
        Facts::Image { width, height } => ("image", json!({ "width": width, "height": height })),
        Facts::Pdf { pages } => ("pdf", json!({ "pages": pages })),
        Facts::Audio { seconds } => ("audio", json!({ "seconds": seconds })),
        Facts::Unknown => return Ok(result),
    };
    if let (Some(result), Value::Object(known)) = (result.as_object_mut(), known) {
        result.insert("kind".to_owned(), json!(kind));
        result.extend(known);
    }
    Ok(result)
}

fn facts_of<V: View>(block: &V) -> Result<Facts> {
    if let (Some(width), Some(height)) = (argument(block, "width"), argument(block, "height")) {
        let side = |value: &V, name: &str| {
            let pixels = whole(value, name, 1).map_err(|error| Error::new(ErrorKind::InvalidMessages, error.path(), error.message()))?;
            Ok::<u32, Error>(u32::try_from(pixels).unwrap_or(u32::MAX))
        };
        return Ok(Facts::Image { width: side(&width, "width")?, height: side(&height, "height")? });
    }
    // Where dialects keep the payload: in the block, or one level below.
    let is_data = |data: &V| matches!(data.kind(), Kind::String | Kind::Bytes);
    let data = |holder: &V| ["data", "url", "file_data", "image", "bytes"].iter().find_map(|key| holder.get(key)).filter(is_data);
    let inner = ["source", "image_url", "inlineData", "inline_data", "input_audio", "file"].iter().find_map(|key| block.get(key));
    let found = data(block).or_else(|| inner.as_ref().and_then(|inner| data(inner).or_else(|| Some(inner.clone()))));
    Ok(found.map_or(Facts::Unknown, |data| media::probe(&data)))
}
