"""Every character of a keyboard is a token, and the vocabulary stays the size it had."""

from __future__ import annotations

import pytest

from explainer.installed import models_folder
from explainer.tokenizer import UNK, Tokenizer
from explainer.tokenizer.alphabet import (
    ALPHABET,
    NUMBER,
    new_ids,
    relatives,
    wanted_characters,
    with_characters,
)
from explainer.tokenizer.tokenizer import train_tokenizer
from tests.toy_language import toy_pairs

TEXTS = [side for pair in toy_pairs() for side in pair]


@pytest.fixture(scope="module")
def small() -> Tokenizer:
    return train_tokenizer(TEXTS, vocab_size=75, threads=1)


def test_missing_characters_take_the_places_of_the_least_used_tokens(small: Tokenizer) -> None:
    several = [i for i in range(4, 75) if len(small.token(i).strip("▁")) > 1]
    has = next(small.token(i) for i in range(4, 75) if len(small.token(i)) == 1)
    uses = dict.fromkeys(several, 9) | {several[3]: 1, several[5]: 2}
    more = with_characters(small, f"Q{has}%Q", uses)
    assert more.vocab_size == small.vocab_size
    assert new_ids(small, more) == sorted(several[i] for i in (3, 5))
    assert {more.token(i) for i in new_ids(small, more)} == {"Q", "%"}
    assert UNK in small.encode("Q%").ids and UNK not in more.encode("Q%").ids


def test_numbers_go_before_words() -> None:
    numbers = train_tokenizer(["a 10 10 10 bc bc", "a 10 bc 10"] * 50, vocab_size=12, threads=1)
    ids = {numbers.token(i): i for i in range(12)}
    assert "▁10" in ids and "▁bc" in ids
    more = with_characters(numbers, "Q", {ids["▁10"]: 1000})
    assert more.token(ids["▁10"]) == "Q"


def test_more_characters_than_places(small: Tokenizer) -> None:
    with pytest.raises(ValueError, match="tokens to give up"):
        with_characters(small, map(chr, range(0x4E00, 0x4F00)), {})


def test_a_character_of_the_texts_is_wanted_when_it_comes_twice() -> None:
    wanted = wanted_characters(["밝다 밝게 쉰", "x"])
    assert "밝" in wanted and "쉰" not in wanted and " " not in wanted
    assert set(ALPHABET) <= set(wanted)


def test_relatives_hold_the_character(small: Tokenizer) -> None:
    assert relatives(small, "Q") == [i for i in range(4, 75) if len(small.token(i)) == 1]
    assert all("e" in small.token(i) for i in relatives(small, "e")) and relatives(small, "e")


@pytest.mark.parametrize("name", ["en-de", "en-ko"])
def test_shipped_vocabularies_have_every_character_of_a_keyboard(name: str) -> None:
    tokenizer = Tokenizer.load(models_folder() / name / "tokenizer.model")
    tokens = {tokenizer.token(i) for i in range(tokenizer.vocab_size)}
    assert set(ALPHABET) <= tokens
    assert not any(len(token.strip("▁")) > 1 and NUMBER.fullmatch(token) for token in tokens)
