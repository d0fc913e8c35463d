"""The table of models: `scripts/models.py` on a small list of our own, names as the core reads them, and rows of a host."""

from __future__ import annotations

import importlib.util
import json
import os
import pathlib
import sys
from types import ModuleType
from typing import Any

import pytest
from conspectus.errors import InvalidOptionError
from conspectus.providers import model_info

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/models.py"
# A wheel of LiteLLM, or its JSON file, to try the script on.
GIVEN = os.environ.get("CONSPECTUS_LITELLM")


def chat(provider: str, window: int | None, output: int | None = None, **costs: Any) -> dict[str, Any]:
    return {"litellm_provider": provider, "mode": "chat", "max_input_tokens": window, "max_output_tokens": output, **costs}


def cost(into: float, out: float, **more: float) -> dict[str, float]:
    return {"input_cost_per_token": into / 1e6, "output_cost_per_token": out / 1e6, **{name: price / 1e6 for name, price in more.items()}}


LIST = {
    "sample_spec": {"mode": "chat", "max_input_tokens": "a text"},
    # The maker's own row stands for the model, its dated name and its clouds.
    "anthropic/claude-made-4-2": chat("anthropic", 200_000, 64_000, **cost(3, 15, cache_read_input_token_cost=0.3, cache_creation_input_token_cost=3.75)),
    "claude-made-4-2-20260101": chat("anthropic", 200_000, 64_000, **cost(3, 15, cache_read_input_token_cost=0.3, cache_creation_input_token_cost=3.75)),
    "us.anthropic.claude-made-4-2-20260101-v1:0": chat("bedrock", 200_000, 64_000, **cost(3.3, 16.5)),
    # A reseller with another window has a row of its own.
    "github_copilot/claude-made-4.2": chat("github_copilot", 90_000, 16_000),
    # What an older one of the maker has otherwise is kept.
    "made-4o": chat("openai", 128_000, 16_384, **cost(2.5, 10)),
    "made-4o-2024-05-13": chat("openai", 128_000, 4_096, **cost(5, 15)),
    # The limit on prompts and the window; prices of long prompts.
    "made-6": chat("openai", 922_000, 128_000, **cost(2, 10), input_cost_per_token_above_272k_tokens=4e-6, output_cost_per_token_above_272k_tokens=15e-6),
    "dashscope/made-max": chat(
        "dashscope", 997_952, None, tiered_pricing=[{"range": [0, 256e3], **cost(1, 5)}, {"range": [256e3, 1e6], **cost(3, 15)}]
    ),
    # Of open weights: the window that most give it; before and after it was tuned are one.
    "together_ai/org/Made-3.1-70B-Instruct": chat("together_ai", 131_072, None, **cost(0.5, 0.5)),
    "fireworks_ai/accounts/fireworks/models/made-3p1-70b-instruct": chat("fireworks_ai", 131_072, 8_192, **cost(0.9, 0.9)),
    "deepinfra/org/made-3.1-70b": chat("deepinfra", 8_192, None, **cost(0.2, 0.2)),
    # Not of this table.
    "made-embedding": {"litellm_provider": "openai", "mode": "embedding", "max_input_tokens": 8_191},
    "made-without-window": chat("openai", None, 4_096),
    "ft:made-4o": chat("openai", 128_000, 16_384, **cost(3.75, 15)),
}
OWN = """# name\talso\twindow\tanswer\tprices\ttiers\tdate\tsource\twhy
made-max\tmade-largest\t1000000/997952\t65536\t1/0.2/1.25/5\t256000:3/0.6/3.75/15\t2026-11\ta page\tlimits prompts apart
made-7\t\t32000\t\t\t\t2026-11\ta page\tnewer than the list
made-4o\tmade-omni\t\t\t\t\t\t\tanother name
"""
WRITTEN = """#a 2026-11 LiteLLM 9.9.9, model_prices_and_context_window_backup.json (MIT)
#b 2026-11 a page
claude-made-4-2,,200000,64000,3/0.3/3.75/15,,a
deepinfra/org/made-3-1-70b,deepinfra/org/made-3.1-70b,8192,,0.2///0.2,,a
github-copilot/claude-made-4-2,github_copilot/claude-made-4.2,90000,16000,,,a
made-3-1-70b,made-3.1-70b,131072,8192,0.9///0.9,,a
made-4o,,128000,16384,2.5///10,,a
made-4o-2024-05-13,,128000,4096,5///15,,a
made-6,,1050000/922000,128000,2///10,272000:4///15,a
made-7,,32000,,,,b
made-largest,=made-max
made-max,,1000000/997952,65536,1/0.2/1.25/5,256000:3/0.6/3.75/15,b
made-omni,=made-4o
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("models_script", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_script_writes_the_table(script: ModuleType, tmp_path: pathlib.Path) -> None:
    listed, own, table = tmp_path / "list.json", tmp_path / "own.tsv", tmp_path / "table.csv"
    listed.write_text(json.dumps(LIST), "utf-8")
    own.write_text(OWN, "utf-8")
    given = [str(listed), "--own", str(own), "--table", str(table)]
    assert script.main([*given, "--version", "9.9.9", "--date", "2026-11"]) == 0
    assert table.read_text("utf-8") == WRITTEN
    assert script.main([*given, "--check"]) == 0
    own.write_text(OWN.replace("32000", "33000"), "utf-8")
    assert script.main([*given, "--check"]) == 1
    with pytest.raises(SystemExit):
        script.main([*given])


def test_our_rows_stand_in_the_table(script: ModuleType) -> None:
    """They, and their other names, are what the core says; each says why it is there."""
    text = script.OWN.read_text("utf-8")
    rows, also, _ = script.own_rows(text)
    for name, row in rows.values():
        known = model_info(name)
        assert (known.model, known.window_tokens, known.input_tokens) == (name, row.window, row.input)
        assert row.output in (None, known.output_tokens)
        assert [tier.above_tokens for tier in known.tiers] == [above for above, _ in row.tiers]
    for other, name in also.items():
        assert model_info(other).model == name
    assert all(line.split("\t")[8:] != [""] for line in text.splitlines() if not line.startswith("#"))


def test_the_script_reads_names_as_the_core_does(script: ModuleType) -> None:
    lines = [line.partition(",") for line in script.TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    own = {key: facts.split(",")[0] or key for key, _, facts in lines if not facts.startswith("=")}
    known = {key: own[facts[1:]] if facts.startswith("=") else own[key] for key, _, facts in lines}
    assert list(known) == sorted(known)
    around = ("{}", "openrouter/org/{}", "us.org.{}", "{}-latest", "{}-2026-01-02", "{}@20260102", "{}:free", "{}-q4_K_M", "{}-x", "x{}", "{}-7777b", "Models/{}-PREVIEW-05-06", "{}-v1:0")
    names = [*(name for name in [*known.values()][::23]), "claude-opus-5.5", "llama-v3p1-8b", "ft:gpt-4o:org::id", "gpt-5[1m]", "", "/", "::", "a.b", "claude-opus-4-6-thinking"]
    for name in names:
        for form in around:
            asked = form.format(name)
            hit = script.find(asked, known)
            assert model_info(asked).model == (hit and known[hit]), asked


@pytest.mark.skipif(GIVEN is None, reason="CONSPECTUS_LITELLM names no wheel of LiteLLM")
def test_the_table_is_that_of_the_list(script: ModuleType) -> None:
    assert script.main([str(GIVEN), "--check"]) == 0


def test_a_host_hands_over_rows() -> None:
    rows = {"org/my-model": {"window_tokens": 32_000, "output_tokens": 4_096}, "unused": {"window_tokens": 1}}
    assert model_info("org/my-model", models=rows).window_tokens == 32_000
    assert model_info("my-model").model is None
    with pytest.raises(InvalidOptionError) as wrong:
        model_info("x", models={"org/my-model": {"window_tokens": 0}})
    assert wrong.value.path == "/models/org~1my-model/window_tokens"
