"""RNN, GRU and LSTM cells step by step with every gate by name (a test compares with torch.nn).

The gate functions take both products precomputed: `x` = W_ih x + b_ih and `h` = W_hh h + b_hh, with
the gates concatenated as in `torch.nn`.

Shape suffixes: B rows, N hidden units, G gates times N, D inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch.nn.functional as F
from torch import Tensor, nn

from explainer.model.rnn.config import Cell

State = tuple[Tensor, ...]  # (state,), or (state, cell) of an LSTM
Gates = dict[str, Tensor]

GATES: Final[dict[Cell, tuple[str, ...]]] = {
    "rnn": ("state",),
    "gru": ("reset", "update", "new", "state"),
    "lstm": ("input", "forget", "new", "output", "cell", "state"),
}
STATE_PARTS: Final[dict[Cell, tuple[str, ...]]] = {
    "rnn": ("state",),
    "gru": ("state",),
    "lstm": ("state", "cell"),
}
MODULES: Final[dict[Cell, Callable[..., nn.RNNBase]]] = {
    "rnn": nn.RNN,
    "gru": nn.GRU,
    "lstm": nn.LSTM,
}


def rnn_gates(x_BG: Tensor, h_BG: Tensor) -> Gates:
    """h' = tanh(x + h)."""
    return {"state": (x_BG + h_BG).tanh()}


def gru_gates(x_BG: Tensor, h_BG: Tensor, state_BN: Tensor) -> Gates:
    """h' = (1 - z) n + z h; PyTorch's z keeps the old state, Cho's own z too."""
    x_reset, x_update, x_new = x_BG.chunk(3, dim=-1)
    h_reset, h_update, h_new = h_BG.chunk(3, dim=-1)
    reset_BN = (x_reset + h_reset).sigmoid()
    update_BN = (x_update + h_update).sigmoid()
    new_BN = (x_new + reset_BN * h_new).tanh()
    state = new_BN + update_BN * (state_BN - new_BN)
    return {"reset": reset_BN, "update": update_BN, "new": new_BN, "state": state}


def lstm_gates(x_BG: Tensor, h_BG: Tensor, cell_BN: Tensor) -> Gates:
    """c' = f c + i n, h' = o tanh(c')."""
    input_BN, forget_BN, new_BN, output_BN = (x_BG + h_BG).chunk(4, dim=-1)
    gates = {
        "input": input_BN.sigmoid(),
        "forget": forget_BN.sigmoid(),
        "new": new_BN.tanh(),
        "output": output_BN.sigmoid(),
    }
    cell = gates["forget"] * cell_BN + gates["input"] * gates["new"]
    return {**gates, "cell": cell, "state": gates["output"] * cell.tanh()}


def gates(kind: Cell, x_BG: Tensor, h_BG: Tensor, state: State) -> Gates:
    """Return every gate by name, the new state last; see GATES."""
    if kind == "rnn":
        return rnn_gates(x_BG, h_BG)
    if kind == "gru":
        return gru_gates(x_BG, h_BG, state[0])
    return lstm_gates(x_BG, h_BG, state[1])


def cell_weights(module: nn.RNNBase, backward: bool = False) -> tuple[Tensor, ...]:
    """Return W_ih (G, D), W_hh (G, N), b_ih (G,), b_hh (G,) of a single-layer module."""
    ending = "_l0_reverse" if backward else "_l0"
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    return tuple(getattr(module, f"{name}{ending}") for name in names)


def cell_step(kind: Cell, weights: tuple[Tensor, ...], x_BD: Tensor, state: State) -> Gates:
    """Compute both products and then the gates for one token."""
    w_ih, w_hh, b_ih, b_hh = weights
    return gates(kind, F.linear(x_BD, w_ih, b_ih), F.linear(state[0], w_hh, b_hh), state)


def next_state(kind: Cell, gates: Gates) -> State:
    """Return the state that a step passes to the next: (state,), or (state, cell) of an LSTM."""
    return tuple(gates[name] for name in STATE_PARTS[kind])
