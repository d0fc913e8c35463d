//! All tests of the command line, as one program: what is generic over the host's values would be
//! built again for each.

mod batch;
mod broken;
mod common;
mod examples;
mod hooks;
mod money;
mod recorded;
mod report;
mod sessions;
mod terminal;
mod usage;
mod write_back;
