"""Stacks of boxes with words in them, and what flows from box to box.

A stack covers some percent of the width, heights are pixels from the bottom. Colours are finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.plane import Looks, Pick, Row, bare, layer, plane

Side = tuple[float, float]  # left and right end, percent of the width

THIN, HEAVY = 1.2, 3.2  # pixels of an edge, of that of the chosen box


@dataclass(frozen=True)
class Words:
    """Pixels of titles and notes in the boxes, times `shrink` in a figure less than `narrow` wide;
    beyond `limit` percent of its width they are cut (0: never).
    """

    title: float
    note: float
    narrow: int
    shrink: float
    limit: int = 0


def box(side: Side, low: float, tall: float, title: str, note: str, **more: Any) -> Row:
    """A box with a title and a note; `fill` and `stroke` are its colours.

    Its note is only told where the box is `slim`; where it is `dashed`, so is its edge and its
    words are pale. `more` may hold further columns.
    """
    ends = {"x": side[0], "x2": side[1], "y": low, "y2": low + tall}
    return {**ends, "title": title, "note": note, "dashed": False, "slim": False, **more}


def path(
    kind: str, colour: str, wide: float, *corners: tuple[float, float], head: str = ""
) -> list[Row]:
    """A stroke from corner (x, y) to corner; `head` is a shape of Vega's, at its end."""
    last = len(corners) - 2
    looks: Looks = {"kind": kind, "stroke": colour, "strokeWidth": wide}
    return [
        {"x": a[0], "y": a[1], "x2": b[0], "y2": b[1], "head": head if place == last else ""}
        | looks
        for place, (a, b) in enumerate(zip(corners, corners[1:], strict=False))
    ]


def stream(boxes: Sequence[Row], wide: float, dark: bool) -> list[Row]:
    """From box to box of a stack, upwards through their middles."""
    rows: list[Row] = []
    for below, above in zip(boxes, boxes[1:], strict=False):
        x = (below["x"] + below["x2"]) / 2
        ends = ((x, below["y2"]), (x, above["y"]))
        rows += path("stream", tone("third", dark), wide, *ends, head="triangle-up")
    return rows


def bridge(gives: Row, takes: Row, wide: float, dark: bool, head: str = "") -> list[Row]:
    """From a box of the left stack over to one of the right."""
    y, y2 = middle(gives), middle(takes)
    corners = ((gives["x2"], y), (50, y), (50, y2), (takes["x"], y2))
    return path("memory", tone("memory", dark), wide, *corners, head=head)


def middle(row: Row) -> float:
    """Half of the height of a box."""
    height: float = (row["y"] + row["y2"]) / 2
    return height


def heading(text: str, x: float, y: float, colour: str, align: str = "center") -> Row:
    """A word over or beside a stack; `align` is the side of it that stands at `x`."""
    return {"text": text, "x": x, "y": y, "fill": colour, "align": align}


def stacks(
    *,
    boxes: Sequence[Row],
    lines: Sequence[Row],
    names: Sequence[Row],
    frames: Sequence[Row] = (),
    titles: tuple[str, str],
    words: Words,
    height: float,
    dark: bool,
    pick: Pick | None = None,
    chosen: str = "",
) -> Figure:
    """The rows as a figure; `titles` are those of title and note for the pointer.

    `frames` lie below, with the ends of a box and a `fill`. With a `pick` by `id`, a click chooses
    a box: it gets the heavy edge that the `chosen` one has before.
    """
    hand: Looks = {"cursor": "pointer"} if pick else {}
    edge: Any = THIN
    if pick:
        asked = f"isDefined({pick.name}.id) ? {pick.name}.id[0] === datum.id : datum.chosen"
        edge = f"=({asked}) ? {HEAVY} : {THIN}"
        boxes = [row | {"chosen": row["id"] == chosen} for row in boxes]
    shrunk = f"=width < {words.narrow} ? {words.shrink} * datum.fontSize : datum.fontSize"
    told = [("title", titles[0], ""), ("note", titles[1], "")]
    dashes, cut = "=datum.dashed ? [4, 4] : [1, 0]", f"=width * {words.limit / 100:g}"
    looks: Looks = {"cornerRadius": 7, "strokeWidth": edge, "strokeDash": dashes, **hand}
    # Heads stand before the edge of a box and not on it.
    before: Looks = {
        "xOffset": "=datum.shape === 'triangle-right' ? -4 : 0",
        "yOffset": "=datum.shape === 'triangle-up' ? 4 : 0",
    }
    heads = [
        {"x": row["x2"], "y": row["y2"], "shape": row["head"], "fill": row["stroke"]}
        for row in lines
        if row["head"]
    ]
    inside = [*_words(boxes, "title", words, dark), *_words(boxes, "note", words, dark)]
    return plane(
        layers=[
            layer("rect", "frames", frames, cornerRadius=12),
            layer("rule", "lines", lines),
            layer("point", "heads", heads, size=40, strokeWidth=0, opacity=1, **before),
            layer("rect", "boxes", boxes, told=told, pick=pick, **looks),
            layer("text", "inside", inside, fontSize=shrunk, limit=cut, **hand),
            layer("text", "names", names, fontSize=13, fontWeight=700),
        ],
        x=bare(0, 100),
        y=bare(0, height),
        height=height,
        dark=dark,
    )


def _words(boxes: Sequence[Row], field: str, words: Words, dark: bool) -> list[Row]:
    """Titles or notes, each in the middle of its box."""
    title = field == "title"
    size, weight = (words.title, 600) if title else (words.note, 400)
    rows = []
    for row in boxes:
        noted = bool(row["note"]) and not row["slim"]
        if title or noted:
            away = (8 if title else -8.5) if noted else 0
            place = {"x": (row["x"] + row["x2"]) / 2, "y": middle(row) + away}
            ink = "third" if row["dashed"] else "ink" if title else "second"
            looks = {"fontSize": size, "fontWeight": weight, "fill": tone(ink, dark)}
            rows.append({**place, "text": row[field], **looks})
    return rows
