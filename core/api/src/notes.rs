//! What is kept of messages that are removed: `summarize_extractive`, `check_summary`,
//! `parse_summary`.

use super::operation::{Call, MESSAGES, TEXT, operations, text_of};
use conspectus::inner::{Domain, shapes};
use conspectus::{CheckedSummary, Config, ConfiguredHistory, Item, Result, ToolHints};
use conspectus_summary::claims::Claims;
use conspectus_summary::minutes::{Minutes, Span};
use conspectus_summary::notes::memory::{Older, OwnMessages, Trust, seal};
use conspectus_summary::notes::reader::read;
use conspectus_summary::notes::snapshot::{Snapshot, record_sections};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Longest extractive summary by default, in tokens. Chosen here: what summaries made by a model
/// rarely exceed.
const MEMORY_TOKENS: u64 = 5_000;

shapes! {
    /// A summary made without a model.
    pub struct Summary {
        /// The summary.
        pub text: String,
        /// Its tokens.
        pub tokens: u64,
        /// Its sections by their names.
        pub sections: BTreeMap<&'static str, String>,
        /// What a model wrote in an earlier summary.
        pub notes: String,
        /// The text to put into a history.
        pub message: String,
    }

    /// A model's answer to a request for a summary, as it was read.
    pub struct ParsedSummary {
        /// The summary; may be empty.
        pub text: String,
        /// Whether it is complete, not cut off.
        pub closed: bool,
    }
}

operations! {
    /// Summarizes a conversation by quoting lines. Equal messages produce equal summaries. Add
    /// `message` to a history, so that the next summary continues it.
    summarize_extractive([""], MESSAGES, takes ["dialect", "model", "tokenizer"]) -> Plain(Summary),
        r#"[{"role": "user", "content": "Fix the login test."}, {"role": "assistant", "content": "I will check it."}]"#,
        "{}" =>
        summarize_extractive(SummarizeExtractiveArgs {
            /// The largest summary in tokens; 5,000 by default. Below about 600, little more than
            /// the request fits.
            max_tokens: u64 [Domain::Whole(1)] = MEMORY_TOKENS,
        });

    /// Reports the claims of a summary that its conversation contradicts or doesn't support: failed checks that it calls
    /// passed, and unknown paths, ids, numbers and commands.
    check_summary([""], MESSAGES, takes ["dialect"]) -> Plain(CheckedSummary),
        r#"[{"role": "user", "content": "Fix src/login.py. Never push to main."}, {"role": "assistant", "content": "I will check it."}]"#,
        r#"{"summary": "The user wants src/login.py fixed."}"# =>
        check_summary(CheckSummaryArgs {
            /// The summary, in any form.
            summary: String,
        });

    /// Reads a model's answer to a summary request: drops its thinking and any wrapper around it, and keeps the rest
    /// as it was written.
    parse_summary(["sansio"], TEXT, takes []) -> Plain(ParsedSummary),
        r#""<think>Short.</think>\n## Next step\nRun the login test.""#,
        "{}" =>
        parse;
}

/// A whole conversation, read.
pub(crate) fn minutes<'m>(
    config: Config,
    messages: &Item<'m>,
) -> Result<(ConfiguredHistory, Minutes<'m>)> {
    let history = ConfiguredHistory::of(config, messages)?;
    let span = Span {
        start: 0,
        end: history.len(),
        // Notes of an earlier part are not the user's words.
        ours: &OwnMessages::find(&history, messages, Trust::default()),
        cleared: &[],
        pinned: &[],
        hints: &ToolHints::default(),
        said_tokens: 0.0,
        beside: None,
    };
    let minutes = Minutes::of(&history, messages, &span);
    Ok((history, minutes))
}

fn summarize_extractive(call: Call<'_>, args: SummarizeExtractiveArgs) -> Result<Value> {
    let (history, minutes) = minutes(call.config, call.input)?;
    let scale = history.config().scale();
    let tokens_of = |snapshot: &Snapshot| scale.tokens_of_text(&snapshot.render()) as f64;
    let snapshot = minutes.remember(args.max_tokens as f64, tokens_of);
    let text = snapshot.render();
    let told = record_sections(&snapshot.record);
    Ok(json!(Summary {
        tokens: scale.tokens_of_text(&text),
        sections: told.map(|(name, text)| (name, text.to_owned())).collect(),
        notes: snapshot.words.clone(),
        message: seal(&snapshot, None, None, Older::default(), None).text,
        text,
    }))
}

fn check_summary(call: Call<'_>, args: CheckSummaryArgs) -> Result<Value> {
    let (history, minutes) = minutes(call.config.of_chars(), call.input)?;
    let claims = Claims::of(&history, call.input, 0, &minutes);
    Ok(json!(claims.check(&args.summary)))
}

fn parse(call: Call<'_>) -> Result<Value> {
    let (text, closed) = read(&text_of(call.input)?);
    Ok(json!(ParsedSummary { text, closed }))
}
