//! Sessions as gencode saves them: the messages, the summaries of them, and what a model should
//! read of both (C-6, C-7).
//!
//! `{"metadata": {"fullMessageCount"}, "messages": [...], "summaries": [{"content",
//! "coveringMessages": [first, last]}]}`
//!
//! The messages are read unchanged: they normally include the summary. If messages were removed and
//! their summary is missing, it is inserted after the leading system messages (B-24).

pub use crate::gencode::policy::summary_text;
use crate::invalid;
use conspectus::inner::{kind_name, shapes};
use conspectus::{Config, ConfiguredHistory, Item, Patch, Result, Role};
use conspectus_history::reduce::plan::replace_messages;
use conspectus_history::reduce::value_text;
use serde_json::Value;

shapes! {
    /// Counts of a session. Source: `getCompressionStats` of gencode 0.4.0.
    pub struct SessionStats: Copy {
        /// All messages that the session has had.
        pub total_messages: u64,
        /// Messages that the model reads.
        pub active_messages: u64,
        /// Summaries in the session.
        pub summary_count: u64,
        /// `active_messages` divided by `total_messages`; 1 for an empty session.
        pub compression_ratio: f64,
    }
}

/// A summary as the session holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HeldSummary {
    content: String,
    /// Indices of the first and the last message that it covers.
    covers: (usize, usize),
}

/// The patch that turns the session's messages into what a model should read, and the numbers of
/// the result.
///
/// ```
/// use conspectus_presets::gencode::session::messages_for_model;
/// use conspectus::Config;
/// use serde_json::json;
///
/// let session = json!({ "messages": [{ "role": "user", "content": "Hi" }], "summaries": [] });
/// let (patch, stats) = messages_for_model(Config::default(), &session)?;
/// assert!(patch.is_empty());
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `InvalidMessages` with the path inside the session; and any error of reading the messages.
pub fn messages_for_model<'v>(
    config: Config,
    session: impl Into<Item<'v>>,
) -> Result<(Patch, SessionStats)> {
    let session = &session.into();
    if !session.is_object() {
        let kind = kind_name(session.kind());
        return Err(invalid(
            "",
            format!("a session must be an object, found {kind}"),
        ));
    }
    let messages = session.list("messages");
    let messages =
        messages.ok_or_else(|| invalid("/messages", "a session must have a list of messages"))?;
    let history =
        ConfiguredHistory::of(config, messages).map_err(|error| error.under("messages"))?;
    let summaries = read_summaries(session)?;
    let full = session
        .get("metadata")
        .and_then(|metadata| whole_number(&metadata.get("fullMessageCount")?));
    let total = full
        .unwrap_or(history.len() as u64)
        .max(history.len() as u64);
    let mut patch = Patch::default();
    let lost: Vec<Value> = summaries
        .iter()
        .filter(|summary| total > history.len() as u64 && !is_among(&history, &messages, summary))
        .map(|summary| message(&history, summary))
        .collect();
    let active = (history.len() + lost.len()) as u64;
    if !lost.is_empty() {
        let head = history.leading_systems();
        patch.splices.push(replace_messages(head, head, lost));
    }
    let ratio = if total == 0 {
        1.0
    } else {
        active as f64 / total as f64
    };
    let stats = SessionStats {
        total_messages: total,
        active_messages: active,
        summary_count: summaries.len() as u64,
        compression_ratio: ratio,
    };
    Ok((patch, stats))
}

fn message(history: &ConfiguredHistory, summary: &HeldSummary) -> Value {
    let (first, last) = summary.covers;
    history.dialect().text_message(
        Role::System,
        &summary_text(last - first + 1, &summary.content),
    )
}

fn read_summaries(session: &Item<'_>) -> Result<Vec<HeldSummary>> {
    let Some(list) = session.known("summaries") else {
        return Ok(Vec::new());
    };
    if !list.is_list() {
        return Err(invalid("/summaries", "summaries must be a list"));
    }
    let mut summaries = Vec::with_capacity(list.len());
    for (index, summary) in list.items().enumerate() {
        let content = summary.string_at("content").ok_or_else(|| {
            invalid(
                format!("/summaries/{index}/content"),
                "a summary must have text as its content",
            )
        })?;
        let at = |place: usize| {
            summary
                .get("coveringMessages")
                .and_then(|covers| whole_number(&covers.at(place)?))
        };
        let covers = at(0).zip(at(1)).filter(|(first, last)| first <= last);
        let covers = covers.ok_or_else(|| {
            invalid(
                format!("/summaries/{index}"),
                "coveringMessages must be the indices of a first and a last message",
            )
        })?;
        summaries.push(HeldSummary {
            content,
            covers: (covers.0 as usize, covers.1 as usize),
        });
    }
    Ok(summaries)
}

pub(crate) fn whole_number(value: &Item<'_>) -> Option<u64> {
    let number = value.is_number().then(|| value.number())?;
    (number.trunc() == number && (0.0..9e15).contains(&number)).then_some(number as u64)
}

/// Whether the messages include this summary: a message of the user or the system ends with its
/// text.
fn is_among(history: &ConfiguredHistory, messages: &Item<'_>, summary: &HeldSummary) -> bool {
    (0..history.len())
        .filter(|index| history.role(*index) != Some(Role::Assistant))
        .any(|index| {
            let part = history.parts_of(index).first();
            let text = part
                .and_then(|part| part.path.resolve(&messages.at(index)?))
                .filter(Item::is_string);
            text.is_some_and(|text| {
                text.len() >= summary.content.len() / 3
                    && value_text(Some(text)).ends_with(&summary.content)
            })
        })
}
