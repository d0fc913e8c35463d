"""What the rows may name: the package, and messages in few words. `scope.mjs` has the same for Node."""

from __future__ import annotations

import atexit
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import conspectus
from conspectus import Compactor, context, files, gemini_cli, gencode, opencode, qwen_code, tokens
from conspectus.context import LoopDetector
from conspectus.sansio import Machine

ROOT = pathlib.Path(__file__).resolve().parents[2]


def u(text: int | str) -> dict[str, Any]:
    """A message of the user in Gemini's shape; of so many chars where a number is given."""
    return {"role": "user", "parts": [{"text": text if isinstance(text, str) else "u" * text}]}


def m(text: int | str) -> dict[str, Any]:
    """The same of the model."""
    return {"role": "model", "parts": [{"text": text if isinstance(text, str) else "m" * text}]}


def call(id: str, name: str = "read_file", args: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"role": "model", "parts": [{"functionCall": {"id": id, "name": name, "args": {"path": f"{id}.py"} if args is None else args}}]}


def result(id: str, output: int | str, name: str = "read_file") -> dict[str, Any]:
    text = output if isinstance(output, str) else "r" * output
    return {"role": "user", "parts": [{"functionResponse": {"id": id, "name": name, "response": {"output": text}}}]}


def image(data: int = 200_000) -> dict[str, Any]:
    """A message of the user that is a picture."""
    return {"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "A" * data}}]}


def user(text: str) -> dict[str, Any]:
    """A message of the user in gencode's shape."""
    return {"role": "user", "content": text}


def agent(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def used(id: str, tool: str, given: dict[str, Any]) -> dict[str, Any]:
    """A call of a tool in gencode's shape."""
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": tool, "input": given}]}


def gave(id: str, output: int) -> dict[str, Any]:
    """Its result, of so many chars."""
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "r" * output}]}


def reads(*sizes: int) -> list[Any]:
    """A conversation in which the model read files of so many chars, and was done."""
    read = [message for index, size in enumerate(sizes) for message in (call(f"f{index}"), result(f"f{index}", size))]
    return [u("read"), *read, m("done"), u("next"), m("ok")]


def of_reads(*sizes: int) -> list[Any]:
    """Calls and results alone, in gencode's shape."""
    return [message for index, size in enumerate(sizes) for message in (used(f"c{index}", "Read", {"file_path": f"f{index}.py"}), gave(f"c{index}", size))]


def reads_of(count: int) -> list[Any]:
    """Results of 40,000 tokens each, in gencode's shape."""
    return [user("read"), *of_reads(*[160_000] * count), agent("done")]


def talk(count: int) -> list[Any]:
    """So many texts of the user and the agent in turns, in gencode's shape."""
    return [user(f"question {index}" + " q" * 100) if index % 2 == 0 else agent(f"answer {index}" + " a" * 100) for index in range(count)]


def rounds(count: int) -> list[Any]:
    """Rounds of a request, a call, its result and an answer: u0, call, result, m0, and so on."""
    return [message for index in range(count) for message in (u(f"u{index}"), call(f"c{index}"), result(f"c{index}", 10), m(f"m{index}"))]


def screenshots(count: int) -> list[Any]:
    """Rounds with a picture of the user, a file that was read, and a picture that an MCP tool gave."""
    picture = {"inlineData": {"mimeType": "image/png", "data": "A" * 400}}
    made: list[Any] = []
    for index in range(count):
        made += [{"role": "user", "parts": [{"text": "look"}, picture]}, call(f"r{index}"), result(f"r{index}", 400), call(f"s{index}", "mcp__shot", {})]
        given = {"id": f"s{index}", "name": "mcp__shot", "response": {"output": "shot ok"}, "parts": [picture]}
        made += [{"role": "user", "parts": [{"functionResponse": given}]}, m("seen")]
    return made


def open_files(count: int, selected: int) -> list[Any]:
    """What is open in an editor; the newest file is active, with so many chars selected."""
    newest = {"is_active": True, "selected_text": "s" * selected}
    return [{"path": f"/f{index}", "timestamp": index, **(newest if index == count - 1 else {})} for index in range(count)]


def sentences(count: int) -> list[str]:
    """Different sentences."""
    return [f"Sentence {index} of the plan says {index * index * 7919 % 10007} and {index * 104729 % 99991}. " for index in range(count)]


def lines(count: int, width: int) -> str:
    return "\n".join(["x" * width] * count)


def log() -> str:
    """An output of 600 lines with an error and a warning in its middle."""
    before, after = [[f"compiling unit {index} of the project" for index in part] for part in (range(300), range(300, 598))]
    return "\n".join([*before, "error: no such file", "warning: unused variable", *after])


def chain(count: int) -> dict[str, str]:
    """Files of which each imports the next."""
    return {f"/app/d{index}.md": f"TEXT{index} @./d{index + 1}.md" for index in range(1, count + 1)}


def times(count: int, messages: list[Any]) -> list[Any]:
    return messages * count


def numbered(count: int, of: Callable[[int], Any]) -> list[Any]:
    return [of(index) for index in range(count)]


def session(chars: int = 2_000) -> list[Any]:
    """A conversation with turns of the user, the model's last."""
    return [u(chars), m(chars), u(chars), m(chars), u("next"), m("ok")]


def snapshot(text: str) -> str:
    """A model's document."""
    return f"<state_snapshot><overall_goal>{text}</overall_goal><task_state>{text}</task_state></state_snapshot>"


def answers(*texts: str) -> Any:
    """A model that gives these answers one after the other, and the last of them from then on. It keeps the requests."""

    def model(request: dict[str, Any]) -> str:
        model.requests.append(request)  # type: ignore[attr-defined]
        return texts[min(len(model.requests), len(texts)) - 1]  # type: ignore[attr-defined]

    model.requests = []  # type: ignore[attr-defined]
    return model


def keeper(fails: bool = False) -> Any:
    """A store. It keeps the lengths of what it is given."""

    def store(output: dict[str, Any]) -> str:
        if fails:
            raise OSError("the disk is full")
        store.chars.append(len(output["text"]))  # type: ignore[attr-defined]
        return f"/tmp/{output['key']}"

    store.chars = []  # type: ignore[attr-defined]
    return store


def filling(messages: list[Any]) -> str:
    """A document with which the new list is as large as this one."""

    def left(chars: int) -> int:
        summary = answers(snapshot("next " + "q" * chars))
        done = Compactor(preset="gemini-cli", context_window=200_000, summarize=summary).compact(messages, force=True)
        return done.tokens_before - done.tokens_after

    fits = next(chars for chars in range(2 * left(0) - 60, 2 * left(0) + 60) if left(chars) == 0)
    return snapshot("next " + "q" * fits)


def failing() -> Callable[[Any], str]:
    """A model that cannot be reached."""

    def model(_: Any) -> str:
        raise OSError("no route to the model")

    return model


def noted(name: str) -> Any:
    """A function that keeps one field of what it is called with."""

    def note(event: dict[str, Any]) -> None:
        note.seen.append(event[name])  # type: ignore[attr-defined]

    note.seen = []  # type: ignore[attr-defined]
    return note


def cancelled(preset: str) -> list[Any]:
    """How a run ends whose summary call is cancelled, and how many failures its state has then."""
    machine = Machine(preset=preset, context_window=200_000, summarize="host")
    machine.handle_messages(times(3, session()), force=True)
    while (action := machine.poll_action()) is not None:
        if action["kind"] == "done":
            return [action["result"]["status"], machine.save().get("failures", 0)]
        machine.cancel() if action["kind"] == "summarize" else machine.handle_before_compact(None)
    raise AssertionError("the run has no end")


def two_at_once() -> str:
    """The code of the error of a second call during a run."""
    codes: list[str] = []

    def model(_: Any) -> str:
        codes.append(code_of(lambda: compactor.compact(session(), force=True)))
        return snapshot("next")

    compactor = Compactor(preset="gemini-cli", context_window=200_000, summarize=model)
    compactor.compact(session(), force=True)
    return codes[0]


def heard(pieces: list[str]) -> int:
    """With which piece of text a loop is found; 0 for none."""
    detector = LoopDetector(preset="gemini-cli")
    return next((index + 1 for index, piece in enumerate(pieces) if detector.add_text(piece)), 0)


def heard_calls(count: int) -> int:
    """The same for equal calls."""
    detector = LoopDetector(preset="gemini-cli")
    return next((index + 1 for index in range(count) if detector.add_call("read_file", {"path": "a.py"})), 0)


def memory_tree() -> str:
    """A folder with GEMINI.md in r, which is a repository, and in folders below it."""
    root = pathlib.Path(tempfile.mkdtemp(prefix="rows-")).resolve()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    (root / "r/pkg/api/deep").mkdir(parents=True)
    (root / "r/.git").mkdir()
    for folder in ("r", "r/pkg", "r/pkg/api", "r/pkg/api/deep"):
        (root / folder / "GEMINI.md").write_text(f"Rules of {folder}.\n")
    return str(root)


def settings_tree() -> str:
    """A folder with gemini-cli's settings of a user and of a workspace."""
    root = pathlib.Path(tempfile.mkdtemp(prefix="rows-")).resolve()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    for folder, threshold, command in (("home", "0.7", "echo user"), ("work", "0.3", "echo work")):
        (root / folder / ".gemini").mkdir(parents=True)
        hooks = json.dumps({"PreCompress": [{"hooks": [{"type": "command", "command": command}]}]})
        (root / folder / ".gemini/settings.json").write_text(f'{{"model": {{"compressionThreshold": {threshold}}}, // a comment\n"hooks": {hooks}}}')
    return str(root)


def status_with(settings: Any, usage: int) -> str:
    """How a run ends under these settings, at this prompt size of a window of 1,048,576 tokens."""
    return str(Compactor(**settings.options, context_window=1_048_576, summarize=answers(snapshot("next"))).compact(session(), usage=usage).status)


def written_back(name: str, text: str) -> list[Any]:
    """The messages that a session should hold after its compaction, the messages read from what was written, and its text."""
    root = pathlib.Path(tempfile.mkdtemp(prefix="rows-")).resolve()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    (root / name).write_text(text)

    def run(*arguments: str) -> Any:
        done = subprocess.run([sys.executable, "-m", "conspectus", "compact", *arguments], check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    target = run(str(root / name), "--write-back", "--json")["output"]
    expected = run(str(root / name), "-o", "-", "--messages-only")
    unchanged = ("-o", "-", "--messages-only", "--if-needed", "--context-window", "100m", "--repair-history", "never", "--condense", "off")
    return [expected, run(target, *unchanged), pathlib.Path(target).read_text()]


def resumed(agent: str) -> bool:
    """Whether a recording of this agent holds after its compaction what was compacted."""
    asked = [f"question {index}: {'q ' * 200}" for index in range(20)]
    if agent == "gemini-cli":
        records = [{"sessionId": "s", "projectHash": "p", "startTime": "2026-11-20T10:00:00Z"}]
        records += [{"id": str(index), "type": "user" if index % 2 == 0 else "gemini", "content": [{"text": text}]} for index, text in enumerate(asked)]
    else:
        records = [
            {"uuid": f"u{index}", "parentUuid": f"u{index - 1}" if index else None, "sessionId": "s", "type": "user" if index % 2 == 0 else "assistant",
             "message": {"role": "user" if index % 2 == 0 else "model", "parts": [{"text": text}]}}
            for index, text in enumerate(asked)
        ]
    expected, came, _ = written_back("session.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    return bool(expected == came and len(came) < len(asked))


def gencode_saved() -> dict[str, Any]:
    """A compacted session of gencode, saved by one process and read by another."""
    messages = [{"role": "system", "content": "You are GenCode."}, *(user(f"question {index} {'q ' * 200}") if index % 2 == 0 else agent(f"answer {index} {'a ' * 200}") for index in range(40))]
    metadata = {"id": "a-1", "title": "t", "createdAt": "", "updatedAt": "", "provider": "anthropic", "model": "claude", "cwd": "/work", "messageCount": 41}
    expected, came, text = written_back("a-1.json", json.dumps({"metadata": metadata, "messages": messages}))
    session = json.loads(text)
    found = gencode.messages_for_model(session)
    return {
        "same": expected == came == session["messages"] == found.messages, "messageCount": session["metadata"]["messageCount"],
        "fullMessageCount": session["fullMessageCount"], "active": found.details.active_messages, "summaries": len(session["summaries"]),
    }


def named(root: str, loaded: list[Any]) -> list[str]:
    """The files that were loaded, without the folder in front of them."""
    return [file.path.removeprefix(root) for file in loaded]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def exists(name: str) -> bool:
    return (ROOT / name).exists()


def manifests() -> str:
    """What the packages and crates say that they are made of."""
    found = [*sorted(ROOT.glob("*/Cargo.toml")), *sorted(ROOT.glob("core/*/Cargo.toml")), *sorted(ROOT.glob("bindings-*/native/Cargo.toml"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in (*found, ROOT / "Cargo.toml", ROOT / "pyproject.toml"))


def dumped(value: Any) -> str:
    return json.dumps(value)


def alike(one: Any, other: Any) -> bool:
    return dumped(one) == dumped(other)


def tokens_of(request: dict[str, Any]) -> int:
    """The most tokens that the answer may have."""
    return int(request["max_output_tokens"])


def said(messages: Any) -> str:
    """All text of messages, of a request or of its parts."""
    if isinstance(messages, str):
        return messages
    if isinstance(messages, dict):
        return "\n".join(said(value) for key, value in messages.items() if key in ("text", "content", "parts", "output", "response", "functionResponse"))
    return "\n".join(map(said, messages)) if isinstance(messages, list) else ""


def roles(messages: list[Any]) -> str:
    """Their roles: u, m for Gemini, u, a, s for gencode."""
    return "".join(message["role"][0] for message in messages)


def tags(text: str) -> list[str]:
    """The sections that a prompt asks for, in order."""
    return [name for name in re.findall(r"^<(\w+)>$", text, re.MULTILINE) if name not in ("state_snapshot", "scratchpad", "analysis")]


def fields(value: dict[str, Any]) -> int:
    return len(value)


def count(part: str, text: str) -> int:
    return text.count(part)


def code_of(run: Callable[[], Any]) -> str:
    """The code of the error that a call ends with."""
    try:
        run()
    except conspectus.ConspectusError as error:
        return error.code
    return "none"


def plain(value: Any) -> Any:
    """A result as plain data."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


def equal(expected: Any, came: Any) -> bool:
    """Whether that came; of an object the fields that are expected. Ratios count to three digits."""
    if isinstance(expected, dict):
        return isinstance(came, dict) and all(name in came and equal(value, came[name]) for name, value in expected.items())
    if isinstance(expected, list):
        return isinstance(came, list) and len(came) == len(expected) and all(map(equal, expected, came))
    if isinstance(expected, float) and isinstance(came, int | float):
        return abs(came - expected) < 0.0005
    return type(expected) is type(came) and bool(expected == came) or (isinstance(expected, int) and isinstance(came, float) and expected == came)


def names() -> dict[str, Any]:
    """The names of one row: the package's, and the functions of this file."""
    package = {"Compactor": Compactor, "conspectus": conspectus}
    package |= {module.__name__.rpartition(".")[2]: module for module in (context, files, gemini_cli, gencode, opencode, qwen_code, tokens)}
    own = {name: value for name, value in globals().items() if callable(value) and getattr(value, "__module__", None) == __name__}
    return {**own, **package}
