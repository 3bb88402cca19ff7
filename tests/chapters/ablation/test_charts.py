"""The charts of the what-if page hold the numbers they were given and meet Vega-Lite's schema."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.ablation.chart_shares import signed_bars, stacked_shares
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column

PIECES = ("▁a", "▁b", "▁a")
PARTS = np.array([[1.0, 2, -3, 0.5], [0, 1, 0, -2], [4, 4, 4, 4]])


def stacked(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "values": PARTS,
        "group_names": ("s", "p", "f", "c"),
        "label_title": "piece",
        "value_title": "logit",
        "total_title": "sum",
        "dark": dark,
    }
    return stacked_shares(**{**values, **changed})


def bars(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "labels": PIECES,
        "values": PARTS[0, :3],
        "tones": ("source", "target", "primary"),
        "label_title": "part",
        "value_title": "logit",
        "dark": dark,
    }
    return signed_bars(**{**values, **changed})


@pytest.mark.parametrize("dark", [False, True])
def test_stacked_parts_and_their_sum(dark: bool) -> None:
    assert column(stacked(dark), "bars", "v") == pytest.approx(PARTS.T.ravel())
    assert column(stacked(dark), "marks", "v") == pytest.approx(PARTS.sum(axis=1))


@pytest.mark.parametrize("dark", [False, True])
def test_bars_hold_the_values(dark: bool) -> None:
    assert column(bars(dark), "bars", "v") == pytest.approx(PARTS[0, :3])


def test_another_sentence_keeps_the_specification() -> None:
    assert stacked(values=-PARTS).spec is stacked().spec


@pytest.mark.parametrize(
    ("draw", "wrong"),
    [
        (stacked, {"values": PARTS[:, :3]}),
        (bars, {"tones": ("source",)}),
    ],
)
def test_labels_that_do_not_fit_are_refused(draw: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        draw(**wrong)
