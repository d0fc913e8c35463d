"""What goes into a context: texts cut to size, files by the page, memory files with their imports, the editor, the newest messages.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import editor_context, join_memory, media_part, page_text, process_imports, recent_turns, routing_window, truncate_text

__all__ = [
    "editor_context",
    "join_memory",
    "media_part",
    "page_text",
    "process_imports",
    "recent_turns",
    "routing_window",
    "truncate_text",
]
