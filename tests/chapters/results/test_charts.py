"""Cost against score: points where they belong, names that do not cover anything."""

from __future__ import annotations

import math
from typing import Any

import pytest

from explainer.chapters.results.chart_names import (
    GAP,
    HEIGHT,
    LETTER,
    LINE,
    REACH,
    WIDTH,
    sides_of_names,
)
from explainer.chapters.results.charts import KINDS, Band, Point, cost_chart
from tests.charts.vega_lite import check

POINTS = (
    Point("A", 1e18, 20.0, "single"),
    Point("B", 3e19, 25.0, "transformer", True),
    Point("B counted", 1e19, 25.0, "counted", label=""),
    Point("ours", 2e15, 40.0, "ours", True),
)


def chart(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "points": POINTS,
        "kind_names": {kind: kind for kind in KINDS},
        "x_range": (1e15, 1e20),
        "y_range": (10, 50),
        "x_title": "cost",
        "y_title": "BLEU",
        "name_title": "model",
        "dark": dark,
        "bands": [Band(1e15, 1e17, "other")],
        "uncosted": [("C 22", 22.0)],
        "joined": [(2, 1)],
        "budget": (5e18, "8 GPUs"),
    }
    return cost_chart(**{**values, **changed})


def test_vega_lite_knows_every_part() -> None:
    spec = chart(dark=True)
    plain = {**spec, "datasets": {name: [] for name in spec["datasets"]}}
    check(plain)


def test_points_lines_and_bands_are_the_numbers_given() -> None:
    frames = {name: frame.to_pydict() for name, frame in chart()["datasets"].items()}
    points = frames["points"]
    assert points["flops"] == [1e18, 3e19, 1e19, 2e15] and points["bleu"] == [20, 25, 25, 40]
    assert [KINDS[kind] for kind in points["kind"]] == [p.kind for p in POINTS]
    assert points["label"] == ["A", "B", "", "ours"]
    assert (frames["joined"]["flops"], frames["joined"]["other"]) == ([1e19], [3e19])
    assert frames["uncosted"]["bleu"] == [22.0]
    assert frames["budget"]["flops"] == [5e18]
    assert (frames["bands"]["low"], frames["bands"]["high"]) == ([1e15], [1e17])


def test_only_data_that_is_drawn_is_sent() -> None:
    nothing: dict[str, Any] = {"bands": (), "uncosted": (), "joined": (), "budget": None}
    for spec in (chart(), chart(**nothing)):
        assert {layer["data"]["name"] for layer in spec["layer"]} == spec["datasets"].keys()


def test_a_budget_outside_of_the_axis_is_not_drawn() -> None:
    named = [layer["data"]["name"] for layer in chart(budget=(1e25, "much"))["layer"]]
    assert "budget" not in named


def test_the_axis_names_whole_powers_of_ten() -> None:
    marks = next(layer for layer in chart()["layer"] if layer["mark"]["type"] == "point")
    assert marks["encoding"]["x"]["axis"]["values"] == [1e15, 1e16, 1e17, 1e18, 1e19, 1e20]


def test_a_point_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="ours"):
        chart(x_range=(1e17, 1e20))


def test_names_stand_where_no_point_and_no_other_name_is() -> None:
    names = ["first", "second name", "third", "fourth"]
    places = [(1e18, 20.0), (1.2e18, 20.0), (1.1e18, 23.0), (9.5e19, 30.0)]
    sides = sides_of_names(names, places, (1e17, 1e20), (10, 40))
    points = [(WIDTH * (math.log10(c) - 17) / 3, HEIGHT * (40 - v) / 30) for c, v in places]
    boxes = []
    for name, (x, y), side in zip(names, points, sides, strict=True):
        wide = LETTER * len(name)
        left = {"right": x + GAP, "left": x - GAP - wide}.get(side, x - wide / 2)
        top = {"above": y - GAP - LINE, "below": y + GAP}.get(side, y - LINE / 2)
        boxes.append((left, top, left + wide, top + LINE))
        for px, py in points:
            beside = not left - REACH < px < left + wide + REACH
            assert beside or not top - REACH < py < top + LINE + REACH
    assert sides[-1] == "left"  # to the right the plot ends
    for i, one in enumerate(boxes):
        assert one[2] <= WIDTH
        for other_box in boxes[i + 1 :]:
            apart = (
                one[2] <= other_box[0]
                or other_box[2] <= one[0]
                or one[3] <= other_box[1]
                or other_box[3] <= one[1]
            )
            assert apart
