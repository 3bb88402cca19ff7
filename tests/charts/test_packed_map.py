"""A packed map holds the values of its array and stays one specification."""

from __future__ import annotations

from typing import Any

import jsonschema
import numpy as np
import pytest

from explainer.charts.cell_map import (
    CELL_PICK,
    EXACT,
    KEYS,
    ROWS,
    SHADES,
    Pick,
    Scale,
    cell_map,
    symmetric,
    ticks,
)
from explainer.charts.figure import Figure
from explainer.charts.palette import PALETTE
from tests.charts.vega_lite import check, column, without_search

RNG = np.random.default_rng(1)
VALUES = RNG.uniform(-1, 1, (5, 8))
TITLES = {"key_title": "x", "row_title": "y", "value_title": "value"}


def grid(values: np.ndarray = VALUES, **options: Any) -> Figure:
    scale = Scale("signed", options.pop("limit", 1.0), packed=True, signs=options.pop("signs", ()))
    given: dict[str, Any] = {"values": values, "scale": scale, "dark": False, **TITLES}
    return cell_map(**(given | options))


@pytest.mark.parametrize("options", [{}, {"pick": Pick((1, 2)), "signs": [("-", "+")] * 5}])
def test_other_values_keep_the_specification(options: dict[str, Any]) -> None:
    dark = bool(options)
    drawn = grid(dark=dark, **options)
    assert np.reshape(column(drawn, "cells", "v"), VALUES.shape) == pytest.approx(VALUES, abs=1e-6)
    assert grid(-VALUES, limit=2.0, dark=dark, **options).spec is drawn.spec
    with pytest.raises(jsonschema.ValidationError):
        check({**drawn.spec, "layer": [{"mark": {"type": "no such mark"}}]})


def test_rows_of_a_grid_lie_behind_each_other() -> None:
    steps = {t["as"]: t["calculate"] for t in grid().spec["transform"] if "calculate" in t}
    assert (steps["k"], steps["q"]) == ("(datum.n - 1) % 8", "floor((datum.n - 1) / 8)")
    assert steps["w"] == "datum.v * 1"


def test_the_scale_is_symmetric_and_says_so() -> None:
    drawn = grid(limit=2.0)
    assert column(drawn, ROWS, "limit") == [2.0] * 5
    scale = drawn.spec["layer"][0]["encoding"]["color"]["scale"]
    assert scale["domain"] == [{"expr": "-limit"}, {"expr": "limit"}]
    ends = PALETTE["light"]
    assert (scale["range"][0], scale["range"][-1]) == (ends["div_minus"], ends["div_plus"])
    assert symmetric(np.array([0.5, -3.0])) == 3.0
    assert symmetric(np.zeros(3)) == 1.0


def test_a_large_map_is_one_byte_a_cell_and_says_no_number() -> None:
    values = RNG.uniform(-1, 1, (128, 512))
    drawn = grid(values)
    frame = drawn.data["cells"]
    assert frame.nbytes == values.size > EXACT
    shown = np.reshape(frame.to_pydict()["v"], values.shape) / SHADES
    assert np.abs(shown - values).max() <= 0.5 / SHADES + 1e-9
    assert drawn.spec["transform"][3]["calculate"] == f"datum.v * limit / {SHADES}"
    told = drawn.spec["layer"][0]["encoding"]["tooltip"]
    assert [line["field"] for line in told] == ["row", "key"]
    assert grid().spec["layer"][0]["encoding"]["tooltip"][-1]["field"] == "w"


def test_many_cells_are_one_picture_and_few_are_elements() -> None:
    many = grid(np.zeros((50, 64))).spec
    assert many["usermeta"]["embedOptions"]["renderer"] == "canvas"
    assert many["config"]["mark"]["aria"] is False and many["config"]["font"]
    assert "usermeta" not in grid().spec


def test_a_click_picks_a_cell_and_the_frame_starts_at_one() -> None:
    drawn = grid(pick=Pick((4, 7)))
    assert CELL_PICK in [param["name"] for param in drawn.spec["params"]]
    assert column(drawn, ROWS, "chosen") == [-1] * 4 + [7]
    assert CELL_PICK not in [param["name"] for param in grid().spec["params"]]


def test_equal_labels_stay_two_places_and_numbers_are_thinned() -> None:
    drawn = grid(np.zeros((5, 40)), row_labels=["a"] * 5)
    assert column(drawn, ROWS, "row") == ["a"] * 5
    assert column(drawn, KEYS, "key")[-1] == "39"
    sides = drawn.spec["encoding"]
    assert sides["x"]["axis"]["values"] == [*ticks(40)]
    assert "values" not in sides["y"]["axis"]


@pytest.mark.parametrize("count", [1, 2, 16, 17, 50, 64, 128, 192, 511, 512])
def test_an_axis_has_few_ticks_of_its_own_places(count: int) -> None:
    found = ticks(count)
    assert 1 <= len(found) <= 17
    assert found[0] == 0 and found[-1] < count


def test_altair_searches_no_class() -> None:
    """As for bars."""
    signs = [("-", "+")] * len(VALUES)
    with without_search():
        assert grid(pick=Pick((1, 2)), signs=signs, row_title="never drawn").spec
