"""Pieces on two axes of the embedding matrix, and which of them carry their names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explainer.charts.curves import Axis, Dots, curves
from explainer.charts.figure import Figure
from explainer.charts.labels import check_lengths

KINDS = ("sample", "other", "neighbour", "source", "target")
KIND_COLOURS = ("residual", "residual", "ink", "source", "target")
OWN = ("source", "target")
NAME_SIZE = (0.09, 0.035)  # parts of the picture: what a name takes


def apart(places_NC: NDArray[np.floating], kinds: Sequence[str], chosen: int) -> set[int]:
    """The points whose names do not lie over each other: the chosen one's, those of the sentence,
    the neighbours', then the others'.
    """
    places = np.asarray(places_NC, dtype=np.float64)[:, :2]
    size = np.ptp(places, axis=0).clip(1e-12)
    order = sorted(
        (i for i, kind in enumerate(kinds) if kind != "sample"),
        key=lambda i: (i != chosen, kinds[i] not in OWN, kinds[i] != "neighbour", i),
    )
    free: list[int] = []
    for i in order:
        gaps = np.abs(places[i] - places[free]) / size
        if not ((gaps[:, 0] < NAME_SIZE[0]) & (gaps[:, 1] < NAME_SIZE[1])).any():
            free.append(i)
    return set(free)


def groups(
    places_NC: NDArray[np.floating],
    labels: Sequence[str],
    kinds: Sequence[str],
    kind_names: Sequence[str],
) -> list[tuple[str, str, str, list[int]]]:
    """Every kind that is there, its word for the legend, its colour, and which points it has.

    `kinds` are of KINDS, `kind_names` their words. Raises ValueError when the lists do not fit.
    """
    check_lengths("points", len(kinds), places_NC, labels)
    return [
        (kind, name, tone, mine)
        for kind, name, tone in zip(KINDS, kind_names, KIND_COLOURS, strict=True)
        if (mine := [i for i, own in enumerate(kinds) if own == kind])
    ]


def projection_chart(
    *,
    places_NC: NDArray[np.floating],
    labels: Sequence[str],
    kinds: Sequence[str],
    kind_names: Sequence[str],
    chosen: int,
    axis_titles: tuple[str, str],
    piece_title: str,
    dark: bool,
) -> Figure:
    """Pieces as points (N, 2), in `groups`.

    The pieces of the sentence and the neighbours carry their name, the point `chosen` has a ring;
    a background point tells its name when the pointer is on it. Raises ValueError when the lists
    do not fit.
    """
    dots: list[Dots] = []
    there = groups(places_NC, labels, kinds, kind_names)
    ring, named = None, apart(places_NC, kinds, chosen)
    for kind, name, tone, mine in there:
        if chosen in mine:
            ring = (len(dots), mine.index(chosen))
        words, faint = [labels[i] for i in mine], kind == "sample"
        x, y = np.asarray(places_NC, dtype=np.float64)[mine, :2].T
        shown = [] if faint else [labels[i] if i in named else "" for i in mine]
        size = 70 if kind in OWN else 45 if kind == "neighbour" else 30
        strong = [kind in OWN] * len(mine)  # these keep their names on a phone
        dots.append(Dots(name, x, y, tone, words, shown, size=size, faint=faint, strong=strong))
    return curves(
        dots=dots,
        x=Axis(axis_titles[0], grid=True),
        y=Axis(axis_titles[1]),
        name_title=piece_title,
        dark=dark,
        ring=ring,
        height=460,
    )
