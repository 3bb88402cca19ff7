"""Attention of three models on the same sentence, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.alignment.looking import telling_step
from explainer.drawings import drawing, rounded
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.pickers import pick_map, picker, telling_head
from explainer.frame.recurrent import TRANSFORMER, Subject, model_names, subject
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.runs.recurrent import Kind
from explainer.text import Text

Floats = NDArray[np.floating]
Looked = tuple[str, Floats, Sequence[str], str]  # kind, weights (T, S), tokens of the rows, text
LOOKING: Final[tuple[Kind, ...]] = ("gru-bahdanau", "lstm-luong")


def draw_maps(view: View) -> None:
    """Draw the maps of three models side by side."""
    text = view.text
    with chapter.figure(text("alignment.maps"), text("alignment.maps_short")):
        place = st.container()  # what sets the lines stands below them
        seen = subject(view, "alignment")
        if seen is None:
            return
        shown, named = _choose_maps(text, seen)
        with place:
            _strands(view, seen, shown, named)
            st.caption(text("alignment.maps_line"))
    missing = [kind for kind in LOOKING if kind not in seen.kinds]
    if missing:
        named = ", ".join(model_names(text)[kind] for kind in missing)
        st.caption(text("alignment.missing", names=named))
    left, right = chapter.details()
    with left:
        chapter.formula(
            text,
            [
                r"a_{tj} = \frac{e^{e_{tj}}}{\sum_l e^{e_{tl}}}",
                r"e_{tj} = v^{\top} \tanh(s_{t-1} W + h_j U)",
                r"e_{tj} = (s_t W) \cdot h_j",
                r"e_{tj} = \frac{(s_t W_Q) \cdot (h_j W_K)}{\sqrt{d_k}}",
            ],
        )
    with right:
        rows = [
            (f"a ({model_names(text)[kind]})", "T, S", matrix.shape) for kind, matrix, *_ in shown
        ]
        chapter.shapes(text, rows, text("alignment.map_shapes"))


TARGET = OneOf("alignment_target", ("own", "same"))


def _choose_maps(text: Text, seen: Subject) -> tuple[list[Looked], str]:
    """Draw the controls; return each model's map and the name of the chosen head."""
    cross = seen.translation.attention("cross")
    layers, heads, *_ = cross.shape
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        target = TARGET.draw(text)
        pick = picker(text, seen.translation, "cross")
        layer, head = pick_map(pick, layers, heads, lambda layer: _alike(seen, layer))
    name = text("alignment.mean") if head is None else text("alignment.head", number=head + 1)
    weights = cross[layer].mean(axis=0) if head is None else cross[layer, head]
    translation = seen.translation
    return [
        *((kind, *_map_of(seen, kind, target)) for kind in LOOKING if kind in seen.kinds),
        (TRANSFORMER, weights, translation.predicted_tokens, translation.text),
    ], text("alignment.named", layer=layer + 1, head=name)


def _forced_weights(seen: Subject) -> list[Floats]:
    """Return weights (T, S) of the recurrent models, fed the Transformer's translation."""
    return [seen.forced(kind).trace["decoder.weights"] for kind in LOOKING if kind in seen.kinds]


def _alike(seen: Subject, layer: int) -> int:
    others = _forced_weights(seen)
    if not others:
        return telling_head(seen.translation, "cross", layer)
    return most_similar_head(seen.translation.attention("cross")[layer], others)


def most_similar_head(heads: Floats, others: Sequence[Floats]) -> int:
    """Return the head of (H, T, S) with most weight where the other maps (T, S) have theirs."""
    return int((heads * np.mean(others, axis=0)).sum(axis=(1, 2)).argmax())


def _map_of(seen: Subject, kind: Kind, target: str) -> tuple[Floats, Sequence[str], str]:
    """Return a model's weights (T, S), the tokens of the rows, and its output text."""
    reading = seen.reading(kind) if target == "own" else seen.forced(kind)
    written = recurrent.output_text(reading) if target == "own" else seen.translation.text
    return reading.trace["decoder.weights"], reading.target_tokens, written


def _strands(view: View, seen: Subject, shown: Sequence[Looked], head: str) -> None:
    """Draw the models side by side, with the token of the longest reordering selected."""
    names, translation = model_names(view.text), seen.translation
    panels = [
        {
            "name": f"{names[kind]} · {head}" if kind == TRANSFORMER else names[kind],
            "written": written,
            "rows": list(rows),
            "weights": rounded(weights),
        }
        for kind, weights, rows, written in shown
    ]
    looks = np.mean([*_forced_weights(seen), shown[-1][1]], axis=0)
    telling = telling_step(looks, translation.predicted_tokens)
    data = {
        "panels": panels,
        "keys": list(translation.source.tokens),
        "lit": [len(panels) - 1, telling],
    }
    words = view.text.section("drawings.attention_lines")
    drawing("attention_lines", data, words=words, key="alignment_strands")
