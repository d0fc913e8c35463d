//! The incremental history for bindings. It has few calls, and each of them does much.

use super::operation::index;
use conspectus::inner::{Kind, invalid, sanitize_label, string_option};
use conspectus::{
    CondenseRules, ConfiguredHistory, Item, Measure, Patch, Result, SplitPoint, find_split_point,
    read_usage,
};
use conspectus_history::history::content_hash;
use conspectus_history::host::listed::listed;
use conspectus_history::host::patch::Message;

use conspectus_history::reduce::plan::shortened;
use conspectus_history::reduce::{CondenseState, CondenseStats};
use serde_json::{Value, json};
use std::ops::Deref;

/// The options of a history: those for measuring, for the cut, for clearing and for new results.
pub(crate) const OPTIONS: [&str; 10] = listed(
    "dialect model context_window tokenizer image_tokens thinking keep keep_tool_results \
     exclude_tools condense",
);

/// A [`History`](conspectus::History) that also remembers a hash of each message if it is asked to verify by hash.
///
/// ```
/// use conspectus_api::HistoryApi;
/// use serde_json::json;
///
/// let mut history = HistoryApi::new(&json!({ "tokenizer": "exact" }))?;
/// history.append(&json!({ "role": "user", "content": "Hi" }))?;
/// assert!(history.tokens() > 0);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct HistoryApi {
    pub(crate) history: ConfiguredHistory,
    hashes: Option<Vec<u64>>,
    /// What results have shown since the first call of [`condense`](Self::condense).
    arrivals: Option<CondenseState>,
}

/// Its numbers are those of the history.
impl Deref for HistoryApi {
    type Target = ConfiguredHistory;

    fn deref(&self) -> &ConfiguredHistory {
        &self.history
    }
}

impl HistoryApi {
    /// An empty history. `options` holds the options for measuring, for the cut and for clearing,
    /// and `verify`: `"shape"` or `"hash"`.
    ///
    /// # Errors
    /// `InvalidOption`, `UnknownPreset` or `UnknownDialect`, with the path of the option.
    pub fn new<'v>(options: impl Into<Item<'v>>) -> Result<Self> {
        conspectus_presets::register();
        let options = &options.into();
        let config = super::config_of("a `History`", &OPTIONS, &["verify"], options)?;
        let verify = super::argument(options, "verify")
            .map(|value| string_option(&value, "verify"))
            .transpose()?;
        let hashes = match verify.as_deref() {
            None | Some("shape") => None,
            Some("hash") => Some(Vec::new()),
            Some(other) => {
                let found = sanitize_label(other, 64);
                return Err(invalid("verify", "`shape` or `hash`", &found));
            }
        };
        Ok(Self {
            history: ConfiguredHistory::new(config),
            hashes,
            arrivals: None,
        })
    }

    /// Reads one more message.
    ///
    /// # Errors
    /// As [`History::append`](conspectus::History::append).
    pub fn append<'v>(&mut self, message: impl Into<Item<'v>>) -> Result<()> {
        let message = &message.into();
        self.history.append(message)?;
        self.note(&Item::from(&vec![Message::Host(*message)]));
        if let Some(hashes) = &mut self.hashes {
            hashes.push(content_hash(message));
        }
        Ok(())
    }

    /// Reads all messages of a list. If one of them is an error, none is taken in.
    ///
    /// # Errors
    /// As [`History::extend`](conspectus::History::extend).
    pub fn extend<'v>(&mut self, messages: impl Into<Item<'v>>) -> Result<()> {
        let messages = &messages.into();
        self.history.extend(messages)?;
        if let Some(hashes) = &mut self.hashes {
            messages.for_each(&mut |_, message| hashes.push(content_hash(&message)));
        }
        self.note(messages);
        Ok(())
    }

    fn note(&mut self, news: &Item<'_>) {
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.take(&self.history, news, usize::MAX, CondenseRules::default());
        }
    }

    /// Condenses the results of a message that is about to be appended: returns `{patch, report}`
    /// as the operation `condense` does, with a patch on a list of this one message. Append the
    /// patched message. Results that were appended before the first call are not used as sources.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub(super) fn condense(&mut self, message: &Item<'_>) -> Result<Value> {
        let list = vec![Message::Host(*message)];
        let first = self.history.len();
        let arrivals = self.arrivals.get_or_insert_with(CondenseState::default);
        let Some(rules) = CondenseRules::of(self.history.config().condense) else {
            let report = CondenseStats::default();
            return Ok(json!({ "patch": Patch::default(), "report": report }));
        };
        self.history.append(*message)?;
        let (mut edits, report) = arrivals.take(&self.history, &Item::from(&list), first, rules);
        arrivals.truncate(first);
        self.history.truncate(first);
        edits.iter_mut().for_each(|edit| edit.message = 0);
        let patch = Patch {
            ops: shortened(&edits),
            ..Patch::default()
        };
        Ok(json!({ "patch": patch, "report": report }))
    }

    /// Forgets all messages starting at index `length`.
    pub fn truncate(&mut self, length: usize) {
        self.history.truncate(length);
        if let Some(hashes) = &mut self.hashes {
            hashes.truncate(length);
        }
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.truncate(length);
        }
    }

    /// Returns how many messages of the list are those that were read. The host passes its messages
    /// starting at `from`, the index at which its list no longer has the same objects. They are
    /// compared by hash if `verify` is set, otherwise by shape.
    pub fn known_prefix<'v>(&mut self, tail: impl Into<Item<'v>>, from: usize) -> usize {
        let tail = &tail.into();
        let limit = self.history.len().min(from.saturating_add(tail.len()));
        let known = (from.min(limit)..limit)
            .find(|index| !self.is_known(*index, tail.at(*index - from)))
            .unwrap_or(limit);
        if self
            .history
            .changes_dialect(known, tail, known.saturating_sub(from))
        {
            return 0;
        }
        known
    }

    fn is_known(&mut self, index: usize, message: Option<Item<'_>>) -> bool {
        message.is_some_and(|message| match &self.hashes {
            Some(hashes) => content_hash(&message) == hashes[index],
            None => self.history.matches(index, &message),
        })
    }

    /// Whether messages are compared by hash. Every call of [`known_prefix`](Self::known_prefix)
    /// must then start at 0.
    #[must_use]
    pub fn verifies_content(&self) -> bool {
        self.hashes.is_some()
    }

    /// Whether it counts whole messages: then a copy of them must hold all fields.
    #[must_use]
    pub fn reads_all_fields(&self) -> bool {
        self.history.config().tuning.unit == Measure::JsonChars
    }

    /// As [`History::report_usage`](conspectus::History::report_usage). `usage` is a provider's
    /// report that [`read_usage`] can read; a report without prompt tokens changes nothing.
    /// `messages` is the number of messages in the request; null for all that were read.
    ///
    /// # Errors
    /// The same; and the errors of [`read_usage`].
    pub(super) fn report_usage(&mut self, usage: &Item<'_>, messages: &Item<'_>) -> Result<()> {
        let messages = match messages.kind() {
            Kind::Null => self.history.len(),
            _ => index(messages, "messages")?,
        };
        let usage = read_usage(usage)?;
        usage.map_or(Ok(()), |usage| {
            self.history.report_usage(usage.prompt_tokens, messages)
        })
    }

    /// Where to cut, by the configured rule.
    #[must_use]
    pub fn split_point(&self) -> SplitPoint {
        find_split_point(&self.history)
    }
}
