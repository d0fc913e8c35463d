"""`Watched` for programs in other languages: a process that says its address in the first line, and answers
each line of JSON with one. `watched.mjs` speaks with it.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from watched import Watched

from provider.tools import png


def answer(watched: Watched, told: dict[str, Any]) -> Any:
    if "open" in told:
        return watched.open(told["open"])
    if "tool" in told:
        return watched.tool(told["tool"])
    if "picture" in told:
        return png(told["picture"])
    names = ("turns", "lost_requests", "lost_results", "refused", "cost_tokens", "log")
    return {name: getattr(watched, name) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--settings", type=json.loads, default={}, help="keywords of `Watched` as JSON")
    watched = Watched(**parser.parse_args().settings)
    print(json.dumps(watched.url), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(watched, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
