"""Recorded sessions of Claude Code through the hooks, as its events would have told them.

    python3 -m tests.agents.replay --program target/release/conspectus ../shared/data/claude-code

Prints how many characters of tool results a model would have seen less. Every shortened result must be recovered from those above it
and from the store.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .known import label
from .pointers import Shown, expanded

Data = dict[str, Any]


def lines_of(path: Path) -> Iterator[Data]:
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text("utf-8")
    for line in text.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict) and not found.get("isSidechain"):
            yield found


@dataclass
class Replay:
    """One session. What its model sees is forgotten at a compaction, as the agent forgets it."""

    program: Path
    home: Path
    before: int = 0
    after: int = 0
    shortened: int = 0
    results: list[Shown] = field(default_factory=list)
    originals: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def hook(self, event: str, told: Data) -> Data:
        told = {"session_id": "replayed", "cwd": str(self.home), "transcript_path": str(self.home / "transcript.jsonl"), **told}
        done = subprocess.run([self.program, "hook", "claude-code", event], input=json.dumps(told).encode(), capture_output=True, env={"HOME": str(self.home)}, check=True)
        answer: Data = json.loads(done.stdout)
        return answer

    def answer(self, calls: dict[str, Data], results: list[tuple[str, Any, Any]]) -> None:
        """The results of one answer: the id of each call, what the tool returned, and what the model saw."""
        with (self.home / "transcript.jsonl").open("a") as transcript:
            for call, _, _ in results:
                transcript.write(json.dumps({"message": {"content": [{"type": "tool_use", **calls[call]}]}}) + "\n")
        seen = []
        for call, response, content in results:
            named = {"tool_name": calls[call]["name"], "tool_input": calls[call]["input"], "tool_use_id": call}
            told = self.hook("PostToolUse", {**named, "tool_response": response}) if isinstance(response, (dict, list)) else {}
            output = told.get("hookSpecificOutput", {}).get("updatedToolOutput")
            original = text_of(named["tool_name"], response) or (content if isinstance(content, str) else "")
            text = text_of(named["tool_name"], output) if output else original
            seen.append({**named, "tool_response": text})
            self.results.append(Shown(call, label(named["tool_name"], named["tool_input"]), text or ""))
            self.originals.append(original)
            self.before += len(original)
            self.after += len(text or "")
            self.shortened += text != original
        self.hook("PostToolBatch", {"tool_calls": seen})

    def end(self) -> None:
        """Checks the results since the last compaction, and forgets them."""
        outputs = next(self.home.glob(".local/state/conspectus/projects/*/outputs"), self.home)
        for index, original in enumerate(self.originals):
            if self.results[index].text != original and expanded(self.results, index, outputs).strip() != original.strip():
                self.wrong.append(f"{self.results[index].label} is not recovered")
        self.results, self.originals = [], []
        self.hook("PostCompact", {})


def text_of(tool: str, response: Any) -> str | None:
    """A result as the model sees it, where its form is known."""
    if isinstance(response, dict) and tool == "Read" and response.get("type") == "text":
        first = response["file"]["startLine"]
        return "\n".join(f"{number}\t{line}" for number, line in enumerate(response["file"]["content"].split("\n"), first))
    if isinstance(response, dict) and tool == "Bash" and "stdout" in response:
        text: str = response["stdout"]
        return text
    if isinstance(response, list) and len(response) == 1 and response[0].get("type") == "text":
        only: str = response[0]["text"]
        return only
    return None


def replayed(program: Path, path: Path) -> Replay:
    with tempfile.TemporaryDirectory() as folder:
        replay = Replay(program, Path(folder))
        calls: dict[str, Data] = {}
        waiting: list[tuple[str, Any, Any]] = []
        for line in lines_of(path):
            if line.get("isCompactSummary") or line.get("subtype") == "compact_boundary":
                replay.end()
            message = line.get("message")
            content = message.get("content") if isinstance(message, dict) else None
            blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
            for block in blocks:
                if block.get("type") == "tool_use":
                    if waiting:
                        replay.answer(calls, waiting)
                        waiting = []
                    calls[block["id"]] = {"id": block["id"], "name": block["name"], "input": block["input"]}
                if block.get("type") == "tool_result" and block["tool_use_id"] in calls:
                    response = None if block.get("is_error") else line.get("toolUseResult")
                    waiting.append((block["tool_use_id"], response, block.get("content")))
        if waiting:
            replay.answer(calls, waiting)
        replay.end()
        return replay


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    every = [(path, replayed(given.program.resolve(), path)) for path in sorted(given.folder.iterdir())]
    for path, replay in every:
        share = 1 - replay.after / replay.before if replay.before else 0.0
        print(f"{path.name}: {replay.before:,} chars of results, {replay.shortened} shortened, {share:.1%} less")
        for fault in replay.wrong:
            print(f"  {fault}")
    before, after = sum(replay.before for _, replay in every), sum(replay.after for _, replay in every)
    print(f"all: {before:,} -> {after:,} chars, {1 - after / before:.1%} less; {sum(replay.shortened for _, replay in every)} shortened")
    return 1 if any(replay.wrong for _, replay in every) else 0


if __name__ == "__main__":
    sys.exit(main())
