//! Whether a provider would accept a history, and what makes a broken one valid.

pub mod repair;
pub mod validate;
