"""Augment training pairs with casually typed sources; targets stay well written.

Lower case, no final punctuation, no apostrophes, smileys, characters outside the vocabulary: models
mistranslate what they have never seen. Brackets, quotes and bullets are copied, so they are added
on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from random import Random
from types import MappingProxyType

from explainer.data.corpus import SENTENCE_END, Pair
from explainer.data.values import acronym, code, phone, word
from explainer.training.counterparts import WORD, Counterparts

# Characters without a token, including unknown scripts; the target leaves them out.
UNKNOWN = "😀😂😍😭👍🙏🎉❤♥★☆♪✨☕🐶🍕🔥💕✓→日本語我爱你好谢สวัดีПриветαβγ"
SMILEYS = (":)", ":-)", ":D", ";)", ":(", "^^", "<3", "xD", "ᄏᄏ", "ᄒᄒ", "ᅲᅲ", "ᅮᅮ", "~", "!!")
WRAPS = (
    ('"', '"'),
    ("(", ")"),
    ("'", "'"),
    ("[", "]"),
    ("<b>", "</b>"),
    ("<i>", "</i>"),
    ("<p>", "</p>"),
)
BULLETS = ("- ", "* ", "# ", "> ", "1. ", "2) ", "(3) ")
APOSTROPHE = re.compile(r"(?<=[a-z])'(?=[a-z])", re.IGNORECASE)
Change = Callable[[str, str, Random], Pair]


def unmarked(source: str, target: str, random: Random) -> Pair:
    """Drop the final punctuation; most questions keep theirs, as only it may mark the question."""
    if not (source.endswith(SENTENCE_END) and target.endswith(SENTENCE_END)):
        return source, target
    if source.endswith("?") and random.random() < 0.75:
        return source, target
    return source.rstrip(".?!"), target


def small(source: str, target: str, random: Random) -> Pair:
    """Lower the case of the source."""
    return source.lower(), target


def small_unmarked(source: str, target: str, random: Random) -> Pair:
    """Lower the case and drop the final punctuation."""
    return unmarked(source.lower(), target, random)


def chat(source: str, target: str, random: Random) -> Pair:
    """Write as in a chat: lower case, no apostrophes, no final punctuation."""
    return small_unmarked(APOSTROPHE.sub("", source), target, random)


def loud(source: str, target: str, random: Random) -> Pair:
    """Capitalise one word."""
    words = source.split()
    index = random.randrange(len(words))
    words[index] = words[index].upper()
    return " ".join(words), target


def without_apostrophes(source: str, target: str, random: Random) -> Pair:
    """Remove apostrophes from the source."""
    return APOSTROPHE.sub("", source), target


def without_commas(source: str, target: str, random: Random) -> Pair:
    """Remove commas from the source."""
    return re.sub(r",(?= )", "", source), target


def with_unknown(source: str, target: str, random: Random) -> Pair:
    """Insert characters without a token, at the end or between two words."""
    sign = "".join(random.choice(UNKNOWN) for _ in range(random.choice([1, 1, 1, 2, 4])))
    return _with(sign, source, random), target


def with_smiley(source: str, target: str, random: Random) -> Pair:
    """Add a smiley to the source, mostly at the end."""
    return _with(random.choice(SMILEYS), source, random, at_end=0.9), target


def _with(sign: str, source: str, random: Random, at_end: float = 0.6) -> str:
    if random.random() < at_end:
        ended = source if random.random() < 0.6 else source.rstrip(".")
        return ended + random.choice(["", " ", " "]) + sign
    words = source.split(" ")
    words.insert(random.randrange(len(words)), sign)
    return " ".join(words)


def wrapped(source: str, target: str, random: Random) -> Pair:
    """Wrap both sides in brackets, quotes or the like."""
    first, last = random.choice(WRAPS)
    return f"{first}{source}{last}", f"{first}{target}{last}"


def with_bullet(source: str, target: str, random: Random) -> Pair:
    """Put a bullet in front of both sides."""
    bullet = random.choice(BULLETS)
    return bullet + source, bullet + target


def with_copied(source: str, target: str, random: Random) -> Pair:
    """Add something to be copied verbatim (word, code, phone number), before or after."""
    make = random.choice([word, word, code, phone, acronym, acronym])
    copied = make(random, "en")["en"]
    if random.random() < 0.3:
        return f"{copied}: {source}", f"{copied}: {target}"
    return f"{source} {copied}", f"{target} {copied}"


CHANGES: dict[Change, int] = {
    unmarked: 6,
    small: 4,
    small_unmarked: 4,
    chat: 2,
    loud: 4,
    without_apostrophes: 2,
    without_commas: 2,
    with_unknown: 4,
    with_smiley: 3,
    wrapped: 2,
    with_bullet: 1,
    with_copied: 5,
}


NONE: Counterparts = MappingProxyType({})
WORD_WRAPPED = 4  # the weight of `with_a_word_wrapped` beside CHANGES


def as_typed(pair: Pair, random: Random, counterparts: Counterparts = NONE) -> Pair:
    """Return (source, target) with the source changed in one of these ways, at random.

    With `counterparts` a word and its translation may also be wrapped, on both sides.
    """
    weights = [*CHANGES.values(), WORD_WRAPPED if counterparts else 0]
    change = random.choices([*CHANGES, None], weights=weights)[0]
    return change(*pair, random) if change else with_a_word_wrapped(pair, counterparts, random)


def with_a_word_wrapped(pair: Pair, counterparts: Counterparts, random: Random) -> Pair:
    """Wrap a word and its counterpart in brackets, quotes or tags; without any, return the pair."""
    words = [list(WORD.finditer(side)) for side in pair]
    matches = [
        spans
        for spans in product(*words)
        if spans[1][0].lower() == counterparts.get(spans[0][0].lower())
    ]
    if not matches:
        return pair
    first, last = random.choice(WRAPS)
    source, target = (
        f"{side[: at.start()]}{first}{at[0]}{last}{side[at.end() :]}"
        for side, at in zip(pair, random.choice(matches), strict=True)
    )
    return source, target
