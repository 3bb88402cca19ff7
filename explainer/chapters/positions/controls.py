"""Controls of the page of positions only: sizes, channels, a cell, an order of tokens.

Sizes are in the session and the URL. An odd width gets a message, and the last valid one stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from explainer.frame import address
from explainer.frame.choices import Place, Slider
from explainer.frame.maps import PLACE
from explainer.frame.params import whole
from explainer.frame.view import View
from explainer.text import Text

TEXTBOOK: Final = (64, 50, 10_000)  # width, length, base
OWN_LENGTH: Final = 64  # the app takes no more source tokens
WIDTH = Slider("positions_d", 4, 512, 2, usual=TEXTBOOK[0], typed=190)
LENGTH = Slider("positions_length", 2, 128, usual=TEXTBOOK[1], typed=190)
BASE = Slider("positions_base", 2, 100_000, usual=TEXTBOOK[2], typed=190)
GOOD: Final = "positions_good"  # session: the last even width
MOST_CHANNELS: Final = 6
AT_KEY = Place("positions_at")
ORDER = Place("positions_order")
REVERSED: Final = "reverse"  # an order in the address that fits every sentence
SEED: Final = "positions_shuffles"  # session: how often the reader shuffled


@dataclass(frozen=True)
class Sizes:
    """Sizes of the displayed table."""

    d_model: int
    length: int
    base: int

    @property
    def top(self) -> int:
        """Half the width: the number of channel pairs."""
        return self.d_model // 2


def sizes_of(view: View) -> Sizes:
    """Draw the controls of the table; its default width is the model's."""
    return sizes(view.text, view.translation.trace["encoder.embed"].shape[1])


def sizes(text: Text, own_width: int) -> Sizes:
    """Draw the three number fields and the presets; odd widths keep the last even one."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        width, length, base = WIDTH.draw(text), LENGTH.draw(text), BASE.draw(text)
        own = (own_width, OWN_LENGTH, TEXTBOOK[2])
        with st.container(horizontal=True, gap="small", width="content"):  # on a row together
            _preset(text("positions.preset_own", d=own_width), "own", own)
            _preset("64 × 50", "64", TEXTBOOK)
            _preset("128 × 50", "128", (128, 50, 10_000))
    if width % 2 == 0:
        st.session_state[GOOD] = width
        return Sizes(width, length, base)
    good = int(st.session_state.get(GOOD, TEXTBOOK[0]))
    st.warning(text("positions.odd", d=width, good=good), icon=":material/edit:")
    return Sizes(good, length, base)


def _preset(label: str, name: str, values: tuple[int, int, int]) -> None:
    st.button(label, key=f"positions_preset_{name}", on_click=_set_sizes, args=values)


def _set_sizes(width: int, length: int, base: int) -> None:
    for control, value in zip((WIDTH, LENGTH, BASE), (width, length, base), strict=True):
        st.session_state[control.name] = value


def channels(text: Text, d_model: int) -> tuple[int, ...]:
    """Draw the choice of channels for the waves; `positions_channels=0-8` in the URL."""
    key = "positions_channels"
    default = [c for c in (0, 1, 8, 16, 32) if c < d_model]

    def read(written: str) -> list[int] | None:
        parts = written.split("-")
        known = [int(p) for p in parts if whole(0, d_model - 1)(p)]
        return known[:MOST_CHANNELS] if len(known) == len(parts) else None

    address.seed(key, default, read)
    st.session_state[key] = [c for c in st.session_state[key] if c < d_model] or default
    picked = st.multiselect(
        text("positions.channels", most=MOST_CHANNELS),
        range(d_model),
        key=key,
        format_func=lambda c: channel_name(text, c),
        max_selections=MOST_CHANNELS,
    )
    chosen = tuple(sorted(picked)) or tuple(default)
    address.keep(key, "-".join(map(str, chosen)), "-".join(map(str, default)))
    return chosen


def cell_channel(d_model: int) -> tuple[int, ...]:
    """Return the channel of the cell chosen in the map, from the URL; None by default."""
    written = st.query_params.get(PLACE[1], "")
    return (int(written) - 1,) if whole(1, d_model)(written) else ()


def channel_name(text: Text, channel: int) -> str:
    """Return a channel's displayed name: "channel 8 (sin)"."""
    if channel % 2:
        return text("positions.channel_cos", channel=channel)
    return text("positions.channel_sin", channel=channel)


class Order(tuple[int, ...]):
    """A permutation of the tokens, from 0; in the URL from 1: "3-1-2"."""

    def __str__(self) -> str:
        return REVERSED if self == _reversed(len(self)) else "-".join(str(i + 1) for i in self)


def _reversed(count: int) -> Order:
    return Order(range(count)[::-1])


def order(count: int) -> Order:
    """Return the chosen order of `count` tokens, or (); `positions_order=3-1-2` in the URL."""

    def read(written: str) -> Order | None:
        if written == REVERSED:
            return _reversed(count)
        parts = written.split("-")
        if not all(whole(1, count)(part) for part in parts):
            return None
        permutation = Order(int(part) - 1 for part in parts)
        return permutation if sorted(permutation) == list(range(count)) else None

    kept: Sequence[int] = address.seed(ORDER, Order(), read)
    permutation = Order(kept)
    if permutation and sorted(permutation) != list(range(count)):  # the order of another sentence
        permutation = Order()
    set_order(permutation)
    return permutation


def set_order(wanted: Sequence[int]) -> None:
    """Store an order; an empty one resets it."""
    st.session_state[ORDER] = Order(wanted)
    address.keep(ORDER, Order(wanted), Order())


def order_buttons(text: Text, count: int, written: Sequence[int]) -> None:
    """Draw buttons that shuffle and restore `count` tokens; `written` is restored."""
    st.button(text("positions.shuffle"), key="positions_shuffle", on_click=_again, args=(count,))
    st.button(
        text("positions.restore"),
        key="positions_restore",
        on_click=set_order,
        args=(written,),
    )


def _again(count: int) -> None:
    st.session_state[SEED] = st.session_state.get(SEED, 1) + 1
    set_order(shuffled(count, st.session_state[SEED]))


def shuffled(count: int, seed: int) -> Order:
    """Return a random order by seed that moves at least one token, if there are two."""
    permutation = np.random.default_rng(seed).permutation(count)
    if count > 1 and (permutation == np.arange(count)).all():
        permutation = np.roll(permutation, 1)
    return Order(int(i) for i in permutation)


def token(count: int, usual: int) -> int:
    """Return the token chosen in the clocks, from 0; `positions_at` in the URL, from 1."""
    fits = whole(1, count)
    kept = address.seed(AT_KEY, usual + 1, lambda written: int(written) if fits(written) else None)
    set_token(min(kept, count) - 1, usual)
    return min(kept, count) - 1


def set_token(wanted: int, usual: int) -> None:
    st.session_state[AT_KEY] = wanted + 1
    address.keep(AT_KEY, wanted + 1, usual + 1)
