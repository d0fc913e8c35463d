"""What providers are known for: what their errors mean and what to do about them, what their models hold and cost.

Written by `scripts/names.py --write` from the tables of the core. Do not edit.
"""

from .operations import classify_error, model_info

__all__ = [
    "classify_error",
    "model_info",
]
