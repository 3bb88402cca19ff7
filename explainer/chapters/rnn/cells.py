"""Which of the three cells is on screen, and which numbers of a state are worth a look."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.frame.choices import OneOf
from explainer.runs.recurrent import Kind
from explainer.text import Text

Floats = NDArray[np.floating]
CELLS: Final[tuple[Kind, ...]] = ("rnn", "gru", "lstm")
FIRST: Final = "gru"
CELL = OneOf("rnn_cell", CELLS, usual=FIRST)  # the same choice in every view


def pick_cell_kind(text: Text) -> Kind:
    return CELL.draw(text, text.each("words.model_*", "rnn", "gru", "lstm"))


def telling_units(states: Floats, count: int) -> list[int]:
    """Of states (T, N) the numbers that cover the widest range, in order, `count` at most."""
    widest = np.argsort(-np.ptp(states, axis=0), kind="stable")[:count]
    return sorted(int(unit) for unit in widest)


def likeness(states: Floats) -> NDArray[np.float64]:
    """(T - 1,) cosines of each state with the one before; 0 where one of them is 0."""
    wide = states.astype(np.float64)
    norms = np.linalg.norm(wide, axis=1)
    lengths = norms[1:] * norms[:-1]
    products = (wide[1:] * wide[:-1]).sum(axis=1)
    return np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
