//! The tables of options, with one row for each.
//!
//! A row of [`OPTIONS`] is the source of the field of [`Config`], the check of a given value, the
//! setter of the builder, the lists of names, the types for Python and TypeScript, the flags of the
//! command line, and the page `docs/reference`. [`SETTINGS`] are what the presets of reproduced
//! systems take in their own object, under the names that [`PresetSpec::settings`] gives them, and what
//! some functions take.

use super::checks::Domain;
use super::preset_spec::Fraction;
use super::sizes::{Amount, ImageTokens, PriceList, RequestLimits, Tokenizer};
use super::values::{Check, FromOption, domain_of};
use super::{
    Application, CheckSummary, ClearWhen, Condense, ConfigBuilder, Fallback, Keep, ModelRows,
    PlaceholderStyle, PresetSpec, PruneRule, RepairHistory, RequestForm, SnapshotForm, SplitRule,
    Summarizer, Thinking, ThresholdRule,
};
use crate::seal::Secret;
use crate::{CachePrices, Dialect, Estimator, Item, LimitSource, Measure, Result};
use conspectus_tokens::exact::Encoding;

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// The name, such as `keep_tool_results`. It is the field of [`Config`] too.
    pub name: &'static str,
    /// The heading of its section on the page. Empty for a setting of presets.
    pub heading: &'static str,
    /// The values that may be given.
    pub domain: Domain,
    /// What the option means, for the reference.
    pub meaning: &'static str,
    /// The reason for the default.
    pub source: &'static str,
    /// An example of a value, as JSON.
    pub example: &'static str,
    /// The type that its setter takes in Rust. Empty for a setting of presets.
    pub rust: &'static str,
}

/// An option of the page without a row in [`OPTIONS`]: a function of the host, or the preset.
#[derive(Debug, Clone, Copy)]
pub struct FunctionRow {
    /// The name.
    pub name: &'static str,
    /// The heading of its section on the page.
    pub heading: &'static str,
    /// Whether it comes before the other options of its section.
    pub leads: bool,
    /// What it is for.
    pub meaning: &'static str,
    /// Its type in Python.
    pub python: &'static str,
    /// Its type in TypeScript.
    pub typescript: &'static str,
}

/// The headings of the page, in order.
pub const HEADINGS: [&str; 6] = [
    "Model and prices",
    "When to compact",
    "What to keep",
    "Shorten and store results",
    "The summary",
    "Callbacks and safety",
];

/// The options of the page without a row in [`OPTIONS`].
pub const FUNCTIONS: [FunctionRow; 4] = [
    FunctionRow {
        name: "preset",
        heading: HEADINGS[0],
        leads: false,
        meaning: "The rules for compacting: a name, or an object with the `name` and the preset's own options.",
        python: "Preset | PresetOptions",
        typescript: "Preset | PresetOptions",
    },
    FunctionRow {
        name: "store",
        heading: HEADINGS[3],
        leads: false,
        meaning: "Saves content before it's cleared, so that the agent can read it back: a function or a `FolderStore`. If it fails, the run continues with a warning.",
        python: "Store",
        typescript: "Store | StoreObject",
    },
    FunctionRow {
        name: "before_compact",
        heading: HEADINGS[5],
        leads: true,
        meaning: "Called before the history changes. Return `{\"cancel\": true}` to end the run, or `{\"context\": \"...\"}` for the summarizer.",
        python: "BeforeCompact",
        typescript: "BeforeCompact",
    },
    FunctionRow {
        name: "on_compact",
        heading: HEADINGS[5],
        leads: true,
        meaning: "Called with the `Result` of each run that did or tried something, also if it only condensed. If it raises an exception, `error` contains it.",
        python: "OnCompact",
        typescript: "OnCompact",
    },
];

/// The names of the default's page, in its order.
///
/// ```
/// use conspectus_api::page;
///
/// assert_eq!(page().len(), 32);
/// assert_eq!(page()[0], "model");
/// ```
#[must_use]
pub fn page() -> Vec<&'static str> {
    let functions = |heading: &'static str, leads: bool| {
        FUNCTIONS
            .iter()
            .filter(move |row| row.heading == heading && row.leads == leads)
            .map(|row| row.name)
    };
    let rows = |heading: &'static str| {
        OPTIONS
            .iter()
            .filter(move |row| row.heading == heading)
            .map(|row| row.name)
    };
    HEADINGS
        .into_iter()
        .flat_map(|heading| {
            functions(heading, true)
                .chain(rows(heading))
                .chain(functions(heading, false))
        })
        .collect()
}

/// Declares the options, each once. The docs are the meanings. A row names the type that the builder
/// takes, the field's type and default, the domain if it is narrower than the type's, an example,
/// and the source of the default.
macro_rules! options {
    (
        page { $($heading:literal {
            $($(#[doc = $doc:literal])+ $name:ident($arg:ty): $type:ty = $default:expr, $(in $domain:expr,)? $example:literal, $source:literal;)*
        })* }
        settings {
            $($(#[doc = $sdoc:literal])+ $sname:ident: $stype:ty = $sdefault:expr, $(in $sdomain:expr,)? $sexample:literal, $ssource:literal;)*
        }
        constants {
            $($(#[doc = $cdoc:literal])+ $cname:ident: $ctype:ty = $cdefault:expr;)*
        }
    ) => {
        /// The checked options. [`Config::builder`] makes them, or they are read from a host object.
        ///
        /// The fields are visible only inside the crate, so every `Config` has been checked.
        ///
        /// ```
        /// use conspectus::Config;
        ///
        /// let config = Config::builder().model("gpt-5").context_window(200_000).trigger(0.8).keep_tool_results(3).build()?;
        /// assert_eq!(config.dialect(), None);
        /// let wrong = Config::builder().trigger(75.0).build().unwrap_err();
        /// assert_eq!((wrong.code(), wrong.path()), ("INVALID_OPTION", "/trigger"));
        /// # Ok::<(), conspectus::Error>(())
        /// ```
        #[derive(Debug, Clone, PartialEq)]
        pub struct Config {
            /// The system whose preset the values come from.
            pub system: &'static PresetSpec,
            /// How the context window is known, if it is that of the model.
            #[doc(hidden)]
            pub window_of_model: Option<LimitSource>,
            /// The model's prices are higher above this number of tokens. Set if the window is the
            /// model's.
            #[doc(hidden)]
            pub price_tier: Option<u64>,
            /// Whether the host has a store for outputs that leave the history.
            #[doc(hidden)]
            pub stores: bool,
            /// What `prices`, or the model, say of prices; `None` where neither does.
            pub cache_prices: Option<CachePrices>,
            $($($(#[doc = $doc])+ #[doc(hidden)] pub $name: $type,)*)*
            /// What presets of reproduced systems set, and some functions.
            #[doc(hidden)]
            pub tuning: Tuning,
            $($(#[doc = $cdoc])+ #[doc(hidden)] pub $cname: $ctype,)*
        }

        /// Settings of the presets of reproduced systems in addition to the options, and of some
        /// functions.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Tuning {
            $($(#[doc = $sdoc])+ pub $sname: $stype,)*
        }

        /// The options of the default that are values, in the order of the page.
        pub const OPTIONS: &[OptionRow] = &[$($(OptionRow {
            name: stringify!($name),
            heading: $heading,
            domain: domain_of!($type $(, $domain)?),
            meaning: concat!($($doc),+),
            source: $source,
            example: $example,
            rust: stringify!($arg),
        }),*),*];

        /// The settings of the presets of reproduced systems, and of some functions, in addition to
        /// the options.
        pub const SETTINGS: &[OptionRow] = &[$(OptionRow {
            name: stringify!($sname),
            heading: "",
            domain: domain_of!($stype $(, $sdomain)?),
            meaning: concat!($($sdoc),+),
            source: $ssource,
            example: $sexample,
            rust: "",
        }),*];

        impl Config {
            /// The defaults of the tables, for a system.
            pub fn base(system: &'static PresetSpec) -> Self {
                Self {
                    system,
                    window_of_model: None,
                    price_tier: None,
                    stores: false,
                    cache_prices: None,
                    $($($name: $default,)*)*
                    tuning: Tuning { $($sname: $sdefault,)* },
                    $($cname: $cdefault,)*
                }
            }

            /// Sets the option of a row from a host value; `path` is what errors call it.
            pub fn set(&mut self, row: &OptionRow, value: &Item<'_>, path: &str) -> Result<()> {
                let check = Check { path, domain: row.domain };
                match row.name {
                    $($(stringify!($name) => self.$name = FromOption::read(value, &check)?,)*)*
                    $(stringify!($sname) => self.tuning.$sname = FromOption::read(value, &check)?,)*
                    _ => {}
                }
                Ok(())
            }

            /// The value of every option as data, in the order of the tables; options that are not
            /// set are null.
            #[doc(hidden)]
            pub fn values(&self) -> Vec<(&'static str, serde_json::Value)> {
                vec![
                    $($((stringify!($name), super::values::ToOption::data(&self.$name)),)*)*
                    $((stringify!($sname), super::values::ToOption::data(&self.tuning.$sname)),)*
                ]
            }
        }

        super::builder::setters!(ConfigBuilder { $($($(#[doc = $doc])+ $name($arg);)*)* });
    };
}

options! {
    page {
        "Model and prices" {
            /// The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you pass them.
            model(String): Option<String> = None, "\"gpt-5\"", "none";
            /// The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window, only forced runs
            /// compact.
            context_window(u64): Option<u64> = None, in Domain::Whole(1), "200000", "the model's window";
            /// Your own facts about models, by name. They take precedence over the built-in table.
            models(ModelRows): ModelRows = ModelRows::default(), "{\"my-model\": {\"window_tokens\": 32000, \"output_tokens\": 4096}}", "none";
            /// Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count.
            prices(PriceList): Option<PriceList> = None, "\"anthropic-5m\"", "the model's prices";
            /// How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`, a
            /// `History` and `count_tokens`.
            tokenizer(Tokenizer): Option<Tokenizer> = None, "\"qwen3\"", "the estimator of the model's family";
            /// The tokens of an image or document: a number, or a provider's formula.
            image_tokens(ImageTokens): Option<ImageTokens> = None, "\"anthropic\"", "the model's formula, otherwise 1,600";
            /// Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all signed thinking
            /// after it. `auto` follows the model, and is `bound` for unknown models.
            thinking(Thinking): Thinking = Thinking::Auto, "\"free\"", "the model's rule";
            /// The message format. By default, it's detected from the complete list.
            dialect(Dialect): Option<Dialect> = None, "\"anthropic\"", "detected";
        }
        "When to compact" {
            /// The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
            /// or a number of tokens. Lower it if single results are large.
            trigger(Amount): Amount = Amount::Fraction(0.75), "0.8", "leaves space for one large tool result";
            /// The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
            /// it, nothing is summarized.
            target(Amount): Option<Amount> = None, "0.4", "0.5, at most two thirds of `trigger`, lower after recent runs";
            /// Tokens of the window to reserve for the response. Pass your `max_tokens`. By default, trigger and target reserve nothing.
            reserve_tokens(u64): Option<u64> = None, "8000", "for `can_send`, the model's output limit, at most a tenth of the window";
            /// The provider's limits on bytes, images and pixels. Near a limit, old media are cleared, then old results, and then messages are
            /// summarized.
            request_limits(RequestLimits): RequestLimits = RequestLimits::NONE, "{\"images\": 100}", "none";
            /// When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when
            /// the cache has expired (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or
            /// `never`. `auto` is `break_even` with known prices, otherwise `trigger`. `break_even` and `cache_expired` also
            /// clear at the trigger.
            clear_when(ClearWhen): ClearWhen = ClearWhen::Auto, "\"cache_expired\"", "follows the prices";
        }
        "What to keep" {
            /// How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of the available
            /// tokens. If it and the summary exceed `target`, less is kept and `relaxed_options` lists it.
            keep(Keep): Option<Keep> = None, "{\"messages\": 20}", "the newest 30%, or less if that exceeds the target";
            /// How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would remain above the trigger.
            /// Unread results are never cleared.
            keep_tool_results(u64): Option<u64> = None, in Domain::Whole(1), "3", "10, or up to 30 that fit in 2% of the window";
            /// Tokens of the user's newest messages to keep verbatim after a summary, at most half of the target.
            keep_user_tokens(u64): u64 = 0, "20000", "the summary contains the requests";
            /// Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the history fit.
            exclude_tools(Vec<String>): Option<Vec<String>> = None, "[\"read_skill\"]", "none";
        }
        "Shorten and store results" {
            /// How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also writes lists of
            /// objects as tables; `groups` also writes shared parts of lines once.
            condense(Condense): Condense = Condense::Groups, "\"off\"", "measured: it's lossless and keeps the cache valid";
        }
        "The summary" {
            /// Your model call. `extractive` quotes lines of the conversation instead.
            summarize(Summarizer): Summarizer = Summarizer::Extractive, in Domain::Words(Summarizer::public), "\"extractive\"", "works without an API key";
            /// The context window of the model that writes the summary, if it's smaller. Longer transcripts are read in chunks.
            summarizer_window(u64): Option<u64> = None, in Domain::Whole(1_000), "32000", "`context_window`";
            /// The time limit of a `summarize` call in seconds; 0 means no limit. The request contains it too.
            summarize_timeout_s(f64): f64 = 300.0, in Domain::Number(0.0, 86_400.0), "60.5", "20,000 tokens at 70 per second";
            /// The largest summary in tokens. If lines are quoted too, the model writes at most half of it.
            max_summary_tokens(u64): u64 = 20_000, in Domain::Whole(1), "4000", "qwen-code";
            /// Instructions for the summary. The summarizer reads them as the user's words.
            instructions(String): Option<String> = None, "\"Keep every ticket number.\"", "none";
            /// How model summaries are checked. `fill` adds quoted lines, `always` also checks each summary with a second call, and `off` uses the
            /// model's text alone.
            check_summary(CheckSummary): CheckSummary = CheckSummary::Fill, "\"off\"", "a model forgets";
            /// Whether recognized secrets are removed from summaries. The open request and kept messages keep theirs.
            redact(bool): bool = false, "true", "the agent may need them";
            /// What to do if the model's summary fails: use the extractive summary, or `none`. Old results are cleared either way.
            fallback(Fallback): Fallback = Fallback::Extractive, "\"none\"", "a failing model shouldn't stop the agent";
        }
        "Callbacks and safety" {
            /// A secret that signs your summaries. Pass it if other people can write to your message storage. It's never in a message or result.
            signing_key(Secret): Option<Secret> = None, "\"a long random text\"", "none";
            /// When to repair messages that the provider would reject: `always` before sending, `on_refusal` after a rejection, or `never`. The
            /// result always warns.
            repair_history(RepairHistory): RepairHistory = RepairHistory::Always, "\"on_refusal\"", "a rejected request often ends the agent";
        }
    }
    settings {
        /// Which characters of a message count.
        unit: Measure = Measure::Chars, "\"json_chars\"", "content without its frame";
        /// How to estimate the tokens of a text, unless you pass `tokenizer`.
        estimator: Estimator = Estimator::Instant, in Domain::Words(Estimator::of_presets), "\"script\"", "chosen here";
        /// The encoding to use instead of the model's.
        encoding: Option<Encoding> = None, "\"o200k_base\"", "follows from the model";
        /// How many characters count as one token.
        chars_per_token: f64 = 4.0, in Domain::Number(0.5, 1000.0), "3.5", "all four originals";
        /// Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a person's forced
        /// one doesn't.
        application: Application = Application::Interactive, "\"agent\"", "chosen here";
        /// The model's output limit in tokens; 0 if unknown. Some ladders reserve it.
        max_output_tokens: u64 = 0, "8192", "unknown";
        /// The model's limit on input alone, in tokens.
        max_input_tokens: Option<u64> = None, "180000", "none";
        /// Tokens to reserve below the input limit; by default the output limit, at most 20,000.
        reserved_tokens: Option<u64> = None, "10000", "follows from the output limit";
        /// The most tokens reserved for the response.
        reserved_output_tokens: u64 = 32_000, "16000", "the largest output of models in 2025";
        /// How thresholds follow from the window: a fraction, or the rule of an original.
        ladder: &'static dyn ThresholdRule = &Fraction, "\"fraction\"", "every threshold is a share of the window";
        /// Idle minutes after which old results are cleared; negative turns this off.
        idle_minutes: f64 = 60.0, "30", "qwen-code";
        /// Characters of clearable results above which they're cleared down to half; 0 turns this off.
        max_result_chars: u64 = 500_000, "200000", "qwen-code";
        /// Compact when tool results contain this many images; 0 turns this off.
        trigger_images: u64 = 0, "10", "off";
        /// The smallest part to summarize, as a fraction of all characters.
        min_span: f64 = 0.05, in Domain::Share, "0.1", "qwen-code";
        /// How the cut is chosen.
        split_rule: SplitRule = SplitRule::Closed, "\"closed\"", "a single long turn has cuts too";
        /// The fraction of all characters before the cut.
        fraction: f64 = 0.7, in Domain::Fraction, "0.6", "gemini-cli and qwen-code";
        /// Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000.
        tail_tokens: Option<u64> = None, "8000", "follows from the window";
        /// The most turns that the rule `tail_budget` keeps.
        tail_turns: Option<u64> = None, "2", "as many as fit";
        /// How many messages the rule `newest_messages` keeps.
        keep_messages: u64 = 10, "20", "one of the originals";
        /// How many pairs of call and result to keep before an open call.
        keep_pairs: u64 = 2, "4", "qwen-code";
        /// How many files to restore after a summary, with their current content.
        keep_files: u64 = 0, "5", "off";
        /// How many images to restore after a summary.
        keep_images: u64 = 0, "3", "off";
        /// Whether to clear old tool results and media before summarizing.
        clear: bool = true, "false", "it needs no model";
        /// Which old tool results are cleared.
        clear_rule: PruneRule = PruneRule::NewestMessages, "\"newest_messages\"", "gencode";
        /// The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation.
        clear_min_tokens: u64 = 20_000, "10000", "two of the originals";
        /// Tokens of the newest tool results that are never cleared.
        clear_protect_tokens: u64 = 40_000, "20000", "two of the originals";
        /// Tools whose results may be cleared; all by default.
        clearable_tools: Option<Vec<String>> = None, "[\"read_file\"]", "all";
        /// The text of a cleared result. `informative` names the tool, its key argument and the size.
        placeholder: PlaceholderStyle = PlaceholderStyle::Informative, "\"short\"", "chosen here";
        /// The most tokens of all tool results, counted from the newest. Older ones are truncated; 0 turns this off.
        clip_budget_tokens: u64 = 0, "50000", "off";
        /// How many characters of a truncated tool result to keep.
        clip_max_chars: u64 = 40_000, "20000", "gemini-cli";
        /// Media kinds that the model can read. Others are replaced by a line of text.
        modalities: Vec<String> = Vec::new(), in Domain::Modalities, "[\"image\"]", "none";
        /// If a request has this many images, it only contains the newest; 0 turns this off.
        max_images: u64 = 0, "20", "off";
        /// The sections of a summary.
        template: SnapshotForm = SnapshotForm::Handover, "\"detailed\"", "four headings, because conspectus adds the rest";
        /// What the summarizer reads: a transcript (`record`), or the messages themselves (`native`). With `native`, you can replace `system`, and
        /// the answer can have any form.
        request: RequestForm = RequestForm::Record, "\"native\"", "a transcript fits the window";
        /// Whether to repeat the user's last request after a summary that replaced it.
        restate_request: bool = true, "false", "the agent must keep its task";
        /// The agent's answer to the summary, right after it.
        acknowledgement: String = "Understood. I will carry on from these notes.".to_owned(), "\"Understood.\"", "chosen here";
        /// Whether the agent also answers the message about its environment.
        acknowledge_environment: bool = false, "true", "off";
        /// A user message that asks the agent to continue after an automatic run; none if empty.
        continue_message: String = String::new(), "\"Go on.\"", "none";
    }
    constants {
        /// A compaction must save at least this fraction of the tokens, or it is refused. Chosen here: less is not worth
        /// a broken cache.
        min_saving: f64 = 0.05;
        /// Tokens added for each message (role and separators). Source: OpenAI's cookbook.
        message_overhead_tokens: u64 = 4;
    }
}
