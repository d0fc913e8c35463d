//! All tests of the file layer, as one program: what is generic over the host's values would be built
//! again for each.

mod claude_code;
mod common;
mod content;
mod gathered;
mod gemini_cli;
mod memory;
mod sessions;
mod store;
mod write_back;
