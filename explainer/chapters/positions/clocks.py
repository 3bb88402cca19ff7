"""Positions as clocks: the lead figure, and what the encoder makes of the order it shows."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis import positions
from explainer.chapters.positions.controls import (
    OWN_LENGTH,
    TEXTBOOK,
    Sizes,
    order,
    order_buttons,
    set_order,
    set_token,
    token,
)
from explainer.chapters.positions.dials import (
    Choice,
    DialWords,
    Outcome,
    dial_pairs,
    dials,
    dials_payload,
    moving_pairs,
)
from explainer.chapters.positions.shuffle import CHANGES, both_texts, run_encoder
from explainer.chapters.positions.turn import dot_lines, draw_turn, turn_lines
from explainer.chapters.positions.views import cell_lines, foot
from explainer.frame import chapter
from explainer.frame.choices import segments
from explainer.frame.view import View
from explainer.runs import gate
from explainer.runs.gate import say_busy
from explainer.text import Text
from explainer.translation import Translation

KEY: Final = "positions_dials"
USUAL: Final = 3  # the token that is chosen at first
MOST_APART: Final = 3  # places between two that are dragged together


def draw_dials(view: View) -> None:
    """The clocks of every place; what sets them stands below, and the encoder's answer."""
    text, translation = view.text, view.translation
    table, pieces = own_table(translation), translation.source.pieces
    free, usual = len(pieces) - 1, min(USUAL, len(pieces) - 1)
    with chapter.figure(text("positions.dials"), text("positions.dials_line")):
        drawing = st.container()
        gap, is_on = _controls(text, free)
        order_now = (*(order(free) or range(free)), free)
        choice = Choice(order_now, held(order_now, token(len(pieces), usual), gap), gap, is_on)
        with drawing:
            data = dials_payload(
                table,
                pieces,
                choice,
                words=words(text, len(pieces), table.shape[1]),
                dark=view.dark,
                outcome=_outcome(view, choice),
            )
            dials(data, key=KEY, on_settle=lambda at, moved: _settled(at, moved, usual))
    place, step = order_now.index(choice.at), gap or 1
    sizes = Sizes(table.shape[1], OWN_LENGTH, TEXTBOOK[2])
    draw_turn(view, sizes, step)
    pair = dial_pairs(sizes.d_model)[min(1, sizes.top - 1)]
    turn = turn_lines(table, sizes, gap, pair, place) if gap else []
    foot(
        text,
        [*cell_lines(sizes, place, 2 * pair), *turn, *dot_lines(sizes, step)],
        [
            ("angle", "S, d_model/2", (len(table), sizes.top)),
            ("PE", "S, d_model", table.shape),
            ("R(k)", "d_model, d_model", (sizes.d_model, sizes.d_model)),
        ],
        text("positions.turn_shapes"),
        ("explainer.model.embedding", "sinusoidal_positions"),
    )


def own_table(translation: Translation) -> positions.Floats:
    """What the model added to the tokens of the source, a row for each place; the formula's values
    where it adds none of its own or has learned them.
    """
    shape = translation.trace["encoder.embed"].shape
    formula = positions.table(*shape)
    recorded = translation.trace.get("encoder.positions")
    if recorded is None or float(np.abs(recorded - formula).max()) > chapter.AGREE:
        return formula
    return recorded.astype(np.float64)


def held(order_now: tuple[int, ...], at: int, gap: int) -> int:
    """Of two tokens that are dragged together the left one, so that both find room."""
    last = len(order_now) - 2 - gap
    return order_now[max(0, min(order_now.index(at), last))] if gap else at


def _controls(text: Text, free: int) -> tuple[int, bool]:
    """How far the token is that is dragged along, 0 for none; whether positions are added."""
    apart = range(min(MOST_APART, free - 1) + 1)
    names = {str(gap): text("positions.gap_places", count=gap) for gap in apart}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        gap = segments(
            text,
            "positions_gap",
            text("positions.gap"),
            {**names, "0": text("positions.gap_none")},
            "0",
        )
        states = {"on": text("positions.pe_on"), "off": text("positions.pe_off")}
        state = segments(text, "positions_pe", text("positions.pe"), states, "on")
        order_buttons(text, free, ())
    return int(gap), state == "on"


def _settled(at: int, moved: tuple[int, ...], usual: int) -> None:
    set_token(at, usual)
    set_order(() if moved == tuple(range(len(moved))) else moved)


def _outcome(view: View, choice: Choice) -> Outcome | None:
    """Of another order than the written one, what comes of it; None where the model is busy."""
    translation = view.translation
    chosen = tuple(choice.order)
    if chosen == tuple(range(len(chosen))):
        return None
    changes = CHANGES["on" if choice.on else "off"]
    try:
        run = run_encoder(translation, chosen, changes)
        first, second = both_texts(translation, chosen, changes)
    except gate.Busy:
        say_busy(view.text, "positions")
        return None
    return Outcome([float(row) for row in run.rows], first, second)


def words(text: Text, count: int, width: int) -> DialWords:
    """Finished words for the drawing; the holes in braces are filled there."""
    pairs, shown = dial_pairs(width), 2 * moving_pairs(width, count)
    waves = positions.wavelengths(width)[list(pairs)]
    return DialWords(
        name=text("positions.dials_name", count=count, dials=len(pairs)),
        place=text("positions.position"),
        turns=[text("positions.dial_turn", places=_places(wave)) for wave in waves],
        pairs=[text("positions.dial_pair", sine=2 * pair, cosine=2 * pair + 1) for pair in pairs],
        stripe=(text("positions.stripe"), text("positions.stripe_size", shown=shown, width=width)),
        similar=(text("positions.similar"), text("positions.similar_by")),
        encoder=(text("positions.encoder"), text("positions.encoder_by")),
        waiting=text("positions.encoder_waits"),
        hand=text("positions.hand"),
        scale=text("positions.scale_of_stripe"),
        keys=text("positions.keys"),
        one=text("positions.told_one", **_holes("piece", "place", "angles", "near", "value")),
        two=text("positions.told_two", **_holes("piece", "other", "place", "next", "angles")),
        dial=text(
            "positions.told_dial",
            **_holes("piece", "place", "sine", "cosine", "angle", "sin", "cos"),
        ),
        off=text("positions.told_off"),
        first=text("positions.text_first"),
        second=text("positions.text_second"),
        same=text("positions.text_same"),
        different=text("positions.text_different"),
    )


def _holes(*names: str) -> dict[str, str]:
    """Values for the holes of a text that the browser fills."""
    return {name: f"{{{name}}}" for name in names}


def _places(wavelength: float) -> str:
    return f"{wavelength:,.0f}" if wavelength >= 100 else f"{wavelength:.1f}"
