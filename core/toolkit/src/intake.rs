//! What enters a context before any message is too long: files by the page, memory files and their
//! imports, the editor's state, the newest messages for a router. Pure functions over data; what is
//! on disk is read elsewhere.

pub mod editor;
pub mod imports;
pub mod markdown;
pub mod memory;
pub mod page;
pub mod paths;
pub mod recent;
