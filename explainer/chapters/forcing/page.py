"""Teacher forcing beside free running: the same decoder, fed the reference or its own output."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.forcing.mistake import draw_mistake, draw_passes
from explainer.chapters.forcing.paths import Paths, paths
from explainer.chapters.forcing.verdict import draw_verdict
from explainer.chapters.forcing.view import draw_candidates, draw_divergence, pick_position
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.reference import pick_reference
from explainer.frame.view import View


def draw_paths(view: View) -> Paths:
    """Draw where the two outputs diverge, and the distributions there."""
    text = view.text
    with chapter.figure(text("forcing.figure"), text("forcing.figure_line")):
        drawing = st.container()  # above the field with the reference it hangs on
        outputs = paths(view.translation, pick_reference(view))
        with drawing:
            place = pick_position(text, outputs)
            draw_divergence(view, outputs, place)
            draw_candidates(view, outputs, place)
    draw_passes(view, outputs, place)
    return outputs


def draw_blame(view: View) -> Paths:
    """Draw whether the search or the model is to blame."""
    text = view.text
    with chapter.figure(text("forcing.verdict"), text("forcing.verdict_line")):
        drawing = st.container()
        reference = pick_reference(view)
        outputs = paths(view.translation, reference)
        with drawing:
            draw_verdict(view, outputs, reference)
    return outputs


PAGE = Page(
    {"paths": draw_paths, "verdict": draw_blame},
    draw_mistake,
    live=True,
    probabilities=("paths", "verdict"),
    beats=(
        Beat("part", {"forcing_view": "paths"}),
        Beat("same", {"forcing_view": "paths", "forcing_position": "1"}),
        Beat("blame", {"forcing_view": "verdict"}),
    ),
    gone={"losses": "paths"},
)
