"""`scripts/floors.py` on made-up trees: what it finds, and what it leaves alone."""

from __future__ import annotations

import importlib.util
import pathlib
import subprocess
import sys

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "floors.py"
spec = importlib.util.spec_from_file_location("floors", SCRIPT)
assert spec and spec.loader
floors = importlib.util.module_from_spec(spec)
spec.loader.exec_module(floors)

FLOORS = [["ground"], ["middle", "side"], ["machine/"], ["systems/*"], ["systems.rs"], ["machine.rs"], ["lib.rs"]]
CLEAN = {
    "lib.rs": "mod ground;\npub mod systems;\npub use ground::Error;\n",
    "ground.rs": "pub struct Error;\n// use crate::machine::Machine;\nconst TEXT: &str = \"crate::machine\";\n",
    "middle.rs": "mod inner;\npub use inner::Thing;\nuse crate::Error;\n",
    "middle/inner.rs": "use super::side_door;\npub struct Thing;\n#[cfg(test)]\nmod tests {\n    use crate::machine::Machine;\n}\n",
    "side.rs": "use crate::middle::{self, Thing as Other};\n",
    "machine.rs": "mod step;\nuse crate::systems;\nuse step::Step;\npub struct Machine;\n",
    "machine/step.rs": "use crate::{ground::Error, side::*};\npub struct Step;\n",
    "systems.rs": "pub mod default;\npub mod other;\n",
    "systems/default.rs": "use crate::machine::step::Step;\n",
    "systems/other.rs": "use super::default;\n",
}


def check(folder: pathlib.Path, **changed: str) -> tuple[list[str], str]:
    for name, text in {**CLEAN, **{name.replace("__", "/") + ".rs": text for name, text in changed.items()}}.items():
        path = folder / "core" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return floors.check(folder / "core", folder / "tokens", floors=FLOORS)


def test_a_clean_tree_passes(tmp_path: pathlib.Path) -> None:
    wrong, summary = check(tmp_path)
    assert wrong == []
    assert summary == "floors: 9 rooms on 7 floors, 8 imports between rooms, 0 circles of more than 3 files"


def test_imports_that_run_upward_are_found(tmp_path: pathlib.Path) -> None:
    wrong, _ = check(
        tmp_path,
        ground="// two lines\nuse crate::middle::Thing;\n",
        side="fn f() {\n    crate::machine::step::go();\n}\n",
        machine__step="use super::Machine;\n",
    )
    assert wrong == [
        "ground.rs:2 imports middle::inner, which lies above",
        "machine/step.rs:1 imports machine, which lies above",
        "side.rs:2 imports machine::step, which lies above",
    ]


def test_a_part_of_a_room_may_have_a_floor_of_its_own(tmp_path: pathlib.Path) -> None:
    for name, text in {"room/low.rs": "use super::high::Thing;\n", "room/high.rs": "pub struct Thing;\n", "room.rs": "mod high;\nmod low;\n", "lib.rs": "mod room;\n"}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    wrong, summary = floors.check(tmp_path, floors=[["room/low"], ["room"], ["lib.rs"]])
    assert wrong == ["room/low.rs:1 imports room::high, which lies above"]
    assert summary.startswith("floors: 3 rooms on 3 floors")


def test_only_the_default_system_is_imported_by_others(tmp_path: pathlib.Path) -> None:
    wrong, _ = check(tmp_path, systems__default="use super::other;\n")
    assert wrong == ["systems/default.rs:1 imports systems::other, which lies beside it: only systems/default may be imported there"]


def test_a_circle_of_four_files_is_found_and_one_of_three_is_not(tmp_path: pathlib.Path) -> None:
    three = {"side": "mod a;\nmod b;\nuse a::f;\n", "side__a": "use super::b;\n", "side__b": "use super::f;\nuse crate::side;\n"}
    assert check(tmp_path, **three)[0] == []
    wrong, _ = check(tmp_path, **{**three, "side__b": "use super::c;\n", "side__c": "use crate::side;\n"})
    assert wrong[0] == "a circle of 4 files: side.rs, side/a.rs, side/b.rs, side/c.rs"
    assert set(wrong[1:]) == {
        "  side.rs:3 imports side::a",
        "  side/a.rs:1 imports side::b",
        "  side/b.rs:1 imports side::c",
        "  side/c.rs:1 imports side",
    }


def test_tokens_know_nothing_of_the_core(tmp_path: pathlib.Path) -> None:
    (tmp_path / "tokens").mkdir()
    (tmp_path / "tokens" / "lib.rs").write_text("use conspectus::View;\n", encoding="utf-8")
    assert check(tmp_path)[0] == ["tokens: lib.rs imports conspectus, which lies above"]


def test_a_room_without_a_floor_is_an_error(tmp_path: pathlib.Path) -> None:
    assert check(tmp_path, attic="")[0] == ["attic.rs is in no room: add its room to FLOORS in scripts/floors.py"]
    run = subprocess.run([sys.executable, SCRIPT, "--core", tmp_path / "core"], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "attic.rs is in no room" in run.stdout


def test_a_room_that_need_not_be_public_is_an_error(tmp_path: pathlib.Path) -> None:
    wrong, _ = check(tmp_path, lib="mod ground;\npub mod systems;\npub mod side;\npub use ground::Error;\n")
    assert wrong == ["lib.rs makes the module side public: re-export its names instead"]
