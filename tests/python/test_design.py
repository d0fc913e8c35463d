"""What DESIGN.md names is there: its paths, its functions and types, and the steps that it shows."""

from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "DESIGN.md").read_text(encoding="utf-8")
CRATES = [ROOT / folder for folder in ("core/src", "core/history/src", "core/summary/src", "core/toolkit/src", "core/presets/src", "core/lab/src", "core/api/src")]
PLACES = [ROOT, *CRATES, ROOT / "core/src/compactor", ROOT / "bindings-python/conspectus", ROOT / "bindings-node"]
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in (*CRATES, ROOT / "files/src", ROOT / "bindings-python/native/src", ROOT / "bindings-python/conspectus")
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".rs", ".py")
)
SPANS = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))
PATHS = [span for span in SPANS if re.fullmatch(r"[\w./-]+(\.(rs|py|cjs|mjs|md|toml)|/)", span)]
TURN = PAGE[PAGE.index("## One turn") : PAGE.index("## The crates")]
NAMES = sorted(
    {span for span in SPANS if re.fullmatch(r"[A-Za-z_]+(::\w+)+(\(.*\))?|[a-z]+_\w+(\(\))?|[A-Z][a-z]+[A-Z]\w+", span)}
    | {span for span in re.findall(r"`([^`\n]+)`", TURN) if re.fullmatch(r"[A-Za-z_]\w+(\(.*\))?", span)}
)
DEFINED = r"\b(?:fn|struct|enum|trait|type|mod|def|class|const|static)\s+{0}\b|\b{0}!?\s*[{{(]"


def test_every_path_is_there() -> None:
    assert len(PATHS) > 15
    missing = [path for path in PATHS if not any((place / path).exists() for place in PLACES)]
    assert missing == []


def test_every_name_is_defined() -> None:
    assert len(NAMES) > 20
    words = {span: [word for word in re.split(r"::", span.partition("(")[0]) if word != "crate"] for span in NAMES}
    unknown = [(span, word) for span, parts in words.items() for word in parts if not re.search(DEFINED.format(re.escape(word)), SOURCES) and not any((crate / word).exists() for crate in CRATES) and f"{word}.rs" not in {path.name for path in (ROOT / "core").rglob("*.rs")}]
    assert unknown == []


def test_the_steps_are_those_that_run() -> None:
    code = (ROOT / "core/src/systems/default/steps.rs").read_text(encoding="utf-8")
    body = code[code.index("fn stages(") :]
    stages = [line.strip() for line in body[: body.index("\n    }")].splitlines()[1:]]
    shown = re.search(r"\n\n((?: {7}.*\n)+)", PAGE)
    assert shown is not None
    assert [line.partition("//")[0].strip() for line in shown[1].splitlines()] == stages
