"""The charts of greedy search hold the numbers they were given and meet Vega-Lite's schema."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.greedy.chart_cache import ABSENT, KEPT, NEW, Row, cells, growth
from explainer.chapters.greedy.charts import drawn_shares, followers, source_weights
from tests.charts.vega_lite import check

PIECES = ("▁a", "▁b", "▁a")
PROBS = np.array([0.5, 0.3, 0.2])


def weights(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "weights": PROBS,
        "pieces": PIECES,
        "piece_title": "p",
        "value_title": "w",
        "dark": dark,
    }
    return source_weights(**{**values, **changed})


def drawn(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "probs": PROBS,
        "low": PROBS - 0.1,
        "high": PROBS + 0.1,
        "counts": (6, 2, 2),
        "draws": 10,
        "names": ("p", "range", "drawn"),
        "titles": ("piece", "times"),
        "dark": dark,
    }
    return drawn_shares(**{**values, **changed})


def walking(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "counts": (9, 4, 1),
        "expected": PROBS * 10,
        "names": ("n", "e"),
        "piece_title": "p",
        "value_title": "outputs",
        "dark": dark,
    }
    return followers(**{**values, **changed})


def cache(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "rows": (Row("q", (ABSENT, NEW, ABSENT), "q"), Row("k", (KEPT, NEW, ABSENT), "k")),
        "labels": PIECES,
        "label_title": "fed",
        "states": ("no", "kept", "new"),
        "label_colour": "target_text",
        "dark": dark,
    }
    return cells(**{**values, **changed})


def costs(dark: bool = False, **changed: Any) -> dict[str, Any]:
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
@pytest.mark.parametrize("draw", [weights, drawn, walking, cache, costs])
def test_vega_lite_knows_every_part(draw: Any, dark: bool) -> None:
    spec = draw(dark)
    check({**spec, "datasets": {name: [] for name in spec["datasets"]}})


def test_the_numbers_are_those_given() -> None:
    assert weights()["datasets"]["rows"]["w"].to_pylist() == pytest.approx(PROBS.tolist())
    rows = drawn()["datasets"]["rows"]
    assert rows["share"].to_pylist() == pytest.approx([0.6, 0.2, 0.2])
    assert rows["p"].to_pylist() == pytest.approx(PROBS.tolist())
    assert rows["low"].to_pylist() == pytest.approx([0.4, 0.2, 0.1])
    rows = walking()["datasets"]["rows"]
    assert rows["n"].to_pylist() == [9, 4, 1] and rows["e"].to_pylist() == pytest.approx([5, 3, 2])
    rows = costs()["datasets"]["rows"]
    assert rows["c"].to_pylist() == [10, 30, 60, 10, 20, 30]


def test_cells_are_where_they_were_put() -> None:
    table = cache()["datasets"]["cells"].to_pylist()
    assert [c["s"] for c in table if c["r"] == 0] == [ABSENT, NEW, ABSENT]
    assert [c["s"] for c in table if c["r"] == 1] == [KEPT, NEW, ABSENT]
    assert [c["t"] for c in table if c["r"] == 1] == [0, 1, 2]


def test_nothing_drawn_leaves_the_bars() -> None:
    assert len(drawn()["layer"]) == 3
    assert len(drawn(counts=(0, 0, 0), draws=0)["layer"]) == 1


def test_two_equal_pieces_stay_two_places() -> None:
    for spec in (weights(), walking(), costs()):
        assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 1, 2]


def test_lengths_must_fit() -> None:
    for draw, wrong in (
        (weights, {"weights": PROBS[:2]}),
        (drawn, {"counts": (1, 2)}),
        (walking, {"expected": PROBS[:2]}),
        (cache, {"labels": PIECES[:2]}),
        (costs, {"cached": (1, 2)}),
        (cache, {"rows": ()}),
    ):
        with pytest.raises(ValueError, match=r"pieces|rows|row|states"):
            draw(**wrong)
