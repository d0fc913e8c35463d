"""Files for a model, through the package: what the vectors cannot show since they have no disk."""

from __future__ import annotations

import os
import pathlib
import threading

import pytest

from conspectus import Compactor, ConspectusError
from conspectus.files import load_instructions, read_file
from conspectus.gemini_cli import editor_context, estimate_tokens, recent_turns


def test_pages_follow_one_another(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("".join(f"line {line}\n" for line in range(4_500)))
    offset, lines = 0, []
    while offset is not None:
        page = read_file(str(path), offset=offset)
        lines += page.text.split("\n")
        offset = page.next_offset
    assert "\n".join(lines) == path.read_text()


def test_a_medium_is_a_part_that_counts_as_one(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x03\x20\x00\x00\x02\x58\x08\x06\x00\x00\x00")
    for dialect, wrap in (("anthropic", "content"), ("openai_chat", "content"), ("gemini", "parts")):
        part = read_file(str(path), dialect=dialect).part
        assert estimate_tokens([{"role": "user", wrap: [part]}], dialect=dialect).media == 1, dialect


def test_what_is_not_read_is_told(tmp_path: pathlib.Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret").write_text("secret")
    os.symlink(tmp_path / "secret", tmp_path / "inside" / "link")
    roots = [str(tmp_path / "inside")]
    assert read_file(str(tmp_path / "inside" / "link"), roots=roots).problem == "outside"
    assert read_file(str(tmp_path / "inside" / ".." / "secret"), roots=roots).problem == "outside"
    assert read_file(str(tmp_path / "inside" / "nothing"), roots=roots).problem == "missing"
    with pytest.raises(ConspectusError, match="limit"):
        read_file("a", limit=-1)
    with pytest.raises(ConspectusError, match="string"):
        read_file(7)  # type: ignore[arg-type]


def test_memory_is_told_again_after_a_compaction(tmp_path: pathlib.Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "AGENTS.md").write_text("Never push on Fridays. @style.md")
    (tmp_path / "style.md").write_text("Tabs, four wide.")
    (tmp_path / "src" / "CLAUDE.md").write_text("Run the linter.")
    memory = load_instructions(str(tmp_path))
    assert "Never push on Fridays." in memory.text and "Tabs, four wide." in memory.text
    # A sub-folder's file comes when work gets there.
    known = [row.path for row in memory.files]
    later = load_instructions(str(tmp_path / "src"), loaded=known)
    assert [pathlib.Path(row.path).name for row in later.files] == ["CLAUDE.md"]
    compactor = Compactor(context_window=4_000)
    messages = [{"role": "user" if index % 2 == 0 else "assistant", "content": f"{index} " + "word " * 200} for index in range(30)]
    for _ in range(2):
        messages = list(compactor.compact(messages, preamble=memory.text, force=True).messages)
        shown = "\n".join(str(message["content"]) for message in messages)
        assert shown.count("Never push on Fridays.") == 1
        messages += [{"role": "assistant", "content": "more " * 800}, {"role": "user", "content": "Go on. " * 300}]


def test_other_threads_run_while_files_are_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("line of text\n" * 400_000)
    count, done = 0, threading.Event()

    def read() -> None:
        for _ in range(5):
            read_file(str(path), offset=399_990)
        done.set()

    thread = threading.Thread(target=read)
    thread.start()
    while not done.is_set():
        count += 1
    thread.join()
    assert count > 100


def test_the_newest_turns_are_the_same_objects() -> None:
    messages = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]
    edited = recent_turns(messages, turns=1)
    assert edited.messages == [messages[2]] and edited.messages[0] is messages[2]
    assert edited.details.older == 2


def test_the_state_of_the_editor_comes_back() -> None:
    first = editor_context([{"path": "/a", "timestamp": 1, "is_active": True}])
    assert editor_context([{"path": "/a", "timestamp": 2, "is_active": True}], last=first.state).kind == "none"
