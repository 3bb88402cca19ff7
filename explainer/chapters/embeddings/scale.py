"""The factor sqrt(d_model) with and without, and one matrix for three uses."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.embeddings import Tying, lengths, norms, tying_differences
from explainer.chapters.embeddings.data import rarest_word
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text.numbers import decimal, percent

MATRIX_AGREES = 1e-4  # logits of 20 and more, summed in another order


def draw_factor(view: View) -> list[str]:
    """Draw norms of tokens and positions; return the equations of one token."""
    text, translation = view.text, view.translation
    source, trace = translation.source, translation.trace
    sizes = lengths(model_of(translation.model).matrix, source.ids, trace["encoder.positions"])
    with chapter.figure(text("embeddings.factor_title"), text("embeddings.factor_line")):
        st.markdown(
            text(
                "embeddings.factor_facts",
                plain=f"{sizes.ratio_plain:.1f}",
                scaled=f"{sizes.ratio_scaled:.2f}",
                kept_plain=decimal(sizes.cosine_plain),
                kept_scaled=decimal(sizes.cosine_scaled),
            )
        )
        recorded = norms(trace["encoder.tokens"])
        chapter.agreement(text, float(np.abs(recorded - sizes.scaled).max()))
    place = rarest_word(source.tokens, source.ids)
    size = in_colour(tones(view.dark), "source", number(float(sizes.scaled[place])))
    return [
        r"x = \sqrt{d_{model}}\, E_{id} + PE_{pos}",
        rf"\lVert \sqrt{{d_{{model}}}}\, E_{{{source.ids[place]}}} \rVert = \sqrt{{d_{{model}}}}"
        rf" \lVert E_{{{source.ids[place]}}} \rVert = {number(sizes.factor)} \cdot"
        rf" {number(float(sizes.plain[place]))} = {size}",
        rf"\lVert PE_{{{place}}} \rVert = {number(float(sizes.positions[place]))}",
    ]


def draw_tying(view: View) -> None:
    """State what tying saves, and verify all three uses with one matrix."""
    text, translation = view.text, view.translation
    if not view.card["model"]["tied"]:
        with chapter.figure(text("embeddings.tied_title"), text("embeddings.untied")):
            return
    matrix, trace = model_of(translation.model).matrix, translation.trace
    bias = model_of(translation.model).output[1]
    tying = Tying(matrix.size, int(view.card.get("parameters", matrix.size)))
    with chapter.figure(text("embeddings.tied_title"), text("embeddings.tied_line")):
        st.markdown(
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
        apart = tying_differences(
            matrix,
            (translation.source.ids, trace["encoder.tokens"]),
            (translation.fed, trace["decoder.tokens"]),
            (trace["output"], trace["logits"] - (0.0 if bias is None else bias)),
        )
        chapter.agreement(text, max(apart), MATRIX_AGREES)
