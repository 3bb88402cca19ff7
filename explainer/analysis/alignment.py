"""Word alignment: which source token a written token comes from, and how two readings compare.

Och and Ney 2003, "A Systematic Comparison of Various Statistical Alignment Models": with found
links A, sure links S and possible links P, AER = 1 - (|A n S| + |A n P|) / (|A| + |S|). Links a
reader draws are all sure, so P = S.

Shape suffixes: T written tokens, S source tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Links = NDArray[np.bool_]


def alignment_error_rate(links: Links, sure: Links, possible: Links | None = None) -> float:
    """0 is perfect, 1 shares nothing; NaN when there is no link at all."""
    maybe = sure if possible is None else possible | sure
    total = int(links.sum()) + int(sure.sum())
    if not total:
        return float("nan")
    return 1.0 - (int((links & sure).sum()) + int((links & maybe).sum())) / total


def strongest_links(reading: Floats, rows: Sequence[int], keys: Sequence[int]) -> Links:
    """Each of `rows` linked to the one of `keys` with the largest number, (T, S)."""
    links = np.zeros(reading.shape, dtype=bool)
    if len(rows) and len(keys):
        best = np.asarray(reading)[np.ix_(rows, keys)].argmax(axis=1)
        links[list(rows), np.asarray(keys)[best]] = True
    return links


def ranks(values: Floats) -> NDArray[np.float64]:
    """1 for the smallest; equal values share the mean of their ranks."""
    order = np.argsort(values, kind="stable")
    ranks_N = np.empty(len(values))
    ranks_N[order] = np.arange(1, len(values) + 1)
    for value in np.unique(values):
        same = values == value
        ranks_N[same] = ranks_N[same].mean()
    return ranks_N


def _centred_ranks(values: Floats) -> NDArray[np.float64]:
    ranks_N = ranks(np.asarray(values))
    return ranks_N - ranks_N.mean()


def _correlation(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Of two sides that have mean zero."""
    size = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / size if size > 0 else float("nan")


def row_correlations(readings: Sequence[Floats]) -> NDArray[np.float64]:
    """(N, N): Spearman between readings (T, S), row by row, averaged over the rows that have one.

    Averaged over rows because each row is one decision; NaN where no row has a correlation.
    """
    count = len(readings)
    ranked = [[_centred_ranks(row) for row in reading] for reading in readings]
    table = np.full((count, count), np.nan)
    for i in range(count):
        for j in range(count):
            correlations = [_correlation(a, b) for a, b in zip(ranked[i], ranked[j], strict=True)]
            valid = [value for value in correlations if not np.isnan(value)]
            if valid:
                table[i, j] = float(np.mean(valid))
    return table


def misleading_cell(
    weights_LHTS: Floats, drop: Floats, rows: Sequence[int], keys: Sequence[int]
) -> tuple[int, int, int, int] | None:
    """(layer, head, row, key): a dark cell whose token could go, the most harmless one there is.

    Asked are the darkest cells of every head's rows, and of these the darker half. Where there are
    any, only rows count in which hiding another token costs at least a nat: then the token was
    needed by something, but not what the head looks at. None where there is no ordinary cell.
    """
    if not len(rows) or not len(keys):
        return None
    inner = np.asarray(weights_LHTS)[..., list(rows), :][..., list(keys)]
    lost = np.asarray(drop)[np.ix_(rows, keys)]
    best = inner.argmax(axis=-1)
    weight = np.take_along_axis(inner, best[..., None], axis=-1)[..., 0]
    steps = np.broadcast_to(np.arange(len(rows)), best.shape)
    harm = np.abs(lost[steps, best])
    strong = weight >= np.median(weight)
    elsewhere = best != lost.argmax(axis=-1)
    costly = lost.max(axis=-1) >= 1.0
    wishes = (strong & elsewhere & costly, strong & elsewhere, strong)
    asked = next(wish for wish in wishes if wish.any())
    cell = np.unravel_index(int(np.where(asked, harm, np.inf).argmin()), harm.shape)
    layer, head, row = (int(place) for place in cell)
    return layer, head, rows[row], keys[int(best[layer, head, row])]
