"""One piece: its row as a product, its neighbours, and its place in the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.embeddings import (
    LookUp,
    Projection,
    look_up,
    norms,
    principal_components,
    spread,
)
from explainer.chapters.embeddings.arithmetic import draw_arithmetic
from explainer.chapters.embeddings.chart_embeddings3d import projection_3d
from explainer.chapters.embeddings.chart_one_hot import look_up_chart
from explainer.chapters.embeddings.charts import projection_chart, ranked_bars
from explainer.chapters.embeddings.data import (
    COMPONENTS,
    Chosen,
    Neighbours,
    choose_piece,
    names,
    neighbours,
    projection,
)
from explainer.frame import chapter, choices
from explainer.frame.formula import coloured, number, tones
from explainer.frame.snippets import draw_snippet, embedding_value
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.tokenizer.tokenizer import EOS
from explainer.translation import Translation

FIRST = 6  # numbers of the vector that are written out
AROUND = 2  # rows of the matrix shown above and below
SAMPLE = 400  # pieces in the background of the picture


def draw_vector(view: View) -> None:
    """The chosen piece; all figures here are about it."""
    translation = view.translation
    text, model = view.text, translation.model
    with chapter.figure(text("embeddings.look_title"), text("embeddings.look_line")):
        chosen = choose_piece(
            view,
            text("embeddings.choose_title"),
            (text("embeddings.row_source"), text("embeddings.row_target")),
        )
        found = look_up(model_of(model).matrix, chosen.id)
        st.text(_chain(text, chosen, found))
        dimension = _look_up(view, chosen, found)
    near = neighbours(model, chosen.id, "cosine")
    left, right = st.columns([0.4, 0.6], gap="medium")
    with left, chapter.figure(text("embeddings.near_title"), text("embeddings.near_line")):
        _neighbours(view, chosen)
    with right, chapter.figure(text("embeddings.map_title"), text("embeddings.map_line")):
        _picture(view, chosen, near)
    draw_arithmetic(view)
    left, right = st.columns(2, gap="large")
    with left:
        _formula(view, chosen, found, (dimension, near))
    with right:
        _shapes(text, translation)


def _chain(text: Text, chosen: Chosen, found: LookUp) -> str:
    """Token, id, row, vector in one line."""
    first = ", ".join(decimal(float(value), 2) for value in found.row[:FIRST])
    return text(
        "embeddings.chain", piece=chosen.piece, id=chosen.id, dims=len(found.row), first=first
    )


def _look_up(view: View, chosen: Chosen, found: LookUp) -> int:
    """The matrix where the row lies, the one-hot column, the product; the framed dimension."""
    translation = view.translation
    text, matrix = view.text, model_of(translation.model).matrix
    first = min(max(0, chosen.id - AROUND), max(0, len(matrix) - 2 * AROUND - 1))
    ids = range(first, min(len(matrix), first + 2 * AROUND + 1))
    strongest = int(np.abs(found.row).argmax())
    drawn = st.container()
    dimension = (
        choices.whole_number(
            text, "embeddings_dim", text("embeddings.dimension"), 1, matrix.shape[1], strongest + 1
        )
        - 1
    )
    pieces = names(translation.model, ids)
    chart = look_up_chart(
        rows=matrix[ids.start : ids.stop],
        product=found.product,
        labels=[f"{index} {piece}" for index, piece in zip(ids, pieces, strict=True)],
        chosen=chosen.id - first,
        dimension=dimension,
        product_label=text("embeddings.product"),
        row_title=text("embeddings.row"),
        dimension_title=text("embeddings.dimension"),
        value_title=text("embeddings.value"),
        dark=view.dark,
    )
    told = text("embeddings.look_alt", rows=len(matrix), columns=matrix.shape[1], id=chosen.id)
    with drawn:
        chapter.chart(chart, told, "embeddings_look")
    st.caption(
        text(
            "embeddings.look_facts",
            rows=f"{len(matrix):,}",
            columns=matrix.shape[1],
            id=chosen.id,
            products=f"{matrix.size:,}",
            difference=f"{found.difference:g}",
        )
    )
    return dimension


def _neighbours(view: View, chosen: Chosen) -> None:
    text, translation = view.text, view.translation
    measure = choices.segments(
        text,
        "embeddings_measure",
        text("embeddings.measure"),
        {"cosine": text("embeddings.cosine"), "dot": text("embeddings.dot")},
        "cosine",
    )
    is_cosine = measure == "cosine"
    found = neighbours(translation.model, chosen.id, "cosine" if is_cosine else "dot")
    st.text(text("embeddings.near_of", piece=chosen.piece))
    chapter.chart(
        ranked_bars(
            labels=names(translation.model, found.ids),
            values=found.values,
            label_title=text("embeddings.piece"),
            value_title=text("embeddings.cosine") if is_cosine else text("embeddings.dot"),
            colour="source" if chosen.side == "s" else "target",
            dark=view.dark,
        ),
        text("embeddings.near_alt", piece=chosen.piece, count=len(found.ids)),
        "embeddings_near",
    )
    st.caption(text("embeddings.near_note") if is_cosine else text("embeddings.near_note_dot"))


def _fit(view: View, own: int) -> str:
    """What the components are fitted to; a sentence of few pieces has too few for them."""
    text = view.text
    fits = {"vocabulary": text("embeddings.fit_vocabulary")}
    if own > COMPONENTS:
        fits["sentence"] = text("embeddings.fit_sentence")
    return choices.segments(
        text,
        "embeddings_fit",
        text("embeddings.fit"),
        fits,
        "vocabulary",
        help=text("embeddings.fit_help"),
    )


def _picture(view: View, chosen: Chosen, near: Neighbours) -> None:
    """The projection, flat, and on demand with a third axis."""
    text, translation = view.text, view.translation
    matrix = model_of(translation.model).matrix
    own = dict.fromkeys((*translation.source.ids, *translation.predicted))
    fit = _fit(view, len(own))
    ids = list(dict.fromkeys((*own, *near.ids, *spread(len(matrix), SAMPLE, EOS + 1))))
    if fit == "sentence":
        found = principal_components(matrix[list(own)], COMPONENTS)
        places = found.place(matrix[ids])
    else:
        found, everywhere = projection(translation.model)
        places = everywhere[ids]
    labels = names(translation.model, ids)
    kinds = _kinds(translation, near, ids)
    titles = [
        text("embeddings.axis", number=i + 1, share=f"{share:.1%}")
        for i, share in enumerate(found.shares)
    ]
    words = tuple(text.each("embeddings.kind_*", "sample", "near", "source", "target").values())
    chapter.chart(
        projection_chart(
            places_NC=places[:, :2],
            labels=labels,
            kinds=kinds,
            kind_names=words,
            chosen=ids.index(chosen.id),
            axis_titles=(titles[0], titles[1]),
            piece_title=text("embeddings.piece"),
            dark=view.dark,
        ),
        text("embeddings.map_alt", count=len(ids), share=f"{found.shares[:2].sum():.1%}"),
        "embeddings_map",
    )
    st.caption(_share_line(text, found))
    if choices.toggle(text, "embeddings_3d", text("embeddings.three")):
        spec = projection_3d(
            places_NC=places,
            labels=labels,
            kinds=kinds,
            kind_names=words,
            chosen=ids.index(chosen.id),
            axis_titles=(titles[0], titles[1], titles[2]),
            dark=view.dark,
        )
        st.plotly_chart(
            spec,
            theme=None,
            key="embeddings_space",
            config={"displayModeBar": False},
            alt=text("embeddings.map_alt", count=len(ids), share=f"{found.shares.sum():.1%}"),
        )


def _kinds(translation: Translation, near: Neighbours, ids: Sequence[int]) -> list[str]:
    kinds = {
        **dict.fromkeys(ids, "sample"),
        **dict.fromkeys(near.ids, "neighbour"),
        **dict.fromkeys(translation.predicted, "target"),
        **dict.fromkeys(translation.source.ids, "source"),
    }
    return [kinds[index] for index in ids]


def _share_line(text: Text, found: Projection) -> str:
    return text(
        "embeddings.map_share",
        two=f"{found.shares[:2].sum():.1%}",
        three=f"{found.shares.sum():.1%}",
        dims=found.axes.shape[1],
    )


def _formula(
    view: View,
    chosen: Chosen,
    found: LookUp,
    rest: tuple[int, Neighbours],
) -> None:
    """The framed dimension as a sum, the cosine to the nearest piece, the first coordinate."""
    translation = view.translation
    (dimension, near), colours = rest, tones(view.dark)
    matrix = model_of(translation.model).matrix
    value, j = float(found.row[dimension]), dimension + 1
    x = found.row.astype(np.float64)
    y = matrix[near.ids[0]].astype(np.float64)
    dot, sizes = float(x @ y), (float(norms(x)), float(norms(y)))
    side = "source" if chosen.side == "s" else "target"
    axes, _ = projection(translation.model)
    chapter.formula(
        view.text,
        [
            rf"(o E)_{{{j}}} = \sum_{{v}} o_v E_{{v,{j}}} = 0 + 1 \cdot"
            rf" E_{{{chosen.id},{j}}} + 0 = {coloured(colours, side, number(value))}",
            rf"\cos(x, y) = \frac{{x \cdot y}}{{\lVert x \rVert \lVert y \rVert}} ="
            rf" \frac{{{number(dot)}}}{{{number(sizes[0])} \cdot {number(sizes[1])}}} ="
            rf" {coloured(colours, side, number(dot / (sizes[0] * sizes[1])))}",
            rf"z_1 = w_1 \cdot (x - \bar{{x}}) = {number(float(axes.place(x[None])[0, 0]))}",
        ],
    )
    _draw_check(view.text, matrix, x, near, found)
    written = embedding_value(translation.model, chosen.id, dimension, value)
    draw_snippet(view.text, "embeddings", written)


def _draw_check(
    text: Text,
    matrix: NDArray[np.float32],
    x: NDArray[np.float64],
    near: Neighbours,
    found: LookUp,
) -> None:
    """The cosines of the bars again, in 64 bits, and the product against the row."""
    rows = matrix[list(near.ids)].astype(np.float64)
    again = rows @ x / (norms(rows) * float(norms(x)))
    chapter.agreement(text, max(float(np.abs(again - near.values).max()), found.difference))


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
