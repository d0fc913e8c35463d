"""Compacts the conversations of a Parquet file with Ray Data.

    pip install "conspectus[arrow,ray]"
    python examples/many_with_ray.py IN.parquet OUT

The column `messages` holds JSON text or lists. OUT is a folder of Parquet files with the columns of the input, `status`, `changed`, `tokens_before`,
`tokens_after` and `error`. If a worker dies, Ray runs its batches again.
"""

import sys

import ray

from conspectus.batch import arrow_batch

source, out = sys.argv[1:]
# Ray starts a worker for each core.
compacted = arrow_batch("messages", context_window=32_000, workers=1)
ray.data.read_parquet(source).map_batches(compacted, batch_format="pyarrow", batch_size=100).write_parquet(out)
written = ray.data.read_parquet(out)
print(f"{written.count()} conversations, {written.sum('tokens_before')} tokens -> {written.sum('tokens_after')} tokens")
