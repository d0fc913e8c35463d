"""What the wires share: a refusal, the size of a prompt, and what a picture is."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from typing import Any

Data = dict[str, Any]

# Chars of JSON for one token. Chosen here, near what tokenizers give for code.
CHARS_PER_TOKEN = 3.3
# What a picture costs, whatever its bytes. Chosen here.
PICTURE_TOKENS = 1_000
# What no provider counts: a signature is checked and not read by the model.
SEALED = frozenset({"signature", "encrypted_content", "thoughtSignature", "thought_signature", "cache_control"})


class Refused(Exception):
    """A request that is not answered. Each wire writes it in its own shape."""

    def __init__(self, message: str, *, status: int = 400, **more: Any) -> None:
        super().__init__(f"{status}: {message}")
        self.message = message
        self.status = status
        # `kind`, `code`, `param`, `details` and `headers`, where a wire has them.
        self.more = more


def need(condition: object, message: str, **more: Any) -> None:
    if not condition:
        raise Refused(message, **more)


def known(value: Data, names: frozenset[str], where: str, text: str = "{where}{name}: Extra inputs are not permitted") -> None:
    """Refuses a field that the provider does not know."""
    for name in value:
        need(name in names, text.format(where=f"{where}." if where else "", name=name))


def canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def bytes_of(data: Any) -> bytes | None:
    """What base64 text holds, in either of its two alphabets."""
    if not isinstance(data, str):
        return None
    try:
        return base64.b64decode(data.replace("-", "+").replace("_", "/"), validate=True)
    except ValueError:
        return None


# The first bytes of each format that all four providers read, and how they look as base64.
PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff", "image/gif": b"GIF8", "image/webp": b"RIFF"}
HEADS = ("iVBORw0KGgo", "/9j/", "_9j_", "R0lGODdh", "R0lGODlh", "UklGR")


def kind_of_picture(data: Any) -> str | None:
    """The type of a whole picture. Only PNG says where it ends."""
    found = bytes_of(data)
    kind = next((kind for kind, head in PICTURES.items() if found and found.startswith(head)), None)
    return None if kind == "image/png" and b"IEND" not in (found or b"")[-12:] else kind


def is_picture(data: Any, media_type: str | None = None) -> bool:
    kind = kind_of_picture(data)
    return kind is not None and media_type in (None, kind)


def walk(value: Any) -> Iterator[Any]:
    """Every value that the model would read."""
    yield value
    if isinstance(value, dict):
        for name, item in value.items():
            if name not in SEALED:
                yield from walk(item)
    elif isinstance(value, list):
        for item in value:
            yield from walk(item)


def tokens_of(value: Any) -> int:
    chars = pictures = 0
    for item in walk(value):
        if isinstance(item, str):
            if len(item) > 60 and (item.startswith("data:image") or (item.startswith(HEADS) and is_picture(item))):
                pictures += 1
            else:
                chars += len(item) + 4
    return int(chars / CHARS_PER_TOKEN) + pictures * PICTURE_TOKENS
