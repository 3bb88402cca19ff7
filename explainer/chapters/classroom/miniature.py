"""Draw a thumbnail of the screen that a link opens: what is locked, hidden and shown.

Only the layout is drawn, not the content.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from explainer.charts.palette import PALETTE, theme
from explainer.frame.sketch import box, svg
from explainer.frame.teaching import Teaching

WIDTH: Final = 480
HEIGHT: Final = 150
# The panels that stand below a figure, in the order of the page.
BELOW: Final = ("formula", "shapes", "code", "mistake", "tasks", "tables")
Colours = Mapping[str, str]


@dataclass(frozen=True)
class Screen:
    """What students see first.

    `answer`: None without a lesson, else whether the answer is shown. `hidden`: panels of BELOW.
    """

    has_note: bool
    is_locked: bool
    answer: bool | None
    has_figure: bool
    has_probabilities: bool
    hidden: frozenset[str]


def screen(shown: Teaching, is_lesson: bool) -> Screen:
    """Return the screen of a link, to a page or to a lesson, whose figure hides the answer."""
    answer = shown.reveals("answers") if is_lesson else None
    return Screen(
        has_note=bool(shown.note),
        is_locked=shown.locks("sentence"),
        answer=answer,
        has_figure=answer is not False,
        has_probabilities=not shown.hides("probabilities"),
        hidden=frozenset(panel for panel in BELOW if shown.hides(panel)),
    )


def miniature(seen: Screen, dark: bool) -> str:
    """Return the SVG of a screen."""
    c = PALETTE[theme(dark)]
    drawn = [box(0.5, 0.5, WIDTH - 1, HEIGHT - 1, c["page"], f'rx="8" stroke="{c["line"]}"')]
    drawn += _sentence(c, seen)
    top = 34.0
    if seen.answer is not None:
        drawn += _question(c, seen.answer)
        top = 68.0
    drawn += _figure(c, seen, top)
    return svg(WIDTH, HEIGHT, drawn)


def _path(points: str, colour: str, width: float, more: str = "") -> str:
    return f'<path d="{points}" fill="none" stroke="{colour}" stroke-width="{width}" {more}/>'


def _dashed(c: Colours) -> str:
    return f'rx="4" stroke="{c["third"]}" stroke-dasharray="3 3"'


def _sentence(c: Colours, seen: Screen) -> list[str]:
    """Draw the sentence's tokens, a lock if it is fixed, and the note."""
    drawn, x = list[str](), 30.0 if seen.is_locked else 12.0
    if seen.is_locked:
        drawn += [
            _path("M14.5 17 v-3 a3.5 3.5 0 0 1 7 0 v3", c["ink"], 1.6),
            box(12, 17, 12, 9, c["ink"], 'rx="1.5"'),
        ]
    for width in (46, 18, 34, 52, 26):
        edge = f'rx="4" stroke="{c["source"]}"'
        drawn.append(box(x, 11, width, 15, c["source_band"], edge))
        x += width + 5
    if seen.has_note:
        drawn.append(box(330, 9, 138, 19, c["panel"], f'rx="4" stroke="{c["third"]}"'))
        drawn += [box(338, y, w, 3, c["second"], 'rx="1.5"') for y, w in ((14, 118), (20, 82))]
    return drawn


def _question(c: Colours, is_answered: bool) -> list[str]:
    """Draw the question and the answer field, empty or filled with a tick."""
    drawn = [
        box(12, 34, WIDTH - 24, 28, c["panel"], f'rx="5" stroke="{c["line"]}"'),
        *(box(22, y, w, 4, c["second"], 'rx="2"') for y, w in ((41, 230), (51, 150))),
    ]
    if not is_answered:
        field = box(350, 39, 108, 18, c["page"], _dashed(c))
        hook = "M401 45 a3.4 3.4 0 1 1 4.6 3.1 q-1.2 0.6 -1.2 2.2 M404.4 53 v0.8"
        return [*drawn, field, _path(hook, c["ink"], 1.8, 'stroke-linecap="round"')]
    return [
        *drawn,
        box(350, 39, 108, 18, c["page"], f'rx="4" stroke="{c["correct"]}" stroke-width="1.8"'),
        _path("M360 48 l4 4 l8 -9", c["correct"], 2.4, 'stroke-linecap="round"'),
        box(380, 46, 66, 4, c["ink"], 'rx="2"'),
    ]


def _figure(c: Colours, seen: Screen, top: float) -> list[str]:
    """Draw the figure and the panels below it; hidden ones as dashed outlines."""
    height = HEIGHT - 38 - top
    if not seen.has_figure:
        height = HEIGHT - 10 - top
        drawn = [box(12, top, WIDTH - 24, height, "none", _dashed(c))]
        for left in range(30, 300, 48):
            drawn += [
                box(left - 14, top + 8, 28, 12, "none", _dashed(c)),
                _path(f"M{left} {top + 20} V{top + height - 10}", c["line"], 2),
            ]
        bars = range(4)
        return [*drawn, *(box(330, top + 10 + 16 * at, 112, 10, "none", _dashed(c)) for at in bars)]
    drawn = [box(12, top, WIDTH - 24, height, c["panel"], f'rx="5" stroke="{c["line"]}"')]
    ends = ((30, 70), (78, 60), (126, 150), (174, 118), (222, 214), (270, 258))
    for place, (start, end) in enumerate(ends):
        low, high = top + height - 6, top + 6
        middle = (low + high) / 2
        curve = f"M{start} {high} C{start} {middle:.1f} {end} {middle:.1f} {end} {low:.1f}"
        drawn.append(_path(curve, c["weight"], (7, 2, 5, 3, 8, 2)[place], 'opacity="0.75"'))
    row = (height - 12) / 4
    for place, width in enumerate((112, 62, 30, 16)):
        fill, edge = (c["target"], "") if seen.has_probabilities else ("none", _dashed(c))
        drawn.append(box(330, top + 6 + place * row, width, row - 3, fill, edge))
    across = (WIDTH - 24 - 5 * 8) / len(BELOW)
    for place, panel in enumerate(BELOW):
        x, y = 12 + place * (across + 8), HEIGHT - 30
        if panel in seen.hidden:
            drawn.append(box(x, y, across, 20, "none", _dashed(c)))
            continue
        edge = f'rx="4" stroke="{c["error"] if panel == "mistake" else c["line"]}"'
        drawn.append(box(x, y, across, 20, c["panel"], edge))
        drawn += [box(x + 7, y + 6 + 6 * i, w, 3, c["third"]) for i, w in ((0, 44), (1, 30))]
    return drawn
