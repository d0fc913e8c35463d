"""What this version saves, as test data for every later one: `python scripts/generate/saved.py` writes tests/saved/VERSION.

A recorded session runs until it was compacted twice. Kept are the compactor's state, the history with our message in it, and the folder
of the store. A folder of a released version is never written again: tests/python/test_saved.py and tests/node/saved.test.mjs read all of them.
"""

import json
from pathlib import Path
from shutil import copy
from tempfile import mkdtemp

from conspectus import Compactor, FolderStore, __version__

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = {"context_window": 14_000, "reserve_tokens": 2_000, "dialect": "anthropic"}


def main() -> None:
    folder = ROOT / "tests/saved" / __version__
    folder.mkdir(parents=True)
    session = json.loads((ROOT / "examples/sessions/coding.anthropic.json").read_text(encoding="utf-8"))
    recorded = session if isinstance(session, list) else session["messages"]
    kept = Path(mkdtemp())
    compactor = Compactor(**OPTIONS, store=FolderStore(kept, redact=False))
    messages: list[dict[str, object]] = []
    summaries = 0
    for message in recorded:
        messages.append(message)
        if message["role"] == "user":
            result = compactor.compact(messages)
            messages = list(result.messages)
            summaries += result.status == "summarized"
        if summaries == 2:
            break
    assert summaries == 2, summaries
    (folder / "store").mkdir()
    for stored in result.stored:
        # Without the store's own `.gitignore`.
        for file in kept.glob(f"{stored.locator.split(chr(34))[1]}*"):
            copy(file, folder / "store")
    for name, value in {"state": compactor.save(), "messages": messages, "stored": [stored.locator for stored in result.stored]}.items():
        (folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
