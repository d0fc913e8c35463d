#!/usr/bin/env python3
"""Measures the peak memory of `conspectus inspect` and `conspectus compact` against the size of the file.

    peak_memory.py [--binary PATH] [--limit 2.0] FILE...

Peak is the resident set of the process as the kernel counts it, told by GNU time. `base` is that of the same binary on a
file of one message. The first ratio is the whole peak over the unpacked file, the second the peak less the base. With
`--limit`, a second ratio above it makes the exit code 1, for files of at least a million bytes.
"""

import argparse
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

LIMITED_FROM = 1_000_000
TIME = shutil.which("time") or "/usr/bin/time"


def peak_bytes(command):
    """Runs `command` and gives its peak resident set in bytes and its exit code.

    Through a shell and `getrusage` of its children would count this interpreter as well (a forked process inherits the
    peak of its parent), so a program of a few kilobytes, GNU time, does the starting.
    """
    with tempfile.NamedTemporaryFile("r") as report:
        run = subprocess.run(
            [TIME, "--quiet", "--format=%M", f"--output={report.name}", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return int(report.read().split()[-1]) * 1024, run.returncode


def unpacked_size(path):
    with open(path, "rb") as file:
        if file.read(2) != b"\x1f\x8b":
            return path.stat().st_size
    size = 0
    with gzip.open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            size += len(chunk)
    return size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/conspectus")
    parser.add_argument("--limit", type=float)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    if not os.access(args.binary, os.X_OK):
        parser.error(f"no program at {args.binary}: build it with cargo build --release -p conspectus-cli")
    if not os.access(TIME, os.X_OK):
        parser.error("GNU time is needed (the package `time`)")
    over = False
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folder, "small.json")
        small.write_text(json.dumps([{"role": "user", "content": "hello"}]))
        base, _ = peak_bytes([args.binary, "inspect", str(small)])
        print(f"base {base / 1e6:.1f} MB")
        print(f"{'file':<60} {'bytes':>11}  {'inspect':>9} {'whole':>6} {'own':>5}  {'compact':>9} {'whole':>6} {'own':>5}  exit codes")
        for path in args.files:
            size = unpacked_size(path)
            out = str(pathlib.Path(folder, "out.json"))
            cells, codes = [], []
            for command in (["inspect", str(path)], ["compact", str(path), "-o", out, "--overwrite"]):
                peak, code = peak_bytes([args.binary, *command])
                ratio = peak / max(size, 1)
                own = (peak - base) / max(size, 1)
                over |= args.limit is not None and size >= LIMITED_FROM and own > args.limit
                cells.append(f"{peak / 1e6:>6.1f} MB {ratio:>6.2f} {own:>5.2f}")
                codes.append(str(code))
            print(f"{path.name[-60:]:<60} {size:>11,}  {'  '.join(cells)}  {' '.join(codes)}", flush=True)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
