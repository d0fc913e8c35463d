"""Every function that calls itself for what a value of the host holds asks a `Budget` for it.

A function in the rooms of the core is at fault if it takes an `Item`, calls itself (directly, or by another function of its file), and mentions
no `Budget`. What is bounded otherwise is named below, with the reason; a name that is not found is a fault too, so that this looks at something.
"""

from __future__ import annotations

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
FUNCTION = re.compile(r"^( *)(?:pub(?:\([^)]*\))? )?(?:const )?fn (\w+)", re.M)
BOUNDED = {
    "core/history/src/reduce/clear_stale/arguments.rs: holds_signature": "four levels",
    "core/presets/src/gemini_cli/estimate.rs: part_tokens": "gemini-cli's own limit of three levels",
    "core/presets/src/gemini_cli/estimate.rs: response_tokens": "the same",
}


def functions(text: str) -> list[tuple[str, str, str]]:
    """Name, signature and body of each function of a file."""
    found = []
    for match in FUNCTION.finditer(text):
        start, semicolon = text.find("{", match.end()), text.find(";", match.end())
        if start < 0 or 0 <= semicolon < start:
            continue
        end = re.compile(rf"^{match[1]}}}", re.M).search(text, start)
        body = re.sub(r"//.*", "", text[start : end.start() if end else len(text)])
        found.append((match[2], text[match.start() : start], re.sub(r'"(?:\\.|[^"\\])*"', '""', body)))
    return found


def is_method(head: str) -> bool:
    return re.search(r"\(\s*(?:&\s*)?(?:mut )?self\b", head) is not None


def calls(body: str, known: dict[str, str]) -> set[str]:
    """The functions of the file, by name and signature, that a body calls."""
    found = set()
    # What a `let` binds may have the name of a function.
    bound = set(re.findall(r"\w+", " ".join(re.findall(r"\blet ([^=;]+)=", body))))
    for name, head in known.items():
        if name in bound and not is_method(head):
            continue
        before = r"\b(?:Self::|self\.)" if is_method(head) else r"(?<![\w.:])(?:Self::)?"
        if re.search(rf"{before}{name}(?:::<[^>]*>)?\(", body):
            found.add(name)
    return found


def faults(path: str, text: str) -> list[str]:
    listed = functions(text.split("#[cfg(test)]\nmod tests")[0])
    # A parameter that is a function may have the name of one.
    known = {name: head for name, head, _ in listed if not re.search(rf"\b{name}: impl Fn", head)}
    called: dict[str, set[str]] = {name: set() for name in known}
    for name, head, body in listed:
        if known.get(name) == head:
            called[name] |= calls(body, {other: its for other, its in known.items() if not re.search(rf"\b{other}: (?:impl|&mut dyn) Fn", head)})

    def comes_back(name: str) -> bool:
        seen: set[str] = set()
        waiting = [*called.get(name, ())]
        while waiting:
            if (one := waiting.pop()) not in seen:
                seen.add(one)
                waiting += called[one]
        return name in seen

    over_items = [(name, head + body) for name, head, body in listed if re.search(r"\bItem<", head)]
    return [f"{path}: {name}" for name, whole in over_items if comes_back(name) and "udget" not in whole]


def main() -> int:
    found = []
    for path in sorted(ROOT.glob("core/**/*.rs")):
        if "tests" not in path.parts:
            found += faults(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    wrong = [fault for fault in dict.fromkeys(found) if fault not in BOUNDED]
    for fault in wrong:
        print(f"recursion: {fault} calls itself for what a value holds without a Budget")
    gone = [name for name in BOUNDED if name not in found]
    for name in gone:
        print(f"recursion: {name} is not there, or doesn't call itself: take it off the list")
    print(f"recursion: {len(wrong)} functions without a budget, {len(BOUNDED)} are bounded otherwise")
    return 1 if wrong or gone else 0


if __name__ == "__main__":
    sys.exit(main())
