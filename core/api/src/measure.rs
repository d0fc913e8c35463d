//! How large things are: `estimate_tokens`, `media_tokens`, `read_usage`, `estimate_text_tokens`.

use super::argument;
use super::operation::{
    Call, Input, MESSAGES, PRESETS, Viewed, arguments, index, operations, unfit,
};
use conspectus::inner::{Domain, Kind, invalid, items, kind_name, shapes, whole, wrong};
use conspectus::{
    Breakdown, Config, ConfiguredHistory, Detail, Dialect, Error, ErrorKind, Estimator, Item,
    Result, Usage, read_usage,
};
use conspectus_history::read::media::{self, MediaFacts};
use conspectus_history::shape::words;
use serde_json::{Value, json};

arguments! {
    /// The arguments for what is sent in addition to the messages.
    pub(super) struct AroundArgs {
        /// The system prompt: a string, or a list of blocks.
        system: Option<Viewed> [Domain::Data("str | Sequence[Any]", "string | readonly unknown[]")],
        /// The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`,
        /// `destructiveHint`) to recognize completed actions.
        tools: Option<Viewed>,
    }
}

arguments! {
    struct ReportsArgs {
        /// Earlier usage in order, as a list of `{usage, messages}`. The result then has
        /// `prompt_tokens`.
        reports: Option<Viewed> [Domain::Data("Sequence[Mapping[str, Any]]", "readonly { usage: unknown; messages?: number }[]")],
    }
}

shapes! {
    /// Tokens of a string or a conversation.
    pub struct TokenCount {
        /// All tokens.
        pub tokens: u64,
        /// Whether the count is exact or an estimate.
        pub exact: bool,
        /// Tokens by purpose, or null for a string.
        pub by_kind: Option<Breakdown>,
        /// Tokens of each message; empty for a string.
        pub per_message: Vec<u64>,
        /// Other measurements, or null for a string.
        pub details: Option<Estimate>,
    }

    /// The size of a conversation.
    pub struct Estimate {
        /// All tokens.
        pub tokens: u64,
        /// Characters, by the current measure.
        pub chars: u64,
        /// Number of media items.
        pub media: u64,
        /// Tokens of the media.
        pub media_tokens: u64,
        /// Tokens that no compaction shortens.
        pub overhead: Overhead,
        /// Tokens of each message.
        pub per_message: Vec<u64>,
        /// Tokens of the next prompt, based on the last usage, or null.
        pub prompt_tokens: Option<u64>,
        /// Tokens of that prompt that aren't in any message, or null.
        pub unlisted_tokens: Option<u64>,
        /// The detected message format.
        pub dialect: Dialect,
    }

    /// Tokens that no compaction shortens.
    pub struct Overhead: Copy, Eq {
        /// The system prompt.
        pub system: u64,
        /// The tool schemas.
        pub tools: u64,
        /// The frame of each message.
        pub frames: u64,
    }

    /// The cost of a media item.
    pub struct MediaTokens {
        /// Its tokens.
        pub tokens: u64,
        /// The rule that was used.
        pub rule: &'static str,
        /// The detail level.
        pub detail: &'static str,
        /// `image`, `pdf`, `audio` or `unknown`.
        pub kind: MediumKind,
        /// Width of an image in pixels, or null.
        pub width: Option<u32>,
        /// Height of an image in pixels, or null.
        pub height: Option<u32>,
        /// Pages of a document, or null.
        pub pages: Option<u64>,
        /// Length of audio in seconds, or null.
        pub seconds: Option<f64>,
    }

    /// Tokens of a string.
    pub struct TextTokens: Eq {
        /// The tokens.
        pub tokens: u64,
        /// The rule that was used.
        pub rule: &'static str,
    }
}

words! {
    /// The kind of a media item.
    pub enum MediumKind {
        /// An image.
        Image => "image",
        /// A document.
        Pdf => "pdf",
        /// Audio.
        Audio => "audio",
        /// Unknown.
        Unknown => "unknown",
    }
}

operations! {
    /// Counts the tokens of messages, system prompt and tool schemas, or of a string. Images count
    /// as the model charges them.
    count_tokens([""], Input::Other("messages", "Sequence[Any] | str", "readonly unknown[] | string"), measures []) -> Plain(TokenCount),
        r#"[{"role": "user", "content": "Hello, world!"}]"#,
        r#"{"model": "gpt-5"}"# =>
        count_tokens with &AroundArgs::ROWS, &ReportsArgs::ROWS;

    /// Estimates the tokens, characters and media of a conversation, with its system prompt and
    /// tool schemas.
    estimate_tokens(PRESETS, MESSAGES, measures ["unit", "estimator", "chars_per_token"]) -> Plain(Estimate),
        r#"[{"role": "user", "content": "Hello, world!"}]"#,
        r#"{"tokenizer": "exact", "model": "gpt-5"}"# =>
        estimate_tokens with &AroundArgs::ROWS, &ReportsArgs::ROWS;

    /// Estimates the tokens of an image, PDF or audio clip from its size, pages or length.
    media_tokens(["tokens"], Input::Other("medium", "Any", "unknown"), takes ["model", "image_tokens"]) -> Plain(MediaTokens),
        r#"{"width": 1024, "height": 768}"#,
        r#"{"model": "gpt-5"}"# =>
        media_tokens(MediaTokensArgs {
            /// The detail level that the request asks for.
            detail: Option<Detail>,
        });

    /// Reads any provider's usage. Cached tokens are part of `prompt_tokens`. Returns null if it
    /// doesn't state a prompt size.
    read_usage(["tokens"], Input::Other("usage", "Any", "unknown"), takes []) -> Plain(Option<Usage>),
        r#"{"input_tokens": 12, "cache_read_input_tokens": 3000, "output_tokens": 40}"#,
        "{}" =>
        usage_counts;

    /// Estimates the tokens of a text by a rule. Null counts as 0 tokens.
    estimate_text_tokens(PRESETS, Input::Other("text", "str | None", "string | null"), takes ["unit", "estimator", "model", "tokenizer", "chars_per_token", "image_tokens"]) -> Plain(TextTokens),
        r#""Hello, world!""#,
        r#"{"rule": "config"}"# =>
        estimate_text_tokens(EstimateTextTokensArgs {
            /// The rule: `config` for the measuring options, or the name of an original's rule.
            rule: Option<String>,
        });
}

fn estimate_tokens(call: Call<'_>) -> Result<Value> {
    let mut history = call.history()?;
    take_reports(&mut history, call.options)?;
    Ok(json!(estimate(&mut history, call.options)?))
}

fn count_tokens(call: Call<'_>) -> Result<Value> {
    if call.input.kind() == Kind::String {
        let tokens = call.config.overhead_tokens(call.input)?;
        return Ok(json!(TokenCount {
            tokens,
            exact: is_exact(&call.config),
            by_kind: None,
            per_message: Vec::new(),
            details: None,
        }));
    }
    let mut history = call.history()?;
    take_reports(&mut history, call.options)?;
    counted(&mut history, call.options)
}

/// The result of `count_tokens` for what was read.
pub fn counted(history: &mut ConfiguredHistory, options: &Item<'_>) -> Result<Value> {
    let details = estimate(history, options)?;
    Ok(json!(TokenCount {
        tokens: details.tokens,
        exact: is_exact(history.config()),
        by_kind: Some(Breakdown::of_history(history)),
        per_message: details.per_message.clone(),
        details: Some(details),
    }))
}

/// Whether texts are counted, by a public encoding or by the host.
fn is_exact(config: &Config) -> bool {
    matches!(config.estimator(), Estimator::Exact | Estimator::Host)
}

fn usage_counts(call: Call<'_>) -> Result<Value> {
    Ok(json!(read_usage(call.input)?))
}

/// The name of the rule that measures as the options say.
const CONFIG_RULE: &str = "config";

fn estimate_text_tokens(call: Call<'_>, args: EstimateTextTokensArgs) -> Result<Value> {
    let (config, text) = (call.config, call.input);
    let rule = match args.rule {
        None => conspectus_presets::of(&config).token_rules.first().copied(),
        Some(given) => {
            let rules = conspectus_presets::token_rules();
            match rules.iter().find(|rule| rule.name == given) {
                Some(rule) => Some(*rule),
                None if given == CONFIG_RULE => None,
                None => {
                    let names: Vec<&str> = std::iter::once(CONFIG_RULE)
                        .chain(rules.iter().map(|rule| rule.name))
                        .collect();
                    return Err(invalid(
                        "rule",
                        &format!("one of {}", names.join(", ")),
                        &media::sanitize_label(&given, 64),
                    ));
                }
            }
        }
    };
    let tokens = match (text.kind(), rule) {
        (Kind::Null, _) => 0,
        (Kind::String, Some(rule)) => {
            let text = text.text();
            (rule.tokens)(text, config.tuning.chars_per_token)
        }
        (Kind::String, None) => config.overhead_tokens(text)?,
        _ => return Err(unfit("", "the text must be a string", text)),
    };
    Ok(json!(TextTokens {
        tokens,
        rule: rule.map_or(CONFIG_RULE, |rule| rule.name),
    }))
}

/// The result of `estimate_tokens`. `tokens` counts everything. `overhead` is the part of it that
/// compaction cannot shrink: the system text, the tool schemas, and the frames of the messages.
pub fn estimate(history: &mut ConfiguredHistory, options: &Item<'_>) -> Result<Estimate> {
    let [system, tools] = around_tokens(options, |value| history.overhead_tokens(value))?;
    let per_message: Vec<u64> = (0..history.len())
        .map(|index| history.tokens_between(0, index + 1) - history.tokens_between(0, index))
        .collect();
    let framed = (history.len() - history.first_read()) as u64;
    let frames = framed * history.config().message_overhead_tokens;
    Ok(Estimate {
        tokens: history.tokens() + system + tools,
        chars: history.chars(),
        media: history.media(),
        media_tokens: history.media_tokens(),
        overhead: Overhead {
            system,
            tools,
            frames,
        },
        per_message,
        prompt_tokens: history.unlisted_tokens().map(|_| history.prompt_tokens()),
        unlisted_tokens: history.unlisted_tokens(),
        dialect: history.dialect(),
    })
}

/// Reads the argument `reports`, a list of `{usage, messages}`, and passes each report to the
/// history, in order.
pub fn take_reports(history: &mut ConfiguredHistory, options: &Item<'_>) -> Result<()> {
    let Some(reports) = argument(options, "reports") else {
        return Ok(());
    };
    if reports.kind() != Kind::Array {
        let message = format!(
            "reports must be a list of {{usage, messages}}, found {}",
            kind_name(reports.kind())
        );
        return Err(wrong("reports", message));
    }
    items(&reports, |index, report| {
        let read = take_report(history, &report);
        read.map_err(|error| error.under(&index.to_string()).under("reports"))
    })?;
    Ok(())
}

fn take_report(history: &mut ConfiguredHistory, report: &Item<'_>) -> Result<()> {
    let usage = report
        .get("usage")
        .ok_or_else(|| Error::new(ErrorKind::InvalidOption, "", "a report requires `usage`"))?;
    let usage = read_usage(usage).map_err(|error| error.under("usage"))?;
    let messages = argument(report, "messages")
        .map(|value| index(&value, "messages"))
        .transpose()?;
    let messages = messages.unwrap_or(history.len());
    usage.map_or(Ok(()), |usage| {
        history.report_usage(usage.prompt_tokens, messages)
    })
}

/// The tokens of the system prompt and of the tool schemas, as `count` counts each of them.
pub fn around_tokens(
    options: &Item<'_>,
    mut count: impl FnMut(&Item<'_>) -> Result<u64>,
) -> Result<[u64; 2]> {
    let mut side = |name: &str| {
        argument(options, name).map_or(Ok(0), |value| {
            count(&value).map_err(|error| error.under(name))
        })
    };
    Ok([side("system")?, side("tools")?])
}

/// The result is `{tokens, rule, detail, kind}`, with `width` and `height`, `pages` or `seconds`.
/// The medium may be base64, a data URL, bytes, a block that holds one of these, or `{width,
/// height}` of an image that is not at hand.
fn media_tokens(call: Call<'_>, args: MediaTokensArgs) -> Result<Value> {
    let (config, medium) = (call.config, call.input);
    let detail = args.detail.unwrap_or_else(|| media::detail_of(medium));
    let facts = match medium.kind() {
        Kind::String | Kind::Bytes => media::probe(medium),
        Kind::Object => facts_of(medium)?,
        _ => {
            let expected = "a media item must be base64, a data URL, bytes or an object";
            return Err(unfit("", expected, medium));
        }
    };
    let rule = config.media_rule();
    let tokens = rule.tokens(facts, detail, config.image_constant());
    let mut result = MediaTokens {
        tokens,
        rule: rule.name(),
        detail: detail.name(),
        kind: MediumKind::Unknown,
        width: None,
        height: None,
        pages: None,
        seconds: None,
    };
    match facts {
        MediaFacts::Image { width, height } => {
            result.kind = MediumKind::Image;
            (result.width, result.height) = (Some(width), Some(height));
        }
        MediaFacts::Pdf { pages } => {
            (result.kind, result.pages) = (MediumKind::Pdf, Some(pages.into()));
        }
        MediaFacts::Audio { seconds } => {
            (result.kind, result.seconds) = (MediumKind::Audio, Some(seconds));
        }
        MediaFacts::Unknown => {}
    }
    Ok(json!(result))
}

fn facts_of<'v>(block: &Item<'v>) -> Result<MediaFacts> {
    if let (Some(width), Some(height)) = (argument(block, "width"), argument(block, "height")) {
        let side = |value: &Item<'v>, name: &str| {
            let pixels = whole(value, name, 1).map_err(|error| {
                Error::new(ErrorKind::InvalidMessages, error.path(), error.message())
            })?;
            Ok::<u32, Error>(u32::try_from(pixels).unwrap_or(u32::MAX))
        };
        return Ok(MediaFacts::Image {
            width: side(&width, "width")?,
            height: side(&height, "height")?,
        });
    }
    // Dialects keep the payload in the block or one level below.
    let is_data = |data: &Item<'v>| matches!(data.kind(), Kind::String | Kind::Bytes);
    let data = |holder: &Item<'v>| {
        ["data", "url", "file_data", "image", "bytes"]
            .iter()
            .find_map(|key| holder.get(key))
            .filter(is_data)
    };
    let inner = [
        "source",
        "image_url",
        "inlineData",
        "inline_data",
        "input_audio",
        "file",
    ]
    .iter()
    .find_map(|key| block.get(key));
    let found = data(block).or_else(|| {
        inner
            .as_ref()
            .and_then(|inner| data(inner).or(Some(*inner)))
    });
    Ok(found.map_or(MediaFacts::Unknown, |data| media::probe(&data)))
}
