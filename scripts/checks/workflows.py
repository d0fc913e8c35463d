"""The actions of the workflows are pinned by a hash, which nobody can move. `make run-workflows` runs their lines.

    python3 scripts/checks/workflows.py
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main() -> int:
    actions = [(path.name, action) for path in sorted((ROOT / ".github/workflows").glob("*.yml")) for action in re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))]
    loose = [f"{name}: {action} is not pinned by its hash" for name, action in actions if not re.search(r"@[0-9a-f]{40}$", action)]
    print("\n".join(loose) or f"workflows: {len(actions)} actions, all pinned")
    return 1 if loose or not actions else 0


if __name__ == "__main__":
    sys.exit(main())
