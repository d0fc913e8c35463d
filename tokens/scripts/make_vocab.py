"""Turns a published rank file (`<base64 token> <rank>` per line) into the compact form under `tokens/data/`.

    python3 tokens/scripts/make_vocab.py o200k_base.tiktoken tokens/data/o200k.bpe
    python3 tokens/scripts/make_vocab.py cl100k_base.tiktoken tokens/data/cl100k.bpe
    python3 tokens/scripts/make_vocab.py r50k_base.tiktoken tokens/data/r50k.bpe
    python3 tokens/scripts/make_vocab.py p50k_base.tiktoken tokens/data/p50k.bpe --after r50k_base.tiktoken

It needs the package `zopfli`, which writes the same kind of stream as zlib, 4 % smaller.

The SHA-256 of each input is checked against the digests that tiktoken 0.14 pins (EXPECTED below).

Form: a zlib stream over
  - number of merges, 4 bytes little-endian;
  - the 256 byte values of ranks 0..255, in rank order (absent with `--after`);
  - for every further rank in order, the two tokens it is merged from, as six planes: bits 16-23, 8-15 and 0-7 of
    the left tokens, then the same of the right tokens.

The pair of a token is the last merge of its own byte-pair encoding. The script fails unless every token has one,
which is what lets the reader rebuild both the bytes and the merge table from the pairs alone. With `--after BASE`
only the tokens that BASE does not have are written; they follow BASE's ranks with one rank left out (50256, the
end-of-text token), as p50k follows r50k.
"""

import argparse
import base64
import hashlib
import sys

import zopfli.zlib

EXPECTED = {
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d": "o200k_base",
    "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7": "cl100k_base",
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069": "p50k_base",
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930": "r50k_base",
}


def read_ranks(path: str) -> dict[bytes, int]:
    """Tokens and ranks of one published file, which must be one of the known four."""
    with open(path, "rb") as file:
        content = file.read()
    digest = hashlib.sha256(content).hexdigest()
    if digest not in EXPECTED:
        sys.exit(f"{path}: unknown content (SHA-256 {digest})")
    ranks = {}
    for line in content.splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
    return ranks


def last_merge(ranks: dict[bytes, int], token: bytes) -> tuple[int, int]:
    """The two tokens that the byte-pair encoding of `token` merges last."""
    limit = ranks[token]
    parts = [token[i : i + 1] for i in range(len(token))]
    while len(parts) > 2:
        found = [(ranks.get(a + b, limit), i) for i, (a, b) in enumerate(zip(parts, parts[1:]))]
        rank, at = min(found)
        if rank >= limit:
            sys.exit(f"{token!r}: not reachable by merges")
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return ranks[parts[0]], ranks[parts[1]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--after", help="write only what this rank file does not have")
    options = parser.parse_args()
    ranks = read_ranks(options.source)
    tokens = sorted(ranks, key=ranks.__getitem__)
    head = b""
    if options.after:
        base = read_ranks(options.after)
        if any(ranks[token] != rank for token, rank in base.items()):
            sys.exit("the base is not a part of the source")
        merged = [token for token in tokens if token not in base]
        first = len(base) + 1
    else:
        if any(len(token) != 1 for token in tokens[:256]):
            sys.exit("ranks 0..255 are not the single bytes")
        head = b"".join(tokens[:256])
        merged = tokens[256:]
        first = 256
    if [ranks[token] for token in merged] != list(range(first, first + len(merged))):
        sys.exit("ranks are not consecutive")
    pairs = [last_merge(ranks, token) for token in merged]
    planes = [bytes((pair[side] >> shift) & 0xFF for pair in pairs) for side in (0, 1) for shift in (16, 8, 0)]
    raw = len(pairs).to_bytes(4, "little") + head + b"".join(planes)
    packed = zopfli.zlib.compress(raw)
    with open(options.target, "wb") as file:
        file.write(packed)
    print(f"{options.target}: {len(merged)} merges, {len(packed)} bytes")


if __name__ == "__main__":
    main()
