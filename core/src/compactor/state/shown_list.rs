//! The history that a compactor keeps between runs. A turn without a change only costs the new
//! messages.

use crate::check::sound::Sound;
use crate::check::validate::is_torn;
use crate::config::wrong;
use crate::history::{full_hash, full_hashes, hash_of_hashes};
use crate::minutes::read::Understood;
use crate::reduce::{CondenseState, first_unseen};
use crate::{
    CondenseRules, CondenseStats, Config, ConfiguredHistory, Dialect, Edit, Estimator, Item,
    Measure, Result,
};

/// Chars that a token of a list takes where only lengths are known. Chosen here: agent text takes
/// 2.1 to 3.0, by model.
const CHARS_PER_TOKEN: f64 = 2.7;

/// A history of the host's list as it was last shown.
#[derive(Debug, Clone)]
pub struct KnownMessages {
    history: ConfiguredHistory,
    /// The list as the provider counts it, if `history` measures as a reproduced system does.
    counted: Option<ConfiguredHistory>,
    /// Hashes of the messages; `None` if the hash does not identify the message for certain. The
    /// last message may grow in place while it is streamed.
    hashes: Vec<Option<u64>>,
    /// What runs understood of these messages.
    understood: Understood,
    /// How new results are condensed, if they are.
    rules: Option<CondenseRules>,
    /// The lengths of a list of which no text was read. All else is empty then.
    lengths: Option<ConfiguredHistory>,
    /// The lines that results have shown. It may be out of date: it is updated when a new result
    /// may be condensed.
    arrivals: CondenseState,
    /// What is known of its calls and results.
    sound: Sound,
    /// The first message with half a character.
    torn: Option<usize>,
}

impl KnownMessages {
    /// An empty one. `expected` is the dialect of a list of which no message speaks for one.
    pub fn new(config: &Config) -> Self {
        Self {
            history: ConfiguredHistory::new(config.clone()),
            counted: config.of_provider().map(ConfiguredHistory::new),
            hashes: Vec::new(),
            understood: Understood::default(),
            rules: CondenseRules::of(config.condense),
            lengths: None,
            arrivals: CondenseState::default(),
            sound: Sound::default(),
            torn: None,
        }
    }

    /// The dialect that the messages speak for, if one does.
    pub fn detected_dialect(&self) -> Option<Dialect> {
        self.lengths
            .as_ref()
            .unwrap_or(&self.history)
            .detected_dialect()
    }

    /// Sets `expected`, as in [`new`](Self::new).
    pub fn expect_dialect(&mut self, dialect: Option<Dialect>) {
        self.history.expect_dialect(dialect);
        if let Some(counted) = &mut self.counted {
            counted.expect_dialect(dialect);
        }
    }

    /// How many messages it holds.
    pub(crate) fn len(&self) -> usize {
        self.lengths.as_ref().unwrap_or(&self.history).len()
    }

    /// The lengths of the list, if no text of it was read.
    pub fn lengths(&self) -> Option<&ConfiguredHistory> {
        self.lengths.as_ref()
    }

    /// Reads the lengths of a complete list if no text is known: passes them to `rests`, and keeps
    /// them if that returns `Some`.
    pub fn read_lengths<'v, R>(
        &mut self,
        messages: &Item<'v>,
        rests: impl FnOnce(&ConfiguredHistory) -> Option<R>,
    ) -> Result<Option<R>> {
        let config = self.history.config();
        // Other estimators go by lengths themselves, or ask the host; other units read more than
        // text.
        let by_text = matches!(config.estimator(), Estimator::Instant | Estimator::Exact)
            && config.tuning.unit == Measure::Chars;
        if !self.history.is_empty() || !by_text || self.counted.is_some() {
            return Ok(None);
        }
        self.lengths = None;
        let lengths = self.history.of_lengths(messages, CHARS_PER_TOKEN)?;
        let begun = rests(&lengths);
        if begun.is_some() {
            (self.sound, self.torn) = (Sound::default(), None);
            self.lengths = Some(lengths);
            self.tear(0, messages, 0);
        }
        Ok(begun)
    }

    pub fn history(&self) -> &ConfiguredHistory {
        &self.history
    }

    /// The list as the provider counts it, if a reproduced system measures otherwise.
    pub fn counted(&self) -> Option<&ConfiguredHistory> {
        self.counted.as_ref()
    }

    /// What runs understood of the messages. A run that is given it notes there what it finds out.
    pub fn understood(&self) -> Understood {
        self.understood.clone()
    }

    /// Updates the history to a list of which the first `from` messages are known. `news` contains
    /// the others. Returns `false` if all messages must be read again, since the new ones are of
    /// another dialect.
    pub fn sync(&mut self, from: usize, news: &Item<'_>) -> Result<bool> {
        if from > self.len() {
            let message = format!(
                "from must be at most {}, the number of known messages, got `{from}`",
                self.len()
            );
            return Err(wrong("from", message));
        }
        if let Some(lengths) = &mut self.lengths {
            let changes_dialect = lengths.changes_dialect(from, news, 0);
            if !changes_dialect {
                self.sound.forget(lengths, from);
                lengths.truncate(from);
                lengths.extend(news)?;
                self.tear(from, news, 0);
            }
            return Ok(!changes_dialect);
        }
        let grown = news.len();
        let first = if grown > 0 { news.at(0) } else { None };
        if grown == 1 && from + 1 == self.len() {
            let last = self.hashes.last().copied().flatten();
            if last.is_some() && first.and_then(|message| full_hash(&message)) == last {
                return Ok(true);
            }
        }
        if self.history.changes_dialect(from, news, 0) {
            return Ok(false);
        }
        self.truncate(from);
        self.history.extend(news)?;
        if let Some(counted) = &mut self.counted {
            counted.extend(news)?;
        }
        self.hashes.extend(full_hashes(news));
        self.understood.resize(from, self.len());
        self.tear(from, news, 0);
        Ok(true)
    }

    /// Reads a complete list, known or not. Every message is hashed, but unchanged messages are not
    /// read again.
    pub fn read(&mut self, messages: &Item<'_>) -> Result<()> {
        self.lengths = None;
        let hashes = full_hashes(messages);
        let is_same = |(now, before): &(&Option<u64>, &Option<u64>)| now.is_some() && now == before;
        let same = hashes.iter().zip(&self.hashes).take_while(is_same).count();
        self.arrivals.truncate(0);
        self.hashes.clear();
        // What the host's tokenizer has counted since is asked anew.
        let same = if self.history.config().estimator() == Estimator::Host {
            0
        } else {
            same
        };
        self.sound.forget(&self.history, same);
        let read = self.history.read_again(messages, same);
        let known = *read.as_ref().unwrap_or(&0);
        self.understood.resize(known, self.len());
        if let Err(error) = read {
            self.truncate(0);
            return Err(error);
        }
        self.hashes = hashes;
        if let Some(counted) = &mut self.counted {
            counted.read_again(messages, known)?;
        }
        if known == 0 {
            self.sound = Sound::default();
        }
        self.tear(known, messages, known);
        Ok(())
    }

    /// The hash that identifies message `index`.
    pub fn hash(&self, index: usize) -> Option<u64> {
        self.hashes.get(index).copied().flatten()
    }

    /// The [`list_hash`](crate::history::list_hash) of a list of that length, if it follows from
    /// what is known of its messages.
    pub fn list_hash(&self, length: usize) -> Option<u64> {
        let hashes: Option<Vec<u64>> = self.hashes.iter().copied().collect();
        hashes
            .filter(|hashes| hashes.len() == length)
            .map(|hashes| hash_of_hashes(hashes.into_iter()))
    }

    /// Whether the list is surely such as a provider takes, as far as its calls, results and
    /// characters go. It costs what is new.
    pub fn is_sound(&mut self) -> bool {
        let history = self.lengths.as_ref().unwrap_or(&self.history);
        self.torn.is_none() && self.sound.holds(history)
    }

    /// Records that the messages were checked and nothing in them is wrong.
    pub fn excuse(&mut self) {
        self.sound.excuse(&self.history);
    }

    /// Searches the messages `start..` of `list` for half characters. Message `start` of `list` is
    /// message `from` here.
    fn tear(&mut self, from: usize, list: &Item<'_>, start: usize) {
        self.torn = self.torn.filter(|index| *index < from);
        if self.torn.is_some() {
            return;
        }
        let mut index = 0;
        list.for_each(&mut |_, message| {
            if index >= start && self.torn.is_none() && is_torn(&message) {
                self.torn = Some(from + index - start);
            }
            index += 1;
        });
    }

    /// Drops message `length` and all after it.
    pub fn truncate(&mut self, length: usize) {
        if let Some(lengths) = &mut self.lengths {
            self.sound.forget(lengths, length);
            lengths.truncate(length);
        } else {
            self.sound.forget(&self.history, length);
        }
        self.torn = self.torn.filter(|index| *index < length);
        self.history.truncate(length);
        if let Some(counted) = &mut self.counted {
            counted.truncate(length);
        }
        self.hashes.truncate(length);
        self.understood.resize(length, self.history.len());
        self.arrivals.truncate(length);
    }

    /// The edits that condense the unread results among the newest messages. `None` if all messages
    /// are needed, since `news` are the newest only.
    pub fn condense(&mut self, news: &Item<'_>) -> Option<(Vec<Edit>, CondenseStats)> {
        let Some(rules) = self.rules else {
            return Some(Default::default());
        };
        let known = self.len().saturating_sub(news.len());
        let unseen = first_unseen(&self.history);
        if unseen.is_none() && (known == 0 || self.arrivals.message_count() < known) {
            // Most lists have no such result. What was shown need not be known then.
            return Some(Default::default());
        }
        self.arrivals.truncate(known);
        let start = unseen.unwrap_or(usize::MAX);
        (self.arrivals.message_count() == known)
            .then(|| self.arrivals.take(&self.history, news, start, rules))
    }

    /// The texts that the host has not counted. If there are any, the messages `from..` are dropped
    /// and must be read again.
    pub fn take_uncounted(&mut self, from: usize) -> Vec<String> {
        let wanted = self.history.wanted_texts();
        if !wanted.is_empty() {
            self.truncate(from);
        }
        wanted
    }

    pub fn provide_counts(&mut self, counts: &[f64]) -> Result<()> {
        self.history.provide_counts(counts)
    }
}
