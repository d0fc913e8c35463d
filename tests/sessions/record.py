#!/usr/bin/env python3
"""Records the example sessions (`examples/sessions`), and renders them in the message formats of several providers.

    record.py              run the screenplays on a fresh clone, write *.recording.json, render, check
    record.py --render     render the committed recordings again (always gives the same bytes)
    record.py --check      compare the committed files with a fresh rendering and validate them

A recording is neutral: user turns, agent turns with calls, and the results of those calls. The words of user and agent
are those of `screenplays.py`; every tool result is the real output of a real command on this repository. Standard library only.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from checking import check_file, check_recording
from recorder import Recorder
from rendering import dump_recording, render
from screenplays import SYSTEM, SYSTEM_ZH, chat_zh, coding

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "examples" / "sessions"
SESSIONS = ("coding", "chat.zh")


def record(revision, target):
    if revision is None:  # the screenplay edits the sources as they were in the first commit
        revision = subprocess.run(["git", "rev-list", "--max-parents=0", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()[0]
    for name, system, play in (("coding", SYSTEM, coding), ("chat.zh", SYSTEM_ZH, chat_zh)):
        folder = tempfile.mkdtemp(prefix="conspectus-session-")
        try:
            checkout = Path(folder) / "repo"
            subprocess.run(["git", "clone", "-q", str(ROOT), str(checkout)], check=True)
            subprocess.run(["git", "checkout", "-q", "-B", "main", revision], cwd=checkout, check=True)
            print(name, file=sys.stderr)
            recorder = Recorder(name, system, checkout, target or checkout / "target")
            play(recorder)
            (FILES / f"{name}.recording.json").write_text(dump_recording(recorder.data), encoding="utf-8")
        finally:
            shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--render", action="store_true", help="render the committed recordings again")
    parser.add_argument("--check", action="store_true", help="compare the committed files with a fresh rendering")
    parser.add_argument("--revision", help="commit to record on (default: the first one, which the screenplay was written for)")
    parser.add_argument("--target", help="build directory to use while recording (default: a temporary one)")
    options = parser.parse_args()
    if not (options.render or options.check):
        record(options.revision, options.target)
    stale = []
    for name in SESSIONS:
        recording = json.loads((FILES / f"{name}.recording.json").read_text(encoding="utf-8"))
        check_recording(recording)
        for file, text in render(recording).items():
            path = FILES / file
            if not options.check:
                path.write_text(text, encoding="utf-8", newline="\n")
            elif not path.exists() or path.read_bytes() != text.encode("utf-8"):
                stale.append(file)
                continue
            print(check_file(file, text))
    if stale:
        raise SystemExit(f"differ from a fresh rendering (run record.py --render): {', '.join(stale)}")


if __name__ == "__main__":
    main()
