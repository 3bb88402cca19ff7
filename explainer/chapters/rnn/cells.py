"""Choice of the recurrent cell, and of state channels worth showing."""

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
    """Return at most `count` channels of states (T, N) with the widest range, in order."""
    widest = np.argsort(-np.ptp(states, axis=0), kind="stable")[:count]
    return sorted(int(unit) for unit in widest)


def step_cosines(states: Floats) -> NDArray[np.float64]:
    """Return cosines (T - 1,) of consecutive states; 0 if a state is zero."""
    wide = states.astype(np.float64)
    norms = np.linalg.norm(wide, axis=1)
    lengths = norms[1:] * norms[:-1]
    products = (wide[1:] * wide[:-1]).sum(axis=1)
    return np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
