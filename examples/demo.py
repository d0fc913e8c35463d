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

    report = result.report
    size = report.size
    print(f"Python: {result.status}, {size.messages_before} -> {size.messages_after} messages, {size.before:,} -> {size.after:,} tokens "
          f"(trigger {size.trigger:,}, target {size.target:,}, window {WINDOW:,})")
    print(f"  why: {report.reason.text}")
    widest = max(report.parts.before.values())
    for name, before in report.parts.before.items():
        after = report.parts.after[name]
        if before or after:
            print(f"  {name.replace('_', ' '):<13}{before:>8,} {bar(before, widest)}")
            print(f"  {'':<13}{after:>8,} {bar(after, widest)}")
    for line in report.went:
        print(f"  went: {line.count} {line.why}, {line.tokens:,} tokens")
    kept = sum(1 for message in result.messages if any(message is old for old in messages))
    print(f"  {kept} messages are the very same objects as before; the summary is message {report.cache.first_changed_message}")


def bar(tokens: int, widest: int) -> str:
    return "█" * -(-tokens * 50 // widest)


if __name__ == "__main__":
    main(sys.argv[1])
