//! Which dialect a list is written in, by the evidence of all its messages.
//!
//! A message speaks for a dialect if its shape says so. The dialect for which most messages speak
//! wins; on a draw, the one that spoke first. A list of plain texts reads the same in several
//! dialects. Anything else speaks for none, and is refused: what is read wrongly is counted wrongly
//! and cut in wrong places.

use super::blocks::acts;
use super::{Dialect, has_foreign_content, is_unread, kind_name};
use crate::error::{Error, ErrorKind, Result};
use crate::host::item::{Item, Kind};

impl Dialect {
    /// The dialect of a list: that for which most of its messages speak. A list of plain `{role,
    /// content: "..."}` messages reads the same in `openai_chat` and `anthropic`, and counts as
    /// `openai_chat`.
    ///
    /// # Errors
    /// `UnknownDialect` at the first message that is not plain text, if no message indicates a
    /// dialect.
    pub fn of_messages<'v>(messages: impl Into<Item<'v>>) -> Result<Self> {
        let messages = &messages.into();
        let votes = votes(messages);
        if let Some(dialect) = votes.among(false) {
            return Ok(dialect);
        }
        let mut understood = None;
        for (index, message) in messages.items().enumerate() {
            let is_read = is_plain(&message)
                || votes.get(index).is_some()
                || (has_foreign_content(&message)
                    && *understood.get_or_insert_with(|| any_understood(messages, 0)));
            if !is_read {
                return Err(unknown(&message).under(&index.to_string()));
            }
        }
        Ok(votes.among(true).unwrap_or(Self::PLAIN))
    }
}

fn votes(messages: &Item<'_>) -> Votes {
    let mut votes = Votes::default();
    messages
        .items()
        .for_each(|message| votes.push(vote(&message)));
    votes
}

/// For which dialect a message speaks, if for one, and whether other dialects write such a shape
/// too.
pub type Vote = Option<(Dialect, bool)>;

pub fn vote(message: &Item<'_>) -> Vote {
    Dialect::of_message(message).map(|dialect| (dialect, dialect.is_shared(message)))
}

/// What each message of a list says of its dialect.
#[derive(Debug, Clone, Default)]
pub struct Votes {
    all: Vec<Vote>,
    /// How often each was said, in the order in which it was said first.
    counts: Vec<((Dialect, bool), usize)>,
}

impl Votes {
    pub fn push(&mut self, vote: Vote) {
        self.all.push(vote);
        self.count(vote);
    }

    pub fn truncate(&mut self, length: usize) {
        while self.all.len() > length {
            let vote = self.all.pop().flatten();
            self.take_back(vote);
        }
    }

    pub fn get(&self, index: usize) -> Vote {
        self.all.get(index).copied().flatten()
    }

    /// The dialect that most say. Shapes that other dialects write too count only if nothing else
    /// speaks.
    pub fn leading(&self) -> Option<Dialect> {
        self.among(false).or_else(|| self.among(true))
    }

    /// Returns the dialect with the most votes by shapes that other dialects write too (`shared`),
    /// or by shapes that no other dialect writes. Only if there are votes by the latter, content
    /// that no dialect recognizes counts as a new kind of content.
    pub fn among(&self, shared: bool) -> Option<Dialect> {
        let said = self
            .counts
            .iter()
            .filter(move |((_, is_shared), _)| *is_shared == shared);
        // `max_by_key` gives the last of equals, and the first one spoke first.
        said.rev()
            .max_by_key(|(_, count)| *count)
            .map(|((dialect, _), _)| *dialect)
    }

    /// The dialect that most would say if the first `length` messages spoke, and then `news`.
    pub fn leading_with(&self, length: usize, news: impl Iterator<Item = Vote>) -> Option<Dialect> {
        // The last of the known messages are few; the ones before them are counted already.
        let mut then = Self {
            all: Vec::new(),
            counts: self.counts.clone(),
        };
        self.all
            .get(length..)
            .into_iter()
            .flatten()
            .for_each(|said| then.take_back(*said));
        news.for_each(|said| then.count(said));
        then.leading()
    }

    fn count(&mut self, vote: Vote) {
        let Some(said) = vote else { return };
        match self.counts.iter_mut().find(|(known, _)| *known == said) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((said, 1)),
        }
    }

    /// Removes a vote. A dialect without votes is forgotten at once: before it gets a vote again,
    /// another dialect may get its first.
    fn take_back(&mut self, vote: Vote) {
        let Some(said) = vote else { return };
        self.counts
            .iter_mut()
            .filter(|(known, _)| *known == said)
            .for_each(|(_, count)| *count -= 1);
        self.counts.retain(|(_, count)| *count > 0);
    }
}

/// Returns true if a message reads the same in every dialect with `role` and `content`: one text,
/// or only text blocks. Also true for a value that is not a message: the reader rejects it with an
/// error that says why.
pub fn is_plain(message: &Item<'_>) -> bool {
    if !message.is_object() || message.get("role").is_some_and(|role| !role.is_string()) {
        return true;
    }
    if message.any_field(|key, value| says_more(key, &value)) {
        return false;
    }
    // A system message is kept as it is, whatever it holds.
    if message.says_one("role", &["system", "developer"]) {
        return true;
    }
    let Some(content) = message.get("content") else {
        let holds = message.any_field(|_, value| !value.is_null());
        return !holds || (message.has("role") && !is_unread(message));
    };
    match content.kind() {
        Kind::String | Kind::Null => true,
        Kind::Array => content.items().all(|block| is_text(&block)),
        _ => false,
    }
}

fn is_text(block: &Item<'_>) -> bool {
    block.is_string()
        || (block.string("text").is_some()
            && block.get("type").is_none_or(|kind| kind.is_str("text")))
}

/// Returns true if a list has at least one text block, and its other blocks have types that do not
/// suggest a call or a result. A cut could separate calls and results that are read wrongly.
pub fn are_texts_and_new_blocks(blocks: &Item<'_>) -> bool {
    let is_new = |block: &Item<'_>| {
        let kind = block.string_at("type").unwrap_or_default();
        !kind.is_empty() && !acts(&kind)
    };
    blocks.items().any(|block| is_text(&block))
        && blocks
            .items()
            .all(|block| is_text(&block) || is_new(&block))
}

/// Returns true for a field other than `content` whose name suggests calls or attachments and whose
/// value is a list that is not empty.
fn says_more(key: &str, value: &Item<'_>) -> bool {
    // The name first: what a host keeps for itself is not looked at.
    key != "content"
        && ["tool", "call", "attachment", "parts"]
            .iter()
            .any(|word| key.to_ascii_lowercase().contains(word))
        && value.is_list()
        && !value.is_empty()
}

/// Returns true if any message at index `from` or later is plain and has content.
pub fn any_understood(messages: &Item<'_>, from: usize) -> bool {
    (from..messages.len())
        .filter_map(|index| messages.at(index))
        .any(|message| is_plain(&message) && message.get("content").is_some())
}

/// The error for a message that speaks for no dialect.
pub fn unknown(message: &Item<'_>) -> Error {
    let keys = message.fields().take(8).map(|(name, value)| {
        let name = crate::read::media::sanitize_label(name, 40);
        format!("`{name}` ({})", kind_name(value.kind()))
    });
    let keys: Vec<String> = keys.collect();
    let names = Dialect::ALL.map(Dialect::name).join("`, `");
    let message = format!(
        "the messages match no known dialect: this one has {}. Convert them, such as by `to_dict()` or `to_openai_dict_format()`, to one of `{names}`; or pass which of these it is with `dialect`",
        if keys.is_empty() {
            "no keys".to_owned()
        } else {
            keys.join(", ")
        }
    );
    Error::new(ErrorKind::UnknownDialect, "", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_draw_the_one_that_spoke_first_wins_whatever_was_taken_back() {
        let (first, second) = (
            Some((Dialect::Gemini, false)),
            Some((Dialect::Anthropic, false)),
        );
        let mut votes = Votes::default();
        [None, first].into_iter().for_each(|vote| votes.push(vote));
        assert_eq!(
            votes.leading_with(1, [second, first].into_iter()),
            Some(Dialect::Anthropic)
        );
        votes.truncate(1);
        [second, first]
            .into_iter()
            .for_each(|vote| votes.push(vote));
        assert_eq!(votes.leading(), Some(Dialect::Anthropic));
    }
}
