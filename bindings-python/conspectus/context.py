"""What goes into a context: texts cut to size, files by the page, long outputs, the editor, the newest messages; and whether an agent
goes round in circles.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._loops import LoopDetector
from .operations import editor_context, media_part, page_text, recent_turns, summarize_output, truncate_text

__all__ = [
    "LoopDetector",
    "editor_context",
    "media_part",
    "page_text",
    "recent_turns",
    "summarize_output",
    "truncate_text",
]
