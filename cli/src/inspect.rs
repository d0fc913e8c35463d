//! The command `conspectus inspect`.

use super::args::InspectArgs;
use super::style::{Style, Table, count, grouped, percent};
use super::{Done, Error, NOTHING, OK, Result, Streams, load, tell, worse};
use conspectus::Breakdown;
use conspectus::Totals;
use conspectus::{Config, ConfiguredHistory};
use conspectus::{Problem, Severity, validate};
use conspectus::{SplitPoint, find_split_point};
use conspectus_files::json_text::JsonText;
use conspectus_files::sessions::{self, Built, Conversation, Format, SessionFile, SkippedLine};
use serde::Serialize;
use std::collections::BTreeMap;

/// The document that `--json` prints.
#[derive(Debug, Serialize)]
struct Document {
    files: Vec<FileReport>,
    errors: Vec<FileError>,
}

#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    format: Format,
    conversations: Vec<ConversationReport>,
    skipped_lines: Vec<SkippedLine>,
    left_out: BTreeMap<&'static str, usize>,
}

#[derive(Debug, Serialize)]
struct FileError {
    file: String,
    code: &'static str,
    path: String,
    message: String,
}

#[derive(Debug, Serialize)]
struct ConversationReport {
    number: usize,
    label: String,
    line: Option<usize>,
    dialect: &'static str,
    messages: usize,
    /// Tokens of the messages, without system text and tool schemas.
    tokens: u64,
    chars: u64,
    media: u64,
    /// How many times the agent compacted it, as far as the file says.
    compactions: usize,
    /// The largest prompt that the provider counted, if the file says.
    prompt_tokens: Option<u64>,
    system_tokens: u64,
    tools_tokens: u64,
    breakdown: Breakdown,
    #[serde(flatten)]
    totals: Totals,
    /// How many calls of the last assistant message have no result. They may still be running.
    pending: usize,
    /// The cut that a run would choose, if a window is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<SplitPoint>,
    /// What a provider would refuse, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    problems: Option<Vec<Problem>>,
}

pub(super) fn inspect(args: &InspectArgs, streams: &mut Streams<'_>) -> Done {
    let config = args.config()?;
    let style = Style::new(streams.colour && !args.json);
    let mut code = OK;
    let mut document = Document {
        files: Vec::new(),
        errors: Vec::new(),
    };
    for (index, path) in args.files.iter().enumerate() {
        let name = load::name(path);
        match load::text(path, args.common.reading.max_unpacked_mb, streams)
            .and_then(|text| report(args, &config, &name, &text))
        {
            Ok(report) if args.json => document.files.push(report),
            Ok(report) => {
                let gap = if index > 0 { "\n" } else { "" };
                write!(streams.stdout, "{gap}{}", show(&report, style))?;
                document.files.push(report);
            }
            Err(error) => {
                let named = named(&error, &name);
                tell(&named, streams);
                document.errors.push(FileError {
                    file: name,
                    code: error.code(),
                    path: error.path().to_owned(),
                    message: error.message().to_owned(),
                });
                code = worse(code, error.kind());
            }
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *streams.stdout, &document)
            .map_err(std::io::Error::from)?;
        writeln!(streams.stdout)?;
    }
    let failed = document
        .files
        .iter()
        .flat_map(|file| &file.conversations)
        .any(|report| {
            let mut problems = report.problems.iter().flatten();
            problems.any(|problem| problem.severity == Severity::Error)
        });
    Ok(if code != OK {
        code
    } else if failed {
        NOTHING
    } else {
        OK
    })
}

/// Returns the error with the file's name before its message, unless the message has it already.
pub(super) fn named(error: &Error, name: &str) -> Error {
    error.clone().about(name)
}

fn report(args: &InspectArgs, config: &Config, name: &str, text: &str) -> Result<FileReport> {
    let built = Built::default();
    let file = sessions::read(text, args.common.reading.extent(), &built)?;
    let chosen: Vec<(usize, &Conversation<'_>)> = match args.conversation {
        Some(number) => vec![(number, file.one(Some(number))?)],
        None => file
            .conversations
            .iter()
            .enumerate()
            .map(|(index, conversation)| (index + 1, conversation))
            .collect(),
    };
    let mut conversations = Vec::with_capacity(chosen.len());
    for (number, conversation) in chosen {
        conversations.push(measure(args, config, number, conversation)?);
    }
    let SessionFile {
        format,
        skipped,
        left_out,
        ..
    } = file;
    Ok(FileReport {
        file: name.to_owned(),
        format,
        conversations,
        skipped_lines: skipped,
        left_out,
    })
}

fn measure(
    args: &InspectArgs,
    config: &Config,
    number: usize,
    conversation: &Conversation<'_>,
) -> Result<ConversationReport> {
    let config = config
        .clone()
        .with_dialect(config.dialect().or(conversation.dialect));
    let side = |text: Option<&str>| {
        text.map_or(Ok(0), |text| {
            config.overhead_tokens(&JsonText::Text(text).copied())
        })
    };
    let (system_tokens, tools_tokens) = (side(conversation.system)?, side(conversation.tools)?);
    let problems = args
        .check
        .then(|| validate(config.clone(), &conversation.messages.view().copied()))
        .transpose()?;
    let history = ConfiguredHistory::of(config, &conversation.messages.view().copied())?;
    let totals = history.totals();
    let last = (0..history.len())
        .rev()
        .find(|index| history.role(*index) == Some(conspectus::Role::Assistant));
    let pending = totals
        .unanswered
        .iter()
        .filter(|call| Some(call.message) == last)
        .count();
    Ok(ConversationReport {
        number,
        label: conversation.label.clone(),
        line: conversation.line,
        dialect: history.dialect().name(),
        messages: history.len(),
        tokens: history.tokens(),
        chars: history.chars(),
        media: history.media(),
        compactions: conversation.compactions,
        prompt_tokens: conversation.prompt_tokens,
        system_tokens,
        tools_tokens,
        breakdown: Breakdown::of_history(&history),
        pending,
        totals,
        split: args.has_window().then(|| find_split_point(&history)),
        problems,
    })
}

fn show(file: &FileReport, style: Style) -> String {
    let mut text = format!(
        "{}  {}\n",
        style.bold(&file.file),
        style.dim(&file.format.name())
    );
    if !file.skipped_lines.is_empty() {
        let lines: Vec<String> = file
            .skipped_lines
            .iter()
            .take(5)
            .map(|skipped| {
                format!(
                    "line {}: [{}] {}",
                    skipped.line, skipped.code, skipped.message
                )
            })
            .collect();
        let more = if file.skipped_lines.len() > 5 {
            "; ..."
        } else {
            ""
        };
        let skipped = format!(
            "skipped {}: {}{more}",
            count(file.skipped_lines.len() as u64, "line", "lines"),
            lines.join("; ")
        );
        text.push_str(&format!("  {}\n", style.warn(&skipped)));
    }
    if !file.left_out.is_empty() {
        let parts: Vec<String> = file
            .left_out
            .iter()
            .map(|(what, number)| format!("{} {what}", grouped(*number as u64)))
            .collect();
        text.push_str(&format!(
            "  {}\n",
            style.dim(&format!("left out: {}", parts.join(", ")))
        ));
    }
    match file.conversations.as_slice() {
        [one] => text.push_str(&details(one, style)),
        several => text.push_str(&listing(several, style)),
    }
    text
}

/// A table of several conversations, one in each row.
fn listing(conversations: &[ConversationReport], style: Style) -> String {
    let mut table = Table::new(
        &[
            "#",
            "conversation",
            "dialect",
            "messages",
            "tokens",
            "system+tools",
            "media",
            "open calls",
            "orphans",
        ],
        3,
    );
    for report in conversations {
        table.row(vec![
            report.number.to_string(),
            report.label.clone(),
            report.dialect.to_owned(),
            grouped(report.messages as u64),
            grouped(report.tokens),
            grouped(report.system_tokens + report.tools_tokens),
            grouped(report.media),
            grouped(report.totals.unanswered.len() as u64),
            grouped(report.totals.orphans.len() as u64),
        ]);
    }
    let tokens: u64 = conversations.iter().map(|report| report.tokens).sum();
    let messages: u64 = conversations
        .iter()
        .map(|report| report.messages as u64)
        .sum();
    let total = format!(
        "{}, {}, {}",
        count(conversations.len() as u64, "conversation", "conversations"),
        count(messages, "message", "messages"),
        count(tokens, "token", "tokens")
    );
    format!("{}  {}\n", table.render(style), style.bold(&total))
}

fn details(report: &ConversationReport, style: Style) -> String {
    let fact = |name: &str, value: String| format!("  {}{value}\n", super::style::left(name, 12));
    let mut text = String::new();
    if !report.label.is_empty() {
        text.push_str(&fact("name", report.label.clone()));
    }
    text.push_str(&fact("dialect", report.dialect.to_owned()));
    text.push_str(&fact("messages", grouped(report.messages as u64)));
    text.push_str(&fact(
        "tokens",
        format!(
            "{} (estimate), {}",
            style.bold(&grouped(report.tokens)),
            count(report.chars, "char", "chars")
        ),
    ));
    if report.system_tokens + report.tools_tokens > 0 {
        text.push_str(&fact(
            "overhead",
            format!(
                "{} of system prompt, {} of tool schemas",
                count(report.system_tokens, "token", "tokens"),
                count(report.tools_tokens, "token", "tokens")
            ),
        ));
    }
    text.push_str(&fact("media", grouped(report.media)));
    if report.compactions > 0 {
        text.push_str(&fact("compactions", grouped(report.compactions as u64)));
    }
    if let Some(tokens) = report.prompt_tokens {
        text.push_str(&fact(
            "largest",
            format!(
                "{} in a prompt, as the provider counted",
                count(tokens, "token", "tokens")
            ),
        ));
    }
    if let Some(split) = &report.split {
        let share = percent(split.chars_before, split.chars_total);
        let reason = serde_json::to_value(split.reason)
            .ok()
            .and_then(|reason| Some(reason.as_str()?.replace('_', " ")))
            .unwrap_or_default();
        text.push_str(&fact(
            "cut",
            format!(
                "before message {} of {}, {share} of the chars ({reason})",
                split.index, report.messages
            ),
        ));
    }
    let still = if report.pending > 0 {
        format!(", {} in the last turn", report.pending)
    } else {
        String::new()
    };
    text.push_str(&fact(
        "open calls",
        without_partner(&report.totals.unanswered, &still, style),
    ));
    text.push_str(&fact(
        "orphans",
        without_partner(&report.totals.orphans, "", style),
    ));
    for problem in report.problems.iter().flatten() {
        let place = format!("{} {}", problem.path, problem.message);
        text.push_str(&fact(
            problem.severity.name(),
            style.warn(&conspectus_files::text::visible(&place)),
        ));
    }
    let mut roles = Table::new(&["role", "messages", "tokens", "share", "media"], 1);
    for role in &report.totals.roles {
        let cells = [
            grouped(role.messages as u64),
            grouped(role.tokens),
            percent(role.tokens, report.tokens),
            grouped(role.media),
        ];
        roles.row(std::iter::once(role.role.to_owned()).chain(cells).collect());
    }
    text.push_str(&format!("\n{}", roles.render(style)));
    if !report.totals.tools.is_empty() {
        let mut tools = Table::new(
            &[
                "tool",
                "calls",
                "results",
                "errors",
                "call tokens",
                "result tokens",
                "share",
            ],
            1,
        );
        for tool in &report.totals.tools {
            let name = if tool.tool.is_empty() {
                "(unnamed)".to_owned()
            } else {
                conspectus::tokens::text::sanitize_label(&tool.tool, 40)
            };
            let numbers = [
                tool.calls as u64,
                tool.results as u64,
                tool.errors as u64,
                tool.call_tokens,
                tool.result_tokens,
            ]
            .map(grouped);
            tools.row(
                std::iter::once(name)
                    .chain(numbers)
                    .chain([percent(
                        tool.call_tokens + tool.result_tokens,
                        report.tokens,
                    )])
                    .collect(),
            );
        }
        text.push_str(&format!("\n{}", tools.render(style)));
    }
    text
}

/// Describes calls without a result, or results without a call: how many there are, and the first
/// of them.
fn without_partner(found: &[conspectus::OpenCall], remark: &str, style: Style) -> String {
    let first: Vec<String> = found
        .iter()
        .take(3)
        .map(|item| {
            format!(
                "#{} {} {}",
                item.message,
                conspectus::tokens::text::sanitize_label(&item.tool, 40),
                item.detail
            )
            .trim_end()
            .to_owned()
        })
        .collect();
    let more = if found.len() > 3 { ", ..." } else { "" };
    if found.is_empty() {
        "0".to_owned()
    } else {
        style.warn(&format!(
            "{}{remark}: {}{more}",
            found.len(),
            first.join(", ")
        ))
    }
}
