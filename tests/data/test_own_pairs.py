"""The sample of own pairs: five hundred, each sentence once, none of them shown elsewhere."""

from pathlib import Path

from explainer.data import corpus
from explainer.data.corpus import HANGUL, Cleaning, clean, read_pairs
from explainer.data.everyday import everyday
from explainer.data.samples import samples

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
