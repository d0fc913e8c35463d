"""The command `conspectus`."""

from __future__ import annotations

import signal
import sys

from ._conspectus import cli_main


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
    # Python would only set a flag that native code does not look at; so Ctrl-C and a closed pipe
    # end the process themselves.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(cli_main(sys.argv[1:]))
