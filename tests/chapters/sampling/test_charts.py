"""The charts of the sampling page hold the numbers they were given and meet Vega-Lite's schema."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.sampling.chart_draw import draw_line
from explainer.chapters.sampling.chart_paths import path_grid, step_bars
from explainer.chapters.sampling.charts import Limit, candidate_bars, tail
from tests.charts.vega_lite import check

PIECES = ("▁a", "▁b", "▁a")
SHARES = np.array([0.5, 0.25, 0.15, 0.06, 0.04])


def bars(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "before": np.array([0.5, 0.3, 0.2]),
        "after": np.array([0.6, 0.4, 0]),
        "cut": [False, False, True],
        "words": ["x", "y", "z"],
        "drawn": 1,
        "piece_title": "piece",
        "names": ("b", "a"),
        "dark": dark,
    }
    return candidate_bars(**{**values, **changed})


def curve(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "shares": SHARES,
        "left": 2,
        "limits": [Limit(2, "k"), Limit(4, "p")],
        "rank_title": "rank",
        "sum_title": "sum",
        "names": ("kept", "cut"),
        "dark": dark,
    }
    return tail(**{**values, **changed})


def line(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "lows": np.array([0, 0.2, 0.7]),
        "highs": np.array([0.2, 0.7, 1.0]),
        "labels": PIECES,
        "merged": [False, False, True],
        "drawn": 1,
        "uniform": 0.3,
        "uniform_name": "u = 0.3",
        "piece_title": "piece",
        "from_title": "from",
        "to_title": "to",
        "dark": dark,
    }
    return draw_line(**{**values, **changed})


def steps(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "pieces": PIECES,
        "values": np.array([1.0, 30.0, 2.0]),
        "piece_title": "piece",
        "value_title": "n",
        "form": ".0f",
        "dark": dark,
        "selected": 1,
    }
    return step_bars(**{**values, **changed})


def grid(dark: bool = False, **changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "rows": [PIECES, ("▁a", "▁c", "▁verylongpiece", "</s>")],
        "row_labels": ["g", "s"],
        "leaves": [None, 1],
        "step_title": "step",
        "piece_title": "piece",
        "names": ("same", "first", "later"),
        "dark": dark,
    }
    return path_grid(**{**values, **changed})


def counts(dark: bool = False) -> dict[str, Any]:
    return steps(dark, selected=None, log_top=30.0)


@pytest.mark.parametrize("draw", [bars, curve, line, steps, counts, grid])
def test_vega_lite_knows_every_part(draw: Any) -> None:
    spec = draw(dark=True)
    plain = {**spec, "datasets": {name: [] for name in spec["datasets"]}}
    check(plain)


def test_both_bars_and_the_words_of_every_piece() -> None:
    frames = bars()["datasets"]
    rows = frames["bars"].to_pandas().pivot(index="i", columns="side", values="p")
    assert rows[0].to_numpy() == pytest.approx([0.5, 0.3, 0.2])
    assert rows[1].to_numpy() == pytest.approx([0.6, 0.4, 0])
    ends = frames["ends"].to_pydict()
    assert ends["p"] == pytest.approx([0.6, 0.4, 0.2])
    assert (ends["words"], ends["bold"]) == (["x", "y", "z"], [False, True, False])
    cut = frames["bars"].to_pandas().query("cut")
    assert cut[["i", "side"]].to_numpy().tolist() == [[2, 0]]
    with pytest.raises(ValueError):
        bars(words=["x"])


def test_the_tail_is_the_cumulative_sum_and_parts_where_it_is_cut() -> None:
    frames = curve()["datasets"]
    rows = frames["curve"].to_pandas()
    sums = np.cumsum(SHARES)
    assert rows["sum"].to_numpy() == pytest.approx(sums[rows["rank"] - 1], rel=1e-6)
    assert rows[rows.part == 0]["rank"].tolist() == [1, 2]
    assert rows[rows.part == 1]["rank"].tolist() == [2, 3, 4, 5]
    assert frames["limits"].to_pydict()["rank"] == [2, 4]
    whole = curve(left=5, limits=[])["datasets"]["curve"].to_pandas()
    assert set(whole.part) == {0}
    with pytest.raises(ValueError):
        curve(left=0)


def test_a_long_tail_is_thinned_but_keeps_its_ends_and_the_cut() -> None:
    rows = curve(shares=np.full(8000, 1 / 8000), left=777)["datasets"]["curve"].to_pandas()
    assert len(rows) < 400
    assert rows["rank"].min() == 1 and rows["rank"].max() == 8000
    assert rows[rows["rank"] == 777]["part"].tolist() == [0, 1]


def test_the_number_stands_on_the_stretch_it_falls_into() -> None:
    frames = line()["datasets"]
    assert frames["number"].to_pydict() == {"u": [0.3]}
    assert frames["line"].to_pydict()["kind"] == ["piece", "drawn", "rest"]
    with pytest.raises(ValueError):
        line(uniform=0.9)
    with pytest.raises(ValueError):
        line(labels=PIECES[:2])


def test_bars_of_steps_can_be_chosen_or_stand_on_a_log_axis() -> None:
    spec = steps()
    assert spec["datasets"]["rows"].to_pydict()["v"] == [1, 30, 2]
    assert spec["params"][0]["value"] == [{"t": 1}]
    assert "params" not in counts()
    assert counts()["layer"][0]["encoding"]["y"]["scale"]["type"] == "log"
    with pytest.raises(ValueError):
        steps(values=np.ones(2))


def test_cells_know_where_a_path_leaves_the_first() -> None:
    cells = grid()["datasets"]["cells"].to_pandas()
    kinds = {r: rows["kind"].tolist() for r, rows in cells.groupby("r")}
    assert kinds == {0: [0, 0, 0], 1: [0, 1, 2, 2]}
    assert cells["piece"].tolist()[:3] == list(PIECES)
    assert "▁verylon…" in cells["short"].tolist()
    with pytest.raises(ValueError):
        grid(leaves=[None])
