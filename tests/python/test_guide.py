"""Each Python block of README and docs runs as it stands, and its types are right."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest
from guide import host
from guide.blocks import ROOT, Block, blocks

PYTHON = blocks("python")


# The pages of frameworks hold whole programs, which `make adapters` runs as they stand.
PARTS = [block for block in PYTHON if not block.page.startswith("docs/frameworks/")]


@pytest.mark.parametrize("block", PARTS, ids=lambda block: block.name)
def test_a_block_runs(block: Block, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for framework in block.frameworks:
        pytest.importorskip(framework)
    # What it reads and writes: a folder of its own, with rules.
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    for name in ("README.md", "AGENTS.md"):
        (tmp_path / name).write_text("Never push.\n", encoding="utf-8")
    fresh = importlib.reload(host)
    space = {name: getattr(fresh, name) for name in fresh.__all__}
    exec(compile(block.code, f"{block.page}:{block.line}", "exec"), space)  # noqa: S102


# With the SDKs at hand (`make guide-sdks`) a block's client is the SDK's own.
SDKS = {
    "client.messages": ("anthropic", "anthropic.Anthropic"),
    "client.chat": ("openai", "openai.OpenAI"),
    "client.models": ("google.genai", "google.genai.Client"),
}


def typed(block: Block) -> str:
    """A block as a module that type checkers read. Names of the host that it makes anew have another type there."""
    module, kind = next((sdk for part, sdk in SDKS.items() if host.REAL and part in block.code), ("typing", "Any"))
    code = "\n".join(f"    {line}" for line in block.code.splitlines())
    return f"import {module}\nfrom typing import Any\nfrom guide.host import *\n\ndef _block(messages: Any, chat: Any, contents: Any, compactor: Compactor, client: {kind}) -> None:\n{code}\n"


def test_types_of_the_blocks_are_right(tmp_path: pathlib.Path) -> None:
    own = [block for block in PYTHON if all(importlib.util.find_spec(name) for name in block.frameworks)]
    assert len(own) > 30
    for block in own:
        (tmp_path / f"{block.name}.py").write_text(typed(block), encoding="utf-8")
    settings = ["--config-file=", "--ignore-missing-imports", "--check-untyped-defs", "--no-error-summary", "--allow-redefinition", "--disable-error-code", "unused-ignore"]
    command = [sys.executable, "-m", "mypy", *settings, "--cache-dir", str(tmp_path / "cache"), str(tmp_path)]
    environment = {**os.environ, "MYPYPATH": f"{ROOT / 'bindings-python'}:{ROOT / 'tests'}"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_rust_of_the_readme_is_tested_with_the_crate() -> None:
    # The crate's own README is run by `cargo test --doc`.
    rust = r"```rust\n(.*?)```"
    shown = re.findall(rust, (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown and set(shown) <= set(re.findall(rust, (ROOT / "core" / "README.md").read_text(encoding="utf-8"), re.DOTALL))


def test_pages_are_what_the_program_prints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    written = importlib.import_module("pages")
    assert written.main(["--check"]) == 0, capsys.readouterr().err
    # It would fail on one digit.
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    changed = readme.replace("66,527", "66,528", 1)
    assert changed != readme and written.readme(changed) == readme
    figure = re.sub(r"(<!--every_turn-->)\d", r"\g<1>0", readme)
    assert figure != readme and written.readme(figure) == readme
