//! Options: one flat, checked struct for everything; each operation names the options that it takes.

use crate::dialect::{kind_name, Dialect};
use crate::error::{near_names, Error, ErrorKind, Result};
use crate::estimate::{Estimator, Measure, Scale};
use crate::exact::Encoding;
use crate::instant::Family;
use crate::media::{sanitize_label, Detail, MediaRule};
use crate::preset::Preset;
use crate::view::{Kind, View, ViewExt};

/// How the cut is chosen; see [`crate::split`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitRule {
    /// Any boundary that parts no call from its result (ours).
    Closed,
    /// Fresh user turns only (gemini-cli, G-4..G-6).
    UserTurn,
    /// Fresh user turns, with qwen-code's fallbacks at a trailing call (Q-2..Q-4).
    UserTurnOrTrailingCall,
}

/// Which old results `prune` clears; see [`crate::policy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PruneRule {
    /// Results behind the newest `prune_protect_tokens` tokens of results (ours).
    NewestResults,
    /// Results in messages behind the newest messages that hold `prune_protect_tokens` (gencode, C-4).
    NewestMessages,
    /// Results before the second last user turn, behind `prune_protect_tokens` more (opencode, O-4).
    BehindTwoTurns,
}

/// Which ladder of thresholds applies; see [`crate::thresholds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ladder {
    /// A fraction of the window (ours, gemini-cli).
    Fraction,
    /// qwen-code's first: the larger of 0.7 of the window and the window less 33,000.
    QwenSeed,
    /// qwen-code 0.24.4: the smaller of a fraction of the window and the window less 33,000.
    Qwen,
    /// gencode: 90 % of what the output leaves.
    Gencode,
    /// opencode: all that the output leaves.
    Opencode,
}

/// Who writes the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summarizer {
    /// The host, through a `Summarize` action.
    Host,
    /// The built-in one: no model, deterministic, from the conversation itself.
    Embedded,
}

/// What stands in for a cleared tool result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderStyle {
    /// Tool, key argument and size: `[Old tool result cleared: read_file src/a.rs, 12345 chars]`.
    Informative,
    /// qwen-code's, opencode's and gencode's code's fixed sentence (Q-63, O-4, C-4).
    Plain,
    /// gencode's document: `[Old tool result cleared]`.
    Short,
}

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
    /// How text becomes tokens. Where the preset is ours and `model` or `family` is given: [`Estimator::Instant`].
    pub estimator: Estimator,
    /// The model's name, as its provider spells it. Picks the weights of `instant` and the encoding of `exact`.
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
    /// The fraction of chars to summarise: the cut lies at or after it. Source of 0.7: gemini-cli and qwen-code (G-3).
    pub fraction: f64,
    /// How the cut is chosen.
    pub split_rule: SplitRule,
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
}

/// Every option name, in the order of the struct.
pub const OPTIONS: [&str; 34] = [
    "preset",
    "dialect",
    "measure",
    "estimator",
    "model",
    "family",
    "encoding",
    "chars_per_token",
    "media_rule",
    "image_token_estimate",
    "message_overhead_tokens",
    "context_window",
    "trigger_fraction",
    "target_fraction",
    "fraction",
    "split_rule",
    "retain_pairs",
    "min_compress_fraction",
    "min_saving_fraction",
    "prune",
    "keep_recent",
    "idle_minutes",
    "tools",
    "max_total_chars",
    "placeholder",
    "prune_rule",
    "prune_min_tokens",
    "prune_protect_tokens",
    "ladder",
    "reserved_output_tokens",
    "modalities",
    "summarizer",
    "max_summary_tokens",
    "instructions",
];

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
        let names_tokenizer = config.model.is_some() || config.family.is_some();
        if config.preset == Preset::Default && names_tokenizer && !given("estimator") && allowed.contains(&"estimator") {
            config.estimator = Estimator::Instant;
        }
        if config.estimator == Estimator::Exact {
            config.encoding_or_error()?;
        }
        Ok(config)
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

    /// Sets one option from a host value.
    ///
    /// # Errors
    /// `InvalidConfig` or `UnknownDialect` with the option's path.
    pub fn set<V: View>(&mut self, name: &str, value: &V) -> Result<()> {
        match name {
            "dialect" => self.dialect = Some(Dialect::from_name(&string_option(value, name)?)?),
            "measure" => self.measure = choice(value, name, &Measure::ALL, Measure::name)?,
            "estimator" => self.estimator = choice(value, name, &Estimator::ALL, Estimator::name)?,
            "model" => self.model = Some(string_option(value, name)?),
            "family" => self.family = Some(choice(value, name, &Family::ALL, Family::name)?),
            "encoding" => self.encoding = Some(encoding(value, name)?),
            "chars_per_token" => self.chars_per_token = number(value, name, 0.5, 1000.0)?,
            "media_rule" => self.media_rule = Some(choice(value, name, &MediaRule::ALL, MediaRule::name)?),
            "image_token_estimate" => self.image_token_estimate = whole(value, name, 1)?,
            "message_overhead_tokens" => self.message_overhead_tokens = whole(value, name, 0)?,
            "context_window" => self.context_window = Some(whole(value, name, 1)?),
            "trigger_fraction" => self.trigger_fraction = fraction(value, name)?,
            "target_fraction" => self.target_fraction = fraction(value, name)?,
            "fraction" => self.fraction = fraction(value, name)?,
            "split_rule" => self.split_rule = choice(value, name, &SplitRule::ALL, SplitRule::name)?,
            "retain_pairs" => self.retain_pairs = whole(value, name, 0)?,
            "min_compress_fraction" => self.min_compress_fraction = share(value, name)?,
            "min_saving_fraction" => self.min_saving_fraction = share(value, name)?,
            "prune" => self.prune = flag(value, name)?,
            "keep_recent" => self.keep_recent = whole(value, name, 1)?,
            "idle_minutes" => self.idle_minutes = number(value, name, f64::NEG_INFINITY, f64::INFINITY)?,
            "tools" => self.tools = Some(strings(value, name)?),
            "max_total_chars" => self.max_total_chars = whole(value, name, 0)?,
            "placeholder" => self.placeholder = choice(value, name, &PlaceholderStyle::ALL, PlaceholderStyle::name)?,
            "prune_rule" => self.prune_rule = choice(value, name, &PruneRule::ALL, PruneRule::name)?,
            "prune_min_tokens" => self.prune_min_tokens = whole(value, name, 0)?,
            "prune_protect_tokens" => self.prune_protect_tokens = whole(value, name, 0)?,
            "ladder" => self.ladder = choice(value, name, &Ladder::ALL, Ladder::name)?,
            "reserved_output_tokens" => self.reserved_output_tokens = whole(value, name, 0)?,
            "modalities" => self.modalities = modalities(value)?,
            "summarizer" => self.summarizer = choice(value, name, &Summarizer::ALL, Summarizer::name)?,
            "max_summary_tokens" => self.max_summary_tokens = whole(value, name, 1)?,
            "instructions" => self.instructions = Some(string_option(value, name)?),
            _ => return Err(unknown_option(name, &OPTIONS, &[])),
        }
        Ok(())
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

macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ }) => {
        impl $type {
            /// Every variant.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name used in options and reports.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}
named!(MediaRule {
    Constant => "constant", OpenaiTiles => "openai_tiles", OpenaiTiles4oMini => "openai_tiles_4o_mini", OpenaiTilesO => "openai_tiles_o",
    OpenaiTiles5 => "openai_tiles_5", OpenaiPatchesMini => "openai_patches_mini", OpenaiPatchesNano => "openai_patches_nano",
    OpenaiPatchesO4Mini => "openai_patches_o4_mini", OpenaiPatches5 => "openai_patches_5", OpenaiPatches6 => "openai_patches_6",
    Anthropic => "anthropic", AnthropicHigh => "anthropic_high", Anthropic5 => "anthropic_5", Gemini2 => "gemini_2", Gemini3 => "gemini_3",
    QwenVl => "qwen_vl", Qwen3Vl => "qwen3_vl"
});
named!(Detail { Auto => "auto", Low => "low", Medium => "medium", High => "high", UltraHigh => "ultra_high" });
named!(SplitRule { Closed => "closed", UserTurn => "user_turn", UserTurnOrTrailingCall => "user_turn_or_trailing_call" });
named!(PruneRule { NewestResults => "newest_results", NewestMessages => "newest_messages", BehindTwoTurns => "behind_two_turns" });
named!(Ladder { Fraction => "fraction", QwenSeed => "qwen_seed", Qwen => "qwen", Gencode => "gencode", Opencode => "opencode" });
named!(Summarizer { Host => "host", Embedded => "embedded" });
named!(PlaceholderStyle { Informative => "informative", Plain => "plain", Short => "short" });

fn unknown_option(name: &str, allowed: &[&str], also: &[&str]) -> Error {
    let known: Vec<&str> = allowed.iter().chain(also).copied().collect();
    let near = near_names(name, &known);
    let hint = if near.is_empty() { format!("known here: {}", known.join(", ")) } else { format!("did you mean `{}`?", near.join("` or `")) };
    let shown = sanitize_label(name, 64);
    Error::new(ErrorKind::InvalidConfig, "", format!("unknown option `{shown}`: {hint}")).under(name)
}

pub(crate) fn invalid(name: &str, expected: &str, found: &str) -> Error {
    Error::new(ErrorKind::InvalidConfig, format!("/{name}"), format!("{name} must be {expected}, got `{found}`"))
}

fn show<V: View>(value: &V) -> String {
    match value.kind() {
        Kind::Number if value.number().is_nan() => "NaN".to_owned(),
        Kind::Number => ryu_js::Buffer::new().format(value.number()).to_owned(),
        Kind::Bool => (value.number() != 0.0).to_string(),
        Kind::String => sanitize_label(&value.to_text(), 64),
        other => kind_name(other).to_owned(),
    }
}

/// A fraction strictly between 0 and 1. A percentage gets a hint (B-32).
fn fraction<V: View>(value: &V, name: &str) -> Result<f64> {
    between(value, name, "a fraction above 0 and below 1", |found| found > 0.0 && found < 1.0)
}

/// A fraction from 0, and below 1.
fn share<V: View>(value: &V, name: &str) -> Result<f64> {
    between(value, name, "a fraction from 0 and below 1", |found| (0.0..1.0).contains(&found))
}

fn between<V: View>(value: &V, name: &str, expected: &str, accept: impl Fn(f64) -> bool) -> Result<f64> {
    if value.kind() != Kind::Number {
        return Err(invalid(name, expected, &show(value)));
    }
    let found = value.number();
    if accept(found) {
        return Ok(found);
    }
    let mut error = invalid(name, expected, &show(value));
    if (1.0..100.0).contains(&found) && found != 1.0 {
        let hint = ryu_js::Buffer::new().format(found / 100.0).to_owned();
        error = Error::new(ErrorKind::InvalidConfig, error.path(), format!("{}: did you mean {hint}?", error.message()));
    }
    Err(error)
}

pub(crate) fn number<V: View>(value: &V, name: &str, low: f64, high: f64) -> Result<f64> {
    let found = if value.kind() == Kind::Number { value.number() } else { f64::NAN };
    if found.is_nan() || found < low || found > high {
        let expected = if low == f64::NEG_INFINITY { "a number".to_owned() } else { format!("a number from {low} to {high}") };
        return Err(invalid(name, &expected, &show(value)));
    }
    Ok(found)
}

pub(crate) fn whole<V: View>(value: &V, name: &str, low: u64) -> Result<u64> {
    let found = if value.kind() == Kind::Number { value.number() } else { f64::NAN };
    // 2^53: the largest range in which JavaScript numbers are exact integers.
    if found.trunc() == found && found >= low as f64 && found <= 9_007_199_254_740_992.0 {
        Ok(found as u64)
    } else {
        Err(invalid(name, &format!("a whole number of at least {low}"), &show(value)))
    }
}

pub(crate) fn flag<V: View>(value: &V, name: &str) -> Result<bool> {
    if value.kind() == Kind::Bool {
        Ok(value.number() != 0.0)
    } else {
        Err(invalid(name, "true or false", &show(value)))
    }
}

pub(crate) fn string_option<V: View>(value: &V, name: &str) -> Result<String> {
    value.as_string().ok_or_else(|| invalid(name, "a string", &show(value)))
}

pub(crate) fn choice<V: View, T: Copy>(value: &V, name: &str, all: &[T], name_of: fn(T) -> &'static str) -> Result<T> {
    let given = string_option(value, name)?;
    all.iter().copied().find(|variant| name_of(*variant) == given).ok_or_else(|| {
        let names: Vec<&str> = all.iter().copied().map(name_of).collect();
        invalid(name, &format!("one of {}", names.join(", ")), &sanitize_label(&given, 64))
    })
}

pub(crate) fn strings<V: View>(value: &V, name: &str) -> Result<Vec<String>> {
    if value.kind() != Kind::Array {
        return Err(invalid(name, "a list of strings", &show(value)));
    }
    let mut items = Vec::with_capacity(value.len());
    let mut failure = None;
    value.for_each(&mut |_, item| match item.as_string() {
        Some(text) => items.push(text),
        None => failure = failure.take().or_else(|| Some(invalid(&format!("{name}/{}", items.len()), "a string", &show(&item)))),
    });
    failure.map_or(Ok(items), Err)
}

fn encoding<V: View>(value: &V, name: &str) -> Result<Encoding> {
    let parsed = string_option(value, name)?.parse::<Encoding>();
    parsed.map_err(|error| Error::new(ErrorKind::InvalidConfig, format!("/{name}"), error.message().to_owned()))
}

fn modalities<V: View>(value: &V) -> Result<Vec<String>> {
    const KNOWN: [&str; 4] = ["image", "pdf", "audio", "video"];
    let items = strings(value, "modalities")?;
    match items.iter().position(|item| !KNOWN.contains(&item.as_str())) {
        Some(index) => Err(invalid(&format!("modalities/{index}"), &format!("one of {}", KNOWN.join(", ")), &sanitize_label(&items[index], 64))),
        None => Ok(items),
    }
}
