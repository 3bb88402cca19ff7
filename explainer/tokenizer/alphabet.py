"""Characters a vocabulary must have, and how a trained one gets those it lacks.

A character without a token is `<unk>`, and a model that has read `<unk>` in the place of one sign
takes it for that sign ever after. So every letter, digit and sign of a keyboard is a token. In a
vocabulary that a model has been trained with, the least used tokens give their places away; those
of several digits go first, since a number is copied digit by digit.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sentencepiece import sentencepiece_model_pb2 as proto

from explainer.tokenizer.lattice import MARK
from explainer.tokenizer.tokenizer import SPECIALS, Tokenizer

KEYBOARD = string.ascii_letters + string.digits + string.punctuation
WESTERN = "ÄÖÜäöüßÀÇÉÑàáâãåæçèéêëíîïñóôõøúûœ€£¥°"
ALPHABET = KEYBOARD + WESTERN
OFTEN = 2  # times that a character stands in the training text, to be a token too
NUMBER = re.compile(r"▁?[\d\W]*\d[\d\W]*")


def wanted_characters(texts: Iterable[str]) -> str:
    """ALPHABET and every other character that stands OFTEN times in the texts, spaces left out."""
    times = Counter(char for text in texts for char in text)
    often = (char for char, count in sorted(times.items()) if count >= OFTEN and char.strip())
    return "".join(dict.fromkeys((*ALPHABET, *often)))


def with_characters(
    tokenizer: Tokenizer, characters: Iterable[str], uses: Mapping[int, int]
) -> Tokenizer:
    """The same vocabulary with a token for each of these characters.

    `uses` is how often each id stands in the training text. Every other token keeps its id and its
    score; a new one is as probable as the rarest token. Raises ValueError for more characters than
    there are tokens to give up.
    """
    tokens = [tokenizer.token(index) for index in range(tokenizer.vocab_size)]
    has = set(tokens)
    missing = [char for char in dict.fromkeys(characters) if char not in has]
    places = _least_used(tokens, uses)
    if len(missing) > len(places):
        raise ValueError(f"{len(missing)} characters to add, {len(places)} tokens to give up")
    model = proto.ModelProto.FromString(tokenizer.model_bytes)  # type: ignore[attr-defined]
    rarest = min(tokenizer.score(index) for index in range(len(SPECIALS), len(tokens)))
    for index, char in zip(places, missing, strict=False):
        model.pieces[index].piece = char
        model.pieces[index].score = rarest
    return Tokenizer(model.SerializeToString())


def _least_used(tokens: Sequence[str], uses: Mapping[int, int]) -> list[int]:
    """Ids of tokens of several characters: numbers first, then by use."""
    several = [i for i in range(len(SPECIALS), len(tokens)) if len(tokens[i].strip(MARK)) > 1]
    return sorted(several, key=lambda i: (not NUMBER.fullmatch(tokens[i]), uses.get(i, 0), i))


def new_ids(old: Tokenizer, new: Tokenizer) -> list[int]:
    """Ids whose token differs between two vocabularies of one size."""
    return [i for i in range(new.vocab_size) if old.token(i) != new.token(i)]


def relatives(old: Tokenizer, char: str) -> list[int]:
    """Ids of the old tokens that hold the character; without any, of all single characters."""
    indices = range(len(SPECIALS), old.vocab_size)
    return [i for i in indices if char in old.token(i)] or [
        i for i in indices if len(old.token(i)) == 1
    ]
