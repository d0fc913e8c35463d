//! The laws on generated histories, and the generators themselves, as one program: it builds faster
//! than three.

mod anything;
mod laws;
mod named;
