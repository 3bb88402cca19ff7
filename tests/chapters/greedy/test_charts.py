"""The charts of greedy search hold the numbers they were given and meet Vega-Lite's schema."""

from __future__ import annotations

from typing import Any

import pytest

from explainer.chapters.greedy.chart_cache import ABSENT, KEPT, NEW, Row, cells, growth
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column, rows

PIECES = ("▁a", "▁b", "▁a")


def cache(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "rows": (Row("q", (ABSENT, NEW, ABSENT), "q"), Row("k", (KEPT, NEW, ABSENT), "k")),
        "labels": PIECES,
        "label_title": "fed",
        "states": ("no", "kept", "new"),
        "label_colour": "target_text",
        "dark": dark,
    }
    return cells(**{**values, **changed})


def costs(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "without": (10, 30, 60),
        "cached": (10, 20, 30),
        "names": ("a", "b"),
        "piece_title": "p",
        "value_title": "n",
        "form": ".3s",
        "step": 1,
        "dark": dark,
    }
    return growth(**{**values, **changed})


@pytest.mark.parametrize("dark", [False, True])
def test_the_numbers_are_those_given(dark: bool) -> None:
    assert column(costs(dark), "lines", "y") == [10, 30, 60, 10, 20, 30]
    assert column(costs(dark), "rules", "at") == [1]
    assert costs(dark, step=2).spec is costs(dark).spec


def test_cells_are_where_they_were_put() -> None:
    table = rows(cache(dark=True), "cells")
    assert [c["s"] for c in table if c["q"] == 0] == [ABSENT, NEW, ABSENT]
    assert [c["s"] for c in table if c["q"] == 1] == [KEPT, NEW, ABSENT]
    assert [c["k"] for c in table if c["q"] == 1] == [0, 1, 2]
