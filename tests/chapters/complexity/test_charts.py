"""The arrows on which tokens reach an output are those that were found."""

from __future__ import annotations

from typing import Any

from explainer.chapters.complexity.chart_reach import reach
from explainer.charts.palette import PALETTE
from tests.charts.vega_lite import column, rows

GIVEN: dict[str, Any] = {
    "arrows": [((0, 0), (1, 1)), ((0, 1), (1, 1)), ((1, 1), (2, 2))],
    "labels": ["a", "a", "b"],
    "layers": 2,
    "target": 2,
    "tone": "weight",
    "layer_title": "layer",
    "token_title": "token",
    "dark": False,
}


def test_nodes_on_a_way_are_full_and_the_target_is_large() -> None:
    drawn = reach(**GIVEN)
    arrows = [(row["x"], row["y"], row["x2"], row["y2"]) for row in rows(drawn, "arrows")]
    assert arrows == [(0, 0, 1, 1), (1, 0, 1, 1), (1, 1, 2, 2)]
    own = PALETTE["light"]["weight"]
    full = {(row["x"], row["y"]) for row in rows(drawn, "nodes") if row["fill"] == own}
    assert full == {(0, 0), (1, 0), (1, 1), (2, 2)}
    large = [(row["x"], row["y"]) for row in rows(drawn, "nodes") if row["size"] > 60]
    assert large == [(2, 2)] and len(rows(drawn, "nodes")) == 9
    assert column(drawn, "words_places", "place") == ["a", "a", "b"]
    assert reach(**{**GIVEN, "arrows": [((0, 0), (2, 2))]}).spec is drawn.spec
