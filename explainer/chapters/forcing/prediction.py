"""What a reader is asked: right tokens of a decoder fed with the reference, and fed by itself."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.forcing import lcs_length
from explainer.chapters.forcing.paths import paths
from explainer.frame import reference
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View


def question(_: View) -> Holes | None:
    """Of the page's own reference; a reader who typed one looks at that."""
    return None if st.session_state.get(reference.KEY, "").strip() else {}


def answer(view: View) -> Prediction:
    """Hits of teacher forcing, and tokens of the reference that greedy search wrote in order."""
    outputs = paths(view.translation, reference.usual_reference(view))
    wanted, written = outputs.reference.ids, outputs.greedy.ids
    forced, free = int(outputs.reference.forced.hits.sum()), lcs_length(wanted, written)
    right = "more" if forced > free else "same" if forced == free else "fewer"
    return Prediction(right, {"count": len(wanted), "forced": forced, "free": free})


PREDICT = Predict(("more", "same", "fewer"), answer, question)
