"""Compacts the conversations of a Parquet file with polars.

    pip install "conspectus[polars]"
    python examples/many_with_polars.py IN.parquet OUT.parquet

The column `messages` holds JSON text or lists. `arrow_batch` uses a thread for each core.
"""

import sys

import polars as pl

from conspectus.batch import arrow_batch

source, out = sys.argv[1:]
compacted = arrow_batch("messages", context_window=32_000)
frame = pl.from_arrow(compacted(pl.read_parquet(source).to_arrow()))
frame.write_parquet(out)
print(f"{len(frame)} conversations, {frame['tokens_before'].sum()} tokens -> {frame['tokens_after'].sum()} tokens")
