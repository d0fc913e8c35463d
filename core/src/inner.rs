//! What the crates above this one are made with. No part of the surface: it may change with every
//! version.

pub use crate::compactor::contract::{grouped, moved, paths, plan_rows, run_line};
pub use crate::compactor::policy::Policy;
pub use crate::compactor::stages::begin::{Known, Need, Strategy, need};
pub use crate::compactor::stages::clear_stale::microcompact as clear_by_time;
pub use crate::compactor::stages::edits::removed;
pub use crate::compactor::stages::payload::MediaKind;
pub use crate::config::{
    Domain, FUNCTIONS, Fields, FunctionRow, HEADINGS, HOST_FUNCTIONS, OPTIONS, OptionRow,
    PresetSpec, SETTINGS, Thresholds, choice, each, flag, invalid, items, kept, number_or_nan,
    page, show, string_option, strings, whole, wrong,
};
pub use crate::host::item::{Kind, Text};
pub use crate::read::dialect::kind_name;
pub use crate::read::media::sanitize_label;
pub use crate::shape::shapes;
pub use conspectus_history::{
    check, cut, error, history, host, measure, provider, read, reduce, seal, shape,
};
pub use conspectus_summary::{claims, minutes, notes};

/// The run.
pub mod compactor {
    pub use crate::compactor::{asks, contract, draft, model, policy, stages, state, step, store};
}

/// The options.
pub mod config {
    pub use crate::config::*;
}

/// A history with all options.
pub mod configured {
    pub use crate::configured::*;
}
