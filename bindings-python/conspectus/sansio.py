"""The parts without their loop: the machine that a driver of your own feeds, patches, thresholds, snapshots.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from ._conspectus import names
from ._machine import Machine
from ._patch import apply_patch
from .operations import invert_patch, parse_snapshot, thresholds

__all__ = [
    "Machine",
    "apply_patch",
    "invert_patch",
    "names",
    "parse_snapshot",
    "thresholds",
]
