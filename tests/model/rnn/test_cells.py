"""The hand-unrolled cells are PyTorch's."""

from typing import get_args

import pytest
import torch

from explainer.model.rnn.cells import (
    GATES,
    MODULES,
    STATE_PARTS,
    cell_step,
    cell_weights,
    next_state,
)
from explainer.model.rnn.config import Cell


@pytest.mark.parametrize("cell", get_args(Cell))
@pytest.mark.parametrize("backward", [False, True])
def test_every_state_is_the_modules(cell: Cell, backward: bool) -> None:
    torch.manual_seed(0)
    module = MODULES[cell](5, 8, batch_first=True, bidirectional=True).double()
    x_BSD = torch.randn(3, 6, 5, dtype=torch.float64)
    states_BSM, last = module(x_BSD)
    state = tuple(torch.zeros(3, 8, dtype=torch.float64) for _ in STATE_PARTS[cell])
    weights = cell_weights(module, backward)
    places = range(5, -1, -1) if backward else range(6)
    for place in places:
        found = cell_step(cell, weights, x_BSD[:, place], state)
        assert tuple(found) == GATES[cell]
        state = next_state(cell, found)
        wanted_BN = states_BSM[:, place].chunk(2, dim=-1)[backward]
        assert torch.allclose(found["state"], wanted_BN, atol=1e-14)
    ends = last if isinstance(last, tuple) else (last,)
    for own, theirs in zip(state, ends, strict=True):
        assert torch.allclose(own, theirs[int(backward)], atol=1e-14)


@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_gates_lie_between_0_and_1(cell: Cell) -> None:
    torch.manual_seed(0)
    module = MODULES[cell](5, 8, batch_first=True)
    state = tuple(torch.randn(2, 8) for _ in STATE_PARTS[cell])
    found = cell_step(cell, cell_weights(module), torch.randn(2, 5) * 3, state)
    for name in {"reset", "update", "input", "forget", "output"} & set(found):
        assert bool((found[name] > 0).all() and (found[name] < 1).all()), name


def test_a_closed_update_gate_keeps_the_state_and_an_open_one_takes_the_new() -> None:
    module = MODULES["gru"](2, 3, batch_first=True)
    state = (torch.tensor([[0.3, -0.2, 0.9]]),)
    w_ih, w_hh, b_ih, b_hh = cell_weights(module)
    for bias, name in ((60.0, "old"), (-60.0, "new")):
        pushed = b_ih.detach().clone()
        pushed[3:6] = bias
        found = cell_step("gru", (w_ih, w_hh, pushed, b_hh), torch.ones(1, 2), state)
        assert torch.allclose(found["state"], state[0] if name == "old" else found["new"])
