"""Serialise rows as CSV, JSON lines or plain translations."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import fields

from explainer.batch.rows import Row
from explainer.text.spreadsheet import safe_cell

COLUMNS = tuple(field.name for field in fields(Row) if field.name != "tokens")
TEXTS = ("source", "reference", "translation")
DECIMALS = 6
BOM = "\ufeff"


def record(row: Row) -> dict[str, object]:
    """Return a row's fields by name except `tokens`, floats rounded to DECIMALS places."""
    return {
        name: round(value, DECIMALS) if isinstance(value, float) else value
        for name, value in ((name, getattr(row, name)) for name in COLUMNS)
    }


def to_csv(rows: Iterable[Row]) -> bytes:
    """Write CSV with a header, in UTF-8 with a byte-order mark (needed by Excel).

    Texts that a spreadsheet would treat as a formula get an apostrophe in front.
    """
    return csv_header() + csv_lines(rows)


def csv_header() -> bytes:
    """Return the header line, with the byte-order mark."""
    return f"{BOM}{','.join(COLUMNS)}\r\n".encode()


def csv_lines(rows: Iterable[Row]) -> bytes:
    """Write rows as CSV lines (RFC 4180); a missing value is an empty cell."""
    out = io.StringIO(newline="")
    table = csv.writer(out)
    for row in rows:
        table.writerow([_cell(name, value) for name, value in record(row).items()])
    return encode_utf8(out.getvalue())


def _cell(name: str, value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if name in TEXTS and isinstance(value, str):
        return safe_cell(value)
    return "" if value is None else value


def to_jsonl(rows: Iterable[Row]) -> bytes:
    """Write one JSON object per line with the fields of Row; texts are unchanged."""
    lines = (json.dumps(record(row), ensure_ascii=False) + "\n" for row in rows)
    return encode_utf8("".join(lines))


def from_jsonl(line: str | bytes) -> Row:
    """Parse a line written by `to_jsonl`. Raises ValueError for anything else."""
    values = json.loads(line)
    if not isinstance(values, dict) or set(values) != set(COLUMNS):
        raise ValueError("not a row in JSON")
    return Row(**values)


def to_text(rows: Iterable[Row]) -> bytes:
    """Write only the translations, one per line; an empty line if there is none."""
    return encode_utf8("".join(" ".join(row.translation.split("\n")) + "\n" for row in rows))


def encode_utf8(text: str) -> bytes:
    """Encode as UTF-8; lone surrogates become question marks."""
    return text.encode("utf-8", "replace")
