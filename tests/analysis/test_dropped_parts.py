"""Sub-layers left out: against the model with their last map set to nothing, and paths walked."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import pytest
import torch

from explainer.analysis.dropped_parts import leave_out, path_lengths, sublayers_of
from explainer.model.ids import BOS
from tests.analysis.small_model import SOURCE, TARGET, made

LAST = {"self_attn": "out_proj", "cross_attn": "out_proj", "ffn": "contract"}


def without(model: Any, *places: tuple[str, int, str]) -> Any:
    """A copy whose sub-layers end in a map of zeros, so that they add nothing."""
    smaller = copy.deepcopy(model)
    for stack, layer, part in places:
        end = getattr(getattr(getattr(smaller, stack)[layer], part), LAST[part])
        end.weight.data.zero_()
        end.bias.data.zero_()
    return smaller


def log_prob(model: Any) -> float:
    logits = model(torch.tensor([SOURCE]), torch.tensor([[BOS, *TARGET[:-1]]]))[0]
    found = logits.log_softmax(-1)
    return sum(float(found[at, piece]) for at, piece in enumerate(TARGET))


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_sublayer_left_out_is_one_that_adds_nothing(norm: str) -> None:
    model = made(norm)
    found = leave_out(model, SOURCE, TARGET)
    assert found.whole == pytest.approx(log_prob(model), abs=1e-4)
    assert found.pieces == len(TARGET)
    for n, place in enumerate(found.sublayers):
        expected = log_prob(model) - log_prob(without(model, place))
        assert found.one[n] == pytest.approx(expected, abs=1e-4)
    assert abs(found.one).min() > 1e-3  # every one of them matters to this random model
    for row in (0, 20, len(found.pairs) - 1):
        a, b = found.pairs[row]
        both = without(model, found.sublayers[a], found.sublayers[b])
        assert found.two[row] == pytest.approx(log_prob(model) - log_prob(both), abs=1e-4)
        assert found.sums()[row] == pytest.approx(found.one[a] + found.one[b])


def test_sublayers_and_pairs_are_all_there_are() -> None:
    model = made()
    sublayers = sublayers_of(model.config)
    assert len(sublayers) == 2 * 2 + 3 * 3 == len(set(sublayers))
    assert sublayers[:3] == (
        ("encoder", 0, "self_attn"),
        ("encoder", 0, "ffn"),
        ("encoder", 1, "self_attn"),
    )
    found = leave_out(model, SOURCE, TARGET)
    assert len(set(found.pairs)) == len(found.two) == 13 * 12 / 2
    assert leave_out(model, SOURCE, TARGET, two=False).two.size == 0


def test_paths_are_those_one_can_walk() -> None:
    walks = [sum(walk) for walk in product((0, 1), repeat=9)]
    assert path_lengths(9).tolist() == [walks.count(passed) for passed in range(10)]
    assert path_lengths(9).sum() == 2**9
