"""What a result says of a run (its rows, log and sums), judged by the two lists alone. Shares no code with the core."""

from __future__ import annotations

import re
from typing import Any

Message = dict[str, Any]
NEWEST = re.compile(r"older than the newest (\d+) of its kind")


def calls_of(message: Message) -> list[tuple[str, str]]:
    """The calls of a message: their ids and names."""
    blocks = message["content"] if isinstance(message["content"], list) else []
    made = [(block["id"], block["name"]) for block in blocks if block["type"] == "tool_use"]
    return made + [(call["id"], call["function"]["name"]) for call in message.get("tool_calls") or ()]


def results_of(message: Message) -> dict[str, Any]:
    """The results of a message by the ids of their calls."""
    if message["role"] == "tool":
        return {message["tool_call_id"]: message["content"]}
    blocks = message["content"] if isinstance(message["content"], list) else []
    return {block["tool_use_id"]: block["content"] for block in blocks if block["type"] == "tool_result"}


def faults(before: list[Message], after: list[Message], said: dict[str, Any]) -> list[str]:
    """What of `said` the lists contradict. `said` holds the `rows`, the `log`, the `removed` and the plain fields of a result."""
    found: list[str] = []

    def must(holds: bool, what: str) -> None:
        if not holds:
            found.append(what)

    rows, log = said["rows"], said["log"]
    names = {name: tool for message in before for name, tool in calls_of(message)}
    results = [(index, name) for index, message in enumerate(before) for name in results_of(message)]
    contents = {name: content for message in before for name, content in results_of(message).items()}
    later = {name: content for message in after for name, content in results_of(message).items()}
    same = {id(message) for message in after}
    must(len(rows) == len(before), f"{len(rows)} rows of {len(before)} messages")
    gone: list[int] = []
    for index, (message, row) in enumerate(zip(before, rows)):
        ids = [name for name, _ in calls_of(message)] or list(results_of(message))
        tools = list(dict.fromkeys(names[name] for name in ids))
        changed = [name for name in results_of(message) if name in later and later[name] != contents[name]]
        is_in = id(message) in same or bool(changed) or any(name in later for name in results_of(message))
        action = "kept" if id(message) in same else "cleared" if is_in else "summarized"
        where = f"row {index}"
        must(row["index"] == index, f"{where}: index {row['index']}")
        must(row["role"] == message["role"], f"{where}: role {row['role']}, it is {message['role']}")
        must(row["tool"] == ", ".join(tools), f"{where}: tool {row['tool']!r}, it is {tools}")
        must(row["action"] == action, f"{where}: {row['action']}, it was {action}")
        must(row["call_ids"] == (changed if action == "cleared" else ids), f"{where}: calls {row['call_ids']}, they are {changed or ids}")
        must(bool(row["reason"]) == (action != "kept"), f"{where}: {action} by {row['reason']!r}")
        sizes = row["tokens_before"], row["tokens_after"]
        fits = {"kept": sizes[0] == sizes[1], "cleared": 0 < sizes[1] < sizes[0], "summarized": sizes[1] == 0 < sizes[0]}
        must(fits[action], f"{where}: {action} from {sizes[0]} to {sizes[1]} tokens")
        if newest := NEWEST.search(row["reason"]):
            behind = len(results) - 1 - min((results.index((index, name)) for name in results_of(message)), default=0)
            must(behind >= int(newest[1]), f"{where}: {row['reason']}, and {behind} results follow")
        if action == "summarized":
            gone.append(index)
    cleared = [name for name, content in later.items() if content != contents[name]]
    unequal = next((at for at, message in enumerate(before) if at >= len(after) or after[at] is not message), None)
    sums = {
        "summarized_messages": (len(gone), sum(rows[index]["tokens_before"] for index in gone)),
        "cleared_tool_results": (len(cleared), sum(row["tokens_before"] - row["tokens_after"] for row in rows if row["action"] == "cleared")),
    }
    for one in said["removed"]:
        count, tokens = sums.get(one["kind"], (0, 0))
        # A row is rounded up by itself.
        must(one["count"] == count and 0 <= tokens - one["tokens"] <= max(count, 1), f"removed: {one}, by the rows {count}, {tokens} tokens")
    must({one["kind"] for one in said["removed"]} == {kind for kind, (count, _) in sums.items() if count}, f"removed: {said['removed']}, it was {sums}")
    total = sum(row["tokens_before"] for row in rows)
    is_so = {
        "sizes.messages_before": len(before),
        "sizes.messages_after": len(after),
        "cut.messages": len(gone) or None,
        "cache.first_changed": unequal,
        "run.dialect": "openai_chat" if any(message["role"] == "tool" for message in before) else "anthropic",
    }
    for path, value in is_so.items():
        must(path not in log or log[path] == value, f"log: {path} {log.get(path)}, it is {value}")
    if "cut.index" in log:
        must(not gone or max(gone) < log["cut.index"], f"log: cut.index {log['cut.index']}, and message {max(gone, default=0)} is gone")
        must(set(range(log["cut.index"])) - set(gone) <= {0, log["cut.index"] - 1} | set(said["pins"]), f"log: cut.index {log['cut.index']}, and more stays in front of it")
    after_total = sum(row["tokens_after"] for row in rows) + log.get("summary.tokens", 0)
    for name, value, of in (("tokens_before", said["tokens_before"], total), ("tokens_after", said["tokens_after"], after_total), ("log: sizes.prompt_tokens_before", log["sizes.prompt_tokens_before"], total)):
        must(0 <= of - value <= len(rows), f"{name} {value}, by the rows {of}")
    return found


def lies(said: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """What a result said, with one thing changed each time so that it is untrue."""
    made: list[tuple[str, dict[str, Any]]] = []

    def lie(kind: str, **changed: Any) -> None:
        made.append((kind, {**said, **changed}))

    def row(kind: str, at: int, **changed: Any) -> None:
        lie(kind, rows=[{**one, **changed} if index == at else one for index, one in enumerate(said["rows"])])

    actions = [one["action"] for one in said["rows"]]
    for action, other in (("kept", "cleared"), ("cleared", "kept"), ("cleared", "summarized"), ("summarized", "kept")):
        if action in actions:
            row(f"{action} told as {other}", actions.index(action), action=other)
    with_tool = next(at for at, one in enumerate(said["rows"]) if one["tool"])
    row("another tool", with_tool, tool="other_tool")
    row("another call", with_tool, call_ids=["other_id"])
    row("a tenth of its tokens", len(actions) - 1, tokens_before=said["rows"][-1]["tokens_before"] // 10)
    lie("a row too few", rows=said["rows"][1:])
    for path, step in (("sizes.messages_before", 1), ("sizes.messages_after", 1), ("cut.index", -3), ("cut.messages", 1), ("cache.first_changed", 1), ("sizes.prompt_tokens_before", 500)):
        if path in said["log"]:
            lie(path, log={**said["log"], path: said["log"][path] + step})
    for at, one in enumerate(said["removed"]):
        for field, step in (("count", 1), ("tokens", one["count"] + 2)):
            changed = {**one, field: one[field] + step}
            lie(f"{field} of {one['kind']}", removed=[changed if index == at else each for index, each in enumerate(said["removed"])])
    lie("tokens_after", tokens_after=said["tokens_after"] // 2)
    return made
