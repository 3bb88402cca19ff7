"""The sentence of a chapter in a language the reader may not read: its tokens, glosses beneath.

Chapters whose models read one language alone show its examples to readers of the other one, too.
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
# What the figures of a chapter show of this view, and the language of its source; None for nothing.
Shown = Callable[["View"], "tuple[Translation, str] | None"]


def token_glosses(translation: Translation, source: str, reader: str) -> tuple[str, ...]:
    """For each token of the source the gloss of the word that begins with it, "" within a word and
    below the end token; () where there are none for this sentence.
    """
    known = glosses(translation.original.strip(), source, reader)
    if not known or max(translation.source.words, default=0) >= len(known):
        return ()
    told, before = [], -1
    for word in translation.source.words:
        told.append(known[word] if word >= 0 and word != before else "")
        before = word
    return tuple(told)


def draw_glosses(view: View, shown: Shown) -> None:
    """The line of tokens above the figures; nothing for who reads the language of the sentence."""
    if teaching.current().present:  # a slide has its figure alone
        return
    found = shown(view)
    if found is None or found[1] == view.lang:
        return
    translation, source = found
    told = token_glosses(translation, source, view.lang)
    if not any(told):
        return
    tokens, words = translation.source.tokens, translation.source.words
    row = [
        Chip(
            token,
            kind_of(id, "source"),
            (gloss,) if gloss else (),
            begins=at == 0 or words[at] != words[at - 1],
        )
        for at, (token, id, gloss) in enumerate(
            zip(tokens, translation.source.ids, told, strict=True)
        )
    ]
    chips(rows=[ChipRow("", row)], title=view.text("words.glossed"), key=KEY)
