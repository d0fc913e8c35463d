"""Compacts the conversations of a Parquet file with Daft.

    pip install "conspectus[arrow,daft]"
    python examples/many_with_daft.py IN.parquet OUT

The column `messages` holds JSON text. OUT is a folder of Parquet files.
"""

import sys

import daft
import pyarrow as pa
from daft import DataType

from conspectus.batch import arrow_batch

source, out = sys.argv[1:]
compacted = arrow_batch("messages", context_window=32_000)
TEXT, NUMBER = DataType.string(), DataType.int64()
FIELDS = {"messages": TEXT, "status": TEXT, "tokens_before": NUMBER, "tokens_after": NUMBER, "error": TEXT}


@daft.func.batch(return_dtype=DataType.struct(FIELDS), unnest=True, batch_size=100)
def small(messages: daft.Series) -> pa.Array:
    batch = compacted(pa.table({"messages": messages.to_arrow()}))
    return pa.array(batch.select(list(FIELDS)).to_pylist())


frame = daft.read_parquet(source)
frame.select(*(name for name in frame.column_names if name != "messages"), small(frame["messages"])).write_parquet(out)
before, after = daft.read_parquet(out).sum("tokens_before", "tokens_after").to_pydict().values()
print(f"{daft.read_parquet(out).count_rows()} conversations, {before[0]} tokens -> {after[0]} tokens")
