"""The project's own pairs: whole sentences, and none that a model is measured or shown with."""

from __future__ import annotations

import pytest

from explainer.data.corpus import HANGUL, SENTENCE_END
from explainer.data.everyday import everyday
from explainer.data.phrasebook import phrasebook
from explainer.data.references import references
from explainer.data.samples import samples
from explainer.tokenizer import clean_text, normalise
from explainer.training.synthetic import bare


@pytest.mark.slow
def test_whole_sentences_each_once() -> None:
    pairs = phrasebook()
    assert len({korean for korean, _ in pairs}) == len(pairs) > 10_000
    for pair in pairs:
        korean, english = pair
        assert HANGUL.search(korean) and not HANGUL.search(english), pair
        masked = {("addresses" in normalise(side)[1]) for side in pair}  # as names, on both sides
        assert masked == {True} or all(side == clean_text(side) for side in pair), pair
        assert len({side.endswith(SENTENCE_END) for side in pair}) == 1, pair


def test_none_is_shown_or_measured() -> None:
    """What dev and test hold is left out again where the pairs are read for training."""
    shown = {bare(side) for row in everyday() for side in row}
    shown |= {bare(sample.text) for language in ("ko", "en") for sample in samples(language)}
    for language in ("ko", "en"):
        shown |= {bare(side) for pair in references(language).items() for side in pair}
    assert not shown & {bare(side) for pair in phrasebook() for side in pair}
