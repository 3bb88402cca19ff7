"""The word of each token: as it is defined, and in time that grows with the text alone."""

import itertools
import random

from explainer.installed import models_folder
from explainer.tokenizer import Tokenizer
from explainer.tokenizer.tokens import word_indices

Spans = list[tuple[int, int]]


def as_defined(text: str, spans: Spans) -> tuple[int, ...]:
    """How many spaces stand before a span's first letter, or before its end if it has none."""
    firsts = (next((i for i in range(*span) if not text[i].isspace()), span[1]) for span in spans)
    return tuple(sum(char.isspace() for char in text[:first]) for first in firsts)


def random_spans(text: str, rng: random.Random) -> Spans:
    cuts = sorted({0, len(text), *(rng.randint(0, len(text)) for _ in range(6))})
    following = list(itertools.pairwise(cuts))
    apart = [(start, rng.randint(start, len(text))) for start, _ in following]
    return [*following, *apart, (len(text), len(text))]


def test_it_is_the_number_of_spaces_before_the_first_letter() -> None:
    rng = random.Random(5)
    for _ in range(2_000):
        text = "".join(rng.choices("ab가 \u3000\t", k=rng.randint(0, 24)))
        spans = random_spans(text, rng)
        assert word_indices(text, spans) == as_defined(text, spans)


def test_where_words_have_no_spaces_every_token_is_one() -> None:
    for text in ("我今天去学校。", "今日は学校へ行く。", "วันนี้ไปโรงเรียน"):
        middle = len(text) // 2
        spans = [(0, 0), (0, 2), (2, middle), (middle, len(text))]  # the first is a lone mark
        assert word_indices(text, spans) == (0, 0, 1, 2)
    assert word_indices("학교 我去", [(0, 1), (1, 2), (3, 4), (4, 5)]) == (0, 0, 1, 2)


def test_a_line_of_300_000_characters_is_cut() -> None:
    text = "우리는 어제 책을 읽었다. " * 20_000
    cut = Tokenizer.load(models_folder() / "ko-en" / "tokenizer.model").encode(text)
    assert cut.words[-2] == 4 * 20_000 - 1
