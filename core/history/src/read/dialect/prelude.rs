//! Imports for the file of each dialect.

pub use super::blocks::*;
pub use super::traits::*;
pub use super::wire::{Call, MessageFormat};
pub use crate::error::Result;
pub use crate::host::item::{Budget, Item, Kind};
pub use crate::host::listed::listed;
pub use crate::host::path::Path;
pub use crate::read::media::data_url_mime;
pub use crate::read::message::{Body, Emit, Media, MediaPlace, Part, Role};
pub use serde_json::{Map, Value, json};
