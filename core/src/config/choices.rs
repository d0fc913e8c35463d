//! The options whose value is one of several words.

use crate::host::named::named;
use crate::shape::words;

words! {
    /// Who writes the summary.
    ///
    /// ```
    /// use conspectus::{Config, Summarizer};
    ///
    /// assert_eq!(Summarizer::Extractive.name(), "extractive");
    /// let config = Config::builder().summarize(Summarizer::Extractive).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum Summarizer {
        /// The host, through a `Summarize` action.
        Host => "host",
        /// No model: the summary is made of the conversation's own lines, always with the same result.
        Extractive => "extractive",
    }

    /// Whether thinking is bound to everything before it.
    ///
    /// ```
    /// use conspectus::{Config, Thinking};
    ///
    /// assert_eq!(Thinking::Bound.name(), "bound");
    /// let config = Config::builder().thinking(Thinking::Free).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum Thinking {
        /// As the model does it; of a model that is not known it is taken to be bound.
        Auto => "auto",
        /// It is.
        Bound => "bound",
        /// It is not.
        Free => "free",
    }

    /// When old tool results are cleared.
    ///
    /// ```
    /// use conspectus::{ClearWhen, Config};
    ///
    /// assert_eq!(ClearWhen::BreakEven.name(), "break_even");
    /// let config = Config::builder().clear_when(ClearWhen::Trigger).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum ClearWhen {
        /// `BreakEven` if prices are known, else `Trigger`.
        Auto => "auto",
        /// As soon as keeping them has cost as much as clearing them costs, whenever the provider's
        /// cache is cold, and at the trigger. Without prices it acts as `Trigger`.
        BreakEven => "break_even",
        /// When the provider's cache is cold, and at the trigger.
        CacheExpired => "cache_expired",
        /// At the trigger. Without prices also after an hour's pause: then no cache is left.
        Trigger => "trigger",
        /// They are not.
        Never => "never",
    }

    /// How model summaries are checked, and whether quoted lines are added to them.
    ///
    /// ```
    /// use conspectus::{CheckSummary, Config};
    ///
    /// let config = Config::builder().check_summary(CheckSummary::Fill).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum CheckSummary {
        /// The model's text alone, not judged by its content.
        Off => "off",
        /// Adds lines that are extracted verbatim from the conversation.
        Fill => "fill",
        /// As `Fill`, and a second call checks every summary.
        Always => "always",
    }

    /// What the model reads that writes a summary.
    pub enum RequestForm {
        /// The transcript of the replaced messages, as one text.
        Record => "record",
        /// The messages themselves, under a prompt of the host's own.
        Native => "native",
    }

    /// What to do if a model writes no usable summary.
    pub enum Fallback {
        /// Use an extractive summary.
        Extractive => "extractive",
        /// Only clear old results.
        None => "none",
    }

    /// When a list that the provider would reject is repaired.
    ///
    /// ```
    /// use conspectus::{Config, RepairHistory};
    ///
    /// let config = Config::builder().repair_history(RepairHistory::OnRefusal).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum RepairHistory {
        /// Before it is sent.
        Always => "always",
        /// Once the provider has refused it.
        OnRefusal => "on_refusal",
        /// Never.
        Never => "never",
    }

    /// Who runs the conversation.
    pub enum Application {
        /// A person at a prompt. A failed compaction that the person forced does not stop later
        /// attempts.
        Interactive => "interactive",
        /// A sub-agent. Every failed compaction counts against later attempts.
        Agent => "agent",
    }
}

named!(
    Thinking,
    ClearWhen,
    CheckSummary,
    RequestForm,
    Fallback,
    RepairHistory,
    Application,
    Summarizer
);

impl Summarizer {
    /// The words that users write. A model call of the host is a function, so it has no word.
    pub fn public() -> Vec<&'static str> {
        vec![Self::Extractive.name()]
    }
}

impl CheckSummary {
    /// Whether an answer is judged by its content.
    pub fn judges(self) -> bool {
        self != Self::Off
    }

    /// Whether a second call checks every summary.
    #[doc(hidden)]
    pub fn has_second_call(self) -> bool {
        self == Self::Always
    }
}
