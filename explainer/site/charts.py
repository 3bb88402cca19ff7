"""Charts as SVG, with their numbers as a table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import count
from typing import Any, Final
from zlib import crc32

import pyarrow as pa
import vl_convert

from explainer.site.tables import table_html

# Positions of a mark, shortened to hundredths of a pixel.
PLACED: Final = re.compile(r' (?:d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"')
LONG: Final = re.compile(r"(\.\d\d)\d+")
# Attributes to remove: the page sets the font, and the text alternative describes the chart.
TOLD: Final = re.compile(r'aria-label="(\d+ \d+)"')
ROW: Final = "row_"  # a column with the index of each row
UNTOLD: Final = re.compile(r' (?:font-family|role|class|aria-[a-z]+)="[^"]*"')
NUMBERED: Final = re.compile(r"\b(clip|gradient_)(\d+)\b")
WIDTH: Final = 640  # pixels; on a page the chart scales to its container
Rows = list[dict[str, Any]]
Table = tuple[Sequence[str], Sequence[Sequence[Any]]]  # column titles, rows


def chart(proto: Any, title: str) -> str:
    """Convert a Streamlit chart message to SVG, with its numbers in a fold named `title`."""
    data = tuple((one.name, one.data.data) for one in proto.datasets)
    return _chart(proto.spec, data, proto.alt, title)


@cache
def _chart(written: str, data: tuple[tuple[str, bytes], ...], alt: str, title: str) -> str:
    spec = json.loads(written)
    tables = {name: pa.ipc.open_stream(table).read_all().to_pylist() for name, table in data}
    told = [*_told(spec, tables, [])]
    return chart_figure(_svg(spec, tables), alt, told, title)


def chart_figure(svg: str, alt: str, tables: Sequence[Table], title: str) -> str:
    """Wrap an SVG in a figure, with its tables in a fold named `title`."""
    made = "".join(table_html(columns, rows) for columns, rows in tables)
    fold = f"<details><summary>{escape(title)}</summary>{made}</details>" if made else ""
    return (
        f'<figure class="chart"><div role="img" aria-label="{escape(alt)}">{svg}</div>'
        f"{fold}</figure>"
    )


def _svg(spec: Mapping[str, Any], tables: Mapping[str, Rows]) -> str:
    params = [one for one in spec.get("params", ()) if one["name"] != "told"]
    numbered = {
        name: [{**row, ROW: at} for at, row in enumerate(rows)] for name, rows in tables.items()
    }
    still = {**_named(spec, count()), "datasets": numbered, "params": params, "width": WIDTH}
    still["config"] = {**spec.get("config", {}), "aria": False}
    svg = UNTOLD.sub("", TOLD.sub(r'data-row="\1"', vl_convert.vegalite_to_svg(still)))
    placed = PLACED.sub(lambda found: LONG.sub(r"\1", found[0]), svg)
    # The converter numbers ids across charts; two charts of a page must not share one, the two
    # themes of a chart must.
    own = crc32("".join(PLACED.findall(placed)).encode())
    order = {name: at for at, name in enumerate(dict.fromkeys(NUMBERED.findall(placed)))}
    return NUMBERED.sub(lambda found: f"{found[1]}{own:08x}_{order[found[1], found[2]]}", placed)


def _named(layer: Mapping[str, Any], numbers: Iterator[int]) -> dict[str, Any]:
    """Label each mark with the number of its table and the row in it."""
    made = dict(layer)
    if isinstance(layer.get("encoding", {}).get("tooltip"), list) and "mark" in layer:
        mark = {"type": layer["mark"]} if isinstance(layer["mark"], str) else layer["mark"]
        name = {"expr": f"'{next(numbers)} ' + datum.{ROW}"}
        made["mark"] = {**mark, "aria": True, "description": name}
    if "layer" in layer:
        made["layer"] = [_named(part, numbers) for part in layer["layer"]]
    return made


def _told(
    layer: Mapping[str, Any], tables: Mapping[str, Rows], above: Rows
) -> Iterator[tuple[list[str], list[list[Any]]]]:
    """Yield column titles and rows of each layer that has tooltips."""
    rows = tables.get(layer.get("data", {}).get("name", ""), above)
    for step in layer.get("transform", ()):
        if "lookup" in step:
            words, place = step["from"], step["lookup"]
            known = {row[words["key"]]: row for row in tables.get(words["data"]["name"], ())}
            rows = [
                {**row, **{f: known.get(row[place], {}).get(f) for f in words["fields"]}}
                for row in rows
            ]
    fields = layer.get("encoding", {}).get("tooltip")
    if isinstance(fields, list) and rows:
        named = [one for one in fields if one["field"] in rows[0]]
        yield (
            [one.get("title", one["field"]).strip() for one in named],
            [[row.get(one["field"]) for one in named] for row in rows],
        )
    for part in layer.get("layer", ()):
        yield from _told(part, tables, rows)
