"""What goes into a context: texts cut to size, files by the page, memory files with their imports, the editor, the newest messages;
and whether an agent goes round in circles.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._loops import LoopDetector
from .operations import (
    check_output_summary,
    editor_context,
    join_memory,
    media_part,
    page_text,
    prepare_output_summary,
    process_imports,
    recent_turns,
    routing_window,
    simulate,
    truncate_text,
)

__all__ = [
    "LoopDetector",
    "check_output_summary",
    "editor_context",
    "join_memory",
    "media_part",
    "page_text",
    "prepare_output_summary",
    "process_imports",
    "recent_turns",
    "routing_window",
    "simulate",
    "truncate_text",
]
