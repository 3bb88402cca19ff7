"""The figures of the pages of one cell and of many heads draw the numbers they are given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.heads.chart_cut_vector import GAP, PALE, Row, cut_vector
from explainer.charts.bar_layers import PARTS as NAMED
from explainer.charts.figure import Figure
from explainer.charts.lookup import head_outputs
from explainer.charts.palette import PALETTE
from tests.charts.vega_lite import check, column, rows

RNG = np.random.default_rng(4)
MODEL, RIGHT, WRONG = RNG.normal(size=(3, 6))
VALUES = RNG.normal(size=(3, 4))
SHARES = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0], [0.2, 0.3, 0.5]])
ROWS = [Row("x", VALUES, "source", cut=False), Row("w", SHARES, "weight", cut=True, share=True)]
PARTS = {"a": [4, 4, 8], "b": [1, 1, 2], "c": [1, 1, 2], "d": [2, 2, 4]}


def outputs(**options: Any) -> Figure:
    words: dict[str, Any] = {"label_title": "dim", "value_title": "value", "by_title": "by"}
    given = {"model": MODEL, "right": RIGHT, "wrong": WRONG, "names": ("m", "r", "w")}
    return head_outputs(**{**given, **words, "dark": False, **options})


def cut(**options: Any) -> Figure:
    words: dict[str, Any] = {"row_title": "row", "head_title": "head", "value_title": "value"}
    given = {"rows": ROWS, "chosen": 1, "head_labels": ["1", "2", "3"], "dark": False}
    return cut_vector(**{**given, **words, **options})


@pytest.mark.parametrize("dark", [False, True])
def test_another_head_and_other_numbers_keep_the_specification(dark: bool) -> None:
    drawn = cut(dark=dark)
    assert rows(drawn, "bars")
    other = [Row("x", VALUES[::-1], "source", cut=False), ROWS[1]]
    assert cut(rows=other, chosen=2, dark=dark).spec is drawn.spec
    with pytest.raises(Exception, match="height|no height"):
        check({**drawn.spec, "height": "no height"})


@pytest.mark.parametrize("dark", [False, True])
def test_both_computed_outputs_and_the_models_are_drawn(dark: bool) -> None:
    figure = outputs(dark=dark)
    assert column(figure, "bars", "v") == pytest.approx([*RIGHT, *WRONG])
    assert column(figure, "marks", "v") == pytest.approx(MODEL)
    assert column(figure, NAMED, "part") == ["r", "w", "m"]
    edge = figure.spec["layer"][0]["encoding"]["stroke"]["scale"]
    colours = PALETTE["dark" if dark else "light"]
    assert edge["range"] == [colours[tone] for tone in ("correct", "error", "ink")]
    assert outputs(model=RIGHT, dark=dark).spec is figure.spec
    with pytest.raises(ValueError):
        outputs(wrong=WRONG[:3])


def test_a_cut_vector_keeps_its_numbers_and_their_order() -> None:
    bars = cut().data["bars"].to_pandas()
    whole, weights = bars[bars["name"] == "x"], bars[bars["name"] == "w"]
    assert whole["value"].tolist() == pytest.approx(VALUES.ravel(), abs=1e-6)
    assert weights["value"].tolist() == pytest.approx(SHARES.ravel(), abs=1e-6)
    assert whole["x"].is_monotonic_increasing and weights["x"].is_monotonic_increasing
    high = (whole["y2"] - whole["y"]).to_numpy()
    assert high / high.max() == pytest.approx(
        np.abs(VALUES.ravel()) / np.abs(VALUES).max(), abs=1e-5
    )
    full = (weights["y2"] - weights["y"]).to_numpy()
    assert full / full.max() == pytest.approx(SHARES.ravel(), abs=1e-5)  # 1 is the full height
    steps = np.diff(weights.groupby("owner")["x"].min())
    assert steps == pytest.approx([1 + GAP] * 2, abs=1e-5)


def test_what_belongs_to_all_heads_is_never_pale() -> None:
    """x is not split: a strong slice in it would show the very mistake the page warns of."""
    given = [Row("whole", VALUES, "source", cut=False, mixed=True), *ROWS]
    bars = cut(rows=given).data["bars"].to_pandas()
    strong = PALETTE["light"]["source"]
    mixed, split = bars[bars["name"] == "whole"], bars[bars["name"] == "x"]
    assert set(mixed["owner"]) == {""} and set(mixed["fill"]) == {strong}
    assert set(split["owner"]) == {"1", "2", "3"}
    assert set(split[split["fill"] == strong]["owner"]) == {"2"}
    assert set(split["fill"]) == {strong, f"{strong}{PALE}"}


def test_only_the_chosen_head_is_framed_and_only_where_it_is_cut() -> None:
    frames = cut().data["grounds"].to_pandas()
    framed = (frames["stroke"] == PALETTE["light"]["ink"]).tolist()
    assert framed == [False] * 3 + [False, True, False]
    assert column(cut(), "words_heads", "text") == ["1", "2", "3"]
    with pytest.raises(ValueError):
        cut(head_labels=["1", "2"])
