"""Export of a chart's data tables from the browser, for downloads.

Vega can bind a signal to an input element and listen to window events. So the numbers come from the
rendered chart, without sending them twice or reading Vega's internals. The input is hidden in the
chart; after the event `ASK` its value contains all tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from explainer.charts.labels import WORDS, Spec

ASK: Final = "takeaway"
TABLE, COLUMN, VALUE = "\x1d", "\x1e", "\x1f"  # separators; no text contains them
Lookup = tuple[str, str, str, str]  # table, its field with the index, table of words, its column


def with_table_export(spec: Spec, has: Mapping[str, Sequence[str]]) -> Spec:
    """Add a parameter to the specification that exports the tables `has`.

    Each table has its name and columns; a column has its name, the index field if it is a lookup of
    words (else ""), and its values.
    """
    lookups = dict.fromkeys(_lookups(spec, ""))
    tables = []
    for name, columns in has.items():
        if name.startswith(WORDS):
            continue
        parts = [_column(name, column) for column in columns]
        parts += [_column(words, word, place) for of, place, words, word in lookups if of == name]
        tables.append(_joined([json.dumps(name), *parts], COLUMN))
    told = {
        "name": "told",
        "value": "",
        "bind": {"input": "text"},
        "on": [
            {
                "events": {"source": "window", "type": ASK},
                "update": _joined(tables, TABLE),
                "force": True,
            }
        ],
    }
    return {**spec, "params": [*spec.get("params", []), told]}


def _lookups(spec: Spec, table: str) -> Iterator[Lookup]:
    """Yield the lookups of words in a specification and its layers."""
    table = spec.get("data", {}).get("name", table)
    for step in spec.get("transform", []):
        if "lookup" in step:
            source = step["from"]
            yield table, step["lookup"], source["data"]["name"], source["fields"][0]
    for layer in spec.get("layer", []):
        yield from _lookups(layer, table)


def _column(table: str, name: str, place: str = "") -> str:
    """Return a Vega expression that serialises a column."""
    head = json.dumps(f"{name}{VALUE}{place}{VALUE}")
    values = f"pluck(data({json.dumps(table)}), {json.dumps(name)})"
    return f"{head} + join({values}, {json.dumps(VALUE)})"


def _joined(parts: Sequence[Any], sign: str) -> str:
    return f"join([{', '.join(parts)}], {json.dumps(sign)})"
