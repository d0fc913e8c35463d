"""`FolderStore`: the shared cases of `tests/store`, and what must hold when processes end, disks are full and folders are not to be written to."""

from __future__ import annotations

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from conspectus import Compactor, ConspectusError, FolderStore
from conspectus.errors import StoreError

CASES = json.loads((pathlib.Path(__file__).parents[1] / "store" / "cases.json").read_text(encoding="utf-8"))
ON_UNIX = pytest.mark.skipif(os.name == "nt", reason="signals and limits of Unix")


@pytest.fixture
def place(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "outputs"


def code(program: str, *given: object) -> subprocess.Popen[str]:
    """A process that runs this program."""
    command = [sys.executable, "-c", program, *map(str, given)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_every_case_holds(place: pathlib.Path) -> None:
    store = FolderStore(place)
    for case in CASES["redact"]:
        stored = store.put(case["text"])
        assert (store.get(stored.key), stored.secrets, stored.key) == (case["expect"], case["secrets"], case["key"]), case["name"]
    for case in CASES["pieces"]:
        assert store.read_back(store.put(case["text"]).locator, **case["range"]).to_dict() == case["expect"], case["name"]
    for case in CASES["answers"]:
        arguments = {"key": store.put(case["text"]).key, **case["arguments"]}
        assert store.answer("read_back", arguments) == store.answer("read_back", json.dumps(arguments)) == case["expect"], case["name"]
    for case in CASES["bad_keys"]:
        with pytest.raises(StoreError) as raised:
            store.get(case["key"])
        assert raised.value.code == "NOT_STORED", case["name"]
        assert store.answer("read_back", {"key": case["key"]}).startswith("read_back failed")
    for case in CASES["bad_settings"]:
        with pytest.raises(ConspectusError) as wrong:
            FolderStore(place, **case["settings"])
        assert (wrong.value.code, wrong.value.path) == ("INVALID_OPTION", case["path"])
    for wire, tools in CASES["tools"].items():
        assert FolderStore.tools(wire) == tools


def test_every_search_holds(place: pathlib.Path) -> None:
    store = FolderStore(place)
    for output in CASES["outputs"]:
        store.put(**output)
    for case in CASES["searches"]:
        query, bounds = case["arguments"]["query"], {name: value for name, value in case["arguments"].items() if name != "query"}
        assert store.search(query, **bounds).to_dict() == case["expect"], case["name"]
    for case in CASES["descriptions"]:
        assert store.describe(**case["arguments"]).to_dict() == case["expect"], case["name"]
    for case in CASES["tool_answers"]:
        assert store.answer(case["tool"], case["arguments"]) == case["expect"], case["name"]
    for case in CASES["bad_searches"]:
        with pytest.raises(ConspectusError) as wrong:
            store.raw_call(case["function"], case["arguments"])
        assert (wrong.value.code, wrong.value.path) == (case["code"], case["path"]), case["name"]
    assert store.describe(max_tokens=4_000).total == len(CASES["outputs"])


def test_it_is_a_function_that_keeps_an_output(place: pathlib.Path) -> None:
    store = FolderStore(place)
    locator = store({"key": "../../outside.txt", "text": "said \ud800", "mime": "text/plain"})
    assert store.get(locator) == "said \ufffd"
    assert [path.name for path in place.parent.iterdir()] == [place.name]
    # A compactor's key names the tool.
    cleared = store({"key": "tool-outputs/read_file_2e598237d0d9f54b.txt", "text": "said by a tool"})
    assert [hit.tool for hit in store.search("said by a tool", source="read_file").hits] == ["read_file"] and store.describe(cleared).outputs[0].tool == "read_file"


def test_secrets_stay_where_they_are_asked_to(place: pathlib.Path) -> None:
    store = FolderStore(place, redact=False)
    assert store.get(store.put('password = "hunter2hunter2"').key) == 'password = "hunter2hunter2"'


def conversation(results: int = 12) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Fix every test."}]
    for number in range(results):
        call = {"type": "tool_use", "id": f"c{number}", "name": "read_file", "input": {"path": f"f{number}.rs"}}
        messages.append({"role": "assistant", "content": [call]})
        text = f"line of f{number}\n" * 250
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"c{number}", "content": text}]})
    return [*messages, {"role": "assistant", "content": "All is read."}]


def test_what_a_compactor_clears_is_read_back(place: pathlib.Path) -> None:
    store = FolderStore(place)
    messages = conversation()
    compactor: Compactor[Any] = Compactor(context_window=16_000, keep_tool_results=5, store=store)
    assert len(compactor.plan(messages).stores) == 6 and store.prune().outputs == 0
    result = compactor.compact(messages)
    cleared = result.messages[2]["content"][0]["content"]
    locator = cleared.split("original: ")[1].removesuffix("]")
    assert store.get(locator) == messages[2]["content"][0]["content"]
    assert "line of f0" in store.answer("read_back", {"key": locator})
    assert "line of f0" in store.answer("search", {"query": "line of f0", "source": "read_file"})
    saved = type(result).from_dict(json.loads(json.dumps(result.to_dict())))
    news = {"role": "user", "content": "And now?"}
    assert saved.undo() == messages and result.undo([*result.messages, news]) == [*messages, news]


def test_the_newest_ten_results_stay_unless_told_otherwise(place: pathlib.Path) -> None:
    messages = conversation(24)
    compactor: Compactor[Any] = Compactor(context_window=32_000, target=0.41, store=FolderStore(place))
    assert len(compactor.plan(messages).stores) == 14
    result = compactor.compact(messages)
    assert result.status == "reduced" and [stored.message for stored in result.stored] == [2 * number + 2 for number in range(14)]
    assert all(message is before for message, before in zip(result.messages[29:], messages[29:]))
    # Two results could go here. That is not enough, so the older messages become a summary.
    small = Compactor[Any](context_window=16_000, store=FolderStore(place)).compact(conversation())
    assert small.status == "summarized" and [stored.path for stored in small.stored] == [""]


def test_where_a_store_fails_the_compaction_goes_on(place: pathlib.Path) -> None:
    store = FolderStore(place, max_bytes=0)
    result = Compactor[Any](context_window=16_000, keep_tool_results=5, store=store).compact(conversation())
    without = Compactor[Any](context_window=16_000, keep_tool_results=5).compact(conversation())
    assert (result.status, result.tokens_after) == (without.status, without.tokens_after) and [warning.code for warning in result.warnings] == ["store_failed"]
    assert result.log.get("stored.failures") == 6 and "max_bytes" in str(result.warnings)


WRITER = """
import sys
from conspectus import FolderStore
store = FolderStore(sys.argv[1])
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    stored = store.put(f"output {number}\\n" * (number % 400 + 1))
    print(stored.key, number, flush=True)
"""


def whole(store: FolderStore, told: list[str]) -> int:
    """How many outputs are there, each as it was told."""
    for line in told:
        key, number = line.split()
        assert store.get(key) == f"output {number}\n" * (int(number) % 400 + 1)
    return len(told)


@ON_UNIX
def test_nothing_is_lost_or_half_when_a_writer_is_killed(place: pathlib.Path) -> None:
    chance = random.Random(7)
    told: list[str] = []
    for begin in range(0, 8_000, 1_000):
        process = code(WRITER, place, begin, begin + 1_000)
        assert process.stdout is not None
        told.append(process.stdout.readline())
        time.sleep(chance.uniform(0.0, 0.15))
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate()
        told += [line for line in out.splitlines() if len(line.split()) == 2 and line.split()[1].isdigit()][:-1]
    store = FolderStore(place)
    assert whole(store, told) == len(told) >= 8
    # Whatever else is there is whole too: a key is a hash of the content.
    for file in place.glob("*.txt"):
        assert store.get(file.stem).startswith("output ")


def test_two_processes_share_a_folder(place: pathlib.Path) -> None:
    processes = [code(WRITER, place, 0, 300), code(WRITER, place, 150, 450)]
    told = []
    for process in processes:
        out, errors = process.communicate()
        assert process.returncode == 0, errors
        told += out.splitlines()
    store = FolderStore(place)
    assert whole(store, told) == 600 and store.prune().outputs == 450


def test_ten_thousand_outputs(tmp_path: pathlib.Path) -> None:
    # In memory where that can be had: what is tested is not the disk.
    memory = pathlib.Path("/dev/shm")
    place = memory / f"conspectus-{os.getpid()}" if memory.is_dir() and os.access(memory, os.W_OK) else tmp_path / "outputs"
    try:
        store = FolderStore(place, max_bytes=50_000_000)
        keys = [store.put(f"output {number}").key for number in range(10_000)]
        assert len(set(keys)) == 10_000 == FolderStore(place).prune().outputs
        assert all(store.get(key) == f"output {number}" for number, key in enumerate(keys))
    finally:
        subprocess.run(["rm", "-rf", str(place)], check=True)


FULL = """
import resource, sys
from conspectus import FolderStore
from conspectus.errors import StoreError
store = FolderStore(sys.argv[1])
small = store.put("small")
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    store.put("large " * 10_000)
except StoreError as error:
    print(error.code, store.get(small.key), store.put("small again").key)
"""


@ON_UNIX
def test_no_room_is_an_error_with_a_name(place: pathlib.Path) -> None:
    out, errors = code(FULL, place).communicate()
    assert out.split()[:2] == ["STORE_FULL", "small"], errors
    # Nothing half is left behind.
    assert sorted(path.suffix for path in place.iterdir()) == ["", ".txt", ".txt"]


READ_ONLY = """
import os, sys
from conspectus import FolderStore
from conspectus.errors import StoreError
if os.geteuid() == 0:
    os.setuid(int(sys.argv[2]))
store = FolderStore(sys.argv[1])
os.chmod(sys.argv[1], 0o500)
try:
    store.put("more")
except StoreError as error:
    print(error.code, FolderStore(sys.argv[1]).get(sys.argv[3]))
"""


@ON_UNIX
def test_a_folder_that_can_only_be_read_is_read(tmp_path: pathlib.Path) -> None:
    place = pathlib.Path("/tmp") / f"conspectus-read-only-{os.getpid()}"
    user = 65534
    try:
        key = FolderStore(place).put("said before").key
        if os.geteuid() == 0:  # for whom no folder is read-only
            for path in [place, *place.iterdir()]:
                os.chown(path, user, user)
        out, errors = code(READ_ONLY, place, user, key).communicate()
        assert out.strip() == "STORE_READ_ONLY said before", errors
    finally:
        os.chmod(place, 0o700)
        subprocess.run(["rm", "-rf", str(place)], check=True)


def test_messages_that_became_a_summary_are_given_back(place: pathlib.Path) -> None:
    store = FolderStore(place)
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Fix every test. The key is sk-ant-api03-" + "a1B2" * 20}]
    for step in range(24):
        messages.append({"role": "assistant", "content": f"Step {step}: token T-{4000 + step}. " + "I read a file and wrote down what it says. " * 30})
        messages.append({"role": "user", "content": f"Go on with part {step}."})
    compactor = Compactor(context_window=8_000, keep_tool_results=5, store=store)
    result = compactor.compact(messages)
    kept = result.stored[-1]
    assert result.status == "summarized" and kept is not None
    assert f"[Kept word for word: {kept.locator}]" in result.messages[0]["content"]
    given = store.get(kept.locator)
    assert all(f"Step {step}: token T-{4000 + step}." in given for step in range((kept.last_message + 1) // 2))
    # What is secret is not written; what is undone comes from the result, not from the store.
    assert "a1B2a1B2" not in given
    assert result.undo() == messages
    loaded = Compactor.load(compactor.save(), context_window=8_000, store=store)
    assert loaded.compact(result.messages).status == "unchanged"
