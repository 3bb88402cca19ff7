"""The hand-unrolled cells are PyTorch's, and a search steps as the whole pass does."""

from typing import get_args

import pytest
import torch

from explainer.decoding import DecodeOptions, decode
from explainer.model import pad
from explainer.model.kinds import stepper, weights_of
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


@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_gates_lie_between_0_and_1(cell: Cell) -> None:
    torch.manual_seed(0)
    module = cells.MODULES[cell](5, 8, batch_first=True)
    state = tuple(torch.randn(2, 8) for _ in cells.STATE_PARTS[cell])
    found = cells.cell_step(cell, cells.cell_weights(module), torch.randn(2, 5) * 3, state)
    for name in {"reset", "update", "input", "forget", "output"} & set(found):
        assert bool((found[name] > 0).all() and (found[name] < 1).all()), name


def test_a_closed_update_gate_keeps_the_state_and_an_open_one_takes_the_new() -> None:
    module = cells.MODULES["gru"](2, 3, batch_first=True)
    state = (torch.tensor([[0.3, -0.2, 0.9]]),)
    w_ih, w_hh, b_ih, b_hh = cells.cell_weights(module)
    for bias, name in ((60.0, "old"), (-60.0, "new")):
        pushed = b_ih.detach().clone()
        pushed[3:6] = bias
        found = cells.cell_step("gru", (w_ih, w_hh, pushed, b_hh), torch.ones(1, 2), state)
        assert torch.allclose(found["state"], state[0] if name == "old" else found["new"])


@pytest.mark.parametrize("kind", KINDS)
def test_steps_equal_the_whole_pass_with_rows_that_split_reorder_and_stop(kind: str) -> None:
    network, (src_BS, _) = make(kind), sentences()
    with torch.inference_mode():
        assert_steps_equal(RecurrentDecoder(network, src_BS), network, src_BS, V)


@pytest.mark.parametrize("method", ["greedy", "beam"])
@pytest.mark.parametrize("kind", KINDS)
def test_sentences_searched_together_are_those_searched_alone(kind: str, method: str) -> None:
    network = make(kind)
    weights = weights_of(network)
    options = DecodeOptions(method=method, n_best=1, max_length=9)  # type: ignore[arg-type]
    rows = [ids[ids != 0].tolist() for ids in sentences()[0]]
    with torch.inference_mode():
        together = decode(stepper(weights, pad(rows)), 3, options).hypotheses
        for ids, found in zip(rows, (best[0] for best in together), strict=True):
            alone = decode(stepper(weights, pad([ids])), 1, options).hypotheses[0][0]
            assert alone.ids == found.ids
            assert alone.log_probs == pytest.approx(found.log_probs, abs=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_greedy_takes_the_most_probable_token_of_the_whole_pass(kind: str) -> None:
    network = make(kind)
    src_BS = sentences()[0][:1]
    with torch.inference_mode():
        options = DecodeOptions(method="greedy", n_best=1, max_length=7)
        ((found,),) = decode(stepper(weights_of(network), src_BS), 1, options).hypotheses
        fed = torch.tensor([[2, *found.ids[:-1]]])
        best = network(src_BS, fed)[0, :, 3:].argmax(dim=-1) + 3  # PAD, UNK and BOS are never taken
    assert list(found.ids) == best.tolist()
