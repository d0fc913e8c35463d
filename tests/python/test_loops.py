"""`LoopDetector`: what vectors cannot show. `loops.test.mjs` shows the same for Node."""

from __future__ import annotations

import json
import pathlib
import threading
from typing import Any

import pytest

import conspectus
from conspectus.context import LoopDetector

SESSIONS = sorted(path for path in (pathlib.Path(__file__).parents[2] / "examples" / "sessions").glob("*.json") if "recording" not in path.name)


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_recorded_work_is_no_loop(path: pathlib.Path) -> None:
    detector = LoopDetector()
    for message in json.loads(path.read_text(encoding="utf-8")):
        assert detector.add_message(message) is None


def test_it_is_saved_as_json() -> None:
    detector = LoopDetector()
    for _ in range(4):
        assert detector.add_call("run", {"command": "make"}) is None
    other = LoopDetector.load(json.loads(json.dumps(detector.save())))
    assert isinstance(other, LoopDetector)
    loop = other.add_call("run", {"command": "make"})
    assert loop is not None and loop.repeats == 5 and loop.kind == "calls"


def test_memory_is_bounded() -> None:
    detector = LoopDetector()
    for number in range(20_000):
        assert detector.add_text(f"word {number * 7919 % 100_003} ") is None
    assert len(json.dumps(detector.save())) < 10_000


def test_errors_are_the_packages_own() -> None:
    with pytest.raises(conspectus.ConspectusError) as raised:
        LoopDetector().add_text(5)  # type: ignore[arg-type]
    assert (raised.value.code, raised.value.path) == ("INVALID_OPTION", "/text")
    with pytest.raises(conspectus.ConspectusError):
        LoopDetector().add_call("run", {"set": {1, 2}})


def test_threads_have_detectors_of_their_own() -> None:
    found: list[Any] = []

    def work() -> None:
        detector = LoopDetector()
        for _ in range(5):
            loop = detector.add_call("ls", {})
        found.append(loop)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [loop.repeats for loop in found] == [5] * 4
