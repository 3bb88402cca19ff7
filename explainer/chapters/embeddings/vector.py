"""From token to vector: one-hot look-up, scaling, the shared matrix."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.embeddings import LookUp
from explainer.chapters.embeddings.chart_stripes import look_up_chart
from explainer.chapters.embeddings.data import Chosen, choose_token, looked_up, names
from explainer.chapters.embeddings.scale import draw_factor, draw_tying
from explainer.frame import chapter
from explainer.frame.choices import Slider
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.translation import Translation

AROUND = 1  # rows of the matrix shown above and below


DIMENSION = Slider("embeddings_dim", 1)


def draw_vector(view: View) -> None:
    """Draw the look-up step by step."""
    text, translation = view.text, view.translation
    with chapter.figure(text("embeddings.look_title"), text("embeddings.look_line")):
        chosen = choose_token(view)
        look_up = looked_up(translation.model, chosen.id)
        dimension = _look_up(view, chosen, look_up)
    factor = draw_factor(view)
    draw_tying(view)
    left, right = chapter.details()
    with left:
        _formula(view, chosen, look_up, dimension, factor)
    with right:
        _shapes(text, translation)


def _look_up(view: View, chosen: Chosen, look_up: LookUp) -> int:
    """Draw matrix rows, one-hot column and product; return the framed dimension."""
    translation = view.translation
    text, matrix = view.text, model_of(translation.model).matrix
    first = min(max(0, chosen.id - AROUND), max(0, len(matrix) - 2 * AROUND - 1))
    ids = range(first, min(len(matrix), first + 2 * AROUND + 1))
    strongest = int(np.abs(look_up.row).argmax())
    drawn = st.container()
    dimension = DIMENSION.draw(text, strongest + 1, matrix.shape[1]) - 1
    tokens = names(translation.model, ids)
    chart = look_up_chart(
        rows=matrix[ids.start : ids.stop],
        product=look_up.product,
        labels=[f"{index} {token}" for index, token in zip(ids, tokens, strict=True)],
        chosen=chosen.id - first,
        dimension=dimension,
        product_label=text("embeddings.product"),
        titles=(text("embeddings.row"), text("embeddings.dim"), text("embeddings.value")),
        dark=view.dark,
    )
    told = text("embeddings.look_alt", rows=len(matrix), columns=matrix.shape[1])
    with drawn:
        chapter.chart(chart, told, "embeddings_look")
    st.caption(
        text(
            "embeddings.look_facts",
            rows=f"{len(matrix):,}",
            columns=matrix.shape[1],
            id=chosen.id,
            products=f"{matrix.size:,}",
            difference=f"{look_up.difference:g}",
        )
    )
    return dimension


def _formula(
    view: View, chosen: Chosen, look_up: LookUp, dimension: int, factor: list[str]
) -> None:
    """Draw the framed dimension as a sum, and the factor."""
    value, j = float(look_up.row[dimension]), dimension + 1
    side = "source" if chosen.side == "s" else "target"
    written = in_colour(tones(view.dark), side, number(value))
    chapter.formula(
        view.text,
        [
            rf"(o E)_{{{j}}} = \sum_{{v}} o_v E_{{v,{j}}} = 0 + 1 \cdot"
            rf" E_{{{chosen.id},{j}}} + 0 = {written}",
            *factor,
        ],
    )


def _shapes(text: Text, translation: Translation) -> None:
    vocabulary, width = model_of(translation.model).matrix.shape
    source, target = len(translation.source), len(translation.fed)
    chapter.shapes(
        text,
        [
            ("one_hot", "B, S, V", (1, source, vocabulary)),
            ("E", "V, d_model", (vocabulary, width)),
            ("tokens", "B, S, d_model", (1, source, width)),
            ("logits", "B, T, V", (1, target, vocabulary)),
        ],
        text("embeddings.shapes_note"),
    )
