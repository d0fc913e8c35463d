"""Packs a wheel or an npm tarball anew, as small as its format allows: `python scripts/pack.py FILE...`.

The formats take deflate only. zopfli finds a shorter form of the same bytes than zlib does. It takes its time, so it is for what is published.
Names, order, times, modes and contents stay as they are.
"""

from __future__ import annotations

import gzip
import sys
import zipfile
import zlib
from pathlib import Path
from unittest import mock

# Chosen here: both packages take half a minute.
ROUNDS = 5


class Deflate:
    """What `zipfile` asks of a compressor."""

    def __init__(self) -> None:
        self.data = bytearray()

    def compress(self, data: bytes) -> bytes:
        self.data += data
        return b""

    def flush(self) -> bytes:
        import zopfli.zlib

        # A zlib stream has two bytes in front of the deflated data and four behind.
        packed: bytes = zopfli.zlib.compress(bytes(self.data), numiterations=ROUNDS)[2:-4]
        assert zlib.decompress(packed, -zlib.MAX_WBITS) == self.data
        return packed


def wheel(path: Path) -> None:
    packed = path.with_suffix(".packed")
    # `zipfile` has no door for a compressor of ours.
    with mock.patch("zipfile._get_compressor", lambda *_: Deflate()), zipfile.ZipFile(path) as old, zipfile.ZipFile(packed, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, content)
    packed.replace(path)


def tarball(path: Path) -> None:
    import zopfli.gzip

    whole = gzip.decompress(path.read_bytes())
    packed: bytes = zopfli.gzip.compress(whole, numiterations=ROUNDS)
    assert gzip.decompress(packed) == whole
    path.write_bytes(packed)


def pack(path: Path) -> None:
    """Packs one file anew, in place. What cannot be made smaller stays."""
    before = path.read_bytes()
    (tarball if path.suffix == ".tgz" else wheel)(path)
    if path.stat().st_size >= len(before):
        path.write_bytes(before)
    print(f"{path.name}: {len(before):,} -> {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: pack.py FILE...")
    for name in sys.argv[1:]:
        pack(Path(name))
