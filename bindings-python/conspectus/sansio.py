"""The parts without their loop: the machine that a driver of your own feeds, patches, questions to a model.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._conspectus import names
from ._machine import Machine
from ._patch import apply_patch
from .operations import check_output_summary, invert_patch, parse_summary, prepare_output_summary

__all__ = [
    "Machine",
    "apply_patch",
    "check_output_summary",
    "invert_patch",
    "names",
    "parse_summary",
    "prepare_output_summary",
]
