//! The arguments of the command line.

use super::flags::{json_or_text, MeasuringFlags, OptionFlags};
use crate::error::Result;
use clap::{Args, Parser, Subcommand};
use conspectus::Config;
use serde_json::{Map, Value};
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Files: JSON message lists (Gemini, OpenAI chat, Anthropic), objects that hold one, JSON lines of either, and session \
files of Claude Code; gzipped or not; `-` is standard input.

Exit codes:
  0    done
  1    it ran, but there was nothing to do, or a check failed
  2    wrong usage, or a file that cannot be read or written
  130  interrupted (Ctrl-C); output files are either whole or not there";

const INSPECT_EXAMPLES: &str = "\
Examples:
  conspectus inspect session.jsonl
  conspectus inspect --json *.json.gz | jq '.files[].conversations[].tokens'
  conspectus inspect requests.jsonl --select 3
  conspectus inspect --check history.json    # exit code 1 if a call has no result

Exit codes: 0 done, 1 a check failed, 2 wrong usage or a file that cannot be read.";

const COMPACT_EXAMPLES: &str = "\
Examples:
  conspectus compact session.jsonl                      # a trial run: says what would go, writes nothing
  conspectus compact session.jsonl -o short.json
  conspectus compact - -o - < history.json > short.json
  conspectus compact history.json --context-window 200000 --if-needed -o short.json
  conspectus compact history.json --keep messages=20 --keep-tool-results 3 --exclude-tools read_skill -o short.json
  conspectus compact history.json --preset gencode --set prune_protect=60000

The summary is made of the conversation's own lines: no model, no network, the same result every time. Messages that \
are kept are written byte for byte as they were. An object that held the list comes out with the list replaced; \
--list writes the list alone. A session of Claude Code comes out as a list of Anthropic messages.

Exit codes: 0 compacted, 1 nothing could be done (with -o, the messages are written unchanged), 2 wrong usage or a \
file that cannot be read or written.";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  conspectus simulate session.jsonl
  conspectus simulate *.jsonl --window 200k,1m --prices anthropic-5m,openai
  conspectus simulate session.jsonl --policies never,pays,trigger --overhead 20k --json
  conspectus simulate session.jsonl --policies default,gemini-cli,qwen-code,gencode,opencode

Nothing is compacted and no model is asked: the sessions are gone through call by call. The columns: cost in percent of never \
compacting; names that the agent wrote again and that were still in its prompt; prompts over the window; results lost \
unread; clearings; summaries; and the dearest session. Where a file tells when its messages came, caches grow cold in the pauses.

Exit codes: 0 done, 2 wrong usage or a file that cannot be read.";

/// Shows what fills a long agent conversation, and makes it smaller without losing what matters.
#[derive(Debug, Parser)]
#[command(name = "conspectus", version, about, after_help = EXIT_CODES, max_term_width = 100)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Inspect(InspectArgs),
    Compact(CompactArgs),
    Simulate(SimulateArgs),
}

/// Show tokens by role and tool, media, open calls, and where the history would be cut.
#[derive(Debug, Args)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(super) struct InspectArgs {
    /// Files to look at; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON document instead of tables.
    #[arg(long)]
    pub json: bool,
    /// Show only conversation N of a file that holds several, counted from 1.
    #[arg(long, value_name = "N")]
    pub select: Option<usize>,
    /// Exit with 1 if a result has no call, or a call other than the last ones has no result.
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub flags: MeasuringFlags,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Make a conversation smaller: clear old tool results, summarise older messages, keep the rest as
/// it is.
#[derive(Debug, Args)]
#[command(after_help = COMPACT_EXAMPLES)]
pub(super) struct CompactArgs {
    /// The file to compact; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Where to write the messages; `-` is standard output. Without it nothing is written.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Write over OUT if it exists. It keeps its owner and permissions; a link stays a link.
    #[arg(long)]
    pub overwrite: bool,
    /// Write only the list of messages, without the object around it.
    #[arg(long)]
    pub list: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
    /// Take conversation N of a file that holds several, counted from 1.
    #[arg(long, value_name = "N")]
    pub select: Option<usize>,
    /// Compact only if the conversation has reached the trigger (option --trigger). Without
    /// this, always compact.
    #[arg(long, requires = "context_window", conflicts_with = "force")]
    pub if_needed: bool,
    /// Compact at any size. This is the default.
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub flags: OptionFlags,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Tell what policies would have cost in recorded sessions, in percent of never compacting.
#[derive(Debug, Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub(super) struct SimulateArgs {
    /// Files with sessions; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Context windows, in tokens: 200k, 1m or 128000. Several with commas.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "200k", value_parser = tokens)]
    pub window: Vec<u64>,
    /// Sets of prices, or names of models: anthropic-5m, anthropic-1h, openai, gemini, none.
    /// Several with commas.
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "anthropic-5m"
    )]
    pub prices: Vec<String>,
    /// Policies, and presets: default, gemini-cli, qwen-code, gencode, opencode. Of a preset the
    /// compactor itself goes through the session, which takes longer. Without it: all policies, no
    /// preset.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub policies: Vec<String>,
    /// Tokens of the system text and the tool schemas.
    #[arg(long, value_name = "N", default_value = "0", value_parser = tokens)]
    pub overhead: u64,
    /// The pause before each call, in milliseconds, in place of those that follow from the times in
    /// the file. With several, the last one holds for the rest; 0 is no pause.
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    pub pause_ms: Vec<u64>,
    /// Print one JSON document with a row for each conversation instead of tables.
    #[arg(long)]
    pub json: bool,
    /// Tell nothing on stderr but errors: not which file is read, nor how far it is.
    #[arg(short, long)]
    pub quiet: bool,
    /// The dialect of the messages. Unless given, it is detected.
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<String>,
    /// Claude Code sessions: take every message, not only those since the agent's own last
    /// compaction.
    #[arg(long)]
    pub whole_session: bool,
    /// The most that a gzipped file may unpack to, in megabytes.
    #[arg(long, value_name = "N", default_value_t = crate::files::MOST_UNPACKED_MB)]
    pub max_unpacked_mb: u64,
}

/// A number of tokens: digits, with `k` for thousands or `m` for millions behind them.
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
    /// The preset that sets the options: default, gemini-cli, qwen-code, qwen-code-seed, gencode,
    /// opencode.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Set an option of the preset's own: --set prune_protect=60000. May be given several times.
    #[arg(long, value_name = "OPTION=VALUE", requires = "preset")]
    pub set: Vec<String>,
    /// Claude Code sessions: take every message. Without this, take only what the model still sees:
    /// the messages since the agent's own last compaction, without prompts that the user withdrew.
    #[arg(long)]
    pub whole_session: bool,
    /// The most that a gzipped file may unpack to, in megabytes.
    #[arg(long, value_name = "N", default_value_t = crate::files::MOST_UNPACKED_MB)]
    pub max_unpacked_mb: u64,
}

impl CommonArgs {
    /// The configuration from these arguments and from the options that flags gave.
    ///
    /// # Errors
    /// `INVALID_OPTION`, `UNKNOWN_PRESET`, `UNKNOWN_DIALECT`, with the path of the option.
    fn config(&self, mut options: Map<String, Value>) -> Result<Config> {
        if let Some(name) = &self.preset {
            let mut preset = Map::new();
            preset.insert("name".to_owned(), Value::from(name.as_str()));
            for setting in &self.set {
                let (name, value) = setting.split_once('=').unwrap_or((setting, "null"));
                preset.insert(name.trim().to_owned(), json_or_text(value.trim()));
            }
            options.insert("preset".to_owned(), Value::Object(preset));
        }
        Ok(Config::from_options(&Value::Object(options))?)
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
}

impl CompactArgs {
    /// The configuration for a run without a model.
    ///
    /// # Errors
    /// As [`CommonArgs::config`].
    pub fn config(&self) -> Result<Config> {
        self.common.config(self.flags.options())
    }
}
