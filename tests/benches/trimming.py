"""What others' trimming leaves of valid histories: invalid, over budget, seconds; beside this package.

Conversations come from `conspectus-laws generate`, verdicts from its validator of the providers' rules, which shares no code with the
engine. Each history is trimmed to half of its tokens (chars / 4, the same yardstick for all). Run by `make trimming`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")

import conspectus

Messages = list[dict[str, Any]]


def tokens(messages: Messages) -> int:
    """The budget's yardstick: chars of all text, arguments included, by four; a medium 1,600."""
    return conspectus.gemini_cli.estimate_tokens(messages, preset="opencode", dialect="openai_chat", unit="chars").tokens


def ours(messages: Messages, budget: int) -> Messages:
    """A host that compacts until it fits: 0.7 of the history first, more if that was not enough."""
    for fraction in (0.7, 0.95):
        compactor = conspectus.Compactor(
            dialect="openai_chat", context_window=budget * 2, keep={"tokens": max(1, int(min(tokens(messages) * (1 - fraction), budget * 0.7)))}
        )
        messages = compactor.compact(messages, force=True).messages
        if tokens(messages) <= budget:
            break
    return messages


def langchain(**options: Any) -> Callable[[Messages, int], Messages]:
    from langchain_core.messages import convert_to_messages, convert_to_openai_messages, trim_messages
    from langchain_core.messages.utils import count_tokens_approximately

    def trim(messages: Messages, budget: int) -> Messages:
        kept = trim_messages(
            convert_to_messages(messages), max_tokens=budget, token_counter=count_tokens_approximately, strategy="last", include_system=True, **options
        )
        return convert_to_openai_messages(kept)  # type: ignore[return-value]

    return trim


def litellm_trim(messages: Messages, budget: int) -> Messages:
    from litellm.utils import trim_messages

    trimmed = trim_messages(json.loads(json.dumps(messages)), model="gpt-4o", max_tokens=budget)
    return trimmed if isinstance(trimmed, list) else trimmed[0]


def autogen(messages: Messages, budget: int) -> Messages:
    """AutoGen's buffered context with half of the messages: it counts messages, not tokens."""
    from autogen_core import FunctionCall
    from autogen_core.model_context import BufferedChatCompletionContext
    from autogen_core.models import AssistantMessage, FunctionExecutionResult, FunctionExecutionResultMessage, SystemMessage, UserMessage

    context = BufferedChatCompletionContext(buffer_size=max(1, len(messages) // 2))
    # Each message keeps its index in the source, so that what is kept can be written back as it
    # was.
    index_of: dict[int, int] = {}

    async def run() -> Messages:
        for index, message in enumerate(messages):
            text = json.dumps(message.get("content"))
            if message["role"] in ("system", "developer"):
                made: Any = SystemMessage(content=text)
            elif message["role"] == "user":
                made = UserMessage(content=text, source="user")
            elif message["role"] == "tool":
                result = FunctionExecutionResult(content=text, name="t", call_id=message["tool_call_id"], is_error=False)
                made = FunctionExecutionResultMessage(content=[result])
            elif message.get("tool_calls"):
                calls = [FunctionCall(id=call["id"], name="t", arguments="{}") for call in message["tool_calls"]]
                made = AssistantMessage(content=calls, source="agent")
            else:
                made = AssistantMessage(content=text, source="agent")
            index_of[id(made)] = index
            await context.add_message(made)
        return [messages[index_of[id(kept)]] for kept in await context.get_messages()]

    return asyncio.run(run())


def verdicts(laws: str, before: list[Messages], after: list[Messages | None]) -> list[str | None]:
    lines = "\n".join(json.dumps({"before": old, "after": new}) for old, new in zip(before, after, strict=True))
    answer = subprocess.run([laws, "judge", "openai_chat"], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.split("\n") if line]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--laws", default="target/release/conspectus-laws", help="the generator and validator")
    parser.add_argument("--count", type=int, default=300)
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    made = subprocess.run([arguments.laws, "generate", "openai_chat", str(arguments.count)], capture_output=True, text=True, check=True)
    histories = [json.loads(line)["messages"] for line in made.stdout.split("\n") if line]
    # A budget that some boundary can meet: no single message may be larger than it.
    histories = [history for history in histories if len(history) >= 4]
    contenders: dict[str, Callable[[Messages, int], Messages]] = {
        "conspectus (extractive summary)": ours,
        "langchain trim_messages": langchain(),
        "langchain trim_messages, start_on human": langchain(start_on="human"),
        "litellm trim_messages": litellm_trim,
        "autogen BufferedChatCompletionContext": autogen,
    }
    print(f"{len(histories)} valid OpenAI histories, each to half of its tokens")
    print(f"{'':42}{'invalid':>9}{'over budget':>13}{'of 1,000+':>11}{'empty':>7}{'failed':>8}{'seconds':>9}")
    lost = False
    for name, trim in contenders.items():
        after: list[Messages | None] = []
        start = time.perf_counter()
        failed = 0
        for history in histories:
            try:
                after.append(trim(history, tokens(history) // 2))
            except Exception as error:  # noqa: BLE001 - a contender that raises is counted, whatever it raises
                failed += 1
                after.append(None)
                print(f"  {name}: {type(error).__name__}: {str(error)[:100]}", file=sys.stderr)
        seconds = time.perf_counter() - start
        known = [(old, new) for old, new in zip(histories, after, strict=True) if new is not None]
        judged = verdicts(arguments.laws, [old for old, _ in known], [new for _, new in known])
        invalid = sum(verdict is not None for verdict in judged)
        over = sum(tokens(new) > tokens(old) // 2 for old, new in known)
        # A budget of less than a page leaves no room for a summary; those from 1,000 tokens on are
        # counted by themselves.
        roomy = [(old, new) for old, new in known if tokens(old) // 2 >= 1_000]
        over_roomy = sum(tokens(new) > tokens(old) // 2 for old, new in roomy)
        empty = sum(not any(message["role"] not in ("system", "developer") for message in new) for _, new in known)
        print(f"{name:42}{invalid:9}{over:13}{f'{over_roomy} of {len(roomy)}':>11}{empty:7}{failed:8}{seconds:9.2f}")
        lost = lost or (trim is ours and invalid + failed > 0)
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
