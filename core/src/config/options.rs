//! The tables of options, with one row for each.
//!
//! A row of [`OPTIONS`] is the source of the field of [`Config`], the check of a given value, the
//! setter of the builder, the lists of names, the types for Python and TypeScript, the flags of the
//! command line, and the page `docs/reference`. [`SETTINGS`] are what the presets of reproduced
//! systems take in their own object, under the names that [`Habits::settings`] gives them, and what
//! some functions take.

use super::Keep;
use super::checks::Domain;
use super::habits::Fraction;
use super::sizes::{Amount, ImageTokens, PriceList, RequestLimits, Tokenizer};
use super::values::{Check, FromOption};
use super::{
    Application, CheckSummary, ClearWhen, Condense, ConfigBuilder, Fallback, Habits, KnownPresets,
    Ladder, ModelRow, ModelRows, PlaceholderStyle, PruneRule, RepairHistory, RequestForm,
    SnapshotForm, SplitRule, Summarizer, Thinking,
};
use crate::error::Result;
use crate::host::view::View;
use crate::measure::{Estimator, Measure};
use crate::provider::models::LimitSource;
use crate::provider::prices::CachePrices;
use crate::read::dialect::Dialect;
use crate::seal::Secret;
use conspectus_tokens::exact::Encoding;

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// The name, such as `keep_tool_results`. It is the field of [`Config`] too.
    pub name: &'static str,
    /// The heading of the page under which it stands. Empty for a setting of presets.
    pub heading: &'static str,
    /// The values that may be given.
    pub domain: Domain,
    /// What the option means, for the reference.
    pub meaning: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// An example of a value, as JSON.
    pub example: &'static str,
    /// The type that its setter takes in Rust. Empty for a setting of presets.
    pub rust: &'static str,
}

/// An option of the page that is no value: a function of the host, or the preset.
#[derive(Debug, Clone, Copy)]
pub struct FunctionRow {
    /// The name.
    pub name: &'static str,
    /// The heading of the page under which it stands.
    pub heading: &'static str,
    /// Whether it stands in front of the other options of its heading.
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
    "Tell it your model",
    "Say when",
    "Say what stays",
    "Make new tool results shorter",
    "The summary",
    "Around it",
];

/// The options that are no values.
pub const FUNCTIONS: [FunctionRow; 4] = [
    FunctionRow {
        name: "preset",
        heading: HEADINGS[0],
        leads: false,
        meaning: "Whose way to compact: ours, or that of a reproduced system. A name, or an object with the `name` and the \
                  preset's own options.",
        python: "Preset | PresetOptions",
        typescript: "Preset | PresetOptions",
    },
    FunctionRow {
        name: "store",
        heading: HEADINGS[3],
        leads: false,
        meaning: "Keeps what is cleared, and returns where it can be found, so that the agent can read it back: a function, or a \
                  `FolderStore`. If it raises, the run goes on as without a store, and the result warns.",
        python: "Store",
        typescript: "Store | StoreObject",
    },
    FunctionRow {
        name: "before_compact",
        heading: HEADINGS[5],
        leads: true,
        meaning: "Is called before the history changes. It may return `{\"cancel\": true}`, which ends the run, or \
                  `{\"context\": \"...\"}`, which the summariser of this run reads.",
        python: "BeforeCompact",
        typescript: "BeforeCompact",
    },
    FunctionRow {
        name: "on_compact",
        heading: HEADINGS[5],
        leads: true,
        meaning: "Gets the `Result` of each run that did or tried something. If it raises, that result has the exception as \
                  `error`.",
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

macro_rules! options {
    (
        page { $($heading:literal {
            $($(#[doc = $doc:literal])+ $name:ident($arg:ty): $type:ty = $default:expr, $domain:expr, $example:literal, $source:literal;)*
        })* }
        settings {
            $($(#[doc = $sdoc:literal])+ $sname:ident($sarg:ty): $stype:ty = $sdefault:expr, $sdomain:expr, $sexample:literal, $ssource:literal;)*
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
            pub system: &'static dyn Habits,
            /// How the context window is known, if it is that of the model.
            #[doc(hidden)]
            pub window_of_model: Option<LimitSource>,
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

        /// What presets of reproduced systems set beside the options, and some functions.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Tuning {
            $($(#[doc = $sdoc])+ pub $sname: $stype,)*
        }

        /// The options of the default that are values, in the order of the page.
        pub const OPTIONS: &[OptionRow] = &[$($(OptionRow {
            name: stringify!($name),
            heading: $heading,
            domain: $domain,
            meaning: concat!($($doc),+),
            source: $source,
            example: $example,
            rust: stringify!($arg),
        }),*),*];

        /// What presets of reproduced systems, and some functions, take beside them.
        pub const SETTINGS: &[OptionRow] = &[$(OptionRow {
            name: stringify!($sname),
            heading: "",
            domain: $sdomain,
            meaning: concat!($($sdoc),+),
            source: $ssource,
            example: $sexample,
            rust: "",
        }),*];

        impl Config {
            /// The defaults of the tables, for a system.
            pub(crate) fn base(system: &'static dyn Habits) -> Self {
                Self {
                    system,
                    window_of_model: None,
                    stores: false,
                    cache_prices: None,
                    $($($name: $default,)*)*
                    tuning: Tuning { $($sname: $sdefault,)* },
                    $($cname: $cdefault,)*
                }
            }

            /// Sets the option of a row from a host value; `path` is what errors call it.
            pub(super) fn set<V: View>(&mut self, row: &OptionRow, value: &V, path: &str, known: KnownPresets) -> Result<()> {
                let check = Check { path, domain: row.domain, known };
                match row.name {
                    $($(stringify!($name) => self.$name = <$arg as FromOption>::read(value, &check)?.into(),)*)*
                    $(stringify!($sname) => self.tuning.$sname = <$sarg as FromOption>::read(value, &check)?.into(),)*
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
        "Tell it your model" {
            /// The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices follow
            /// from it, unless they are given.
            model(String): Option<String> = None, Domain::Text, "\"gpt-5\"", "none";
            /// The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a window only a forced
            /// run compacts.
            context_window(u64): Option<u64> = None, Domain::Whole(1), "200000", "the window of `model`";
            /// What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the table. If it
            /// stands in a file, read that by yourself: `json.load`.
            models(ModelRows): ModelRows = ModelRows::default(), Domain::Rows(&ModelRow::FIELDS), "{\"my-model\": {\"window_tokens\": 32000, \"output_tokens\": 4096}}", "none";
            /// What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of the prices
            /// count.
            prices(PriceList): Option<PriceList> = None, Domain::Fields(&PriceList::FIELDS), "\"anthropic-5m\"", "the prices of `model`";
            /// How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model,
            /// or, in a `Compactor`, a `History` and `count_tokens`, your own counter.
            tokenizer(Tokenizer): Option<Tokenizer> = None, Domain::Words(Tokenizer::names), "\"qwen3\"", "an estimate for the family of `model`";
            /// What an image or a document costs, in tokens: a number, or the formula of a provider.
            image_tokens(ImageTokens): Option<ImageTokens> = None, Domain::WholeOrWord(1, ImageTokens::names), "\"anthropic\"", "the formula of `model`, else 1,600";
            /// Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that stands
            /// behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known.
            thinking(Thinking): Thinking = Thinking::Auto, Domain::words::<Thinking>(), "\"free\"", "the rule of `model`";
            /// The shape of the messages. Unless given, it is detected from the whole list.
            dialect(Dialect): Option<Dialect> = None, Domain::words::<Dialect>(), "\"anthropic\"", "detected";
        }
        "Say when" {
            /// Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve,
            /// less the system text and the tool schemas.
            trigger(Amount): Amount = Amount::Fraction(0.75), Domain::Amount, "0.8", "chosen here: late enough to use the window, early enough that one large tool result still fits";
            /// A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
            /// there, nothing is summarised.
            target(Amount): Option<Amount> = None, Domain::Amount, "0.4", "0.5, or two thirds of `trigger` if that is less";
            /// Tokens of the window that stay free for the answer. Unless given, a prompt may be sent if the model's limit on output fits beside it,
            /// or a tenth of the window if that is less.
            reserve_tokens(u64): Option<u64> = None, Domain::Whole(0), "8000", "the model's limit on output, at most a tenth of the window; the trigger leaves more free";
            /// What a request may hold beside tokens. At the trigger's share of a limit old media go first, then old results, then older
            /// messages.
            request_limits(RequestLimits): RequestLimits = RequestLimits::NONE, Domain::Fields(&RequestLimits::FIELDS), "{\"images\": 100}", "none";
            /// When old tool results and media are cleared. `pays`: once keeping them has cost as much as clearing them costs. `cold`: when the
            /// provider's cache is cold anyway. `trigger`: only where room is needed, or the cache is cold. `never`: they are not. The first two also
            /// clear at the trigger. `auto` is `pays` if prices are known, else `trigger`.
            clear_when(ClearWhen): ClearWhen = ClearWhen::Auto, Domain::words::<ClearWhen>(), "\"cold\"", "chosen here: it follows from the prices";
        }
        "Say what stays" {
            /// How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a `fraction` of the
            /// room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`, up to half as it grows; the result
            /// says so.
            keep(Keep): Option<Keep> = None, Domain::Keep, "{\"messages\": 20}", "the newest 30 %, less where that does not fit the target";
            /// How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the prompt would stay above the
            /// trigger, and the result says so. What the agent has not read yet is never cleared.
            keep_tool_results(u64): u64 = 10, Domain::Whole(1), "3", "measured: five save a little more, and lose twice as many of the names that are used again";
            /// Tokens of the user's own newest messages that stay as they are behind a summary, at most half of the target.
            keep_user_tokens(u64): u64 = 0, Domain::Whole(0), "20000", "none: the requests stand in the summary";
            /// Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they clipped,
            /// and the result says so.
            exclude_tools(Vec<String>): Option<Vec<String>> = None, Domain::Texts, "[\"read_skill\"]", "none";
        }
        "Make new tool results shorter" {
            /// How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`; `safe` leaves whole what
            /// an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once what lines of a list have in common.
            condense(Condense): Condense = Condense::Groups, Domain::words::<Condense>(), "\"off\"", "chosen here: measured, it costs no cache and each result comes back to the byte";
        }
        "The summary" {
            /// Your model call. `extractive` makes the summary of the conversation's own lines, without a model.
            summarize(Summarizer): Summarizer = Summarizer::Extractive, Domain::Words(Summarizer::public), "\"extractive\"", "chosen here: works without a key";
            /// The context window of the model that writes the summary, if it is another one. What does not fit is read in pieces.
            summarizer_window(u64): Option<u64> = None, Domain::Whole(1_000), "32000", "`context_window`";
            /// Seconds until `summarize` must have answered; then the run goes on as after a failed call. 0: it is waited for without end. The
            /// function finds them in its request too.
            summarize_timeout_s(f64): f64 = 300.0, Domain::Number(0.0, 86_400.0), "60.5", "chosen here: 20,000 tokens at 70 a second; SDKs give up after ten minutes, and try again";
            /// The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them.
            max_summary_tokens(u64): u64 = 20_000, Domain::Whole(1), "4000", "qwen-code";
            /// What the summary should pay attention to. The summariser gets it as the user's words.
            instructions(String): Option<String> = None, Domain::Text, "\"Keep every ticket number.\"", "none";
            /// Whether conspectus adds its own part to a model's summary: lines quoted from the conversation. `off`: no, and the model's text is
            /// not judged by its content. `fill`: yes. `always`: yes, and a second call checks every summary.
            check_summary(CheckSummary): CheckSummary = CheckSummary::Fill, Domain::words::<CheckSummary>(), "\"off\"", "chosen here: a model forgets";
            /// Whether secrets are taken out of a summary before it is checked and stands: keys, tokens, passwords, as far as they are
            /// recognised. The open request and the messages that stay keep theirs.
            redact(bool): bool = false, Domain::Flag, "true", "off: what the agent was told it may need";
            /// What stands in where the model gives no usable summary: `extractive`, or `none`. Old results are cleared in any case.
            fallback(Fallback): Fallback = Fallback::Extractive, Domain::words::<Fallback>(), "\"none\"", "chosen here: a dead model must not stop the agent";
        }
        "Around it" {
            /// Your secret, if other people can write to where you keep messages. Summaries then prove that they are yours, in any process that has
            /// the key. It stands in no message and in no result.
            signing_key(Secret): Option<Secret> = None, Domain::Text, "\"a long random text\"", "none: a compactor believes what it installed itself";
            /// When to repair messages that the provider would reject: tool calls without a result, results without a call, and half
            /// characters. `always`: before they are sent. `on_refusal`: once the provider has rejected them. `never`: not at all. The
            /// result warns in every case.
            repair_history(RepairHistory): RepairHistory = RepairHistory::Always, Domain::words::<RepairHistory>(), "\"on_refusal\"", "chosen here: a rejected request costs a call, and often ends the agent";
        }
    }
    settings {
        /// Which chars of a message are counted.
        unit(Measure): Measure = Measure::Chars, Domain::words::<Measure>(), "\"json_chars\"", "content, not its framing";
        /// How the tokens of a text are estimated, unless `tokenizer` says.
        estimator(Estimator): Estimator = Estimator::Instant, Domain::Words(Estimator::of_presets), "\"script\"", "chosen here";
        /// The encoding, in place of the model's.
        encoding(Encoding): Option<Encoding> = None, Domain::words::<Encoding>(), "\"o200k_base\"", "follows from the model";
        /// Chars of text per token.
        chars_per_token(f64): f64 = 4.0, Domain::Number(0.5, 1000.0), "3.5", "all four reproduced systems";
        /// Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it
        /// fails, later runs still try; a failed attempt of an agent counts against later runs.
        application(Application): Application = Application::Interactive, Domain::words::<Application>(), "\"agent\"", "chosen here";
        /// The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free.
        max_output_tokens(u64): u64 = 0, Domain::Whole(0), "8192", "unknown";
        /// The model's limit on input alone, in tokens, if it has one.
        max_input_tokens(u64): Option<u64> = None, Domain::Whole(0), "180000", "none";
        /// Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000.
        reserved_tokens(u64): Option<u64> = None, Domain::Whole(0), "10000", "follows from the output limit";
        /// The most tokens kept free for the answer.
        reserved_output_tokens(u64): u64 = 32_000, Domain::Whole(0), "16000", "the largest output of the models of 2025";
        /// How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced
        /// systems.
        ladder(&'static dyn Ladder): &'static dyn Ladder = &Fraction, Domain::Ladders, "\"fraction\"", "every rung is a share of the window";
        /// Minutes without activity after which old results are cleared; negative turns it off.
        idle_minutes(f64): f64 = 60.0, Domain::Number(f64::NEG_INFINITY, f64::INFINITY), "30", "qwen-code";
        /// Chars of clearable tool results above which they are cleared down to half; 0 turns it off.
        max_result_chars(u64): u64 = 500_000, Domain::Whole(0), "200000", "qwen-code";
        /// Compact when tool results hold this many images; 0 turns it off.
        trigger_images(u64): u64 = 0, Domain::Whole(0), "10", "off";
        /// If the part to summarise is less than this fraction of all chars, nothing is summarised.
        min_span(f64): f64 = 0.05, Domain::Share, "0.1", "qwen-code";
        /// How the cut is chosen. See the reference for the rules.
        split_rule(SplitRule): SplitRule = SplitRule::Closed, Domain::words::<SplitRule>(), "\"closed\"", "one giant turn has cuts too";
        /// The fraction of all chars that stands before the cut.
        fraction(f64): f64 = 0.7, Domain::Fraction, "0.6", "gemini-cli and qwen-code";
        /// How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable
        /// window, but at least 2,000 and at most 15,000.
        tail_tokens(u64): Option<u64> = None, Domain::Whole(0), "8000", "follows from the window";
        /// The most turns that the rule `tail_budget` keeps. Unless given, as many as fit.
        tail_turns(u64): Option<u64> = None, Domain::Whole(0), "2", "as many as fit";
        /// How many messages the rule `newest_messages` keeps.
        keep_messages(u64): u64 = 10, Domain::Whole(0), "20", "one of the reproduced systems";
        /// How many complete pairs of call and result are kept before a call that still waits for its result.
        keep_pairs(u64): u64 = 2, Domain::Whole(0), "4", "qwen-code";
        /// How many files are put back after a summary, with their content at that time.
        keep_files(u64): u64 = 0, Domain::Whole(0), "5", "off";
        /// How many images are put back after a summary.
        keep_images(u64): u64 = 0, Domain::Whole(0), "3", "off";
        /// Whether old tool results and media are cleared before anything is summarised.
        clear(bool): bool = true, Domain::Flag, "false", "chosen here: it needs no model";
        /// Which old tool results are cleared.
        clear_rule(PruneRule): PruneRule = PruneRule::NewestMessages, Domain::words::<PruneRule>(), "\"newest_messages\"", "gencode";
        /// Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the
        /// whole conversation.
        clear_min_tokens(u64): u64 = 20_000, Domain::Whole(0), "10000", "two of the reproduced systems";
        /// How many tokens of the newest tool results are never cleared.
        clear_protect_tokens(u64): u64 = 40_000, Domain::Whole(0), "20000", "two of the reproduced systems";
        /// Tools whose results may be cleared. Unless given, all tools.
        clearable_tools(Vec<String>): Option<Vec<String>> = None, Domain::Texts, "[\"read_file\"]", "all";
        /// The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size.
        placeholder(PlaceholderStyle): PlaceholderStyle = PlaceholderStyle::Informative, Domain::words::<PlaceholderStyle>(), "\"short\"", "chosen here";
        /// How many tokens tool results may take, counted from the newest. Results that no longer fit are clipped; 0 turns
        /// it off.
        clip_budget_tokens(u64): u64 = 0, Domain::Whole(0), "50000", "off";
        /// How many chars stay of a tool result that is clipped.
        clip_max_chars(u64): u64 = 40_000, Domain::Whole(0), "20000", "gemini-cli";
        /// Media kinds that the model can read. Other media are replaced by a line of text.
        modalities(Vec<String>): Vec<String> = Vec::new(), Domain::Modalities, "[\"image\"]", "none";
        /// From this many images on, a request carries only the newest ones; 0 turns it off.
        max_images(u64): u64 = 0, Domain::Whole(0), "20", "off";
        /// The sections of a summary.
        template(SnapshotForm): SnapshotForm = SnapshotForm::Handover, Domain::words::<SnapshotForm>(), "\"detailed\"", "chosen here: four headings, since conspectus adds the rest";
        /// What the model reads that writes the summary. `record`: what goes, as one text. `native`: the messages themselves, and `system` of the
        /// request is yours to replace. The answer to your own prompt may have any form and is not judged by its content.
        request(RequestForm): RequestForm = RequestForm::Record, Domain::words::<RequestForm>(), "\"native\"", "chosen here: a record fits the window, and what it quotes is no order";
        /// Whether the user's last request is repeated after the summary if it was part of what was summarised.
        restate_request(bool): bool = true, Domain::Flag, "false", "chosen here: the agent must not lose its task";
        /// The agent's short answer to the summary, which stands right after it.
        acknowledgement(String): String = "Understood. I will carry on from these notes.".to_owned(), Domain::Text, "\"Understood.\"", "chosen here";
        /// Whether the agent also answers the message that describes its environment.
        acknowledge_environment(bool): bool = false, Domain::Flag, "true", "off";
        /// A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty,
        /// there is no such message.
        continue_message(String): String = String::new(), Domain::Text, "\"Go on.\"", "nothing is said";
    }
    constants {
        /// A compaction must save at least this fraction of the tokens, or it is refused. Chosen here: less is not worth
        /// a broken cache.
        min_saving: f64 = 0.05;
        /// Tokens added for each message (role and separators). Source: OpenAI's cookbook.
        message_overhead_tokens: u64 = 4;
    }
}
