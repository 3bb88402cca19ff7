"""The feed-forward network: which units are active for which token, position by position."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.feed_forward import (
    FeedForward,
    feed_forward,
    shuffle_difference,
    unit_numbers,
)
from explainer.analysis.residual import add_name
from explainer.analysis.stack import SUBLAYERS
from explainer.chapters.layers.common import (
    STACK,
    TONE,
    norm_place,
    pick_layer,
    pick_token,
    tokens_of,
)
from explainer.charts.lookup import strip
from explainer.charts.palette import tint
from explainer.charts.tiles import Sides, State, Tile, tiles
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider, Switch
from explainer.frame.formula import number
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs import resources
from explainer.text import Text
from explainer.text.numbers import percent, power

SHOWN = 40  # units in the figure at least, when the largest stand first


@dataclass(frozen=True)
class Chosen:
    """A feed-forward network with inputs (P, D), activations (P, F) and outputs (P, D)."""

    stack: str
    position: int
    part: FeedForward
    enters: NDArray[np.float32]
    act: NDArray[np.float32]
    out: NDArray[np.float32]


def read_ffn(view: View, stack: str, layer: int, position: int) -> Chosen:
    """Return the feed-forward network of a layer with its recorded inputs."""
    translation = view.translation
    trace, name = translation.trace, f"{stack}.{layer}.ffn"
    parts = SUBLAYERS[stack]
    # Post-norm: the norm of the sub-layer before. Pre-norm: this sub-layer's own norm.
    before = "ffn" if norm_place(view) == "pre" else parts[parts.index("ffn") - 1]
    weights = resources.weights(translation.model, stack)
    part = feed_forward(weights, layer, view.card["model"]["activation"])
    enters = trace[f"{add_name(stack, layer, before)}.norm"]
    return Chosen(stack, position, part, enters, trace[f"{name}.act"], trace[f"{name}.out"])


ORDER = OneOf("layers_order", ("size", "unit"))
STRONGEST = Switch("layers_strongest", usual=True)
UNIT = Slider("layers_unit", 1)


def draw_ffn(view: View) -> None:
    """Draw the units that are active at one token, and one unit over all tokens."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        stack = STACK.draw(text)
        pick = picker(text, translation, stack)
        count = view.card["model"][f"n_{stack}_layers"]
        layer = pick_layer(pick, count)
        position = pick_token(pick, translation, stack)
        ordered = ORDER.draw(text)
    chosen = read_ffn(view, stack, layer, position)
    with chapter.figure(text("layers.units"), _fired_line(text, chosen)):
        unit = _pick_unit(text, chosen)
        _bars(view, chosen, ordered == "size", unit)
        _unit_over_tokens(view, chosen, unit)
    numbers, rest = chapter.details()
    with numbers:
        chapter.formula(text, _formulas(chosen, unit))
        again = np.abs(chosen.part.out(chosen.enters.astype(np.float64)) - chosen.out)
        chapter.agreement(text, float(again.max()))
    with rest:
        axis = "S" if stack == "encoder" else "T"
        rows = [
            ("x", f"B, {axis}, d_model", (1, *chosen.enters.shape)),
            ("W1", "d_model, d_ff", chosen.part.w1_FD.T.shape),
            ("act", f"B, {axis}, d_ff", (1, *chosen.act.shape)),
            ("W2", "d_ff, d_model", chosen.part.w2_DF.T.shape),
            ("out", f"B, {axis}, d_model", (1, *chosen.out.shape)),
        ]
        chapter.shapes(text, rows)
        chapter.code(text, "explainer.model.layers", "FeedForward.forward")


def _fired_line(text: Text, chosen: Chosen) -> str:
    act = chosen.act[chosen.position]
    return text(
        "layers.fired",
        fired=int((act > 0).sum()),
        units=len(act),
        share=percent((act > 0).mean(), 0),
    )


def _pick_unit(text: Text, chosen: Chosen) -> int:
    """Draw the choice of the unit in the formula; the strongest one by default."""
    strongest = int(chosen.act[chosen.position].argmax())
    if STRONGEST.draw(text):
        return strongest
    count = chosen.act.shape[1]
    return UNIT.draw(text, 1, count, units=count) - 1


def _bars(view: View, chosen: Chosen, by_size: bool, unit: int) -> None:
    text = view.text
    act = chosen.act[chosen.position]
    order = np.argsort(-act, kind="stable") if by_size else np.arange(len(act))
    if by_size:  # those that do not fire are all 0, and the line above counts them
        order = order[: max(SHOWN, int((act > 0).sum()), 1 + int(np.flatnonzero(order == unit)[0]))]
    chapter.chart(
        strip(
            values=act[order],
            numbers=(order + 1).tolist(),
            colour=TONE[chosen.stack],
            label_title=text("layers.unit"),
            value_title=text("layers.activation"),
            dark=view.dark,
            chosen=int(np.flatnonzero(order == unit)[0]),
            height=190,
        ),
        text(
            "layers.units_alt",
            fired=int((act > 0).sum()),
            units=len(act),
            largest=f"{act.max():.2f}",
        ),
    )


def _unit_over_tokens(view: View, chosen: Chosen, unit: int) -> None:
    """Draw the chosen unit at all tokens of the sentence."""
    text, values = view.text, chosen.act[:, unit]
    largest, side = float(values.max()), TONE[chosen.stack]

    def tile(position: int, share: float) -> Tile:
        ground = tint(side, share, view.dark)
        framed = position == chosen.position
        return Tile(0, percent(share, 0), percent(share), ground, framed=framed, v=share)

    chapter.chart(
        tiles(
            rows=[[tile(*one) for one in enumerate((values / (largest or 1.0)).tolist())]],
            row_labels=[text("layers.unit_n", unit=unit + 1)],
            key_labels=tokens_of(view.translation, chosen.stack),
            sides=Sides(
                text("layers.unit"),
                text("layers.token"),
                key_colour=f"{side}_text",
                row=34,
                room=34,
                tooltip_title=text("layers.of_largest"),
            ),
            kinds=[State(" ", "panel", edge="page")],
            dark=view.dark,
        ),
        text("layers.unit_alt", unit=unit + 1, largest=f"{largest:.2f}"),
    )


def _formulas(chosen: Chosen, unit: int) -> list[str]:
    numbers = unit_numbers(chosen.part, chosen.enters[chosen.position], unit)
    n, pre = unit + 1, number(numbers.pre)
    if chosen.part.activation == "relu":
        of_unit = rf"\max(0,\, pre_{{{n}}}) = \max(0,\, {pre})"
        whole = r"F(x) = \max(0,\, x W_1 + b_1)\, W_2 + b_2"
    else:  # swish
        of_unit = rf"pre_{{{n}}}\, \sigma(pre_{{{n}}}) = {pre} \cdot \sigma({pre})"
        whole = r"F(x) = (h\, \sigma(h))\, W_2 + b_2,\quad h = x W_1 + b_1"
    return [
        rf"pre_{{{n}}} = x \cdot w_{{{n}}} + b_{{{n}}}"
        rf" = {number(numbers.product)} + ({number(numbers.bias)}) = {pre}",
        rf"act_{{{n}}} = {of_unit} = {number(numbers.act)}",
        rf"\left|act_{{{n}}}\, W_2^{{({n})}}\right| = {number(numbers.contribution)}",
        whole,
    ]


def draw_ffn_mistake(view: View) -> None:
    """Show that tokens do not interact: shuffled inputs give shuffled outputs."""
    text, translation = view.text, view.translation
    chosen = read_ffn(view, "encoder", 0, 0)
    order = list(range(len(chosen.enters)))[::-1]
    chapter.wrong(text, text("layers.mistake_ffn"))
    difference = shuffle_difference(chosen.part, chosen.enters, order)
    changed = chosen.enters.copy()
    changed[-1] = 0.0
    moved = np.abs(chosen.part.out(changed) - chosen.part.out(chosen.enters))
    lines = (
        " ".join(translation.source.tokens),
        " ".join(translation.source.tokens[i] for i in order),
        text("layers.mistake_ffn_same", difference=power(difference)),
        text(
            "layers.mistake_ffn_others",
            others=power(moved[:-1].max()),
            own=f"{moved[-1].max():.2f}",
        ),
    )
    st.text("\n".join(lines))
