"""The numbers inside the figures of positions are those of the arrays."""

from __future__ import annotations

from typing import Any

import jsonschema
import numpy as np
import pytest

from explainer.chapters.positions import chart_curves as curves
from explainer.chapters.positions.charts import EXACT, PICK, SHADES, signed_grid, symmetric, ticks
from explainer.charts.figure import Figure
from explainer.charts.palette import PALETTE
from tests.charts.vega_lite import check, column, rows

RNG = np.random.default_rng(1)
VALUES = RNG.uniform(-1, 1, (5, 8))
TITLES = {"x_title": "x", "y_title": "y", "value_title": "value"}


def grid(values: np.ndarray = VALUES, **options: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"values": values, "limit": 1.0, "dark": False, **TITLES}
    return signed_grid(**(given | options))


def every_chart(dark: bool) -> dict[str, Figure]:
    return {
        "waves": curves.waves(
            names=["a", "b"],
            rates=np.array([1.0, 0.3]),
            phases=np.array([0.0, np.pi / 2]),
            length=9,
            position_title="p",
            channel_title="c",
            value_title="v",
            dark=dark,
        ),
        "lengths": curves.wavelength_chart(
            lengths=np.array([6.3, 20.0]),
            chosen=[1],
            ends=(6.0, 60.0),
            end_names=("a", "b"),
            pair_title="i",
            length_title="l",
            dark=dark,
        ),
        "distance": curves.distance_chart(
            steps=np.array([[0, 1], [-1, 0]]),
            values=np.array([[2.0, 1.0], [1.5, 2.0]]),
            curve=(np.array([-1, 0, 1]), np.array([1.5, 2.0, 1.0])),
            step_title="s",
            value_title="v",
            dark=dark,
        ),
        "bars": curves.signed_bars(
            values=np.array([0.5, -1.0]),
            limit=1.0,
            x_title="x",
            value_title="v",
            dark=dark,
            labels=["a", "a"],
            strong=1,
        ),
    }


@pytest.mark.parametrize("options", [{}, {"selected": (1, 2), "signs": [("-", "+")] * 5}])
def test_every_specification_is_valid_vega_lite(options: dict[str, Any]) -> None:
    drawn = grid(dark=bool(options), **options)
    frames = {key: frame.to_pylist()[:2] for key, frame in drawn["datasets"].items()}
    check({**drawn, "datasets": frames})
    with pytest.raises(jsonschema.ValidationError):
        check({**drawn, "datasets": {}, "layer": [{"mark": {"type": "no such mark"}}]})


def test_rows_of_a_grid_lie_behind_each_other() -> None:
    drawn = grid()
    sent = drawn["datasets"]["cells"].to_pydict()["v"]
    assert np.reshape(sent, VALUES.shape) == pytest.approx(VALUES, abs=1e-6)
    steps = {t["as"]: t["calculate"] for t in drawn["transform"] if "calculate" in t}
    assert (steps["x"], steps["y"]) == ("(datum.n - 1) % 8", "floor((datum.n - 1) / 8)")
    assert steps["w"] == "datum.v * 1.0"


def test_the_scale_is_symmetric_and_says_so() -> None:
    colour = grid(limit=2.0)["layer"][0]["encoding"]["color"]
    assert colour["scale"]["domain"] == [-2.0, 2.0]
    assert colour["legend"]["values"] == [-2.0, -1.0, 0, 1.0, 2.0]
    ends = PALETTE["light"]
    assert colour["scale"]["range"][0] == ends["div_minus"]
    assert colour["scale"]["range"][-1] == ends["div_plus"]
    assert symmetric(np.array([0.5, -3.0])) == 3.0
    assert symmetric(np.zeros(3)) == 1.0


def test_a_large_map_is_one_byte_a_cell_and_says_no_number() -> None:
    values = RNG.uniform(-1, 1, (128, 512))
    drawn = grid(values)
    frame = drawn["datasets"]["cells"]
    assert frame.nbytes == values.size > EXACT
    shown = np.reshape(frame.to_pydict()["v"], values.shape) / SHADES
    assert np.abs(shown - values).max() <= 0.5 / SHADES + 1e-9
    lines = drawn["layer"][0]["encoding"]["tooltip"]
    assert [line["field"] for line in lines] == ["yname", "xname"]
    assert [line["field"] for line in grid()["layer"][0]["encoding"]["tooltip"]][-1] == "w"


def test_many_cells_are_one_picture_and_few_are_elements() -> None:
    many = grid(np.zeros((50, 64)))
    assert many["usermeta"]["embedOptions"]["renderer"] == "canvas"
    assert many["config"]["mark"]["aria"] is False and many["config"]["font"]
    assert "usermeta" not in grid()


def test_a_click_picks_a_cell_and_the_frame_starts_at_one() -> None:
    (pick,) = grid(selected=(4, 7))["params"]
    assert (pick["name"], pick["value"]) == (PICK, [{"y": 4, "x": 7}])
    assert grid()["params"] == []


@pytest.mark.parametrize("wrong", [{"x_labels": ["a"]}, {"y_labels": ["a"]}, {"limit": 0.1}])
def test_labels_and_limit_must_fit(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        grid(**wrong)


def test_equal_labels_stay_two_places() -> None:
    side = grid(y_labels=["a"] * 5)["layer"][0]["encoding"]["y"]
    assert side["scale"]["domain"] == list(range(5))


@pytest.mark.parametrize("count", [1, 2, 16, 17, 50, 64, 128, 192, 511, 512])
def test_an_axis_has_few_ticks_of_its_own_places(count: int) -> None:
    found = ticks(count)
    assert 1 <= len(found) <= 17
    assert found[0] == 0 and found[-1] < count


def test_dots_of_a_wave_are_its_values() -> None:
    expected = np.array([*np.sin(np.arange(9)), *np.cos(0.3 * np.arange(9))])
    for dark in (False, True):
        waves = every_chart(dark)["waves"]
        heights = np.repeat([0.0, 1.0], 9) - 0.42 * expected
        assert column(waves, "points", "y") == pytest.approx(heights)
        tones = column(waves, "points", "tone")
        assert tones == curves.shades(expected, 1.0, dark)


def test_curves_and_bars_hold_their_numbers() -> None:
    charts = every_chart(True)
    assert column(charts["lengths"], "points", "y") == [6.3, 20.0]
    assert column(charts["lengths"], "levels", "at") == [6.0, 60.0]
    assert charts["lengths"].spec["layer"][-1]["encoding"]["y"]["scale"]["type"] == "log"
    pairs = rows(charts["distance"], "points")
    assert [(row["x"], row["y"]) for row in pairs] == [(0, 2), (1, 1), (-1, 1.5), (0, 2)]
    assert column(charts["bars"], "bars", "v") == [0.5, -1.0]
    assert column(charts["bars"], "bars", "framed") == [False, True]
    with pytest.raises(ValueError, match="labels"):
        curves.signed_bars(
            values=np.ones(2), limit=1, x_title="", value_title="", dark=False, labels=["a"]
        )
    with pytest.raises(ValueError, match="names"):
        curves.waves(
            names=["a"],
            rates=np.ones(2),
            phases=np.ones(2),
            length=3,
            position_title="",
            channel_title="",
            value_title="",
            dark=False,
        )
