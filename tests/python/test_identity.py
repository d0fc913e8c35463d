"""A loop of 200 turns with each kind of host object: what stays is the same object, and new messages have its class."""

from __future__ import annotations

import dataclasses
from types import MappingProxyType
from typing import Any

import pytest

import conspectus
from tier import few

WORDS = "The parser fails on the third line of a.py. " * 12


class Model:
    """As pydantic's models."""

    __pydantic_fields__: dict[str, Any] = {}

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    @classmethod
    def model_validate(cls, fields: dict[str, Any]) -> Model:
        return cls(**fields)


@dataclasses.dataclass
class Data:
    role: str
    content: Any


@dataclasses.dataclass(frozen=True)
class Frozen:
    role: str
    content: Any


class Instance:
    def __init__(self, role: str, content: Any) -> None:
        self.role, self.content = role, content


KINDS: dict[str, Any] = {
    "dict": dict,
    "model": Model,
    "dataclass": Data,
    "frozen": Frozen,
    "instance": Instance,
    "read_only": lambda **fields: MappingProxyType(fields),
}


@pytest.mark.parametrize("kind", few(KINDS, short=["dict", "model"]))
def test_what_stays_is_the_same_object(kind: str) -> None:
    make = KINDS[kind]
    compactor = conspectus.Compactor(context_window=8_000)
    messages: list[Any] = []
    own: list[Any] = []
    compacted = 0
    for turn in range(200):
        news = [make(role="user", content=f"Step {turn}. {WORDS}"), make(role="assistant", content=f"Step {turn} is done.")]
        own += news
        result = compactor.compact([*messages, *news])
        assert result.status in ("unchanged", "summarized", "reduced"), result.reason
        known = {id(message) for message in [*own, *messages]}
        fresh = [message for message in result.messages if id(message) not in known]
        # Only what the summary brings is new, and it has the class of its neighbours.
        assert len(fresh) <= (3 if result.changed else 0)
        assert result.messages[-1] is news[-1]
        if kind != "read_only":
            assert all(type(message) is type(news[0]) for message in fresh)
        compacted += result.status == "summarized"
        messages = result.messages
    assert compacted >= 3
