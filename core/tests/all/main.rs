//! All tests of the core from outside, as one program: what is generic over the host's values would
//! be built again for each program.

#[path = "../../../tests/accept/accept.rs"]
mod accept;
mod ask;
mod common;
#[path = "../../../tests/conformance/conformance.rs"]
mod conformance;
mod fuzz;
#[path = "../../../tests/conformance/host.rs"]
mod host;
mod hostile;
mod operations;
mod options;
mod real_data;
#[path = "../../../tests/rows/rows.rs"]
mod rows;
#[path = "../../../tests/conformance/shapes.rs"]
mod shapes;
#[cfg(feature = "tracing")]
mod tracing;
mod turns;
mod usage_data;
mod warm;
mod whole_turn;
