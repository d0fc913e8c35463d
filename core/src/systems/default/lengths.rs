//! A list that is far below the trigger, whatever its texts contain: only its lengths are read.

use crate::compactor::stages::begin::noop;
use crate::compactor::stages::payload;
use crate::compactor::stages::reported::measure;
use crate::compactor::{BELOW_TRIGGER, Memory, ONE, Report, Run};
use crate::reduce::first_unseen;
use crate::{CompactArgs, ConfiguredHistory};

/// Tokens that a char of a text can cost at most. A char is a unit of UTF-16, which takes three
/// bytes of UTF-8 at most, and no tokenizer makes more than a token of a byte.
const TEXT_TOKENS: u64 = 3;
/// The most tokens of a char in JSON: a control char is written as six.
const JSON_TOKENS: u64 = 6;
/// The most tokens of a part in addition to its text: the words around it in the provider's prompt.
/// Chosen here, far above the overhead that estimators add.
const AROUND_TOKENS: u64 = 50;
/// A list of fewer chars is read: that takes a millisecond, and then all sizes are real. Chosen
/// here.
const LONG_CHARS: u64 = 100_000;

/// A run without a change, if that is certain without reading the texts. It is not certain with a
/// report of the provider, from which sizes are learned, a limit in bytes, prices, a media item, or
/// a new result that could be condensed.
pub fn quick_check(
    lengths: &ConfiguredHistory,
    turn: &CompactArgs,
    memory: &Memory,
) -> Option<Run> {
    let config = lengths.config();
    let asks = turn.prompt_tokens.is_some()
        || turn.force
        || config.cache_prices.is_some()
        || payload::is_limited(config, turn)
        || super::steps::is_idle(config, turn);
    if asks
        || lengths.media() > 0
        || lengths.chars() < LONG_CHARS
        || first_unseen(lengths).is_some()
    {
        return None;
    }
    let measured = measure(lengths, turn, memory);
    let room = measured.room(config)?;
    let trigger = room.trigger(config);
    let most = most_tokens(lengths) as f64 * measured.scale as f64 / ONE as f64;
    if most as u64 + measured.around >= trigger {
        return None;
    }
    let mut report = Report::new(lengths, measured.used, trigger, measured.around);
    report.size.from_lengths = true;
    Some(noop(None, report, BELOW_TRIGGER))
}

/// The most tokens that these messages can be estimated at. The sums are updated as messages
/// arrive, so this does not read them again: their tokens are guessed from chars, and are converted
/// back to chars here.
fn most_tokens(lengths: &ConfiguredHistory) -> u64 {
    let (config, messages) = (lengths.config(), lengths.len() - lengths.first_read());
    let messages = messages as u64;
    let spent = lengths.spent(0, lengths.len());
    let texts = spent.system + spent.user + spent.assistant + spent.reasoning;
    let around_messages = messages * config.message_overhead_tokens;
    let rest =
        spent.tool_calls + spent.tool_results + (spent.other - around_messages as f64).max(0.0);
    let content =
        (texts * TEXT_TOKENS as f64 + rest * JSON_TOKENS as f64) * lengths.scale().chars_per_token;
    let around = (lengths.parts().len() as u64 + messages).saturating_mul(AROUND_TOKENS);
    (content.ceil() as u64)
        .saturating_add(around)
        .saturating_add(around_messages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::host::item::Item;
    use serde_json::json;

    #[test]
    fn no_character_costs_more_than_the_bound() {
        for model in [
            "gpt-4o",
            "gpt-4",
            "claude-3-5-sonnet",
            "claude-opus-4-7",
            "gemini-2.5-pro",
            "qwen3",
            "llama-3",
            "deepseek-v3",
        ] {
            let config = Config::builder()
                .model(model)
                .context_window(200_000)
                .build()
                .expect("valid");
            for char in (1..0x20_000u32).step_by(97).filter_map(char::from_u32) {
                for text in [
                    char.to_string().repeat(8),
                    format!(" {char}").repeat(8),
                    format!("a{char}\n").repeat(8),
                ] {
                    let args = json!({ &text: text }).to_string();
                    let messages = json!([
                        { "role": "user", "content": text },
                        { "role": "assistant", "content": null, "tool_calls": [{ "id": "c", "type": "function", "function": { "name": "f", "arguments": args } }] },
                    ]);
                    let read = ConfiguredHistory::of(config.clone(), &messages).expect("readable");
                    let lengths = read
                        .of_lengths(&Item::from(&messages), 2.7)
                        .expect("readable");
                    let most = most_tokens(&lengths) - 4 * AROUND_TOKENS;
                    assert!(
                        read.tokens() <= most + 20,
                        "{model}: {text:?} takes {} and {most} at most",
                        read.tokens()
                    );
                }
            }
        }
    }
}
