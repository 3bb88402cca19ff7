"""Interlinear glosses: a chapter's sentence in a foreign language, token by token with glosses.

Chapters whose models read only one language show it to readers of the other language, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from explainer.data.glosses import glosses
from explainer.frame import teaching
from explainer.frame.chips import Chip, ChipRow, chips, kind_of

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View

KEY: Final = "interlinear"
# Returns the translation that a chapter's figures show, and its source language; None for none.
Shown = Callable[["View"], "tuple[Translation, str] | None"]


def token_glosses(translation: Translation, source: str, reader: str) -> tuple[str, ...]:
    """Return the gloss of an example sentence, in language `reader`, for each source token.

    A word of as many tokens as its gloss has parts has one below each; else all of it is below the
    word's first letters. "" for other tokens; () if the sentence has no glosses.
    """
    by_word = glosses(translation.original.strip(), source, reader)
    tokens, words = translation.source.tokens, translation.source.words
    if not by_word or max(words, default=0) >= len(by_word):
        return ()
    told = [""] * len(tokens)
    for word, gloss in enumerate(by_word):
        places = [at for at, token in enumerate(tokens) if words[at] == word and _letters(token)]
        parts = gloss.split("-")
        for at, part in zip(places, parts if len(parts) == len(places) else [gloss], strict=False):
            told[at] = part
    return tuple(told)


def _letters(token: str) -> bool:
    return any(character.isalnum() for character in token)


def draw_glosses(view: View, shown: Shown) -> None:
    """Draw the glossed tokens above the figures, unless the reader knows the language."""
    if teaching.current().present:  # slides contain only the figure
        return
    found = shown(view)
    if found is None or found[1] == view.lang:
        return
    translation, source = found
    by_token = token_glosses(translation, source, view.lang)
    if not any(by_token):
        return
    tokens, words = translation.source.tokens, translation.source.words
    row = [
        Chip(
            token,
            kind_of(id, "source"),
            (gloss,) if gloss else (),
            begins=index == 0 or words[index] != words[index - 1],
        )
        for index, (token, id, gloss) in enumerate(
            zip(tokens, translation.source.ids, by_token, strict=True)
        )
    ]
    chips(rows=[ChipRow("", row)], title=view.text("words.glossed"), key=KEY)
