"""One sentence at every checkpoint: output, token probabilities, one head's attention."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from explainer.chapters.growth.curve import draw_curve, losses_of
from explainer.chapters.growth.space import drift_of
from explainer.chapters.growth.states import STATE, States, save_rest, with_states
from explainer.drawings import drawing
from explainer.frame import chapter, teaching
from explainer.frame.maps import Scale, draw_map, named_sides
from explainer.frame.pickers import KIND, Picker, pick_head, sides
from explainer.frame.view import View
from explainer.runs import growth
from explainer.text.numbers import percent
from explainer.translation import AttentionKind, Translation, prefix_of


def draw_sentence(view: View) -> None:
    """Draw all checkpoints below each other, and a head's map at the chosen one."""
    subject = with_states(view)
    if subject is None:
        return
    view, states = subject
    text = view.text
    with chapter.figure(text("growth.sentence"), text("growth.sentence_line")):
        at = Picker(text, (view.translator_name,)).number(STATE, len(states.steps), 0)
        with st.spinner(text("shell.working"), show_time=False):  # a new sentence runs all states
            drift = drift_of(view, states)
            film = checkpoint_table_data(view, states) | {"drift": drift and drift[0]}
        drawing(
            "growth/checkpoint_table",
            film,
            words=text.section("growth.checkpoint_table"),
            key="growth_checkpoint_table",
            chosen={"at": at},
            on_choice=save_rest(len(states.steps)),
        )
        if drift:
            st.caption(text("growth.shares", share=percent(drift[1], 0)))
    fold = chapter.fold(text("growth.looks"), "growth_looks")
    if fold.open:
        with fold:
            _look(view, states, at)
    formulas = draw_curve(view, states, at)
    numbers, code = chapter.details()
    with numbers:
        if formulas:
            chapter.formula(text, formulas)
    with code:
        chapter.code(text, "explainer.runs.growth", "checkpoint_output", "ids =", "probs =")


def checkpoint_table_data(view: View, states: States) -> dict[str, Any]:
    """Return the drawing's data, without probabilities if a teacher hides them. Raises Busy."""
    translation = view.translation
    model, source = view.translator_name, translation.source
    lines = growth.checkpoint_outputs(model, states.steps, source.ids, translation.predicted)
    is_hidden = teaching.hides("probabilities")
    return {
        "states": states.names(view.text),
        "written": [line.text for line in lines],
        "tokens": [] if is_hidden else translation.predicted_tokens,
        "probs": None if is_hidden else [line.probs.tolist() for line in lines],
        "right": [] if is_hidden else [int(line.right.sum()) for line in lines],
        "source": source.text,
        "losses": losses_of(model, states),
    }


def _look(view: View, states: States, at: int) -> None:
    """Draw a head's map, and below it what sets it."""
    text = view.text
    st.caption(text("growth.looks_line"))
    place = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = KIND.draw(text)
        _, layer, head = pick_head(text, view.translation, kind)
    with place:
        _map(view, states, at, (kind, layer, head))


def _map(view: View, states: States, at: int, where: tuple[AttentionKind, int, int]) -> None:
    """Draw a head's map at this checkpoint."""
    text, translation = view.text, view.translation
    kind, layer, head = where
    weights = growth.attention_weights(
        view.translator_name, states.steps[at], translation.source.ids, translation.predicted
    )[kind][layer, head]
    rows, keys = sides(translation, kind)
    draw_map(
        text,
        "growth_map",
        weights,
        text("growth.map_alt", state=states.name(text, at), layer=layer + 1, head=head + 1),
        scale=Scale(text("words.weight")),
        masked=_hidden_cells(translation, kind, layer, head),
        **named_sides(text, kind, rows.tokens, keys.tokens),
    )


def _hidden_cells(
    translation: Translation, kind: AttentionKind, layer: int, head: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the masked cells: the same at all checkpoints, as masks depend on the sentence."""
    scores = translation.trace[f"{prefix_of(kind, layer)}.masked_scores"][head]
    return np.asarray(~np.isfinite(scores))
