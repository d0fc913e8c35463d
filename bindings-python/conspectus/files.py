"""Reading files for a model: pages, media and instruction files with their imports, from below allowed folders only.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import expand_imports, load_instructions, read_file

__all__ = [
    "expand_imports",
    "load_instructions",
    "read_file",
]
