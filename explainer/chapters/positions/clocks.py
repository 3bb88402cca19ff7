"""Positions as clock dials, and the encoder's output for the shown token order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

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
from explainer.chapters.positions.shuffle import CHANGES, both_texts, run_encoder
from explainer.chapters.positions.turn import dot_lines, draw_turn, turn_lines
from explainer.chapters.positions.views import cell_lines, foot
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.view import View
from explainer.runs import gate
from explainer.runs.gate import say_busy
from explainer.text import Text
from explainer.translation import Translation

KEY: Final = "positions_dials"
USUAL: Final = 3  # the token that is chosen at first
MOST_APART: Final = 3  # places between two that are dragged together
# Wavelengths of the clocks, as multiples of the shortest one.
FASTER: Final = (1.0, 2.6, 7.0, 18.0)
DIGITS: Final = 4  # decimals of what differs
Order = tuple[int, ...]


def draw_dials(view: View) -> None:
    """Draw the dials of every position, the controls, and the encoder's output."""
    text, translation = view.text, view.translation
    table, tokens = own_table(translation), translation.source.tokens
    free, usual = len(tokens) - 1, min(USUAL, len(tokens) - 1)
    with chapter.figure(text("positions.dials_title"), text("positions.dials_line")):
        lead = st.container()
        gap, is_on = _controls(text, free)
        order_now = (*(order(free) or range(free)), free)
        at = moved_token(order_now, token(len(tokens), usual), gap)
        data = {
            "tokens": tokens,
            "d_model": table.shape[1],
            "pairs": dial_pairs(table.shape[1]),
            "gap": gap,
            "on": is_on,
            "outcome": _outcome(view, order_now, is_on),
        }
        chosen = {"at": at, "order": order_now}
        with lead:
            drawing(
                "positions/dials",
                data,
                words=text.section("positions.dials"),
                key=KEY,
                chosen=chosen,
                on_choice=lambda choice: _settled(choice, len(tokens), usual),
                blank=lambda data: {**data, "outcome": None, "chosen": chosen},
            )
    place, step = order_now.index(at), gap or 1
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
    """Return the model's positional encoding (S, D); the formula's if it has none or another."""
    shape = translation.trace["encoder.embed"].shape
    formula = positions.table(*shape)
    recorded = translation.trace.get("encoder.positions")
    if recorded is None or float(np.abs(recorded - formula).max()) > chapter.AGREE:
        return formula
    return recorded.astype(np.float64)


def moved_token(order_now: tuple[int, ...], at: int, gap: int) -> int:
    """Return the token to drag: `at`, or with a second one `gap` apart, the left one with room."""
    last = len(order_now) - 2 - gap
    return order_now[max(0, min(order_now.index(at), last))] if gap else at


GAP = OneOf[int]("positions_gap")
STATE = OneOf("positions_pe", ("on", "off"))


def _controls(text: Text, free: int) -> tuple[int, bool]:
    """Draw the distance of a second token to drag (0 for none), and positions on or off."""
    apart = range(1, min(MOST_APART, free - 1) + 1)
    names = {gap: text("positions.gap_places", count=gap) for gap in apart}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        gap, state = GAP.draw(text, {0: text("positions.gap_0"), **names}), STATE.draw(text)
        order_buttons(text, free, ())
    return gap, state == "on"


def _settled(choice: Choice, count: int, usual: int) -> None:
    rest = read_settled(choice, count)
    if rest is not None:
        at, moved = rest
        set_token(at, usual)
        set_order(() if moved == tuple(range(len(moved))) else moved)


def read_settled(choice: Choice, count: int) -> tuple[int, Order] | None:
    """Parse a dropped token and the new order; None unless valid for `count` tokens."""
    at, order_now = place_in(choice, "at", count), choice.get("order")
    if at is None or not isinstance(order_now, list | tuple):
        return None
    if any(type(one) is not int for one in order_now):
        return None
    if sorted(order_now) != list(range(count)) or order_now[-1] != count - 1:
        return None
    return at, tuple(order_now[:-1])


def dial_pairs(d_model: int) -> tuple[int, ...]:
    """Return channel pairs whose clocks turn visibly, from fastest to slowest."""
    waves = np.log(positions.wavelengths(d_model))
    wanted = [int(np.abs(waves - math.log(2 * math.pi * times)).argmin()) for times in FASTER]
    return tuple(sorted({*wanted}))


def _outcome(view: View, order_now: Order, is_on: bool) -> dict[str, Sequence[Any]] | None:
    """Return the effect of another token order on the model; None if it is busy.

    For each position how far the encoder's output for its token differs, and both translations.
    """
    translation = view.translation
    if order_now == tuple(range(len(order_now))):
        return None
    changes = CHANGES["on" if is_on else "off"]
    try:
        run = run_encoder(translation, order_now, changes)
        texts = both_texts(translation, order_now, changes)
    except gate.Busy:
        say_busy(view.text, "positions")
        return None
    return {"order": order_now, "moved": np.round(run.rows, DIGITS).tolist(), "texts": texts}
