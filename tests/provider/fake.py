"""What the four strict fake providers share: a refusal, the size of a prompt, what is cached, and an agent that calls tools."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Data = dict[str, Any]

# Chars of JSON for one token. Chosen here, near what tokenizers give for code.
CHARS_PER_TOKEN = 3.3
# What a picture costs, whatever its bytes.
PICTURE_TOKENS = 1_000

SOURCES = sorted((Path(__file__).parents[2] / "core" / "src").rglob("*.rs"))


class Refused(Exception):
    """A request that the provider refuses, with the status and the body of its answer."""

    def __init__(self, status: int, message: str, **body: Any) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status
        self.message = message
        self.body = body


def need(condition: object, message: str, **body: Any) -> None:
    if not condition:
        raise Refused(400, message, **body)


class Provider:
    """A provider with one conversation: it counts, caches, and lets its model work."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.sizes: list[int] = []
        self.turn = 0
        # The tool that its model calls.
        self.tool = "read_file"
        self._cached: list[str] = []
        self._signed: set[str] = set()

    def size(self, items: list[Any], beside: Any) -> tuple[int, int]:
        """Tokens of a prompt, and how many of them were cached: the longest beginning that the request before had too."""
        texts = [json.dumps(item, ensure_ascii=False, sort_keys=True) for item in items]
        same = 0
        while same < min(len(texts), len(self._cached)) and texts[same] == self._cached[same]:
            same += 1
        self._cached = texts
        sizes = [tokens_of(item) for item in items]
        around = tokens_of(beside)
        total = sum(sizes) + around
        self.sizes.append(total)
        return total, sum(sizes[:same]) + (around if same else 0)

    def sign(self, text: str) -> str:
        """A signature that only this provider can have made."""
        made = base64.b64encode(hashlib.sha256(f"signed {text}".encode()).digest()).decode()
        self._signed.add(made)
        return made

    def is_signed(self, text: str, signature: Any) -> bool:
        return signature in self._signed and signature == self.sign(text)

    def next_calls(self) -> list[Data]:
        """What the model does next: one to three calls, none every ninth turn."""
        self.turn += 1
        if self.turn % 9 == 0:
            return []
        return [
            {"id": f"call_{self.turn}_{number}", "name": self.tool, "args": {"path": str(path_of(self.turn, number))}}
            for number in range(1 + self.turn % 3)
        ]


def path_of(turn: int, number: int) -> Path:
    return SOURCES[(turn * 7 + number * 3) % len(SOURCES)].relative_to(SOURCES[0].parents[1])


def run_tool(call: Data, chars: int) -> str:
    """What the tool of a call gives: source code of this repository."""
    start = SOURCES.index(next(path for path in SOURCES if str(path).endswith(call["args"]["path"])))
    text, index = "", start
    while len(text) < chars:
        path = SOURCES[index % len(SOURCES)]
        text += f"// {path.name}\n{path.read_text('utf-8')}"
        index += 1
    return text[:chars]


def png(shade: int) -> str:
    """A picture of 64 by 64 in one shade, as base64."""
    rows = b"".join(b"\0" + bytes([shade]) * 64 for _ in range(64))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0)
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")).decode()


def is_png(data: Any) -> bool:
    try:
        return base64.b64decode(data, validate=True).startswith(b"\x89PNG\r\n\x1a\n")
    except (TypeError, ValueError):
        return False


def walk(value: Any) -> Iterator[Any]:
    yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(item)


def tokens_of(value: Any) -> int:
    chars = pictures = 0
    for item in walk(value):
        if isinstance(item, str):
            if len(item) > 60 and (item.startswith("data:image") or is_png(item)):
                pictures += 1
            else:
                chars += len(item) + 4
    return int(chars / CHARS_PER_TOKEN) + pictures * PICTURE_TOKENS
