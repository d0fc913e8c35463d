"""The parts without their loop: the machine that a driver of your own feeds, patches, questions to a model.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._conspectus import names
from ._machine import Machine
from ._patch import apply_patch
from .operations import (
    calibrate,
    check_output_summary,
    hysteresis,
    invert_patch,
    json_chars,
    merge_snapshot_delta,
    parse_summary,
    prepare_output_summary,
)

__all__ = [
    "Machine",
    "apply_patch",
    "calibrate",
    "check_output_summary",
    "hysteresis",
    "invert_patch",
    "json_chars",
    "merge_snapshot_delta",
    "names",
    "parse_summary",
    "prepare_output_summary",
]
