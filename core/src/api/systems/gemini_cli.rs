//! Operations that only gemini-cli has: `curate`, `harden` and `mask_tool_outputs`, its threshold
//! and overflow check, its names and its estimates.

use crate::api::argument;
use crate::api::edited::{by_edits, by_patch};
use crate::api::operation::{Call, Gives, Input, Operation, Rows, may, must, operations};
use crate::api::reduce::{LOCATORS, locators};
use crate::api::text::{SHARED, shared};
use crate::config::Habits;
use crate::config::{Domain, number, whole};
use crate::configured::ConfiguredHistory;
use crate::error::{Error, ErrorKind, Result};
use crate::host::patch::Patch;
use crate::host::view::{Kind, View, ViewExt};
use crate::read::dialect::kind_name;
use crate::shape::{Typed, shapes};
use crate::systems::gemini_cli::PRESET;
use crate::systems::gemini_cli::curate::{self, CurateRules};
use crate::systems::gemini_cli::estimate::{
    CHARS_PER_TOKEN, RequestEstimate, request as request_estimate, token_limit,
};
use crate::systems::gemini_cli::harden::{self, HardenRules, LOST_RESULT};
use crate::systems::gemini_cli::limits::{
    Overflow, OverflowRule, ThresholdFrom, compression_threshold, compressor_model, overflow,
};
use crate::systems::gemini_cli::mask::{MIN_TOKENS, MaskReport, MaskRules, PROTECT_TOKENS, mask};
use crate::systems::gemini_cli::recent::{
    Activity, CACHE_ENTRIES, CacheKeys, EVENTS, least_recently_used, recent_activity,
};
use crate::systems::gemini_cli::truncate::{PROPORTIONAL, first_foreign_part, normalize_response};
use crate::systems::gemini_cli::turns::Change;
use serde_json::{Value, json};
use std::num::NonZeroUsize;

const ROOM: &[&str] = &["gemini_cli"];
/// A short history in Gemini's shape, for examples.
const GEMINI: &str = r#"[{"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": [{"text": "Hello"}]}]"#;

const CURATE: Operation = Operation {
    name: "curate",
    rooms: ROOM,
    about: "Gives a Gemini history without invalid messages of the model. A run of the model's messages stays or goes as a whole.",
    input: Input::Messages,
    measures: false,
    options: &[],
    arguments: &[
        may(
            "modern",
            Domain::Flag,
            "Whether thoughts are removed and neighbours of the same role merged, as for newer models.",
        ),
        may(
            "merge_results",
            Domain::Flag,
            "Whether a result and the prompt after it are merged too. On under the preset `gemini-cli`.",
        ),
        may(
            "strict",
            Domain::Flag,
            "Whether messages of the model without parts go too, and messages of the user that hold results alone, as gemini-cli's document of \
             2025 says.",
        ),
    ],
    gives: Gives::Edited(<Vec<Change>>::TYPE),
    example: (GEMINI, r#"{"modern": true}"#),
};

const HARDEN: Operation = Operation {
    name: "harden",
    rooms: ROOM,
    about: "Makes a Gemini history that the API accepts: neighbours of one role are merged, and calls and results are paired. The five switches \
            add more; they are off, but on under the preset `gemini-cli`.",
    input: Input::Messages,
    measures: false,
    options: &[],
    arguments: &[
        may(
            "strip_thoughts",
            Domain::Flag,
            "Whether thoughts are removed.",
        ),
        may(
            "sign_calls",
            Domain::Flag,
            "Whether the first call of a turn gets a signature that the API accepts, if it has none.",
        ),
        may(
            "answer_pending",
            Domain::Flag,
            "Whether calls at the end of the list are answered too, although they may still be running.",
        ),
        may(
            "end_with_user",
            Domain::Flag,
            "Whether a list that ends with the model gets a message of the user at the end.",
        ),
        may(
            "scrub",
            Domain::Flag,
            "Whether fields that the API does not know are removed.",
        ),
        may(
            "lost_result",
            Domain::Text,
            "The text of the result that answers a call whose result was lost.",
        ),
    ],
    gives: Gives::Edited(<Vec<Change>>::TYPE),
    example: (GEMINI, r#"{"end_with_user": true}"#),
};

const NORMALIZE_RESPONSE: Operation = Operation {
    name: "normalize_response",
    rooms: ROOM,
    about: "Cuts every long text in the parts of a tool result to a share of its tokens. What is not cut is the same object as before.",
    input: Input::Other("parts", "Sequence[Any]", "readonly unknown[]"),
    measures: false,
    options: &[],
    arguments: &[
        must(
            "ratio",
            Domain::Number(0.0, 1.0),
            "The share of its tokens that each long text keeps.",
        ),
        SHARED[0],
        SHARED[1],
        SHARED[2],
    ],
    gives: Gives::Edited(<Vec<String>>::TYPE),
    example: (
        r#"[{"functionResponse": {"name": "read_file", "response": {"output": "short"}}}]"#,
        r#"{"ratio": 0.5}"#,
    ),
};

const ESTIMATE_PARTS_TOKENS: Operation = Operation {
    name: "estimate_parts_tokens",
    rooms: ROOM,
    about: "Estimates the tokens of a request as gemini-cli does, and says whether gemini-cli would ask the provider for the count.",
    input: Input::Other("request", "Any", "unknown"),
    measures: false,
    options: &["chars_per_token"],
    arguments: &[],
    gives: Gives::Plain(RequestEstimate::TYPE),
    example: (r#"[{"text": "Hello"}]"#, "{}"),
};

const TOKEN_LIMIT: Operation = Operation {
    name: "token_limit",
    rooms: ROOM,
    about: "Gives the context window, in tokens, that gemini-cli assumes for a model. A model of another vendor is an error.",
    input: Input::Other("model", "str | None", "string | null"),
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain(u64::TYPE),
    example: (r#""gemini-2.5-pro""#, "{}"),
};

const MASK_TOOL_OUTPUTS: Operation = Operation {
    name: "mask_tool_outputs",
    rooms: ROOM,
    about: "Moves old tool outputs to a store of yours and leaves a preview and the place. An output is masked once `locators` has a place for \
            its key.",
    input: Input::Messages,
    measures: false,
    options: &["dialect", "model", "image_tokens", "tokenizer", "thinking"],
    arguments: &[
        may(
            "protect_tokens",
            Domain::Whole(0),
            "Tokens of the newest outputs that stay.",
        ),
        may(
            "min_tokens",
            Domain::Whole(0),
            "Tokens that masking must be able to save; otherwise nothing is done.",
        ),
        may(
            "protect_latest_turn",
            Domain::Flag,
            "Whether the outputs in the last message stay; true unless given.",
        ),
        LOCATORS,
    ],
    gives: Gives::Edited(MaskReport::TYPE),
    example: (GEMINI, "{}"),
};

const COMPRESSION_THRESHOLD: Operation = Operation {
    name: "compression_threshold",
    rooms: ROOM,
    about: "Gives gemini-cli's threshold, as a fraction of the window: `local` if it is given, else `remote`, else 0.5. A value of 0 counts as \
            not given.",
    input: Input::Nothing,
    measures: false,
    options: &[],
    arguments: &[
        may(
            "local",
            Domain::Number(0.0, 1.0),
            "The threshold from the user's settings.",
        ),
        may(
            "remote",
            Domain::Number(0.0, 1.0),
            "The threshold from the vendor's remote configuration.",
        ),
    ],
    gives: Gives::Plain(Threshold::TYPE),
    example: ("null", r#"{"local": 0.7}"#),
};

const CHECK_OVERFLOW: Operation = Operation {
    name: "check_overflow",
    rooms: ROOM,
    about: "Says whether a request no longer fits the context window, as gemini-cli checks it before it sends one.",
    input: Input::Other("request", "Any", "unknown"),
    measures: false,
    options: &["context_window", "model"],
    arguments: &[
        may(
            "last_prompt_tokens",
            Domain::Whole(0),
            "Tokens of the last prompt as the provider reported them.",
        ),
        may(
            "rule",
            Domain::words::<OverflowRule>(),
            "Whether the request may take all that the window has left, or 95 % of it.",
        ),
    ],
    gives: Gives::Plain(Overflow::TYPE),
    example: (r#"[{"text": "Hello"}]"#, r#"{"model": "gemini-2.5-pro"}"#),
};

const COMPRESSOR_MODEL: Operation = Operation {
    name: "compressor_model",
    rooms: ROOM,
    about: "Gives the alias of the model that gemini-cli asks for a summary, by the conversation's model.",
    input: Input::Other("model", "str | None", "string | null"),
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain(String::TYPE),
    example: (r#""gemini-2.5-pro""#, "{}"),
};

const LEAST_RECENTLY_USED: Operation = Operation {
    name: "least_recently_used",
    rooms: ROOM,
    about: "Says which keys a cache of yours still holds after these uses, the oldest first, and which it lets go: those that were used the \
            longest time ago.",
    input: Input::Other("uses", "Sequence[str]", "readonly string[]"),
    measures: false,
    options: &[],
    arguments: &[may(
        "max_entries",
        Domain::Whole(1),
        "Entries that the cache holds; 50 unless given.",
    )],
    gives: Gives::Plain(CacheKeys::TYPE),
    example: (
        r#"["a.py", "b.py", "a.py", "c.py"]"#,
        r#"{"max_entries": 2}"#,
    ),
};

const RECENT_ACTIVITY: Operation = Operation {
    name: "recent_activity",
    rooms: ROOM,
    about: "Says which of your events stay if only the newest do, first in first out, and how many of each type there are. An event has a \
            `type`, and may have a `timestamp` in milliseconds.",
    input: Input::Other("events", "Sequence[Any]", "readonly unknown[]"),
    measures: false,
    options: &[],
    arguments: &[may(
        "max_events",
        Domain::Whole(0),
        "Events that stay; 100 unless given.",
    )],
    gives: Gives::Plain(Activity::TYPE),
    example: (
        r#"[{"type": "tool_call_scheduled", "timestamp": 1000}, {"type": "user_input", "timestamp": 2000}]"#,
        r#"{"max_events": 1}"#,
    ),
};

shapes! {
    /// The threshold of gemini-cli.
    pub struct Threshold as "CompressionThreshold": Copy {
        /// The share of the window.
        pub threshold: f64,
        /// Where it comes from.
        pub source: ThresholdFrom,
    }
}

operations! {
    CURATE => curated,
    HARDEN => hardened,
    NORMALIZE_RESPONSE => normalized,
    ESTIMATE_PARTS_TOKENS => parts_tokens,
    TOKEN_LIMIT => window_of,
    MASK_TOOL_OUTPUTS => mask_tool_outputs,
    COMPRESSION_THRESHOLD => threshold,
    CHECK_OVERFLOW => overflow_check,
    COMPRESSOR_MODEL => compressor,
    LEAST_RECENTLY_USED => cache_keys,
    RECENT_ACTIVITY => activity,
}

/// The result is `{patch, changes}`.
fn curated<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let as_upstream = config.system.name() == PRESET.name();
    let rules = CurateRules {
        modern: CURATE.arguments.flag(options, "modern", false)?,
        merge_results: CURATE
            .arguments
            .flag(options, "merge_results", as_upstream)?,
        strict: CURATE.arguments.flag(options, "strict", false)?,
    };
    let (patch, changes) = curate::curate(messages, rules)?;
    by_patch(&config, messages, &patch, &changes)
}

/// The result is `{patch, changes}`.
fn hardened<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let as_upstream = config.system.name() == PRESET.name();
    let given = |name: &str| HARDEN.arguments.flag(options, name, as_upstream);
    let rules = HardenRules {
        strip_thoughts: given("strip_thoughts")?,
        sign_calls: given("sign_calls")?,
        answer_pending: given("answer_pending")?,
        end_with_user: given("end_with_user")?,
        scrub: given("scrub")?,
        lost_result: HARDEN
            .arguments
            .text(options, "lost_result")?
            .unwrap_or_else(|| LOST_RESULT.to_owned()),
    };
    let (patch, changes) = harden::harden(messages, &rules)?;
    by_patch(&config, messages, &patch, &changes)
}

/// The result is `{patch}`, on the list of parts (G-62).
fn normalized<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: parts,
        options,
        ..
    } = call;
    if parts.kind() != Kind::Array {
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            "",
            format!(
                "the parts must be a list, found {}",
                kind_name(parts.kind())
            ),
        ));
    }
    let ratio = argument(options, "ratio").ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOption,
            "/ratio",
            "ratio (a fraction of 0 to 1) is needed",
        )
    })?;
    let ratio = number(&ratio, "ratio", 0.0, 1.0)?;
    let truncation = shared(options, &PROPORTIONAL)?;
    if let Some(index) = first_foreign_part(parts) {
        let message = "this is no Gemini part: normalize_response reads parts such as {functionResponse: {name, response}}. \
            Call truncate_text for the text of a result in another shape";
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            format!("/{index}"),
            message,
        ));
    }
    let patch = Patch {
        ops: normalize_response(parts, ratio, &truncation),
        splices: Vec::new(),
    };
    // What was cut: the places.
    let places: Vec<&str> = patch.ops.iter().map(|op| op.path.as_str()).collect();
    by_patch(&config, parts, &patch, &places)
}

/// The result is `{tokens, needs_count_api}`. A request is a string, a Gemini part, or a list of
/// both (G-50..G-56).
fn parts_tokens<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: request,
        ..
    } = call;
    Ok(json!(request_estimate(request, config.chars_per_token)?))
}

fn window_of<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(json!(token_limit(call.input.as_string().as_deref())?))
}

/// The result is `{patch, offloads, report, edits}`. `offloads` holds the outputs that have to be
/// stored first.
fn mask_tool_outputs<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let given = MASK_TOOL_OUTPUTS.arguments;
    let rules = MaskRules {
        protect_tokens: given
            .whole(options, "protect_tokens")?
            .unwrap_or(PROTECT_TOKENS),
        min_tokens: given.whole(options, "min_tokens")?.unwrap_or(MIN_TOKENS),
        protect_latest_turn: given.flag(options, "protect_latest_turn", true)?,
        locators: locators(options)?.unwrap_or_default(),
    };
    let history = ConfiguredHistory::of(config, messages)?;
    let (edits, offloads, report) = mask(&history, messages, &rules);
    let edits = crate::reduce::hold(&history, messages, edits, 0..0);
    let mut result = by_edits(&history, messages, edits, &report);
    result["offloads"] = json!(offloads);
    Ok(result)
}

/// The result is `{threshold, source}` (G-25). A value that is no fraction is an error; in
/// gemini-cli it means "never" or "always" (B-32).
fn threshold<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let options = call.options;
    let source = |name: &str| COMPRESSION_THRESHOLD.arguments.number(options, name);
    let (threshold, source) = compression_threshold(source("local")?, source("remote")?);
    Ok(json!(Threshold { threshold, source }))
}

/// The result is `{overflows, request_tokens, remaining_tokens}` (G-38).
fn overflow_check<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: parts,
        options,
        ..
    } = call;
    let given = CHECK_OVERFLOW.arguments;
    let last = given.whole(options, "last_prompt_tokens")?.unwrap_or(0);
    let rule = given
        .word(options, "rule")?
        .unwrap_or(OverflowRule::Remaining);
    let window = config.context_window.map_or_else(
        || token_limit(config.model.as_deref()).map_err(|error| error.under("model")),
        Ok,
    )?;
    Ok(json!(overflow(
        window,
        last,
        request_estimate(parts, CHARS_PER_TOKEN)?.tokens,
        rule
    )))
}

fn compressor<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(json!(compressor_model(call.input.as_string().as_deref())))
}

/// The result is a key such as `tool-outputs/read_file_call_1.txt` (G-18).
fn cache_keys<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call { input, options, .. } = call;
    let wrong = |path: String, found: Kind| {
        Error::new(
            ErrorKind::InvalidMessages,
            path,
            format!("uses must be a list of keys, found {}", kind_name(found)),
        )
    };
    if input.kind() != Kind::Array {
        return Err(wrong(String::new(), input.kind()));
    }
    let most = size(options, "max_entries", CACHE_ENTRIES, 1)?;
    let mut uses = Vec::with_capacity(input.len());
    for index in 0..input.len() {
        let Some(key) = input.at(index) else { break };
        uses.push(
            key.as_string()
                .ok_or_else(|| wrong(format!("/{index}"), key.kind()))?,
        );
    }
    Ok(json!(least_recently_used(
        &uses,
        NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN)
    )))
}

fn activity<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(json!(recent_activity(
        call.input,
        size(call.options, "max_events", EVENTS, 0)?
    )?))
}

fn size<O: View>(options: &O, name: &str, otherwise: usize, low: u64) -> Result<usize> {
    argument(options, name).map_or(Ok(otherwise), |value| {
        whole(&value, name, low).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    })
}
