//! What a memory is made of: the texts of a conversation, each with who said it and where.

use super::carry::Former;
use super::rows::rows;
use crate::history::{argument_rank, History, PartEntry, PartKind, PATH_RANKS};
use crate::host::clip::one_line;
use crate::host::view::{View, ViewExt};
use crate::notes::memory::Ours;
use crate::notes::reader::without_thoughts;
use crate::notes::transcript::{call_args, result_text};
use crate::notes::words;
use crate::read::message::Role;
use crate::reduce::plan::without_embedded_media;
use crate::reduce::{drop_payloads, value_text};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Who a text is from, or what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The result of a tool.
    Result,
    /// What a tool was called with.
    Argument,
    /// What the agent said.
    Said,
    /// What the user said.
    User,
    /// The contents of an edit or of a file that was written.
    Body,
}

/// How many kinds there are.
pub(super) const KINDS: usize = 5;

/// A place in the conversation: what one header stands for.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The line above what is quoted from it.
    pub header: String,
    /// Bytes of its texts.
    pub bytes: u64,
    /// Whether it stays in the conversation, so that it needs no quoting.
    pub visible: bool,
}

/// A text of a place.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub place: u32,
    pub kind: Kind,
    pub text: String,
    /// Whether each line is a name without what stood beside it.
    pub is_names: bool,
}

/// The texts of a conversation in order: first what earlier notes quote, then the messages.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub places: Vec<Place>,
    pub pieces: Vec<Piece>,
    /// What each call was about, by its part.
    abouts: BTreeMap<usize, String>,
}

/// Above what the agent said, called or wrote.
pub(super) const AGENT: &str = "A:";
/// Above what the user said.
pub(super) const USER: &str = "U:";
/// Before the name of a tool, above what is quoted from its result.
pub(super) const TOOL: &str = "> ";

/// Above a result that stands in the user's name.
const RESULT: &str = "> result";

/// Longest header, in chars. Chosen here: a tool's name and a file's.
const HEADER_CHARS: usize = 60;

/// Arguments that hold contents instead of saying what a call is about. From the edit and write
/// tools of agents in use.
const BODIES: [&str; 12] = [
    "old_string",
    "new_string",
    "content",
    "oldText",
    "newText",
    "edits",
    "file_text",
    "new_str",
    "old_str",
    "replacement",
    "text",
    "new_content",
];

impl Source {
    /// What stands in front of the messages.
    pub fn begun(former: &Former) -> Self {
        let mut source = Self::default();
        for quote in &former.quotes {
            let place = source.place(&quote.header, quote.bytes, false);
            for (text, is_names) in [(&quote.text, false), (&quote.names, true)]
                .into_iter()
                .filter(|(text, _)| !text.is_empty())
            {
                source.pieces.push(Piece {
                    place,
                    kind: quote.kind,
                    text: text.clone(),
                    is_names,
                });
            }
        }
        source
    }

    /// How much of what may be quoted tools wrote or were called with, in percent.
    pub fn of_tools_percent(&self) -> u64 {
        let (mut tools, mut all) = (0, 1);
        for piece in self
            .pieces
            .iter()
            .filter(|piece| !self.places[piece.place as usize].visible)
        {
            all += piece.text.len() as u64;
            tools += if matches!(piece.kind, Kind::Said | Kind::User) {
                0
            } else {
                piece.text.len() as u64
            };
        }
        tools * 100 / all
    }

    fn place(&mut self, header: &str, bytes: u64, visible: bool) -> u32 {
        self.places.push(Place {
            header: header.to_owned(),
            bytes,
            visible,
        });
        self.places.len() as u32 - 1
    }

    fn add(&mut self, place: u32, kind: Kind, text: &str) {
        // Text inside JSON is escaped, so media in it show only once it is read.
        let text = rows(text).map_or_else(
            || clean(text),
            |rows| clean(&without_embedded_media(&rows)).into_owned().into(),
        );
        if !text.trim().is_empty() {
            self.places[place as usize].bytes += text.len() as u64;
            self.pieces.push(Piece {
                place,
                kind,
                text: text.into_owned(),
                is_names: false,
            });
        }
    }

    /// Adds the texts of message `index`. `stays` says which parts stay in the conversation.
    pub fn read<V: View>(
        &mut self,
        (history, ours): (&History, &Ours),
        message: &V,
        index: usize,
        stays: &dyn Fn(usize) -> bool,
    ) {
        let role = history.role(index);
        if role == Some(Role::System) {
            return;
        }
        let first = history.messages()[index].first_part as usize;
        let mut agent: Option<(u32, bool)> = None;
        if role == Some(Role::User) {
            self.read_user((history, ours), message, index, stays);
        }
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            let visible = stays(first + offset);
            // One place for all that the agent says in a message, as long as all of it stays or
            // goes.
            let mut agent_place = |source: &mut Self| match agent {
                Some((place, seen)) if seen == visible => place,
                _ => {
                    let place = source.place(AGENT, 0, visible);
                    agent = Some((place, visible));
                    place
                }
            };
            match part.kind {
                PartKind::Text if role == Some(Role::Assistant) => {
                    let text = value_text(part.path.resolve(message));
                    let place = agent_place(self);
                    self.add(place, Kind::Said, &without_thoughts(&text));
                }
                PartKind::ToolCall => {
                    let place = agent_place(self);
                    let mut args = call_args(history, message, part)
                        .map_or(Value::Null, |args| arguments(&args));
                    drop_payloads(&mut args);
                    self.abouts.insert(first + offset, about(&args));
                    self.call(place, history.symbol(part.name), &args);
                }
                PartKind::ToolResult => {
                    let header = self.result_header(history, part);
                    let place = self.place(&header, 0, visible);
                    self.add(place, Kind::Result, &result_text(history, message, part));
                    // What the agent says behind it stands behind it.
                    agent = None;
                }
                _ => {}
            }
        }
    }

    /// What the user wrote; what an application or a tool wrote in the user's name is a result.
    fn read_user<V: View>(
        &mut self,
        (history, ours): (&History, &Ours),
        message: &V,
        index: usize,
        stays: &dyn Fn(usize) -> bool,
    ) {
        let first = history.messages()[index].first_part as usize;
        let texts = history
            .parts_of(index)
            .iter()
            .enumerate()
            .filter(|(_, part)| part.kind == PartKind::Text);
        let mut visible = true;
        let mut all = Vec::new();
        for (offset, part) in texts {
            visible &= stays(first + offset);
            let text = value_text(part.path.resolve(message));
            // What is ours and whole is carried; notes of ours that somebody changed are a text
            // like any other.
            let changed = ours
                .in_part(index, offset)
                .filter(|found| found.rank.is_none())
                .filter_map(|found| text.get(found.range.clone()));
            all.extend(changed.map(str::to_owned));
            let around = ours.around(index, offset, &text);
            // The host tells its environment again in front of the notes.
            if around.trim().is_empty() || around.trim() != ours.environment() {
                all.push(around);
            }
        }
        if all.is_empty() {
            return;
        }
        match words::of_message(history, message, index, ours) {
            Some(text) => {
                let place = self.place(USER, 0, visible);
                self.add(place, Kind::User, &text);
            }
            None => {
                let place = self.place(RESULT, 0, visible);
                self.add(place, Kind::Result, &all.join("\n"));
            }
        }
    }

    /// `> name what it was about`, from the call that the result answers.
    fn result_header(&self, history: &History, part: &PartEntry) -> String {
        let call = part.partner.map(|call| call as usize);
        let name = history.symbol(call.map_or(part.name, |call| history.parts()[call].name));
        let about = call
            .and_then(|call| self.abouts.get(&call))
            .map_or("", String::as_str);
        one_line(&format!("{TOOL}{name} {about}"), HEADER_CHARS)
    }

    fn call(&mut self, place: u32, name: &str, args: &Value) {
        let (mut about, mut bodies) = (name.to_owned(), String::new());
        match args {
            Value::Object(fields) => {
                for (name, value) in fields {
                    let (text, mark) = if BODIES.contains(&name.as_str()) {
                        (&mut bodies, '\n')
                    } else {
                        (&mut about, ' ')
                    };
                    text.push(mark);
                    text.push_str(&without_embedded_media(&scalar(value)));
                }
            }
            Value::Null => {}
            other => {
                about.push(' ');
                about.push_str(&without_embedded_media(&scalar(other)));
            }
        }
        self.add(place, Kind::Argument, &about);
        self.add(place, Kind::Body, &bodies);
    }
}

/// What a call is about, by the argument that says most. Of a path the last name says enough.
fn about(args: &Value) -> String {
    let ranked = args
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some((argument_rank(name)?, value.as_str()?)));
    let Some((rank, text)) = ranked.min_by_key(|(rank, _)| *rank) else {
        return String::new();
    };
    one_line(
        if rank < PATH_RANKS {
            text.rsplit(['/', '\\']).next().unwrap_or(text)
        } else {
            text
        },
        HEADER_CHARS,
    )
}

/// The arguments of a call as JSON. A text that holds JSON is parsed; another text stays a text.
fn arguments<V: View>(args: &V) -> Value {
    match args.to_value() {
        Ok(Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        Ok(value) => value,
        Err(_) => Value::Null,
    }
}

fn scalar(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

/// Without what a terminal obeys: colours, bells, backspaces. Tabs and line breaks stay.
fn clean(text: &str) -> Cow<'_, str> {
    // Nearly every text is plain, which its bytes tell sooner: control characters beyond ASCII
    // begin with 0xc2, the mark of byte order with 0xef.
    if text.bytes().all(|byte| {
        (byte >= b' ' && !matches!(byte, 0x7f | 0xc2 | 0xef)) || matches!(byte, b'\n' | b'\t')
    }) {
        return Cow::Borrowed(text);
    }
    let plain =
        |char: char| matches!(char, '\n' | '\t') || !(char.is_control() || char == '\u{feff}');
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' && chars.peek() == Some(&'[') {
            // A control sequence ends with a letter or one of a few signs.
            chars.next();
            while chars
                .next_if(|char| matches!(char, '0'..='9' | ';' | '?' | ' '))
                .is_some()
            {}
            chars.next_if(|char| matches!(char, '@'..='~'));
        } else if plain(char) {
            clean.push(char);
        }
    }
    Cow::Owned(clean)
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn what_a_terminal_obeys_is_left_out() {
        assert_eq!(
            clean("\u{1b}[31;1mred\u{1b}[0m\r\nplain\ttext\u{7}"),
            "red\nplain\ttext"
        );
        assert_eq!(clean("größe"), "größe");
    }
}
