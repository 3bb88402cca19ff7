"""Roll-out against a calculation by hand and its invariants."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.rollout import cross_rollout, rollout
from tests.fakes import fake_translation


def test_two_layers_by_hand() -> None:
    first = np.array([[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 0.0]]])  # two heads
    second = np.array([[[0.0, 1.0], [0.0, 1.0]]] * 2)
    after = rollout(np.stack([first, second]))
    # mean of the heads: [[.5, .5], [1, 0]] -> half of it and half of the identity
    one = np.array([[0.75, 0.25], [0.5, 0.5]])
    two = np.array([[0.5, 0.5], [0.0, 1.0]]) @ one
    assert after[0] == pytest.approx(one)
    assert after[1] == pytest.approx(two)


def test_identity_attention_stays_the_identity() -> None:
    eye = np.broadcast_to(np.eye(4), (3, 2, 4, 4))
    assert rollout(eye)[-1] == pytest.approx(np.eye(4))


def test_rows_sum_to_one_and_the_future_stays_hidden() -> None:
    translation = fake_translation(4, 9, 7)
    decoder = rollout(translation.attention("decoder"))
    assert decoder.sum(axis=-1) == pytest.approx(np.ones((3, 7)), abs=1e-5)
    assert np.triu(decoder[-1], 1).max() == 0.0


def test_cross_passes_through_the_encoder() -> None:
    translation = fake_translation(4, 9, 7)
    cross, encoder = translation.attention("cross"), translation.attention("encoder")
    found = cross_rollout(cross, encoder)
    assert found[1] == pytest.approx(cross[1].mean(axis=0) @ rollout(encoder)[-1], abs=1e-6)
    assert found.sum(axis=-1) == pytest.approx(np.ones((3, 7)), abs=1e-5)
    eye = np.broadcast_to(np.eye(9, dtype=np.float32), encoder.shape)
    assert cross_rollout(cross, eye) == pytest.approx(cross.mean(axis=1), abs=1e-6)
