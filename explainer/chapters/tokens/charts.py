"""A sentence with every piece that fits somewhere: a way to cut it is a path through the pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explainer.charts.axes import tone
from explainer.charts.figure import Figure
from explainer.charts.plane import Looks, bare, layer, plane

ROW_CHARS = 20  # characters a line has room for; it breaks between words
FEWEST = 12  # a shorter sentence leaves room at its end
LANE_HEIGHT = 40  # pixels of a piece with its number
NUMBER_WIDTH = 36  # pixels a number needs: a narrower piece shows none
MARK = "▁"
PLAIN, CHOSEN, BEST = 0, 1, 2
INKS = ("source", "panel", "correct", "residual", "page", "ink")
LETTER: Looks = {"fontSize": 13, "fontWeight": 600}
PIECE = {**LETTER, "least": 0}  # it is cut where it is too long
SCORE = {"fontSize": 11, "fontWeight": 400, "least": NUMBER_WIDTH}
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
    shown: Sequence[str],
    chosen: Sequence[int],
    best: Sequence[int],
    piece_title: str,
    score_title: str,
    dark: bool,
) -> Figure:
    """Pieces `labels` over the characters `spans` of `text`, with their log-probabilities, which
    are printed as in `shown`.

    `chosen` and `best` are the places of two paths in these lists: the chosen one is filled and
    stands uppermost, pieces of the best one have a green frame. Raises ValueError when the lists
    have different lengths or a span lies outside the text.
    """
    if not len(spans) == len(labels) == len(scores) == len(shown):
        raise ValueError(f"{len(spans)} spans, {len(labels)} labels, {len(scores)} scores")
    if any(not 0 <= start < end <= len(text) for start, end in spans):
        raise ValueError("a piece lies outside the text")
    places = arrange(text, spans, chosen)
    tops = np.cumsum([0.0, *(lanes + 1.0 for lanes in places.heights)]).tolist()
    kinds = {**dict.fromkeys(best, BEST), **dict.fromkeys(chosen, CHOSEN)}
    inks = {name: tone(name, dark) for name in INKS}
    arcs, words = [], []
    for i, (span, line, lane) in enumerate(zip(spans, places.lines, places.lanes, strict=True)):
        ends = [place - places.starts[line] for place in span]
        y, kind = tops[line] + 0.8 + lane, kinds.get(i, PLAIN)
        on, edge = kind == CHOSEN, "source" if kind == CHOSEN else "residual"
        looks = {
            "fill": inks["source" if on else "panel"],
            "stroke": inks["correct" if i in best else edge],
            "strokeWidth": 3 if i in best else 1,
        }
        named = {"piece": labels[i], "score": float(scores[i]), "kind": kind}
        arcs.append({"x": ends[0], "x2": ends[1], "y": y, "y2": y + 0.88, **named, **looks})
        middle = {
            "x": sum(ends) / 2,
            "fill": inks["page" if on else "ink"],
            "wide": span[1] - span[0],
        }
        words.append({**middle, "y": y + 0.29, "text": labels[i], **PIECE})
        words.append({**middle, "y": y + 0.66, "text": shown[i], **SCORE})
    line_of = [sum(start <= i for start in places.starts) - 1 for i in range(len(text))]
    letters = [
        {"x": i - places.starts[line] + 0.5, "y": tops[line] + 0.4, "text": letter}
        for i, (letter, line) in enumerate(zip(text, line_of, strict=True))
    ]
    starts = [*places.starts, len(text)]
    width = max(FEWEST, *(b - a for a, b in zip(starts, starts[1:], strict=False)))
    # Room is a question of the figure's width, so the browser answers it.
    room = f"datum.wide * width / {width}"
    fitting: Looks = {
        "limit": f"=datum.least ? 0 : {room} - 2",
        "opacity": f"={room} < datum.least ? 0 : 1",
    }
    told = [("piece", piece_title, ""), ("score", score_title, ".3f")]
    return plane(
        layers=[
            layer("rect", "arcs", arcs, told=told, cornerRadius=5, xOffset=1, x2Offset=-1),
            layer("text", "words", words, **fitting),
            layer("text", "letters", letters, color=tone("third", dark), **LETTER),
        ],
        x=bare(0, width),
        y=bare(tops[-1], 0),
        height=tops[-1] * LANE_HEIGHT,
        dark=dark,
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
