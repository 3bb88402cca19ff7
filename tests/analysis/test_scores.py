"""The scores of the RNN era and their multiplications against torch."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from explainer.analysis import scores

T, S, D, C, A = 4, 6, 5, 7, 3
SIZES = scores.Sizes(T, S, D, C, A)
RNG = np.random.default_rng(2)
STATES, MEMORY = RNG.normal(size=(T, D)), RNG.normal(size=(S, C))
NARROW = RNG.normal(size=(S, D))  # as wide as the states
MATRIX = RNG.normal(size=(D, C))
WEIGHTS = scores.AdditiveWeights(
    RNG.normal(size=(D, A)), RNG.normal(size=(C, A)), RNG.normal(size=A)
)


def test_additive_is_the_network_of_the_paper() -> None:
    w, u = torch.nn.Linear(D, A, bias=False).double(), torch.nn.Linear(C, A, bias=False).double()
    with torch.no_grad():
        w.weight.copy_(torch.from_numpy(WEIGHTS.w_DA.T))
        u.weight.copy_(torch.from_numpy(WEIGHTS.u_CA.T))
        s, h = torch.from_numpy(STATES), torch.from_numpy(MEMORY)
        expected = [
            [float(torch.from_numpy(WEIGHTS.v_A) @ torch.tanh(w(s[t]) + u(h[j]))) for j in range(S)]
            for t in range(T)
        ]
    assert scores.additive(STATES, MEMORY, WEIGHTS) == pytest.approx(np.array(expected))


def test_dot_and_general_are_bilinear_forms() -> None:
    s, h, n, w = map(torch.from_numpy, (STATES, MEMORY, NARROW, MATRIX))
    assert scores.dot(STATES, NARROW) == pytest.approx(torch.einsum("td,sd->ts", s, n).numpy())
    expected = torch.nn.functional.bilinear(
        s.repeat_interleave(S, 0), h.repeat(T, 1), w[None]
    ).reshape(T, S)
    assert scores.general(STATES, MEMORY, MATRIX) == pytest.approx(expected.numpy())


def test_the_context_is_one_weighted_mean_a_step() -> None:
    weights = RNG.dirichlet(np.ones(S), size=T)
    found = scores.context(weights, MEMORY)
    assert found.shape == (T, C)
    assert found[1] == pytest.approx(np.average(MEMORY, axis=0, weights=weights[1]))


@pytest.mark.parametrize("name", ["dot", "general", "head", "additive"])
def test_multiplications_are_those_torch_makes(name: scores.ScoreName) -> None:
    """Of two operations a multiplication is one, the addition behind it the other."""
    s, h, narrow, matrix = map(torch.from_numpy, (STATES, MEMORY, NARROW, MATRIX))
    w, u, v = map(torch.from_numpy, (WEIGHTS.w_DA, WEIGHTS.u_CA, WEIGHTS.v_A))
    tanh = 0
    with FlopCounterMode(display=False) as made:
        if name == "dot":
            found, expected = s @ narrow.T, scores.dot(STATES, NARROW)
        elif name == "general":
            found, expected = s @ matrix @ h.T, scores.general(STATES, MEMORY, MATRIX)
        elif name == "head":
            found = (s @ w) @ (h @ u).T
            expected = (STATES @ WEIGHTS.w_DA) @ (MEMORY @ WEIGHTS.u_CA).T
        else:
            hidden = ((s @ w)[:, None] + h @ u).tanh()
            tanh = hidden.numel()
            found, expected = (
                (hidden @ v[:, None])[..., 0],
                scores.additive(STATES, MEMORY, WEIGHTS),
            )
    assert found.numpy() == pytest.approx(expected)
    counted = scores.cost(name, SIZES)
    assert (counted.multiplications, counted.tanh) == (made.get_total_flops() // 2, tanh)
