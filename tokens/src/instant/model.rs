//! Families of models: which tokenizer a model uses, by its name, and where the weights of the
//! family come from.

use super::features::COUNT;
use super::weights;

/// The origin of the token counts to which the weights of a family were fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provenance {
    /// From the tokenizer that the provider of the models published.
    Measured,
    /// From a published tokenizer that is believed to be the models', without proof.
    Proxy,
    /// From an unofficial tokenizer that was reconstructed from token counts. It was not checked
    /// against the provider.
    Reconstructed,
}

/// A group of models that share a tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// OpenAI from GPT-4o: `o200k_base`, and gpt-oss, which has the same ranks.
    O200k,
    /// OpenAI GPT-3.5 and GPT-4: `cl100k_base`.
    Cl100k,
    /// Claude 3 to 4.6. The tokenizer is [reconstructed](Provenance::Reconstructed).
    Claude3,
    /// Claude from 4.7. The tokenizer is [reconstructed](Provenance::Reconstructed).
    Claude47,
    /// Gemini. The tokenizer is a [proxy](Provenance::Proxy).
    Gemini,
    /// Gemma 3, by its published tokenizer.
    Gemma3,
    /// Qwen 3, by its published tokenizer.
    Qwen3,
    /// Llama 3, by its published tokenizer.
    Llama3,
    /// DeepSeek V3 and R1, by their published tokenizer.
    DeepSeekV3,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 9] = [
        Self::O200k,
        Self::Cl100k,
        Self::Claude3,
        Self::Claude47,
        Self::Gemini,
        Self::Gemma3,
        Self::Qwen3,
        Self::Llama3,
        Self::DeepSeekV3,
    ];

    /// The family's name, as [`from_name`](Self::from_name) reads it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::O200k => "o200k_base",
            Self::Cl100k => "cl100k_base",
            Self::Claude3 => "claude_v3",
            Self::Claude47 => "claude_v4_7",
            Self::Gemini => "gemini",
            Self::Gemma3 => "gemma3",
            Self::Qwen3 => "qwen3",
            Self::Llama3 => "llama3",
            Self::DeepSeekV3 => "deepseek_v3",
        }
    }

    /// Returns the family of that name, or `None` if the name is unknown.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }

    /// Returns the origin of the token counts to which the family's weights were fitted.
    #[must_use]
    pub fn provenance(self) -> Provenance {
        match self {
            Self::Claude3 | Self::Claude47 => Provenance::Reconstructed,
            Self::Gemini => Provenance::Proxy,
            _ => Provenance::Measured,
        }
    }

    /// The family of a model, by its name. A provider's prefix (`openai/`, `us.anthropic.`) is
    /// skipped, and case does not matter.
    ///
    /// An unknown model counts as [`Family::Claude3`]. That family makes more tokens than the
    /// published tokenizers, on code, on prose and in nearly all scripts. So a wrong guess compacts
    /// too early and does not overflow the window.
    ///
    /// A Claude without a readable version counts as a new one, and an unknown GPT as one with the
    /// newest tokenizer. Older generations of Qwen, Llama, Gemma and DeepSeek use the one family of
    /// that name.
    #[must_use]
    pub fn for_model(model: &str) -> Self {
        let model = model.to_ascii_lowercase();
        let words: Vec<&str> = model
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let has = |start: &str| words.iter().any(|word| word.starts_with(start));
        // The name of a distilled model holds two families, such as `deepseek-r1-distill-llama`.
        // The tokenizer is that of the second.
        if has("claude") {
            claude(&words)
        } else if has("llama") || has("codellama") {
            Self::Llama3
        } else if has("qwen") || has("qwq") {
            Self::Qwen3
        } else if has("deepseek") {
            Self::DeepSeekV3
        } else if has("gemma") {
            Self::Gemma3
        } else if has("gemini") {
            Self::Gemini
        } else {
            openai(&words)
        }
    }

    pub(super) fn weights(self) -> &'static [f64; COUNT] {
        match self {
            Self::O200k => &weights::O200K_BASE,
            Self::Cl100k => &weights::CL100K_BASE,
            Self::Claude3 => &weights::CLAUDE_V3,
            Self::Claude47 => &weights::CLAUDE_V4_7,
            Self::Gemini => &weights::GEMINI,
            Self::Gemma3 => &weights::GEMMA3,
            Self::Qwen3 => &weights::QWEN3,
            Self::Llama3 => &weights::LLAMA3,
            Self::DeepSeekV3 => &weights::DEEPSEEK_V3,
        }
    }
}

/// Returns the family of a Claude model by its version: the first number in the name, and the
/// number right after it (`claude-3-5-sonnet`, `claude-sonnet-4-6`). Numbers of 100 or more are
/// dates.
fn claude(words: &[&str]) -> Family {
    let after = words
        .iter()
        .position(|word| word.starts_with("claude"))
        .unwrap_or(0);
    let number = |word: &&str| {
        word.trim_start_matches("claude")
            .trim_start_matches('v')
            .parse::<u32>()
            .ok()
            .filter(|&number| number < 100)
    };
    let rest = &words[after..];
    let Some(at) = rest.iter().position(|word| number(word).is_some()) else {
        return if rest.contains(&"instant") {
            Family::Claude3
        } else {
            Family::Claude47
        };
    };
    let major = rest.get(at).and_then(number).unwrap_or(0);
    let minor = rest.get(at + 1).and_then(number).unwrap_or(0);
    if (major, minor) >= (4, 7) {
        Family::Claude47
    } else {
        Family::Claude3
    }
}

fn openai(words: &[&str]) -> Family {
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1).copied().unwrap_or("");
        let reasoning = word
            .strip_prefix('o')
            .and_then(|rest| rest.bytes().next())
            .is_some_and(|digit| digit.is_ascii_digit());
        match *word {
            "gpt" | "chatgpt" => {
                let old = next.starts_with('3')
                    || next == "35"
                    || (next == "4" && !matches!(words.get(index + 2), Some(&("1" | "5" | "o"))));
                return if old { Family::Cl100k } else { Family::O200k };
            }
            "o200k" | "codex" => return Family::O200k,
            "cl100k" => return Family::Cl100k,
            _ if word.starts_with("gpt3") || *word == "gpt4" => return Family::Cl100k,
            _ if word.starts_with("gpt") || reasoning => return Family::O200k,
            _ => {}
        }
    }
    Family::Claude3
}
