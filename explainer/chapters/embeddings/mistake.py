"""The common mistake of the page: to trust the flat picture."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.embeddings import closest_points
from explainer.chapters.embeddings.data import NEIGHBOURS, closest, names, opened_id, projection
from explainer.frame.view import View


def draw_mistake(view: View) -> None:
    """What lies nearest in the picture, and in all dimensions, by the same measure."""
    translation = view.translation
    text, model, source = view.text, translation.model, translation.source
    found, places = projection(model)
    index = opened_id(translation)
    seen = closest_points(places[:, :2], index, NEIGHBOURS)
    truth = closest(model, index)
    pieces = dict.fromkeys(source.ids)
    shared = [
        len(set(closest_points(places[:, :2], i, NEIGHBOURS)) & set(closest(model, i)))
        for i in pieces
    ]
    st.markdown(text("embeddings.mistake_line"))
    st.text(text("embeddings.mistake_piece", piece=names(model, [index])[0]))
    st.text(text("embeddings.mistake_wrong", pieces="  ".join(names(model, seen))))
    st.text(text("embeddings.mistake_right", pieces="  ".join(names(model, truth))))
    st.markdown(
        text(
            "embeddings.mistake_count",
            shared=len(set(seen) & set(truth)),
            count=NEIGHBOURS,
            mean=f"{sum(shared) / len(shared):.1f}",
        )
    )
    st.markdown(text("embeddings.mistake_end", share=f"{found.shares[:2].sum():.1%}"))
