"""What the beats say of the sentence is computed from its weights."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from explainer.chapters.translate.page import PAGE, first_look
from explainer.frame import beats
from explainer.frame.course import chapter_of
from explainer.frame.view import View
from explainer.text import LANGUAGES, Text
from explainer.translation import Translation
from tests.fakes import fake_translation

LAST_LAYER = "decoder.2.cross_attn.weights"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_at_the_first_step_with_a_token_before_it_that_looks_at_one(lang: str) -> None:
    found, chapter = fake_translation(6, 6, 5, layers=3), chapter_of("translate")
    assert chapter is not None
    weights = np.full((4, 5, 6), 0.1, dtype=np.float32)
    weights[:, 0, 0] = 0.6
    weights[:, 2, 4] = 0.5
    weights[:, 3, 1] = 0.9
    changed = dataclasses.replace(found, trace={**found.trace, LAST_LAYER: weights}, _stacked={})
    assert (first_look(changed), first_look(with_even_looks(changed))) == (2, 0)
    said = beats.said(chapter, View(Text(lang), lang, False, "tiny", {}, changed), PAGE.beats[0])
    for part in ("3", "50%", changed.source.pieces[4], changed.predicted_pieces[2]):
        assert part in said


def with_even_looks(found: Translation) -> Translation:
    weights = np.full((4, 5, 6), 1 / 6, dtype=np.float32)
    return dataclasses.replace(found, trace={**found.trace, LAST_LAYER: weights}, _stacked={})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_beat_of_the_layers_counts_what_cross_attention_looks_at(lang: str) -> None:
    """Sharp at the bottom or at the top: the sentence has the numbers, of both attentions."""
    found, chapter = fake_translation(6, 6, 5, layers=3), chapter_of("translate")
    assert chapter is not None
    sharp = np.broadcast_to(np.eye(6)[1], (4, 5, 6))
    trace = dict(found.trace)
    trace["decoder.0.cross_attn.weights"] = sharp.astype(np.float32)
    trace["encoder.2.self_attn.weights"] = np.full((4, 6, 6), 1 / 6, dtype=np.float32)
    changed = dataclasses.replace(found, trace=trace)
    layer = next(beat for beat in PAGE.beats if beat.id == "layer")
    said = beats.said(chapter, View(Text(lang), lang, False, "tiny", {}, changed), layer)
    assert layer.fills is not None
    filled = layer.fills(View(Text(lang), lang, False, "tiny", {}, changed))
    assert (filled["cross_first"], filled["encoder_last"], filled["last"]) == ("1.0", "6.0", 3)
    assert all(str(number) in said for number in filled.values())
