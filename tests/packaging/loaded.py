"""Import, count, one compaction: what a package that was just built has to do, with any Python.

    python tests/packaging/loaded.py examples/sessions/coding.anthropic.json
"""

import json
import pathlib
import platform
import sys

import conspectus

messages = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
tokens = conspectus.count_tokens(messages).tokens
result = conspectus.Compactor(context_window=48_000).compact(messages)
assert tokens > 60_000 and result.changed and len(result.messages) < len(messages), (tokens, result)
print(platform.python_version(), platform.machine(), result)
