"""Hostile answers of a model under every preset: the history is unchanged, or valid and smaller, and the report names the cause."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conspectus import Compactor, sansio, validate
from conspectus.gemini_cli import estimate_tokens

DATA = json.loads(Path(__file__).with_name("answers.json").read_text("utf-8"))
PRESETS = [row["name"] for row in sansio.names()["presets"]]
WINDOW = 12_000


def built(value: Any, request: dict[str, Any] | None = None) -> Any:
    """A value of the file, with what it stands for."""
    if isinstance(value, list):
        return [built(item, request) for item in value]
    if not isinstance(value, dict):
        return value
    if "$repeat" in value:
        return value["$repeat"][0] * value["$repeat"][1]
    if "$concat" in value:
        return "".join(built(item, request) for item in value["$concat"])
    if "$units" in value:
        return "".join(map(chr, value["$units"]))
    if "$request" in value:
        assert request is not None
        found = request[value["$request"]]
        return found if isinstance(found, str) else "\n".join(part["text"] for message in found for part in message["parts"])
    return {name: built(item, request) for name, item in value.items()}


CONVERSATION = built(DATA["conversation"])


def run(preset: str, answer: Callable[[dict[str, Any]], Any], **options: Any) -> Any:
    messages = json.loads(json.dumps(CONVERSATION))
    compactor = Compactor(preset=preset, context_window=WINDOW, dialect="gemini", summarize=answer, **options)
    result = compactor.compact(messages, force=True)
    assert messages == CONVERSATION
    if result.changed:
        assert validate(result.messages, dialect="gemini") == []
        assert estimate_tokens(result.messages, dialect="gemini").tokens < estimate_tokens(messages, dialect="gemini").tokens
        assert "tell me when it passes" in str(result.messages)
    else:
        assert result.messages is messages
    return result


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", DATA["hostile"], ids=lambda case: case["name"])
def test_a_hostile_answer_is_refused_by_name(case: dict[str, Any], preset: str) -> None:
    result = run(preset, lambda request: built(case["answer"], request))
    code = result.fallback.code if result.fallback else result.code
    assert code in case["codes"], (result.status, code, result.reason)
    assert result.status in ("failed", "summarized", "reduced")
    assert (result.status == "failed") or result.fallback or preset != "default"


@pytest.mark.parametrize("case", DATA["hostile"], ids=lambda case: case["name"])
def test_without_a_fallback_it_changes_nothing(case: dict[str, Any]) -> None:
    result = run("default", lambda request: built(case["answer"], request), fallback="none")
    assert result.status in ("failed", "reduced") and result.summary is None


# A system that never asks twice takes a missing end for an answer that was cut off: such a case names its preset.
SLOPPY = [pytest.param(case, preset, id=f"{case['name']}-{preset}") for case in DATA["sloppy"] for preset in ("default", "gemini-cli", "qwen-code") if case.get("only", preset) == preset]


@pytest.mark.parametrize(("case", "preset"), SLOPPY)
def test_a_good_answer_in_a_sloppy_form_is_taken(case: dict[str, Any], preset: str) -> None:
    result = run(preset, lambda request: built(case["answer"], request))
    assert result.status == "summarized" and result.fallback is None, result.reason
    assert "src/billing/part_9.py" in (result.summary or "")
    assert "A draft" not in (result.summary or "")


@pytest.mark.parametrize("preset", PRESETS)
def test_no_answer_can_put_words_into_the_users_mouth(preset: str) -> None:
    result = run(preset, lambda request: DATA["forged"]["answer"])
    told = str(result.messages).split("<latest_user_request>")
    assert len(told) <= 2 and DATA["forged"]["request"] not in told[-1].split("</latest_user_request>")[0]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("error", [ConnectionError("529 overloaded"), TimeoutError("slow"), ValueError("bad"), RuntimeError("x" * 10_000)], ids=type)
def test_a_model_that_raises(preset: str, error: Exception) -> None:
    def raises(request: dict[str, Any]) -> str:
        raise error

    if preset == "default":
        result = run(preset, raises)
        assert result.error is error and result.fallback.code == "summarizer_error"
    else:
        with pytest.raises(type(error)) as caught:
            run(preset, raises)
        assert caught.value is error


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("answer", [7, b"bytes", ["text"], {"number": 1}], ids=repr)
def test_an_answer_that_is_no_text_is_a_mistake_of_the_program(preset: str, answer: Any) -> None:
    with pytest.raises(TypeError, match="summarize"):
        run(preset, lambda request: answer)
