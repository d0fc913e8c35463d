"""The workflows name only functions that the packages export, so that a renamed one is found here and not on the day of a release;
and their actions are pinned by a hash, which nobody can move.

    python3 scripts/checks/workflows.py

Looks at `conspectus.NAME` in lines of Python and at `require('conspectus').NAME`.
"""

import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = {
    "Python": re.compile(r"(?<![\w'\"./-])conspectus\.(\w+)\("),
    "Node": re.compile(r"require\(['\"]conspectus['\"]\)\.(\w+)"),
}


def exported() -> dict[str, set[str]]:
    """What both packages export at the top, as their own generated lists say."""
    rooms = ast.parse((ROOT / "bindings-python/conspectus/_rooms.py").read_text(encoding="utf-8"))
    places = next(node.value for node in ast.walk(rooms) if isinstance(node, ast.AnnAssign | ast.Assign) and "PLACES" in ast.unparse(node).split("=")[0])
    listed = re.search(r"export const \{(.*?)\}", (ROOT / "bindings-node/index.js").read_text(encoding="utf-8"), re.S)
    return {"Python": set(re.findall(r"'(\w+)':", ast.unparse(places))), "Node": set(re.findall(r"\w+", listed[1] if listed else ""))}


def main() -> int:
    known, unknown, looked_at = exported(), [], 0
    for path in sorted((ROOT / ".github/workflows").glob("*.yml")):
        text = path.read_text(encoding="utf-8")
        for action in re.findall(r"uses: (\S+)", text):
            if not re.search(r"@[0-9a-f]{40}$", action):
                unknown.append(f"{path.name}: {action} is not pinned by its hash")
        for language, pattern in NAMES.items():
            for name in pattern.findall(text):
                looked_at += 1
                if name not in known[language]:
                    unknown.append(f"{path.name}: the {language} package has no {name}")
    print("\n".join(unknown) or f"workflows: {looked_at} names, all exported")
    return 1 if unknown or not looked_at else 0


if __name__ == "__main__":
    sys.exit(main())
