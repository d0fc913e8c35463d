"""What others save on the same recorded sessions as `make bench-reduce`, beside ours: `make bench-reduce-peers` (docs/evidence/quality.md has the table).

It runs with the packages of `scripts/requirements/reduce-peers.txt`, as they are when nobody changes their settings. Nothing is fetched while it runs: a
package that wants the weights of a model does without. Each session is cut at the places of `reduce.PLACES`. Counted are tokens, the names that
the agent writes in its next 80 messages and that stood nowhere else before, calls and results that no longer belong together, and the time of one call
on the whole list.
"""

from __future__ import annotations

import copy
import datetime
import json
import logging
import os
import sys
import time
from typing import Any, Callable

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HEADROOM_TELEMETRY="off", HEADROOM_OFFLINE="1", DO_NOT_TRACK="1")

import conspectus  # noqa: E402
import headroom  # noqa: E402
import reduce  # noqa: E402
from compact_middleware.collapse import collapse_messages  # noqa: E402
from compact_middleware.config import CollapseConfig, MicrocompactConfig, TruncateArgsConfig  # noqa: E402
from compact_middleware.microcompact import microcompact_messages  # noqa: E402
from compact_middleware.truncation import truncate_args  # noqa: E402
from langchain_core.messages import convert_to_messages, convert_to_openai_messages  # noqa: E402

Messages = list[dict[str, Any]]


def condensed_safely(messages: Messages) -> Messages:
    return conspectus.condense(messages, level="safe").messages


def condensed(messages: Messages) -> Messages:
    return conspectus.condense(messages, level="groups").messages


def condensed_and_cleared(messages: Messages) -> Messages:
    return conspectus.clear_stale(condensed(messages), classes=reduce.READS).messages


def compact_middleware(messages: Messages) -> Messages:
    """All levels that need no model, for the tools that the session has: they are named otherwise than in the package."""
    tools = {call["function"]["name"] for message in messages for call in message.get("tool_calls") or []}
    old = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=2)
    listed = convert_to_messages(messages)
    for message in listed:
        if message.type == "ai":
            message.response_metadata["timestamp"] = message.additional_kwargs["timestamp"] = old.isoformat()
    listed, _ = collapse_messages(listed, CollapseConfig(collapse_tools=tools))
    listed, _ = truncate_args(listed, None, None, TruncateArgsConfig(trigger=("messages", 1)))
    listed, _ = microcompact_messages(listed, MicrocompactConfig(compactable_tools=tools))
    return convert_to_openai_messages(listed)


POLICIES: dict[str, Callable[[Messages], Messages]] = {
    "conspectus: `condense`, level `safe`": condensed_safely,
    "conspectus: `condense`, level `groups`": condensed,
    "conspectus: `groups`, and `clear_stale` of results": condensed_and_cleared,
    "headroom-ai `densify`": lambda messages: headroom.densify(messages).messages,
    "headroom-ai `compress`": lambda messages: headroom.compress(messages).messages,
    "compact-middleware, all levels needing no model": compact_middleware,
}


def misfits(messages: Messages) -> int:
    """Calls without a result, and results without a call, before the last message of the agent."""
    last = max((index for index, message in enumerate(messages) if message["role"] == "assistant"), default=0)
    open_calls: list[str] = []
    wrong = 0
    for message in messages[:last]:
        open_calls += [call["id"] for call in message.get("tool_calls") or []]
        if message["role"] == "tool":
            if message["tool_call_id"] in open_calls:
                open_calls.remove(message["tool_call_id"])
            else:
                wrong += 1
    return wrong + len(open_calls)


def measured(messages: Messages, policy: Callable[[Messages], Messages]) -> list[dict[str, float]]:
    rows = []
    for head, ahead in reduce.places(messages):
        given = copy.deepcopy(head)
        start = time.perf_counter()
        after = policy(given)
        row = {"micros": (time.perf_counter() - start) * 1e6, "messages": len(head), "names": 0, "names lost": 0}
        row["before"] = conspectus.gemini_cli.estimate_tokens(head).tokens
        row["after"] = conspectus.gemini_cli.estimate_tokens(after).tokens
        row["misfits"] = max(0, misfits(after) - misfits(head))
        old = reduce.names_of(head)
        left = reduce.names_of([{**message, "content": reduce.joined(text_of(message))} for message in after])
        row["names"], lost = reduce.lost_names(ahead, old, left)
        row["names lost"] = len(lost)
        rows.append(row)
    return rows


def text_of(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else json.dumps(content)


def main() -> int:
    if not reduce.DATA.is_dir():
        print(f"skipped: no recorded sessions at {reduce.DATA}")
        return 0
    logging.disable(logging.WARNING)
    kinds = reduce.found()
    print("| what | coding: saved | later names kept | support: saved | later names kept | split | µs a message |")
    print("| --- | --: | --: | --: | --: | --: | --: |")
    for name, policy in POLICIES.items():
        # The first call of a package loads what it needs.
        policy(copy.deepcopy(kinds["support"][0]))
        totals = []
        for lists in kinds.values():
            rows = [row for messages in lists for row in measured(messages, policy)]
            totals.append({key: sum(row[key] for row in rows) for key in rows[0]})
        cells = [f"{1 - total['after'] / total['before']:.1%} | {1 - total['names lost'] / total['names']:.1%}" for total in totals]
        micros = sum(total["micros"] for total in totals) / sum(total["messages"] for total in totals)
        print(f"| {name} | {' | '.join(cells)} | {sum(total['misfits'] for total in totals):.0f} | {micros:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
