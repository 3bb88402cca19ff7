"""A sentence with every piece that fits somewhere: a way to cut it is a path through the pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from explainer.charts.labels import Spec, label_at, look
from explainer.charts.palette import PALETTE, theme

ROW_CHARS = 20  # characters a line has room for; it breaks between words
FEWEST = 12  # a shorter sentence leaves room at its end
LANE_HEIGHT = 40  # pixels of a piece with its number
NUMBER_WIDTH = 36  # pixels a number needs: a narrower piece shows none
MARK = "▁"
PLAIN, CHOSEN, BEST = 0, 1, 2
Span = tuple[int, int]


@dataclass(frozen=True)
class Places:
    """Where each span lies: its line of text, its first character there, and its lane below."""

    starts: tuple[int, ...]  # first character of each line of text
    lines: tuple[int, ...]  # of each span
    lanes: tuple[int, ...]  # of each span; 0 is for the chosen path
    heights: tuple[int, ...]  # lanes of each line of text


def lattice_chart(
    *,
    text: str,
    spans: Sequence[Span],
    labels: Sequence[str],
    scores: Sequence[float],
    chosen: Sequence[int],
    best: Sequence[int],
    piece_title: str,
    score_title: str,
    dark: bool,
) -> Spec:
    """Pieces `labels` over the characters `spans` of `text`, with their log-probabilities.

    `chosen` and `best` are the places of two paths in these lists: the chosen one is filled and
    stands uppermost, pieces of the best one have a green frame. Raises ValueError when the lists
    have different lengths or a span lies outside the text.
    """
    if not len(spans) == len(labels) == len(scores):
        raise ValueError(f"{len(spans)} spans, {len(labels)} labels, {len(scores)} scores")
    if any(not 0 <= start < end <= len(text) for start, end in spans):
        raise ValueError("a piece lies outside the text")
    places = arrange(text, spans, chosen)
    tops = [0.0]
    for lanes in places.heights:
        tops.append(tops[-1] + lanes + 1.0)
    first = [places.starts[line] for line in places.lines]
    kinds = {**dict.fromkeys(best, BEST), **dict.fromkeys(chosen, CHOSEN)}
    arcs = pa.table(
        {
            "a": [span[0] - at for span, at in zip(spans, first, strict=True)],
            "b": [span[1] - at for span, at in zip(spans, first, strict=True)],
            "y": [tops[n] + 0.8 + lane for n, lane in zip(places.lines, places.lanes, strict=True)],
            "s": [float(score) for score in scores],
            "kind": [kinds.get(i, PLAIN) for i in range(len(spans))],
            "best": [i in set(best) for i in range(len(spans))],
            "i": list(range(len(spans))),
        }
    )
    line_of = [sum(start <= i for start in places.starts) - 1 for i in range(len(text))]
    letters = pa.table(
        {
            "x": [i - places.starts[line] + 0.5 for i, line in enumerate(line_of)],
            "y": [tops[line] + 0.4 for line in line_of],
            "i": list(range(len(text))),
        }
    )
    ends = [*places.starts[1:], len(text)]
    width = max(FEWEST, *(b - a for a, b in zip(places.starts, ends, strict=True)))
    return _spec(
        arcs, letters, (labels, list(text)), (width, tops[-1]), (piece_title, score_title), dark
    )


def arrange(text: str, spans: Sequence[Span], chosen: Sequence[int]) -> Places:
    """Break the text into lines at ▁ and put spans that overlap below each other.

    The chosen ones, which do not overlap, are in lane 0; the rest is packed from lane 1 on.
    """
    starts = [0]
    words = [i for i, char in enumerate(text) if char == MARK] + [len(text)]
    for begin, end in zip(words, words[1:], strict=False):
        if end - starts[-1] > ROW_CHARS and begin > starts[-1]:
            starts.append(begin)
    lines = [sum(start <= span[0] for start in starts) - 1 for span in spans]
    lanes = [0] * len(spans)
    free: dict[int, list[int]] = {line: [] for line in range(len(starts))}
    for i in sorted(set(range(len(spans))) - set(chosen), key=lambda i: spans[i]):
        ends = free[lines[i]]
        lane = next((n for n, end in enumerate(ends) if end <= spans[i][0]), len(ends))
        ends[lane : lane + 1] = [spans[i][1]]
        lanes[i] = lane + 1
    heights = tuple(1 + len(free[line]) for line in range(len(starts)))
    return Places(tuple(starts), tuple(lines), tuple(lanes), heights)


def _spec(
    arcs: pa.Table,
    letters: pa.Table,
    words: tuple[Sequence[str], Sequence[str]],
    size: tuple[int, float],
    titles: tuple[str, str],
    dark: bool,
) -> Spec:
    """`words` are the pieces and the characters, `size` the domain of the figure."""
    colours = PALETTE[theme(dark)]
    x: Spec = {"type": "quantitative", "axis": None, "scale": {"domain": [0, size[0]]}}
    y: Spec = {"type": "quantitative", "axis": None, "scale": {"domain": [size[1], 0]}}
    named = [
        {"calculate": label_at(words[0], "datum.i"), "as": "piece"},
        {"calculate": "datum.y + 0.88", "as": "low"},
        {"calculate": "(datum.a + datum.b) / 2", "as": "mid"},
    ]
    # Room is a question of the figure's width, so the browser answers it.
    room = f"(datum.b - datum.a) * width / {size[0]}"
    piece: Spec = {"fontSize": 13, "fontWeight": 600, "limit": {"expr": f"{room} - 2"}}
    score: Spec = {"fontSize": 11, "opacity": {"expr": f"{room} < {NUMBER_WIDTH} ? 0 : 1"}}
    shown = {"field": "piece", "type": "nominal"}
    number = {"field": "s", "type": "quantitative", "format": ".2f"}
    letter = {
        "data": {"name": "letters"},
        "transform": [{"calculate": label_at(words[1], "datum.i"), "as": "letter"}],
        "mark": {"type": "text", "fontSize": 13, "fontWeight": 600},
        "encoding": {
            "x": {**x, "field": "x"},
            "y": {**y, "field": "y"},
            "text": {"field": "letter", "type": "nominal"},
            "color": {"value": colours["third"]},
        },
    }
    return {
        "config": look(dark),
        "height": round(size[1] * LANE_HEIGHT),
        "datasets": {"arcs": arcs, "letters": letters},
        "layer": [
            _boxes(named, (x, y), titles, dark),
            _inside(named, (x, y), 0.29, {"mark": piece, "text": shown}, dark),
            _inside(named, (x, y), 0.66, {"mark": score, "text": number}, dark),
            letter,
        ],
    }


def _boxes(
    named: list[Spec], sides: tuple[Spec, Spec], titles: tuple[str, str], dark: bool
) -> Spec:
    """One box a piece: filled on the chosen path, with a green frame on the best one."""
    colours = PALETTE[theme(dark)]
    chosen, best = {"test": f"datum.kind === {CHOSEN}"}, {"test": "datum.best"}
    frames = [{**best, "value": colours["correct"]}, {**chosen, "value": colours["source"]}]
    return {
        "data": {"name": "arcs"},
        "transform": named,
        "mark": {"type": "rect", "cornerRadius": 5, "xOffset": 1, "x2Offset": -1},
        "encoding": {
            "x": {**sides[0], "field": "a"},
            "x2": {"field": "b"},
            "y": {**sides[1], "field": "y"},
            "y2": {"field": "low"},
            "fill": {
                "condition": {**chosen, "value": colours["source"]},
                "value": colours["panel"],
            },
            "stroke": {"condition": frames, "value": colours["residual"]},
            "strokeWidth": {"condition": {**best, "value": 3}, "value": 1},
            "tooltip": [
                {"field": "piece", "type": "nominal", "title": titles[0]},
                {"field": "s", "type": "quantitative", "title": titles[1], "format": ".3f"},
            ],
        },
    }


def _inside(
    named: list[Spec], sides: tuple[Spec, Spec], at: float, words: Spec, dark: bool
) -> Spec:
    """Words in the boxes, `at` is their height in a box."""
    colours = PALETTE[theme(dark)]
    chosen = {"test": f"datum.kind === {CHOSEN}", "value": colours["page"]}
    return {
        "data": {"name": "arcs"},
        "transform": [*named, {"calculate": f"datum.y + {at}", "as": "at"}],
        "mark": {"type": "text", **words["mark"]},
        "encoding": {
            "x": {**sides[0], "field": "mid"},
            "y": {**sides[1], "field": "at"},
            "text": words["text"],
            "color": {"condition": chosen, "value": colours["ink"]},
        },
    }
