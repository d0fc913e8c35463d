//! A prompt that may be sent fits the window, whatever the provider reports and however it spells
//! the report; and a mistaken report blocks nothing that fits.
//!
//! Both laws play a host that sends, gets the size of the prompt, and appends the response. The
//! true size of a prompt is counted here, by rules that are written down here: the core has its
//! own.

use crate::host::{measuring, placed, preset, run, summary, tokens as estimated};
use crate::random::Random;
use crate::render::{agent_text, render, round, user_text};
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story};
use crate::{Outcome, Shape, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use conspectus_api::CompactorApi;
use conspectus_tokens::exact::{Counter, Encoding};
use conspectus_tokens::instant::{Family, estimate_text};
use serde_json::{Value, json};

/// Tokens that must be free for the response if the host reserves none: this many, or this part of
/// the window if that is smaller. The core keeps more free; no more than this is promised.
const ANSWER_TOKENS: u64 = 300;
const ANSWER_PART: u64 = 5;

/// The tokenizers of Claude and Gemini are not published, so the true count is taken to be the
/// estimate times this factor. Chosen here.
const UNPUBLISHED: f64 = 1.06;

/// A model and what it makes of texts, pictures and pages.
struct Provider {
    model: &'static str,
    /// Tokens of a picture of this width and height in pixels.
    picture: fn(u64, u64) -> u64,
    /// Tokens of a page of a PDF.
    page: u64,
}

/// OpenAI's vision guide: scaled into 2,048 px, then the short side to 768 px; `base` tokens, and
/// `tile` tokens for each tile of 512 px.
fn tiles(width: u64, height: u64, base: u64, tile: u64) -> u64 {
    let (width, height) = (width as f64, height as f64);
    let into = (2_048.0 / width.max(height)).min(1.0);
    let scale = into * (768.0 / (width.min(height) * into)).min(1.0);
    let count = |side: f64| (side * scale / 512.0 - 1e-9).ceil() as u64;
    base + tile * count(width) * count(height)
}

/// Anthropic's vision guide: the long side is scaled to 1,568 px, and there is one token for each
/// patch of 28 px, at most 1,568. A picture with a side above 2,000 px has 32 more tokens, which
/// report the scaling to the model.
fn patches(width: u64, height: u64) -> u64 {
    let scale = (1_568.0 / width.max(height) as f64).min(1.0);
    let side = |side: u64| (side as f64 * scale / 28.0).ceil() as u64;
    (side(width) * side(height)).min(1_568) + if width.max(height) > 2_000 { 32 } else { 0 }
}

/// The price of a page is that of the core's documentation: Anthropic's guide says 3,000 at most,
/// Gemini's 258 and, from 3, 560; OpenAI shows the model the text (a full page has 1,000 tokens) and
/// a picture (A4 at 150 dpi: six tiles).
const PROVIDERS: [Provider; 5] = [
    Provider {
        model: "gpt-4o",
        picture: |width, height| tiles(width, height, 85, 170),
        page: 1_000 + 85 + 6 * 170,
    },
    Provider {
        model: "gpt-5",
        picture: |width, height| tiles(width, height, 70, 140),
        page: 1_000 + 70 + 6 * 140,
    },
    Provider {
        model: "claude-sonnet-4-5",
        picture: patches,
        page: 3_000,
    },
    // ai.google.dev/gemini-api/docs/tokens: 258, or 258 a tile of 768 px.
    Provider {
        model: "gemini-2.5-pro",
        picture: |width, height| match width.max(height) {
            ..=384 => 258,
            _ => 258 * width.div_ceil(768) * height.div_ceil(768),
        },
        page: 258,
    },
    // ai.google.dev/gemini-api/docs/media-resolution: at most 1,120, in a grid of the picture's
    // shape.
    Provider {
        model: "gemini-3-pro-preview",
        picture: |width, height| {
            let shape = width as f64 / height as f64;
            let side = |square: f64| square.sqrt().floor() as u64;
            side(1_120.0 * shape) * side(1_120.0 / shape)
        },
        page: 560,
    },
];

/// The models whose requests have that shape.
fn providers(shape: Shape) -> &'static [Provider] {
    match shape {
        Shape::OpenaiChat | Shape::OpenaiResponses => &PROVIDERS[..2],
        Shape::Anthropic | Shape::Bedrock => &PROVIDERS[2..3],
        Shape::Gemini => &PROVIDERS[3..],
        _ => &PROVIDERS,
    }
}

/// Counts prompts as the provider does.
struct Scales {
    provider: &'static Provider,
    counter: Counter,
    /// The media of the session by their base64, and what each costs.
    media: Vec<(String, u64)>,
}

/// Fields that no model reads: names of roles and types, ids, and records next to the content.
const UNREAD: [&str; 30] = [
    "role",
    "type",
    "kind",
    "part_kind",
    "id",
    "call_id",
    "tool_call_id",
    "toolCallId",
    "tool_use_id",
    "toolUseId",
    "approvalId",
    "identifier",
    "timestamp",
    "mimeType",
    "mime_type",
    "media_type",
    "mediaType",
    "filename",
    "format",
    "detail",
    "state",
    "status",
    "outcome",
    "stopReason",
    "api",
    "provider",
    "model",
    "model_name",
    "usage",
    "metadata",
];

impl Scales {
    fn new(provider: &'static Provider) -> Self {
        Self {
            provider,
            counter: Counter::new(Encoding::O200kBase),
            media: Vec::new(),
        }
    }

    /// Tokens of a text: exactly, or by the estimate and what it is off.
    fn text(&mut self, text: &str) -> f64 {
        if self.provider.model.starts_with("gpt") {
            return self.counter.count(text) as f64;
        }
        estimate_text(text, Family::for_model(self.provider.model)) as f64 * UNPUBLISHED
    }

    fn value(&mut self, value: &Value) -> f64 {
        match value {
            Value::String(text) => {
                let medium = self.media.iter().find(|(data, _)| text.contains(data));
                match medium {
                    Some((_, price)) => *price as f64,
                    None => self.text(text),
                }
            }
            Value::Array(items) => items.iter().map(|item| self.value(item)).sum(),
            Value::Object(fields) => fields
                .iter()
                .map(|(key, field)| match key.as_str() {
                    "args" | "input" | "arguments" if field.is_object() => {
                        self.text(&field.to_string())
                    }
                    key if UNREAD.contains(&key) => 0.0,
                    _ => self.value(field),
                })
                .sum(),
            _ => 0.0,
        }
    }

    /// Tokens of a prompt. OpenAI's cookbook, "How to count tokens with tiktoken": three for each
    /// message, and three for the reply to begin.
    fn prompt(&mut self, messages: &Value) -> u64 {
        let count = messages.as_array().map_or(0, Vec::len) as f64;
        (self.value(messages) + 3.0 * count + 3.0).ceil() as u64
    }

    /// A picture or a PDF that no other is like.
    fn medium(&mut self, random: &mut Random) -> Medium {
        let number = self.media.len() as u32;
        let is_page = random.chance(25);
        let mut bytes;
        let price = if is_page {
            let pages = random.within(1, 3);
            bytes = format!("%PDF-1.4\n%{number}\n").into_bytes();
            for page in 0..pages {
                bytes.extend(format!("{page} 0 obj <</Type /Page>> endobj\n").bytes());
            }
            pages as u64 * self.provider.page
        } else {
            let (width, height) = random.pick(&[
                (320_u32, 240_u32),
                (800, 600),
                (1_024, 768),
                (1_920, 1_080),
                (3_000, 2_000),
            ]);
            bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
            bytes.extend(width.to_be_bytes());
            bytes.extend(height.to_be_bytes());
            bytes.extend([8, 2, 0, 0, 0]);
            bytes.extend(number.to_be_bytes());
            bytes.extend(std::iter::repeat_n(7, random.within(30, 3_000)));
            (self.provider.picture)(u64::from(width), u64::from(height))
        };
        let data = STANDARD.encode(bytes);
        self.media.push((data.clone(), price));
        let mime = if is_page {
            "application/pdf"
        } else {
            "image/png"
        };
        Medium {
            mime: mime.to_owned(),
            data: Some(data),
        }
    }
}

const PROSE: [&str; 10] = [
    "The release was cut on Tuesday, after the last test had passed on both machines. ",
    "Whoever reads the log can see that the connection was refused twice. ",
    "We keep the old format for a year, since three customers still write it. ",
    "Nothing in the report explains why the queue grew overnight. ",
    "Port the billing module, but leave its public names as they are. ",
    "A cache that is never emptied is a leak by another name. ",
    "She asked for a list of all callers and for the reason of each. ",
    "The parser accepts trailing commas, which the standard does not. ",
    "Please run it again with the flag that prints the timings. ",
    "In 2024 the limit was raised from 4,096 to 16,384 bytes. ",
];
const CODE: [&str; 8] = [
    "    let total = items.iter().map(|item| item.price * item.count).sum::<u64>();\n",
    "def load(path: str) -> dict:\n    with open(path) as file:\n        return json.load(file)\n",
    "if (user === null || user.id !== id) {\n    throw new Error(`no user ${id}`);\n}\n",
    "src/billing/invoice.rs:214:17: warning: unused variable: `rate`\n",
    "{\"id\": 4711, \"name\": \"invoice\", \"paid\": false, \"lines\": [1, 2, 3]}\n",
    "drwxr-xr-x  4 dev dev  4096 Mar  3 10:12 fixtures\n",
    "SELECT name, SUM(total) FROM invoices WHERE paid = 0 GROUP BY name;\n",
    "test billing::rounds_half_up ... ok\n",
];
const CJK: [&str; 8] = [
    "请把计费模块移植过来，但不要改变公开的名称。",
    "昨天晚上的测试全部通过了，日志里没有发现任何错误。",
    "このモジュールは古い形式のまま一年間残します。",
    "接続が二回拒否されたことがログからわかります。",
    "캐시를 비우지 않으면 메모리가 계속 늘어납니다. ",
    "보고서에는 대기열이 왜 길어졌는지 나와 있지 않다. ",
    "缓存如果从不清空，就等于内存泄漏。",
    "先月の請求書をもう一度確認してください。",
];

/// Returns a text of about `tokens` tokens.
fn text_of(random: &mut Random, tokens: u64) -> String {
    let kinds: [(&[&str], u64); 3] = [(&PROSE, 5), (&CODE, 3), (&CJK, 2)];
    let first = random.below(4);
    let mut text = String::new();
    let mut left = tokens as i64;
    while left > 0 {
        let (pieces, bytes) = kinds[if first < 3 { first } else { random.below(3) }];
        let piece = random.pick(pieces);
        text.push_str(piece);
        left -= (piece.len() as u64).div_ceil(bytes) as i64;
    }
    text
}

/// A conversation that grows as a host's does.
struct Talk {
    shape: Shape,
    calls: usize,
}

impl Talk {
    fn story(steps: Vec<Step>) -> Story {
        Story {
            system: Vec::new(),
            steps,
            ids: Ids::Unique,
            snake_case: false,
            unknown_fields: false,
        }
    }

    /// The user speaks, now and then with a picture or a PDF.
    fn user(&self, random: &mut Random, scales: &mut Scales, tokens: u64) -> Vec<Value> {
        let text = text_of(random, tokens);
        if !random.chance(25) {
            return vec![user_text(self.shape, &text)];
        }
        let mut pieces = vec![Piece::Text(text)];
        for _ in 0..random.within(1, 2) {
            pieces.push(Piece::Media(scales.medium(random)));
        }
        listed(render(
            &Self::story(vec![Step::User(pieces)]),
            self.shape,
            random,
        ))
    }

    /// Returns the agent's reply to the prompt that was sent last, and its results.
    fn next(&mut self, random: &mut Random, scales: &mut Scales, tokens: u64) -> Vec<Value> {
        if random.chance(20) {
            let text = text_of(random, 40);
            let mut made = vec![agent_text(self.shape, &text)];
            made.extend(self.user(random, scales, tokens));
            return made;
        }
        self.calls += 1;
        let tool = random.pick(&["read_file", "grep", "run_tests"]);
        let shows = matches!(
            self.shape,
            Shape::Anthropic
                | Shape::OpenaiChat
                | Shape::Bedrock
                | Shape::Langchain
                | Shape::AiSdk
                | Shape::Pi
        );
        if shows && random.chance(15) {
            let call = Call {
                number: (self.calls, 0),
                tool: tool.to_owned(),
                args: json!({ "file_path": "shot.png" }),
            };
            let mut shown = scales.medium(random);
            while shown.mime != "image/png" {
                shown = scales.medium(random);
            }
            let body = Body::Blocks(text_of(random, tokens), vec![shown]);
            let steps = vec![
                Step::Agent {
                    thought: None,
                    pieces: Vec::new(),
                    calls: vec![call.clone()],
                    apart: false,
                },
                Step::Results {
                    answers: vec![Answer { call, body }],
                    apart: false,
                    after: Vec::new(),
                },
            ];
            return listed(render(&Self::story(steps), self.shape, random));
        }
        let output = text_of(random, tokens);
        let made = round(self.shape, self.calls, tool, &output);
        if self.shape == Shape::UiMessage {
            // The call and its output are one message: the reply.
            return made.into_iter().skip(1).collect();
        }
        made.into()
    }
}

fn listed(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        other => vec![other],
    }
}

/// The spellings of a report, by their number.
const SPELLINGS: usize = 15;

/// Returns a usage report for a prompt of `tokens` tokens and `messages` messages, part of it read
/// from a cache and part written to one, as a provider or a host spells it.
fn spelled(
    random: &mut Random,
    spelling: usize,
    preset: &str,
    tokens: u64,
    messages: usize,
) -> Value {
    let read = tokens * random.pick(&[0, 3, 9]) / 10;
    let written = (tokens - read) * random.pick(&[0, 5]) / 10;
    let fresh = tokens - read - written;
    // gencode counts what was written as input too.
    let input = if preset == "gencode" {
        fresh + written
    } else {
        fresh
    };
    let answer = 90;
    match spelling {
        0 => json!(tokens),
        1 => json!({ "tokens": tokens, "messages": messages }),
        2 => {
            json!({ "input_tokens": fresh, "cache_read_input_tokens": read, "cache_creation_input_tokens": written, "output_tokens": answer })
        }
        3 => {
            json!({ "prompt_tokens": tokens, "completion_tokens": answer, "total_tokens": tokens + answer, "prompt_tokens_details": { "cached_tokens": read } })
        }
        4 => {
            json!({ "input_tokens": tokens, "input_tokens_details": { "cached_tokens": read }, "output_tokens": answer, "total_tokens": tokens + answer })
        }
        5 => {
            json!({ "promptTokenCount": tokens, "cachedContentTokenCount": read, "candidatesTokenCount": answer, "totalTokenCount": tokens + answer })
        }
        6 => {
            json!({ "prompt_token_count": tokens, "cached_content_token_count": read, "candidates_token_count": answer })
        }
        7 => {
            json!({ "inputTokens": fresh, "cacheReadInputTokens": read, "cacheWriteInputTokens": written, "outputTokens": answer })
        }
        8 => {
            json!({ "inputTokens": tokens, "cachedInputTokens": read, "outputTokens": answer, "totalTokens": tokens + answer })
        }
        9 => {
            json!({ "inputTokens": { "total": tokens, "noCache": fresh, "cacheRead": read, "cacheWrite": written }, "outputTokens": { "total": answer } })
        }
        10 => {
            json!({ "input_tokens": tokens, "output_tokens": answer, "total_tokens": tokens + answer, "input_token_details": { "cache_read": read } })
        }
        11 => {
            json!({ "input": input, "output": answer, "cacheRead": read, "cacheWrite": written, "totalTokens": tokens + answer })
        }
        12 => {
            json!({ "input": input, "output": answer, "reasoning": 0, "cache": { "read": read, "write": written } })
        }
        13 => {
            json!({ "usage": { "input_tokens": fresh, "cache_read_input_tokens": read, "cache_creation_input_tokens": written, "output_tokens": answer } })
        }
        _ => {
            json!({ "usageMetadata": { "promptTokenCount": tokens, "candidatesTokenCount": answer } })
        }
    }
}

/// What surrounds the messages.
struct Around {
    /// The part that the host reports in each turn.
    told: Value,
    /// Its tokens.
    tokens: u64,
    /// True if the host reports nothing about it.
    is_hidden: bool,
}

fn around(random: &mut Random, scales: &mut Scales, window: u64) -> Around {
    let most = window * random.pick(&[0, 1, 4]) / 20;
    if most == 0 {
        return Around {
            told: json!({}),
            tokens: 0,
            is_hidden: false,
        };
    }
    let system = text_of(random, most / 2);
    let description = text_of(random, most / 2);
    let tools = json!([{ "name": "read_file", "description": description, "parameters": { "type": "object", "properties": { "file_path": { "type": "string" } } } }]);
    let tokens = scales.text(&system) + scales.text(&tools.to_string());
    let tokens = tokens.ceil() as u64;
    let is_hidden = random.chance(30);
    let told = match is_hidden {
        true => json!({}),
        false => json!({ "system": system, "tools": tools }),
    };
    Around {
        told,
        tokens,
        is_hidden,
    }
}

fn window(random: &mut Random) -> u64 {
    // Large ones take long to count.
    match random.below(20) {
        0 => 200_000,
        1..=6 => 32_000,
        _ => 8_000,
    }
}

/// How much comes in a turn: mostly little, now and then as much as the window holds.
fn coming(random: &mut Random, window: u64) -> u64 {
    match random.below(10) {
        0..=3 => window / 40,
        4..=6 => window / 8,
        7..=8 => window * random.within(2, 6) as u64 / 10,
        _ => window * random.within(7, 12) as u64 / 10,
    }
}

/// What is reported is true, of the prompt that was sent last: so what came since is estimated.
///
/// One thing is let pass: what a host hides is unknown until it is reported.
pub fn what_may_be_sent_fits(random: &mut Random, shape: Shape) -> Outcome {
    let window = window(random);
    let known = providers(shape);
    let mut scales = Scales::new(&known[random.below(known.len())]);
    let preset = preset(random);
    let mut options = json!({
        "dialect": shape.name(),
        "preset": preset,
        "model": scales.provider.model,
        "context_window": window,
        "summarize": random.pick(&["extractive", "host"]),
    });
    if scales.provider.model.starts_with("gpt") && random.chance(50) {
        options["tokenizer"] = json!("exact");
    }
    let mut reserve = ANSWER_TOKENS.min(window / ANSWER_PART);
    let mut options = placed(&options);
    // Reproduced systems reserve by rules of their own.
    let is_given = preset == "default" && random.chance(30);
    if is_given {
        reserve = window * random.pick(&[0, 1, 2]) / 10;
        options["reserve_tokens"] = json!(reserve);
    }
    let around = around(random, &mut scales, window);
    let spelling = random.below(SPELLINGS);
    // How often the provider reports.
    let reports = if around.is_hidden {
        100
    } else {
        random.pick(&[0, 50, 100, 100])
    };
    let mut machine = CompactorApi::new(&options)
        .map_err(|error| format!("{options}: {} {error}", error.code()))?;
    let mut talk = Talk { shape, calls: 0 };
    let mut list = talk.user(random, &mut scales, window / 20);
    for _ in 0..random.below(12) {
        let tokens = window / random.pick(&[10, 20, 50]);
        list.extend(talk.next(random, &mut scales, tokens));
    }
    let written = summary(random);
    let fails = random.chance(20);
    let mut sent: Option<(u64, usize)> = None;
    let mut history = Vec::new();
    for number in 0..random.within(2, 7) {
        let mut turn = around.told.clone();
        if let Some((tokens, messages)) = sent.filter(|_| random.chance(reports)) {
            turn["usage"] = spelled(random, spelling, preset, tokens, messages);
        }
        let before = Value::Array(list);
        let run = run(&mut machine, &before, &turn, &mut |_| {
            (!fails).then(|| written.clone())
        })?;
        let after = run.result(&before)?.messages;
        let result = &run.done["result"];
        let tokens = scales.prompt(&after) + around.tokens;
        history.push(format!(
            "usage {} of {} messages -> {} messages, {tokens} true, {}, {} -> {}, prompt {}, can_send {}",
            turn["usage"],
            before.as_array().map_or(0, Vec::len),
            after.as_array().map_or(0, Vec::len),
            result["status"],
            result["tokens_before"],
            result["tokens_after"],
            result["prompt_tokens_after"],
            result["can_send"]
        ));
        // Nobody knows of what is hidden before the first report.
        let is_known = !around.is_hidden || number > 0;
        let fits = tokens + reserve <= window;
        ensure!(
            !is_known || result["can_send"] != true || fits,
            "{tokens} tokens and {reserve} for the answer, of {window}: {options} around {} hidden {}\n{}\n{after:.3000}",
            around.tokens,
            around.is_hidden,
            history.join("\n")
        );
        if !fits || result["can_send"] != true {
            return Ok(());
        }
        list = listed(after);
        sent = Some((tokens, list.len()));
        let tokens = coming(random, window);
        list.extend(talk.next(random, &mut scales, tokens));
    }
    Ok(())
}

/// The mistakes of a host: what it reports in place of the truth.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mistake {
    /// A share of the truth, in hundredths: another model counts so, or half was left out.
    Share(u64),
    /// A share as above, in the turn in which the model changes to another.
    Switch(u64),
    /// A number unrelated to the list: of a sub-agent, of the call for a summary, or of a proxy.
    Number(u64),
    /// This many thousandths of the window.
    OfWindow(u64),
}

const MISTAKES: [Mistake; 11] = [
    Mistake::Share(135),
    Mistake::Share(70),
    Mistake::Share(50),
    Mistake::Share(200),
    Mistake::Switch(135),
    Mistake::Switch(70),
    Mistake::Number(500_000),
    Mistake::Number(900),
    Mistake::Number(60_000),
    Mistake::OfWindow(938),
    Mistake::OfWindow(500),
];

/// A mistaken report that, by the documented rules of the core, looks like a true one.
struct Believed {
    /// Its tokens, and what we estimate the same prompt at.
    reported: u64,
    estimated: u64,
}

impl Believed {
    /// A report of less than half of the estimate is not believed. Neither is a single report that
    /// is higher by 15 %, or by half if it is the first, plus the tokens that providers add (2,000,
    /// or a 16th of the window). The overhead is known: the host or earlier reports contain it.
    fn of(reported: u64, estimated: u64, window: u64, is_first: bool) -> Option<Self> {
        let added = (window / 16).min(2_000);
        // The core's estimate of system text and tools may be a little higher.
        let share = if is_first { 160 } else { 125 };
        let most = estimated * share / 100 + added;
        let is_over = reported > window;
        if reported * 2 < estimated
            || (reported > estimated + added && (is_over || reported > most))
        {
            return None;
        }
        Some(Self {
            reported,
            estimated,
        })
    }

    /// How large a prompt of that size is taken to be.
    fn larger(&self, size: u64) -> u64 {
        let by_share = size as f64 * self.reported as f64 / self.estimated.max(1) as f64;
        size.max(by_share as u64)
            .max(size + self.reported.saturating_sub(self.estimated))
    }
}

/// Two hosts with the same messages: one makes no mistake, the other reports a mistaken number in
/// one turn. Whenever the first may send, the second may too, and in that turn it keeps four fifths
/// of the tokens that the first keeps.
///
/// A mistake that could be true is believed, so less is required of it. It may block a prompt that
/// would not fit if the report were true. It may start a run, or make one keep less, if the prompt
/// before the run would then take more than half of the window. A report that is too low, but more
/// than half of the estimate, is believed as well; this law does not check its effects.
pub fn a_mistaken_report_blocks_nothing(random: &mut Random, shape: Shape) -> Outcome {
    let window = window(random);
    let known = providers(shape);
    let mut scales = Scales::new(&known[random.below(known.len())]);
    // Reproduced systems compare a report as it is, whatever is believed of it, and where their
    // summary then fails, their list stays as large as it was.
    let preset = "default";
    let fields = json!({
        "dialect": shape.name(),
        "preset": preset,
        "model": scales.provider.model,
        "context_window": window,
        "summarize": random.pick(&["extractive", "host"]),
    });
    let (measured, options) = (measuring(&fields), placed(&fields));
    let mut around = around(random, &mut scales, window);
    let is_told = random.chance(70);
    if is_told && around.told.get("system").is_none() {
        around = Around {
            told: json!({ "system": "You port code.", "tools": [] }),
            tokens: 4,
            is_hidden: false,
        };
    }
    let mistake = random.pick(&MISTAKES);
    let spelling = random.below(SPELLINGS);
    let make = || {
        CompactorApi::new(&options).map_err(|error| format!("{options}: {} {error}", error.code()))
    };
    let (mut plain, mut misled) = (make()?, make()?);
    let mut talk = Talk { shape, calls: 0 };
    let mut list = talk.user(random, &mut scales, window / 20);
    for _ in 0..random.below(12) {
        let tokens = window / random.pick(&[10, 20, 50]);
        list.extend(talk.next(random, &mut scales, tokens));
    }
    let mut lists = [list.clone(), list];
    let written = summary(random);
    let mut sent: Option<(u64, usize)> = None;
    let mut history = Vec::new();
    let is_hidden = around.told.get("system").is_none();
    let mut believed = None;
    // Where the host tells nothing else, earlier reports tell what surrounds the messages.
    let wrong = random.within(1 + usize::from(is_hidden), 3);
    for number in 0..wrong + 2 {
        let mut turns = [around.told.clone(), around.told.clone()];
        if let (Some((tokens, messages)), true) = (sent, is_hidden && number < wrong) {
            turns.iter_mut().for_each(|turn| {
                turn["usage"] = spelled(random, spelling, preset, tokens, messages);
            });
        }
        if let (Some((tokens, messages)), true) = (sent, number == wrong) {
            let told = match mistake {
                Mistake::Share(share) | Mistake::Switch(share) => tokens * share / 100,
                Mistake::Number(number) => number,
                Mistake::OfWindow(part) => window * part / 1_000,
            };
            turns[1]["usage"] = spelled(random, spelling, preset, told, messages);
            let sent = json!(lists[1][..messages.min(lists[1].len())]);
            let expected = estimated(&sent, &measured)? + around.tokens;
            believed = Believed::of(told, expected, window, !is_hidden);
            if let Mistake::Switch(_) = mistake {
                let other = if scales.provider.model == "gpt-4o" {
                    "gpt-5"
                } else {
                    "gpt-4o"
                };
                turns
                    .iter_mut()
                    .for_each(|turn| turn["model"] = json!(other));
            }
        }
        let size_of = |lists: &[Vec<Value>; 2]| -> Result<u64, String> {
            let mut most = 0;
            for list in lists {
                most = most.max(estimated(&json!(list), &measured)? + around.tokens);
            }
            Ok(most)
        };
        let came = size_of(&lists)?;
        let mut ends = Vec::new();
        for (index, machine) in [&mut plain, &mut misled].into_iter().enumerate() {
            let before = Value::Array(lists[index].clone());
            let run = run(machine, &before, &turns[index], &mut |_| {
                Some(written.clone())
            })?;
            let after = run.result(&before)?.messages;
            lists[index] = listed(after.clone());
            let tokens = scales.prompt(&after);
            let result = &run.done["result"];
            history.push(format!(
                "{index}: usage {} -> {tokens} true, {} {} {}, {} -> {}, prompt {}, can_send {} warnings {}",
                turns[index]["usage"],
                result["status"],
                result["code"],
                result["reason"],
                result["tokens_before"],
                result["tokens_after"],
                result["prompt_tokens_after"],
                result["can_send"],
                result["warnings"]
            ));
            ends.push((result["can_send"] == true, tokens));
        }
        let ((sends, keeps), (sends_too, keeps_too)) = (ends[0], ends[1]);
        let told = || {
            format!(
                "{mistake:?} {options} around {} hidden {}\n{}",
                around.tokens,
                around.is_hidden,
                history.join("\n")
            )
        };
        // A report that is believed counts: the prompt is taken to be larger by what it counts
        // more. Where that does not fit, or may set off a run, the host is told so.
        let left = size_of(&lists)?;
        let (fits, rests) = believed.as_ref().map_or((true, true), |it: &Believed| {
            (
                it.larger(left) + window / 10 <= window,
                it.larger(came) * 2 <= window,
            )
        });
        ensure!(!sends || sends_too || !fits, "blocked: {}", told());
        // In later turns one list may have been shortened just before, and the other is just about
        // to be.
        ensure!(
            !sends || number != wrong || keeps_too * 10 >= keeps * 8 || !rests,
            "{keeps_too} tokens of {keeps} are left: {}",
            told()
        );
        if !sends {
            return Ok(());
        }
        sent = Some((keeps + around.tokens, lists[0].len()));
        let tokens = coming(random, window);
        let made = talk.next(random, &mut scales, tokens);
        lists.iter_mut().for_each(|list| list.extend(made.clone()));
    }
    Ok(())
}
