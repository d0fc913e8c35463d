"""What earlier versions saved is read by this one: states, histories with our message, folders of a store (scripts/generate/saved.py)."""

import json
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from conspectus import Compactor, FolderStore, __version__, validate

SAVED = sorted((Path(__file__).parents[1] / "saved").iterdir())
OPTIONS: dict[str, Any] = {"context_window": 14_000, "reserve_tokens": 2_000, "dialect": "anthropic"}


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def test_this_version_has_saved_too() -> None:
    assert __version__ in [folder.name for folder in SAVED]


@pytest.mark.parametrize("folder", SAVED, ids=lambda folder: folder.name)
def test_a_saved_state_goes_on(folder: Path) -> None:
    state, messages = read(folder, "state"), read(folder, "messages")
    result = Compactor.load(state, **OPTIONS).compact(messages)
    assert (result.status, result.warnings) == ("unchanged", [])


@pytest.mark.parametrize("folder", SAVED, ids=lambda folder: folder.name)
def test_a_summary_of_that_version_is_known_again(folder: Path) -> None:
    more = [{"role": role, "content": f"Step {step} of the port. " + "It reads the table again and goes on. " * 40} for step in range(12) for role in ("assistant", "user")]
    messages = [*read(folder, "messages"), *more]
    # With its state or without: nothing of the earlier summary is told as the user's words.
    for compactor in (Compactor.load(read(folder, "state"), **OPTIONS), Compactor(**OPTIONS)):
        result = compactor.compact(messages, force=True)
        assert result.status == "summarized" and validate(result.messages) == []
        text = json.dumps(result.messages, ensure_ascii=False)
        assert text.count("[summary ") == json.dumps(messages).count("[summary ") == 1
        assert text.count("## Request") == 1


@pytest.mark.parametrize("folder", SAVED, ids=lambda folder: folder.name)
def test_what_was_stored_is_found(folder: Path, tmp_path: Path) -> None:
    # A checkout is open to others, which a store refuses.
    for file in (folder / "store").iterdir():
        copy(file, tmp_path)
    store = FolderStore(tmp_path)
    locators = read(folder, "stored")
    assert locators
    for locator in locators:
        assert store.get(locator)
