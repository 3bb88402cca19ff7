"""Make sure that a vocabulary, even one already trained with, contains all common characters.

A character without a token becomes `<unk>`, and a model that saw `<unk>` mostly in place of one
symbol will always translate it as that symbol. So every character on a keyboard gets a token. In an
existing vocabulary it replaces one of the least used tokens; multi-digit tokens go first, since
numbers are copied digit by digit.
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
OFTEN = 2  # minimum count in the training text for any other character to get a token
NUMBER = re.compile(r"▁?[\d\W]*\d[\d\W]*")


def wanted_characters(texts: Iterable[str]) -> str:
    """Return ALPHABET and all other characters, except spaces, that occur OFTEN times or more."""
    times = Counter(char for text in texts for char in text)
    often = (char for char, count in sorted(times.items()) if count >= OFTEN and char.strip())
    return "".join(dict.fromkeys((*ALPHABET, *often)))


def with_characters(
    tokenizer: Tokenizer, characters: Iterable[str], uses: Mapping[int, int]
) -> Tokenizer:
    """Return the vocabulary with a token for each of these characters.

    `uses` counts each id in the training text. Other tokens keep their ids and scores; new ones get
    the score of the rarest token. Raises ValueError if there are more missing characters than
    replaceable tokens.
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
    """Return ids of multi-character tokens: numbers first, then by ascending use."""
    several = [i for i in range(len(SPECIALS), len(tokens)) if len(tokens[i].strip(MARK)) > 1]
    return sorted(several, key=lambda i: (not NUMBER.fullmatch(tokens[i]), uses.get(i, 0), i))


def new_ids(old: Tokenizer, new: Tokenizer) -> list[int]:
    """Return the ids whose token differs between two vocabularies of the same size."""
    return [i for i in range(new.vocab_size) if old.token(i) != new.token(i)]


def relatives(tokens: Sequence[str], char: str) -> list[int]:
    """Return ids of the tokens that contain the character, or of all single characters if none."""
    indices = range(len(SPECIALS), len(tokens))
    return [i for i in indices if char in tokens[i]] or [i for i in indices if len(tokens[i]) == 1]
