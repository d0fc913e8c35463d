"""Compacts a recorded session offline, through the Python package, and draws what went and why.

    python examples/demo.py examples/sessions/coding.anthropic.json
"""

import json
import sys

from conspectus import Compactor

WINDOW = 32_000  # tokens; a small model's window, so that the session does not fit


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        messages = json.load(file)

    compactor = Compactor(context_window=WINDOW)  # without `summarize` the summary is written here, without a model
    result = compactor.compact(messages)

    sizes = result.details.sizes
    print(f"Python: {result.status}, {sizes.messages_before} -> {sizes.messages_after} messages, {result.tokens_before:,} -> {result.tokens_after:,} tokens "
          f"(trigger {result.trigger_tokens:,}, target {sizes.target_tokens:,}, window {WINDOW:,})")
    print(f"  why: {result.reason}")
    before, after = sizes.by_kind_before.to_dict(), sizes.by_kind_after.to_dict()
    widest = max(before.values())
    for name in before:
        if before[name] or after[name]:
            print(f"  {name.replace('_', ' '):<13}{before[name]:>8,} {bar(before[name], widest)}")
            print(f"  {'':<13}{after[name]:>8,} {bar(after[name], widest)}")
    for group in result.removed:
        print(f"  went: {group.count} {group.kind.replace('_', ' ')}, {group.tokens:,} tokens")
    kept = sum(1 for message in result.messages if any(message is old for old in messages))
    print(f"  {kept} messages are the very same objects as before; the summary is message {result.details.cache.first_changed}")


def bar(tokens: int, widest: int) -> str:
    return "█" * -(-tokens * 50 // widest)


if __name__ == "__main__":
    main(sys.argv[1])
