//! Options: one flat, checked struct for everything; each operation names the options that it takes.

mod checks;
mod choices;
mod options;

pub(crate) use checks::{choice, flag, invalid, number, string_option, unknown_option, whole};
pub use choices::{Application, Course, Ladder, PlaceholderStyle, PruneRule, SnapshotForm, SnapshotUpdate, SplitRule, Summarizer};
pub use options::OPTIONS;

use crate::dialect::{kind_name, Dialect};
use crate::error::{Error, ErrorKind, Result};
use crate::estimate::{Estimator, Measure, Scale};
use crate::media::{sanitize_label, MediaRule};
use crate::preset::Preset;
use crate::view::{Kind, View};
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;

/// Every option, with the preset's value where none was given. Rates are fractions in 0..1, times are milliseconds or
/// minutes as the name says.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The preset that the values come from.
    pub preset: Preset,
    /// The dialect of the messages; `None` detects it.
    pub dialect: Option<Dialect>,
    /// What chars are counted.
    pub measure: Measure,
    /// How text becomes tokens. Ours is [`Estimator::Instant`], and [`Estimator::Chars`] where `measure` or `chars_per_token` is given.
    pub estimator: Estimator,
    /// The model of the conversation, as its provider spells it. Picks the weights of `instant`, the encoding of `exact` and the price of
    /// media; gemini-cli's window and compressor model follow from it (G-31, G-57).
    pub model: Option<String>,
    /// The weights of `instant`, in place of those that `model` means. See [`Config::family`].
    pub family: Option<Family>,
    /// The encoding of `exact`, in place of the one that `model` means. See [`Config::encoding`].
    pub encoding: Option<Encoding>,
    /// Chars of text per token, at least 0.5. Source of 4: all four systems of the presets.
    pub chars_per_token: f64,
    /// How a medium is priced by its size, in place of the rule that `model` means. See [`Config::media_rule`].
    pub media_rule: Option<MediaRule>,
    /// Tokens that one image or document costs where no rule can tell, at least 1. Source of 1,600: qwen-code.
    pub image_token_estimate: u64,
    /// Tokens added for each message (role and separators). Chosen here: 4, as OpenAI's cookbook counts chat messages.
    pub message_overhead_tokens: u64,
    /// The model's window, in tokens. Needed to decide *when*; without it only `force` compacts.
    pub context_window: Option<u64>,
    /// Compact when the estimate reaches this fraction of the window.
    pub trigger_fraction: f64,
    /// Pruning alone suffices if it brings the estimate to this fraction of the window.
    pub target_fraction: f64,
    /// Tokens by which the excess over the target must have grown since it was last acted on; 0 turns it off (G-74). At the window's
    /// end it holds nothing back.
    pub hysteresis_tokens: u64,
    /// The fraction of chars to summarise: the cut lies at or after it. Source of 0.7: gemini-cli and qwen-code (G-3).
    pub fraction: f64,
    /// How the cut is chosen.
    pub split_rule: SplitRule,
    /// Tokens of the newest messages that `tail_budget` keeps; `None`: a quarter of what is usable, from 2,000 to 15,000 (O-5).
    pub tail_tokens: Option<u64>,
    /// Most turns that `tail_budget` keeps; `None`: as many as fit, 0: none (O-5).
    pub tail_turns: Option<u64>,
    /// How many messages `newest_messages` keeps. Source of 10: gencode (C-6).
    pub keep_messages: u64,
    /// Complete call/result pairs kept with a trailing call. Source of 2: qwen-code.
    pub retain_pairs: u64,
    /// Below this fraction of chars to summarise nothing is done. Source of 0.05: qwen-code.
    pub min_compress_fraction: f64,
    /// A compaction must save at least this fraction of the tokens, or it is refused. Chosen here.
    pub min_saving_fraction: f64,
    /// Whether old tool results and media are cleared before anything is summarised.
    pub prune: bool,
    /// Newest results kept of each kind. Source of 5: qwen-code.
    pub keep_recent: u64,
    /// Idle time after which old results are cleared; negative turns it off. Source of 60: qwen-code.
    pub idle_minutes: f64,
    /// Tools whose results may be cleared; `None` means all.
    pub tools: Option<Vec<String>>,
    /// Chars of clearable results above which they are cleared down to half; 0 turns it off. Source of 500,000: Q-66.
    pub max_total_chars: u64,
    /// What stands in for a cleared result.
    pub placeholder: PlaceholderStyle,
    /// Which old results `prune` clears.
    pub prune_rule: PruneRule,
    /// `prune` does nothing below this many tokens. Source of 20,000: gencode and opencode (C-4, O-4).
    pub prune_min_tokens: u64,
    /// Tokens of recent results that `prune` keeps. Source of 40,000: gencode and opencode.
    pub prune_protect_tokens: u64,
    /// Which ladder of thresholds applies.
    pub ladder: Ladder,
    /// The model's output limit, in tokens; 0 if unknown. The ladders of gencode and opencode keep it free (C-2, O-2).
    pub output_limit: u64,
    /// The model's limit on input alone, in tokens, if it has one (O-2).
    pub input_limit: Option<u64>,
    /// Tokens kept free below the limit on input; `None`: as many as the output may take, at most 20,000 (O-2).
    pub reserved_tokens: Option<u64>,
    /// Tokens kept free for the answer, at most. Source of 32,000: gencode (C-2).
    pub reserved_output_tokens: u64,
    /// Media kinds that the summariser can read and that `slim` keeps: `image`, `pdf`, `audio`, `video`.
    pub modalities: Vec<String>,
    /// Who writes the summary.
    pub summarizer: Summarizer,
    /// Output budget of the summary request, in tokens. Source of 20,000: qwen-code.
    pub max_summary_tokens: u64,
    /// What the user asks the summary to mind; put into the request as the user's words.
    pub instructions: Option<String>,
    /// The order of the compactor's steps.
    pub course: Course,
    /// The sections of a snapshot.
    pub snapshot_form: SnapshotForm,
    /// Whether a snapshot that stands already is written anew or brought up to date by a delta; only in our own course.
    pub snapshot_update: SnapshotUpdate,
    /// Tokens that the lists of a snapshot by deltas may take. Source of 4,000: G-76.
    pub snapshot_budget_tokens: u64,
    /// Whether estimates are multiplied by a weight that the provider's reports move slowly (G-79); only in our own course.
    pub calibration: bool,
    /// What the agent says to a summary.
    pub acknowledgement: String,
    /// What is said to the agent at the end of the list after a compaction that nobody asked for, so that it goes on; empty: nothing.
    /// Source: O-10. Not said where a request or a call still waits, where roles must alternate, and in gencode's course.
    pub continue_message: String,
    /// Whether the agent acknowledges the environment turn too (gemini-cli's older initial history).
    pub environment_acknowledgement: bool,
    /// Whether a second call checks the summary (G-31).
    pub verify_summary: bool,
    /// Whether the user's last request follows the summary if the cut would hide it.
    pub restate_request: bool,
    /// Tokens that tool results may take, newest first, before they are cut; 0 turns it off. Source of 50,000: G-11.
    pub result_budget_tokens: u64,
    /// Chars that are left of a result beyond the budget. Source of 40,000: gemini-cli (G-20).
    pub result_max_chars: u64,
    /// Who runs the conversation.
    pub application: Application,
    /// Files that are brought back after a summary. Source of 5: qwen-code.
    pub max_recent_files: u64,
    /// Images that are brought back after a summary. Source of 3: qwen-code.
    pub max_recent_images: u64,
    /// Images in tool results at which to compact; 0 turns it off. Source of 20: qwen-code.
    pub image_trigger_count: u64,
    /// Images at which a request carries the newest only; 0 turns it off. Source of 20: qwen-code.
    pub image_payload_count: u64,
}

impl Default for Config {
    fn default() -> Self {
        Preset::Default.config()
    }
}

impl Config {
    /// Reads options from a host object. Keys that are null count as not given.
    ///
    /// `allowed` are the names this operation takes; `also` are its own arguments, which are not options and are skipped.
    ///
    /// # Errors
    /// `InvalidConfig` with the path of the option: unknown (with near names), of the wrong type, or out of range.
    /// `UnknownPreset`, `UnknownDialect`.
    pub fn from_view<V: View>(options: &V, allowed: &[&str], also: &[&str]) -> Result<Self> {
        match options.kind() {
            Kind::Null => return Ok(Self::default()),
            Kind::Object => {}
            other => return Err(Error::new(ErrorKind::InvalidConfig, "", format!("options must be an object, found {}", kind_name(other)))),
        }
        let preset = options.get("preset").filter(|preset| preset.kind() != Kind::Null);
        let mut config = match preset {
            Some(preset) => Preset::from_name(&string_option(&preset, "preset")?)?.config(),
            None => Self::default(),
        };
        let mut failure = None;
        options.for_each(&mut |key, value| {
            let Some(key) = key else { return };
            if failure.is_some() || also.contains(&key.name) || key.name == "preset" {
                return;
            }
            let result = if value.kind() == Kind::Null && allowed.contains(&key.name) {
                Ok(())
            } else if allowed.contains(&key.name) {
                config.set(key.name, &value)
            } else {
                Err(unknown_option(key.name, allowed, also))
            };
            failure = result.err();
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let given = |name: &str| options.get(name).is_some_and(|value| value.kind() != Kind::Null) && allowed.contains(&name);
        // Who says which chars count, or how many make a token, means them.
        if config.preset == Preset::Default && !given("estimator") && (given("measure") || given("chars_per_token")) {
            config.estimator = Estimator::Chars;
        }
        if config.estimator == Estimator::Exact {
            config.encoding_or_error()?;
        }
        config.adapt(given("snapshot_form"))?;
        Ok(config)
    }

    /// The same, without reading text: for answers that hold no tokens.
    pub(crate) fn of_chars(self) -> Self {
        Self { estimator: Estimator::Chars, ..self }
    }

    /// What `snapshot_update` and `calibration` ask of other options.
    fn adapt(&mut self, form_given: bool) -> Result<()> {
        let is_delta = self.snapshot_update == SnapshotUpdate::Delta;
        if self.course != Course::Default && (is_delta || self.calibration) {
            let (name, otherwise) = if is_delta { ("snapshot_update", "`whole`") } else { ("calibration", "false") };
            let found = if is_delta { SnapshotUpdate::Delta.name() } else { "true" };
            return Err(invalid(name, &format!("{otherwise} in the course `{}`", self.course.name()), found));
        }
        if is_delta && form_given && self.snapshot_form != SnapshotForm::Lists {
            return Err(invalid("snapshot_form", "`lists` where snapshot_update is `delta`", self.snapshot_form.name()));
        }
        if is_delta {
            self.snapshot_form = SnapshotForm::Lists;
        }
        Ok(())
    }

    /// The same without what reads text or media: for ledgers of which only the fingerprints are wanted.
    pub(crate) fn of_lengths(&self) -> Self {
        Self { estimator: Estimator::Chars, media_rule: Some(MediaRule::Constant), ..self.clone() }
    }

    /// The family by whose weights `instant` counts: the one given, else the model's, else [`Family::Claude3`], which counts more
    /// tokens than the others on most text, so that a mistake compacts early and does not overflow.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family.unwrap_or_else(|| Family::for_model(self.model.as_deref().unwrap_or_default()))
    }

    /// The rule by which media are priced: the one given, else the model's where the preset is ours, else the constant.
    #[must_use]
    pub fn media_rule(&self) -> MediaRule {
        match (self.media_rule, &self.model) {
            (Some(rule), _) => rule,
            (None, Some(model)) if self.preset == Preset::Default => MediaRule::for_model(model),
            _ => MediaRule::Constant,
        }
    }

    /// The encoding by which `exact` counts: the one given, else the model's if it has a public one; `o200k_base` without a model.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        match (self.encoding, &self.model) {
            (None, Some(model)) => Encoding::for_model(model),
            (given, _) => Some(given.unwrap_or(Encoding::O200kBase)),
        }
    }

    /// As [`encoding`](Self::encoding).
    ///
    /// # Errors
    /// `InvalidConfig` if the model has none that is public.
    pub fn encoding_or_error(&self) -> Result<Encoding> {
        self.encoding().ok_or_else(|| {
            let shown = sanitize_label(self.model.as_deref().unwrap_or_default(), 64);
            let message = format!("no public encoding is known for the model `{shown}`: pass `encoding`, or the estimator `instant`");
            Error::new(ErrorKind::InvalidConfig, "/model", message)
        })
    }

    /// Tokens of what surrounds the messages (a system text, tool schemas), by these options; rounded up.
    ///
    /// # Errors
    /// `TooDeep` past the depth limit.
    pub fn overhead_tokens<V: View>(&self, value: &V) -> Result<u64> {
        let scale = self.scale();
        let size = if value.kind() == Kind::String { scale.string(value) } else { scale.content(value)? };
        Ok(scale.all_tokens(size).ceil() as u64)
    }

    pub(crate) fn scale(&self) -> Scale {
        Scale {
            measure: self.measure,
            estimator: self.estimator,
            chars_per_token: self.chars_per_token,
            image_tokens: self.image_token_estimate,
            family: self.family(),
            encoding: self.encoding().unwrap_or(Encoding::O200kBase),
            media_rule: self.media_rule(),
        }
    }
}
