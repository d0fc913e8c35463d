//! Tests of the hooks, and of the edits of settings.

mod broken;
mod common;
mod events;
mod settings;
