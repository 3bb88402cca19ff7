"""The charts of the sampling page hold the numbers they were given and meet Vega-Lite's schema."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from explainer.chapters.sampling.charts import path_grid, tail
from explainer.chapters.sampling.lottery import LotteryWords, Stretch, lottery_payload
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column, rows

PIECES = ("▁a", "▁b", "▁a")
SHARES = np.array([0.5, 0.25, 0.15, 0.06, 0.04])


def curve(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "shares": SHARES,
        "left": 2,
        "limits": [(2, "k"), (4, "p")],
        "rank_title": "rank",
        "sum_title": "sum",
        "names": ("kept", "cut"),
        "dark": dark,
    }
    return tail(**{**values, **changed})


def grid(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "rows": [PIECES, ("▁a", "▁c", "▁verylongpiece", "</s>")],
        "row_labels": ["g", "s"],
        "leaves": [None, 1],
        "step_title": "step",
        "piece_title": "piece",
        "names": ("same", "first", "later"),
        "dark": dark,
    }
    return path_grid(**{**values, **changed})


def test_the_tail_is_the_cumulative_sum_and_parts_where_it_is_cut() -> None:
    found = pd.DataFrame(rows(curve(dark=True), "lines"))
    sums = np.cumsum(SHARES)
    assert found["y"].to_numpy() == pytest.approx(sums[found["x"].astype(int) - 1])
    assert found[found.s == 0]["x"].tolist() == [1, 2]
    assert found[found.s == 1]["x"].tolist() == [2, 3, 4, 5]
    assert column(curve(), "rules", "at") == [2, 4]
    assert set(column(curve(left=5, limits=[]), "lines", "s")) == {0}
    with pytest.raises(ValueError):
        curve(left=0)


def test_a_long_tail_is_thinned_but_keeps_its_ends_and_the_cut() -> None:
    found = curve(shares=np.full(8000, 1 / 8000), left=777).data["lines"].to_pandas()
    assert len(found) < 400
    assert found["x"].min() == 1 and found["x"].max() == 8000
    assert found[found["x"] == 777]["s"].tolist() == [0, 1]


def test_both_lines_have_no_gap_and_the_number_lies_on_the_lower_one() -> None:
    parts = [
        Stretch(0, 0.2, (0, 0.1), "a", False),
        Stretch(0.2, 0.2, (0.1, 0.7), "b", False),
        Stretch(0.2, 1, (0.7, 1), "2", True),
    ]
    words = LotteryWords(*[""] * 7)

    def sent(parts: list[Stretch], uniform: float) -> dict[str, Any]:
        return lottery_payload(parts=parts, uniform=uniform, words=words, dark=True)

    assert sent(parts, 0.3)["parts"] == [
        [0, 0.2, "a", 0, 0, 0.1],
        [0.2, 0.2, "b", 0, 0.1, 0.7],
        [0.2, 1, "2", 1, 0.7, 1],
    ]
    for wrong, uniform in ((parts, 1.2), (parts[::2], 0.1), (parts[1:], 0.5)):
        with pytest.raises(ValueError):
            sent(wrong, uniform)


def test_cells_know_where_a_path_leaves_the_first() -> None:
    cells = pd.DataFrame(rows(grid(dark=True), "cells"))
    kinds = {row: found["s"].tolist() for row, found in cells.groupby("q")}
    assert kinds == {0: [0, 0, 0], 1: [0, 1, 2, 2]}
    assert cells["told"].tolist()[:3] == list(PIECES)
    assert "▁verylon…" in cells["word"].tolist()
    with pytest.raises(ValueError):
        grid(leaves=[None])
