//! Histories, values and a host for the tests of options.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod compactor;
pub mod histories;
pub mod values;
