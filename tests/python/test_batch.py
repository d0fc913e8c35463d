"""`conspectus.batch`: rows in order, errors as rows, text and lists alike, bounded memory, and what engines hold."""

from __future__ import annotations

import gzip
import json
import pathlib
import threading

import pytest

from conspectus import ConspectusError, compact, count_tokens, simulate
from conspectus.batch import FOR_EACH_WORKER, arrow_batch, compact_many, count_many, lines, parquet, simulate_many, write_parquet

SESSION = pathlib.Path(__file__).parents[2] / "examples/sessions/coding.openai_chat.json"
WINDOW = {"context_window": 48_000}
TALK = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
TEXT = json.dumps(TALK)


def sessions(count: int) -> list[list[dict[str, object]]]:
    session = json.loads(SESSION.read_text("utf-8"))
    messages = session["messages"] if isinstance(session, dict) else session
    # The first request of the user tells them apart.
    place = next(index for index, message in enumerate(messages) if message["role"] == "user")
    return [[*messages[:place], {"role": "user", "content": f"Task {number}"}, *messages[place + 1 :]] for number in range(count)]


def as_texts(lists: list[list[dict[str, object]]]) -> list[str]:
    return [json.dumps(messages, ensure_ascii=False) for messages in lists]


def test_rows_are_what_compact_gives_in_order_with_any_number_of_workers():
    lists = sessions(6)
    expected = [compact(messages, **WINDOW) for messages in lists]
    assert all(result.changed for result in expected)
    for given in (lists, as_texts(lists), [text.encode() for text in as_texts(lists)]):
        for workers in (1, 3):
            rows = list(compact_many(given, workers=workers, **WINDOW))
            assert [row.id for row in rows] == list(range(6))
            assert [(row.status, row.changed, row.tokens_before, row.tokens_after) for row in rows] == [
                (result.status, True, result.tokens_before, result.tokens_after) for result in expected
            ]
            assert [row.messages for row in rows] == [result.messages for result in expected]


def test_a_broken_conversation_is_a_row_with_code_and_place():
    broken = ["[7]", 7, b"\xff", '{"id": "x", "messages": [{"role": "user", "content": "hi"}, 7]}', [*TALK, 7], pathlib.Path("missing.json"), "{", {"messages": None}]
    rows = list(compact_many([*broken, TEXT], workers=2, **WINDOW))
    errors = [(row.error.code, row.error.path) for row in rows if row.error]
    assert errors == [
        ("INVALID_MESSAGES", "/0"), ("UNSUPPORTED_TYPE", ""), ("INVALID_JSON", ""), ("INVALID_MESSAGES", "/1"), ("INVALID_MESSAGES", "/2"),
        ("UNREADABLE_FILE", ""), ("INVALID_JSON", ""), ("NOT_A_CONVERSATION", ""),
    ]  # fmt: skip
    assert [row.status for row in rows] == ["error"] * 8 + ["unchanged"]
    assert rows[3].id == "x" and rows[5].id == "missing.json"
    assert all(row.messages is None and row.tokens_before is None for row in rows[:8])


def test_ids_come_from_pairs_objects_and_paths(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(TEXT)
    packed = tmp_path / "b.json.gz"
    packed.write_bytes(gzip.compress(TEXT.encode()))
    given = [("mine", TEXT), {"id": 7, "messages": TALK}, {"id": "row", "messages": TEXT}, path, str(packed), ("own", path), TEXT]
    rows = list(compact_many(given, **WINDOW))
    assert [row.id for row in rows] == ["mine", 7, "row", str(path), str(packed), "own", 6]
    assert all(row.messages == TALK for row in rows)
    assert [row.error for row in compact_many([{"turns": TALK}], key="turns", **WINDOW)] == [None]


def test_an_option_that_is_none_counts_as_not_given():
    assert [row.status for row in compact_many([TEXT], store=None, summarize=None, before_compact=None, tokenizer=None, force=None, **WINDOW)] == ["unchanged"]


def test_counts_and_simulations_are_those_of_the_operations():
    lists = sessions(2)
    counted = [count_tokens(messages) for messages in lists]
    settings = {"windows": [48_000], "price_sets": ["openai"], "policies": ["never", "break_even"]}
    simulated = [simulate(messages, **settings) for messages in lists]
    for given in (lists, as_texts(lists)):
        rows = list(count_many(given))
        assert [row.value for row in rows] == counted
        assert [row.tokens_after for row in rows] == [count.tokens for count in counted]
        assert [row.value for row in simulate_many(given, **settings)] == simulated


def test_a_wrong_option_is_raised_before_anything_is_read():
    def unread():
        raise AssertionError
        yield

    for call, path in (
        (lambda: compact_many(unread(), context_windo=1), "/context_windo"),
        (lambda: compact_many(unread(), force="x", **WINDOW), "/force"),
        (lambda: compact_many(unread(), workers=0, **WINDOW), "/workers"),
        (lambda: compact_many(TEXT, **WINDOW), "/conversations"),
        (lambda: compact_many([TEXT], progress=7, **WINDOW), "/progress"),
        (lambda: count_many(unread(), tokenizer="none"), "/tokenizer"),
    ):
        with pytest.raises(ConspectusError) as raised:
            call()
        assert (raised.value.code, raised.value.path) == ("INVALID_OPTION", path)


def test_few_conversations_are_in_memory_and_progress_is_told():
    taken, told = [], []

    def given():
        for number in range(100):
            taken.append(number)
            yield TEXT

    rows = compact_many(given(), workers=2, progress=told.append, **WINDOW)
    for number, row in enumerate(rows):
        assert row.id == number
        assert len(taken) <= number + 1 + 2 * FOR_EACH_WORKER
        if number == 50:
            break
    rows.close()
    assert sum(told) == 51 and len(taken) < 100


def test_an_error_of_the_iterable_is_raised_and_no_thread_is_left():
    def given():
        yield TEXT
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(compact_many(given(), **WINDOW))
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("conspectus-batch")]


def test_functions_among_the_options_are_called():
    asked = []

    def summarize(request):
        asked.append(request)
        return "The user asked for a fix. The tests in tests/ were run."

    options = {"context_window": 20_000, "summarize": summarize}
    lists = sessions(2)
    for given in (lists, as_texts(lists)):
        rows = list(compact_many(given, workers=2, **options))
        assert [row.status for row in rows] == ["summarized", "summarized"]
    assert len(asked) >= 4
    counts = list(count_many([TEXT, TALK], tokenizer=len))
    assert counts[0].tokens_after == counts[1].tokens_after == count_tokens(TALK, tokenizer=len).tokens


def test_a_row_as_a_line_is_json():
    row = next(compact_many([TEXT], **WINDOW))
    assert json.loads(row.to_json()) == {
        "id": 0, "status": "unchanged", "changed": False, "tokens_before": row.tokens_before, "tokens_after": row.tokens_after, "messages": TALK, "error": None,
    }  # fmt: skip
    failed = json.loads(next(compact_many(["[7]"], **WINDOW)).to_json())
    assert failed["error"]["code"] == "INVALID_MESSAGES" and failed["messages"] is None
    assert "INVALID_MESSAGES" in repr(next(compact_many(["[7]"], **WINDOW)))


def test_lines_of_lists_are_read_one_at_a_time(tmp_path):
    plain, packed = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    content = f"{TEXT}\n\n{TEXT}\n".encode()
    plain.write_bytes(content)
    packed.write_bytes(gzip.compress(content))
    for path in (plain, packed):
        assert [row.messages for row in compact_many(lines(path), **WINDOW)] == [TALK, TALK]


def test_numpy_rows():
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    items = numpy.empty(2, object)
    items[:] = [TALK, numpy.array(TALK, dtype=object)]
    assert [row.messages for row in compact_many(items, **WINDOW)] == [TALK, TALK]
    assert [row.messages for row in compact_many(numpy.array([TEXT]), **WINDOW)] == [TALK]


def test_pandas_rows():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame({"id": ["a", "b"], "messages": [TALK, TALK]})
    assert [row.messages for row in compact_many(frame["messages"], **WINDOW)] == [TALK, TALK]
    assert [row.id for row in compact_many(frame.to_dict("records"), **WINDOW)] == ["a", "b"]
    with pytest.raises(ConspectusError, match="column"):
        compact_many(frame, **WINDOW)


def test_arrow_rows_and_batches():
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    for column in (pa.array([TEXT, TEXT]), pa.chunked_array([[TEXT], [TEXT]]), pa.array([TALK, TALK])):
        assert [row.messages for row in compact_many(column, **WINDOW)] == [TALK, TALK]
    compacted = arrow_batch(**WINDOW)
    batch = compacted(pa.RecordBatch.from_pydict({"key": [1, 2], "messages": ["[7]", TEXT]}))
    assert isinstance(batch, pa.RecordBatch)
    broken, whole = batch.to_pylist()
    assert (broken["key"], broken["status"], broken["messages"]) == (1, "error", None)
    assert json.loads(broken["error"])["path"] == "/0"
    assert (json.loads(whole["messages"]), whole["status"], whole["error"]) == (TALK, "unchanged", None)
    assert isinstance(compacted(pa.table({"messages": [TEXT]})), pa.Table)
    with pytest.raises(ConspectusError):
        arrow_batch(context_windo=1)


def test_parquet_in_and_out(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    texts = as_texts(sessions(2))
    pq.write_table(pa.table({"name": ["a", "b", "c"], "messages": [*texts, "[7]"]}), tmp_path / "in.parquet")
    rows = compact_many(parquet(tmp_path / "in.parquet", id_column="name"), **WINDOW)
    assert write_parquet(rows, tmp_path / "out.parquet") == 3
    written = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["id"] for row in written] == ["a", "b", "c"]
    assert [json.loads(row["messages"]) for row in written[:2]] == [compact(json.loads(text), **WINDOW).messages for text in texts]
    assert json.loads(written[2]["error"])["code"] == "INVALID_MESSAGES"


