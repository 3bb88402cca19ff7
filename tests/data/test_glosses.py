"""A reader of English finds a gloss below each word of every Korean example."""

from __future__ import annotations

import pytest

from explainer.data.glosses import glosses
from explainer.data.samples import samples

KOREAN = [sample.text for sample in samples("ko")]


@pytest.mark.parametrize("sentence", KOREAN)
def test_every_word_of_an_example_has_a_gloss(sentence: str) -> None:
    found = glosses(sentence, "ko", "en")
    assert len(found) == len(sentence.split()), sentence
    assert all(gloss.isascii() and gloss.strip("-") == gloss for gloss in found)


def test_what_is_no_example_has_none() -> None:
    assert glosses("고양이가 잔다.", "ko", "en") == () == glosses(KOREAN[0], "ko", "ko")
    assert glosses("She reads a book every evening.", "en", "en") == ()
