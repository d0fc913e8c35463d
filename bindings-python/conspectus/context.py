"""What goes into a context: texts cut to size; and whether an agent goes round in circles.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._loops import LoopDetector
from .operations import check_output_summary, prepare_output_summary, simulate, truncate_text

__all__ = [
    "LoopDetector",
    "check_output_summary",
    "prepare_output_summary",
    "simulate",
    "truncate_text",
]
