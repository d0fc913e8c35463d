//! The Node module as a library file, with nothing of its own: cargo builds `native` while the core
//! is still compiled, and only this waits for it.

pub use conspectus_node_native::*;
