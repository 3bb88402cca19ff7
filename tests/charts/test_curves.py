"""Curves and points: their numbers are the arrays, their axes hold them, their spec is kept."""

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import vl_convert

from explainer.charts.curve_layers import LINES, PLACES
from explainer.charts.curves import Axis, Curve, Dots, Rule, curves
from explainer.charts.figure import Figure
from tests.charts.vega_lite import column, rows, without_search

FALLING = Curve("falling", np.array([4.0, np.nan, 1.0]), "target")
FLAT = Curve("flat", [2.0, 2.0], "source", x=[0.5, 1.5], strong=False, dash=(4, 4), pointed=False)
POINTS = Dots("ours", [1.0, 10.0], [3.0, 5.0], "target", names=["a", "b"])
OTHERS = Dots("theirs", [5.0], [4.0], "source", shape="square", filled=False)


def lines(*found: Curve, **options: Any) -> Figure:
    axes: dict[str, Any] = {"x": Axis("step"), "y": Axis("loss"), "dark": False}
    return curves(lines=found, name_title="model", **(axes | options))


def points(*found: Dots, **options: Any) -> Figure:
    axes: dict[str, Any] = {"x": Axis("cost"), "y": Axis("BLEU"), "dark": True}
    return curves(dots=found, name_title="model", **(axes | options))


def span(figure: Figure, name: str) -> tuple[float, float]:
    first = figure.data[LINES].to_pylist()[0]
    return first[f"{name}_low"], first[f"{name}_high"]


def test_lines_and_their_points_are_the_arrays() -> None:
    found = lines(FALLING, FLAT)
    drawn = [(row["s"], row["x"], row["y"]) for row in rows(found, "lines")]
    assert drawn == [(0, 0, 4), (0, 1, None), (0, 2, 1), (1, 0.5, 2), (1, 1.5, 2)]
    assert column(found, "points", "s") == [0, 0, 0]
    assert column(found, LINES, "line") == ["falling", "flat"]


def test_a_line_goes_back_and_forth_and_stops_at_gaps() -> None:
    """Vega would join the points from left to right, and rays would be one zigzag."""
    gap = np.nan
    found = lines(Curve("rays", [0, 1, gap, 0, 2], "third", [2, 1, gap, 2, 3], pointed=False))
    plain = {name: table.to_pylist() for name, table in found.data.items()}
    svg = vl_convert.vegalite_to_svg(json.dumps({**found.spec, "datasets": plain}))
    (path,) = re.findall(r'line mark" d="([^"]*)"', svg)
    ends = [[float(x) for x in re.findall(r"([\d.]+),", ray)] for ray in path.split("M")[1:]]
    (one, left), (same, right) = ends
    assert left < one == same < right


@pytest.mark.parametrize("pointed", [True, False])
def test_the_ends_of_the_axes_reach_the_browser(pointed: bool) -> None:
    """They stand in a table of their own; Vega leaves out a table that no layer looks up."""
    found = lines(*(replace(line, pointed=pointed) for line in (FALLING, FLAT)))
    looked_up = [
        step["from"]["data"]["name"]
        for layer in found.vega_lite()["layer"]
        for step in layer.get("transform", ())
        if "lookup" in step
    ]
    assert looked_up == [LINES]


def test_points_and_their_names_are_the_arrays() -> None:
    found = points(POINTS, OTHERS, ring=(0, 1))
    drawn = [(row["s"], row["x"], row["y"], row["ring"]) for row in rows(found, "points")]
    assert drawn == [(0, 1, 3, False), (0, 10, 5, True), (1, 5, 4, False)]
    assert column(found, "points", "name") == ["a", "b", ""]


def test_altair_searches_no_class() -> None:
    new = replace(FALLING, name="never drawn")
    level, dots = Rule(2.0, "level"), replace(POINTS, name="nor these")
    with without_search():
        assert lines(new, FLAT, levels=[level], rules=[level]).spec
        assert points(dots, OTHERS, ring=(0, 1), levels=[level]).spec


@pytest.mark.parametrize("log", [False, True])
def test_an_axis_holds_all_that_is_drawn_or_ends_where_it_is_told(log: bool) -> None:
    level, rule = Rule(9.0, "floor"), Rule(5.0, "here", dashed=False)
    across, up = Axis("step"), Axis("loss", log=log)
    found = lines(FALLING, FLAT, x=across, y=up, levels=[level], rules=[rule])
    assert span(found, "across")[0] < 0 and span(found, "across")[1] > 5
    assert span(found, "up")[0] < 1 and span(found, "up")[1] > 9
    assert column(found, "levels", "at") == [9] and column(found, "rules", "rule") == ["here"]
    told = lines(FALLING, y=Axis("share", span=(0, 1)))
    assert span(told, "up") == (0, 1)


def test_words_stand_along_either_axis() -> None:
    found = lines(FALLING, y=Axis("layer", words=["a", "b"], span=(0, 4)))
    assert column(found, "words_steps", "step") == ["a", "b"]
    assert "data('words_steps')[datum.value].step" in str(found.spec["layer"][0]["encoding"]["y"])


def test_data_leave_the_specification_the_same_object() -> None:
    words = Axis("layer", words=["in", "1", "2"])
    first = lines(FALLING, x=words, rules=[Rule(0)])
    moved = lines(Curve("falling", [9.0, 8.0, 7.0], "target"), x=words, rules=[Rule(2)])
    other = lines(FALLING, x=Axis("layer", words=["a", "b", "c"]), rules=[Rule(1)])
    assert moved.spec is first.spec and other.spec is first.spec
    assert column(other, PLACES, "place") == ["a", "b", "c"]
    assert points(POINTS, ring=(0, 0)).spec is points(POINTS, ring=(0, 1)).spec
