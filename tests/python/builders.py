"""Conversations to test with."""

from __future__ import annotations

from typing import Any

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def session(turns: int, size: int = 200) -> list[dict[str, Any]]:
    """A Gemini session: per turn a request, a call, its result and an answer."""
    messages: list[dict[str, Any]] = []
    for turn in range(turns):
        path = f"src/file_{turn}.rs"
        call = {"id": f"c{turn}", "name": "read_file", "args": {"path": path}}
        result = {"id": f"c{turn}", "name": "read_file", "response": {"output": f"{turn} " * (size // 2)}}
        messages += [
            {"role": "user", "parts": [{"text": f"Please look at {path} and never touch main."}]},
            {"role": "model", "parts": [{"functionCall": call}]},
            {"role": "user", "parts": [{"functionResponse": result}]},
            {"role": "model", "parts": [{"text": f"{path} is fine."}]},
        ]
    return messages


def with_image() -> list[dict[str, Any]]:
    return [
        {"role": "user", "parts": [{"text": "see"}, {"inlineData": {"mimeType": "image/png", "data": PNG}}], "extra": {"kept": [1]}},
        {"role": "model", "parts": [{"text": "a pixel"}]},
    ]


SNAPSHOT = """<state_snapshot>
<overall_goal>Look at the files; never touch main.</overall_goal>
<key_knowledge>All files are fine.</key_knowledge>
<current_plan>1. [DONE] Look.</current_plan>
</state_snapshot>"""
