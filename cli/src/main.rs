//! The command line as a program of its own.

fn main() {
    // `std::env::args` would panic on a file name that is not Unicode.
    let code = conspectus_cli::run_on_terminal(std::env::args_os().skip(1).collect());
    std::process::exit(code);
}
