//! The command `conspectus sessions`.

use super::args::SessionsArgs;
use super::style::{Style, Table, count, grouped};
use super::{Done, Error, OK, Result, Streams, compact, load, note};
use conspectus::Config;
use conspectus_files::error::ErrorKind;
use conspectus_files::sessions::{
    Built, Conversation, Format, Stored, gathered, project, read, slim_line, stored, stored_in,
};
use conspectus_files::text::visible;
use conspectus_files::text_file::MEGABYTE;
use serde::Serialize;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// How many sessions are listed without `--all`. Chosen here: they fit on a screen.
const NEWEST: usize = 20;
/// How many columns the name of a project may take. Chosen here, so that a row fits in 80.
const PROJECT_COLUMNS: usize = 22;
/// Endings of files that cannot be read, and what to do instead: opencode's database, and old
/// rollouts of Codex.
const UNREADABLE: [(&str, &str); 2] = [
    (".db", "a database: run `opencode export`"),
    (".zst", "packed with zstd: run `zstd -d`"),
];

/// The document that `--json` prints.
#[derive(Debug, Serialize)]
struct Document {
    sessions: Vec<Row>,
    /// Sessions that are not listed.
    more: usize,
    /// Files that were passed over because they contain no conversation.
    without_conversation: usize,
}

#[derive(Debug, Serialize)]
struct Row {
    agent: String,
    project: String,
    path: String,
    modified_ms: Option<u64>,
    conversations: usize,
    messages: usize,
    /// An estimate.
    tokens: u64,
    compactions: usize,
    largest_prompt_tokens: u64,
    /// Whether the provider did not count it.
    largest_prompt_is_estimate: bool,
    /// Why the session could not be read.
    error: Option<RowError>,
}

#[derive(Debug, Serialize)]
struct RowError {
    code: &'static str,
    message: String,
}

pub(super) fn sessions(args: &SessionsArgs, streams: &mut Streams<'_>) -> Done {
    let found = found(args)?;
    let most = if args.all { usize::MAX } else { NEWEST };
    let mut document = Document {
        sessions: Vec::new(),
        more: 0,
        without_conversation: 0,
    };
    let mut paths = 0;
    for session in &found {
        if document.sessions.len() >= most || paths >= most {
            document.more += 1;
        } else if args.paths {
            paths += 1;
            writeln!(streams.stdout, "{}", session.path.display())?;
        } else {
            match row(args, session) {
                Ok(row) => document.sessions.push(row),
                Err(error) if error.kind() == ErrorKind::NotAConversation => {
                    document.without_conversation += 1;
                }
                Err(error) => document.sessions.push(unread(session, &error)),
            }
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *streams.stdout, &document)
            .map_err(std::io::Error::from)?;
        writeln!(streams.stdout)?;
    } else if !args.paths {
        let style = Style::wide(streams.colour, streams.width);
        write!(streams.stdout, "{}", show(&document, style))?;
    }
    if found.is_empty() && !args.json && !args.reading.quiet.quiet {
        let text = if args.folders.is_empty() {
            "no agent sessions in the known folders: pass a folder"
        } else {
            "no sessions found"
        };
        note(text, streams);
    }
    Ok(OK)
}

/// The sessions in the folders of the arguments, or else in those of the agents, newest first.
fn found(args: &SessionsArgs) -> Result<Vec<Stored>> {
    if let Some(missing) = args.folders.iter().find(|folder| !folder.exists()) {
        return Err(Error::new(
            ErrorKind::Unreadable,
            format!("folder not found: {}", load::name(missing)),
        ));
    }
    if !args.folders.is_empty() {
        let mut found: Vec<Stored> = args
            .folders
            .iter()
            .flat_map(|path| stored_in(path))
            .collect();
        found.sort_by_key(|session| std::cmp::Reverse(session.modified));
        return Ok(found);
    }
    // `USERPROFILE` is the home directory on Windows.
    let home = ["HOME", "USERPROFILE"]
        .iter()
        .find_map(|name| std::env::var_os(name).filter(|home| !home.is_empty()))
        .ok_or_else(|| {
            Error::new(
                ErrorKind::Unreadable,
                "no home directory: set HOME, or pass a folder",
            )
        })?;
    Ok(stored(Path::new(&home), &|name| std::env::var_os(name)))
}

fn row(args: &SessionsArgs, session: &Stored) -> Result<Row> {
    if let Some(error) = &session.error {
        return Err(Error::new(ErrorKind::Unreadable, error.clone()));
    }
    let path = session.path.to_string_lossy();
    if let Some((_, hint)) = UNREADABLE.iter().find(|(ending, _)| path.ends_with(ending)) {
        return Err(Error::new(ErrorKind::Unreadable, *hint));
    }
    let most_unpacked = args.reading.max_unpacked_mb.saturating_mul(MEGABYTE);
    let text = gathered(&session.path, slim_line, most_unpacked, &mut |_, _| {})?;
    let built = Built::default();
    let file = read(&text, args.reading.extent(), &built)?;
    let tokens = |conversation: &Conversation<'_>| {
        compact::tokens(Config::default(), conversation).unwrap_or(0)
    };
    let all: Vec<u64> = file.conversations.iter().map(tokens).collect();
    let counted = file
        .conversations
        .iter()
        .filter_map(|one| one.prompt_tokens)
        .max();
    let agent = match file.format {
        Format::Session(agent) => agent.name.to_owned(),
        format => session
            .agent
            .map_or_else(|| format.name(), |agent| agent.name.to_owned()),
    };
    Ok(Row {
        agent,
        conversations: all.len(),
        messages: file
            .conversations
            .iter()
            .map(|one| one.messages.view().len())
            .sum(),
        tokens: all.iter().sum(),
        compactions: file.conversations.iter().map(|one| one.compactions).sum(),
        largest_prompt_tokens: counted.or(all.iter().copied().max()).unwrap_or(0),
        largest_prompt_is_estimate: counted.is_none(),
        error: None,
        ..empty(session)
    })
}

fn unread(session: &Stored, error: &Error) -> Row {
    // The row says already which file it is.
    let name = format!("{}: ", load::name(&session.path));
    let message = error.message();
    Row {
        error: Some(RowError {
            code: error.code(),
            message: message.strip_prefix(&name).unwrap_or(message).to_owned(),
        }),
        ..empty(session)
    }
}

fn empty(session: &Stored) -> Row {
    let modified = session
        .modified
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Row {
        agent: session.agent.map_or("", |agent| agent.name).to_owned(),
        project: project(&session.path),
        path: session.path.to_string_lossy().into_owned(),
        modified_ms: modified.and_then(|time| u64::try_from(time.as_millis()).ok()),
        conversations: 0,
        messages: 0,
        tokens: 0,
        compactions: 0,
        largest_prompt_tokens: 0,
        largest_prompt_is_estimate: true,
        error: None,
    }
}

fn show(document: &Document, style: Style) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now_ms = now.map_or(0, |now| now.as_millis() as u64);
    let heading = [
        "agent",
        "project",
        "age",
        "messages",
        "tokens",
        "largest prompt",
    ];
    let mut table = Table::new(&heading, 3);
    for row in &document.sessions {
        let largest = grouped(row.largest_prompt_tokens);
        let numbers = [
            grouped(row.messages as u64),
            grouped(row.tokens),
            if row.largest_prompt_is_estimate {
                format!("~{largest}")
            } else {
                largest
            },
        ];
        let texts = [
            visible(&row.agent),
            name_of(&row.project),
            age(row.modified_ms, now_ms),
        ];
        let mut cells: Vec<String> = texts.into_iter().collect();
        if row.error.is_none() {
            cells.extend(numbers);
        }
        table.row(cells);
    }
    let table = table.render(style);
    let mut lines = table.lines();
    let mut text = String::new();
    if !document.sessions.is_empty() {
        text.extend(lines.next().map(|heading| format!("{heading}\n")));
    }
    for (line, row) in lines.zip(&document.sessions) {
        match &row.error {
            Some(error) => {
                let room = style.width.saturating_sub(line.chars().count() + 2);
                let reason = cut(&visible(&error.message), room);
                text.push_str(&format!("{line}  {}\n", style.warn(&reason)));
            }
            None => text.push_str(&format!("{line}\n")),
        }
    }
    let mut remarks = Vec::new();
    if document.more > 0 {
        remarks.push(format!(
            "{} more: pass --all",
            grouped(document.more as u64)
        ));
    }
    if document.without_conversation > 0 {
        let files = count(document.without_conversation as u64, "file", "files");
        remarks.push(format!("{files} without a conversation"));
    }
    if !remarks.is_empty() {
        text.push_str(&format!("\n  {}\n", style.dim(&remarks.join("; "))));
    }
    text
}

/// The last part of a path. Gemini CLI names projects by a hash, which is cut.
fn name_of(project: &str) -> String {
    let name = project.trim_end_matches(['/', '\\']);
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    cut(&visible(name), PROJECT_COLUMNS)
}

fn cut(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    let kept: String = text.chars().take(columns.saturating_sub(1)).collect();
    format!("{}\u{2026}", kept.trim_end())
}

fn age(modified_ms: Option<u64>, now_ms: u64) -> String {
    let Some(modified_ms) = modified_ms else {
        return String::new();
    };
    let minutes = now_ms.saturating_sub(modified_ms) / 60_000;
    match minutes {
        0 => "now".to_owned(),
        1..120 => format!("{minutes} min"),
        120..2_880 => format!("{} h", minutes / 60),
        _ => format!("{} d", grouped(minutes / 1_440)),
    }
}

#[cfg(test)]
mod tests {
    use super::{age, cut, name_of};

    #[test]
    fn ages_and_names_are_short() {
        for (ms, text) in [
            (30_000, "now"),
            (61_000, "1 min"),
            (7_200_000, "2 h"),
            (172_800_000, "2 d"),
        ] {
            assert_eq!(age(Some(0), ms), text);
        }
        assert_eq!(name_of("/home/me/my project/"), "my project");
        assert_eq!(name_of("C:\\work\\app"), "app");
        assert_eq!(cut("abcdef", 4), "abc\u{2026}");
    }
}
