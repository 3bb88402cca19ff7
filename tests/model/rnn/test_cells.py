"""The hand-unrolled cells are PyTorch's, and a search steps as the whole pass does."""

from typing import get_args

import pytest
import torch

from explainer.model.rnn import RecurrentDecoder, cells
from explainer.model.rnn.config import Cell
from tests.model.rnn.networks import KINDS, V, make, sentences
from tests.model.stepping import assert_steps_equal


@pytest.mark.parametrize("cell", get_args(Cell))
@pytest.mark.parametrize("backward", [False, True])
def test_every_state_is_the_modules(cell: Cell, backward: bool) -> None:
    torch.manual_seed(0)
    module = cells.MODULES[cell](5, 8, batch_first=True, bidirectional=True).double()
    x_BSD = torch.randn(3, 6, 5, dtype=torch.float64)
    states_BSM, last = module(x_BSD)
    state = tuple(torch.zeros(3, 8, dtype=torch.float64) for _ in cells.STATE_PARTS[cell])
    weights = cells.cell_weights(module, backward)
    places = range(5, -1, -1) if backward else range(6)
    for place in places:
        found = cells.cell_step(cell, weights, x_BSD[:, place], state)
        assert tuple(found) == cells.GATES[cell]
        state = cells.next_state(cell, found)
        wanted_BN = states_BSM[:, place].chunk(2, dim=-1)[backward]
        assert torch.allclose(found["state"], wanted_BN, atol=1e-14)
    ends = last if isinstance(last, tuple) else (last,)
    for own, theirs in zip(state, ends, strict=True):
        assert torch.allclose(own, theirs[int(backward)], atol=1e-14)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_equal_the_whole_pass_with_rows_that_split_reorder_and_stop(kind: str) -> None:
    network, (src_BS, _) = make(kind), sentences()
    with torch.inference_mode():
        assert_steps_equal(RecurrentDecoder(network, src_BS), network, src_BS, V)
