//! What a conversation is: how it is read, how large it is, what may legally go, and what makes it
//! smaller without a summary.
//!
//! This is the lower half of [`conspectus`](https://docs.rs/conspectus), which shows what programs
//! need of it. What else is public here may change with every version.

pub mod check;
pub mod cut;
pub mod error;
pub mod history;
pub mod host;
pub mod measure;
pub mod provider;
pub mod read;
pub mod reduce;
pub mod seal;
pub mod shape;
