"""Where the reader is in the drawing: step, layer and head, and how the address keeps it.

The address counts from 1 as the figure does; a head that is absent is the mean of all heads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.frame import address
from explainer.frame.params import place
from explainer.frame.pickers import start_step

if TYPE_CHECKING:
    from explainer.engine import Translation

MEAN: Final = -1
MEMORY: Final = "place"  # names in the session

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Memory:
    """What the drawing showed last, in which visit of the page and of which sentence."""

    visit: int
    sentence: tuple[object, ...]
    shown: Place
    ignored: tuple[str, ...]


def read_place(translation: Translation) -> tuple[Place, tuple[str, ...]]:
    """(step, layer, head) from 0 for the drawing, and names of broken values in the address.

    The address leads when the page is opened and when the reader goes back; then the drawing does.
    With a new sentence layer and head stay, but the step of the old one says nothing.
    """
    layers, heads, steps, _ = translation.attention("cross").shape
    start = (start_step(translation), layers - 1, MEAN)
    memory = st.session_state.get(MEMORY)
    if memory is None or memory.visit != address.visit() or address.went_back():
        found, ignored = place(st.query_params.to_dict(), steps, layers, heads)
        names = ("step", "layer", "head")
        shown = tuple(found.get(name, usual) for name, usual in zip(names, start, strict=True))
        return (shown[0], shown[1], shown[2]), ignored
    if memory.sentence != _sentence(translation):
        _, layer, head = memory.shown
        return (start[0], min(layer, layers - 1), min(head, heads - 1)), ()
    return memory.shown, memory.ignored


def keep_place(translation: Translation, shown: Place, ignored: tuple[str, ...] = ()) -> None:
    """Remember the place and write it into the address, leaving out what is the default."""
    st.session_state[MEMORY] = Memory(address.visit(), _sentence(translation), shown, ignored)
    layers = translation.attention("cross").shape[0]
    defaults = (start_step(translation), layers - 1, MEAN)
    for name, value, default in zip(("step", "layer", "head"), shown, defaults, strict=True):
        address.keep(name, value + 1, default + 1)


def _sentence(translation: Translation) -> tuple[object, ...]:
    return translation.model, translation.source.text, translation.predicted
