"""What the command line reads of each recorded file beside the repository, compared with the table in its README.

    python3 scripts/measure/session_table.py            # all rows, the totals, and the differences
    python3 scripts/measure/session_table.py --brief    # only the totals and the differences

A difference is not an error by itself: the table counts objects, and a walk over all of JSON counts calls twice where a record repeats them.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / ".." / "shared" / "data"
NO_CONVERSATION = 3

# Why the numbers of a file differ from those of the table. The first pattern that fits counts; a difference without a reason fails.
REASONS = {
    "anthropic-messages/*51cases*": "the table omits the call of an MCP server (mcp_tool_use)",
    "claude-code/*": "lines with one message id are one message; subagents, progress, meta and repeated lines are left out, with their calls",
    "codex/agent-sessions-large*": "the table doesn't count `tool_call`",
    "codex/*schema_drift*": "the table doesn't count lines that are items themselves",
    "codex/claude-code-tools*": "the table doesn't count `request_item`",
    "copilot-cli/*": "the table counts events; its walk doesn't know `toolRequests`",
    "gemini-cli-chat/*schema_drift*": "the table doesn't count contents with the role `gemini`",
    "gemini-cli-chat/*": "results become messages of their own; notes to the user and replaced records are left out",
    "gemini-contents/*65cases*": "the table counts 9 system instructions with a role",
    "kimi-cli/*": "the table counts records; its walk doesn't know `tool.call`",
    "langchain/*": "the table also counts each result as a call",
    "openai-chat/inspect-ai*": "the table also counts the event transcript, which repeats the messages",
    "openai-chat/openhands-sdk*": "the table also counts the response and `raw_messages`",
    "openai-chat/*60cases*": "the table doesn't count messages without `content`",
    "openai-responses/*": "the table doesn't count items without a role, and counts repeated calls",
    "opencode/*part*": "a part is read as a message with this part only",
    "openhands/*": "the table counts events; actions and observations repeat the response with its calls",
    "swe-agent/swe-agent-function_calling_simple*": "the table counts actions in steps, which this file doesn't have; its history has 5 calls",
    "swe-agent/*": "these agents write commands as text: the table counts actions, but there are no calls",
    "tarko/*": "the table counts events; `tool_call` repeats a call of the message before",
    "vercel-ai/*": "items without a role, and a stream of chunks",
}


def expected() -> dict[str, tuple[int, int]]:
    """Messages and calls of each file, as the table of the data says."""
    found, folder, head = {}, "", []
    for line in (DATA / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if heading := re.fullmatch(r"## (\S+)/", line):
            folder = heading[1]
        elif line.startswith("| file |"):
            head = cells
        elif folder and line.startswith("| ") and (DATA / folder / cells[0]).exists():
            row = dict(zip(head, cells, strict=False))
            found[f"{folder}/{cells[0]}"] = (int(row["messages"]), int(row["calls"]))
    return found


def inspected(program: str, file: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run([program, "inspect", "--json", "--whole-session", str(DATA / file)], capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def described(report: dict[str, Any]) -> dict[str, Any]:
    conversations = report["conversations"]
    return {
        "format": report["format"],
        "dialects": sorted({one["dialect"] for one in conversations}),
        "messages": sum(one["messages"] for one in conversations),
        "calls": sum(tool["calls"] for one in conversations for tool in one["tools"]),
        "orphans": sum(len(one["orphans"]) for one in conversations),
        "unanswered": sum(len(one["unanswered"]) for one in conversations),
        "compactions": sum(one["compactions"] for one in conversations),
        "left_out": report["left_out"] | ({"unreadable lines": len(report["skipped_lines"])} if report["skipped_lines"] else {}),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--program", default=os.environ.get("CONSPECTUS", "conspectus"), help="the command line, by default the one in PATH")
    wanted = parser.parse_args()
    if not (DATA / "README.md").exists():
        print("skipped: no recorded sessions beside the repository (../shared/data)")
        return 0
    table, read, refused, failed, unexplained, differences = expected(), 0, 0, 0, 0, []
    for file, (messages, calls) in table.items():
        code, document = inspected(wanted.program, file)
        if code == 0:
            read += 1
            row = described(document["files"][0])
            left = ", ".join(f"{count} {what}" for what, count in row["left_out"].items()) or "-"
            text = (
                f"{row['format']} ({', '.join(row['dialects'])}): {row['messages']} messages, {row['calls']} calls, "
                f"{row['orphans']} orphans, {row['unanswered']} open, {row['compactions']} compactions; left out: {left}"
            )
            if (row["messages"], row["calls"]) != (messages, calls):
                reason = next((reason for pattern, reason in REASONS.items() if fnmatch.fnmatch(file, pattern)), "")
                unexplained += not reason
                differences.append(f"{file}: messages {messages} -> {row['messages']}, calls {calls} -> {row['calls']}: {reason or 'NO REASON'}")
        else:
            refused += code == NO_CONVERSATION
            failed += code != NO_CONVERSATION
            text = f"exit {code}: {document['errors'][0]['message']}"
        if not wanted.brief:
            print(f"{file}\n    {text}")
    print(f"\n{len(table)} files: {read} hold a session and are read, {refused} hold none (exit code {NO_CONVERSATION}), {failed} failed")
    print(f"{len(differences)} differ from the table of the data:")
    for difference in differences:
        print(f"  {difference}")
    return 1 if failed or unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
