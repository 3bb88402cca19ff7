"""The same head as lines between two columns of pieces: the thicker, the more weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from explainer.charts.axes import Floats, tone
from explainer.charts.cell_map import cell_columns
from explainer.charts.figure import Figure
from explainer.charts.labels import AXIS_SIZE, CROWDED, check_lengths
from explainer.charts.plane import Layer, Looks, Pick, Row, bare, layer, plane

DRAW_FROM = 0.02  # thinner lines would be a fifth of a pixel: they are not drawn
WIDEST = 12.0  # pixels at weight 1; width is linear in the weight
NUMBER_FROM = 0.05
PITCH = 34  # pixels a piece, unless they are many
ANY = -1  # a piece belongs to all lines of its side: its partner has no position
ENDS = (-0.42, 1.42)  # columns stand at 0 and 1; the room outside is for the pieces

# Vega expressions about the hovered mark, a line (q, k) or a piece (q, ANY) or (ANY, k)
NOTHING = "!isDefined(over.q)"
MINE = " && ".join(f"(over.{f}[0] === {ANY} || over.{f}[0] === datum.{f})" for f in ("q", "k"))
ASKED = "isDefined(over.q) && over.q[0] === datum.asks_q && over.k[0] === datum.asks_k"


def bipartite(
    *,
    values: Floats,
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    value_title: str,
    dark: bool,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
) -> Figure:
    """Keys on the left, queries on the right, one line for each weight from `DRAW_FROM` on.

    Hovering a piece keeps its lines only and prints their numbers, inside Vega, without a rerun.
    Raises ValueError when the labels do not fit the (Q, K) values.
    """
    for count, labels in zip(values.shape, (row_labels, key_labels), strict=True):
        check_lengths("lines", count, labels)
    inks = {"q": tone(row_colour, dark), "k": tone(key_colour, dark)}
    lines = _lines(values, row_labels, key_labels)
    # Who asks stands on the right, which a reader may not expect.
    heads = [
        {"x": ENDS[0], "y": 0, "text": key_title, "align": "left", "fill": inks["k"]},
        {"x": ENDS[1], "y": 0, "text": row_title, "align": "right", "fill": inks["q"]},
    ]
    told = [("row", row_title, ""), ("key", key_title, ""), ("w", value_title, ".3f")]
    looks: Looks = {
        "color": tone("weight", dark),
        "strokeCap": "butt",
        "strokeWidth": f"={WIDEST} * datum.w",
        "opacity": f"={NOTHING} || ({MINE}) ? 0.72 : 0.05",
    }
    over = Pick("over", ("q", "k"), on="pointerover")
    bold: Looks = {"fontSize": AXIS_SIZE, "fontWeight": "bold", "color": tone("weight_text", dark)}
    size = max(values.shape)
    return plane(
        layers=[
            layer("rule", "lines", lines, told=told, pick=over, **looks),
            _column("k", key_labels, key_title, inks["k"]),
            _column("q", row_labels, row_title, inks["q"]),
            layer("text", "numbers", _numbers(lines), where=ASKED, dy=-7, **bold),
            layer("text", "heads", heads, baseline="bottom", fontSize=AXIS_SIZE, dy=-4),
        ],
        x=bare(*ENDS),
        y=bare(1, 0),
        height=max(140, size * PITCH) if size <= 14 else size * 20,
        dark=dark,
    )


def _lines(values: Floats, row_labels: Sequence[str], key_labels: Sequence[str]) -> pa.Table:
    """From (0, y) to (1, y2), heights 0..1 from the top, with what they join."""
    rows, keys = values.shape
    cells = cell_columns(values, values >= DRAW_FROM)
    places = {
        "x": np.zeros(len(cells["q"]), dtype=np.int8),
        "x2": np.ones(len(cells["q"]), dtype=np.int8),
        "y": ((cells["k"] + 0.5) / keys).astype(np.float32),
        "y2": ((cells["q"] + 0.5) / rows).astype(np.float32),
    }
    names = {
        "row": [row_labels[q] for q in cells["q"]],
        "key": [key_labels[k] for k in cells["k"]],
    }
    return pa.table(cells | places | names)


def _column(field: str, labels: Sequence[str], title: str, colour: str) -> Layer:
    """One column of pieces, written away from the lines: keys (k) left, queries (q) right."""
    left, other = field == "k", "k" if field == "q" else "q"
    count = len(labels)
    rows = [
        {field: i, other: ANY, "x": 0 if left else 1, "y": (i + 0.5) / count, "text": label}
        for i, label in enumerate(labels)
    ]
    side = {"align": "right" if left else "left", "dx": -8 if left else 8, "limit": 130}
    letters = {"fontSize": 14 if count <= CROWDED else AXIS_SIZE, "fontWeight": 600}
    looks: Looks = {"color": colour, "cursor": "pointer", **side, **letters}
    return layer("text", field, rows, told=[("text", title, "")], **looks)


def _numbers(lines: pa.Table) -> list[Row]:
    """The values of the hovered piece, at the far end of its lines: of a query on the left."""
    return [
        {"x": x, "y": line[end], "text": f"{line['w']:.2f}", "asks_q": q, "asks_k": k}
        for line in lines.to_pylist()
        if line["w"] >= NUMBER_FROM
        for x, end, q, k in ((0.06, "y", line["q"], ANY), (0.94, "y2", ANY, line["k"]))
    ]
