"""The project's own sentences: each once, translated, glossed, and none that is measured."""

from pathlib import Path

import pytest

from explainer.data import corpus
from explainer.data.corpus import HANGUL, SENTENCE_END, Cleaning, clean, read_pairs
from explainer.data.everyday import everyday
from explainer.data.glosses import glosses
from explainer.data.phrasebook import phrasebook
from explainer.data.references import reference_of, references
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
        assert len({side.endswith(SENTENCE_END) for side in pair}) == 1, pair
    for pair in pairs[::8]:  # all take a quarter of a minute
        kept = all(side == clean_text(side) for side in pair)
        assert kept or all("addresses" in normalise(side)[1] for side in pair), pair  # as names


def test_none_is_shown_or_measured() -> None:
    """What dev and test hold is left out again where the pairs are read for training."""
    shown = {bare(side) for row in everyday() for side in row}
    shown |= {bare(sample.text) for language in ("ko", "en") for sample in samples(language)}
    for language in ("ko", "en"):
        shown |= {bare(side) for pair in references(language).items() for side in pair}
    assert not shown & {bare(side) for pair in phrasebook() for side in pair}


KOREAN = [sample.text for sample in samples("ko")]


@pytest.mark.parametrize("sentence", KOREAN)
def test_every_word_of_an_example_has_a_gloss(sentence: str) -> None:
    found = glosses(sentence, "ko", "en")
    assert len(found) == len(sentence.split()), sentence
    assert all(gloss.isascii() and gloss.strip("-") == gloss for gloss in found)


def test_what_is_no_example_has_none() -> None:
    assert glosses("고양이가 잔다.", "ko", "en") == () == glosses(KOREAN[0], "ko", "ko")
    assert glosses("She reads a book every evening.", "en", "en") == ()


def test_every_example_has_a_reference_and_no_other() -> None:
    for source, targets in (("ko", ("en",)), ("en", ("de", "ko"))):
        sentences = {sample.text for sample in samples(source)}
        for target in targets:
            there = set(references(target))
            assert there & sentences == sentences
    known = {s.text for lang in ("ko", "en") for s in samples(lang)}
    assert {s for target in ("en", "de", "ko") for s in references(target)} <= known
    assert references("xx") == {}


def test_a_sentence_nobody_translated_has_none() -> None:
    assert reference_of("xyz", "en") == ""
    assert reference_of(samples("en")[0].text, "de").endswith(".")


FILE = Path(corpus.__file__).with_name("own_pairs.tsv")


def test_five_hundred_pairs_of_one_sentence_each() -> None:
    pairs = read_pairs(FILE)
    assert len(pairs) == 500
    for column in zip(*pairs, strict=True):
        assert len(set(column)) == 500
        assert all(text == " ".join(text.split()) for text in column)
        assert all(text.endswith((".", "?", "!")) for text in column)
    assert all(HANGUL.search(korean) and english.isascii() for korean, english in pairs)
    assert clean(pairs, Cleaning(first_is_korean=True, max_chars=100)) == pairs


def test_none_of_them_is_an_example_of_the_app() -> None:
    sentences = {side for pair in read_pairs(FILE) for side in pair}
    shown = {sample.text for language in ("ko", "en") for sample in samples(language)}
    assert not sentences & (shown | {side for row in everyday() for side in row})


def test_sixty_sentences_with_two_translations() -> None:
    rows = everyday()
    assert len(rows) == 60
    for row in rows:
        korean, *english = row
        assert HANGUL.search(korean) and len(set(english)) == 2
        assert not any(HANGUL.search(text) for text in english)
        assert all(text == " ".join(text.split()) for text in row)
        assert all(text.endswith((".", "?")) for text in row)
    columns = list(zip(*rows, strict=True))
    assert all(len(set(column)) == 60 for column in columns)


def test_none_is_a_sample() -> None:
    assert not {korean for korean, *_ in everyday()} & {sample.text for sample in samples("ko")}
