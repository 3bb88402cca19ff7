"""Figures over many sentences: every number given is drawn, none is invented."""

from __future__ import annotations

from typing import Any

import pytest

from explainer.chapters.sentences.charts import (
    BINS,
    corpus_scores,
    differences,
    histogram,
    length_plot,
)
from tests.charts.vega_lite import check

WORDS: dict[str, Any] = {"line_title": "line", "source_title": "read", "target_title": "written"}


def lengths(**changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "lines": [1, 2, 4],
        "source": [5, 9, 9],
        "target": [6, 4, 30],
        "chosen": 2,
        "dark": False,
    }
    return length_plot(**{**values, **changed}, **WORDS)


def counts(values: list[float], **changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"chosen": None, "dark": False, **changed}
    return histogram(values=values, value_title="v", count_title="n", **given)


def scores(**changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "labels": ["BLEU", "chrF"],
        "scores": [20.0, 50.0],
        "bounds": [(10.0, 31.0), (44.0, 99.0)],
        "texts": ["20", "50"],
        "label_title": "metric",
        "score_title": "score",
        "dark": True,
    }
    return corpus_scores(**{**values, **changed})


def changes(values: list[float], lines: list[int]) -> dict[str, Any]:
    return differences(
        values=values,
        lines=lines,
        place_title="place",
        value_title="change",
        line_title="line",
        dark=False,
    )


SPECS = {
    "lengths": lengths(),
    "lengths, none chosen": lengths(chosen=None, dark=True),
    "histogram": counts([1.0, 2.0], chosen=1.5, dark=True),
    "scores": scores(),
    "differences": changes([-1.0, 0.0, 2.0], [3, 1, 2]),
    "one line": changes([0.0], [1]),
}


@pytest.mark.parametrize("name", SPECS)
def test_vega_lite_knows_every_part(name: str) -> None:
    spec = SPECS[name]
    plain = {**spec, "datasets": {name: [] for name in spec["datasets"]}}
    check(plain)


@pytest.mark.parametrize("name", SPECS)
def test_only_data_that_is_drawn_is_sent(name: str) -> None:
    spec = SPECS[name]
    drawn = {layer.get("data", spec.get("data"))["name"] for layer in spec["layer"]}
    assert drawn == spec["datasets"].keys()


def test_every_line_is_a_point_and_the_chosen_one_has_a_ring() -> None:
    spec = lengths()
    assert spec["datasets"]["points"].to_pydict() == {
        "n": [1, 2, 4],
        "x": [5, 9, 9],
        "y": [6, 4, 30],
    }
    rings = [layer["transform"] for layer in spec["layer"] if "transform" in layer]
    assert rings == [[{"filter": "datum.n === 2"}]]
    assert spec["datasets"]["same"].to_pydict() == {"x": [0.0], "to": [30.0]}


def test_a_histogram_counts_each_value_once() -> None:
    values = [-2.0, -1.9, -0.5, -0.5, 0.0]
    bins = counts(values)["datasets"]["bins"].to_pydict()
    assert sum(bins["count"]) == len(values) and len(bins["count"]) == BINS
    for low, high, count in zip(*bins.values(), strict=True):
        last = high == bins["high"][-1]
        assert count == sum(low <= v < high or (last and v == high) for v in values)


def test_a_histogram_marks_the_mean_and_the_chosen_value() -> None:
    data = counts([1.0, 2.0, 6.0], chosen=2.0)["datasets"]
    assert data["mean"].to_pydict() == {"low": [3.0]}
    assert data["chosen"].to_pydict() == {"low": [2.0]}
    assert "chosen" not in counts([1.0, 2.0])["datasets"]


def test_equal_values_and_given_limits_make_bins_with_a_width() -> None:
    bins = counts([3.0, 3.0])["datasets"]["bins"].to_pydict()
    assert bins["low"][0] < 3.0 < bins["high"][-1]
    bins = counts([0.5], limits=(0.0, 1.0))["datasets"]["bins"].to_pydict()
    assert (bins["low"][0], bins["high"][-1]) == (0.0, 1.0)


def test_scores_stand_on_their_intervals_inside_of_the_axis() -> None:
    spec = scores()
    data = spec["datasets"]["scores"].to_pydict()
    assert (data["score"], data["low"], data["high"]) == ([20, 50], [10, 44], [31, 99])
    low, high = spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert 0 <= low <= 10 and 99 <= high <= 100


def test_differences_keep_the_order_given_on_a_symmetric_axis() -> None:
    spec = changes([-4.0, 0.0, 1.0], [7, 1, 3])
    data = spec["datasets"]["rows"].to_pydict()
    assert (data["d"], data["n"]) == ([-4.0, 0.0, 1.0], [7, 1, 3])
    assert spec["layer"][0]["encoding"]["y"]["scale"]["domain"] == [-4.0, 4.0]


def test_numbers_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError):
        lengths(target=[1])
    with pytest.raises(ValueError):
        counts([])
    with pytest.raises(ValueError):
        scores(scores=[1.0])
    with pytest.raises(ValueError):
        changes([1.0], [])
