"""Each preset compacts real transcripts with a scripted model. They need `../shared/data` beside the repository."""

from __future__ import annotations

import gzip
import json
import pathlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from builders import HOWS, drive

import conspectus
from conspectus import sansio

DATA = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
FILES = [
    "anthropic-messages/STITCHED-entire-cli-6MB-single-conversation.json.gz",
    "anthropic-messages/pydantic-ai-cassette-requests-51cases.jsonl.gz",
    "gemini-contents/pydantic-ai-cassette-requests-65cases.jsonl.gz",
    "openai-chat/tau-bench-airline-gpt4o-tasks0-29.json.gz",
    "openai-chat/webvoyager-taskESPN--11.json",
]
PRESETS = [row["name"] for row in sansio.names()["presets"] if row["name"] != "default"]
MESSAGES_MIN = 8
LISTS_MAX = 12


def read(name: str) -> list[Any]:
    path = DATA / name
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    text = raw.decode("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()] if ".jsonl" in name else [json.loads(text)]


def conversations(value: Any) -> Iterator[list[Any]]:
    """Lists of messages, wherever they stand."""
    if isinstance(value, dict):
        for child in value.values():
            yield from conversations(child)
    elif isinstance(value, list):
        is_talk = all(isinstance(item, dict) and "role" in item and ("content" in item or "parts" in item) for item in value)
        if is_talk and len(value) >= MESSAGES_MIN:
            yield value
        elif not is_talk:
            for child in value:
                yield from conversations(child)


def answer(request: dict[str, Any]) -> str:
    """A short document of the form that the request asks for."""
    # A summary that says nothing of its record is refused.
    record = json.dumps(request["messages"], ensure_ascii=False).replace("\\n", " ").replace('\\"', " ")
    names = Counter(re.findall(r"[\w-]*(?:[/._]|\d)[\w./-]*\w", record)).most_common(40) + Counter(re.findall(r"[^\W\d_]{2,}", record)).most_common(80)
    headings = re.findall(r"^## .+$", request["system"], re.MULTILINE)
    asked = request["system"] or request["messages"][-1]["content"]
    sections = headings or re.findall(r"^<(\w+)>$", asked, re.MULTILINE)[1:]
    bodies = ["as before: " + ", ".join(name for name, _ in names[place :: len(sections)]) for place in range(len(sections))]
    if headings:
        return "\n".join(f"{heading}\n{body}" for heading, body in zip(sections, bodies))
    return "<state_snapshot>" + "".join(f"<{name}>{body}</{name}>" for name, body in zip(sections, bodies)) + "</state_snapshot>"


def codes(messages: list[Any]) -> set[str]:
    return {problem.code for problem in conspectus.validate(messages) if problem.severity == "error"}


@pytest.mark.nightly
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no transcripts at {DATA}")
@pytest.mark.parametrize("preset", PRESETS)
@HOWS
def test_a_preset_over_real_transcripts(preset: str, how: str) -> None:
    summarized = 0
    for name in FILES:
        found = [talk for value in read(name) for talk in conversations(value)]
        assert found, name
        for messages in found[:LISTS_MAX]:
            before = json.dumps(messages)
            functions = {"store": lambda action: action["key"]} if preset == "gemini-cli" else {}
            compactor = conspectus.Compactor(preset=preset, context_window=1_000_000, summarize=answer, **functions)
            result = drive(how, compactor, messages, force=True)
            assert json.dumps(messages) == before, "the input was changed"
            assert result.status in ("summarized", "reduced", "unchanged") or result.code == "not_smaller", (name, result.reason)
            if result.status == "summarized":
                summarized += 1
                assert result.tokens_after < result.tokens_before
                kept = result.log["sizes.messages_before"] - (result.log.get("cut.index") or 0)
                assert kept == 0 or result.messages[-1] is messages[-1]
            elif result.status != "reduced":
                assert result.messages is messages
            assert codes(result.messages) <= codes(messages), name
            # What came out can be looked at again.
            again = drive(how, compactor, result.messages, usage=1_000)
            assert again.status == "unchanged" and again.messages is result.messages
    assert summarized >= len(FILES), f"only {summarized} runs wrote a summary"
