"""Variance d_k, saturation and the softmax Jacobian, against torch and exact enumeration."""

import math

import numpy as np
import pytest
import torch

from explainer.analysis import scaling


@pytest.mark.parametrize("entries", scaling.ENTRIES)
@pytest.mark.parametrize("d_k", scaling.WIDTHS)
def test_drawn_dot_products_have_that_variance(d_k: int, entries: scaling.Entries) -> None:
    dots = scaling.random_dots(d_k, entries, 1)
    error = math.sqrt(2 / len(dots)) * (1 + 12 / d_k)  # of a variance; small widths have fat tails
    assert dots.var() / d_k == pytest.approx(1, abs=4 * error)
    assert dots.mean() / math.sqrt(d_k) == pytest.approx(0, abs=4 / math.sqrt(len(dots)))


@pytest.mark.parametrize("entries", scaling.ENTRIES)
def test_entries_have_mean_0_and_variance_1(entries: scaling.Entries) -> None:
    drawn = scaling.unit_entries(np.random.default_rng(0), entries, (200, 500))
    assert drawn.mean() == pytest.approx(0, abs=0.02)
    assert drawn.var() == pytest.approx(1, abs=0.02)
    if entries == "coin":
        assert set(np.unique(drawn)) == {-1.0, 1.0}


def test_draws_repeat_with_their_seed_only() -> None:
    first = scaling.random_dots(8, "normal", 3).copy()
    scaling.growing_dots.cache_clear()
    assert (scaling.random_dots(8, "normal", 3) == first).all()
    assert (scaling.random_dots(8, "normal", 4) != first).any()


@pytest.mark.parametrize("entries", scaling.ENTRIES)
def test_dot_products_grow_with_their_vectors(entries: scaling.Entries) -> None:
    """Those of a width are of the first numbers of the widest, and so spread as far as its root."""
    q, k = scaling.random_pairs(512, entries, 4, 50)
    for width, dots in zip(scaling.STEPS, scaling.growing_dots(entries, 4, 50), strict=True):
        expected = (q[:, :width].astype(np.float64) * k[:, :width]).sum(axis=1)
        assert dots == pytest.approx(expected, abs=1e-9)
    rows = scaling.growing_rows(entries, 4, 3)
    assert rows.shape == (len(scaling.STEPS), scaling.ROWS, 3)
    assert (
        scaling.growing_rows(entries, 4, 9)[..., :3] == rows
    ).all()  # one more key leaves the others
    for width, found in zip(scaling.STEPS, scaling.growing_dots(entries, 4), strict=True):
        assert found.std() == pytest.approx(math.sqrt(width), rel=0.12)


def test_the_softmax_gradient_dies_as_vectors_grow_and_only_the_root_holds_it_still() -> None:
    found = scaling.saturation(10, "normal", 1)
    for wide, narrow in ((512, 128), (128, 32), (32, 8)):
        assert found[wide, "none"].gradient < found[narrow, "none"].gradient
        assert found[wide, "none"].largest > found[narrow, "none"].largest
        assert found[wide, "root"].gradient == pytest.approx(
            found[narrow, "root"].gradient, abs=0.03
        )
    raw, root, width = ([found[d, by] for d in scaling.WIDTHS] for by in ("none", "root", "width"))
    assert raw[-1].largest > 0.9 and raw[-1].gradient < 0.15
    assert width[-1].largest < 0.15
    assert max(r.largest for r in root) - min(r.largest for r in root) < 0.1
    assert raw[-1].gradient < raw[2].gradient < root[-1].gradient + 0.2


def test_divisors_and_what_they_mean_beside_the_models_own() -> None:
    assert [
        scaling.divisor(by, 24, 192) for by in ("none", "root", "width", "model")
    ] == pytest.approx([1, 24**0.5, 24, 192**0.5])
    for by in scaling.DIVISORS:
        assert 7.0 / 24**0.5 * scaling.relative(by, 24, 192) == pytest.approx(
            7.0 / scaling.divisor(by, 24, 192)
        )
    assert scaling.relative("root", 24, 192) == 1


def test_rescaled_rows_see_only_what_they_may() -> None:
    dots = np.array([[4.0, 8.0, 100.0]])
    found = scaling.rescaled_weights(dots, np.array([[True, True, False]]), 4.0)
    assert found.tolist()[0] == pytest.approx([1 / (1 + math.e), math.e / (1 + math.e), 0.0])


def test_the_histogram_is_a_density_and_the_curve_is_normal() -> None:
    values = np.array([-3.9, 0.1, 0.2, 3.0, 9.0])
    edges, heights = scaling.histogram(values, 4.0, 8)
    assert edges.tolist() == [-4, -3, -2, -1, 0, 1, 2, 3]
    assert heights.tolist() == pytest.approx([0.2, 0, 0, 0, 0.4, 0, 0, 0.2])
    places = np.array([-1.0, 0.0, 2.5])
    normal = torch.distributions.Normal(0.0, 3.0)
    expected = normal.log_prob(torch.from_numpy(places)).exp().numpy()
    assert scaling.normal_density(places, 3.0) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("entries", scaling.ENTRIES)
def test_the_terms_of_a_dot_product_make_up_its_variance(entries: scaling.Entries) -> None:
    q, k = scaling.random_pairs(8, entries, 3, 500)
    covariances = np.cov((q.astype(np.float64) * k).T, bias=True)
    found = scaling.measured_terms(8, entries, 3, 500)
    others = covariances[~np.eye(8, dtype=bool)]
    assert found.variance == pytest.approx(np.diag(covariances).mean())
    assert found.covariance == pytest.approx(others.mean())
    total = 8 * found.variance + 56 * found.covariance
    assert total == pytest.approx(scaling.random_dots(8, entries, 3, 500).var(), rel=1e-5)
