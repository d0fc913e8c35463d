"""Hosts that copy their list each turn: what is equal to what was read is not read again, and whatever is not equal is noticed."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from builders import session

import conspectus
from conspectus import Compactor

OPTIONS: Any = {"context_window": 10_000, "summarizer_window": 64_000}


class Model:
    """As pydantic's models. It counts how often it is asked what it holds."""

    asked = 0

    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    def model_dump(self) -> dict[str, Any]:
        Model.asked += 1
        return self.fields


def messages() -> list[Any]:
    return [{"role": "user", "content": [{"type": "text", "text": f"Step {number}."}], "note": number} for number in range(30)]


def told(compactor: Compactor[Any], given: list[Any]) -> Any:
    result = compactor.compact(given, usage=2_000)
    assert result.messages is given
    return result.tokens_before


def copying() -> Compactor[Any]:
    """A compactor that has seen that its host copies."""
    compactor: Compactor[Any] = Compactor(context_window=200_000, dialect="openai_chat", repair_history="on_refusal")
    for _ in range(2):
        told(compactor, messages())
    return compactor


def fresh(given: list[Any]) -> Any:
    return told(Compactor(context_window=200_000, dialect="openai_chat", repair_history="on_refusal"), given)


def test_copies_are_not_read_again() -> None:
    shared = Model(role="user", content="A model.")
    listed = [*messages(), shared, *messages()]
    compactor: Compactor[Any] = Compactor(context_window=200_000, dialect="openai_chat", repair_history="on_refusal")
    asked = []
    for turn in range(5):
        given = [message if message is shared else json.loads(json.dumps(message)) for message in listed]
        given.append({"role": "user", "content": f"Turn {turn}."})
        before = Model.asked
        size = told(compactor, given)
        asked.append(Model.asked > before)
        assert size == fresh(given)
    assert asked == [True, False, False, False, False]


def test_only_the_same_object_stands_for_what_is_no_plain_data() -> None:
    compactor: Compactor[Any] = Compactor(context_window=200_000, dialect="openai_chat", repair_history="on_refusal")
    for length in (1, 1, 1, 4_000):
        given = [*messages()[:9], Model(role="user", content="x " * length), *messages()]
        assert told(compactor, given) == fresh(given)


def test_a_copy_of_what_was_edited_in_place_is_noticed() -> None:
    compactor = copying()
    kept = messages()
    size = told(compactor, kept)
    # The compactor keeps this object, so it is equal to its copy.
    kept[3]["content"][0]["text"] += "more " * 500
    given = copy.deepcopy(kept)
    assert told(compactor, given) == fresh(given) > size + 400


def test_what_was_edited_in_place_is_noticed_in_a_list_that_was_never_copied() -> None:
    compactor: Compactor[Any] = Compactor(context_window=200_000, dialect="openai_chat", repair_history="on_refusal")
    kept = messages()
    size = told(compactor, kept)
    kept[3]["content"][0]["text"] += "more " * 500
    assert told(compactor, kept) == fresh(kept) > size + 400


EDITS: dict[str, Any] = {
    "text": lambda message: message.update(content="another " * 40),
    "part": lambda message: message["content"].append({"type": "text", "text": "more " * 40}),
    "fewer": lambda message: message["content"].clear(),
    "role": lambda message: message.update(role="assistant"),
    "field": lambda message: message.update(tool_calls=[{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]),
    "gone": lambda message: message.pop("content"),
    "deep": lambda message: message["content"][0].update(text={"a": [1, {"b": "word " * 40}]}),
    "tuple": lambda message: message.update(content=tuple(message["content"])),
    "lone": lambda message: message.update(content="\ud800" * 90),
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("place", [0, 14, 28, 29])
def test_every_edit_of_a_copy_is_noticed(edit: str, place: int) -> None:
    compactor = copying()
    told(compactor, messages())
    given = messages()
    EDITS[edit](given[place])
    for _ in range(3):
        assert told(compactor, copy.deepcopy(given)) == fresh(given)
    assert told(compactor, messages()) == fresh(messages())


VALUES = [1, 1.0, True, "1", None, 0.0, -0.0, [1], (1,), b"1", 2**70, float("nan"), {"a": 1, "b": 2}, {"b": 2, "a": 1}, {1: 1}, Model(a=1), "ö", "öffnen" * 9]


def test_only_the_same_value_is_the_same() -> None:
    def given(value: Any) -> list[Any]:
        call = {"id": "a", "name": "f", "args": {"value": value}}
        return [{"role": "user", "parts": [{"text": "Go."}]}, {"role": "model", "parts": [{"functionCall": call}]}, *session(3)]

    compactor: Compactor[Any] = Compactor(context_window=200_000, dialect="gemini", repair_history="on_refusal")
    for value in VALUES:
        for other in VALUES:
            told(compactor, given(copy.copy(value)))
            expected = told(Compactor(context_window=200_000, dialect="gemini", repair_history="on_refusal"), given(other))
            assert told(compactor, given(copy.copy(other))) == expected, (value, other)


def test_what_no_dialect_reads_is_not_compared() -> None:
    compactor = copying()
    given = messages()
    shared = Model(role="user", content="A model.")
    told(compactor, [*given, shared, given[0]])
    told(compactor, [*copy.deepcopy(given), shared, given[0]])
    before = Model.asked
    again = copy.deepcopy(given)
    for number, message in enumerate(again):
        message["note"] = object() if number % 2 else number + 7
    told(compactor, [*again, shared, given[0]])
    assert Model.asked == before


def test_a_full_list_that_is_copied_is_recognised_and_its_edits_too() -> None:
    compactor: Compactor[Any] = Compactor(**OPTIONS)
    full = session(20, 2000)
    assert compactor.view(full).status == "summarized"
    for _ in range(3):
        given = copy.deepcopy(full)
        result = compactor.view(given)
        assert (result.status, result.changed) == ("unchanged", True)
        assert result.messages[-1] is given[-1]
    # The host edits what it gave, and gives a copy: that is another list.
    given[3]["parts"][0]["text"] += "!"
    assert compactor.view(copy.deepcopy(given)).status == "summarized"


def test_after_an_error_the_messages_of_another_list_are_not_taken_for_known_ones() -> None:
    def made(word: str) -> list[dict[str, str]]:
        return [{"role": "assistant" if place % 2 else "user", "content": f"{word} " * 60 * (place + 1)} for place in range(6)]

    first, second = made("alpha"), made("rather longer words than those")
    compactor = conspectus.Compactor(context_window=200_000)
    compactor.compact(first)
    with pytest.raises(conspectus.errors.InvalidOptionError):
        compactor.compact(second, focre=True)  # type: ignore[call-arg]
    fresh = conspectus.Compactor(context_window=200_000).compact(second)
    assert compactor.compact(second).tokens_before == fresh.tokens_before
