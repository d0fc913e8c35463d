"""The package has exactly the operations, options and words that the tables of the core have, and shows them."""

from __future__ import annotations

import importlib
import inspect
import json
import pathlib
import re
import subprocess
import sys
from typing import Any, get_args, get_type_hints

import pytest

import conspectus
from conspectus import errors, operations, options, sansio

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(conspectus.__file__).parent
NAMES = sansio.names()
OPERATIONS = [(room, row) for row in NAMES["operations"] for room in row["rooms"]]
OPTIONS = {row["name"] for row in NAMES["options"]}
SETTINGS = {row["name"]: row for row in NAMES["settings"]}
TURN = {row["name"] for row in NAMES["turn"]}
FUNCTIONS = {"store", "before_compact", "on_compact"}


def keywords(function: Any) -> set[str]:
    return {name for name, parameter in inspect.signature(function).parameters.items() if name not in ("self", "cls")}


def test_what_is_generated_is_up_to_date() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        from generate import python
    finally:
        sys.path.pop(0)
    for path, text in python.files(NAMES, ROOT).items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, f"{path} is not up to date: run scripts/names.py --write"


@pytest.mark.parametrize(("asked", "count"), [("options --default", 32), ("operations --top", 13)])
def test_the_names_that_are_listed_are_those_of_the_page(asked: str, count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    names = importlib.import_module("names")
    monkeypatch.setattr(names, "tables", lambda: NAMES)
    assert names.main(["--list", *asked.split()]) == 0
    printed, said = capsys.readouterr()
    page = (ROOT / "docs/reference" / f"{asked.split()[0]}.md").read_text(encoding="utf-8")
    listed = re.findall(r"^### `(\w+)`$", page.split("\n## Tokens\n")[0], re.MULTILINE)
    assert printed.split() == listed
    assert len(printed.split()) == count and said == f"{count} {asked.split()[0]}\n"
    with pytest.raises(SystemExit):
        names.main(["--check", asked.split()[1]])


def test_the_top_level_holds_what_most_people_need() -> None:
    assert set(conspectus.__all__) == {
        "Compactor", "Result", "compact", "History", "FolderStore", "count_tokens", "clear_tool_results", "clear_media", "clear_stale", "condense", "expand",
        "find_cut", "validate", "repair", "summarize_extractive", "check_summary", "facts", "simulate", "render_report", "Options", "ConspectusError", "__version__",
    }  # fmt: skip
    with pytest.raises(AttributeError):
        conspectus.curate  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(("room", "row"), OPERATIONS, ids=[f"{room or 'conspectus'}.{row['name']}" for room, row in OPERATIONS])
def test_every_operation_shows_its_options(room: str, row: dict[str, Any]) -> None:
    module = importlib.import_module(f"conspectus.{room}" if room else "conspectus")
    function = getattr(module, row["name"])
    assert row["name"] in module.__all__
    expected = {*row["options"], *(argument["name"] for argument in row["arguments"]), *([row["input"]["name"]] if row["input"] else [])}
    assert expected <= keywords(function) <= expected | {"preset", "tokenizer", "store", "progress", "summarize"}
    assert function.__name__ == row["name"] and function.__doc__.startswith(row["about"][:40])
    assert all(f"{name}: " in function.__doc__ for name in expected - {row["input"] and row["input"]["name"]})


PRESETS = ["gemini_cli", "qwen_code", "gencode", "opencode"]


@pytest.mark.parametrize(("room", "row"), [pair for pair in OPERATIONS if pair[0] in PRESETS], ids=[f"{room}.{row['name']}" for room, row in OPERATIONS if room in PRESETS])
def test_a_function_of_a_presets_module_acts_as_the_preset(room: str, row: dict[str, Any], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some write a file.
    monkeypatch.chdir(tmp_path)
    function, elsewhere = getattr(importlib.import_module(f"conspectus.{room}"), row["name"]), getattr(operations, row["name"])
    given, asked = json.loads(row["example"]["input"]), json.loads(row["example"]["options"])
    asked.pop("preset", None)
    inputs = [given] if row["input"] else []
    assert function(*inputs, **asked) == elsewhere(*inputs, **asked, preset=room.replace("_", "-"))
    other = "opencode" if room != "opencode" else "gencode"
    with pytest.raises(errors.InvalidOptionError, match="left out in the module of") as caught:
        function(*inputs, **asked, preset=other)
    assert caught.value.path == "/preset"


def test_public_operations_are_few_and_each_stands_in_the_guide() -> None:
    public = {row["name"] for row in NAMES["operations"] if row["public"]}
    assert public == {row["name"] for room, row in OPERATIONS if room not in PRESETS}
    guide = "\n".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs/guide").glob("*.md")))
    code = " ".join(re.findall(r"```python\n.*?```|`[^`\n]+`", guide, re.DOTALL))
    assert len(public) <= 30
    assert sorted(public - set(re.findall(r"\w+", code))) == []


def test_compactor_machine_and_history_show_theirs() -> None:
    assert keywords(conspectus.Compactor) == OPTIONS | FUNCTIONS | {"preset"}
    assert keywords(sansio.Machine) >= (OPTIONS - FUNCTIONS) | {"preset"}
    assert keywords(conspectus.Compactor.compact) == keywords(conspectus.Compactor.acompact) == keywords(sansio.Machine.handle_messages) == TURN | {"messages"}
    assert keywords(conspectus.compact) == keywords(conspectus.Compactor) | TURN | {"messages"}
    assert keywords(conspectus.History) == set(options.HistoryOptions.__annotations__)
    assert all(f"{name}: " in (conspectus.Compactor.compact.__doc__ or "") for name in TURN)


def test_the_types_of_options_have_what_the_core_takes() -> None:
    assert set(options.Options.__annotations__) == keywords(conspectus.Compactor)
    written = " ".join((PACKAGE / "options.py").read_text(encoding="utf-8").split())
    for row in NAMES["options"]:
        if row["name"] == "preset":
            continue  # its text goes on with the presets
        assert " ".join(row["meaning"].split())[:50] in written, row["name"]
    for typed in (options.Options, options.CompactArgs, options.HistoryOptions):
        assert set(get_type_hints(typed)) == set(typed.__annotations__)
    assert set(options.CompactArgs.__annotations__) == TURN
    assert get_args(options.Preset) == tuple(preset["name"] for preset in NAMES["presets"])
    assert get_args(options.Dialect) == tuple(NAMES["dialects"])


def test_the_words_of_options_are_those_that_the_core_takes() -> None:
    for row in NAMES["options"]:
        if row["domain"]["kind"] == "word":
            for word in row["domain"]["words"]:
                conspectus.Compactor(**{"model": "gpt-5", row["name"]: word})


def test_the_words_of_presets_are_those_that_the_core_takes() -> None:
    rows = {row["name"]: row for row in [*NAMES["options"], *NAMES["settings"]]}
    tried = 0
    for preset in NAMES["presets"]:
        for own in preset["settings"]:
            domain = rows[own["field"]]["domain"]
            for word in domain["words"] or () if domain["kind"] == "word" else ():
                conspectus.Compactor(context_window=8_000, preset={"name": preset["name"], own["name"]: word})
                with pytest.raises(errors.InvalidOptionError, match=own["name"]):
                    conspectus.Compactor(context_window=8_000, preset={"name": preset["name"], own["name"]: word + "s"})
                tried += 1
    assert tried > 60


def test_the_types_of_presets_have_what_they_take() -> None:
    written = " ".join((PACKAGE / "options.py").read_text(encoding="utf-8").split())
    for preset in NAMES["presets"]:
        if not preset["settings"]:
            continue
        made = getattr(options, preset["name"].title().replace("-", "") + "Options")
        functions = [name for name in preset["functions"] if name != "store"]
        assert list(made.__annotations__) == ["name", *(own["name"] for own in preset["settings"]), *functions], preset["name"]
        assert set(get_type_hints(made)) == set(made.__annotations__)
        for own in preset["settings"]:
            meaning = " ".join({**SETTINGS, **{row["name"]: row for row in NAMES["options"]}}[own["field"]]["meaning"].split())
            assert meaning[:50] in written, own["name"]


def test_everything_public_has_a_docstring() -> None:
    for module in (conspectus, *(importlib.import_module(f"conspectus.{room}") for room in {room for room, _ in OPERATIONS if room})):
        assert module.__doc__
        for name in module.__all__:
            if name != "__version__":
                assert getattr(module, name).__doc__, name


def test_the_import_loads_little() -> None:
    code = "import sys; import conspectus; conspectus.Compactor; print(*sorted({'typing', 'inspect', 'dataclasses', 'conspectus.options', 'asyncio'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(PACKAGE.parent)}, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_calls_are_refused_as_those_of_any_function() -> None:
    with pytest.raises(TypeError, match="needs 'messages'"):
        conspectus.gemini_cli.estimate_tokens()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="takes 1 positional"):
        conspectus.gemini_cli.estimate_tokens([], 5)  # type: ignore[misc]
    with pytest.raises(TypeError, match="multiple values"):
        conspectus.gemini_cli.estimate_tokens([], messages=[])  # type: ignore[misc]
    assert conspectus.gemini_cli.estimate_tokens(messages=[]).tokens == 0


def test_a_log_holds_at_most_forty_paths_and_each_stands_on_a_page() -> None:
    paths = [row["path"] for row in conspectus.sansio.names()["log"]]
    page = (ROOT / "docs/reference/results.md").read_text(encoding="utf-8")
    assert len(paths) == len(set(paths)) <= 40
    assert [path for path in paths if f"| `{path}` |" not in page] == []
