"""Figures over many sentences: every number given is drawn, none is invented."""

from __future__ import annotations

from pathlib import Path

import pytest
from numpy.testing import assert_allclose

from explainer.batch.summary import summarise
from explainer.engine import Translator
from explainer.text import Text
from tests.chapters.chapter import maps
from tests.chapters.sentences.sentences_page import job, opened, tables


@pytest.mark.usefixtures("sentence_models")
def test_the_weights_of_a_line_are_drawn_from_its_least_sure_token(sentence_folder: Path) -> None:
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
    bleu, chrf = summary.bleu, summary.chrf
    assert bleu is not None and chrf is not None
    drawn, found = tables(at, "chrF"), (bleu, chrf)
    assert drawn["bars"]["v"] == [one.value for one in found]
    assert drawn["marks"]["low"] == [one.low for one in found]
    assert drawn["marks"]["high"] == [one.high for one in found]
    alt = next(c.proto.alt for c in at.get("vega_lite_chart") if "chrF" in c.proto.alt)
    assert f"{chrf.value:.1f} ({chrf.low:.1f} to {chrf.high:.1f})" in alt
    assert any(chrf.signature in code.value for code in at.code)
    ratio = f"{summary.target_tokens / summary.source_tokens:.2f}"
    line = Text("en")("sentences.lengths_line", ratio=ratio)
    assert any(line in caption.value for caption in at.caption)
