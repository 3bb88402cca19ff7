"""One decoder step: every score, the softmax and the context vector, with the model's numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.chapters.alignment.looking import AttentionPass, Floats, attention_pass, telling_step
from explainer.chapters.alignment.maps import LOOKING
from explainer.charts.bars import Series, bars
from explainer.frame import chapter, teaching
from explainer.frame.choices import OneOf, Place
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import Picker
from explainer.frame.recurrent import model_names, picked_reading
from explainer.frame.view import View
from explainer.runs.recurrent import Kind, Reading
from explainer.text import Text

STEP = Place("alignment_step")  # both count from 1, in the address too
TOKEN = Place("alignment_token")
MODEL = OneOf("alignment_model", LOOKING)
TERMS: Final = 3  # of a score that are written out


def pick_model(text: Text) -> Kind:
    names = model_names(text)
    return MODEL.draw(text, {kind: names[kind] for kind in LOOKING})


def draw_steps(view: View) -> None:
    """Draw the scores, weights and context vector of one decoder step."""
    text = view.text
    formula = not teaching.hides("formula")  # it alone is about one pair of tokens
    with chapter.figure(text("alignment.view_steps"), text("alignment.steps_line")):
        lead = st.container()  # what sets it stands below it
        with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
            picked = picked_reading(view, "alignment", pick_model)
            if picked is None:
                return
            _, reading = picked
            seen_by = attention_pass(reading)
            pick = Picker(text, (reading.kind, reading.source, reading.target))
            telling = telling_step(seen_by.weights, reading.target_tokens)
            step = pick.slider(STEP, len(reading.target), telling)
            token = int(seen_by.weights[step].argmax())
            if formula:
                token = pick.slider(TOKEN, len(reading.source), token)
        with lead:
            _scores(view, reading, seen_by, step)
            st.caption(_context(text, seen_by, step))
            chapter.agreement(text, seen_by.difference)
    numbers, shapes = chapter.details()
    with numbers:
        if formula:
            pair = reading.target_tokens[step], reading.source_tokens[token]
            st.text(text("alignment.pair", target=pair[0], source=pair[1]))
        chapter.formula(text, equations(seen_by, step, token, view.dark))
    with shapes:
        (t, d), (s, c) = seen_by.s.shape, seen_by.h.shape
        chapter.shapes(
            text,
            [
                ("s", "T, d_h", (t, d)),
                ("h", "S, d_m", (s, c)),
                ("e, a", "T, S", (t, s)),
                ("c", "T, d_m", (t, c)),
            ],
            f"{text('alignment.state_shapes')}  \n{_asks(text, seen_by)}",
            own=("d_h", "d_m"),
        )
        chapter.code(text, "explainer.analysis.scores", seen_by.name)


def _asks(text: Text, seen_by: AttentionPass) -> str:
    """Name the state that scores the source."""
    return text("alignment.asks_before" if seen_by.name == "additive" else "alignment.asks_new")


def _scores(view: View, reading: Reading, seen_by: AttentionPass, step: int) -> None:
    """Draw the scores of all source tokens at one step, and beside them the weights."""
    text, target = view.text, reading.target_tokens[step]
    sides = (
        (text("alignment.scored", token=target), seen_by.scores[step], "residual"),
        (text("alignment.weighted"), seen_by.weights[step], "weight"),
    )
    for column, (name, values, colour) in zip(st.columns(2, gap="medium"), sides, strict=True):
        with column:
            chapter.chart(
                bars(
                    labels=reading.source_tokens,
                    series=[Series(name, values, colour)],
                    label_title=text("alignment.token"),
                    value_title=name,
                    dark=view.dark,
                ),
                text("alignment.scores_alt", name=name, count=len(values), step=step + 1),
                f"alignment_{colour}",
                name=name,
            )


def _context(text: Text, seen_by: AttentionPass, step: int) -> str:
    """Describe the context vector in numbers."""
    vector = seen_by.contexts[step]
    return text(
        "alignment.context_fact",
        size=len(vector),
        norm=f"{np.linalg.norm(vector):.2f}",
        longest=f"{np.linalg.norm(seen_by.h, axis=1).max():.2f}",
    )


def equations(seen_by: AttentionPass, step: int, token: int, dark: bool) -> list[str]:
    """Return the LaTeX of score, weight and context of one pair, with numbers."""
    colours = tones(dark)
    t, j = step + 1, token + 1
    scores, weights = seen_by.scores[step], seen_by.weights[step]
    score, weight = float(scores[token]), float(weights[token])
    powers = np.exp(scores - scores.max())
    a = in_colour(colours, "weight", f"a_{{{t},{j}}}")
    shown = in_colour(colours, "weight", number(weight))
    c = ", ".join(f"{value:.2f}" for value in seen_by.contexts[step][:TERMS])
    shift = number(float(scores.max()))
    return [
        *_score(seen_by, step, token),
        rf"{a} = \frac{{e^{{e_{{{t},{j}}}}}}}{{\sum_l e^{{e_{{{t},l}}}}}}"
        rf" = \frac{{e^{{{number(score)} - {_bracket(shift)}}}}}{{{number(float(powers.sum()))}}}"
        rf" = {shown}",
        rf"c_{{{t}}} = \textstyle\sum_j {in_colour(colours, 'weight', f'a_{{{t},j}}')}\,"
        rf" {in_colour(colours, 'source', 'h_j')} = [{c}, \ldots]",
    ]


def _bracket(shown: str) -> str:
    return f"({shown})" if shown.startswith("-") else shown


def _score(seen_by: AttentionPass, step: int, token: int) -> list[str]:
    """Return the score as a sum with its largest terms written out."""
    t, j = step + 1, token + 1
    q, k = seen_by.q[step], seen_by.k[token]
    total = number(float(seen_by.scores[step, token]))
    if seen_by.v is not None:
        v = seen_by.v
        general = rf"v^{{\top}} \tanh(s_{{{t - 1}}} W + h_{{{j}}} U)"
        terms = [
            rf"{_bracketed(v[i])} \tanh({number(float(q[i]))} + {_bracketed(k[i])})"
            for i in _largest(v * np.tanh(q + k))
        ]
    else:
        asked = f"(s_{{{t}}} W)" if seen_by.name == "general" else f"s_{{{t}}}"
        general = rf"{asked} \cdot h_{{{j}}}"
        terms = [rf"{_bracketed(q[i])} \cdot {_bracketed(k[i])}" for i in _largest(q * k)]
    sums = r" \\[3pt] & \quad + ".join(terms)  # a term a line fits a phone
    return [rf"e_{{{t},{j}}} = {general} = {sums} + \cdots \\[3pt] & = {total}"]


def _largest(terms: Floats) -> list[int]:
    """Return the indices of the terms to write out."""
    return [int(i) for i in np.argsort(-np.abs(terms), kind="stable")[:TERMS]]


def _bracketed(value: float) -> str:
    return _bracket(number(float(value)))
