"""Vector arithmetic: adding the difference of two tokens to a third, working and failing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from explainer.analysis.embeddings import nearest, similarities
from explainer.engine import Translator
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs.computed import by_model, computed
from explainer.text.numbers import decimal

# a - b + c, and what one would hope for; chosen so that some come out and some do not.
SUMS: Final = (
    ("was", "is", "are", "were"),
    ("men", "man", "woman", "women"),
    ("Korean", "Korea", "Japan", "Japanese"),
    ("playing", "play", "read", "reading"),
    ("Seoul", "Korea", "Japan", "Tokyo"),
    ("father", "man", "woman", "mother"),
)


@dataclass(frozen=True)
class Sum:
    """One analogy; `result` is the nearest token except its three operands."""

    words: tuple[str, str, str, str]
    result: str
    cosine: float

    @property
    def works(self) -> bool:
        """Whether the result is the expected token."""
        return self.result == self.words[3]


@by_model(computed(max_entries=16))
def vector_sums(model: Translator) -> tuple[Sum, ...]:
    """Compute the analogies whose tokens are in this vocabulary."""
    names = model.tokens(range(len(model.matrix)))
    ids = {name: index for index, name in enumerate(names)}
    results = []
    for words in SUMS:
        places = [ids.get(f"▁{word}") for word in words]
        if None in places:
            continue
        a, b, c = (model.matrix[place].astype(np.float64) for place in places[:3])
        values = similarities(model.matrix, a - b + c)
        [best] = nearest(values, 1, without=[place for place in places[:3] if place is not None])
        results.append(Sum(words, names[best].removeprefix("▁"), float(values[best])))
    return tuple(results)


def draw_sums(view: View) -> None:
    """List which analogies work, in a fold."""
    results = sorted(vector_sums(view.translation.model), key=lambda one: not one.works)
    if not results:
        return
    fold = chapter.fold(view.text("embeddings.sums_title"), "embeddings_sums")
    if fold.open:
        right = sum(one.works for one in results)
        said = "\n".join(f"- {_said(one)}" for one in results)
        fold.markdown(view.text("embeddings.sums_note", count=len(results), right=right, sums=said))


def _said(one: Sum) -> str:
    a, b, c, hoped = one.words
    found = f"{a} − {b} + {c} → {one.result} {decimal(one.cosine)}"
    return f"{found} ✓" if one.works else f"{found} ≠ {hoped}"
