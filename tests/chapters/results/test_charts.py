"""Cost against score: points where they belong, names that do not cover anything."""

from __future__ import annotations

import math
from typing import Any

import pytest

from explainer.chapters.results.charts import KINDS, Point, cost_chart
from explainer.charts.figure import Figure
from explainer.charts.names import (
    HEIGHT,
    LETTER,
    NARROW,
    REACH,
    WIDTH,
    boxes_of,
    sides_of_names,
)
from tests.charts.vega_lite import column, rows

POINTS = (
    Point("A", 1e18, 20.0, "single"),
    Point("B", 3e19, 25.0, "transformer", True),
    Point("B counted", 1e19, 25.0, "counted", label=""),
    Point("ours", 2e15, 40.0, "ours", True),
)


def chart(dark: bool = False, **changed: Any) -> Figure:
    values: dict[str, Any] = {
        "points": POINTS,
        "kind_names": {kind: kind for kind in KINDS},
        "x_range": (1e15, 1e20),
        "y_range": (10, 50),
        "titles": ("cost", "BLEU", "model"),
        "dark": dark,
        "bands": [(1e15, 1e17, "other")],
        "joined": [(2, 1)],
        "budget": (5e18, "8 GPUs"),
    }
    return cost_chart(**{**values, **changed})


def test_on_a_phone_a_name_stands_where_nothing_else_is_or_not_at_all() -> None:
    names = ["one of many"] * 6
    places = [(1e18 * (1 + at / 100), 20 + at / 50) for at in range(6)]
    across, up = ((1e16, 1e20), True), ((10.0, 40.0), False)
    kept = [False] * 5 + [True]
    sides = sides_of_names(names, places, across, up, NARROW, kept)
    assert sides[-1] == "right" and "" in sides  # what is kept comes first
    assert len(set(sides) - {""}) == len([side for side in sides if side])
    assert "" not in sides_of_names(names, places, across, up, NARROW)


@pytest.mark.parametrize("dark", [False, True])
def test_points_lines_and_bands_are_the_numbers_given(dark: bool) -> None:
    figure = chart(dark)
    points = rows(figure, "points")
    by_kind = sorted(POINTS, key=lambda point: KINDS.index(point.kind))
    assert [(p["x"], p["y"]) for p in points] == [(p.flops, p.bleu) for p in by_kind]
    assert [p["name"] for p in points] == [p.name for p in by_kind]
    assert [p["label"] for p in points] == ["A", "B", "", "ours"]
    assert column(figure, "lines", "x") == [1e19, 3e19]
    assert column(figure, "rules", "at") == [5e18]
    (band,) = rows(figure, "bins")
    assert (band["low"], band["high"]) == (1e15, 1e17)
    assert chart(dark, budget=(6e18, "9 GPUs")).spec is figure.spec


def test_a_budget_outside_of_the_axis_is_not_drawn() -> None:
    assert "rules" not in chart(budget=(1e25, "much")).data
    nothing: dict[str, Any] = {"bands": (), "joined": (), "budget": None}
    assert not {"bins", "lines", "rules"} & chart(**nothing).data.keys()


def test_a_point_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="ours"):
        chart(x_range=(1e17, 1e20))


def test_names_stand_where_no_point_and_no_other_name_is() -> None:
    names = ["first", "second name", "third", "fourth"]
    places = [(1e18, 20.0), (1.2e18, 20.0), (1.1e18, 23.0), (9.5e19, 30.0)]
    sides = sides_of_names(names, places, ((1e17, 1e20), True), ((10, 40), False))
    points = [(WIDTH * (math.log10(c) - 17) / 3, HEIGHT * (40 - v) / 30) for c, v in places]
    boxes = []
    for name, (x, y), side in zip(names, points, sides, strict=True):
        left, top, right, bottom = boxes_of(x, y, LETTER * len(name))[side]
        boxes.append((left, top, right, bottom))
        for px, py in points:
            beside = not left - REACH < px < right + REACH
            assert beside or not top - REACH < py < bottom + REACH
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
