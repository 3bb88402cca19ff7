"""The sentences written for the card: sixty, each once, translated twice, none of the samples."""

from explainer.data.corpus import HANGUL
from explainer.data.everyday import everyday
from explainer.data.samples import samples


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
