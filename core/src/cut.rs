//! Where a history may be cut, and when: legal boundaries, the split point, the thresholds.

pub mod legal;
pub mod split;
pub mod thresholds;
