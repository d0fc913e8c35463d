//! Operations that only qwen-code has: old images as references, the estimate of the next prompt,
//! and its settings.

use super::settings_of;
use crate::api::argument;
use crate::api::edited::by_patch;
use crate::api::operation::{Call, Gives, Input, Operation, Rows, may, operations};
use crate::api::systems::Settings;
use crate::compactor::stages::edits::removed;
use crate::config::Domain;
use crate::config::Habits;
use crate::configured::ConfiguredHistory;
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::read::dialect::kind_name;
use crate::shape::{Typed, shapes};
use crate::systems::qwen_code::images::ImageReference;
use crate::systems::qwen_code::{SEED, estimate, images, settings};
use serde_json::{Value, json};

const ROOM: &[&str] = &["qwen_code"];

const REFERENCE_IMAGES: Operation = Operation {
    name: "reference_images",
    rooms: ROOM,
    about: "Prepares a request with many pictures: old pictures become lines of text, and the newest move to the end. Send what comes back, and \
            keep your own list. Below `max_images` pictures nothing changes.",
    input: Input::Messages,
    measures: false,
    options: &[
        "dialect",
        "model",
        "image_tokens",
        "max_images",
        "keep_images",
        "tokenizer",
        "thinking",
    ],
    arguments: &[],
    gives: Gives::Edited(ImageDetails::TYPE),
    example: (r#"[{"role": "user", "parts": [{"text": "Hi"}]}]"#, "{}"),
};

const ESTIMATE_PROMPT_TOKENS: Operation = Operation {
    name: "estimate_prompt_tokens",
    rooms: ROOM,
    about: "Estimates the tokens of the next prompt: the provider's last counts and the new message, or all messages if there is no count yet.",
    input: Input::Messages,
    measures: true,
    options: &[],
    arguments: &[
        may(
            "message",
            Domain::Data("Any", "unknown"),
            "The message that is about to be sent.",
        ),
        may(
            "last_prompt_tokens",
            Domain::Whole(0),
            "Tokens of the last prompt as the provider reported them; 0 unless given.",
        ),
        may(
            "last_output_tokens",
            Domain::Whole(0),
            "Tokens of the last answer as the provider reported them.",
        ),
        may(
            "conservative",
            Domain::Flag,
            "Whether the new message counts one and a half times.",
        ),
    ],
    gives: Gives::Plain(PromptTokens::TYPE),
    example: (
        r#"[{"role": "user", "parts": [{"text": "Hi"}]}]"#,
        r#"{"last_prompt_tokens": 1200}"#,
    ),
};

const RESOLVE_SETTINGS: Operation = Operation {
    name: "resolve_settings",
    rooms: ROOM,
    about: "Reads qwen-code's settings from environment variables that you pass in and from its settings file. Gives `options` for the \
            compactor, every value, where each came from, what could not be used, and keys that there are not.",
    input: Input::Other(
        "env",
        "Mapping[str, str] | None",
        "Readonly<Record<string, string | undefined>> | null",
    ),
    measures: false,
    options: &[],
    arguments: &[may(
        "settings",
        Domain::Data(
            "Mapping[str, Any] | str",
            "Readonly<Record<string, unknown>> | string",
        ),
        "The settings file, as data or as its text, which may hold comments.",
    )],
    gives: Gives::Plain(Settings::TYPE),
    example: (r#"{"QWEN_MC_KEEP_RECENT": "3"}"#, "{}"),
};

shapes! {
    /// What became of pictures.
    pub struct ImageDetails {
        /// How many pictures the list carries as bytes.
        pub images: u64,
        /// How many of them became a line.
        pub referenced: u64,
        /// How many different pictures stand in the message at the end.
        pub attached: u64,
        /// Tokens that this saves.
        pub tokens_saved: u64,
        /// The pictures that became lines.
        pub references: Vec<ImageReference>,
    }

    /// Tokens of the next prompt.
    pub struct PromptTokens: Copy {
        /// All tokens.
        pub tokens: u64,
        /// Those of the new message.
        pub message_tokens: u64,
    }
}

operations! {
    REFERENCE_IMAGES => reference_images,
    ESTIMATE_PROMPT_TOKENS => prompt,
    RESOLVE_SETTINGS => resolve_settings,
}

fn reference_images<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (patch, edits, references, report) = images::reference_images(&history, call.input);
    let details = ImageDetails {
        images: report.images,
        referenced: report.referenced,
        attached: report.attached,
        tokens_saved: report.tokens_saved,
        references,
    };
    let mut result = by_patch(history.config(), call.input, &patch, &details)?;
    (result["removed"], result["edits"]) = (json!(removed(&edits)), json!(edits));
    Ok(result)
}

/// The result is `{tokens, message_tokens}` (Q-14).
fn prompt<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let given = ESTIMATE_PROMPT_TOKENS.arguments;
    let mut history = ConfiguredHistory::of(config, messages)?;
    let length = history.len();
    if let Some(message) = argument(options, "message") {
        history
            .append(&message)
            .map_err(|error| Error::new(error.kind(), "/message", error.message()))?;
    }
    let prompt = estimate::Prompt {
        last_prompt_tokens: given.whole(options, "last_prompt_tokens")?.unwrap_or(0),
        last_output_tokens: given.whole(options, "last_output_tokens")?.unwrap_or(0),
        all_tokens: history.tokens(),
        message_tokens: history.tokens_between(length, history.len()),
        conservative: given.flag(options, "conservative", false)?,
    };
    Ok(json!(PromptTokens {
        tokens: estimate::prompt_tokens(&prompt),
        message_tokens: prompt.message_tokens,
    }))
}

/// The input is the environment, a map of strings (Q-30..Q-34).
fn resolve_settings<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: env,
        options,
        ..
    } = call;
    if !matches!(env.kind(), Kind::Object | Kind::Null) {
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            "",
            format!(
                "the environment must be an object, found {}",
                kind_name(env.kind())
            ),
        ));
    }
    let env = env.to_value()?;
    let given = argument(options, "settings")
        .map(|given| settings_of(&given))
        .transpose();
    let given = given.map_err(|error| error.under("settings"))?.flatten();
    let first_form = config.system.name() == SEED.name();
    settings::resolve(&env, given.as_ref(), first_form)
}
