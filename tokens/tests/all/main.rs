//! All tests of the crate from outside, as one program.

mod limits;
mod nasty;
#[cfg(oracle)]
mod oracle;
mod recorded;
