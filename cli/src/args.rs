//! The arguments of the command line.

use super::flags::{MeasuringFlags, OptionFlags, json_or_text};
use clap::{Args, Parser, Subcommand, ValueEnum};
use conspectus::Config;
use conspectus_files::error::{Error, ErrorKind, Result};
use conspectus_files::sessions::{Extent, agents};
use conspectus_files::text_file;
use serde_json::{Map, Value};
use std::num::NonZero;
use std::path::PathBuf;

/// What files are read, and how the program ends.
fn files_and_exit_codes() -> String {
    let agents: Vec<&str> = agents().map(|agent| agent.name).collect();
    format!(
        "\
Files: JSON message lists in any supported format, objects that contain one, JSON lines, and session files of \
{}, also gzipped; `-` is standard input. `conspectus FILE` means `conspectus inspect FILE`.

Exit codes:
  0    done
  1    a check failed, or with --exit-code: no change needed
  2    wrong usage, or a file that can't be read or written
  3    a file contains no conversation
  130  interrupted (Ctrl-C); output files are complete or missing",
        agents.join(", ")
    )
}

const DEMO_EXAMPLES: &str = "\
Examples:
  conspectus demo
  conspectus demo --context-window 32k
  conspectus demo -o session.json            # the session itself, to try the other commands on

The session is a recorded bug hunt with 49 tool calls. The demo needs no API key, network or model.";

const INSPECT_EXAMPLES: &str = "\
Examples:
  conspectus inspect session.jsonl
  conspectus inspect session.jsonl --context-window 200k     # also the cut
  conspectus inspect --json *.json.gz | jq '.files[].conversations[].tokens'
  conspectus inspect requests.jsonl --conversation 3
  conspectus inspect --check history.json    # exit code 1 if a provider would reject it

Exit codes: 0 done, 1 a check failed, 2 wrong usage or a file that can't be read, 3 a file without a conversation.";

const COMPACT_EXAMPLES: &str = "\
Examples:
  conspectus compact session.jsonl                      # dry run: shows the planned changes
  conspectus compact session.jsonl -o short.json
  conspectus compact session.jsonl --write-back         # a copy that the agent resumes
  conspectus compact - -o - < history.json > short.json
  conspectus compact history.json --context-window 200k --if-needed -o short.json
  conspectus compact history.json --keep messages=20 --keep-tool-results 3 --exclude-tools read_skill -o short.json
  conspectus compact history.json --preset gencode --set prune_protect=60000

Without a window, that of the file's model is used if the conversation fills half of it, otherwise the conversation's size. \
The summary quotes lines of the conversation, without a model or network, and is the same every time. Kept messages are \
written byte for byte. If the list is in an object, the object is written; --messages-only writes only the list. An agent's \
session is written as a message list, unless you pass --write-back.

Exit codes: 0 done (without changes, -o writes the messages unchanged; with --exit-code this is 1), \
2 wrong usage or a file that can't be read or written, 3 no conversation in the file.";

const BATCH_EXAMPLES: &str = "\
Examples:
  conspectus batch sessions/ --context-window 128k                     # dry run: how much would be removed
  conspectus batch sessions/ --context-window 128k --per-file            # a.json.small.json next to a.json
  conspectus batch train.jsonl.gz --context-window 32k -o short.jsonl
  conspectus batch train.jsonl.gz --context-window 32k -o short.jsonl --resume
  zcat logs.jsonl.gz | conspectus batch - --context-window 128k -o - > short.jsonl

In a .jsonl file, each line with a list, or with a list under `messages` (or --key), is a conversation. Without such lines, the file is \
a session. A row has id (of the object, or path and line), status, changed, tokens_before, tokens_after, messages and error (code, JSON \
Pointer, message). Rows are in the order of the input.

Exit codes: 0 done, 1 done, but some rows are errors, 2 wrong usage or output that can't be written.";

const REPAIR_EXAMPLES: &str = "\
Examples:
  conspectus repair history.json                # dry run: lists the problems
  conspectus repair history.json -o fixed.json

Exit codes: 0 done (with --exit-code: 1 if nothing was wrong), 2 wrong usage, a file that can't be read or written, \
or a history that can't be repaired without a guess, 3 no conversation in the file.";

const SESSIONS_EXAMPLES: &str = "\
Examples:
  conspectus sessions
  conspectus sessions --all --json | jq '.sessions[] | select(.largest_prompt_tokens > 150000)'
  conspectus sessions ~/recordings --all
  conspectus inspect \"$(conspectus sessions --paths | head -n 1)\"      # the newest one

Without a folder, the folders of the agents are searched, also if CLAUDE_CONFIG_DIR, CODEX_HOME and their like move them. \
Messages and tokens (an estimate) are those since the agent's last compaction. The largest prompt is as the provider \
counted it; `~` means an estimate. A session in a database (opencode, goose) must be exported first.

Exit codes: 0 done, 2 wrong usage or a folder that can't be read.";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  conspectus simulate session.jsonl
  conspectus simulate *.jsonl --context-window 200k,1m --prices anthropic-5m,openai
  conspectus simulate session.jsonl --policies never,break_even,trigger --overhead-tokens 20k --json
  conspectus simulate session.jsonl --policies default,gemini-cli,qwen-code,gencode,opencode

Sessions are replayed from their first message, without a model. The columns: cost in percent of never compacting, and in \
dollars; reused names still in the prompt; prompts over the window; unread results and requests lost; clearings; summaries; \
the costliest session. With the provider's usage, prompts get its sizes, and `recorded` is its cost. With times, caches expire \
in the pauses.

Exit codes: 0 done, 2 wrong usage or a file that can't be read, 3 a file without a conversation.";

const RECOMMEND_EXAMPLES: &str = "\
Examples:
  conspectus recommend session.jsonl
  conspectus recommend *.jsonl --model claude-opus-5-5

Each session is replayed with each combination of settings, without a model. Settings that lose more than the defaults are never \
recommended: reused names, requests, unread results, prompts over the window.

Exit codes: 0 done, 2 wrong usage or a file that can't be read, 3 a file without a conversation.";

const REPORT_EXAMPLES: &str = "\
Examples:
  conspectus report session.jsonl -o report.html
  conspectus report session.jsonl --context-window 64k --keep-tool-results 5 -o report.html
  conspectus report \"$(conspectus sessions --paths | head -n 1)\" -o report.html      # the newest one
  conspectus report *.jsonl --model claude-opus-5-5 -o report.html --overwrite

Each session is replayed through the compactor with these options, call by call; no model is called. The page shows the prompt \
at each request, the removed content with time and reason, the cost, and the summary. It's one file without scripts, and loads \
nothing from a network. It quotes the session, so share it like the session itself.

Without a window, that of the file's model is used if the session reaches its trigger, otherwise the largest usual one up to \
200k in which it does. Without known prices, those of anthropic-5m are used.

Exit codes: 0 done, 2 wrong usage or a file that can't be read or written, 3 a file without a conversation.";

const MCP_EXAMPLES: &str = "\
Examples:
  conspectus mcp
  conspectus mcp --project ~/src/app
  conspectus mcp --store .conspectus         # the folder of a FolderStore

An agent starts this command as an MCP server, usually with {\"command\": \"conspectus\", \"args\": [\"mcp\"]} in its list of \
servers. It has the tools search, read_back and describe, and only reads. The outputs of projects are in $CONSPECTUS_HOME, by \
default ~/.local/state/conspectus. Protocol versions: 2024-11-05 to 2026-07-28.

Exit codes: 0 the client ended the session, 2 wrong usage or a folder that can't be read.";

const INSTALL_EXAMPLES: &str = "\
Examples:
  conspectus install claude-code --dry-run
  conspectus install claude-code
  conspectus install claude-code --project     # only in this folder
  conspectus uninstall claude-code

The hooks shorten new tool results: repeated lines become a pointer to an earlier result, and of a very long output, only \
the ends are shown; `read_back` returns the rest. Other settings don't change, and `uninstall` restores the file byte for \
byte. If you've edited it since, only the hooks are removed.

Exit codes: 0 done, 2 wrong usage, or settings that can't be read, parsed or written; then nothing is changed.";

const UNINSTALL_EXAMPLE: &str = "\
Example:
  conspectus uninstall claude-code";

const HOOK_ABOUT: &str = "\
Agents run this at their events, with JSON on standard input; `conspectus install` adds it to their settings. The answer \
is JSON. After any error it's `{}`, and the exit code is always 0: a hook never stops its agent.";

/// The error for a secret that is passed as an argument.
const NO_SECRET: &str = "--signing-key shows the secret to other users of this machine: pass \
                         --signing-key-file FILE, or set CONSPECTUS_SIGNING_KEY";

/// The variable with the secret, if no file is passed.
const KEY_VARIABLE: &str = "CONSPECTUS_SIGNING_KEY";

/// Shows what fills a long agent conversation, and compacts it.
#[derive(Debug, Parser)]
#[command(name = "conspectus", version, about, after_help = files_and_exit_codes(), max_term_width = 100, disable_help_subcommand = true)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Demo(DemoArgs),
    Inspect(InspectArgs),
    Compact(CompactArgs),
    Batch(BatchArgs),
    Repair(RepairArgs),
    Sessions(SessionsArgs),
    Simulate(SimulateArgs),
    Recommend(RecommendArgs),
    Report(ReportArgs),
    Mcp(McpArgs),
    Install(InstallArgs),
    /// Remove the hooks from the settings of an agent.
    #[command(after_help = UNINSTALL_EXAMPLE)]
    Uninstall(InstallArgs),
    Hook(HookArgs),
    Completions(CompletionsArgs),
}

/// Compact a built-in recorded session, and show the result.
#[derive(Debug, Args)]
#[command(after_help = DEMO_EXAMPLES)]
pub(super) struct DemoArgs {
    /// The context window: 48000 or 48k. By default, two windows: clearing old tool results is only
    /// enough in the first one.
    #[arg(long, value_name = "N", value_parser = tokens)]
    pub context_window: Option<u64>,
    /// Write the session to OUT instead; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite OUT if it exists.
    #[arg(long, requires = "output")]
    pub overwrite: bool,
    #[command(flatten)]
    pub quiet: Quiet,
}

/// Serve the project's stored tool outputs to an agent, over MCP on standard input and output.
#[derive(Debug, Args)]
#[command(after_help = MCP_EXAMPLES)]
pub(super) struct McpArgs {
    /// The project's folder. By default, the current folder.
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// The folder of a store, instead of the project's.
    #[arg(long, value_name = "DIR", conflicts_with = "project")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub quiet: Quiet,
}

/// Print a completion script for bash, zsh, fish, elvish or powershell.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
    #[command(flatten)]
    pub quiet: Quiet,
}

/// What every command takes.
#[derive(Debug, Args)]
pub(super) struct Quiet {
    /// Print only errors to stderr.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Show tokens by role and tool, media, open calls, and the cut.
#[derive(Debug, Args)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(super) struct InspectArgs {
    /// Files to inspect; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON document instead of tables.
    #[arg(long)]
    pub json: bool,
    /// Show only conversation N of the file, starting at 1.
    #[arg(long, value_name = "N")]
    pub conversation: Option<usize>,
    /// Exit with 1 if a provider would reject the history, and say why.
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub flags: MeasuringFlags,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Compact a conversation: clear old tool results, summarize older messages, keep the rest
/// unchanged.
#[derive(Debug, Args)]
#[command(after_help = COMPACT_EXAMPLES)]
pub(super) struct CompactArgs {
    /// The file to compact; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file to write; `-` is standard output. By default, nothing is written.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite OUT if it exists. It keeps its owner, permissions and links.
    #[arg(long)]
    pub overwrite: bool,
    /// Write a session that the agent resumes: next to FILE, or to OUT, a file or a folder.
    #[arg(long, conflicts_with_all = ["messages_only", "whole_session"])]
    pub write_back: bool,
    /// Write only the message list, without the object around it.
    #[arg(long)]
    pub messages_only: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
    /// Use conversation N of the file, starting at 1.
    #[arg(long, value_name = "N")]
    pub conversation: Option<usize>,
    /// Compact only if the conversation has reached the trigger (--trigger). By default, it's
    /// compacted at any size, with a summary.
    #[arg(long, requires = "context_window")]
    pub if_needed: bool,
    /// Exit with 1 if nothing changed.
    #[arg(long)]
    pub exit_code: bool,
    #[command(flatten)]
    pub flags: OptionFlags,
    /// A file with the secret that signs your summaries. By default, the environment variable
    /// CONSPECTUS_SIGNING_KEY is used.
    #[arg(long, value_name = "FILE", help_heading = "Callbacks and safety")]
    pub signing_key_file: Option<PathBuf>,
    /// Other users of a machine see the arguments of a process: see `--signing-key-file`.
    #[arg(long, hide = true)]
    pub signing_key: Option<String>,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Compact many conversations: folders, files, and lines of files.
#[derive(Debug, Args)]
#[command(after_help = BATCH_EXAMPLES)]
pub(super) struct BatchArgs {
    /// Files and folders. In a folder, .json, .jsonl and .ndjson files are read, also gzipped; `-` is
    /// standard input, a conversation on each line.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write a row for each conversation as JSON lines; `-` is standard output.
    #[arg(short, long, value_name = "ROWS", conflicts_with = "per_file")]
    pub output: Option<PathBuf>,
    /// Write the messages of each file next to it, as FILE.small.json.
    #[arg(long)]
    pub per_file: bool,
    /// Overwrite what exists.
    #[arg(long)]
    pub overwrite: bool,
    /// Continue an interrupted job, with the same paths and options.
    #[arg(long, conflicts_with = "overwrite")]
    pub resume: bool,
    /// Threads; by default, one for each core.
    #[arg(long, value_name = "N")]
    pub workers: Option<NonZero<usize>>,
    /// The key of the messages in an object. By default, the usual names are tried.
    #[arg(long, value_name = "NAME")]
    pub key: Option<String>,
    /// Also compact conversations that haven't reached the trigger (--trigger).
    #[arg(long)]
    pub force: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub flags: OptionFlags,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Repair a history: pair calls and results, remove what a provider would reject.
#[derive(Debug, Args)]
#[command(after_help = REPAIR_EXAMPLES)]
pub(super) struct RepairArgs {
    /// The file to repair; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file to write; `-` is standard output. By default, nothing is written.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite OUT if it exists. It keeps its owner, permissions and links.
    #[arg(long)]
    pub overwrite: bool,
    /// Write only the message list, without the object around it.
    #[arg(long)]
    pub messages_only: bool,
    /// Use conversation N of the file, starting at 1.
    #[arg(long, value_name = "N")]
    pub conversation: Option<usize>,
    /// Exit with 1 if nothing changed.
    #[arg(long)]
    pub exit_code: bool,
    /// The message format. By default, it's detected.
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Add hooks that shorten tool results to the settings of an agent.
#[derive(Debug, Args)]
#[command(after_help = INSTALL_EXAMPLES)]
pub(super) struct InstallArgs {
    /// The agent.
    #[arg(value_name = "AGENT", value_parser = clap::builder::PossibleValuesParser::new(conspectus_agents::NAMES))]
    pub agent: String,
    /// Edit the settings of the project in the current folder, instead of your own.
    #[arg(long)]
    pub project: bool,
    /// Show the changes, and write nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub quiet: Quiet,
}

/// Answer one event of an agent.
#[derive(Debug, Args)]
#[command(after_help = HOOK_ABOUT)]
pub(super) struct HookArgs {
    /// The agent, and its name of the event.
    #[arg(
        value_name = "AGENT EVENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub words: Vec<String>,
}

/// List the agent sessions on this machine, newest first.
#[derive(Debug, Args)]
#[command(after_help = SESSIONS_EXAMPLES)]
pub(super) struct SessionsArgs {
    /// Folders or files to list instead.
    #[arg(value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,
    /// List all sessions, not only the newest 20.
    #[arg(long)]
    pub all: bool,
    /// Print one JSON document instead of a table.
    #[arg(long)]
    pub json: bool,
    /// Print only the paths, one a line.
    #[arg(long, conflicts_with = "json")]
    pub paths: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Find the cheapest settings that lose no more than the defaults, for recorded sessions.
#[derive(Debug, Args)]
#[command(after_help = RECOMMEND_EXAMPLES)]
pub(super) struct RecommendArgs {
    /// Files with sessions; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The model, with its window and prices. By default, the one that each file names.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// The context window: 200k, 1m or 128000. By default, the model's.
    #[arg(long, value_name = "N", value_parser = tokens)]
    pub context_window: Option<u64>,
    /// Tokens of the system prompt and the tool schemas. By default, from the usage, or 0.
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = tokens)]
    pub overhead_tokens: u64,
    /// Print one JSON document instead of tables.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub quiet: Quiet,
}

/// Of what `simulate` prints sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum By {
    Session,
    Day,
    Month,
}

/// Estimate what policies would have cost in recorded sessions.
#[derive(Debug, Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub(super) struct SimulateArgs {
    /// Files with sessions; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Context windows in tokens, separated by commas: 200k, 1m or 128000. By default, the largest
    /// one up to 200k in which the longest conversation reaches the trigger.
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = tokens)]
    pub context_window: Vec<u64>,
    /// Models, or price sets, separated by commas: anthropic-5m, anthropic-1h, openai, gemini, none.
    /// By default, the model that the file names, otherwise anthropic-5m. Only models have costs in
    /// dollars.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub prices: Vec<String>,
    /// Also print the cost of each session, day or month (in UTC).
    #[arg(long, value_name = "PERIOD")]
    pub by: Option<By>,
    /// Policies, and presets: default, gemini-cli, qwen-code, gencode, opencode. By default, all
    /// policies and no presets.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub policies: Vec<String>,
    /// Tokens of the system prompt and the tool schemas. By default, from the usage, or 0.
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = tokens)]
    pub overhead_tokens: u64,
    /// The pause before each call in minutes, instead of the times in the file.
    #[arg(long, value_name = "N")]
    pub pause_minutes: Option<u32>,
    /// Print one JSON document with a row for each conversation instead of tables.
    #[arg(long)]
    pub json: bool,
    /// Also write the tables as a page; `report` shows one session in detail.
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Overwrite OUT if it exists.
    #[arg(long, requires = "html")]
    pub overwrite: bool,
    /// The message format. By default, it's detected.
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Write a page about recorded sessions: removed content, reasons, savings.
#[derive(Debug, Args)]
#[command(after_help = REPORT_EXAMPLES)]
pub(super) struct ReportArgs {
    /// Files with sessions; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The page to write; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Overwrite OUT if it exists.
    #[arg(long)]
    pub overwrite: bool,
    /// Show only conversation N of each file, starting at 1.
    #[arg(long, value_name = "N")]
    pub conversation: Option<usize>,
    /// Tokens of the system prompt and the tool schemas, instead of those in the file.
    #[arg(long, value_name = "N", value_parser = tokens)]
    pub overhead_tokens: Option<u64>,
    #[command(flatten)]
    pub flags: OptionFlags,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Parses a number of tokens: digits, optionally followed by `k` for thousands or `m` for millions.
pub(super) fn tokens(text: &str) -> std::result::Result<u64, String> {
    let text = text.trim().to_ascii_lowercase();
    let (digits, unit) = match text.strip_suffix(['k', 'm']) {
        Some(digits) => (
            digits,
            if text.ends_with('k') {
                1_000
            } else {
                1_000_000
            },
        ),
        None => (text.as_str(), 1),
    };
    let number = digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(unit));
    number.ok_or_else(|| "expected a number of tokens, such as 200000, 200k or 1m".to_owned())
}

/// The options for measuring and cutting.
#[derive(Debug, Args)]
pub(super) struct CommonArgs {
    /// The preset: default, gemini-cli, qwen-code, qwen-code-seed, gencode, opencode.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Set an option of the preset, e.g. --set prune_protect=60000. Can be repeated.
    #[arg(long, value_name = "OPTION=VALUE", requires = "preset")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How a file is read.
#[derive(Debug, Args)]
pub(super) struct ReadingArgs {
    #[command(flatten)]
    pub quiet: Quiet,
    /// Also read messages of an agent's session that its model no longer sees. Messages of subagents
    /// are never read.
    #[arg(long, help_heading = "More options")]
    pub whole_session: bool,
    /// The largest size of an unpacked file in megabytes.
    #[arg(long, value_name = "N", default_value_t = conspectus_files::text_file::MOST_UNPACKED_MB, help_heading = "More options")]
    pub max_unpacked_mb: u64,
}

impl ReadingArgs {
    pub fn extent(&self) -> Extent {
        if self.whole_session {
            Extent::Whole
        } else {
            Extent::SinceCompaction
        }
    }
}

impl CommonArgs {
    /// The configuration from these arguments and from the options that flags gave.
    ///
    /// # Errors
    /// `INVALID_OPTION`, `UNKNOWN_PRESET`, `UNKNOWN_DIALECT`, with the path of the option.
    fn config(&self, options: Map<String, Value>) -> Result<Config> {
        Ok(Config::from_options(&Value::Object(self.with(options)))?)
    }

    /// The options with the preset.
    fn with(&self, mut options: Map<String, Value>) -> Map<String, Value> {
        if let Some(name) = &self.preset {
            let mut preset = Map::new();
            preset.insert("name".to_owned(), Value::from(name.as_str()));
            for setting in &self.set {
                let (name, value) = setting.split_once('=').unwrap_or((setting, "null"));
                preset.insert(name.trim().to_owned(), json_or_text(value.trim()));
            }
            options.insert("preset".to_owned(), Value::Object(preset));
        }
        options
    }
}

impl InspectArgs {
    /// The configuration by which messages are measured.
    ///
    /// # Errors
    /// As [`CommonArgs::config`].
    pub fn config(&self) -> Result<Config> {
        self.common.config(self.flags.options())
    }

    /// Returns true if a window is known, so that a cut can be computed.
    pub fn has_window(&self) -> bool {
        let options = self.flags.options();
        options.contains_key("context_window") || options.contains_key("model")
    }
}

impl BatchArgs {
    /// The options of the compactor.
    ///
    /// # Errors
    /// `WINDOW_UNKNOWN` if neither a window nor a model is given.
    pub fn options(&self) -> Result<Value> {
        let options = self.flags.options();
        if !options.contains_key("context_window") && !options.contains_key("model") && !self.force
        {
            let kind = ErrorKind::Core(conspectus::ErrorKind::WindowUnknown);
            return Err(Error::new(
                kind,
                "no window to compact for: pass --context-window N, e.g. 128k, or --model NAME",
            ));
        }
        Ok(Value::Object(self.common.with(options)))
    }
}

impl ReportArgs {
    /// The options of the compactor.
    pub fn options(&self) -> Map<String, Value> {
        self.common.with(self.flags.options())
    }
}

impl CompactArgs {
    /// The secret, from the file or from the environment.
    ///
    /// # Errors
    /// As [`text_file::read_text`]; `INVALID_OPTION` if it is an argument.
    fn key(&self) -> Result<Option<String>> {
        if self.signing_key.is_some() {
            let kind = ErrorKind::Core(conspectus::ErrorKind::InvalidOption);
            return Err(Error::new(kind, NO_SECRET));
        }
        let Some(path) = &self.signing_key_file else {
            return Ok(std::env::var(KEY_VARIABLE)
                .ok()
                .filter(|key| !key.is_empty()));
        };
        let text = text_file::read_text(path, |_| None, text_file::MEGABYTE, &mut |_, _| {})?;
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }

    /// Returns the configuration of an extractive run. If neither a window nor a model is set, the
    /// options of `fallback` are added.
    ///
    /// # Errors
    /// As [`CommonArgs::config`].
    pub fn config(&self, fallback: impl FnOnce() -> Map<String, Value>) -> Result<Config> {
        let mut options = self.flags.options();
        if !options.contains_key("context_window") && !options.contains_key("model") {
            options.extend(fallback());
        }
        if let Some(key) = self.key()? {
            options.insert("signing_key".to_owned(), Value::from(key));
        }
        self.common.config(options)
    }
}
