"""The common mistake of the page: to trust the flat picture."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.embeddings.data import (
    NEIGHBOURS,
    closest,
    names,
    nearest_in_picture,
    opened_id,
    projection,
    shared,
)
from explainer.frame.view import View
from explainer.text.numbers import percent


def draw_mistake(view: View) -> None:
    """What lies nearest in the picture, and in all dimensions, by the same measure."""
    translation = view.translation
    text, model, source = view.text, translation.model, translation.source
    components, index = projection(model)[0], opened_id(translation)
    drawn, truth = nearest_in_picture(model, index), closest(model, index)
    overlaps = shared(model, tuple(dict.fromkeys(source.ids)))
    st.markdown(text("embeddings.mistake_line"))
    st.text(text("embeddings.mistake_piece", piece=names(model, [index])[0]))
    st.text(text("embeddings.mistake_wrong", pieces="  ".join(names(model, drawn))))
    st.text(text("embeddings.mistake_right", pieces="  ".join(names(model, truth))))
    st.markdown(
        text(
            "embeddings.mistake_count",
            shared=len({*drawn} & {*truth}),
            count=NEIGHBOURS,
            mean=f"{sum(overlaps) / len(overlaps):.1f}",
        )
    )
    st.markdown(text("embeddings.mistake_end", share=percent(components.shares[:2].sum())))
