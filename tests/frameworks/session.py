"""One session, told once; `builders.py` writes it with the classes of each framework.

It has twelve messages: rules, a question with a picture, an answer with reasoning, text and two calls, their two results, a call that
fails with its error, an answer, a question, a call, its result, and the last answer.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import struct
import zlib
from typing import Any


def _lines(topic: str, count: int) -> str:
    return "".join(f"{row:4}  {topic} writes row {row * 37 % 101} of table {row % 7}, and checks its sum of {row * 53}\n" for row in range(count))


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([row % 256, 80, 160]) * width for row in range(height))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@dataclasses.dataclass(frozen=True)
class Call:
    id: str
    name: str
    arguments: dict[str, Any]
    result: str
    failed: bool = False

    @property
    def json(self) -> str:
        return json.dumps(self.arguments)


SYSTEM = "You keep the ledger of a warehouse. Never change a row that was closed. " * 6
ASK = "The sums of March do not fit. Find the rows that differ, and say why. The picture shows the report that I got. " * 4
THOUGHT = "The report has two halves. The second one may have been written twice, so I compare both files first. " * 4
SAID = "I read both halves of the ledger and compare their sums. "
ANSWER = "Row 41 stands in both halves, and table 5 has no sum. The file of the archive cannot be opened. " * 5
AGAIN = "Then write the rows that stand twice into one list, please. " * 4
DONE = "The list has eleven rows. The first of them is row 41 of table 6. " * 5
PNG = _png(64, 48)
PICTURE = base64.b64encode(PNG).decode()
FIRST = Call("call_1", "read_ledger", {"path": "ledger/march-first.csv", "rows": 40, "note": "the first half, with its sums"}, _lines("first half", 40))
SECOND = Call("call_2", "read_ledger", {"path": "ledger/march-second.csv", "rows": 40, "note": "the second half, with its sums"}, _lines("second half", 40))
BROKEN = Call("call_3", "open_archive", {"path": "archive/march.zip"}, "The archive cannot be opened: its index is cut off behind entry 12. " * 6, failed=True)
LAST = Call("call_4", "list_rows", {"tables": [1, 5, 6], "twice": True}, _lines("row that stands twice", 40))
CALLS = [FIRST, SECOND, BROKEN, LAST]
TEXTS = [SYSTEM, ASK, SAID, ANSWER, AGAIN, DONE]
