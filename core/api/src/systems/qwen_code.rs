//! Operations that only qwen-code has: old images as references, the estimate of the next prompt,
//! and its settings.

use super::settings_of;
use crate::argument;
use crate::edited::by_patch;
use crate::operation::{Call, Input, MESSAGES, Viewed, operations, unfit};
use crate::systems::Settings;
use conspectus::inner::{Domain, Kind, removed, shapes};
use conspectus::{Error, Item, Result};
use conspectus_presets::qwen_code::images::ImageReference;
use conspectus_presets::qwen_code::policy::SEED_SPEC;
use conspectus_presets::qwen_code::{estimate, images, settings};
use serde_json::{Value, json};

const ROOM: [&str; 1] = ["qwen_code"];

shapes! {
    /// Counts of images.
    pub struct ImageDetails {
        /// Images with their bytes.
        pub images: u64,
        /// Images replaced by a line.
        pub referenced: u64,
        /// Different images in the last message.
        pub attached: u64,
        /// Tokens saved.
        pub tokens_saved: u64,
        /// The replaced images.
        pub references: Vec<ImageReference>,
    }

    /// The tokens of the next prompt.
    pub struct PromptTokens: Copy {
        /// All tokens.
        pub tokens: u64,
        /// Tokens of the new message.
        pub message_tokens: u64,
    }
}

operations! {
    /// Prepares a request with many images: older ones become lines of text, the newest move to the
    /// end.
    reference_images(ROOM, MESSAGES, takes ["dialect", "model", "image_tokens", "max_images", "keep_images", "tokenizer", "thinking"]) -> Edited(ImageDetails),
        r#"[{"role": "user", "parts": [{"text": "Hi"}]}]"#,
        "{}" =>
        reference_images;

    /// Estimates the tokens of the next prompt from the provider's last counts and the new message,
    /// or from all messages.
    estimate_prompt_tokens(ROOM, MESSAGES, measures []) -> Plain(PromptTokens),
        r#"[{"role": "user", "parts": [{"text": "Hi"}]}]"#,
        r#"{"last_prompt_tokens": 1200}"# =>
        prompt(EstimatePromptTokensArgs {
            /// The message that you're about to send.
            message: Option<Viewed>,
            /// The provider's token count of the last prompt; 0 by default.
            last_prompt_tokens: u64 = 0,
            /// The provider's token count of the last response.
            last_output_tokens: u64 = 0,
            /// Whether the new message counts one and a half times.
            conservative: bool = false,
        });

    /// Converts qwen-code's environment variables and settings file to `options` for a compactor.
    resolve_settings(ROOM, Input::Other("env", "Mapping[str, str] | None", "Readonly<Record<string, string | undefined>> | null"), takes []) -> Plain(Settings),
        r#"{"QWEN_MC_KEEP_RECENT": "3"}"#,
        "{}" =>
        resolve_settings(ResolveSettingsArgs {
            /// The settings file, as data or as text with comments.
            settings: Option<Viewed> [Domain::Data("Mapping[str, Any] | str", "Readonly<Record<string, unknown>> | string")],
        });
}

fn reference_images(call: Call<'_>) -> Result<Value> {
    let history = call.history()?;
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
fn prompt(call: Call<'_>, args: EstimatePromptTokensArgs) -> Result<Value> {
    let mut history = call.history()?;
    let length = history.len();
    if let Some(message) = argument(call.options, "message") {
        history
            .append(message)
            .map_err(|error| Error::new(error.kind(), "/message", error.message()))?;
    }
    let prompt = estimate::Prompt {
        last_prompt_tokens: args.last_prompt_tokens,
        last_output_tokens: args.last_output_tokens,
        all_tokens: history.tokens(),
        message_tokens: history.tokens_between(length, history.len()),
        conservative: args.conservative,
    };
    Ok(json!(PromptTokens {
        tokens: estimate::prompt_tokens(&prompt),
        message_tokens: prompt.message_tokens,
    }))
}

/// The input is the environment, a map of strings (Q-30..Q-34).
fn resolve_settings(call: Call<'_>, _: ResolveSettingsArgs) -> Result<Value> {
    let env = call.input;
    if !matches!(env.kind(), Kind::Object | Kind::Null) {
        return Err(unfit("", "the environment must be an object", env));
    }
    let env = env.to_value()?;
    let given = argument(call.options, "settings")
        .map(|given| settings_of(&given))
        .transpose();
    let given = given.map_err(|error| error.under("settings"))?.flatten();
    let first_form = call.config.system.name == SEED_SPEC.name;
    settings::resolve(&env, given.as_ref().map(Item::from), first_form)
}
