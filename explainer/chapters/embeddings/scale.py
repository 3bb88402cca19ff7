"""The factor sqrt(d_model), with and without; and one matrix for three jobs."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.embeddings import Tying, lengths, nearest, norms, same_matrix
from explainer.analysis.interventions import Intervention
from explainer.chapters.embeddings.data import names, telling
from explainer.charts.bars import Look, Series, bars
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs import resources
from explainer.runs.gate import say_busy
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal, percent, power
from explainer.translation import Translation

LOGITS = 8
LENGTHS = Look(True, axis=True, label_colour="source_text", numbered=False, height=300)
PARAMETERS = Look(stacked=True, axis=True, form=",", axis_form=",.2s", label_limit=200)
MATRIX_AGREES = 1e-4  # logits of 20 and more, summed in another order


def draw_factor(view: View) -> None:
    """Lengths of pieces and positions, and the translation when the factor is left out."""
    translation = view.translation
    text, source = view.text, translation.source
    sizes = lengths(
        model_of(translation.model).matrix, source.ids, translation.trace["encoder.positions"]
    )
    with chapter.figure(text("embeddings.factor_title"), text("embeddings.factor_line")):
        chapter.chart(
            bars(
                labels=source.pieces,
                series=[
                    Series(text("embeddings.length_plain"), sizes.plain, "source", pale=True),
                    Series(text("embeddings.length_scaled"), sizes.scaled, "source"),
                    Series(text("embeddings.length_position"), sizes.positions, "second"),
                ],
                look=LENGTHS,
                label_title=text("embeddings.piece"),
                value_title=text("embeddings.length"),
                dark=view.dark,
            ),
            text("embeddings.factor_alt"),
            "embeddings_lengths",
        )
        st.caption(
            text(
                "embeddings.factor_facts",
                plain=f"{sizes.ratio_plain:.1f}",
                scaled=f"{sizes.ratio_scaled:.2f}",
                kept_plain=decimal(sizes.kept_plain),
                kept_scaled=decimal(sizes.kept_scaled),
            )
        )
        _without_factor(text, translation)
    left, right = chapter.details()
    place = telling(source.pieces, source.ids)
    size = in_colour(tones(view.dark), "source", number(float(sizes.scaled[place])))
    with left:
        st.text(text("embeddings.factor_piece", piece=source.pieces[place]))
        chapter.formula(
            text,
            [
                r"x = \sqrt{d_{model}}\, E_{id} + PE_{pos}",
                rf"\lVert \sqrt{{d_{{model}}}}\, E_{{id}} \rVert = \sqrt{{d_{{model}}}}"
                rf" \lVert E_{{id}} \rVert = {number(sizes.factor)} \cdot"
                rf" {number(float(sizes.plain[place]))} = {size}",
                rf"\lVert PE_{{pos}} \rVert = {number(float(sizes.positions[place]))}",
            ],
        )
        recorded = norms(translation.trace["encoder.tokens"])
        chapter.agreement(text, float(np.abs(recorded - sizes.scaled).max()))
    with right:
        chapter.code(text, "explainer.model.embedding", "Embedding.forward")


def _without_factor(text: Text, translation: Translation) -> None:
    """The same sentence with and without; greedily, so that only the factor differs."""
    ids, runs = (
        translation.source.ids,
        (
            (text("embeddings.with_factor"), ()),
            (text("embeddings.without_encoder"), (Intervention("embedding_factor", "encoder"),)),
            (text("embeddings.without_decoder"), (Intervention("embedding_factor", "decoder"),)),
            (text("embeddings.without_both"), (Intervention("embedding_factor"),)),
        ),
    )
    st.markdown(f"**{text('embeddings.factor_written')}**")
    for column, (label, changes) in zip((*st.columns(2), *st.columns(2)), runs, strict=True):
        with column:
            st.caption(label)
            try:
                written = resources.greedy_text(translation.model, ids, changes)
            except resources.Busy:
                say_busy(text, "embeddings")
                return
            st.text(written)


def draw_tying(view: View) -> None:
    """What sharing saves, that it is one matrix, and the output as a question of nearness."""
    text, translation = view.text, view.translation
    matrix = model_of(translation.model).matrix
    tying = Tying(matrix.size, int(view.card.get("parameters", matrix.size)))
    rest = tying.model - tying.matrix
    with chapter.figure(text("embeddings.tied_title"), text("embeddings.tied_line")):
        chapter.chart(
            bars(
                labels=(text("embeddings.tied"), text("embeddings.untied")),
                series=[
                    Series(text("embeddings.part_matrix"), [tying.matrix] * 2, "source"),
                    Series(text("embeddings.part_copies"), [0, tying.saving], "source", pale=True),
                    Series(text("embeddings.part_rest"), [rest] * 2, "residual"),
                ],
                look=PARAMETERS,
                label_title=" ",
                value_title=text("embeddings.parameters"),
                dark=view.dark,
            ),
            text("embeddings.tied_alt", tied=f"{tying.model:,}", untied=f"{tying.untied:,}"),
            "embeddings_tied",
        )
        st.caption(
            text(
                "embeddings.tied_facts",
                rows=f"{matrix.shape[0]:,}",
                columns=matrix.shape[1],
                matrix=f"{tying.matrix:,}",
                model=f"{tying.model:,}",
                untied=f"{tying.untied:,}",
                share=percent(tying.saving / tying.untied, 0),
            )
        )
        step = _step(text, translation)
        _one_matrix(text, translation, step)
        _output(view, step)
    chapter.code(text, "explainer.model.transformer", "Transformer.project")


def _step(text: Text, translation: Translation) -> int:
    start = telling(translation.predicted_pieces, translation.predicted)
    label, help = text("embeddings.step"), text("embeddings.step_help")
    count = len(translation.predicted)
    return picker(text, translation).slider("embeddings_step", label, count, start, help)


def _one_matrix(text: Text, translation: Translation, step: int) -> None:
    """Encoder, decoder and output recomputed from the same array."""
    trace = translation.trace
    read, written, output = same_matrix(
        model_of(translation.model).matrix,
        (translation.source.ids, trace["encoder.tokens"]),
        (translation.fed, trace["decoder.tokens"]),
        (trace["output"][step : step + 1], trace["logits"][step : step + 1]),
    )
    values = {"read": power(read), "written": power(written), "output": power(output)}
    if max(read, written, output) <= MATRIX_AGREES:
        st.caption(text("embeddings.one_matrix", **values))
    else:
        st.error(text("embeddings.not_one_matrix", **values))


def _output(view: View, step: int) -> None:
    """The largest dot products of a step: these are the logits."""
    translation = view.translation
    text, model = view.text, translation.model
    matrix = model_of(model).matrix
    vector = translation.trace["output"][step].astype(np.float64)
    logits = translation.trace["logits"][step]
    ids = nearest(logits, LOGITS)
    written = translation.predicted[step]
    st.text(text("embeddings.step_piece", step=step + 1, piece=translation.predicted_pieces[step]))
    left, right = st.columns([0.55, 0.45], gap="medium")
    with left:
        chapter.chart(
            bars(
                labels=names(model, ids),
                series=[Series(text("embeddings.dot"), logits[list(ids)], "target")],
                strong=[ids.index(written)] if written in ids else None,
                label_title=text("embeddings.piece"),
                value_title=text("embeddings.dot"),
                dark=view.dark,
            ),
            text("embeddings.logits_alt", count=len(ids)),
            "embeddings_logits",
        )
    top = matrix[ids[0]].astype(np.float64)
    sizes = float(norms(vector)), float(norms(top))
    cosine = float(vector @ top) / (sizes[0] * sizes[1])
    with right:
        target = in_colour(tones(view.dark), "target", number(float(logits[ids[0]])))
        chapter.formula(
            text,
            [
                rf"z_v = x \cdot E_v = {target}",
                rf"\cos(x, E_v) = \frac{{z_v}}{{\lVert x \rVert \lVert E_v \rVert}} ="
                rf" \frac{{{target}}}{{{number(sizes[0])} \cdot {number(sizes[1])}}} ="
                rf" {number(cosine)}",
            ],
        )
        st.caption(text("embeddings.logits_note"))
