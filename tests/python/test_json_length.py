"""What a message counts as JSON is the length of `JSON.stringify`, checked where `json.dumps` writes the same."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from builders import holding, json_chars
from hypothesis import given, settings
from hypothesis import strategies as st

texts = st.text(st.characters(codec="utf-8") | st.characters(min_codepoint=0, max_codepoint=0x7F), max_size=600)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(texts, inner, max_size=6),
    max_leaves=30,
)
# What stands around a value in a message that holds it.
FRAME = len('{"role":"user","content":"","value":}')


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@settings(max_examples=500, deadline=None)
@given(values)
def test_equals_the_written_json(value: Any) -> None:
    assert json_chars(holding(value)) == utf16(json.dumps(holding(value), ensure_ascii=False, separators=(",", ":")))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(0xD7F0, 0xE010) | st.sampled_from([0x22, 0x1F600, 0x1, 0x41]), max_size=600))
def test_lone_surrogates_take_six(points: list[int]) -> None:
    # Surrogates next to each other are one character to JavaScript, so the reference looks at
    # units.
    text = "".join(map(chr, points))
    data = text.encode("utf-16-le", "surrogatepass")
    units = [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]
    length, index = 2, 0
    while index < len(units):
        unit, following = units[index], units[index + 1] if index + 1 < len(units) else 0
        if 0xD800 <= unit < 0xDC00 and 0xDC00 <= following < 0xE000:
            length, index = length + 2, index + 2
            continue
        length, index = length + (6 if 0xD800 <= unit < 0xE000 or unit == 1 else 2 if unit == 0x22 else 1), index + 1
    assert json_chars(holding(text)) == FRAME + length


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0.0, "0"), (-0.0, "0"), (5e-5, "0.00005"), (5e-7, "5e-7"), (1e21, "1e+21"), (1e20, "100000000000000000000"), (0.1, "0.1"), (-1.5, "-1.5"),
        (123456789.125, "123456789.125"), (math.nan, "null"), (math.inf, "null"), (-math.inf, "null"), (2**53, "9007199254740992"), (10**25, "1e+25"),
        (10**400, "null"), (-(10**400), "null"), (True, "true"), (False, "false"),
    ],
)
def test_numbers_are_written_as_javascript_writes_them(number: float, written: str) -> None:
    assert json_chars(holding(number)) == FRAME + len(written)
    assert json_chars(holding({"n": [number]})) == FRAME + len(written) + 8
