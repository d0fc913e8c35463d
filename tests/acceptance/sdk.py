"""Checks that the providers' own Python SDKs accept compacted histories: their message models (pydantic) read each of them.

Conversations come from `conspectus-laws generate`; each is cleared, slimmed and compacted, by every preset. What an SDK accepts
before, it must accept after. Run by `make acceptance`.
"""

from __future__ import annotations

import argparse
import collections.abc
import json
import subprocess
import sys
from typing import Any

import pydantic
from anthropic.types import MessageParam
from google.genai.types import Content
from openai.types.chat import ChatCompletionMessageParam
from openai.types.responses import ResponseInputItemParam

import conspectus

Messages = list[dict[str, Any]]
MODELS = {
    "gemini": pydantic.TypeAdapter(list[Content]),
    "openai_chat": pydantic.TypeAdapter(list[ChatCompletionMessageParam]),
    "openai_responses": pydantic.TypeAdapter(list[ResponseInputItemParam]),
    "anthropic": pydantic.TypeAdapter(list[MessageParam]),
}


def read_all(value: Any) -> None:
    """Iterables inside the SDKs' types are checked as they are read."""
    if isinstance(value, dict):
        for child in value.values():
            read_all(child)
    elif isinstance(value, collections.abc.Iterable) and not isinstance(value, (str, bytes, pydantic.BaseModel)):
        for child in value:
            read_all(child)


def problem(dialect: str, messages: Messages) -> str | None:
    try:
        read_all(MODELS[dialect].validate_python(json.loads(json.dumps(messages))))
    except pydantic.ValidationError as error:
        return str(error)
    return None


def outcomes(dialect: str, messages: Messages) -> dict[str, Messages]:
    """What each operation makes of a history."""
    made: dict[str, Messages] = {
        "slim": conspectus.qwen_code.slim(messages, dialect=dialect).messages,
        "microcompact": conspectus.qwen_code.microcompact(messages, dialect=dialect, force=True, keep_tool_results=1).messages,
        "prune": conspectus.gencode.prune(messages, dialect=dialect, clear_min_tokens=0, clear_protect_tokens=100).messages,
        "repair": conspectus.repair(messages, dialect=dialect).messages,
    }
    for preset in (row["name"] for row in conspectus.sansio.names()["presets"]):
        compactor = conspectus.Compactor(dialect=dialect, preset=preset)
        made[f"compact {preset}"] = compactor.compact(messages, force=True).messages
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--laws", default="target/release/conspectus-laws", help="the generator")
    parser.add_argument("--count", type=int, default=200)
    arguments = parser.parse_args()
    refused_in_all = 0
    for dialect in MODELS:
        run = subprocess.run([arguments.laws, "generate", dialect, str(arguments.count)], capture_output=True, text=True, check=True)
        histories = [json.loads(line)["messages"] for line in run.stdout.split("\n") if line]
        accepted = [messages for messages in histories if problem(dialect, messages) is None]
        results = refused = 0
        for messages in accepted:
            for name, after in outcomes(dialect, messages).items():
                results += 1
                if (reason := problem(dialect, after)) is not None:
                    refused += 1
                    print(f"  {dialect} {name}: {reason[:600]}", file=sys.stderr)
        print(f"{dialect:18} {len(accepted):4} of {len(histories)} histories accepted before; of {results} results {refused} refused")
        if len(accepted) * 2 < len(histories):
            print(f"  too few to tell: {problem(dialect, histories[0])!s:.800}")
            refused += 1
        refused_in_all += refused
    sys.exit(1 if refused_in_all else 0)


if __name__ == "__main__":
    main()
