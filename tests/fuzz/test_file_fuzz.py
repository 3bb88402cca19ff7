"""Any file into the reader of uploads, and any text into the writers of tables."""

import ast
import csv
import io
import tracemalloc
import zipfile
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from explainer.batch.cells import FileProblem
from explainer.batch.reading import APP_LIMITS, KINDS, Sheet, read_file, read_lines
from explainer.batch.rows import Row
from explainer.batch.writing import COLUMNS, from_jsonl, to_csv, to_jsonl, to_text
from tests.fuzz.texts import FORMULAS, TEXTS, tries
from tests.layers.sources import files, name_of, text_of, tree_of

REASONS = {
    *("unknown_kind", "empty", "too_big", "too_many_lines", "too_many_columns", "cell_too_long"),
    *("archive", "not_text", "not_utf8", "unknown_encoding", "line_too_long", "bad_quotes"),
    "extra_cells",
}
MEMORY = 40 * APP_LIMITS.size  # bytes: a file of two-letter cells is the most Python objects
NAMES = st.sampled_from(
    ("a.txt", "a.csv", "A.CSV", "a.tsv", "a.zip", "a", ".csv", "a.csv.exe", "=1.csv")
)
TABLES = st.lists(st.lists(TEXTS.map(lambda text: text[:300]), max_size=6), max_size=8)


def table(rows: Sequence[Sequence[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode("utf-8", "replace")


FILES = st.one_of(
    st.binary(max_size=600),
    TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")),
    TEXTS.map(lambda text: text.encode("utf-16", "surrogatepass")),
    TEXTS.map(lambda text: text.encode("cp949", "ignore")),
    TABLES.map(table),
    st.tuples(TABLES.map(table), st.integers(0, 600)).map(lambda both: both[0][: both[1]]),
    st.tuples(TABLES.map(table), st.binary(max_size=8)).map(b"".join),
)


def read(name: str, data: bytes) -> Sheet | FileProblem:
    try:
        found: Sheet | FileProblem = read_file(name, data)
    except FileProblem as problem:
        found = problem
    assert isinstance(found, Sheet) or found.reason in REASONS
    return found


def check(sheet: Sheet) -> None:
    """What everything behind the reader relies on."""
    assert 1 <= len(sheet.rows) <= APP_LIMITS.lines
    assert 1 <= len(sheet.columns) <= APP_LIMITS.columns
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    assert all(len(cell) <= APP_LIMITS.cell for row in sheet.rows for cell in row)
    source, reference = sheet.suggested("ko", "en")
    assert source in range(len(sheet.columns)) and source != reference
    assert len(sheet.pairs(source, reference)) == len(sheet.rows)


@tries(60)
@given(NAMES, FILES)
@example("a.csv", b'"')
@example("a.csv", b"\r\r\n\x1a")
@example("a.txt", b"\xef\xbb\xbf" * 2)
def test_a_file_is_a_table_within_the_limits_or_a_problem_with_a_name(name, data):
    found = read(name, data)
    if isinstance(found, Sheet):
        assert name.lower().endswith(KINDS) and len(data) <= APP_LIMITS.size
        check(found)


@tries(60)
@given(TEXTS)
def test_pasted_lines_are_a_table_or_a_problem(text: str) -> None:
    try:
        found: Sheet | FileProblem = read_lines(text)
    except FileProblem as problem:
        found = problem
    if isinstance(found, Sheet):
        check(found)
    else:
        assert found.reason in REASONS


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.csv", b"a,b\n" * 500_000)
    return out.getvalue()


WORST = {
    "100,000 columns": (",".join(["a"] * 100_000).encode(), "too_many_columns"),
    "100,000 columns, quoted": (",".join(['"a"'] * 100_000).encode(), "too_many_columns"),
    "half a million empty cells": (b"," * 500_000 + b"a", "too_many_columns"),
    "a quarter of a million lines": (b"a\n" * 249_999, "too_many_lines"),
    "lines of returns": (b"a\r" * 9_999, "too_many_lines"),
    "one cell": (b"a" * 999_999, "cell_too_long"),
    "one quoted cell": (b'"' + b"a" * 900_000 + b'"', "cell_too_long"),
    "a quotation that is never closed": (b'a,"' + b"b\n" * 400_000, None),
    "quotation marks only": (b'"' * 999_999, None),
    "a byte too much": (b"a" * (APP_LIMITS.size + 1), "too_big"),
    "a zip called .csv": (zipped(), "archive"),
    "a picture called .csv": (b"\x89PNG\r\n\x1a\n" + b"\0\1\2" * 1000, "not_text"),
    "a program": (b"\x7fELF" + b"\0" * 1000, "not_text"),
    "cut in the middle of a letter": ("가나다".encode()[:-1], "not_utf8"),
    "UTF-16 with half a letter": (b"\xff\xfea\0b", "not_text"),
    "UTF-16 with half a pair": (b"\xff\xfe\x00\xd8", "not_text"),
    "zeros": (b"\0" * 900_000, "not_text"),
    "nothing": (b"", "empty"),
    "a mark and nothing": (b"\xef\xbb\xbf", "empty"),
    "empty cells": (b",,,\n,,,\n" * 100, "empty"),
    "marks that join": ("\u200d".encode() * 300_000, None),
    "accents": (b"e" + "\u0301".encode() * 400_000, "cell_too_long"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", WORST)
def test_the_worst_files_take_little_memory(name: str, kind: str) -> None:
    data, reason = WORST[name]
    tracemalloc.start()
    try:
        found = read(f"a{kind}", data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MEMORY
    if isinstance(found, Sheet):
        check(found)
    if reason and kind == ".csv":
        assert isinstance(found, FileProblem) and found.reason == reason


def is_formula(cell: str) -> bool:
    """What Excel and LibreOffice compute (OWASP, CSV injection), also after a line break."""
    return cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))


def cells(data: bytes) -> list[str]:
    found = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    return [cell for row in found for cell in row]


def numbers(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def row(text: str, other: str) -> Row:
    """With these texts, and numbers beside them."""
    return Row(1, text, other, text + other, log_prob_per_token=-1.5, score=-1.5, finished=True)


@tries(50)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3))
def test_no_cell_of_a_table_of_translations_is_a_formula(texts: list[tuple[str, str]]) -> None:
    rows = [row(*pair) for pair in texts]
    found = cells(to_csv(rows))
    assert len(found) == (len(texts) + 1) * len(COLUMNS), "a text stays in its cell"
    assert not [cell for cell in found if is_formula(cell) and not numbers(cell)]
    *lines, end = to_jsonl(rows).decode().split("\n")
    assert all(from_jsonl(line) for line in lines) and len(lines) == len(rows) and not end
    assert to_text(rows).count(b"\n") == len(rows)


def test_the_formulas_tried_are_formulas_and_each_is_written_as_text() -> None:
    assert all(is_formula(text) for text in FORMULAS)
    found = cells(to_csv([row(text, text) for text in FORMULAS]))
    assert not [cell for cell in found if is_formula(cell) and not numbers(cell)]


# Every place that writes a table: those above with texts of readers, the others with numbers only.
WRITERS = {
    "explainer/batch/writing.py",
    "explainer/chapters/classroom/answers.py",
    "explainer/training/studies/families.py",
    "explainer/training/state.py",
    "explainer/training/studies/vision.py",
}


def test_no_other_module_writes_tables() -> None:
    found = {
        name_of(path)
        for path in files("explainer")
        if "csv." in text_of(path)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"csv.writer", "csv.DictWriter"}
    }
    assert found == WRITERS
