"""Reading files for a model: pages, media and memory files, from below allowed folders only.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import load_memory, read_file

__all__ = [
    "load_memory",
    "read_file",
]
