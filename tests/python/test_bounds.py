"""What a host gives has no bound of its own: the work on it has one, and what cannot be read is a typed error."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

import conspectus
from conspectus import _objects
from conspectus.errors import InvalidStateError
from conspectus.results import Result
from conspectus.sansio import apply_patch

PICTURES = 300


class Endless(Mapping[str, Any]):
    """A mapping that has every name and never ends."""

    def __getitem__(self, name: str) -> Any:
        return self

    def __iter__(self) -> Iterator[str]:
        while True:
            yield "name"

    def __len__(self) -> int:
        return 1 << 60


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def kept() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(conspectus.compact([{"role": "user", "content": "hi"}], context_window=10_000).to_dict()))
    return made


@pytest.mark.parametrize("wrong", [None, 5, "text", [1], {}, object(), Endless(), deep(5_000)], ids=lambda value: type(value).__name__)
def test_what_is_no_stored_result_is_a_typed_error(wrong: Any) -> None:
    with pytest.raises(InvalidStateError):
        Result.from_dict(wrong)
    for name in ("messages", "log"):
        with pytest.raises(InvalidStateError) as caught:
            Result.from_dict({**kept(), name: wrong if type(wrong) not in (list, dict) else {"messages": {}, "log": []}[name]})
        assert caught.value.path.startswith(f"/{name}")


def test_deep_fields_of_a_stored_result_are_read() -> None:
    for name in kept():
        fields = {**kept(), name: deep(5_000)}
        try:
            made = Result.from_dict(fields)
        except InvalidStateError:
            continue
        repr(made)
        assert set(made.to_dict()) == set(fields)


def test_a_mapping_is_asked_for_the_names_of_a_result_only() -> None:
    class Held(Endless):
        def __getitem__(self, name: str) -> Any:
            return kept()[name]

        def __contains__(self, name: object) -> bool:
            return name in kept()

    assert Result.from_dict(Held()).to_dict() == kept()


def test_each_container_is_looked_at_once_however_many_of_its_parts_change(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    models_of = _objects.models_of
    monkeypatch.setattr(_objects, "models_of", lambda items: looked.append(len(items)) or models_of(items))
    parts = [SimpleNamespace(type="image", data="x") for _ in range(PICTURES)]
    message = SimpleNamespace(role="user", content=parts)
    ops = [{"op": "replace", "path": f"/0/content/{at}", "value": {"type": "text", "text": "gone"}} for at in range(PICTURES)]
    after = apply_patch([message], {"ops": ops, "splices": []})
    assert [part["text"] for part in after[0].content] == ["gone"] * PICTURES
    assert looked == [PICTURES]
    assert message.content[0].data == "x"
