//! The table of options, with one row for each option.
//!
//! A row is the source of the field of [`Config`], the check of a given value, the setter of the
//! builder, the lists of names, the types for Python and TypeScript, and the page
//! `docs/reference.md`. To add an option, add a row here. The default uses it then; other systems
//! list what they use.

use super::checks::Domain;
use super::habits::FRACTION;
use super::secret::Secret;
use super::values::{Check, FromOption};
use super::{
    Admit, Application, ClearWhen, ConfigBuilder, Fallback, Group, Habits, Known, Ladder,
    PlaceholderStyle, PruneRule, SnapshotForm, SnapshotUpdate, SplitRule, Summarizer,
};
use crate::error::Result;
use crate::host::view::View;
use crate::measure::{Estimator, Measure};
use crate::provider::prices::{CachePrices, PriceSet};
use crate::read::dialect::Dialect;
use crate::read::media::MediaRule;
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// The flat name, such as `keep_results`: functions take the option under it, and it is the
    /// field of [`Config`].
    pub name: &'static str,
    /// The group in which the compactor takes the option. Empty if it stands in no group.
    pub group: &'static str,
    /// The name inside the group.
    pub leaf: &'static str,
    /// The values that may be given.
    pub domain: Domain,
    /// What the option means, for the reference.
    pub meaning: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// An example of a value, as JSON.
    pub example: &'static str,
    /// The type that its setter takes in Rust.
    pub rust: &'static str,
}

macro_rules! options {
    ($($group:ident $method:ident $group_name:literal $about:literal {
        $($(#[doc = $doc:literal])+ $leaf:ident($arg:ty) => $field:ident: $type:ty = $default:expr, $domain:expr, $example:literal, $source:literal;)*
    })*) => {
        /// The checked options. [`Config::builder`] makes them, or they are read from a host
        /// object.
        ///
        /// The fields are visible only inside the crate, so every `Config` has been checked.
        ///
        /// ```
        /// use conspectus::{Config, Keep, When};
        ///
        /// let config = Config::builder().model("gpt-5").context_window(200_000).when(When::new().trigger(0.8)).keep(Keep::new().results(3)).build()?;
        /// assert_eq!(config.dialect(), None);
        /// let wrong = Config::builder().when(When::new().trigger(75.0)).build().unwrap_err();
        /// assert_eq!((wrong.code(), wrong.path()), ("INVALID_OPTION", "/when/trigger"));
        /// # Ok::<(), conspectus::Error>(())
        /// ```
        #[derive(Debug, Clone, PartialEq)]
        pub struct Config {
            /// The system whose preset the values come from.
            pub(crate) system: &'static Habits,
            /// Whether the context window is the one that the table of models has.
            pub(crate) window_of_model: bool,
            /// Whether the host has a store for outputs that leave the history.
            pub(crate) stores: bool,
            /// What the options under `prices`, or the model, say of prices; `None` where neither
            /// does.
            pub(crate) cache_prices: Option<CachePrices>,
            $($($(#[doc = $doc])+ pub(crate) $field: $type,)*)*
        }

        /// Every option but `preset`, in the order of the reference.
        pub const OPTIONS: &[OptionRow] = &[$($(OptionRow {
            name: stringify!($field),
            group: $group_name,
            leaf: stringify!($leaf),
            domain: $domain,
            meaning: concat!($($doc),+),
            source: $source,
            example: $example,
            rust: stringify!($arg),
        }),*),*];

        /// The groups of options, with what each is about.
        pub const GROUPS: &[Group] = &[$(Group { name: $group_name, about: $about }),*];

        impl Config {
            /// The defaults of the table, for a system.
            pub(crate) fn base(system: &'static Habits) -> Self {
                Self { system, window_of_model: false, stores: false, cache_prices: None, $($($field: $default,)*)* }
            }

            /// Sets the option of a row from a host value; `path` is what errors call it.
            pub(super) fn set<V: View>(&mut self, row: &OptionRow, value: &V, path: &str, known: Known) -> Result<()> {
                match row.name {
                    $($(stringify!($field) => self.$field = <$arg as FromOption>::read(value, &Check { path, domain: row.domain, known })?.into(),)*)*
                    _ => {}
                }
                Ok(())
            }

            /// The value of every option as data, in the order of the table; options that are not
            /// set are null.
            pub(crate) fn values(&self) -> Vec<(&'static str, serde_json::Value)> {
                vec![$($((stringify!($field), super::values::ToOption::data(&self.$field))),*),*]
            }
        }

        $(super::builder::group!($group $method $about { $($(#[doc = $doc])+ $leaf($arg);)* });)*
    };
}

options! {
    Top top "" "What most calls need." {
        /// The dialect in which the messages are written. Unless given, it is detected from the
        /// whole list.
        dialect(Dialect) => dialect: Option<Dialect> = None, Domain::words::<Dialect>(), "\"anthropic\"", "detected";
        /// The model of the conversation, as its provider spells it. It selects the weights of
        /// `instant`, the encoding of `exact` and the price of media. Under `default` it also gives
        /// the window and the limit on output, unless they are given.
        model(String) => model: Option<String> = None, Domain::Text, "\"gpt-5\"", "none";
        /// The model's context window, in tokens. It decides *when* to compact; without a window,
        /// only a forced run compacts. Unless given, it is the window of `model` if that is known.
        context_window(u64) => context_window: Option<u64> = None, Domain::Whole(1), "200000", "none";
        /// Who writes the summary: `host` is your own function; `embedded` is the built-in
        /// summariser, which needs no model.
        summarize(Summarizer) => summarize: Summarizer = Summarizer::Extractive, Domain::words::<Summarizer>(), "\"embedded\"", "chosen here: works without a key";
        /// Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces
        /// a compaction and it fails, later runs still try; a failed attempt of an agent counts
        /// against later runs.
        application(Application) => application: Application = Application::Interactive, Domain::words::<Application>(), "\"agent\"", "chosen here";
    }
    Limits limits "limits" "What a request may hold." {
        /// The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this
        /// many tokens free.
        max_output_tokens(u64) => max_output_tokens: u64 = 0, Domain::Whole(0), "8192", "unknown";
        /// The model's limit on input alone, in tokens, if it has one.
        max_input_tokens(u64) => max_input_tokens: Option<u64> = None, Domain::Whole(0), "180000", "none";
        /// Tokens kept free below the limit on input. Unless given, the limit on output, at most
        /// 20,000.
        reserved_tokens(u64) => reserved_tokens: Option<u64> = None, Domain::Whole(0), "10000", "follows from the output limit";
        /// Tokens of the window that are kept free for the answer. Trigger and target are fractions
        /// of what is left.
        output_reserve_tokens(u64) => output_reserve_tokens: u64 = 0, Domain::Whole(0), "8000", "none: the trigger leaves a quarter of the window free";
        /// The most bytes that a request may have. Old media go at the trigger's share of it, then
        /// old results, then older messages.
        request_bytes(u64) => max_request_bytes: Option<u64> = None, Domain::Whole(1), "32000000", "none";
        /// The most images that a request may hold. The oldest go at the trigger's share of it,
        /// until the target's share is left.
        images(u64) => max_request_images: Option<u64> = None, Domain::Whole(1), "100", "none";
        /// The most pixels that all images of a request may have together. The oldest go as under
        /// `images`.
        image_pixels(u64) => max_request_pixels: Option<u64> = None, Domain::Whole(1), "80000000", "none";
        /// The most tokens kept free for the answer.
        reserved_output_tokens(u64) => reserved_output_tokens: u64 = 32_000, Domain::Whole(0), "16000", "the largest output of the models of 2025";
    }
    When when "when" "When to act." {
        /// Compact when the prompt reaches this fraction of the room: of the window, less what
        /// surrounds the messages and the output reserve.
        trigger(f64) => trigger: f64 = 0.75, Domain::FractionOrAll, "0.8", "chosen here: late enough to use the window, early enough that one large tool result still fits";
        /// A compaction aims at this fraction of the room. If clearing old results alone gets
        /// there, nothing is summarised.
        target(f64) => target: f64 = 0.5, Domain::Fraction, "0.4", "chosen here: a third below the trigger, so that the next turns do not trigger again";
        /// How the thresholds are computed from the window: by a fraction, or by the rule of one of
        /// the reproduced systems.
        ladder(&'static Ladder) => ladder: &'static Ladder = &FRACTION, Domain::Ladders, "\"fraction\"", "chosen here: every rung is a share of the window";
        /// Tokens by which the excess over the target must have grown since the last action before
        /// there is another one; 0 turns it off. It never stops a compaction when the window is
        /// full.
        hysteresis_tokens(u64) => hysteresis_tokens: u64 = 0, Domain::Whole(0), "2000", "off";
        /// Minutes without activity after which old results are cleared; negative turns it off.
        idle_minutes(f64) => idle_minutes: f64 = 60.0, Domain::Number(f64::NEG_INFINITY, f64::INFINITY), "30", "qwen-code";
        /// Chars of clearable tool results above which they are cleared down to half; 0 turns it
        /// off.
        max_result_chars(u64) => max_result_chars: u64 = 500_000, Domain::Whole(0), "200000", "qwen-code";
        /// Compact when tool results hold this many images; 0 turns it off.
        images(u64) => trigger_images: u64 = 0, Domain::Whole(0), "10", "off";
        /// If the part to summarise is less than this fraction of all chars, nothing is summarised.
        min_span(f64) => min_span: f64 = 0.05, Domain::Share, "0.1", "qwen-code";
        /// A compaction must save at least this fraction of the tokens, or it is refused.
        min_saving(f64) => min_saving: f64 = 0.05, Domain::Share, "0.1", "chosen here: less is not worth a broken cache";
    }
    Keep keep "keep" "What stays." {
        /// How the cut is chosen. See the reference for the rules.
        split_rule(SplitRule) => split_rule: SplitRule = SplitRule::Closed, Domain::words::<SplitRule>(), "\"closed\"", "chosen here: one giant turn has cuts too";
        /// The fraction of all chars that stands before the cut.
        fraction(f64) => fraction: f64 = 0.7, Domain::Fraction, "0.6", "gemini-cli and qwen-code";
        /// How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a
        /// quarter of the usable window, but at least 2,000 and at most 15,000.
        tail_tokens(u64) => tail_tokens: Option<u64> = None, Domain::Whole(0), "8000", "follows from the window";
        /// The most turns that the rule `tail_budget` keeps. Unless given, as many as fit.
        tail_turns(u64) => tail_turns: Option<u64> = None, Domain::Whole(0), "2", "as many as fit";
        /// How many messages the rule `newest_messages` keeps.
        messages(u64) => keep_messages: u64 = 10, Domain::Whole(0), "20", "one of the reproduced systems";
        /// How many complete pairs of call and result are kept before a call that still waits for
        /// its result.
        pairs(u64) => keep_pairs: u64 = 2, Domain::Whole(0), "4", "qwen-code";
        /// How many of the newest tool results, and of the newest media, are never cleared.
        results(u64) => keep_results: u64 = 5, Domain::Whole(1), "3", "qwen-code";
        /// Tokens of the user's own messages that stay as they are behind a summary, the newest
        /// first. At most half of what the messages may have after a compaction; 0 turns it off.
        user_message_tokens(u64) => user_message_tokens: u64 = 0, Domain::Whole(0), "20000", "off: the requests stand in the summary";
        /// How many files are put back after a summary, with their content at that time.
        files(u64) => keep_files: u64 = 0, Domain::Whole(0), "5", "off";
        /// How many images are put back after a summary.
        images(u64) => keep_images: u64 = 0, Domain::Whole(0), "3", "off";
    }
    Reduce reduce "reduce" "What may be removed without a summary." {
        /// How far new tool results are told shorter before the agent sees them: `off`; `safe`,
        /// which loses nothing and leaves whole what an edit may quote; more at each further level.
        /// A result that was sent once does not change again.
        admit(Admit) => admit: Admit = Admit::Safe, Domain::words::<Admit>(), "\"off\"", "chosen here: it costs no cache and loses nothing";
        /// A new tool result of more tokens is told shorter by `summarize`, your function, in about
        /// so many: before the agent sees it, and only in a turn in which nothing else is to be
        /// done. Errors and warnings stay word for word; files that were read stay whole. 0 turns
        /// it off.
        output_tokens(u64) => output_tokens: u64 = 0, Domain::Whole(0), "2000", "off: it costs a call of a model";
        /// Whether old tool results and media are cleared before anything is summarised.
        clear(bool) => clear: bool = true, Domain::Flag, "false", "chosen here: it needs no model";
        /// When old tool results are cleared below the trigger. Unless given, it is `debt` where
        /// prices are known, by `prices` or by the model's name, else `trigger`. `debt` clears once
        /// keeping them has cost what clearing them costs, and without prices acts as `trigger`;
        /// `cold` where the provider's cache is cold anyway; `trigger` only where room is needed,
        /// or after `when.idle_minutes`; `always` at every turn, whatever it costs.
        clear_when(ClearWhen) => clear_when: Option<ClearWhen> = None, Domain::words::<ClearWhen>(), "\"cold\"", "follows from the prices";
        /// Which old tool results are cleared.
        clear_rule(PruneRule) => clear_rule: PruneRule = PruneRule::NewestResults, Domain::words::<PruneRule>(), "\"newest_results\"", "chosen here";
        /// Nothing is cleared if clearing would free fewer tokens than this. The rule
        /// `newest_messages` compares it with the whole conversation.
        clear_min_tokens(u64) => clear_min_tokens: u64 = 20_000, Domain::Whole(0), "10000", "two of the reproduced systems";
        /// How many tokens of the newest tool results are never cleared.
        clear_protect_tokens(u64) => clear_protect_tokens: u64 = 40_000, Domain::Whole(0), "20000", "two of the reproduced systems";
        /// Tools whose results may be cleared. Unless given, all tools.
        clearable_tools(Vec<String>) => clearable_tools: Option<Vec<String>> = None, Domain::Texts, "[\"read_file\"]", "all";
        /// Tools whose results are never cleared, clipped or stored away. Only where nothing else
        /// makes the list fit the window are they clipped, and the report says so.
        never_clear_tools(Vec<String>) => never_clear_tools: Option<Vec<String>> = None, Domain::Texts, "[\"read_skill\"]", "none";
        /// The text that takes the place of a cleared result: `informative` names the tool, its key
        /// argument and the size.
        placeholder(PlaceholderStyle) => placeholder: PlaceholderStyle = PlaceholderStyle::Informative, Domain::words::<PlaceholderStyle>(), "\"short\"", "chosen here";
        /// How many tokens tool results may take, counted from the newest. Results that no longer
        /// fit are clipped; 0 turns it off.
        clip_budget_tokens(u64) => clip_budget_tokens: u64 = 0, Domain::Whole(0), "50000", "off";
        /// How many chars stay of a tool result that is clipped.
        clip_max_chars(u64) => clip_max_chars: u64 = 40_000, Domain::Whole(0), "20000", "gemini-cli";
        /// Media kinds that the model can read. Other media are replaced by a line of text.
        modalities(Vec<String>) => modalities: Vec<String> = Vec::new(), Domain::Modalities, "[\"image\"]", "none";
        /// From this many images on, a request carries only the newest ones; 0 turns it off.
        max_images(u64) => max_images: u64 = 0, Domain::Whole(0), "20", "off";
    }
    PriceList prices "prices" "What a prompt costs. Only the ratios of the prices count." {
        /// The prices and cache rules to begin with; the other options of the group replace single
        /// ones. Unless given, those of `model` if its name tells them. If only single prices are
        /// given, there is no cache unless `read` is below `input`.
        preset(PriceSet) => price_preset: Option<PriceSet> = None, Domain::words::<PriceSet>(), "\"anthropic-5m\"", "follows from the model";
        /// The price of a token of the prompt that is not cached.
        input(f64) => price_input: Option<f64> = None, Domain::Number(0.0, 1e6), "3", "follows from the model";
        /// The price of a token that is read from the cache. Unless given, it is the price of
        /// input.
        read(f64) => price_read: Option<f64> = None, Domain::Number(0.0, 1e6), "0.3", "follows from the model";
        /// The price of a token that is written to the cache. Unless given, it is the price of
        /// input.
        write(f64) => price_write: Option<f64> = None, Domain::Number(0.0, 1e6), "3.75", "follows from the model";
        /// The price of a token of an answer. Unless given, it is five times that of input.
        output(f64) => price_output: Option<f64> = None, Domain::Number(0.0, 1e6), "15", "follows from the model; else the usual ratio";
        /// How long an entry of the cache lives after it was last read, in milliseconds. Old
        /// results are cleared when it is over.
        ttl_ms(u64) => cache_ttl_ms: Option<u64> = None, Domain::Whole(1), "3600000", "follows from the model";
        /// A shorter prefix is not cached, in tokens.
        min_prefix_tokens(u64) => cache_min_prefix_tokens: Option<u64> = None, Domain::Whole(0), "4096", "follows from the model";
        /// How many places of a request may be marked as the end of a cached prefix; 0 where the
        /// provider finds any common prefix by itself.
        breakpoints(u64) => cache_breakpoints: Option<u64> = None, Domain::Whole(0), "2", "follows from the model";
        /// How many blocks before a mark the provider looks for an entry. Where a turn adds more, a
        /// mark more is told, if one is left.
        lookback_blocks(u64) => cache_lookback_blocks: Option<u64> = None, Domain::Whole(0), "20", "follows from the model";
    }
    Memory memory "memory" "The summary that takes the place of the removed messages." {
        /// The most tokens that a summary may have.
        max_tokens(u64) => max_summary_tokens: u64 = 20_000, Domain::Whole(1), "4000", "qwen-code";
        /// The context window of the model that writes the summary, in tokens. Unless given, it is
        /// the conversation's. A record that does not fit is read in pieces, each with the notes on
        /// those before it.
        window(u64) => summarizer_window: Option<u64> = None, Domain::Whole(1_000), "32000", "the conversation's";
        /// The fraction of the target that a summary without a model may take. The cut moves
        /// towards the end where what is kept leaves less.
        share(f64) => memory_share: f64 = 0.5, Domain::Fraction, "0.4", "measured: a memory holds more of what is needed later than old messages of the same size";
        /// What the user wants the summary to pay attention to. The summariser gets it as the
        /// user's words.
        instructions(String) => instructions: Option<String> = None, Domain::Text, "\"Keep every ticket number.\"", "none";
        /// The sections of a summary.
        template(SnapshotForm) => template: SnapshotForm = SnapshotForm::Sections, Domain::words::<SnapshotForm>(), "\"lists\"", "the sections of gemini-cli today";
        /// What the summariser writes if there already is a summary: `rewrite` asks for a whole new
        /// one, `delta` for what has changed.
        update(SnapshotUpdate) => memory_update: SnapshotUpdate = SnapshotUpdate::Whole, Domain::words::<SnapshotUpdate>(), "\"delta\"", "chosen here";
        /// The most tokens that the lists of a summary may take if deltas update it.
        delta_tokens(u64) => delta_tokens: u64 = 4_000, Domain::Whole(1), "2000", "gemini-cli";
        /// Whether a second call to the summariser checks the summary. A record that is read in
        /// pieces is not checked.
        second_call(bool) => second_call: bool = false, Domain::Flag, "true", "off: a call more for each compaction";
        /// What a model's summary must not lose and lacks is put in word for word: the user's
        /// rules, changed files, the last failing command, open tasks. It takes at most this share
        /// of the summary's budget; 0 turns it off.
        put_in(f64) => put_in_share: f64 = 0.1, Domain::Share, "0.2", "chosen here: a summary is for what the model found, and what the user bound the agent to is short";
        /// A model's summary that lacks more than this share of what the most valuable names are
        /// worth is asked for once more, with them named. The better answer stands; 1 turns it off.
        missing_share(f64) => missing_share: f64 = 0.6, Domain::FractionOrAll, "0.8", "measured: the good summaries of recorded compactions lack 16 to 42 % of it";
        /// What stands in where a model gives no usable summary: `embedded`, the built-in one, or
        /// `none`. Clearing applies in any case.
        fallback(Fallback) => fallback: Fallback = Fallback::Extractive, Domain::words::<Fallback>(), "\"none\"", "chosen here: a dead model must not stop the agent";
        /// The host's secret. Our own messages then carry a mark that nobody else can make, so that
        /// they are believed in any process that has the key. It stands in no message and in no
        /// report.
        key(Secret) => memory_key: Option<Secret> = None, Domain::Text, "\"a long random text\"", "none: a compactor believes what it installed itself";
        /// Whether the user's last request is repeated after the summary if it was part of what was
        /// summarised.
        restate_request(bool) => restate_request: bool = true, Domain::Flag, "false", "chosen here: the agent must not lose its task";
        /// The agent's short answer to the summary, which stands right after it.
        acknowledgement(String) => acknowledgement: String = "Understood. I will carry on from these notes.".to_owned(), Domain::Text, "\"Understood.\"", "chosen here";
        /// Whether the agent also answers the message that describes its environment.
        acknowledge_environment(bool) => acknowledge_environment: bool = false, Domain::Flag, "true", "off";
        /// A user message at the end of the list that tells the agent to go on after an automatic
        /// compaction. If empty, there is no such message.
        continue_message(String) => continue_message: String = String::new(), Domain::Text, "\"Go on.\"", "nothing is said";
    }
    MeasureBy measure "measure" "How sizes are measured." {
        /// Which chars of a message are counted.
        unit(Measure) => unit: Measure = Measure::Chars, Domain::words::<Measure>(), "\"json_chars\"", "chosen here: content, not its framing";
        /// How the tokens of a text are estimated. If only `unit` or `chars_per_token` is given, it
        /// is `chars`.
        estimator(Estimator) => estimator: Estimator = Estimator::Instant, Domain::words::<Estimator>(), "\"exact\"", "measured: chars / 4 is 14 to 44 % low on agent text";
        /// The weights of `instant`, in place of the model's.
        family(Family) => family: Option<Family> = None, Domain::words::<Family>(), "\"qwen3\"", "follows from the model";
        /// The encoding of `exact`, in place of the model's.
        encoding(Encoding) => encoding: Option<Encoding> = None, Domain::words::<Encoding>(), "\"o200k_base\"", "follows from the model";
        /// Chars of text per token.
        chars_per_token(f64) => chars_per_token: f64 = 4.0, Domain::Number(0.5, 1000.0), "3.5", "all four reproduced systems";
        /// The rule that prices a medium by its size, in place of the model's rule.
        media_rule(MediaRule) => media_rule: Option<MediaRule> = None, Domain::words::<MediaRule>(), "\"anthropic\"", "follows from the model";
        /// Tokens that an image or a document costs if no rule gives a price.
        image_tokens(u64) => image_tokens: u64 = 1_600, Domain::Whole(1), "1000", "qwen-code";
        /// Tokens added for each message (role and separators).
        message_overhead_tokens(u64) => message_overhead_tokens: u64 = 4, Domain::Whole(0), "3", "OpenAI's cookbook";
        /// Whether estimates are multiplied by a weight. The provider's reports move the weight
        /// slowly.
        calibration(bool) => calibration: bool = false, Domain::Flag, "true", "off";
    }
}
