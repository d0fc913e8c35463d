"""Every sentence that a model is sent stands in a vector: whoever changes one reads what it does to the whole request."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCES = ["prompt.rs", "snapshot/forms.rs", "output.rs"]
# What stands in no request: notes for us, and what is said of an answer.
OTHERS = re.compile(r"^(#\[|more errors or warnings had no room here|Full output: )")


def literals(source: str) -> list[str]:
    """The texts of a file of Rust, but for its tests and comments, as they are at run time."""
    code = re.sub(r"^\s*//.*$", "", source.split("#[cfg(test)]")[0], flags=re.M)
    found = re.findall(r'"((?:[^"\\]|\\.)*)"', code, flags=re.S)
    joined = [re.sub(r"\\\n\s*", "", text) for text in found]
    return [text.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\") for text in joined]


def sentences(text: str) -> list[str]:
    """Its sentences, without what is filled in and without names of sections."""
    lines = [re.sub(r"^[a-z_A-Z ]+: (?=[A-Z])", "", line) for line in text.split("\n")]
    told = [part.strip() for line in lines for part in re.split(r"\{[^{}]*\}|(?<=[.?!:;]) ", line)]
    return [part for part in told if len(part.split()) >= 4 and not OTHERS.match(part)]


def texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in inner for text in texts(item)]


def told() -> str:
    vectors = [ROOT / "tests/vectors" / name for name in ("compactor/requests.json", "output/summary.json")]
    cases = [case for path in vectors for case in json.loads(path.read_text("utf-8"))["cases"]]
    whole = [case["expect"].get("requests") or case["expect"].get("request") for case in cases if "expect" in case]
    return "\n".join(text for request in whole for text in texts(request))


def missing(source: str, known: str) -> list[str]:
    return [sentence for text in literals(source) for sentence in sentences(text) if sentence not in known]


def test_every_sentence_of_a_prompt_stands_in_a_vector() -> None:
    known, count = told(), 0
    for name in SOURCES:
        source = (ROOT / "core/summary/src/notes" / name).read_text("utf-8")
        assert missing(source, known) == [], name
        count += sum(len(sentences(text)) for text in literals(source))
    assert count > 40


def test_a_sentence_that_no_vector_holds_is_found() -> None:
    assert missing('const A: &str = "Write in the language of the moon.";', told()) == ["Write in the language of the moon."]
