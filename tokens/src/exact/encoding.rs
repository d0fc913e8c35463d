//! Names of the encodings and of the models that use them.

use crate::error::{Error, ErrorKind};
use crate::text::near_names;
use std::fmt;
use std::str::FromStr;

/// A byte-pair encoding of OpenAI, with the name that tiktoken uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// `o200k_base`: GPT-4o, GPT-4.1, GPT-5, o1, o3, o4-mini.
    O200kBase,
    /// `o200k_harmony`: gpt-oss. The tokens of ordinary text are those of `o200k_base`; only
    /// special tokens differ.
    O200kHarmony,
    /// `cl100k_base`: GPT-4, GPT-3.5, the embedding models of the second and third generation.
    Cl100kBase,
    /// `p50k_base`: Codex, text-davinci-002 and -003. `p50k_edit` has the same tokens for ordinary
    /// text.
    P50kBase,
    /// `r50k_base`: the first GPT-3 models.
    R50kBase,
    /// `gpt2`: GPT-2. Its tokens are those of `r50k_base`.
    Gpt2,
}

/// Whole model names, as in `model.py` of tiktoken 0.14, and shorthands (`gpt-3.5`, `gpt-2`).
const MODELS: [(&str, Encoding); 37] = [
    ("o1", Encoding::O200kBase),
    ("o3", Encoding::O200kBase),
    ("o4-mini", Encoding::O200kBase),
    ("gpt-4", Encoding::Cl100kBase),
    ("gpt-3.5", Encoding::Cl100kBase),
    ("gpt-3.5-turbo", Encoding::Cl100kBase),
    ("gpt-35-turbo", Encoding::Cl100kBase),
    ("davinci-002", Encoding::Cl100kBase),
    ("babbage-002", Encoding::Cl100kBase),
    ("text-embedding-ada-002", Encoding::Cl100kBase),
    ("text-davinci-003", Encoding::P50kBase),
    ("text-davinci-002", Encoding::P50kBase),
    ("text-davinci-001", Encoding::R50kBase),
    ("text-curie-001", Encoding::R50kBase),
    ("text-babbage-001", Encoding::R50kBase),
    ("text-ada-001", Encoding::R50kBase),
    ("davinci", Encoding::R50kBase),
    ("curie", Encoding::R50kBase),
    ("babbage", Encoding::R50kBase),
    ("ada", Encoding::R50kBase),
    ("code-davinci-002", Encoding::P50kBase),
    ("code-davinci-001", Encoding::P50kBase),
    ("code-cushman-002", Encoding::P50kBase),
    ("code-cushman-001", Encoding::P50kBase),
    ("davinci-codex", Encoding::P50kBase),
    ("cushman-codex", Encoding::P50kBase),
    ("text-davinci-edit-001", Encoding::P50kBase),
    ("code-davinci-edit-001", Encoding::P50kBase),
    ("text-similarity-davinci-001", Encoding::R50kBase),
    ("text-similarity-curie-001", Encoding::R50kBase),
    ("text-similarity-babbage-001", Encoding::R50kBase),
    ("text-similarity-ada-001", Encoding::R50kBase),
    ("text-search-davinci-doc-001", Encoding::R50kBase),
    ("code-search-babbage-code-001", Encoding::R50kBase),
    ("code-search-ada-code-001", Encoding::R50kBase),
    ("gpt2", Encoding::Gpt2),
    ("gpt-2", Encoding::Gpt2),
];

/// Beginnings of model names. The first that fits decides. They are those of tiktoken 0.14, without
/// a final dash if no other model begins that way, and with the models that came later.
const PREFIXES: [(&str, Encoding); 17] = [
    ("gpt-oss", Encoding::O200kHarmony),
    ("o1-", Encoding::O200kBase),
    ("o3-", Encoding::O200kBase),
    ("o4-", Encoding::O200kBase),
    ("chatgpt-4o", Encoding::O200kBase),
    ("gpt-4o", Encoding::O200kBase),
    ("gpt-4.1", Encoding::O200kBase),
    ("gpt-4.5", Encoding::O200kBase),
    ("gpt-5", Encoding::O200kBase),
    ("codex-mini", Encoding::O200kBase),
    ("gpt-4-", Encoding::Cl100kBase),
    ("gpt-3.5-turbo-", Encoding::Cl100kBase),
    ("gpt-35-turbo-", Encoding::Cl100kBase),
    ("text-embedding-3-", Encoding::Cl100kBase),
    ("text-search-", Encoding::R50kBase),
    ("gpt2-", Encoding::Gpt2),
    ("code-search-", Encoding::R50kBase),
];

impl Encoding {
    /// Every encoding, newest first.
    pub const ALL: [Self; 6] = [
        Self::O200kBase,
        Self::O200kHarmony,
        Self::Cl100kBase,
        Self::P50kBase,
        Self::R50kBase,
        Self::Gpt2,
    ];

    /// The name that tiktoken uses, such as `o200k_base`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::O200kHarmony => "o200k_harmony",
            Self::Cl100kBase => "cl100k_base",
            Self::P50kBase => "p50k_base",
            Self::R50kBase => "r50k_base",
            Self::Gpt2 => "gpt2",
        }
    }

    /// The encoding of the model with this name. `None` if no public encoding is known for it.
    ///
    /// The name may begin with a provider (`openai/gpt-4o`, `azure/gpt-35-turbo`) or be that of a
    /// fine-tuned model (`ft:gpt-4o:me::id`).
    #[must_use]
    pub fn for_model(name: &str) -> Option<Self> {
        let name = name.rsplit('/').next().unwrap_or(name);
        let name = name
            .strip_prefix("ft:")
            .map_or(name, |rest| rest.split(':').next().unwrap_or(rest));
        let whole = MODELS.iter().find(|(model, _)| *model == name);
        let known = whole.or_else(|| PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix)));
        known.map(|&(_, encoding)| encoding)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = Error;

    /// Reads the name that tiktoken uses. `p50k_edit` gives `p50k_base`: ordinary text has the same
    /// tokens in both.
    fn from_str(name: &str) -> Result<Self, Error> {
        if name == "p50k_edit" {
            return Ok(Self::P50kBase);
        }
        Self::ALL
            .into_iter()
            .find(|encoding| encoding.name() == name)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name);
                let near = near_names(name, &names);
                let use_one = if near.is_empty() {
                    names.join(", ")
                } else {
                    near.join(" or ")
                };
                Error::new(
                    ErrorKind::InvalidConfig,
                    "",
                    format!("unknown encoding {name:?}: use {use_one}"),
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for encoding in Encoding::ALL {
            assert_eq!(
                encoding.to_string().parse::<Encoding>().ok(),
                Some(encoding)
            );
        }
        let error = "o200k".parse::<Encoding>().expect_err("not a name");
        assert!(error.message().contains("o200k_base"), "{error}");
        assert!("".parse::<Encoding>().is_err());
    }

    #[test]
    fn models_have_their_encodings() {
        for (model, encoding) in [
            ("gpt-4o", Some(Encoding::O200kBase)),
            ("gpt-4o-mini-2024-07-18", Some(Encoding::O200kBase)),
            ("openai/gpt-4.1-mini", Some(Encoding::O200kBase)),
            ("gpt-5.2-codex", Some(Encoding::O200kBase)),
            ("o1", Some(Encoding::O200kBase)),
            ("o3-mini", Some(Encoding::O200kBase)),
            ("o4-mini", Some(Encoding::O200kBase)),
            ("ft:gpt-4o:org::id", Some(Encoding::O200kBase)),
            ("gpt-oss-120b", Some(Encoding::O200kHarmony)),
            ("openai/gpt-oss-20b", Some(Encoding::O200kHarmony)),
            ("gpt-4", Some(Encoding::Cl100kBase)),
            ("gpt-4-turbo", Some(Encoding::Cl100kBase)),
            ("gpt-3.5-turbo-0301", Some(Encoding::Cl100kBase)),
            ("text-embedding-3-large", Some(Encoding::Cl100kBase)),
            ("text-davinci-003", Some(Encoding::P50kBase)),
            ("davinci", Some(Encoding::R50kBase)),
            ("text-search-ada-doc-001", Some(Encoding::R50kBase)),
            ("gpt2", Some(Encoding::Gpt2)),
            ("claude-opus-4-7", None),
            ("", None),
        ] {
            assert_eq!(Encoding::for_model(model), encoding, "{model}");
        }
    }
}
