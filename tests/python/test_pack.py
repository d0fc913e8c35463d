"""`scripts/pack.py`: a package that is packed anew holds the same, and is no larger."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import random
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def packer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pack", ROOT / "scripts" / "pack.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text(seed: int) -> bytes:
    draw = random.Random(seed)
    return " ".join(draw.choice(("read", "write", "file", "line", "error", str(draw.random()))) for _ in range(4_000)).encode()


def test_a_wheel_holds_the_same(packer: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, mode in (("made/__init__.py", 0o644), ("made/program.so", 0o755), ("made/empty.py", 0o644)):
            info = zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6))
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, b"" if "empty" in name else text(mode))
    before = path.stat().st_size
    with zipfile.ZipFile(path) as old:
        held = [(info.filename, info.date_time, info.external_attr, old.read(info)) for info in old.infolist()]
    packer.pack(path)
    with zipfile.ZipFile(path) as new:
        assert new.testzip() is None
        assert [(info.filename, info.date_time, info.external_attr, new.read(info)) for info in new.infolist()] == held
    assert path.stat().st_size < before
    assert f"{before:,} -> {path.stat().st_size:,} bytes" in capsys.readouterr().out


def test_a_tarball_holds_the_same(packer: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "made-1.0.tgz"
    path.write_bytes(gzip.compress(text(1), 9))
    before = path.stat().st_size
    packer.pack(path)
    assert gzip.decompress(path.read_bytes()) == text(1) and path.stat().st_size < before


def test_what_cannot_be_made_smaller_stays(packer: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "made-1.0.tgz"
    path.write_bytes(gzip.compress(text(2), 9))
    packer.pack(path)
    once = hashlib.sha256(path.read_bytes()).digest()
    packer.pack(path)
    assert hashlib.sha256(path.read_bytes()).digest() == once
