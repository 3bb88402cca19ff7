"""Word embeddings at every checkpoint, on the finished model's axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from explainer.analysis.embeddings import principal_components, similarities
from explainer.runs import growth
from explainer.runs.registry import model_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from explainer.chapters.growth.states import States
    from explainer.frame.view import View
    from explainer.text import Text

    Floats = NDArray[np.floating]

# Tokens of the vocabulary, so that they are written as the tokenizer cuts them.
GROUPS: Final = {
    "numbers": ("▁two", "▁three", "▁four", "▁five", "▁six", "▁seven"),
    "people": ("▁man", "▁woman", "▁boy", "▁girl", "▁father", "▁mother"),
    "places": ("▁school", "▁park", "▁station", "▁house", "▁hospital", "▁library"),
    "days": ("▁today", "▁tomorrow", "▁yesterday", "▁morning", "▁evening", "▁night"),
}
DIGITS: Final = 4  # decimals of the places that travel
TONES: Final = {"numbers": "source", "people": "target", "places": "k", "days": "q"}


def words_of(model: str) -> dict[str, list[int]]:
    """Return ids of each word group's tokens that are in the vocabulary."""
    tokenizer = model_of(model).tokenizer
    ids_of = {}
    for group, tokens in GROUPS.items():
        cut = [tokenizer.encode(token.removeprefix("▁")) for token in tokens]
        ids_of[group] = [
            one.ids[0] for one, token in zip(cut, tokens, strict=True) if one.tokens[0] == token
        ]
    return {group: ids for group, ids in ids_of.items() if len(ids) > 1}


def likeness_within(vectors: Floats, sizes: list[int]) -> tuple[float, float]:
    """Return the mean cosine within groups and between groups; `sizes` of the groups."""
    group = np.repeat(np.arange(len(sizes)), sizes)
    cosines = np.array([similarities(vectors, vector) for vector in vectors])
    same = group[:, None] == group[None, :]
    others = ~np.eye(len(vectors), dtype=bool)
    return float(cosines[same & others].mean()), float(cosines[~same].mean())


def drift_of(view: View, states: States) -> tuple[dict[str, Any], float] | None:
    """Return how word embeddings move in training (2-d PCA), and the share of variance it keeps.

    The axes are those of the finished model.
    None if the vocabulary has too few of the words.
    """
    text, model = view.text, view.translator_name
    words = words_of(model)
    if len(words) < 2:
        return None
    ids = tuple(index for group in words.values() for index in group)
    vectors = [growth.embedding_rows(model, step, ids) for step in states.steps]
    axes = principal_components(vectors[-1], 2)
    places = np.round(np.stack([axes.place(each) for each in vectors], axis=1), DIGITS)
    tokens = [token.removeprefix("▁") for token in model_of(model).tokens(ids)]
    sizes, names = [len(group) for group in words.values()], group_names(text)
    ends = np.cumsum(sizes).tolist()
    within, across = zip(*(likeness_within(each, sizes) for each in vectors), strict=True)
    data = {
        "groups": [
            {
                "name": names[group],
                "tone": TONES[group],
                "tokens": tokens[end - size : end],
                "places": places[end - size : end].tolist(),
            }
            for group, size, end in zip(words, sizes, ends, strict=True)
        ],
        "within": within,
        "across": across,
    }
    return data, float(axes.shares.sum())


def group_names(text: Text) -> dict[str, str]:
    return text.each("growth.group_*", "numbers", "people", "places", "days")
