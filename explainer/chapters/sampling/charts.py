"""One distribution after temperature and filters: its sums, and the tail that is cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.charts.figure import Figure

TAIL_HEIGHT: Final = 400
POINTS: Final = 160  # of the tail's curve

Floats = NDArray[np.floating]


def tail(
    *,
    shares: Floats,
    left: int,
    limits: Sequence[tuple[int, str]],
    rank_title: str,
    sum_title: str,
    names: tuple[str, str],
    dark: bool,
) -> Figure:
    """The probabilities added up from the most probable piece on, ranks on a log axis.

    `shares` (N,) fall and sum to 1; the first `left` are kept, the rest is the cut tail; `names`
    of both. `limits` are the filters: after which rank each cuts, and what it is called. Raises
    ValueError unless at least one piece is left.
    """
    if not 1 <= left <= len(shares):
        raise ValueError(f"{left} pieces left of {len(shares)}")
    count, sums = len(shares), np.cumsum(shares)
    few = np.unique(np.rint(np.geomspace(1, count, POINTS)).astype(np.int64))
    kept, cut = np.union1d(few[few <= left], [left]), np.union1d(few[few >= left], [left])
    return curves(
        lines=[
            Curve(names[0], sums[kept - 1], "target", kept.astype(np.float64)),
            *(
                [Curve(names[1], sums[cut - 1], "residual", cut.astype(np.float64), dash=(4, 4))]
                if left < count
                else []
            ),
        ],
        x=Axis(rank_title, log=True, span=(0.93, max(count, 2) * 1.07)),
        y=Axis(sum_title, span=(0, 1.02), form=".0%"),
        name_title=" ",
        form=".2%",
        dark=dark,
        rules=[Rule(min(max(rank, 1), count), name, "error") for rank, name in limits],
        height=TAIL_HEIGHT,
    )
