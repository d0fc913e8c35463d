//! Presets: named [`Config`] values. `default` is ours; the others reproduce the systems they are named after.

mod default;
mod gemini_cli;
mod gencode;
mod opencode;
mod qwen_code;

use crate::config::Config;
use crate::error::{Error, ErrorKind, Result};
use crate::media::sanitize_label;

/// A named set of option values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    /// The best we know.
    Default,
    /// gemini-cli's chat compression (statements G-1..G-63).
    GeminiCli,
    /// qwen-code 0.24.4 (statements Q-10..Q-70).
    QwenCode,
    /// qwen-code when it still cut its history (statements Q-1..Q-6).
    QwenCodeSeed,
    /// gencode 0.4.0 (statements C-1..C-9).
    Gencode,
    /// opencode 1.18.33 (statements O-1..O-13).
    Opencode,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 6] = [Self::Default, Self::GeminiCli, Self::QwenCode, Self::QwenCodeSeed, Self::Gencode, Self::Opencode];

    /// The name used in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::GeminiCli => "gemini-cli",
            Self::QwenCode => "qwen-code",
            Self::QwenCodeSeed => "qwen-code-seed",
            Self::Gencode => "gencode",
            Self::Opencode => "opencode",
        }
    }

    /// The preset of that name.
    ///
    /// # Errors
    /// `UnknownPreset`, listing the names there are.
    pub fn from_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join("`, `");
            Error::new(ErrorKind::UnknownPreset, "/preset", format!("unknown preset `{}`: use one of `{names}`", sanitize_label(name, 64)))
        })
    }

    /// Its values.
    #[must_use]
    pub fn config(self) -> Config {
        match self {
            Self::Default => default::config(),
            Self::GeminiCli => gemini_cli::config(),
            Self::QwenCode => qwen_code::config(),
            Self::QwenCodeSeed => qwen_code::seed(),
            Self::Gencode => gencode::config(),
            Self::Opencode => opencode::config(),
        }
    }
}
