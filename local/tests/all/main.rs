//! All tests of the file layer and of the command line, as one program: what is generic over the
//! host's values would be built again for each.

mod broken;
mod claude_code;
mod common;
mod content;
mod examples;
mod memory;
mod recorded;
mod store;
mod usage;
