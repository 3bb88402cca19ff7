"""In which order the attention of well-known libraries takes query, key and value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

import streamlit as st

from explainer.analysis.one_file import fits_card
from explainer.analysis.one_file_faults import Outcome
from explainer.chapters.program.faults import written_by
from explainer.chapters.program.orders import Call, orders
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs.program import with_fault
from explainer.text import Text
from explainer.text.numbers import decimal

KEY: Final = "program_call"


class Known(NamedTuple):
    """Of a reference page: arguments and what becomes of each, what True means, what comes back."""

    library: str
    name: str
    takes: Sequence[tuple[str, str]]
    mask: Literal["may", "hides", "padding"]
    gives: str = "out"
    left_out: str = ""


QUERY, KEYS, VALUE = ("query", "q"), ("key", "k"), ("value", "v")
FLAX: Final = (("inputs_q", "q"), ("inputs_k", "k"), ("inputs_v", "v"))
KNOWN: Final = (
    Known("", "MultiHeadAttention", (("x", "q"), ("memory", "kv")), "may"),
    Known("PyTorch", "scaled_dot_product_attention", (QUERY, KEYS, VALUE), "may"),
    Known("PyTorch", "nn.MultiheadAttention", (QUERY, KEYS, VALUE), "hides", "mean"),
    Known("Flax", "MultiHeadAttention", FLAX, "may", left_out="flax"),
    Known("Keras", "MultiHeadAttention", (QUERY, VALUE, KEYS), "may", "keras", "keras"),
    Known("Keras", "Attention", (QUERY, VALUE, KEYS), "padding", "keras_attention", "keras"),
    Known("PyTorch", "nn.Transformer", (("src", "kv"), ("tgt", "q")), "hides"),
)
TELLING: Final = 5  # Keras' MultiHeadAttention, counted from 1


def draw_orders(view: View) -> None:
    """What is pressed tells what the model writes where q, k, v are handed over in this order."""
    text = view.text
    pick = picker(text, view.translation, "orders")
    numbers = range(1, len(KNOWN) + 1)
    chosen = pick.one(KEY, text("program.call"), list(numbers), TELLING) - 1
    outcomes: Mapping[bool, Outcome] = {}
    if fits_card(view.card["model"]):
        right, wrong = with_fault(view.translation, "swapped")
        outcomes = {True: right, False: wrong}

    def go(index: int) -> None:
        st.session_state[KEY] = index + 1

    orders(
        calls=[_call(view, known, outcomes) for known in KNOWN],
        chosen=chosen,
        words={
            **text.each("program.orders_*", "mask", "gives", "handed"),
            "name": text("program.orders"),
            "loss": text("program.loss"),
        },
        dark=view.dark,
        key="program_orders",
        on_pick=go,
    )


def _call(view: View, known: Known, outcomes: Mapping[bool, Outcome]) -> Call:
    text, order = view.text, "".join(roles for _, roles in known.takes)
    outcome = outcomes.get(order == "qkv") if len(known.takes) == len(order) else None
    return Call(
        library=known.library or text("program.this_file"),
        name=known.name,
        takes=known.takes,
        mask=known.mask,
        mask_told=text.each("program.mask_*", "may", "hides", "padding")[known.mask],
        gives=text.each("program.gives_*", "out", "mean", "keras", "keras_attention")[known.gives],
        left_out=_left_out(text, known),
        written=written_by(view, outcome) if outcome else "",
        loss=decimal(outcome.loss, 3) if outcome else "",
        right=order == "qkv",
    )


def _left_out(text: Text, known: Known) -> str:
    return text.each("program.left_out_*", "keras", "flax").get(known.left_out, "")
