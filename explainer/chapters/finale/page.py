"""The page after the course: its pictures in order, of one sentence, each with the way to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import streamlit as st

from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.course import chapter_of
from explainer.frame.navigation import draw_line
from explainer.frame.page import Beat, Page, render_figure
from explainer.frame.view import View
from explainer.text.numbers import percent

# The drawings of each part, by chapter and key.
PICTURES: Final[Mapping[str, Mapping[str, str]]] = {
    "in": {"tokens": "tokens_segmentation", "positions": "positions_dials"},
    "look": {"heads": "heads_fan"},
    "deep": {"layers": "layers_water"},
    "write": {"greedy": "greedy_greedy_steps", "beam": "beam_tree"},
    "whole": {"translate": "flow"},
}
PART = OneOf("finale_part", tuple(PICTURES))


def draw(view: View) -> None:
    """Draw the pictures of one part of the way, with links that keep the sentence."""
    text = view.text
    part = PART.in_drawing(text)
    there = [(spec, key) for id, key in PICTURES[part].items() if (spec := chapter_of(id))]
    own = {} if "s" in st.query_params else {"s": view.translation.original}
    names = " · ".join(text(spec.name) for spec, _ in there)
    with chapter.figure(PART.names(text)[part], names):
        for spec, key in there:  # each as wide as on its own page: what is narrower cuts names
            render_figure(spec, view, key)
            draw_line(text, f"finale_{spec.id}", (spec,), text("finale.there"), own)


def tokens_of(view: View) -> dict[str, object]:
    """Return how many tokens the sentence has, and how many numbers each becomes."""
    count, width = view.translation.trace["memory"].shape
    return {"tokens": count, "width": width}


def weights_of(view: View) -> dict[str, object]:
    """Return how many attention weights the translation has above 0, and in how many heads."""
    maps = [view.translation.attention(kind) for kind in ("encoder", "decoder", "cross")]
    heads = sum(len(one) * one.shape[1] for one in maps)
    return {"heads": heads, "weights": f"{sum(int((one > 0).sum()) for one in maps):,}"}


def steps_of(view: View) -> dict[str, object]:
    """Return how many tokens are written, and how many could be at each step."""
    done = view.translation
    return {"steps": len(done.predicted), "vocabulary": f"{done.n_vocab:,}"}


def chance_of(view: View) -> dict[str, object]:
    """Return the probability of the whole translation, the product of its tokens'."""
    return {"chance": percent(float(np.prod(view.translation.predicted_probs.astype(float))))}


PAGE = Page(
    draw,
    probabilities=("",),
    beats=(
        Beat("in", fills=tokens_of),
        Beat("look", {PART.name: "look"}, fills=weights_of),
        Beat("deep", {PART.name: "deep"}),
        Beat("write", {PART.name: "write"}, fills=steps_of),
        Beat("whole", {PART.name: "whole"}, fills=chance_of),
    ),
)
