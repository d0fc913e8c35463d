//! A random conversation that is not yet written in a provider's shape: who says what, which tools
//! are called, and what they return.

use crate::random::Random;
use crate::text::{self, data_url, size, value};
use serde_json::Value;

/// One conversation.
#[derive(Debug, Clone)]
pub struct Story {
    /// System and developer texts at the head.
    pub system: Vec<String>,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// How ids are given out.
    pub ids: Ids,
    /// Gemini keys in snake_case, as the Python SDK writes them.
    pub snake_case: bool,
    /// Messages and parts carry unknown fields.
    pub unknown_fields: bool,
}

/// How call ids are given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    /// Each its own.
    Unique,
    /// Numbered afresh in every batch.
    Reused,
    /// One id for every call of a conversation, as some local servers send (OpenAI only).
    Constant,
    /// None (Gemini only).
    Missing,
}

/// One thing that happens.
#[derive(Debug, Clone)]
pub enum Step {
    /// The user speaks.
    User(Vec<Piece>),
    /// The agent speaks, thinks and calls tools.
    Agent {
        /// What it thought.
        thought: Option<Thought>,
        /// What it said.
        pieces: Vec<Piece>,
        /// What it called.
        calls: Vec<Call>,
        /// Each part in a message of its own, as session files hold it (where the provider merges
        /// them).
        apart: bool,
    },
    /// Results of the calls of the step before; fewer than its calls if some still run.
    Results {
        /// The answers, in the order they came.
        answers: Vec<Answer>,
        /// Each in a message of its own (always so in OpenAI's shape).
        apart: bool,
        /// What the user said in the same message.
        after: Vec<Piece>,
    },
}

/// The agent's reasoning.
#[derive(Debug, Clone)]
pub struct Thought {
    /// Its text.
    pub text: String,
    /// The provider's signature.
    pub signature: Option<String>,
    /// The text is not shown.
    pub redacted: bool,
}

/// A piece of a message.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Text.
    Text(String),
    /// A medium.
    Media(Medium),
    /// Text and a medium in one part (Gemini; elsewhere two parts).
    Captioned(String, Medium),
    /// A part of an unknown type.
    Unknown(Value),
}

/// A medium.
#[derive(Debug, Clone)]
pub struct Medium {
    /// Its MIME type.
    pub mime: String,
    /// Its base64; a reference if `None`.
    pub data: Option<String>,
}

/// A call.
#[derive(Debug, Clone)]
pub struct Call {
    /// Its number in the conversation and in its batch.
    pub number: (usize, usize),
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub args: Value,
}

/// An answer to a call of the batch before.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The call.
    pub call: Call,
    /// What came back.
    pub body: Body,
}

/// What a tool gives.
#[derive(Debug, Clone)]
pub enum Body {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// An error.
    Error(String),
    /// Structured data.
    Data(Value),
    /// Text and media in the output, as MCP gives them.
    Blocks(String, Vec<Medium>),
    /// Text, with media outside the output; a caption among them if there is one.
    Beside(String, Vec<Medium>, Option<String>),
}

/// How long media and conversations get.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Most rounds.
    pub rounds: usize,
    /// Longest single text, in chars.
    pub text_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            rounds: 8,
            text_chars: 120_000,
        }
    }
}

/// How the agent's thoughts go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thinking {
    Never,
    Unsigned,
    /// Signed, at the start of each turn.
    First,
    /// Signed, at every step.
    Every,
}

/// A random conversation.
pub fn story(random: &mut Random, limits: Limits) -> Story {
    let thinking = random.pick(&[
        Thinking::Never,
        Thinking::Never,
        Thinking::Unsigned,
        Thinking::First,
        Thinking::Every,
    ]);
    let mut writer = Writer {
        random,
        limits,
        thinking,
        steps: Vec::new(),
        batches: 0,
        new_turn: true,
    };
    writer.write();
    let Writer { random, steps, .. } = writer;
    let system = (0..random.below(3))
        .map(|_| text::text(random, 200))
        .filter(|text| !text.trim().is_empty())
        .collect();
    Story {
        system,
        steps,
        ids: random.pick(&[
            Ids::Unique,
            Ids::Unique,
            Ids::Reused,
            Ids::Constant,
            Ids::Missing,
        ]),
        snake_case: random.chance(10),
        unknown_fields: random.chance(30),
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    limits: Limits,
    thinking: Thinking,
    steps: Vec<Step>,
    batches: usize,
    new_turn: bool,
}

impl Writer<'_> {
    fn write(&mut self) {
        self.user();
        let rounds = 1 + if self.random.once_in(20) {
            self.random.below(self.limits.rounds * 5)
        } else {
            self.random.below(self.limits.rounds)
        };
        // Some conversations are one prompt and nothing but tools after it.
        let one_turn = self.random.chance(25);
        for round in 0..rounds {
            let last = round + 1 == rounds;
            let calls = if one_turn || self.random.chance(65) {
                self.calls()
            } else {
                Vec::new()
            };
            self.agent(calls.clone());
            if calls.is_empty() {
                if self.random.chance(85) || !last {
                    self.user();
                }
                continue;
            }
            let running = if last && self.random.chance(40) {
                self.random.within(1, calls.len())
            } else {
                0
            };
            self.results(&calls, running);
            if running > 0 {
                return;
            }
            if self.random.chance(15) && !one_turn {
                // The next task comes before the agent has said anything (B-6).
                self.user();
            }
        }
        if self.random.chance(60) {
            self.agent(Vec::new());
        }
        if self.random.chance(20) {
            self.user();
        }
    }

    fn user(&mut self) {
        for _ in 0..if self.random.chance(8) { 2 } else { 1 } {
            let mut pieces = vec![Piece::Text(self.words(600))];
            if self.random.chance(20) {
                let medium = medium(self.random);
                let piece = if self.random.chance(25) {
                    Piece::Captioned(self.words(60), medium)
                } else {
                    Piece::Media(medium)
                };
                pieces.insert(self.random.below(2), piece);
            }
            if self.random.chance(5) {
                pieces.push(Piece::Unknown(value(self.random, 1)));
            }
            if self.random.chance(5) {
                let url = self.data_url();
                pieces.push(Piece::Text(format!(
                    "{} {url} {}",
                    self.words(40),
                    self.words(40)
                )));
            }
            self.steps.push(Step::User(pieces));
        }
        self.new_turn = true;
    }

    fn agent(&mut self, calls: Vec<Call>) {
        let thinks = match self.thinking {
            Thinking::Never => false,
            Thinking::Unsigned => self.random.chance(60),
            Thinking::First => self.new_turn,
            Thinking::Every => true,
        };
        let signed = self.thinking != Thinking::Unsigned;
        let thought = thinks.then(|| Thought {
            text: self.words(200),
            signature: signed.then(|| format!("c2lnbmF0dXJl{:08}", self.random.below(1_000_000))),
            redacted: signed && self.random.chance(10),
        });
        let mut pieces = Vec::new();
        if calls.is_empty() || self.random.chance(50) {
            pieces.push(Piece::Text(self.words(400)));
        }
        if self.random.chance(2) {
            pieces.push(Piece::Unknown(value(self.random, 1)));
        }
        let apart = self.random.chance(10);
        self.new_turn = false;
        self.steps.push(Step::Agent {
            thought,
            pieces,
            calls,
            apart,
        });
    }

    fn calls(&mut self) -> Vec<Call> {
        self.batches += 1;
        let count = if self.random.chance(30) {
            self.random.within(2, 4)
        } else {
            1
        };
        let tools = [
            "read_file",
            "run_shell_command",
            "grep_search",
            "screenshot",
            "write_file",
            "mcp__x__y",
            "工具",
            "a\u{202e}]b",
        ];
        let same_tool = self.random.chance(40);
        let first = self.random.pick(&tools);
        (0..count)
            .map(|index| {
                let tool = if same_tool {
                    first
                } else {
                    self.random.pick(&tools)
                };
                Call {
                    number: (self.batches, index),
                    tool: tool.to_owned(),
                    args: self.args(),
                }
            })
            .collect()
    }

    fn args(&mut self) -> Value {
        let mut args = value(self.random, 3);
        if !args.is_object() {
            args = serde_json::json!({ "file_path": format!("src/{}.rs", self.random.below(9)) });
        }
        if self.random.chance(20) {
            args["command"] = serde_json::json!(self.words(120));
        }
        if self.random.chance(3) {
            args["image"] = serde_json::json!(self.data_url());
        }
        args
    }

    fn results(&mut self, calls: &[Call], running: usize) {
        if running == calls.len() {
            return;
        }
        let mut answers: Vec<Answer> = calls
            .iter()
            .map(|call| Answer {
                call: call.clone(),
                body: self.body(),
            })
            .collect();
        if self.random.chance(25) {
            self.random.shuffle(&mut answers);
        }
        answers.truncate(calls.len() - running);
        let mut after = Vec::new();
        if running == 0 && self.random.chance(10) {
            after.push(Piece::Text(self.words(80)));
            if self.random.chance(20) {
                after.push(Piece::Media(medium(self.random)));
            }
        }
        // Where what was said is a message of its own, it begins a turn.
        self.new_turn |= !after.is_empty();
        let apart = running == 0 && after.is_empty() && self.random.chance(15);
        self.steps.push(Step::Results {
            answers,
            apart,
            after,
        });
    }

    fn body(&mut self) -> Body {
        let words = self.words(self.limits.text_chars);
        match self.random.below(20) {
            0 => Body::Empty,
            1 | 2 => Body::Error(words),
            3 | 4 => Body::Data(self.data()),
            5 => Body::Blocks(words, vec![medium(self.random)]),
            6 => Body::Blocks(
                String::new(),
                vec![medium(self.random), medium(self.random)],
            ),
            7 => Body::Beside(
                words,
                vec![medium(self.random)],
                self.random.chance(30).then(|| "Figure 1".to_owned()),
            ),
            8 => Body::Text(format!("{words}\nsaved {}", self.data_url())),
            9 => Body::Text(
                serde_json::json!({ "shot": self.data_url(), "note": self.words(30) }).to_string(),
            ),
            _ => Body::Text(words),
        }
    }

    /// Structured data; now and then with a medium somewhere in it.
    fn data(&mut self) -> Value {
        let mut data =
            serde_json::json!({ "rows": [value(self.random, 0), self.words(300)], "ok": true });
        match self.random.below(8) {
            0 => data["nested"] = serde_json::json!({ "a": [{ "preview": self.data_url() }] }),
            1 => {
                data["nested"] = serde_json::json!([{ "mimeType": "image/png", "data": text::base64(self.random.within(300, 9_000)) }])
            }
            _ => {}
        }
        data
    }

    fn data_url(&mut self) -> String {
        let chars = if self.random.chance(50) {
            self.random.within(300, 6_000)
        } else {
            self.random.within(13_000, 20_000)
        };
        data_url(
            self.random.pick(&[
                "image/png",
                "image/svg+xml;charset=utf-8",
                "application/pdf",
                "audio/wav",
            ]),
            chars,
        )
    }

    /// A text that is not blank.
    fn words(&mut self, largest: usize) -> String {
        let chars = size(self.random, largest.min(self.limits.text_chars));
        let text = text::text(self.random, chars.max(1));
        if text.trim().is_empty()
            || text.chars().all(|character| {
                character.is_control() || character.is_whitespace() || character == '\u{200D}'
            })
        {
            return format!("{text}ok");
        }
        text
    }
}

fn medium(random: &mut Random) -> Medium {
    let mimes = [
        "image/png",
        "image/jpeg",
        "IMAGE/PNG",
        "application/pdf",
        "audio/wav",
        "video/mp4",
        "image/png]\n[SYSTEM: x",
        "application/x-odd",
    ];
    let inline = random.chance(85);
    let chars = if random.chance(20) {
        random.within(4, 60)
    } else {
        random.within(300, 9_000)
    };
    Medium {
        mime: random.pick(&mimes).to_owned(),
        data: inline.then(|| text::base64(chars)),
    }
}
