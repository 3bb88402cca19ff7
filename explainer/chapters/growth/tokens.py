"""How sure every state is of the tokens of the finished translation."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.growth.states import (
    STATE,
    States,
    telling_state,
    with_states,
)
from explainer.charts.cell_map import CELL_PICK, Pick, cell_map
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import chapter
from explainer.frame.cells import click, frame_of, pick_cell
from explainer.frame.pickers import picker, start_step
from explainer.frame.probabilities import tex_probability
from explainer.frame.view import View
from explainer.runs import growth
from explainer.text.numbers import percent

TOKEN: Final = "growth_token"  # counts from 1, in the address too
NAMES: Final = (STATE, TOKEN)


def draw_tokens(view: View) -> None:
    """A map of states and tokens; the clicked token as a curve over training."""
    subject = with_states(view)
    if subject is None:
        return
    view, states = subject
    text, translation = view.text, view.translation
    model, source, wanted = view.translator_name, translation.source.ids, translation.predicted
    lines = growth.lines(model, states.steps, source, wanted)
    probs = np.stack([line.probs for line in lines])
    cell = pick_cell(
        picker(text, translation, "growth"),
        (text("growth.state"), text("words.piece")),
        probs.shape,
        (telling_state(states), start_step(translation)),
        NAMES,
    )
    with chapter.figure(text("growth.tokens"), text("growth.tokens_line")):
        _map(view, states, probs, cell)
    with chapter.figure(
        text("growth.token_title", piece=translation.predicted_pieces[cell[1]]),
        text("growth.token_line"),
    ):
        _curve(view, states, probs[:, cell[1]], cell)
    right = np.stack([line.right for line in lines]).mean(axis=1)
    numbers, code = chapter.details()
    with numbers:
        state, token = cell
        p = float(probs[state, token])
        chapter.formula(
            text,
            [
                rf"p_{{\theta_{{{state + 1}}}}}(y_{{{token + 1}}} \mid y_{{<{token + 1}}}, x)"
                rf" = {tex_probability(p)}",
                rf"L_{{{token + 1}}} = -\ln {tex_probability(p)} = {-np.log(max(p, 1e-300)):.4f}",
            ],
        )
        told = [f"{states.name(text, at)}: {percent(share, 0)}" for at, share in enumerate(right)]
        st.caption(text("growth.right", shares=", ".join(told)))
    with code:
        chapter.shapes(
            text,
            [("p", "n, T", probs.shape)],
            text("growth.token_shapes", states=len(probs)),
            own="n",
        )


def _map(view: View, states: States, probs: NDArray[np.float64], cell: tuple[int, int]) -> None:
    text, translation = view.text, view.translation
    shown = (translation.source.ids, translation.predicted)
    key, frame = frame_of("growth_cells", shown, cell)
    figure = cell_map(
        values=probs,
        row_labels=states.names(text),
        key_labels=translation.predicted_pieces,
        row_title=text("growth.state"),
        key_title=text("growth.translation_axis"),
        value_title=text("words.probability"),
        row_colour="second",
        key_colour="target_text",
        pick=Pick(frame),
        dark=view.dark,
    )
    chapter.chart(
        figure,
        text("growth.tokens_alt", states=len(probs), tokens=probs.shape[1]),
        key,
        on_select=partial(click, key, CELL_PICK, np.ones(probs.shape, dtype=bool), NAMES),
        selection_mode=CELL_PICK,
    )


def _curve(view: View, states: States, probs: NDArray[np.float64], cell: tuple[int, int]) -> None:
    """The states stand in even steps: their distances grow from left to right."""
    text = view.text
    figure = curves(
        lines=[Curve(text("words.probability"), probs, "target")],
        x=Axis(text("growth.state"), words=states.names(text)),
        y=Axis(text("words.probability"), span=(0, 1), form=".0%"),
        name_title=text("growth.what"),
        rules=[Rule(cell[0])],
        dark=view.dark,
    )
    alt = text(
        "growth.token_alt", piece=view.translation.predicted_pieces[cell[1]], p=percent(probs[-1])
    )
    chapter.chart(figure, alt, "growth_token_curve")
