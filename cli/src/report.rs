//! The command `conspectus report`.

use super::args::ReportArgs;
use super::inspect::named;
use super::simulate::{fills, usual};
use super::style::{count, grouped};
use super::{Done, OK, Result, Streams, compact, load, note, tell, worse};
use conspectus::{Config, ModelRows, model_info};
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::json_text::JsonText;
use conspectus_files::sessions::{self, Conversation};
use conspectus_files::text::visible_name;
use conspectus_files::text_file;
use serde_json::{Map, Value, json};

/// The most conversations of a file on a page. Chosen here: a page with more shows little of each.
const MOST_CONVERSATIONS: usize = 20;

pub(super) fn report(args: &ReportArgs, streams: &mut Streams<'_>) -> Done {
    // A wrong option is told once, before any file is read.
    Config::from_options(&Value::Object(args.options()))?;
    if let Some(input) = args
        .files
        .iter()
        .find(|file| load::is_same_file(file, &args.output))
    {
        let text = format!(
            "the page would overwrite {}: choose another name, e.g. -o report.html",
            load::name(input)
        );
        return Err(Error::new(ErrorKind::WouldLose, text).into());
    }
    let quiet = args.common.reading.quiet.quiet;
    let (mut found, mut code) = (Vec::new(), OK);
    for path in &args.files {
        let name = load::name(path);
        // A page is shared more often than the folders of a machine.
        let title = path.file_name().map_or_else(|| name.clone(), visible_name);
        let text = load::text(path, args.common.reading.max_unpacked_mb, streams);
        match text.and_then(|text| of_file(args, (&title, &text))) {
            Ok(sessions) => found.extend(sessions),
            Err(error) => {
                code = worse(code, error.kind());
                tell(&named(&error, &name), streams);
            }
        }
    }
    if found.is_empty() {
        return Ok(code);
    }
    if !quiet {
        for session in &found {
            for text in session["notes"].as_array().into_iter().flatten() {
                let title = session["title"].as_str().unwrap_or_default();
                note(
                    &format!("{title}: {}", text.as_str().unwrap_or_default()),
                    streams,
                );
            }
        }
    }
    let told = told(&found);
    let page = conspectus_page::report(&Value::Array(found));
    if load::is_standard(&args.output) {
        streams.stdout.write_all(page.as_bytes())?;
        return Ok(code);
    }
    text_file::write_whole(&args.output, args.overwrite, &mut |out| {
        out.write_all(page.as_bytes())
    })?;
    if !quiet {
        note(
            &format!("wrote {}: {told}", load::name(&args.output)),
            streams,
        );
    }
    Ok(code)
}

/// The content of the page, in a line.
fn told(sessions: &[Value]) -> String {
    let all = |key: &'static str| {
        let each = sessions.iter();
        each.flat_map(move |session| session[key].as_array().into_iter().flatten())
    };
    let compactions = all("runs").filter(|run| run["status"] != "repaired");
    format!(
        "{}, {}, {}",
        count(sessions.len() as u64, "session", "sessions"),
        count(all("requests").count() as u64, "request", "requests"),
        count(compactions.count() as u64, "compaction", "compactions")
    )
}

fn of_file(args: &ReportArgs, (title, text): (&str, &str)) -> Result<Vec<Value>> {
    let built = sessions::Built::default();
    let file = sessions::read(text, args.common.reading.extent(), &built)?;
    if args.conversation.is_some() {
        let conversation = file.one(args.conversation)?;
        return Ok(vec![replayed(args, conversation, title, Vec::new())?]);
    }
    let all = file.conversations.len();
    let mut found = Vec::new();
    for (index, conversation) in file
        .conversations
        .iter()
        .take(MOST_CONVERSATIONS)
        .enumerate()
    {
        let mut notes = Vec::new();
        if index == 0 && all > MOST_CONVERSATIONS {
            notes.push(format!(
                "The file has {all} conversations, and the page shows the first {MOST_CONVERSATIONS}; `--conversation` shows any other."
            ));
        }
        let title = if all > 1 {
            format!("{title} {}", index + 1)
        } else {
            title.to_owned()
        };
        found.push(replayed(args, conversation, &title, notes)?);
    }
    Ok(found)
}

/// One conversation, replayed.
fn replayed(
    args: &ReportArgs,
    conversation: &Conversation<'_>,
    title: &str,
    mut notes: Vec<String>,
) -> Result<Value> {
    let mut options = args.options();
    if let (false, Some(dialect)) = (options.contains_key("dialect"), conversation.dialect) {
        options.insert("dialect".to_owned(), json!(dialect.name()));
    }
    notes.extend(window(&mut options, conversation));
    if conversation.compactions > 0 {
        notes.push(compacted(args, conversation.compactions));
    }
    options.insert("title".to_owned(), json!(title));
    if let Some(tokens) = args.overhead_tokens {
        options.insert("overhead_tokens".to_owned(), json!(tokens));
    }
    for (place, text) in [
        ("system", conversation.system),
        ("tools", conversation.tools),
    ] {
        if let Some(text) = text {
            options.insert(place.to_owned(), JsonText::Text(text).to_value()?);
        }
    }
    if !conversation.times_ms.is_empty() {
        options.insert("times_ms".to_owned(), json!(conversation.times_ms));
    }
    let mut fields = conspectus_page::replay(
        &conversation.messages.view().copied(),
        &Value::Object(options),
    )?;
    fields["notes"] = json!(notes);
    Ok(fields)
}

/// Adds a window if the caller passes none. The text says why it differs from that of the model.
fn window(options: &mut Map<String, Value>, conversation: &Conversation<'_>) -> Option<String> {
    if options.contains_key("context_window") || options.contains_key("model") {
        return None;
    }
    let config = Config::from_options(&Value::Object(options.clone())).unwrap_or_default();
    let tokens = compact::tokens(config, conversation).unwrap_or_default();
    let usual = usual(tokens);
    let known = conversation.model.as_deref().and_then(|model| {
        let info = model_info(model, &ModelRows::default());
        Some((info.model?, info.input_tokens))
    });
    let Some((model, window)) = known else {
        options.insert("context_window".to_owned(), json!(usual));
        return Some(format!(
            "The file names no known model, so the replay uses a window of {}; set another one with `--context-window` or `--model`.",
            grouped(usual)
        ));
    };
    options.insert("model".to_owned(), json!(model));
    if fills(tokens, window) || !fills(tokens, usual) {
        return None;
    }
    options.insert("context_window".to_owned(), json!(usual));
    Some(format!(
        "The window of {model} has {} tokens, and nothing would be removed in it: the session has {}. To show what happens in a smaller one, \
         the replay uses {}; set another one with `--context-window`.",
        grouped(window),
        grouped(tokens),
        grouped(usual)
    ))
}

/// The note on a session that its agent compacted itself.
fn compacted(args: &ReportArgs, compactions: usize) -> String {
    let times = count(compactions as u64, "time", "times");
    if args.common.reading.whole_session {
        format!(
            "The agent compacted this session itself {times}. The replay starts from the full messages, as if it had not."
        )
    } else {
        format!(
            "The agent compacted this session itself {times}. The page starts after the last one, with the agent's own summary; \
             `--whole-session` replays all messages and shows the agent's prompts, too."
        )
    }
}
