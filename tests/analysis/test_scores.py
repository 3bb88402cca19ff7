"""The scores of the RNN era against torch, and their multiplications counted one by one."""

from __future__ import annotations

import numpy as np
import pytest
import torch

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


class Counted:
    """A number that counts how often it is multiplied; adding costs nothing here."""

    times = 0

    def __init__(self, value: float) -> None:
        self.value = float(value)

    def __mul__(self, other: Counted) -> Counted:
        Counted.times += 1
        return Counted(self.value * other.value)

    def __add__(self, other: Counted) -> Counted:
        return Counted(self.value + other.value)


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A matrix product the way it is written on a blackboard."""
    out = np.empty((a.shape[0], b.shape[1]), dtype=object)
    for i, j in np.ndindex(out.shape):
        total = Counted(0)
        for inner in range(a.shape[1]):
            total = total + a[i, inner] * b[inner, j]
        out[i, j] = total
    return out


def numbers(array: np.ndarray) -> np.ndarray:
    return np.vectorize(Counted, otypes=[object])(array)


def values(array: np.ndarray) -> np.ndarray:
    return np.vectorize(lambda x: x.value, otypes=[float])(array)


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
def test_multiplications_are_those_of_the_blackboard(name: scores.ScoreName) -> None:
    s, h = numbers(STATES), numbers(MEMORY)
    Counted.times, tanh = 0, 0
    if name == "dot":
        found, expected = product(s, numbers(NARROW).T), scores.dot(STATES, NARROW)
    elif name == "general":
        found = product(product(s, numbers(MATRIX)), h.T)
        expected = scores.general(STATES, MEMORY, MATRIX)
    else:
        asked, seen = product(s, numbers(WEIGHTS.w_DA)), product(h, numbers(WEIGHTS.u_CA))
        if name == "head":
            found = product(asked, seen.T)
            expected = (STATES @ WEIGHTS.w_DA) @ (MEMORY @ WEIGHTS.u_CA).T
        else:
            found, expected = (
                np.empty((T, S), dtype=object),
                scores.additive(STATES, MEMORY, WEIGHTS),
            )
            for t, j in np.ndindex(T, S):
                total = Counted(0)
                for a in range(A):
                    tanh += 1
                    hidden = Counted(np.tanh((asked[t, a] + seen[j, a]).value))
                    total = total + hidden * Counted(WEIGHTS.v_A[a])
                found[t, j] = total
    assert values(found) == pytest.approx(expected)
    counted = scores.cost(name, SIZES)
    assert (counted.multiplications, counted.tanh) == (Counted.times, tanh)
