"""Draw a run's learning curve, training and dev loss by step, as SVG, PNG and an HTML page."""

from __future__ import annotations

import io
import math
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from typing import Any, Final, Literal

from PIL import Image, ImageDraw, ImageFont

from explainer.documents import document

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 20, 44
INK, LINE = "#14202E", "#DCE3EA"
TRAIN, DEV = "#7F8C9A", "#14202E"
SIZE: Final = 12  # font size
DASH: Final = (5.0, 4.0)  # on, off
SCALE: Final = 2  # pixels of the PNG per unit of the drawing

Rows = Sequence[Mapping[str, Any]]
Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Words:
    """A label; (`x`, `y`) is the start, middle or end of its baseline."""

    x: float
    y: float
    text: str
    anchor: Anchor


@dataclass(frozen=True)
class Curve:
    """A polyline with its colour."""

    points: tuple[Point, ...]
    colour: str
    dashed: bool


@dataclass(frozen=True)
class Drawing:
    """A chart in units of WIDTH x HEIGHT; `grid` are the heights of the grid lines."""

    grid: tuple[float, ...]
    words: tuple[Words, ...]
    curves: tuple[Curve, ...]


def drawing(rows: Rows) -> Drawing:
    """Lay out the chart of the `rows` of log.csv.

    The training loss includes label smoothing, the dev loss does not. Raises ValueError for no
    rows.
    """
    if not rows:
        raise ValueError("a run without an evaluation has no curve")
    steps = [int(row["step"]) for row in rows]
    losses = {name: [float(row[name]) for row in rows] for name in ("train_loss", "dev_loss")}
    top = math.ceil(max(max(values) for values in losses.values()))
    grid = [across(loss, top, HEIGHT - BOTTOM, TOP) for loss in range(top + 1)]
    words = [Words(LEFT - 8, y + 4, str(loss), "end") for loss, y in enumerate(grid)]
    for step in ticks(steps[-1]):
        x = across(step, steps[-1], LEFT, WIDTH - RIGHT)
        words.append(Words(x, HEIGHT - BOTTOM + 18, f"{step:,}", "middle"))
    key = "dashed: training loss (label smoothing 0.1) · solid: dev loss · nats per target token"
    words.append(Words(WIDTH - RIGHT, TOP + 14, key, "end"))
    words.append(Words(WIDTH / 2, HEIGHT - 6, "step", "middle"))
    curves = [
        Curve(
            tuple(
                (
                    across(step, steps[-1], LEFT, WIDTH - RIGHT),
                    across(value, top, HEIGHT - BOTTOM, TOP),
                )
                for step, value in zip(steps, losses[name], strict=True)
            ),
            colour,
            dashed,
        )
        for name, colour, dashed in (("train_loss", TRAIN, True), ("dev_loss", DEV, False))
    ]
    return Drawing(tuple(grid), tuple(words), tuple(curves))


def curve_svg(rows: Rows) -> str:
    """Draw the curve as SVG. Raises ValueError for no rows."""
    drawn = drawing(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' font-family="sans-serif" font-size="{SIZE}" fill="{INK}">',
        "<title>Loss by step</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>',
    ]
    parts += [f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{LINE}"/>' for y in drawn.grid]
    parts += [
        f'<text x="{word.x:.1f}" y="{word.y:.1f}" text-anchor="{word.anchor}">{word.text}</text>'
        for word in drawn.words
    ]
    for curve in drawn.curves:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve.points)
        dash = f' stroke-dasharray="{DASH[0]:g} {DASH[1]:g}"' if curve.dashed else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{curve.colour}" stroke-width="2"'
            f"{dash}/>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def curve_png(rows: Rows) -> bytes:
    """Draw the curve as PNG, SCALE pixels per unit. Raises ValueError for no rows."""
    drawn = drawing(rows)
    picture = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), "#FFFFFF")
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(SIZE * SCALE)
    for y in drawn.grid:
        pen.line(scaled((LEFT, y), (WIDTH - RIGHT, y)), LINE, SCALE)
    for label in drawn.words:
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[label.anchor]
        pen.text(scaled((label.x, label.y))[0], label.text, INK, font, anchor)
    for curve in drawn.curves:
        for line in dashes(curve.points) if curve.dashed else [curve.points]:
            pen.line(scaled(*line), curve.colour, 2 * SCALE, joint="curve")
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def curve_page(name: str, rows: Rows) -> str:
    """Return a self-contained HTML page with the chart and its numbers.

    Raises ValueError for no rows.
    """
    table = [
        {
            "step": f"{int(row['step']):,}",
            "train": f"{float(row['train_loss']):.3f}",
            "dev": f"{float(row['dev_loss']):.3f}",
            "perplexity": f"{math.exp(float(row['dev_loss'])):,.1f}",
        }
        for row in rows
    ]
    picture = b64encode(curve_svg(rows).encode()).decode()
    best = min(range(len(rows)), key=lambda index: float(rows[index]["dev_loss"]))
    return document("curve.html", name=name, picture=picture, rows=table, best=table[best])


def scaled(*points: Point) -> list[Point]:
    """Convert points from units to pixels."""
    return [(x * SCALE, y * SCALE) for x, y in points]


def dashes(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Split a polyline into dashes by DASH, continuing the pattern across corners."""
    lengths = cycle(DASH)
    left, drawn = next(lengths), True
    for (x0, y0), (x1, y1) in pairwise(points):
        length, at = math.dist((x0, y0), (x1, y1)), 0.0
        while at < length:
            reach = at + left
            end = min(length, reach)
            if drawn:
                first, last = (
                    (across(t, length, x0, x1), across(t, length, y0, y1)) for t in (at, end)
                )
                yield first, last
            if reach <= length:  # rather than counting down to 0, which rounding may miss
                left, drawn = next(lengths), not drawn
            else:
                left = reach - length
            at = end


def across(value: float, largest: float, start: float, end: float) -> float:
    """Map `value` in 0..largest linearly to start..end."""
    return start + (end - start) * value / largest


def ticks(last: int) -> list[int]:
    """Return about five round numbers from 0 to `last`."""
    rough = max(1, last) / 5
    power = 10 ** math.floor(math.log10(rough))
    gap = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return list(range(0, last + 1, max(1, int(gap))))
