//! Where a history may be cut, and when: the legal boundaries, the split point and the thresholds.

pub mod legal;
pub mod split;
