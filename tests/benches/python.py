"""What the package costs beside what people use today, in one process. Read the ratios: the times only give the scale.

    python tests/benches/python.py

First load: the size of every message of a whole history. One more turn: one message appended, totals and split point. A plan of a run that acts: what
clearing, a summary without a model and a question to a model would do.
Each number is the least of several runs. Peers that are not installed are skipped, and the table says so.
"""

from __future__ import annotations

import gc
import itertools
import json
import sys
import time
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

import conspectus

try:
    import orjson
except ImportError:
    orjson = None
try:
    from langchain_core.messages.utils import convert_to_messages, count_tokens_approximately
except ImportError:
    count_tokens_approximately = None

WORDS = ["fn", "let", "measure", "window", "(", ")", "{", "}", '"name"', "\n    ", "history", "tokens", "::", ";", "return"]


def text(seed: int, length: int) -> str:
    parts, size, number = [], 0, seed
    while size < length:
        parts.append(WORDS[number % len(WORDS)])
        size += len(parts[-1]) + 1
        number = (number * 1103515245 + 12345) % 2147483648
    return " ".join(parts)[:length]


def conversation(count: int, structured: bool, images: int) -> list[dict[str, Any]]:
    """Gemini messages; with `structured`, one tool result in five is 100 rows of six fields, the others are strings of 9 KB."""
    messages: list[dict[str, Any]] = []
    for i in range(count):
        call = f"call_{i - (1 if i % 5 in (2, 4) else 0)}"
        if i % 5 == 0:
            messages.append({"role": "user", "parts": [{"text": text(i, 600) + ("" if i % 10 else " 请继续 😀")}]})
        elif i % 5 in (1, 3):
            args = {"path": f"src/file{i}.rs", "limit": 100}
            messages.append({"role": "model", "parts": [{"text": text(i, 300)}, {"functionCall": {"id": call, "name": "read_file", "args": args}}]})
        else:
            output: Any = text(i, 9000) + (" 漢字" if i % 10 == 2 else "")
            if structured and i % 25 < 5:
                output = [{"id": row, "name": f"row {row}", "path": f"a/b/{row}.rs", "ok": row % 3 > 0, "size": row * 17.5, "note": "plain"} for row in range(100)]
            messages.append({"role": "user", "parts": [{"functionResponse": {"id": call, "name": "read_file", "response": {"output": output}}}]})
    for i in range(images):
        image = {"inlineData": {"mimeType": "image/png", "data": "QUJD" * 262_144 + str(i)}}
        messages.insert(len(messages) * i // images // 5 * 5, {"role": "user", "parts": [{"text": "see"}, image]})
    loaded: list[dict[str, Any]] = json.loads(json.dumps(messages))
    return loaded


# --- the peers ------------------------------------------------------------------------------------


def openai_dicts(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same content as OpenAI's dicts, which LangChain takes too. Structured results are JSON text there, written beforehand."""
    result: list[dict[str, Any]] = []
    for message in messages:
        head, last = message["parts"][0], message["parts"][-1]
        if response := head.get("functionResponse"):
            output = response["response"]["output"]
            content = output if isinstance(output, str) else json.dumps(output)
            result.append({"role": "tool", "tool_call_id": response["id"], "name": response["name"], "content": content})
        elif call := last.get("functionCall"):
            function = {"name": call["name"], "arguments": json.dumps(call["args"])}
            result.append({"role": "assistant", "content": head["text"], "tool_calls": [{"id": call["id"], "type": "function", "function": function}]})
        elif image := last.get("inlineData"):
            url = {"url": f"data:{image['mimeType']};base64,{image['data']}"}
            result.append({"role": "user", "content": [{"type": "text", "text": head["text"]}, {"type": "image_url", "image_url": url}]})
        else:
            result.append({"role": "user", "content": head["text"]})
    return result


def langchain_dumping(messages: list[dict[str, Any]], objects: list[Any]) -> int:
    """LangChain's counter over messages whose structured results are written as text on the way: it cannot measure them otherwise."""
    for message, object_ in zip(messages, objects, strict=True):
        if (response := message["parts"][0].get("functionResponse")) and not isinstance(response["response"]["output"], str):
            object_.content = json.dumps(response["response"]["output"])
    return count_tokens_approximately(objects)


def image_aware(message: dict[str, Any]) -> int:
    """Text lengths, 6,400 a medium, JSON for the rest: what qwen-code's first design does, in Python."""
    chars = 0
    for part in message["parts"]:
        if (string := part.get("text")) is not None:
            chars += len(string)
        elif "inlineData" in part:
            chars += 6400
        else:
            chars += len(json.dumps(part))
    return chars


class PureHistory:
    """The incremental ledger in pure Python: the same algorithm, prefix sums and boundaries."""

    def __init__(self) -> None:
        self.prefix = [0]
        self.boundaries: list[int] = []
        self.boundary_prefix: list[int] = []

    def append(self, message: dict[str, Any]) -> None:
        if message["role"] == "user" and "functionResponse" not in message["parts"][0]:
            self.boundaries.append(len(self.prefix) - 1)
            self.boundary_prefix.append(self.prefix[-1])
        self.prefix.append(self.prefix[-1] + image_aware(message))

    def tokens(self) -> int:
        return -(-self.prefix[-1] // 4)

    def split(self) -> int:
        index = bisect_left(self.boundary_prefix, self.prefix[-1] * 0.7)
        return self.boundaries[min(index, len(self.boundaries) - 1)]


# --- measuring ------------------------------------------------------------------------------------


def least(use: Callable[[], Any], seconds: float = 0.4) -> float:
    """The least time of one call, in seconds."""
    gc.collect()
    gc.disable()
    best, end, runs = float("inf"), time.perf_counter() + seconds, 0
    while runs < 3 or (time.perf_counter() < end and runs < 2000):
        start = time.perf_counter()
        use()
        best = min(best, time.perf_counter() - start)
        runs += 1
    gc.enable()
    return best


def extended(messages: list[dict[str, Any]], unit: str | None = None) -> int:
    """By a preset that counts lengths alone where a unit is given, else as the default counts."""
    options: Any = {"preset": {"name": "qwen-code-seed", "unit": unit}} if unit else {}
    history = conspectus.History(**options)
    history.extend(messages)
    return history.tokens


# LangChain takes OpenAI's dicts, which it first makes into its own objects, or such objects, where
# that was paid before. Ours is set against each on the like: the same dicts, and where results are
# data, against the counter with the writing that it needs.
LANGCHAIN_DICTS = "LangChain's counter, OpenAI dicts"
LANGCHAIN_OBJECTS = "  its objects, made beforehand"
LANGCHAIN_DUMPING = "  its objects, results written now"
OURS = "conspectus, chars (lengths alone)"
OURS_DICTS = "  the same OpenAI dicts"
LIKE = [
    ("OpenAI dicts, both", LANGCHAIN_DICTS, OURS_DICTS),
    ("its objects made beforehand, our dicts", LANGCHAIN_OBJECTS, OURS_DICTS),
    ("results as data, written for it", LANGCHAIN_DUMPING, OURS),
]


def against_langchain(rows: dict[str, list[float | None]]) -> None:
    print("chars / 4, as it counts, against LangChain's counter: times faster")
    for name, theirs, ours in LIKE:
        ratios = [f"{a / b:,.2f}x" if a and b else "not installed" for a, b in zip(rows[theirs], rows[ours], strict=True)]
        print(f"  {name:38}" + "".join(f"{ratio:>22}" for ratio in ratios))


def first_load(messages: list[dict[str, Any]]) -> dict[str, float | None]:
    dicts = openai_dicts(messages)
    objects = convert_to_messages(dicts) if count_tokens_approximately else []
    return {
        "json.dumps per message": least(lambda: [len(json.dumps(message)) for message in messages]),
        "image-aware walk in Python": least(lambda: [image_aware(message) for message in messages]),
        "orjson.dumps per message": least(lambda: [len(orjson.dumps(message)) for message in messages]) if orjson else None,
        LANGCHAIN_DICTS: least(lambda: count_tokens_approximately(dicts)) if count_tokens_approximately else None,
        LANGCHAIN_OBJECTS: least(lambda: count_tokens_approximately(objects)) if count_tokens_approximately else None,
        LANGCHAIN_DUMPING: least(lambda: langchain_dumping(messages, objects)) if count_tokens_approximately else None,
        "conspectus, exact (part_json_chars)": least(lambda: extended(messages, unit="part_json_chars")),
        OURS: least(lambda: extended(messages, unit="chars")),
        OURS_DICTS: least(lambda: extended(dicts, unit="chars")),
        "conspectus, default (reads the text)": least(lambda: extended(messages)),
    }


def one_turn(count: int) -> dict[str, float | None]:
    messages = conversation(min(count, 10_000), False, 0)
    messages = (messages * (count // len(messages) + 1))[:count]
    objects = convert_to_messages(openai_dicts(messages)) if count_tokens_approximately else []
    fresh = conversation(5, False, 0)[1]
    pure, history, synced = PureHistory(), conspectus.History(), conspectus.History()
    for message in messages:
        pure.append(message)
    history.extend(messages)
    listed = list(messages)
    synced.sync(listed)

    def pure_turn() -> None:
        pure.append(fresh)
        pure.tokens()
        pure.split()

    def turn() -> None:
        history.append(fresh)
        history.tokens  # noqa: B018
        history.split_point()

    def sync_turn() -> None:
        listed.append(fresh)
        synced.sync(listed)
        synced.tokens  # noqa: B018
        synced.split_point()

    few = 0.05
    return {
        "json.dumps of everything": least(lambda: sum(len(json.dumps(message)) for message in messages), few),
        "LangChain's approximate counter": least(lambda: count_tokens_approximately(objects), few) if count_tokens_approximately else None,
        "the same ledger in pure Python": least(pure_turn, few),
        "conspectus, sync of the whole list": least(sync_turn, few),
        "conspectus, append": least(turn, few),
    }


def copied(message: dict[str, Any], copy: int) -> dict[str, Any]:
    """The message with ids of its own, as no two calls of a session have the same."""
    kinds = ("functionCall", "functionResponse")
    parts = [{kind: {**part[kind], "id": f"{part[kind]['id']}_{copy}"} for kind in kinds if kind in part} or part for part in message["parts"]]
    return {**message, "parts": parts}


def noop_turn(count: int) -> dict[str, float | None]:
    """A turn of a compactor that finds nothing to do, after one message was added."""
    some = conversation(min(count, 10_000), False, 0)
    messages = [copied(message, copy) for copy in range(count // len(some) + 1) for message in some][: (count - 1) // 5 * 5]
    # A new result that repeats an old one would be told shorter, so the agent has read the last
    # one.
    messages.append({"role": "model", "parts": [{"text": "I have read it."}]})
    fresh = conversation(5, False, 0)[0]
    window: Any = {"context_window": 1_000_000_000_000, "dialect": "gemini"}
    compactor: conspectus.Compactor[Any] = conspectus.Compactor(**window)
    compactor.compact(messages)
    compactor.compact([*messages, fresh])
    cloned = [dict(message) for message in messages]

    def turn() -> None:
        messages.append(fresh)
        assert not compactor.compact(messages).changed

    def certain() -> None:
        known = len(messages)
        messages.append(fresh)
        assert not compactor.compact(messages, unchanged_messages=known).changed

    numbers = itertools.count()

    def after_a_result(**said: int) -> None:
        # The last message may have grown, so it is read again: its result answers a call that is
        # known.
        name = f"fresh-{next(numbers)}"
        messages.append({"role": "model", "parts": [{"functionCall": {"id": name, "name": "read_file", "args": {"path": "src/a.py"}}}]})
        messages.append({"role": "user", "parts": [{"functionResponse": {"id": name, "name": "read_file", "response": {"output": "import os"}}}]})
        assert not compactor.compact(messages, **said).changed

    def again() -> None:
        assert not conspectus.Compactor(**window).compact(cloned).changed

    def cold_plan() -> None:
        assert conspectus.Compactor(**window).plan(cloned).status == "unchanged"

    def plan() -> None:
        assert compactor.plan(messages).status == "unchanged"

    few = 0.05
    return {
        "json.dumps of everything": least(lambda: sum(len(json.dumps(message)) for message in messages), few),
        "image-aware walk of everything": least(lambda: sum(map(image_aware, messages)), few),
        "conspectus, a compactor that knows nothing": least(again, few),
        "conspectus, the compactor's next turn": least(turn, few),
        "  and the host says what is unchanged": least(certain, few),
        "  after a tool result": least(after_a_result, few),
        "  after a tool result, and the host says so": least(lambda: after_a_result(unchanged_messages=len(messages)), few),
        "conspectus, a plan that knows nothing": least(cold_plan, few),
        "conspectus, a plan after a turn": least(plan, few),
    }


def copied_turn(count: int) -> dict[str, float | None]:
    """A turn with nothing to do of a host that copies its list each turn. Its texts are read, since it tells its usage."""
    some = [copied(message, copy) for copy in range(count // 10_000 + 1) for message in conversation(min(count, 10_000), True, 0)][: (count - 1) // 5 * 5]
    text = json.dumps([*some, {"role": "model", "parts": [{"text": "I have read it."}]}])
    first, *copies = (json.loads(text) for _ in range(3))
    compactor: conspectus.Compactor[Any] = conspectus.Compactor(context_window=1_000_000_000_000, dialect="gemini")
    turns = itertools.cycle(copies)

    def turn(messages: list[Any]) -> None:
        assert not compactor.compact(messages, usage=1_000_000).changed

    # The first copy shows that the host copies.
    for messages in (first, *copies):
        turn(messages)
    return {
        "json.dumps of everything": least(lambda: json.dumps(first)),
        "conspectus, a copy of the list": least(lambda: turn(next(turns))),
        "conspectus, the same list": least(lambda: turn(copies[0])),
        "  a compactor that knows nothing": least(lambda: conspectus.Compactor(context_window=10**12, dialect="gemini").compact(first, usage=1_000_000)),
    }


def between_processes(count: int) -> dict[str, float | None]:
    """What a host that keeps the full list pays to save and load a compactor at each step, after many compactions."""
    full: list[dict[str, Any]] = []
    compactor: conspectus.Compactor[Any] = conspectus.Compactor(context_window=100_000, dialect="openai_chat")
    for place, message in enumerate(agent_work(count * 1_100)[:count]):
        full.append(message)
        if place % 20 == 0:
            compactor.compact(full)
    state = compactor.save()
    made = sum(len(json.dumps(item["made"])) for item in state["view"]["items"] if "made" in item)
    print(f"\n{len(full):,} messages: a state of {len(json.dumps(state)) - made:,} bytes, and {made:,} of the summary that stands in the list")
    loaded = conspectus.Compactor.load(state, context_window=100_000, dialect="openai_chat")
    assert loaded.save() == state
    return {
        "json.dumps of everything": least(lambda: json.dumps(full)),
        "conspectus, save": least(compactor.save),
        "conspectus, load": least(lambda: conspectus.Compactor.load(state, context_window=100_000, dialect="openai_chat")),
    }


def agent_work(tokens: int) -> list[dict[str, Any]]:
    """OpenAI messages of an agent at work, four chars a token: each line names things of its own, a fifth of them seen before."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Move the storage layer to the new interface. Never touch the generated files."}]
    size, number = 0, 0
    while size < tokens * 4:
        rows = []
        for _ in range(60):
            number += 1
            name = number if number % 5 else number // 2
            rows.append(f"{number % 60 + 1:>4}\tfn read_{name}(path: &Path) -> Result<Block{name % 997}> {{ store.open(path, 0x{name * 7919:x})? }} // see src/m{name % 89}/part{name % 613}.rs")
        call = {"id": f"c{number}", "type": "function", "function": {"name": "read_file", "arguments": json.dumps({"path": f"src/m{number % 89}/part{number % 613}.rs"})}}
        messages.append({"role": "assistant", "content": f"Next is read_{number}, which opens Block{number % 997} and is used by part {number % 613}.", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": "\n".join(rows)})
        size += len(messages[-1]["content"]) + 200
    return messages


def memory(tokens: int) -> dict[str, float | None]:
    messages = agent_work(tokens)
    given: Any = {"dialect": "openai_chat"}
    return {
        "json.dumps of everything": least(lambda: json.dumps(messages)),
        "conspectus, facts": least(lambda: conspectus.facts(messages, **given)),
        "conspectus, summarize_extractive": least(lambda: conspectus.summarize_extractive(messages, max_tokens=tokens // 10, **given)),
    }


def acting_plan(tokens: int) -> dict[str, float | None]:
    """A plan of a run that acts, since the report tells of a prompt above the trigger: all at once, and after a turn that showed the list."""
    messages = agent_work(tokens)
    counted = extended(messages)
    window = int(counted * 1.4)
    turn: Any = {"usage": int(window * 0.9)}
    rows: dict[str, float | None] = {"json.dumps of everything": least(lambda: json.dumps(messages))}
    kinds: dict[str, Any] = {
        "clears old results": {},
        "summarises without a model": {"clear_when": "never"},
        "asks a model": {"clear_when": "never", "summarize": lambda request: ""},
    }
    for kind, options in kinds.items():
        given: Any = {"context_window": window, "dialect": "openai_chat", **options}
        compactor: conspectus.Compactor[Any] = conspectus.Compactor(**given)
        assert not compactor.compact(messages).changed
        status = compactor.plan(messages, **turn).status
        assert status == ("reduced" if kind == "clears old results" else "summarized"), status
        rows[f"it {kind}"] = least(lambda given=given: conspectus.Compactor(**given).plan(messages, **turn))
        rows[f"  after a turn, {kind}"] = least(lambda compactor=compactor: compactor.plan(messages, **turn))
    return rows


def table(title: str, columns: list[str], rows: dict[str, list[float | None]], unit: float, base: int = 0) -> None:
    print(f"\n{title}\n{'':40}" + "".join(f"{column:>22}" for column in columns))
    first = list(rows.values())[base]
    for name, times in rows.items():
        cells = []
        for value, reference in zip(times, first, strict=True):
            assert reference is not None
            cells.append("not installed" if value is None else f"{value * unit:,.2f} ({reference / value:,.2f}x)")
        print(f"{name:40}" + "".join(f"{cell:>22}" for cell in cells))


def main() -> None:
    sizes = [60, 1000, 10_000] if "--all" in sys.argv or len(sys.argv) == 1 else [int(argument) for argument in sys.argv[1:]]
    for structured in (False, True):
        for images in (0, 20):
            columns: dict[str, dict[str, float | None]] = {}
            for size in sizes:
                columns[f"{size:,} messages"] = first_load(conversation(size, structured, images))
            names = next(iter(columns.values()))
            rows = {name: [column[name] for column in columns.values()] for name in names}
            what = "one tool result in five structured" if structured else "tool results are strings"
            table(f"First load, {what}, {images} images of 1 MB: ms (times faster than json.dumps)", list(columns), rows, 1e3)
            against_langchain(rows)
    works = [memory(tokens) for tokens in (50_000, 200_000, 1_000_000)]
    table("A memory without a model, of so many tokens: ms (times faster than json.dumps)", ["50,000", "200,000", "1,000,000"], {name: [work[name] for work in works] for name in works[0]}, 1e3)
    plans = [acting_plan(tokens) for tokens in (50_000, 200_000, 1_000_000)]
    table("A plan of a run that acts, of so many tokens: ms (times faster than json.dumps)", ["50,000", "200,000", "1,000,000"], {name: [plan[name] for plan in plans] for name in plans[0]}, 1e3)
    copies = [copied_turn(count) for count in (100, 1000, 10_000)]
    rows = {name: [turn[name] for turn in copies] for name in copies[0]}
    table("Compactor, a turn of a host that copies its list: us (times faster than json.dumps)", ["100 messages", "1,000 messages", "10,000 messages"], rows, 1e6)
    stored = between_processes(5_000)
    table("Compactor, save and load: us (times faster than json.dumps)", ["5,000 messages"], {name: [value] for name, value in stored.items()}, 1e6)
    counts = [100, 1000, 10_000, 100_000]
    turns = [one_turn(count) for count in counts]
    rows = {name: [turn[name] for turn in turns] for name in turns[0]}
    noops = [noop_turn(count) for count in counts]
    noop_rows = {name: [turn[name] for turn in noops] for name in noops[0]}
    table("Compactor, a turn with nothing to do: us (times faster than json.dumps)", [f"{count:,} messages" for count in counts], noop_rows, 1e6)
    table("One more turn: us (times faster than json.dumps)", [f"{count:,} messages" for count in counts], rows, 1e6)


if __name__ == "__main__":
    main()
