"""The charts of the BLEU page: numbers as given, schema met, impossible input refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from explainer.chapters.bleu.charts import GAP, log_waterfall
from explainer.charts.curve_layers import STEPS
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column

VALUES = (-0.072, -0.212, 0.0)


def waterfall(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "labels": ("p1", "p2", "BP"),
        "values": VALUES,
        "texts": ("a", "b", "c", "sum"),
        "total_label": "BLEU",
        "part_title": "part",
        "value_title": "ln",
        "dark": dark,
    }
    return log_waterfall(**{**values, **changed})


@pytest.mark.parametrize("dark", [False, True])
def test_each_bar_begins_where_the_last_one_ended(dark: bool) -> None:
    drawn, edge = waterfall(dark), 0.284 * 1.12
    starts, ends = (np.array(column(drawn, "steps", name)) * edge for name in ("x", "x2"))
    assert starts == pytest.approx([0, -0.072, -0.284, 0])
    assert ends == pytest.approx([-0.072, -0.284, -0.284, -0.284])
    assert column(drawn, "steps", "ln") == pytest.approx([*VALUES, sum(VALUES)])
    assert column(drawn, "steps", "endless") == [False] * 4
    assert column(drawn, "steps", "number") == ["a", "b", "c", "sum"]
    named = column(drawn, STEPS, "step")
    assert [word.split(GAP) for word in named[1:]] == [["p2", "b"], ["BP", "c"], ["BLEU", "sum"]]
    assert waterfall(dark, values=(-1.0, -math.inf, -2.0)).spec is drawn.spec


def test_a_part_without_end_runs_to_the_edge_and_the_sum_with_it() -> None:
    drawn = waterfall(values=(-0.5, -math.inf, -0.25))
    edge = 0.75 * 1.12
    assert column(drawn, "steps", "x2") == pytest.approx([-0.5 / edge, -1, -0.75 / edge, -1])
    assert column(drawn, "steps", "x") == pytest.approx([0, -0.5 / edge, -0.5 / edge, 0])
    assert column(drawn, "steps", "endless") == [False, True, False, True]


def test_only_endless_parts_still_have_a_scale() -> None:
    assert column(waterfall(values=(-math.inf,) * 3), "steps", "x2") == [-1.0] * 4


@pytest.mark.parametrize(
    ("draw", "wrong"),
    [
        (waterfall, {"texts": ("a",)}),
        (waterfall, {"values": (0.1, 0.0, 0.0)}),
        (waterfall, {"values": (math.nan, 0.0, 0.0)}),
    ],
)
def test_what_does_not_fit_is_refused(draw: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        draw(**wrong)
