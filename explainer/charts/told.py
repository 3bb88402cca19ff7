"""What a chart says of its tables when the page asks, for files that a reader takes along.

Vega binds a signal to an input of the page and hears events of the window. So the numbers come out
of the chart that is drawn; they neither travel twice nor are looked for in what Vega keeps to
itself. The input stands in the chart, unseen; after the event `ASK` its value are all tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from explainer.charts.labels import WORDS, Spec

ASK: Final = "takeaway"
TABLE, COLUMN, VALUE = "\x1d", "\x1e", "\x1f"  # between those; no text has them
Lookup = tuple[str, str, str, str]  # a table, its place that names a word, where from, which


def with_told(spec: Spec, has: Mapping[str, Sequence[str]]) -> Spec:
    """The specification with a parameter that tells the tables `has`, each by its name and columns:
    name, the column with the place of its words or nothing, values.
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
    """Which words are put to the rows of which table."""
    table = spec.get("data", {}).get("name", table)
    for step in spec.get("transform", []):
        if "lookup" in step:
            source = step["from"]
            yield table, step["lookup"], source["data"]["name"], source["fields"][0]
    for layer in spec.get("layer", []):
        yield from _lookups(layer, table)


def _column(table: str, name: str, place: str = "") -> str:
    """A Vega expression."""
    head = json.dumps(f"{name}{VALUE}{place}{VALUE}")
    values = f"pluck(data({json.dumps(table)}), {json.dumps(name)})"
    return f"{head} + join({values}, {json.dumps(VALUE)})"


def _joined(parts: Sequence[Any], sign: str) -> str:
    return f"join([{', '.join(parts)}], {json.dumps(sign)})"
