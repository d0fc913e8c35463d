"""The parts without their loop: the machine that a driver of your own feeds, patches, questions to a model.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._conspectus import names
from ._machine import Machine
from ._patch import apply_patch
from .operations import invert_patch, parse_summary, summarize_output

__all__ = [
    "Machine",
    "apply_patch",
    "invert_patch",
    "names",
    "parse_summary",
    "summarize_output",
]
