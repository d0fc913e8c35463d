"""The command line: one function of the native module, the same as behind cargo and npm."""

from __future__ import annotations

import signal
import sys

from ._conspectus import cli_main


def main() -> None:
    """Runs `conspectus` with the process's arguments and exits with its code."""
    # Native code does not look at Python's flag for an interrupt: give the signals back to the system.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(cli_main(sys.argv[1:]))
