"""What goes into a context: texts cut to size.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import truncate_text

__all__ = [
    "truncate_text",
]
