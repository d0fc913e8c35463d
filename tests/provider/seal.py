"""What only this server can have made: text that holds facts and a proof. So the server needs no
memory of what it handed out.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

from .rules import Data, bytes_of, canonical

# Fixed, so that a history outlives a restart of the server. It protects nothing but tests.
KEY = b"a key of the strict provider"
PROOF_BYTES = 16


def seal(kind: str, facts: Data) -> str:
    body = canonical(facts).encode()
    return base64.b64encode(_proof(kind, body) + body).decode()


def unseal(kind: str, text: object) -> Data | None:
    """The facts, or nothing if this server did not make the text."""
    found = bytes_of(text)
    if not found or not hmac.compare_digest(found[:PROOF_BYTES], _proof(kind, found[PROOF_BYTES:])):
        return None
    facts: Data = json.loads(found[PROOF_BYTES:])
    return facts


def _proof(kind: str, body: bytes) -> bytes:
    return hmac.new(KEY, kind.encode() + b"\0" + body, hashlib.sha256).digest()[:PROOF_BYTES]
