//! The words of actions and reports: the same in all languages.

macro_rules! words {
    ($($(#[doc = $about:literal])+ $type:ident { $($(#[doc = $doc:literal])+ $variant:ident => $word:literal,)+ })+) => { $(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $type {
            /// The word, the same in all languages.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )+ };
}

words! {
    /// What set a run off.
    Trigger {
        /// The host forced it.
        Manual => "manual",
        /// The conversation reached its threshold.
        Auto => "auto",
        /// The same, as qwen-code calls it; or the provider refused the last request for its
        /// tokens.
        TokenLimit => "token_limit",
        /// The conversation holds too many images, or too many pixels.
        ImageOverflow => "image_overflow",
        /// The provider refused the last request for its size in bytes, or the request comes near a
        /// limit on bytes.
        PayloadOverflow => "payload_overflow",
        /// The provider refused the last request as no valid history.
        Refusal => "refusal",
    }
    /// What a hook tells of.
    Event {
        /// A run is about to change the history.
        PreCompress => "pre_compress",
        /// The run whose beginning was told is over.
        PostCompress => "post_compress",
    }
    /// What a request asks a model for.
    Purpose {
        /// A summary.
        Summary => "summary",
        /// Notes on one piece of a record that does not fit one request. They come with the next
        /// piece.
        Fold => "fold",
        /// A second attempt after an answer that was refused. It names what was wrong.
        Retry => "retry",
        /// A check of the first answer, which may be put right.
        Verify => "verify",
        /// One tool output, told shorter before the agent sees it.
        Output => "output",
    }
    /// Why something went.
    Why {
        /// A summary stands for it.
        Summarized => "summarized",
        /// The result was old.
        ClearedToolResults => "cleared tool results",
        /// The result was long.
        CutToolResults => "cut tool results",
        /// The medium was old.
        ClearedMedia => "cleared media",
    }
    /// The kind of an output that is to be stored.
    Mime {
        /// Plain text.
        Text => "text/plain",
    }
    /// What came of the second call.
    SecondCall {
        /// Its answer took the place of the first.
        Accepted => "accepted",
        /// Its answer was no summary, and the first was kept.
        KeptFirst => "kept_first",
        /// It failed, and the first was kept.
        Failed => "failed",
    }
    /// Which tool results the summariser read.
    RecordInput {
        /// All of them, whole.
        Original => "original",
        /// Those that were left after cutting.
        Truncated => "truncated",
    }
}
