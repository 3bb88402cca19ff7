"""The charts of masks: valid Vega-Lite, numbers those of the arrays, hidden cells marked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.masks.charts import (
    SHARES,
    StripRow,
    compared,
    even_limit,
    row_strip,
)
from explainer.charts.curves import Axis, Dots
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column, rows

KEYS = ["x", "x", "<pad>"]


def strip(dark: bool = False, **changes: Any) -> Figure:
    rows = [
        StripRow("score", [0.5, -2.0, 3.2], ["0.50", "−2.00", "3.20"], "signed"),
        StripRow("+ mask", [0.0, -np.inf, 0.0], ["0", "−∞", "0"], "plain"),
        StripRow("weight", [0.2, 0.0, np.nan], ["0.2", "0", "NaN"], "weight"),
    ]
    options = {
        "rows": rows,
        "key_labels": KEYS,
        "key_title": "k",
        "key_colour": "source_text",
        "chosen": 1,
        "row_title": "r",
        "value_title": "v",
    }
    return row_strip(**{**options, **changes}, dark=dark)


def test_a_signed_scale_ends_at_a_number_one_can_read() -> None:
    assert even_limit(np.array([0.1, -0.2])) == 0.5
    assert even_limit(np.array([[0.5, -2.0, 3.2], [1.0, 0.1, 0.0]])) == 3.5


def test_a_strip_hatches_minus_infinity_alone() -> None:
    found = rows(strip(), "cells")
    assert [(r["q"], r["k"]) for r in found if r["hidden"]] == [(1, 1)]
    assert [r["word"] for r in found if r["q"] == 2] == ["0.2", "0", "NaN"]
    assert [r["k"] for r in found if r["framed"]] == [1, 1, 1]
    assert strip(chosen=2).spec is strip().spec
    with pytest.raises(ValueError):
        strip(key_labels=["x"])


def test_shares_are_drawn_and_every_series_is_in_the_legend() -> None:
    found = (
        Dots("a", None, [0.1, 0.9, 1.0], "target"),
        Dots("b", None, [0.2, 0.8, 0.0], "error", shape="cross", filled=False),
    )
    shares = compared(dots=found, x=Axis("l", words=KEYS), y=SHARES, dark=True)
    assert column(shares, "points", "y") == pytest.approx([0.1, 0.9, 1.0, 0.2, 0.8, 0.0])
    marks = shares.spec["layer"][0]["encoding"]
    for channel in ("stroke", "fill", "shape"):
        assert marks[channel]["scale"]["domain"] == [0, 1] and marks[channel]["legend"]
    assert len(set(marks["shape"]["scale"]["range"])) == 2
