"""Teacher forcing beside free running: the same decoder, fed the reference or its own output."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.forcing.mistake import draw_mistake, draw_passes
from explainer.chapters.forcing.paths import Paths, paths
from explainer.chapters.forcing.verdict import draw_verdict
from explainer.chapters.forcing.view import ALL, draw_divergence, pick_pen, pick_position
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.reference import pick_reference
from explainer.frame.view import View


def draw(view: View) -> Paths:
    """Draw where the two outputs diverge, and who is to blame for it."""
    text = view.text
    with chapter.figure(text("forcing.figure"), text("forcing.figure_line")):
        drawing = st.container()  # above the field with the reference it hangs on
        reference = pick_reference(view)
        outputs = paths(view.translation, reference)
        with drawing:
            pen, own = pick_pen(view, outputs)
            place = pick_position(text, outputs, own)
            draw_divergence(view, outputs, pen, own, place)
    fold = chapter.fold(text("forcing.verdict"), "forcing_verdict")
    if fold.open:
        with fold:
            st.caption(text("forcing.verdict_line"))
            draw_verdict(text, outputs, reference)
    draw_passes(view, outputs, place)
    return outputs


PAGE = Page(
    draw,
    draw_mistake,
    live=True,
    probabilities=("",),
    beats=(
        Beat("part"),
        Beat("back", {"forcing_pen": ALL}),
        Beat("same", {"forcing_position": "1"}),
    ),
)
