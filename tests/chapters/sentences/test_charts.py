"""Figures over many sentences: every number given is drawn, none is invented."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose

from explainer.batch.summary import summarise
from explainer.chapters.sentences.charts import BINS, histogram
from explainer.charts.curve_layers import LINES
from explainer.charts.figure import Figure
from explainer.engine import Translator
from explainer.text import Text
from tests.chapters.sentences.sentences_page import job, opened, tables
from tests.charts.vega_lite import column, rows


def counts(values: list[float], **changed: Any) -> Figure:
    given: dict[str, Any] = {"dark": False, **changed}
    return histogram(values=values, value_title="v", count_title="n", **given)


def test_a_histogram_counts_each_value_once() -> None:
    values = [-2.0, -1.9, -0.5, -0.5, 0.0]
    bins = rows(counts(values), "bins")
    assert sum(row["y"] for row in bins) == len(values)
    for row in bins:
        last = row["high"] == bins[-1]["high"]
        mine = [v for v in values if row["low"] <= v < row["high"] or last and v == row["high"]]
        assert len(mine) == row["y"]
        assert row["high"] - row["low"] == pytest.approx(2.0 / BINS)


def test_a_histogram_marks_the_mean() -> None:
    assert column(counts([1.0, 2.0, 6.0], dark=True), "rules", "at") == [3.0]


def test_equal_values_and_given_limits_make_bins_with_a_width() -> None:
    (one,) = rows(counts([3.0, 3.0]), "bins")
    assert one["low"] <= 3.0 <= one["high"]
    first = counts([0.5], limits=(0.0, 1.0)).data[LINES].to_pylist()[0]
    assert (first["across_low"], first["across_high"]) == (-0.02, 1.02)


def test_numbers_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError):
        counts([])


@pytest.mark.usefixtures("sentence_models")
def test_the_weights_of_a_line_are_drawn_from_its_least_sure_token(
    sentence_folder: Path,
) -> None:
    """Of the translation's own attention; the token is the one that the sentence beside names."""
    at = opened(line="3")
    (data,) = [
        sent
        for one in at.get("bidi_component")
        if one.proto.json and "panels" in (sent := json.loads(one.proto.json))
    ]
    source = job(at).runs[0].rows[2].source
    translator = Translator.load(sentence_folder / "aa")
    alone = translator.translate(source, job(at).runs[0].search.settings.options())
    weights = alone.looks()
    assert weights is not None
    assert_allclose(data["panels"][0]["weights"], weights, atol=1e-6)
    place = int(alone.predicted_probs.argmin())
    assert data["lit"]["row"] == place
    told = next(t.value for t in at.text if t.value.startswith("It wavered most"))
    assert f"{alone.predicted_probs[place]:.1%}" in told


@pytest.mark.usefixtures("sentence_models")
def test_every_line_is_a_point() -> None:
    at = opened(line="3")
    drawn, found = tables(at, "A point for each of"), job(at).runs[0].rows
    points = drawn["points"]
    pairs = list(zip(points["x"], points["y"], strict=True))
    assert pairs == [(row.source_pieces, row.target_pieces) for row in found]
    assert points["name"] == [f"{Text('en')('sentences.line')} {row.number}" for row in found]
    assert drawn["lines"]["y"] == [0, max(max(pair) for pair in pairs)]


@pytest.mark.usefixtures("sentence_models")
def test_scores_stand_with_their_intervals() -> None:
    at = opened()
    summary = summarise(job(at).runs[0].rows, "en")
    drawn, found = tables(at, "chrF"), (summary.bleu, summary.chrf)
    assert drawn["bars"]["v"] == [one.value for one in found if one]
    assert drawn["marks"]["low"] == [one.low for one in found if one]
    assert drawn["marks"]["high"] == [one.high for one in found if one]
