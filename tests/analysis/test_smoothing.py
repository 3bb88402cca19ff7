"""Kernel smoothing against loops written out, and attention as a Gaussian kernel."""

import math
from typing import get_args

import numpy as np
import pytest
import torch

from explainer.analysis import smoothing

KERNELS: tuple[smoothing.KernelName, ...] = get_args(smoothing.KernelName)
DATA: tuple[smoothing.DataName, ...] = get_args(smoothing.DataName)


def height(name: str, t: float) -> float:
    """The kernels as books define them, with their factors."""
    if name == "gaussian":
        return math.exp(-t * t / 2) / math.sqrt(2 * math.pi)
    if abs(t) > 1:
        return 0.0
    return {
        "boxcar": 0.5,
        "epanechnikov": 0.75 * (1 - t * t),
        "triangular": 1 - abs(t),
        "tricube": 70 / 81 * (1 - abs(t) ** 3) ** 3,
    }[name]


def guess(name: str, q: float, points: list[tuple[float, float]], h: float) -> float:
    shares = [height(name, (q - k) / h) for k, _ in points]
    total = math.fsum(shares)
    if total == 0:
        return math.nan
    return math.fsum(s * v for s, (_, v) in zip(shares, points, strict=True)) / total


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("h", [0.3, 1.1])
def test_smoothing_is_the_formula_of_the_books(name: smoothing.KernelName, h: float) -> None:
    keys, values = smoothing.sample("wave")
    points = list(zip(keys.tolist(), values.tolist(), strict=True))
    queries = np.array([0.0, 2.5, 5.9, 9.7])
    expected = [guess(name, q, points, h) for q in queries.tolist()]
    found = smoothing.kernel_weights(queries, keys, h, name) @ values
    assert found == pytest.approx(np.array(expected), nan_ok=True)
    if h == 0.3 and name != "gaussian":
        assert np.isnan(found[2])  # nothing lies in the gap


@pytest.mark.parametrize("name", KERNELS)
def test_leave_one_out_leaves_one_out(name: smoothing.KernelName) -> None:
    keys, values = smoothing.sample("jump")
    points = list(zip(keys.tolist(), values.tolist(), strict=True))
    errors = [
        (guess(name, k, points[:i] + points[i + 1 :], 0.9) - v) ** 2
        for i, (k, v) in enumerate(points)
    ]
    assert smoothing.leave_one_out(keys, values, 0.9, name) == pytest.approx(np.mean(errors))


def test_a_point_without_a_neighbour_cannot_be_guessed() -> None:
    keys, values = np.array([0.0, 1.0, 5.0]), np.array([1.0, 2.0, 3.0])
    assert smoothing.leave_one_out(keys, values, 1.5, "boxcar") == math.inf
    assert math.isfinite(smoothing.leave_one_out(keys, values, 1.5, "gaussian"))


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("data", DATA)
def test_the_learned_bandwidth_is_the_best_of_a_finer_search(data, name):
    fit = smoothing.fit_bandwidth(data, name)
    keys, values = smoothing.sample(data)
    finer = [
        smoothing.leave_one_out(keys, values, float(h), name) for h in np.geomspace(0.05, 5, 300)
    ]
    assert fit.error <= min(finer) * 1.02  # that of the boxcar jumps
    assert smoothing.leave_one_out(keys, values, fit.bandwidth, name) == pytest.approx(fit.error)
    assert 0.05 < fit.bandwidth < 5


def test_the_far_tail_of_the_gaussian_still_answers() -> None:
    keys = np.array([0.0, 1.0])
    assert smoothing.kernel_weights(np.array([400.0]), keys, 0.05, "gaussian").tolist() == [
        [0.0, 1.0]
    ]


def test_dot_products_of_keys_of_one_length_are_a_gaussian_kernel() -> None:
    rng = np.random.default_rng(1)
    q, k = rng.normal(size=(7, 5)), rng.normal(size=(9, 5))
    k *= 3 / np.linalg.norm(k, axis=1, keepdims=True)
    h = 1.3
    distances = torch.cdist(torch.from_numpy(q), torch.from_numpy(k))
    expected = torch.exp(-(distances**2) / (2 * h * h))
    expected /= expected.sum(-1, keepdim=True)
    assert np.abs(smoothing.dot_attention(q, k, h) - expected.numpy()).max() < 1e-14
    assert np.abs(smoothing.gaussian_attention(q, k, h) - expected.numpy()).max() < 1e-14
    k[0] *= 2  # with one longer key they differ
    assert (
        np.abs(smoothing.dot_attention(q, k, h) - smoothing.gaussian_attention(q, k, h)).max() > 0.1
    )


def test_points_on_the_circle_have_one_length_and_nearly_their_distances() -> None:
    places = np.linspace(0, 10, 41)
    vectors = smoothing.on_circle(places)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.full(41, 8.0))
    assert np.linalg.norm(vectors[10] - vectors[0]) == pytest.approx(2.5, abs=0.02)
