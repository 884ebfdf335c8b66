//! The program: the editor, or a command without a window. All work is done by the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    match orograph::cli::run(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.code())
        }
    }
}
