"""Dicts with the same keys are measured together. The result equals that of the same dicts measured one by one."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from builders import holding, json_chars

import conspectus
from tier import SHORT

KEYS = ["id", "name", "data", "mimeType", "type", "text", "signature", "image_url", "path", "漢", 'k"ey', "", "format", "error"]
WORDS = ["", "plain", "image", "image/png", 'say "no"', "a\nb", "漢字", "\ud83d", "😀", "long text " * 50, "data:image/png;base64," + "QUJD" * 3000]
SETTINGS: list[dict[str, Any]] = [
    {"unit": "part_json_chars"}, {"unit": "chars"}, {"unit": "json_chars"}, {}, {"estimator": "exact"}, {"estimator": "script"},
    {"unit": "part_json_chars", "image_tokens": 1},
]


class Apart(dict[str, Any]):
    """A dict to JSON, and none that is summed with others."""


def apart(value: Any) -> Any:
    if isinstance(value, list):
        return [apart(item) for item in value]
    return Apart({key: apart(child) for key, child in value.items()}) if isinstance(value, dict) else value


def leaf(chance: random.Random) -> Any:
    return chance.choice([chance.choice(WORDS), chance.choice(WORDS), chance.randrange(1000), chance.randrange(1000) * 17.5, -1 / 3, True, None])


def rows(chance: random.Random) -> list[Any]:
    keys = chance.sample(KEYS, chance.randrange(6))
    result: list[Any] = [{key: leaf(chance) for key in keys} for _ in range(chance.randrange(1, 9))]
    for _ in range(chance.choice([0, 0, 1, 3])):
        at = chance.randrange(len(result))
        row = result[at]
        match chance.randrange(6):
            case 0 if isinstance(row, dict):
                result[at] = dict(reversed(row.items()))
            case 1 if isinstance(row, dict):
                row["more"] = leaf(chance)
            case 2 if isinstance(row, dict) and row:
                row.popitem()
            case 3 if isinstance(row, dict):
                # Equal to a key, and not the very same object.
                result[at] = {"".join(list(key)): value for key, value in row.items()}
            case 4:
                result[at] = leaf(chance)
            case _ if isinstance(row, dict):
                row["deeper"] = [copy.deepcopy(row), {"a": 1}, {"a": 2}]
    return result


def messages(found: Any) -> list[Any]:
    answer = {"role": "user", "parts": [{"functionResponse": {"id": "a", "name": "list", "response": {"output": found, "and": [found, found]}}}]}
    return [{"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "list", "args": {"list": found}}}]}, answer]


def test_rows_are_measured_as_the_same_dicts_one_by_one() -> None:
    chance = random.Random(20261121)
    for round_number in range(300 if SHORT else 1_500):
        found = rows(chance)
        settings = SETTINGS[round_number % len(SETTINGS)]
        together = conspectus.gemini_cli.estimate_tokens(messages(found), **settings)
        assert together == conspectus.gemini_cli.estimate_tokens(messages(apart(found)), **settings), json.dumps(found)


def test_rows_are_as_long_as_json() -> None:
    chance = random.Random(7)
    for _ in range(300):
        found = [row for row in rows(chance) if "\ud83d" not in json.dumps(row, ensure_ascii=False)]
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        whole = json.loads(text, parse_float=lambda digits: int(float(digits)) if float(digits).is_integer() else float(digits))
        expected = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
        assert json_chars(holding(found)) == json_chars(holding(0)) - 1 + len(expected.encode("utf-16-le")) // 2, text
