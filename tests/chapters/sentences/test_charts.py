"""Figures over many sentences: every number given is drawn, none is invented."""

from __future__ import annotations

from pathlib import Path

import pytest
from numpy.testing import assert_allclose

from explainer.batch.summary import summarise
from explainer.engine import Translator
from tests.chapters.chapter import maps
from tests.chapters.sentences.sentences_page import job, opened, tables


@pytest.mark.usefixtures("sentence_models")
def test_the_weights_of_a_line_are_drawn_from_its_least_sure_token(
    sentence_folder: Path,
) -> None:
    """Of the translation's own attention; the token is the one that the sentence beside names."""
    at = opened(line="3")
    (data,) = maps(at, "panels")
    source = job(at).run.rows[2].source
    translator = Translator.load(sentence_folder / "aa")
    alone = translator.translate(source, job(at).run.search.settings.options())
    weights = alone.looks()
    assert weights is not None
    assert_allclose(data["panels"][0]["weights"], weights, atol=1e-6)
    place = int(alone.predicted_probs.argmin())
    assert data["lit"] == [0, place]
    told = next(t.value for t in at.text if t.value.startswith("It wavered most"))
    assert f"{alone.predicted_probs[place]:.1%}" in told


@pytest.mark.usefixtures("sentence_models")
def test_scores_stand_with_their_intervals() -> None:
    at = opened()
    summary = summarise(job(at).run.rows, "en")
    drawn, found = tables(at, "chrF"), (summary.bleu, summary.chrf)
    assert drawn["bars"]["v"] == [one.value for one in found if one]
    assert drawn["marks"]["low"] == [one.low for one in found if one]
    assert drawn["marks"]["high"] == [one.high for one in found if one]
