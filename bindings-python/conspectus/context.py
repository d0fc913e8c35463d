"""What goes into a context: texts cut to size, files by the page, long outputs; and whether an agent goes round in circles.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._loops import LoopDetector
from .operations import media_part, page_text, summarize_output, truncate_text

__all__ = [
    "LoopDetector",
    "media_part",
    "page_text",
    "summarize_output",
    "truncate_text",
]
