"""Word alignment between source and output tokens, and comparison of attribution maps.

Och and Ney 2003, "A Systematic Comparison of Various Statistical Alignment Models": with found
links A, sure links S and possible links P, AER = 1 - (|A n S| + |A n P|) / (|A| + |S|). All links
that a reader draws are sure, so P = S.

Shape suffixes: T output tokens, S source tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Links = NDArray[np.bool_]


def alignment_error_rate(links: Links, sure: Links, possible: Links | None = None) -> float:
    """Return the AER: 0 is a perfect match, 1 no common link; NaN when there are no links."""
    maybe = sure if possible is None else possible | sure
    total = int(links.sum()) + int(sure.sum())
    if not total:
        return float("nan")
    return 1.0 - (int((links & sure).sum()) + int((links & maybe).sum())) / total


def strongest_links(reading: Floats, rows: Sequence[int], keys: Sequence[int]) -> Links:
    """Link each of `rows` to the one of `keys` with the largest value, (T, S)."""
    links = np.zeros(reading.shape, dtype=bool)
    if len(rows) and len(keys):
        best = np.asarray(reading)[np.ix_(rows, keys)].argmax(axis=1)
        links[list(rows), np.asarray(keys)[best]] = True
    return links


def ranks(values: Floats) -> NDArray[np.float64]:
    """Rank the values, 1 for the smallest; ties share the mean of their ranks."""
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
    """Pearson correlation of two vectors with mean zero."""
    size = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / size if size > 0 else float("nan")


def row_correlations(readings: Sequence[Floats]) -> NDArray[np.float64]:
    """Return the Spearman correlations (N, N) between maps (T, S), computed per row and averaged.

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
    """Return (layer, head, row, key) of a high-weight cell whose token can be hidden at least cost.

    Candidates are the strongest cell of each row of each head, and of these the upper half by
    weight. Rows in which hiding some other token costs at least 1 nat are preferred: there the
    model needs a source token, but not the one this head attends to. None if `rows` or `keys` is
    empty.
    """
    if not len(rows) or not len(keys):
        return None
    inner = np.asarray(weights_LHTS)[..., list(rows), :][..., list(keys)]
    loss = np.asarray(drop)[np.ix_(rows, keys)]
    best = inner.argmax(axis=-1)
    weight = np.take_along_axis(inner, best[..., None], axis=-1)[..., 0]
    steps = np.broadcast_to(np.arange(len(rows)), best.shape)
    harm = np.abs(loss[steps, best])
    strong = weight >= np.median(weight)
    elsewhere = best != loss.argmax(axis=-1)
    costly = loss.max(axis=-1) >= 1.0
    filters = (strong & elsewhere & costly, strong & elsewhere, strong)
    candidates = next(cells for cells in filters if cells.any())
    cell = np.unravel_index(int(np.where(candidates, harm, np.inf).argmin()), harm.shape)
    layer, head, row = (int(index) for index in cell)
    return layer, head, rows[row], keys[int(best[layer, head, row])]
