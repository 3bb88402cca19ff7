"""Attention of three models to the same sentence: one at a time, the others in small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.alignment.equations import equations
from explainer.chapters.alignment.looking import (
    AttentionPass,
    attention_pass,
    head_pass,
    telling_step,
)
from explainer.drawings import Choice, drawing, place_in, rounded
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Place, Switch
from explainer.frame.interlinear import token_glosses
from explainer.frame.pickers import (
    HEAD,
    LAYER,
    Picker,
    move,
    numbers_from_one,
    picker,
    telling_head,
)
from explainer.frame.recurrent import SOURCE, TRANSFORMER, Subject, model_names, subject
from explainer.frame.view import View
from explainer.runs.recurrent import Kind

Floats = NDArray[np.floating]
LOOKING: Final[tuple[Kind, ...]] = ("gru-bahdanau", "lstm-luong")
FORMS: Final = {  # of a score, from a decoder's state s and an encoder's h
    "gru-bahdanau": "v · tanh(sW + hU)",
    "lstm-luong": "sW · h",
    TRANSFORMER: "q · k / √dₖ",
}
MODEL = OneOf("alignment_model", (*FORMS,), usual=TRANSFORMER)
STEP = Place("alignment_step")  # counts from 1, in the address too
ALL = Switch("alignment_all", usual=False)  # whether the strands of all tokens are lit


def draw_maps(view: View) -> None:
    """Draw the attention of the chosen model, with scores; the formula is of the chosen token."""
    text = view.text
    with chapter.figure(text("alignment.maps"), text("alignment.maps_line")):
        seen = subject(view, "alignment")
        if seen is None:
            return
        place = st.container()  # what chooses the head stands below
        pick = picker(text, seen.translation, "cross")
        chosen = MODEL.in_drawing(text)
        kind = chosen if chosen in {*LOOKING} & {*seen.kinds} else TRANSFORMER
        passes = _passes(seen, pick, kind == TRANSFORMER)
        looks = np.mean([each.weights for each in passes.values()], axis=0)
        tokens = seen.translation.predicted_tokens
        step = pick.number(STEP, len(tokens), telling_step(looks, tokens))
        with place:
            _strands(view, seen, passes, (kind, -1 if ALL.in_drawing(text) else step))
    if missing := [model_names(text)[one] for one in LOOKING if one not in seen.kinds]:
        st.caption(text("alignment.missing", names=", ".join(missing)))
    _details(view, passes[kind], step)


def _passes(seen: Subject, pick: Picker, has_heads: bool) -> dict[str, AttentionPass]:
    """Draw the controls of the head where it is seen; return every model's attention, by kind.

    All read the Transformer's translation, so that the rows are the same.
    """
    passes: dict[str, AttentionPass] = {
        kind: attention_pass(seen.forced(kind)) for kind in LOOKING if kind in seen.kinds
    }
    layers, heads, *_ = seen.translation.attention("cross").shape
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        layer = _pick(pick, has_heads, LAYER, layers, layers - 1)
        others = [each.weights for each in passes.values()]
        head = _pick(pick, has_heads, HEAD, heads, _alike(seen, layer, others))
        passes[TRANSFORMER] = head_pass(seen.translation, layer, head)
        chapter.agreement(pick.text, max(each.difference for each in passes.values()))
    return passes


def _pick(pick: Picker, is_drawn: bool, name: Place, count: int, telling: int) -> int:
    if is_drawn:
        return pick.segments(name, numbers_from_one(count), telling)
    return pick.number(name, count, telling)


def _alike(seen: Subject, layer: int, others: Sequence[Floats]) -> int:
    if not others:
        return telling_head(seen.translation, "cross", layer)
    return most_similar_head(seen.translation.attention("cross")[layer], others)


def most_similar_head(heads: Floats, others: Sequence[Floats]) -> int:
    """Return the head of (H, T, S) with most weight where the other maps (T, S) have theirs."""
    return int((heads * np.mean(others, axis=0)).sum(axis=(1, 2)).argmax())


def _strands(
    view: View, seen: Subject, passes: dict[str, AttentionPass], at: tuple[str, int]
) -> None:
    """Draw the models' attention; the chosen model and token (-1: all) are those of `at`."""
    text, translation = view.text, seen.translation
    names, kinds, tokens = model_names(text), [*passes], [*translation.predicted_tokens]
    data = {
        "panels": [
            {
                "name": names[kind],
                "form": FORMS[kind],
                "rows": tokens,
                "weights": rounded(one.weights),
                "scores": rounded(one.scores),
            }
            for kind, one in passes.items()
        ],
        "keys": [*translation.source.tokens],
        "glosses": view.lang != SOURCE and token_glosses(translation, SOURCE, view.lang) or None,
        "lit": at[1],
    }

    def choose(choice: Choice) -> None:
        if (panel := place_in(choice, "panel", len(kinds))) is not None:
            st.session_state[MODEL.name] = kinds[panel]
        if (row := place_in(choice, "row", len(tokens))) is not None:
            move(STEP, row)
            st.session_state[ALL.name] = False

    drawing(
        "attention_lines",
        data,
        words=text.section("drawings.attention_lines"),
        key="alignment_strands",
        chosen={"panel": kinds.index(at[0]), "row": at[1], "key": None},
        on_choice=choose,
    )
    if data["glosses"]:
        st.caption(text("alignment.endings"))


def _details(view: View, seen_by: AttentionPass, step: int) -> None:
    """Draw score, weight and context of the token that is attended to most, in numbers."""
    text, token = view.text, int(seen_by.weights[step].argmax())
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, equations(seen_by, step, token, view.dark))
    with shapes:
        names = ("q", "k") if seen_by.name == "head" else ("s", "h")
        (t, asked), (s, seen) = seen_by.s.shape, seen_by.h.shape
        rows = [
            (names[0], "T, d_a", (t, asked)),
            (names[1], "S, d_m", (s, seen)),
            ("e, a", "T, S", (t, s)),
            ("c", "T, d_m", (t, seen)),
        ]
        asks = text.each("alignment.asks_*", "additive", "general", "head")
        asked_with = asks["general" if seen_by.name == "dot" else seen_by.name]
        chapter.shapes(
            text, rows, f"{text('alignment.state_shapes')}  \n{asked_with}", own=("d_a", "d_m")
        )
        function = "dot" if seen_by.name == "head" else seen_by.name
        chapter.code(text, "explainer.analysis.scores", function)
