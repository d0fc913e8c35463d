//! The table of options: one row an option, and everything that is known of it.
//!
//! From a row come the field of [`Config`], the check of what a host gives, the setter of the builder, the lists of names, the types of
//! Python and TypeScript, and the page `docs/reference.md`. To add an option, add a row here, and its name to the `options` of the
//! systems that use it.

use super::checks::{Check, Domain, FromOption};
use super::{
    Application, ConfigBuilder, Group, Habits, Known, Ladder, PlaceholderStyle, PruneRule, SnapshotForm, SnapshotUpdate, SplitRule, Summarizer,
};
use crate::error::Result;
use crate::host::view::View;
use crate::measure::{Estimator, Measure};
use crate::read::dialect::Dialect;
use crate::read::media::MediaRule;
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// The name where a function takes it by itself, and the field of [`Config`].
    pub name: &'static str,
    /// Where the compactor takes it; empty at the top.
    pub group: &'static str,
    /// The name inside the group.
    pub leaf: &'static str,
    /// What may be given.
    pub domain: Domain,
    /// What it means.
    pub meaning: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// A value, as JSON.
    pub example: &'static str,
}

macro_rules! options {
    ($($group:ident $method:ident $group_name:literal $about:literal {
        $($(#[doc = $doc:literal])+ $leaf:ident($arg:ty) => $field:ident: $type:ty = $domain:expr, $example:literal, $source:literal;)*
    })*) => {
        /// Every option, checked: made by [`Config::builder`], or from what a host hands in.
        ///
        /// Fields can be read in the crate only; there is no way to one that was not checked.
        ///
        /// ```
        /// use conspectus::{Config, Keep, When};
        ///
        /// let config = Config::builder().model("gpt-5").context_window(200_000).when(When::new().trigger(0.8)).keep(Keep::new().results(3)).build()?;
        /// assert_eq!(config.dialect(), None);
        /// let wrong = Config::builder().when(When::new().trigger(75.0)).build().unwrap_err();
        /// assert_eq!((wrong.code(), wrong.path()), ("INVALID_CONFIG", "/when/trigger"));
        /// # Ok::<(), conspectus::Error>(())
        /// ```
        #[derive(Debug, Clone, PartialEq)]
        pub struct Config {
            /// The system whose preset the values come from.
            pub(crate) system: &'static Habits,
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
        }),*),*];

        /// The groups with what each is about.
        pub const GROUPS: &[Group] = &[$(Group { name: $group_name, about: $about }),*];

        impl Config {
            /// Sets the option of a row from a host value; `path` is what errors call it.
            pub(super) fn set<V: View>(&mut self, row: &OptionRow, value: &V, path: &str, known: Known) -> Result<()> {
                match row.name {
                    $($(stringify!($field) => self.$field = <$arg as FromOption>::read(value, &Check { path, domain: row.domain, known })?.into(),)*)*
                    _ => {}
                }
                Ok(())
            }

            /// The value of every option as data, in the order of the table; options that are not set are null.
            pub(crate) fn values(&self) -> Vec<(&'static str, serde_json::Value)> {
                vec![$($((stringify!($field), super::checks::ToOption::data(&self.$field))),*),*]
            }
        }

        $(super::builder::group!($group $method $about { $($(#[doc = $doc])+ $leaf($arg);)* });)*
    };
}

options! {
    Top top "" "What most calls need." {
        /// The dialect that the messages are written in. Detected from the whole list unless given.
        dialect(Dialect) => dialect: Option<Dialect> = Domain::words::<Dialect>(), "\"anthropic\"", "detected";
        /// The model of the conversation, as its provider spells it. It picks the weights of `instant`, the encoding of `exact` and the price
        /// of media.
        model(String) => model: Option<String> = Domain::Text, "\"gpt-5\"", "none";
        /// The model's window, in tokens. It decides *when* to compact; without it only `force` compacts.
        context_window(u64) => context_window: Option<u64> = Domain::Whole(1), "200000", "none";
        /// Who writes the summary: `host`, your function, or `embedded`, the built-in one, which needs no model.
        summarize(Summarizer) => summarize: Summarizer = Domain::words::<Summarizer>(), "\"embedded\"", "chosen here: works without a key";
        /// Who runs the conversation. A failed attempt that a person forced is not held against later runs; an agent's is.
        application(Application) => application: Application = Domain::words::<Application>(), "\"agent\"", "chosen here";
    }
    Limits limits "limits" "What a request may hold." {
        /// The model's limit on output, in tokens; 0 if it is not known. Some ladders keep it free.
        max_output_tokens(u64) => max_output_tokens: u64 = Domain::Whole(0), "8192", "unknown";
        /// The model's limit on input alone, in tokens, if it has one.
        max_input_tokens(u64) => max_input_tokens: Option<u64> = Domain::Whole(0), "180000", "none";
        /// Tokens kept free below the limit on input. Unless given, as many as the output may take, at most 20,000.
        reserved_tokens(u64) => reserved_tokens: Option<u64> = Domain::Whole(0), "10000", "follows from the output limit";
        /// Tokens kept free for the answer, at most.
        reserved_output_tokens(u64) => reserved_output_tokens: u64 = Domain::Whole(0), "16000", "the largest output of the models of 2025";
    }
    When when "when" "When to act." {
        /// Compact when the prompt reaches this fraction of the window.
        trigger(f64) => trigger: f64 = Domain::FractionOrAll, "0.8", "chosen here: late enough to use the window, early enough that one large tool result still fits";
        /// A compaction aims at this fraction of the window. Clearing alone suffices if it gets there.
        target(f64) => target: f64 = Domain::Fraction, "0.4", "chosen here: a third below the trigger, so that the next turns do not trigger again";
        /// How thresholds follow from the window: by a fraction, or by the rule of one of the reproduced systems.
        ladder(&'static Ladder) => ladder: &'static Ladder = Domain::Ladders, "\"fraction\"", "chosen here: every rung is a share of the window";
        /// Tokens by which the excess over the target must have grown since it was last acted on; 0 turns it off. At the window's end it
        /// holds nothing back.
        hysteresis_tokens(u64) => hysteresis_tokens: u64 = Domain::Whole(0), "2000", "off";
        /// Minutes without activity after which old results are cleared; negative turns it off.
        idle_minutes(f64) => idle_minutes: f64 = Domain::Number(f64::NEG_INFINITY, f64::INFINITY), "30", "qwen-code";
        /// Chars of clearable tool results above which they are cleared down to half; 0 turns it off.
        max_result_chars(u64) => max_result_chars: u64 = Domain::Whole(0), "200000", "qwen-code";
        /// Images in tool results at which to compact; 0 turns it off.
        images(u64) => trigger_images: u64 = Domain::Whole(0), "10", "off";
        /// Below this fraction of chars to summarise nothing is summarised.
        min_span(f64) => min_span: f64 = Domain::Share, "0.1", "qwen-code";
        /// A compaction must save at least this fraction of the tokens, or it is refused.
        min_saving(f64) => min_saving: f64 = Domain::Share, "0.1", "chosen here: less is not worth a broken cache";
    }
    Keep keep "keep" "What stays." {
        /// How the cut is chosen. See the reference for the rules.
        split_rule(SplitRule) => split_rule: SplitRule = Domain::words::<SplitRule>(), "\"closed\"", "chosen here: one giant turn has cuts too";
        /// The fraction of chars in front of the cut.
        fraction(f64) => fraction: f64 = Domain::Fraction, "0.6", "gemini-cli and qwen-code";
        /// Tokens of the newest messages that the rule `tail_budget` keeps. Unless given, a quarter of what is usable, from 2,000 to 15,000.
        tail_tokens(u64) => tail_tokens: Option<u64> = Domain::Whole(0), "8000", "follows from the window";
        /// Most turns that the rule `tail_budget` keeps. Unless given, as many as fit.
        tail_turns(u64) => tail_turns: Option<u64> = Domain::Whole(0), "2", "as many as fit";
        /// How many messages the rule `newest_messages` keeps.
        messages(u64) => keep_messages: u64 = Domain::Whole(0), "20", "one of the reproduced systems";
        /// Complete call and result pairs that are kept in front of a call that waits.
        pairs(u64) => keep_pairs: u64 = Domain::Whole(0), "4", "qwen-code";
        /// Newest tool results, and newest media, that are never cleared.
        results(u64) => keep_results: u64 = Domain::Whole(1), "3", "qwen-code";
        /// Files that are brought back after a summary, as they are then.
        files(u64) => keep_files: u64 = Domain::Whole(0), "5", "off";
        /// Images that are brought back after a summary.
        images(u64) => keep_images: u64 = Domain::Whole(0), "3", "off";
    }
    Reduce reduce "reduce" "What may go without a summary." {
        /// Whether old tool results and media are cleared before anything is summarised.
        clear(bool) => clear: bool = Domain::Flag, "false", "chosen here: it needs no model";
        /// Which old results are cleared.
        clear_rule(PruneRule) => clear_rule: PruneRule = Domain::words::<PruneRule>(), "\"newest_results\"", "chosen here";
        /// Nothing is cleared below this many tokens.
        clear_min_tokens(u64) => clear_min_tokens: u64 = Domain::Whole(0), "10000", "two of the reproduced systems";
        /// Tokens of recent results that are never cleared.
        clear_protect_tokens(u64) => clear_protect_tokens: u64 = Domain::Whole(0), "20000", "two of the reproduced systems";
        /// Tools whose results may be cleared. All unless given.
        clearable_tools(Vec<String>) => clearable_tools: Option<Vec<String>> = Domain::Texts, "[\"read_file\"]", "all";
        /// What stands in for a cleared result: `informative` names tool, key argument and size.
        placeholder(PlaceholderStyle) => placeholder: PlaceholderStyle = Domain::words::<PlaceholderStyle>(), "\"short\"", "chosen here";
        /// Tokens that tool results may take, newest first, before they are clipped; 0 turns it off.
        clip_budget_tokens(u64) => clip_budget_tokens: u64 = Domain::Whole(0), "50000", "off";
        /// Chars that are left of a result beyond that budget.
        clip_max_chars(u64) => clip_max_chars: u64 = Domain::Whole(0), "20000", "gemini-cli";
        /// Media kinds that the model can read: they are not replaced by a line of text.
        modalities(Vec<String>) => modalities: Vec<String> = Domain::Modalities, "[\"image\"]", "none";
        /// Images from which on a request carries the newest only; 0 turns it off.
        max_images(u64) => max_images: u64 = Domain::Whole(0), "20", "off";
    }
    Memory memory "memory" "The summary that takes the place of what goes." {
        /// Most tokens of a summary.
        max_tokens(u64) => max_summary_tokens: u64 = Domain::Whole(1), "4000", "qwen-code";
        /// What the user asks the summary to mind. It reaches the summariser as the user's words.
        instructions(String) => instructions: Option<String> = Domain::Text, "\"Keep every ticket number.\"", "none";
        /// The sections of a summary.
        template(SnapshotForm) => template: SnapshotForm = Domain::words::<SnapshotForm>(), "\"sections\"", "the sections of gemini-cli today";
        /// What is asked for where a summary stands already: `rewrite`, a whole new one, or `delta`, what has changed.
        update(SnapshotUpdate) => memory_update: SnapshotUpdate = Domain::words::<SnapshotUpdate>(), "\"delta\"", "chosen here";
        /// Tokens that the lists of a summary by deltas may take.
        delta_tokens(u64) => delta_tokens: u64 = Domain::Whole(1), "2000", "gemini-cli";
        /// Whether a second call checks the summary.
        second_call(bool) => second_call: bool = Domain::Flag, "true", "off: a call more for each compaction";
        /// Whether the user's last request follows the summary if the cut would hide it.
        restate_request(bool) => restate_request: bool = Domain::Flag, "false", "chosen here: the agent must not lose its task";
        /// What the agent says to a summary.
        acknowledgement(String) => acknowledgement: String = Domain::Text, "\"Understood.\"", "chosen here";
        /// Whether the agent acknowledges the environment turn too.
        acknowledge_environment(bool) => acknowledge_environment: bool = Domain::Flag, "true", "off";
        /// What is said to the agent at the end of the list after a compaction that nobody asked for, so that it goes on. Empty: nothing.
        continue_message(String) => continue_message: String = Domain::Text, "\"Go on.\"", "nothing is said";
    }
    MeasureBy measure "measure" "How things are measured." {
        /// Which chars of a message are counted.
        unit(Measure) => unit: Measure = Domain::words::<Measure>(), "\"json_chars\"", "chosen here: content, not its framing";
        /// How text becomes tokens. `chars` where `unit` or `chars_per_token` is given.
        estimator(Estimator) => estimator: Estimator = Domain::words::<Estimator>(), "\"exact\"", "measured: chars / 4 is 14 to 44 % low on agent text";
        /// The weights of `instant`, in place of the model's.
        family(Family) => family: Option<Family> = Domain::words::<Family>(), "\"claude_v4_7\"", "follows from the model";
        /// The encoding of `exact`, in place of the model's.
        encoding(Encoding) => encoding: Option<Encoding> = Domain::words::<Encoding>(), "\"o200k_base\"", "follows from the model";
        /// Chars of text per token.
        chars_per_token(f64) => chars_per_token: f64 = Domain::Number(0.5, 1000.0), "3.5", "all four reproduced systems";
        /// How a medium is priced by its size, in place of the model's rule.
        media_rule(MediaRule) => media_rule: Option<MediaRule> = Domain::words::<MediaRule>(), "\"anthropic\"", "follows from the model";
        /// Tokens that an image or a document costs where no rule can tell.
        image_tokens(u64) => image_tokens: u64 = Domain::Whole(1), "1000", "qwen-code";
        /// Tokens added for each message (role and separators).
        message_overhead_tokens(u64) => message_overhead_tokens: u64 = Domain::Whole(0), "3", "OpenAI's cookbook";
        /// Whether estimates are multiplied by a weight that the provider's reports move slowly.
        calibration(bool) => calibration: bool = Domain::Flag, "true", "off";
    }
}
