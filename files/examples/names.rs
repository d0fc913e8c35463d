//! Prints everything there is a name for, as JSON: `cargo run -p conspectus-files --example names`.
//! The type stubs and the reference are made of it.

#![allow(clippy::print_stdout, reason = "an example prints")]

fn main() {
    println!("{:#}", conspectus_files::api::names());
}
