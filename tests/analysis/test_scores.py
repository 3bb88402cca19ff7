"""The scores of the RNN era against torch, and their multiplications counted one by one."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from explainer.analysis.scores import additive, context, cost, dot, general, random_weights

T, S, D, A = 4, 6, 5, 3
RNG = np.random.default_rng(2)
STATES, MEMORY = RNG.normal(size=(T, D)), RNG.normal(size=(S, D))
MATRIX = RNG.normal(size=(D, D))


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
    weights = random_weights(D, A)
    w, u = torch.nn.Linear(D, A, bias=False).double(), torch.nn.Linear(D, A, bias=False).double()
    with torch.no_grad():
        w.weight.copy_(torch.from_numpy(weights.w_DA.T))
        u.weight.copy_(torch.from_numpy(weights.u_DA.T))
        s, h = torch.from_numpy(STATES), torch.from_numpy(MEMORY)
        expected = [
            [float(torch.from_numpy(weights.v_A) @ torch.tanh(w(s[t]) + u(h[j]))) for j in range(S)]
            for t in range(T)
        ]
    assert additive(STATES, MEMORY, weights) == pytest.approx(np.array(expected))


def test_dot_and_general_are_bilinear_forms() -> None:
    s, h, w = map(torch.from_numpy, (STATES, MEMORY, MATRIX))
    assert dot(STATES, MEMORY) == pytest.approx(torch.einsum("td,sd->ts", s, h).numpy())
    expected = torch.nn.functional.bilinear(
        s.repeat_interleave(S, 0), h.repeat(T, 1), w[None]
    ).reshape(T, S)
    assert general(STATES, MEMORY, MATRIX) == pytest.approx(expected.numpy())


def test_the_context_is_one_weighted_mean_a_step() -> None:
    weights = RNG.dirichlet(np.ones(S), size=T)
    found = context(weights, MEMORY)
    assert found.shape == (T, D)
    assert found[1] == pytest.approx(np.average(MEMORY, axis=0, weights=weights[1]))


@pytest.mark.parametrize("name", ["dot", "general", "head", "additive"])
def test_multiplications_are_those_of_the_blackboard(name: str) -> None:
    s, h = numbers(STATES), numbers(MEMORY)
    Counted.times, tanh = 0, 0
    if name == "dot":
        found, expected = product(s, h.T), dot(STATES, MEMORY)
    elif name == "general":
        found = product(product(s, numbers(MATRIX)), h.T)
        expected = general(STATES, MEMORY, MATRIX)
    else:
        weights = random_weights(D, A)
        asked, seen = product(s, numbers(weights.w_DA)), product(h, numbers(weights.u_DA))
        if name == "head":
            found = product(asked, seen.T)
            expected = (STATES @ weights.w_DA) @ (MEMORY @ weights.u_DA).T
        else:
            found, expected = np.empty((T, S), dtype=object), additive(STATES, MEMORY, weights)
            for t, j in np.ndindex(T, S):
                total = Counted(0)
                for a in range(A):
                    tanh += 1
                    hidden = Counted(np.tanh((asked[t, a] + seen[j, a]).value))
                    total = total + hidden * Counted(weights.v_A[a])
                found[t, j] = total
    assert values(found) == pytest.approx(expected)
    counted = cost(name, T, S, D, A)  # type: ignore[arg-type]
    assert (counted.multiplications, counted.tanh) == (Counted.times, tanh)


def test_learned_numbers_are_those_of_the_layers() -> None:
    def count(*layers: torch.nn.Module) -> int:
        return sum(p.numel() for layer in layers for p in layer.parameters())

    thin = torch.nn.Linear(D, A, bias=False)
    last = torch.nn.Linear(A, 1, bias=False)
    assert cost("additive", T, S, D, A).parameters == count(thin, thin, last)
    assert cost("general", T, S, D, A).parameters == count(torch.nn.Linear(D, D, bias=False))
    assert cost("head", T, S, D, A).parameters == 2 * count(torch.nn.Linear(D, A))
    assert cost("dot", T, S, D, A).parameters == 0


def test_random_weights_are_the_same_for_the_same_seed() -> None:
    assert random_weights(D, A, 1).v_A.tolist() != random_weights(D, A).v_A.tolist()
    first = random_weights(D, A).w_DA.copy()
    random_weights.cache_clear()
    assert (random_weights(D, A).w_DA == first).all()
