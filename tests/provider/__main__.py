"""A strict provider on the own machine, for people who test an agent: `python -m tests.provider`.
Nothing to install, no key to pay for.

Point a client at the address that is printed; any text is a key. A request is refused as the real
provider refuses it, and says why in a line.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from .failures import Plan
from .model import FILES, Answer, Script
from .server import Server
from .session import Settings


def _plan(text: str) -> Plan:
    try:
        return Plan(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.provider", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="0 takes one that is free (default)")
    parser.add_argument("--window", type=int, default=200_000, help="tokens of the context window (default: 200000)")
    parser.add_argument("--model", help="take every request as one to this model, whatever it names")
    parser.add_argument("--thinking", choices=("auto", "older", "bound"), default="auto", help="the rule for thinking blocks: by the model's name (default), or this one for all")
    parser.add_argument("--fail", type=_plan, default=Plan(), metavar="PLAN", help="for each key: `3:429/7 4-6:529 9:drop 10:half 11:broken 12:empty 13:cut 14:refusal`")
    parser.add_argument("--seed", default="0", help="of the agent that answers (default: 0)")
    parser.add_argument("--script", type=Path, help='a JSON list of answers instead: [{"text": "...", "calls": [{"name": "...", "args": {}}]}]')
    parser.add_argument("--files", type=Path, help="a folder; the agent asks for its files")
    parser.add_argument("--tool", help="the tool that the agent calls; one of those declared unless told")
    parser.add_argument("--max-bytes", type=int, help="the largest body; each provider's own unless told")
    parser.add_argument("--run", nargs=argparse.REMAINDER, metavar="COMMAND", help="runs a program whose SDKs find the server, and ends with it")
    given = parser.parse_args()
    files = sorted(str(path.relative_to(given.files)) for path in given.files.rglob("*") if path.is_file()) if given.files else FILES
    settings = Settings(given.window, given.model, given.thinking, given.seed, files, given.tool, given.max_bytes, given.fail)
    if given.script:
        answers = [Answer.of(answer) for answer in json.loads(given.script.read_text("utf-8"))]
        settings.make = lambda: Script(answers)
    if given.run:
        server = Server(settings, given.port).start()
        sys.exit(subprocess.run(given.run, env={**os.environ, **server.environment()}, check=False).returncode)
    server = Server(settings, given.port, lambda line: print(line, flush=True))
    # The first line is the address alone, for programs that start the server.
    print(server.url, flush=True)
    print(f"Anthropic and Gemini: {server.url}   OpenAI: {server.url}/v1   what was asked: {server.url}/server", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
