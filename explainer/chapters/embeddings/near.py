"""The chosen token and its nearest neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from explainer.analysis.embeddings import Measure, nearest, norms, similarities
from explainer.chapters.embeddings.arithmetic import draw_sums
from explainer.chapters.embeddings.data import (
    Chosen,
    chance_similarity,
    choose_token,
    fitted,
    frequent_tokens,
    names,
    neighbours,
    own_words,
    projection,
    starts_word,
)
from explainer.drawings import drawing, rounded
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal

FIRST = 2  # numbers of the vector that are written out
SHOWN = 8  # nearest tokens
OTHERS = 2  # words of the sentence that are there to compare with
DIGITS = 5
FIT = OneOf("embeddings_fit", ("words", "vocabulary"))
MEASURE = OneOf[Measure]("embeddings_measure", ("cosine", "dot"))


def draw_near(view: View) -> None:
    """Draw the first figure: vectors of the nearest neighbours as strips."""
    text = view.text
    with chapter.figure(text("embeddings.near_title"), text("embeddings.near_line")):
        chosen = choose_token(view)
        drawn = st.container()
        with st.container(horizontal=True, gap="medium"):
            measure, fit = MEASURE.draw(text), FIT.draw(text)
        with drawn:
            _draw(view, chosen, measure, fit)
            if measure == "cosine":
                _say_alone(view, chosen)
    draw_sums(view)
    _cosine(view, chosen)


def _say_alone(view: View, chosen: Chosen) -> None:
    """Note if the nearest neighbour is no closer than random tokens may be."""
    text, model = view.text, view.translation.model
    best = float(neighbours(model, chosen.id, "cosine").values[0])
    begins = starts_word(model)
    usual = chance_similarity(model, bool(begins[chosen.id]), chosen.id < len(begins) // 2)
    if best < usual:
        st.info(text("embeddings.near_alone", best=decimal(best, 2), chance=decimal(usual, 2)))


def _cosine(view: View, chosen: Chosen) -> None:
    """Write out the cosine with the nearest neighbour and a place on the map, in float64."""
    matrix = model_of(view.translation.model).matrix
    near = neighbours(view.translation.model, chosen.id, "cosine")
    x, rows = matrix[chosen.id].astype(np.float64), matrix[list(near.ids)].astype(np.float64)
    size, sizes, dots = float(norms(x)), norms(rows), rows @ x
    first = float(projection(view.translation.model)[0].place(x[None])[0, 0])  # on the map of all
    side = "source" if chosen.side == "s" else "target"
    cosine = in_colour(tones(view.dark), side, number(float(dots[0]) / (size * float(sizes[0]))))
    chapter.formula(
        view.text,
        [
            rf"\cos(x, y) = \frac{{x \cdot y}}{{\lVert x \rVert \lVert y \rVert}} ="
            rf" \frac{{{number(float(dots[0]))}}}{{{number(size)} \cdot {number(float(sizes[0]))}}}"
            rf" = {cosine}",
            rf"z_1 = w_1 \cdot (x - \bar{{x}}) = {number(first)}",
        ],
    )
    chapter.agreement(view.text, float(np.abs(dots / (sizes * size) - near.values).max()))


def _draw(view: View, chosen: Chosen, measure: Measure, fit: str) -> None:
    """Draw the strips; for the cosine all rows are normalised, as it compares directions."""
    text, model = view.text, view.translation.model
    near = neighbours(model, chosen.id, measure).ids[:SHOWN]
    far = similar_words(view, chosen, near, measure)
    ids = (chosen.id, *near, *far)
    matrix = model_of(model).matrix
    rows = matrix[list(ids)].astype(np.float64)
    if measure == "cosine":
        rows /= norms(rows)[:, None].clip(1e-12)
    data = {
        "labels": names(model, ids),
        "rows": rows.round(DIGITS).tolist(),
        "groups": [
            (_chain(view, chosen), 1, "source" if chosen.side == "s" else "target"),
            (_group(text, model, chosen.id), len(near), "second"),
            (text("embeddings.group_far"), len(far), "residual"),
        ],
        "measure": measure,
        **_map(model, ids, fit),
    }
    words = text.section("embeddings.nearest_neighbours")
    drawing("embeddings/nearest_neighbours", data, words=words, key="embeddings_near")


def _map(model: str, ids: tuple[int, ...], fit: str) -> dict[str, Any]:
    """Return where two principal components, of these tokens' vectors or of all, put them."""
    axes = fitted(model, ids) if fit == "words" else projection(model)[0]
    places = axes.place(model_of(model).matrix[list(ids)])
    return {"places": rounded(places), "share": float(axes.shares.sum())}


def _chain(view: View, chosen: Chosen) -> str:
    """Describe the steps from the token to its vector."""
    row = model_of(view.translation.model).matrix[chosen.id]
    first = ", ".join(decimal(float(value), 2) for value in row[:FIRST])
    return view.text(
        "embeddings.chain", token=chosen.token, id=chosen.id, dims=len(row), first=first
    )


def similar_words(
    view: View, chosen: Chosen, near: tuple[int, ...], measure: Measure
) -> tuple[int, ...]:
    """Return the rarest other words of the same sentence, most similar first."""
    own = own_words(view.translation, chosen.side)
    rarest = [id for id in reversed(own) if id not in (chosen.id, *near)][:OTHERS]
    matrix = model_of(view.translation.model).matrix
    alike = similarities(matrix[rarest], matrix[chosen.id], measure)
    return tuple(rarest[at] for at in nearest(alike, OTHERS))


def _group(text: Text, model: str, index: int) -> str:
    """Describe the set that the neighbours are searched in."""
    count = f"{frequent_tokens(model_of(model)):,}"
    if starts_word(model)[index]:
        return text("embeddings.group_near_word", count=count)
    return text("embeddings.group_near", count=count)
