"""The version is that of the workspace in Cargo.toml.

    python3 scripts/version.py          # fails where another file says otherwise
    python3 scripts/version.py 0.2.0    # writes it everywhere
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What stands around the version in each file. The first one is the source.
PLACES = {
    "Cargo.toml": r'^version = "()([^"]+)"|^conspectus[\w-]* = \{ path = "[^"]+", version = "()([^"]+)"',
    "package.json": r'^  "version": "()([^"]+)"',
    "package-lock.json": r'\A\{\s*"name": "conspectus",\s*"version": "()([^"]+)"|^    "": \{\s*"name": "conspectus",\s*"version": "()([^"]+)"',
}


def main(arguments: list[str]) -> int:
    source = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    found = re.search(r'(?<=^version = ")[^"]+', source, re.M)
    assert found, "Cargo.toml has no version"
    wanted = arguments[0] if arguments else found[0]
    if not re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", wanted):
        sys.exit(f"version: {wanted} is not like 1.2.3")
    wrong = 0
    for name, pattern in PLACES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        written = re.sub(pattern, lambda match: match[0][: -len(match[match.lastindex or 0]) - 1] + wanted + '"', text, flags=re.M)
        if written != text and arguments:
            (ROOT / name).write_text(written, encoding="utf-8")
        elif written != text:
            print(f"version: {name} does not say {wanted}")
            wrong += 1
    if f"## {wanted}" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        print(f"version: CHANGELOG.md has no section {wanted}")
        wrong += not arguments
    if arguments:
        subprocess.run(["cargo", "update", "--quiet", "--workspace", "--offline"], cwd=ROOT, check=True)
    return int(wrong > 0)


sys.exit(main(sys.argv[1:]))
