"""Positional encoding against the model's own table, the definition, and numpy's transform."""

import cmath
import math

import numpy as np
import pytest

from explainer.analysis import positions
from explainer.model.embedding import sinusoidal_positions

SIZES = [(50, 64, 10_000.0), (50, 128, 10_000.0), (7, 4, 2.0), (128, 34, 100_000.0)]


@pytest.mark.parametrize(("length", "d_model"), [(50, 64), (50, 128), (64, 192), (128, 512)])
def test_the_table_is_the_models(length: int, d_model: int) -> None:
    own = sinusoidal_positions(length, d_model).numpy()
    assert np.abs(positions.table(length, d_model) - own).max() < 1e-7


@pytest.mark.parametrize(("length", "d_model", "base"), SIZES)
def test_the_table_is_the_papers_formula_and_its_products_know_distance_alone(
    length: int, d_model: int, base: float
) -> None:
    """A pair has norm 1, all sqrt(d/2); p(i + j) - p(i) is another vector at every i."""
    table = positions.table(length, d_model, base)
    for pos, channel in ((0, 0), (length - 1, d_model - 1), (length // 2, d_model // 2)):
        angle = pos / base ** (channel // 2 * 2 / d_model)
        wave = math.cos if channel % 2 else math.sin
        assert table[pos, channel] == pytest.approx(wave(angle), abs=1e-12)
    found = positions.by_distance(table @ table.T)
    assert found.largest_spread < 1e-11
    assert found.steps.tolist() == list(range(1 - length, length))
    expected = [positions.dot_at_distance(int(step), d_model, base) for step in found.steps]
    assert found.mean == pytest.approx(expected, abs=1e-11)
    assert positions.norm_deviation(table) < 1e-12
    assert positions.norm_deviation(table * 1.01) > 1e-3
    pairs = np.hypot(table[:, 0::2], table[:, 1::2])
    assert np.abs(pairs - 1).max() < 1e-12
    assert np.linalg.norm(table, axis=1) == pytest.approx(math.sqrt(d_model / 2))
    moves = table[2:] - table[:-2]
    assert np.ptp(np.linalg.norm(moves, axis=1)) < 1e-9
    assert np.abs(moves[1:] - moves[0]).max() > 0.1


@pytest.mark.parametrize("d_model", [0, 1, 7])
def test_an_odd_width_is_refused(d_model: int) -> None:
    with pytest.raises(ValueError, match="even"):
        positions.rates(d_model)


def test_the_misprint_is_another_function() -> None:
    wrong = positions.misprinted_encoding(50, 64)
    assert wrong[20, 8] == pytest.approx(math.sin((20 / 10000) ** (8 / 64)))
    assert wrong[20, 9] == pytest.approx(math.cos((20 / 10000) ** (8 / 64)))
    assert positions.mistaken_angles(50, 64).max() <= 1.0  # no wave anywhere
    right = positions.table(50, 64)
    assert np.abs(wrong - right).max() > 1.9
    spreads = [positions.by_distance(t @ t.T).largest_spread for t in (right, wrong)]
    assert spreads[0] < 1e-12 and spreads[1] > 0.5


def test_wavelengths_are_a_geometric_progression() -> None:
    found = positions.wavelengths(64)
    assert found[0] == pytest.approx(2 * math.pi)
    assert found[1:] / found[:-1] == pytest.approx(np.full(31, 10000 ** (2 / 64)))
    assert found[-1] == pytest.approx(2 * math.pi * 10000 ** (62 / 64))
    assert found[-1] < 2 * math.pi * 10000


def test_the_spread_is_found_where_a_place_matters() -> None:
    scores = np.arange(9.0).reshape(3, 3)
    found = positions.by_distance(scores)
    assert found.mean.tolist() == [6.0, 5.0, 4.0, 3.0, 2.0]
    assert found.spread.tolist() == [0.0, 4.0, 8.0, 4.0, 0.0]


@pytest.mark.parametrize(("length", "d_model", "base"), SIZES)
@pytest.mark.parametrize("step", [1, 5])
def test_a_move_is_a_rotation(length: int, d_model: int, base: float, step: int) -> None:
    matrix = positions.rotation(step, d_model, base)
    assert matrix @ matrix.T == pytest.approx(np.eye(d_model), abs=1e-12)
    outside = ~np.kron(np.eye(d_model // 2, dtype=bool), np.ones((2, 2), dtype=bool))
    assert not matrix[outside].any()
    assert positions.rotation_difference(step, length, d_model, base) < 1e-12
    table = positions.table(length + step, d_model, base)
    assert matrix @ table[0] == pytest.approx(table[step], abs=1e-12)
    assert np.abs(matrix.T @ table[1] - table[1 + step]).max() > 1e-3  # turned the other way


def test_the_counter_counts() -> None:
    found = positions.counter(64, 64)
    numbers = (found.bits * 2 ** np.arange(6)).sum(axis=1)
    assert numbers.tolist() == list(range(64))
    assert found.periods.tolist() == [2, 4, 8, 16, 32, 64]
    waves = positions.wavelengths(64)
    for column, pair in enumerate(found.pairs):
        gaps = np.abs(np.log(waves / found.periods[column]))
        assert gaps[pair] == gaps.min()
        wave = np.sin(np.arange(64) * 10000 ** (-2 * pair / 64))
        assert ((found.signs[:, column] < 0) == (wave < 0)).all()
        met = sum((w < 0) == bool(b) for w, b in zip(wave, found.bits[:, column], strict=True))
        assert found.agree[column] == pytest.approx(met / 64)


def test_the_transform_is_the_definition() -> None:
    for place in (0, 4, 8):
        rate = 2 * math.pi * 2 / 9
        ((cos, sin),) = positions.transform(positions.one_hot(place, 9), np.array([rate]))
        assert complex(cos, sin) == pytest.approx(cmath.exp(1j * rate * place), abs=1e-12)
        assert complex(cos, -sin) == pytest.approx(np.fft.fft(np.eye(9)[place])[2], abs=1e-12)


def test_the_transform_at_the_papers_rates_is_the_encoding() -> None:
    pairs = positions.transform(positions.one_hot(12, 50), positions.rates(64))
    assert pairs[:, ::-1].ravel() == pytest.approx(positions.table(50, 64)[12], abs=1e-12)


def test_block_order_is_a_permutation() -> None:
    table, order = positions.table(20, 8), positions.block_order(8)
    assert order.tolist() == [0, 2, 4, 6, 1, 3, 5, 7]
    block = table[:, order]
    assert block[3, :4] == pytest.approx(np.sin(3 * positions.rates(8)))
    assert block[3, 4:] == pytest.approx(np.cos(3 * positions.rates(8)))
    assert block @ block.T == pytest.approx(table @ table.T, abs=1e-12)
