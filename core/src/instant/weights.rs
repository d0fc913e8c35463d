//! placeholder
use super::features::COUNT;
pub(super) const O200K_BASE: [f64; COUNT] = [0.2; COUNT];
pub(super) const CL100K_BASE: [f64; COUNT] = [0.2; COUNT];
pub(super) const CLAUDE_V3: [f64; COUNT] = [0.2; COUNT];
pub(super) const CLAUDE_V4_7: [f64; COUNT] = [0.2; COUNT];
pub(super) const GEMINI: [f64; COUNT] = [0.2; COUNT];
pub(super) const GEMMA3: [f64; COUNT] = [0.2; COUNT];
pub(super) const QWEN3: [f64; COUNT] = [0.2; COUNT];
pub(super) const LLAMA3: [f64; COUNT] = [0.2; COUNT];
pub(super) const DEEPSEEK_V3: [f64; COUNT] = [0.2; COUNT];
