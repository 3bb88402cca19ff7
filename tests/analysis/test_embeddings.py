"""Look-up, neighbours and components against other ways to compute the same."""

from pathlib import Path

import numpy as np
import pytest

from explainer.analysis import embeddings
from explainer.engine import Translator
from tests.conftest import SENTENCES

RNG = np.random.default_rng(5)
MATRIX = RNG.standard_normal((60, 8)).astype(np.float32)


def test_a_look_up_is_the_product_exactly() -> None:
    for index in (0, 7, 59):
        found = embeddings.look_up(MATRIX, index)
        assert found.difference == 0.0
        assert (found.product == MATRIX[index]).all()
    for outside in (-1, 60):
        with pytest.raises(IndexError):
            embeddings.look_up(MATRIX, outside)


def test_cosine_and_dot_product_one_by_one() -> None:
    vector = MATRIX[3]
    rows = [[float(a) for a in row] for row in MATRIX]
    x = [float(a) for a in vector]
    dots = [sum(a * b for a, b in zip(row, x, strict=True)) for row in rows]
    sizes = [sum(a * a for a in row) ** 0.5 for row in rows]
    assert embeddings.similarities(MATRIX, vector, "dot") == pytest.approx(dots, abs=1e-5)
    cosines = [dot / (size * sizes[3]) for dot, size in zip(dots, sizes, strict=True)]
    assert embeddings.similarities(MATRIX, vector) == pytest.approx(cosines, abs=1e-6)
    assert embeddings.similarities(np.zeros((2, 3)), np.ones(3)).tolist() == [0.0, 0.0]


def test_the_nearest_are_the_largest_without_those_left_out() -> None:
    values = embeddings.similarities(MATRIX, MATRIX[3])
    found = embeddings.nearest(values, 5, without=(3,))
    ranked = sorted(range(60), key=lambda i: (-values[i], i))
    assert list(found) == [i for i in ranked if i != 3][:5]
    assert embeddings.nearest(np.array([1.0, 2.0, 2.0]), 2) == (1, 2)
    assert len(embeddings.nearest(values, 100)) == 60


@pytest.mark.parametrize("points", [60, 8, 5])
def test_components_are_those_of_another_decomposition(points: int) -> None:
    """More points than dimensions go through eigh here and svd there, few the other way round."""
    vectors = MATRIX[:points].astype(np.float64) * np.array([5, 4, 3, 2, 1, 0.5, 0.2, 0.1])
    found = embeddings.principal_components(vectors, 3)
    centred = vectors - vectors.mean(axis=0)
    if points > 8:
        _, singular, axes = np.linalg.svd(centred, full_matrices=False)
        squares = singular**2
    else:
        values, columns = np.linalg.eigh(centred.T @ centred)
        squares, axes = values[::-1], columns[:, ::-1].T
    assert found.shares == pytest.approx(squares[:3] / squares.sum(), abs=1e-10)
    assert np.abs((found.axes * axes[:3]).sum(axis=1)) == pytest.approx(np.ones(3), abs=1e-8)
    assert found.axes @ found.axes.T == pytest.approx(np.eye(3), abs=1e-10)
    places = found.place(vectors)
    assert places == pytest.approx(centred @ found.axes.T)
    assert (places**2).sum(axis=0) == pytest.approx(squares[:3])
    largest = np.abs(found.axes).argmax(axis=1)
    assert (found.axes[np.arange(3), largest] > 0).all()


def test_few_points_have_few_components() -> None:
    assert len(embeddings.principal_components(MATRIX[:2], 3).axes) == 2
    with pytest.raises(ValueError, match="two points"):
        embeddings.principal_components(MATRIX[:1], 3)
    same = embeddings.principal_components(np.ones((4, 8)), 2)  # no variance at all
    assert np.isfinite(same.shares).all()


def test_the_closest_points_of_a_picture() -> None:
    places = np.array([[0.0, 0], [1, 0], [0, 3], [0.5, 0], [9, 9]])
    assert embeddings.closest_points(places, 0, 3) == (3, 1, 2)


@pytest.fixture(scope="module")
def tiny(tiny_model_folder: Path) -> Translator:
    return Translator.load(tiny_model_folder)


def test_lengths_are_those_of_the_recorded_tensors(tiny: Translator) -> None:
    run = tiny.translate(SENTENCES[0])
    found = embeddings.lengths(tiny.matrix, run.source.ids, run.trace["encoder.positions"])
    assert found.scaled == pytest.approx(embeddings.norms(run.trace["encoder.tokens"]), rel=1e-6)
    assert found.positions == pytest.approx(np.full(len(run.source), (32 / 2) ** 0.5), rel=1e-6)
    assert found.factor == pytest.approx(32**0.5)
    tokens = run.trace["encoder.tokens"].astype(np.float64)
    summed = run.trace["encoder.embed"].astype(np.float64)
    cosines = (tokens * summed).sum(axis=1) / (embeddings.norms(tokens) * embeddings.norms(summed))
    assert found.cosine_scaled == pytest.approx(cosines.mean(), abs=1e-5)
    assert found.ratio_plain == pytest.approx(found.factor * found.ratio_scaled)


def test_one_matrix_does_all_three_jobs(tiny: Translator) -> None:
    run = tiny.translate(SENTENCES[1])
    parts = (
        (run.source.ids, run.trace["encoder.tokens"]),
        (run.fed, run.trace["decoder.tokens"]),
        (run.trace["output"], run.trace["logits"]),
    )
    assert max(embeddings.tying_differences(tiny.matrix, *parts)) < 1e-5
    assert min(embeddings.tying_differences(np.roll(tiny.matrix, 1, axis=0), *parts)) > 1e-3


def test_the_matrix_of_the_engine_is_the_models_and_read_only(tiny: Translator) -> None:
    assert (tiny.matrix == tiny.model.matrix.numpy()).all()
    with pytest.raises(ValueError, match="read-only"):
        tiny.matrix[0, 0] = 1.0


def test_tying_saves_two_matrices(tiny: Translator) -> None:
    found = embeddings.Tying(tiny.matrix.size, tiny.model.n_parameters())
    shared = [p for p in tiny.model.parameters() if p.shape == tiny.matrix.shape]
    assert len(shared) == 1  # it is there once, though three parts use it
    assert found.untied == tiny.model.n_parameters() + 2 * shared[0].numel()
    assert found.saving == found.untied - found.model
