//! Operations that only gemini-cli has: `curate`, `harden` and `mask_tool_outputs`, its threshold
//! and overflow check, its names and its estimates.

use crate::edited::{by_edits, by_patch};
use crate::operation::{Call, Input, MESSAGES, NOTHING, Viewed, list_of, operations, unfit};
use crate::reduce::locators;
use crate::text::{CutArgs, shared};
use conspectus::inner::{Domain, Kind, shapes};
use conspectus::{Error, ErrorKind, Item, Patch, Result};
use conspectus_presets::gemini_cli::curate::{self, CurateRules};
use conspectus_presets::gemini_cli::estimate::{
    CHARS_PER_TOKEN, RequestEstimate, request as request_estimate,
};
use conspectus_presets::gemini_cli::events::{ChatEvent, chat_event};
use conspectus_presets::gemini_cli::harden::{self, HardenRules, LOST_RESULT};
use conspectus_presets::gemini_cli::limits::{
    Overflow, OverflowRule, ThresholdFrom, compression_threshold, overflow,
};
use conspectus_presets::gemini_cli::mask::{
    MIN_TOKENS, MaskDetails, MaskRules, PROTECT_TOKENS, mask,
};
use conspectus_presets::gemini_cli::policy::SPEC;
use conspectus_presets::gemini_cli::policy::limits::{compressor_model, token_limit};
use conspectus_presets::gemini_cli::recent::{
    CACHE_ENTRIES, CacheKeys, EVENTS, RecentActivity, least_recently_used, recent_activity,
};
use conspectus_presets::gemini_cli::truncate::{
    PROPORTIONAL, first_foreign_part, normalize_response,
};
use conspectus_presets::gemini_cli::turns::Change;
use serde_json::{Value, json};
use std::num::NonZeroUsize;

const ROOM: [&str; 1] = ["gemini_cli"];
/// A short history in Gemini's shape, for examples.
const GEMINI: &str = r#"[{"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": [{"text": "Hello"}]}]"#;

shapes! {
    /// gemini-cli's threshold.
    pub struct CompressionThreshold: Copy {
        /// The fraction of the window.
        pub threshold: f64,
        /// The origin of the threshold.
        pub source: ThresholdFrom,
    }
}

operations! {
    /// Removes invalid model messages from a Gemini history. Consecutive model messages are kept or
    /// removed together.
    curate(ROOM, MESSAGES, takes []) -> Edited(Vec<Change>),
        GEMINI,
        r#"{"modern": true}"# =>
        curated(CurateArgs {
            /// Whether to remove thoughts and merge neighbors of one role, as for newer models.
            modern: bool = false,
            /// Whether to merge a result with the prompt after it. On under the preset
            /// `gemini-cli`.
            merge_results: Option<bool>,
            /// Whether to also remove model messages without parts, and user messages with only
            /// results.
            strict: bool = false,
        });

    /// Makes a Gemini history valid: neighbors of one role are merged, calls and results are
    /// paired. The switches are off, but on under the preset `gemini-cli`.
    harden(ROOM, MESSAGES, takes []) -> Edited(Vec<Change>),
        GEMINI,
        r#"{"end_with_user": true}"# =>
        hardened(HardenArgs {
            /// Whether thoughts are removed.
            strip_thoughts: Option<bool>,
            /// Whether the first call of a turn gets a signature if it has none.
            sign_calls: Option<bool>,
            /// Whether calls at the end of the list are answered too.
            answer_pending: Option<bool>,
            /// Whether a list that ends with the model gets a final user message.
            end_with_user: Option<bool>,
            /// Whether fields unknown to the API are removed.
            scrub: Option<bool>,
            /// The text of a result that answers a call whose result was lost.
            lost_result: String = LOST_RESULT.to_owned(),
            /// Your hook's text for this turn: an extra part of the last user message, in
            /// `<hook_context>`. Pass it once per prompt.
            hook_context: Option<String>,
        });

    /// Truncates each long text in a tool result to a share of its tokens.
    normalize_response(ROOM, Input::Other("parts", "Sequence[Any]", "readonly unknown[]"), takes []) -> Edited(Vec<String>),
        r#"[{"functionResponse": {"name": "read_file", "response": {"output": "short"}}}]"#,
        r#"{"ratio": 0.5}"# =>
        normalized(NormalizeResponseArgs {
            /// The share of its tokens that each long text keeps.
            ratio: f64 [Domain::Number(0.0, 1.0)],
        }) with &CutArgs::ROWS;

    /// Estimates the tokens of a request like gemini-cli, and whether gemini-cli would let the
    /// provider count them.
    estimate_parts_tokens(ROOM, Input::Other("request", "Any", "unknown"), takes ["chars_per_token"]) -> Plain(RequestEstimate),
        r#"[{"text": "Hello"}]"#,
        "{}" =>
        parts_tokens;

    /// Returns gemini-cli's window for a model. Other vendors' models are errors.
    token_limit(ROOM, Input::Other("model", "str | None", "string | null"), takes []) -> Plain(u64),
        r#""gemini-2.5-pro""#,
        "{}" =>
        window_of;

    /// Replaces old tool outputs with a preview and the location in your store. An output is masked
    /// once `locators` has its key.
    mask_tool_outputs(ROOM, MESSAGES, takes ["dialect", "model", "image_tokens", "tokenizer", "thinking"]) -> Edited(MaskDetails),
        GEMINI,
        "{}" =>
        mask_tool_outputs(MaskToolOutputsArgs {
            /// Tokens of the newest outputs to keep.
            protect_tokens: u64 = PROTECT_TOKENS,
            /// The fewest tokens worth masking.
            min_tokens: u64 = MIN_TOKENS,
            /// Whether to keep the outputs in the last message; true by default.
            protect_latest_turn: bool = true,
            /// The location of each stored output, by key.
            locators: Option<Viewed> [Domain::Data("Mapping[str, str]", "Readonly<Record<string, string>>")],
        });

    /// Returns gemini-cli's threshold as a fraction of the window: `local`, otherwise `remote`,
    /// otherwise 0.5.
    compression_threshold(ROOM, NOTHING, takes []) -> Plain(CompressionThreshold),
        "null",
        r#"{"local": 0.7}"# =>
        threshold(CompressionThresholdArgs {
            /// The threshold from the user's settings.
            local: Option<f64> [Domain::Number(0.0, 1.0)],
            /// The threshold from the vendor's remote configuration.
            remote: Option<f64> [Domain::Number(0.0, 1.0)],
        });

    /// Returns whether a request exceeds the context window, by gemini-cli's check.
    check_overflow(ROOM, Input::Other("request", "Any", "unknown"), takes ["context_window", "model"]) -> Plain(Overflow),
        r#"[{"text": "Hello"}]"#,
        r#"{"model": "gemini-2.5-pro"}"# =>
        overflow_check(CheckOverflowArgs {
            /// The provider's token count of the last prompt.
            last_prompt_tokens: u64 = 0,
            /// Whether the request may use all remaining tokens, or 95% of them.
            rule: OverflowRule = OverflowRule::Remaining,
        });

    /// Returns gemini-cli's event `ChatCompressed` after a summary, or null.
    chat_event(ROOM, Input::Other("result", "Any", "unknown"), takes []) -> Plain(Option<ChatEvent>),
        r#"{"status": "summarized", "tokens_before": 9000, "tokens_after": 2000}"#,
        "{}" =>
        event_of;

    /// Returns the alias of the model that gemini-cli uses for summaries.
    compressor_model(ROOM, Input::Other("model", "str | None", "string | null"), takes []) -> Plain(String),
        r#""gemini-2.5-pro""#,
        "{}" =>
        compressor;

    /// Returns which keys a least-recently-used cache keeps after these uses, oldest first, and
    /// which it evicts.
    least_recently_used(ROOM, Input::Other("uses", "Sequence[str]", "readonly string[]"), takes []) -> Plain(CacheKeys),
        r#"["a.py", "b.py", "a.py", "c.py"]"#,
        r#"{"max_entries": 2}"# =>
        cache_keys(LeastRecentlyUsedArgs {
            /// The most entries in the cache; 50 by default.
            max_entries: u64 [Domain::Whole(1)] = CACHE_ENTRIES as u64,
        });

    /// Returns which events to keep if only the newest are, and the count of each `type`.
    recent_activity(ROOM, Input::Other("events", "Sequence[Any]", "readonly unknown[]"), takes []) -> Plain(RecentActivity),
        r#"[{"type": "tool_call_scheduled", "timestamp": 1000}, {"type": "user_input", "timestamp": 2000}]"#,
        r#"{"max_events": 1}"# =>
        activity(RecentActivityArgs {
            /// The most events to keep; 100 by default.
            max_events: usize = EVENTS,
        });
}

/// The result is `{patch, changes}`.
fn curated(call: Call<'_>, args: CurateArgs) -> Result<Value> {
    let Call { config, input, .. } = call;
    let as_upstream = config.system.name == SPEC.name;
    let rules = CurateRules {
        modern: args.modern,
        merge_results: args.merge_results.unwrap_or(as_upstream),
        strict: args.strict,
    };
    let (patch, changes) = curate::curate(input, rules)?;
    by_patch(&config, input, &patch, &changes)
}

/// The result is `{patch, changes}`.
fn hardened(call: Call<'_>, args: HardenArgs) -> Result<Value> {
    let Call { config, input, .. } = call;
    let as_upstream = config.system.name == SPEC.name;
    let rules = HardenRules {
        strip_thoughts: args.strip_thoughts.unwrap_or(as_upstream),
        sign_calls: args.sign_calls.unwrap_or(as_upstream),
        answer_pending: args.answer_pending.unwrap_or(as_upstream),
        end_with_user: args.end_with_user.unwrap_or(as_upstream),
        scrub: args.scrub.unwrap_or(as_upstream),
        lost_result: args.lost_result,
        hook_context: args.hook_context,
    };
    let (patch, changes) = harden::harden(input, &rules)?;
    by_patch(&config, input, &patch, &changes)
}

/// The result is `{patch}`, on the list of parts (G-62).
fn normalized(call: Call<'_>, args: NormalizeResponseArgs) -> Result<Value> {
    let parts = call.input;
    if parts.kind() != Kind::Array {
        return Err(unfit("", "the parts must be a list", parts));
    }
    let truncation = shared(call.options, &PROPORTIONAL)?;
    if let Some(index) = first_foreign_part(parts) {
        let message = "this isn't a Gemini part: normalize_response reads parts such as {functionResponse: {name, response}}. \
            Call truncate_text for the text of a result in another shape";
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            format!("/{index}"),
            message,
        ));
    }
    let patch = Patch {
        ops: normalize_response(parts, args.ratio, &truncation),
        splices: Vec::new(),
    };
    // What was cut: the places.
    let places: Vec<&str> = patch.ops.iter().map(|op| op.path.as_str()).collect();
    by_patch(&call.config, parts, &patch, &places)
}

/// The result is `{tokens, needs_count_api}`. A request is a string, a Gemini part, or a list of
/// both (G-50..G-56).
fn parts_tokens(call: Call<'_>) -> Result<Value> {
    Ok(json!(request_estimate(
        call.input,
        call.config.tuning.chars_per_token
    )?))
}

fn window_of(call: Call<'_>) -> Result<Value> {
    Ok(json!(token_limit(call.input.as_string().as_deref())?))
}

/// The result is `{patch, offloads, report, edits}`. `offloads` holds the outputs that have to be
/// stored first.
fn mask_tool_outputs(call: Call<'_>, args: MaskToolOutputsArgs) -> Result<Value> {
    let messages = call.input;
    let rules = MaskRules {
        protect_tokens: args.protect_tokens,
        min_tokens: args.min_tokens,
        protect_latest_turn: args.protect_latest_turn,
        locators: locators(call.options)?.unwrap_or_default(),
    };
    let history = call.history()?;
    let (edits, offloads, report) = mask(&history, messages, &rules);
    let edits = conspectus_history::reduce::restore_pointers(&history, messages, edits, 0..0);
    let mut result = by_edits(&history, messages, edits, &report);
    result["offloads"] = json!(offloads);
    Ok(result)
}

/// The result is `{threshold, source}` (G-25). A value that isn't a fraction is an error; in
/// gemini-cli it means "never" or "always" (B-32).
fn threshold(_: Call<'_>, args: CompressionThresholdArgs) -> Result<Value> {
    let (threshold, source) = compression_threshold(args.local, args.remote);
    Ok(json!(CompressionThreshold { threshold, source }))
}

/// The result is `{overflows, request_tokens, remaining_tokens}` (G-38).
fn overflow_check(call: Call<'_>, args: CheckOverflowArgs) -> Result<Value> {
    let config = call.config;
    let window = config.context_window.map_or_else(
        || token_limit(config.model.as_deref()).map_err(|error| error.under("model")),
        Ok,
    )?;
    Ok(json!(overflow(
        window,
        args.last_prompt_tokens,
        request_estimate(call.input, CHARS_PER_TOKEN)?.tokens,
        args.rule
    )))
}

fn event_of(call: Call<'_>) -> Result<Value> {
    Ok(json!(chat_event(call.input)))
}

fn compressor(call: Call<'_>) -> Result<Value> {
    Ok(json!(compressor_model(call.input.as_string().as_deref())))
}

/// The result is a key such as `tool-outputs/read_file_call_1.txt` (G-18).
fn cache_keys(call: Call<'_>, args: LeastRecentlyUsedArgs) -> Result<Value> {
    let uses = list_of(call.input, "uses must be a list of keys", |key| {
        key.as_string()
    })?;
    let most = usize::try_from(args.max_entries).unwrap_or(usize::MAX);
    Ok(json!(least_recently_used(
        &uses,
        NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN)
    )))
}

fn activity(call: Call<'_>, args: RecentActivityArgs) -> Result<Value> {
    Ok(json!(recent_activity(call.input, args.max_events)?))
}
