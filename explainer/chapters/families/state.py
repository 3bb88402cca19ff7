"""The reader's sentence and choices on the page of families, kept in the address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.analysis.families import BOS, EOS, MASK, SENTINELS, UNK, Ids
from explainer.frame.chips import Chip, Kind
from explainer.frame.choices import Field, Slider
from explainer.runs import families

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

EXAMPLE: Final = "My father works in a bank."
SHORTEST: Final = 3  # tokens
LONGEST: Final = 20
SEED: Final = 5  # of the example ELECTRA finds what was replaced, and T5 fills in a word that fits
SENTENCE = Field("families_s", says="families.sentence")
SEEDED = Slider("families_seed", 0, 9, usual=SEED, says="families.seed")


@dataclass(frozen=True)
class Sentence:
    """The reader's sentence, as the models' ids without BOS and EOS, and as tokens."""

    ids: Ids
    names: tuple[str, ...]

    @property
    def framed(self) -> Ids:
        """Ids with BOS and EOS, the input of an encoder."""
        return (BOS, *self.ids, EOS)


def guarded_view(draw: Callable[[View, Sentence], None]) -> Callable[[View], None]:
    """Wrap a view of a sentence: show a message if there is none or a model is damaged."""

    @wraps(draw)
    def drawn(view: View) -> None:
        text = view.text
        try:
            sentence = read_sentence(text)
            if sentence is not None:
                draw(view, sentence)
        except families.UNREADABLE:
            st.error(text("families.broken"), icon=":material/block:")

    return drawn


def read_sentence(text: Text) -> Sentence | None:
    """Draw the field and its messages; None if the sentence cannot be used."""
    written = SENTENCE.draw(text, EXAMPLE)
    ids = families.tokens(written)
    unknown = sum(index == UNK for index in ids)
    if len(ids) < SHORTEST:
        st.info(text("families.too_short", least=SHORTEST))
    elif len(ids) > LONGEST:
        st.info(text("families.too_long", count=len(ids), most=LONGEST))
    elif 2 * unknown > len(ids):
        st.info(text("families.english_only"))
    else:
        if unknown:
            st.caption(text("families.unknown", count=unknown))
        return Sentence(ids, tuple(families.token_names(ids)))
    return None


def token_chips(ids: Sequence[int], kind: Kind, lines: Sequence[Sequence[str]] = ()) -> list[Chip]:
    """Make a row of tokens; [MASK], sentinels, BOS and EOS are styled."""
    return [
        Chip(
            name,
            kind_of(index, kind),
            tuple(lines[place]) if lines else (),
            begins=not place or name.startswith("▁") or index <= SENTINELS[-1],
        )
        for place, (index, name) in enumerate(zip(ids, families.token_names(ids), strict=True))
    ]


def kind_of(index: int, kind: Kind) -> Kind:
    if index == UNK:
        return "unknown"
    return "special" if index <= max(MASK, *SENTINELS) else kind
