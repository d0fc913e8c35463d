"""Prints in one line what `make test` ran, and what it left to `make nightly`."""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def counts(name: str) -> tuple[int, int]:
    told = json.loads((ROOT / f"target/tier/{name}.json").read_text())
    return told["ran"], told["left"]


vectors = sum(len(json.loads(path.read_text(encoding="utf-8"))["cases"]) for path in (ROOT / "tests/vectors").rglob("*.json"))
short = len(json.loads((ROOT / "target/short-vectors.json").read_text()))
parts = []
for language, names in (("Rust", ["rust"]), ("Python", ["python", "node-beside"]), ("Node", ["node"])):
    found = [counts(name) for name in names]
    parts.append(f"{language} {sum(ran for ran, _ in found):,} tests ({sum(left for _, left in found):,} left)")
print(f"ran: {', '.join(parts)}; vectors: all {vectors:,} in Rust, {short:,} each in Python and Node; what is left runs in `make nightly`")
