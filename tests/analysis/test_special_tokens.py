"""Hiding: what remains is renormalised, what was hidden is told, emptied rows are marked."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.special_tokens import hide_specials

WEIGHTS = np.array([[1.0, 0.0, 0.0], [0.5, 0.25, 0.25], [0.2, 0.2, 0.6]], dtype=np.float32)


def test_rest_is_renormalised_and_the_hidden_share_told() -> None:
    shown = hide_specials(WEIGHTS, [False, False, True], [True, False, False])
    assert shown.rows == (0, 1)
    assert shown.keys == (1, 2)
    assert shown.weights[1] == pytest.approx([0.5, 0.5])
    assert shown.hidden == pytest.approx([1.0, 0.5])


def test_an_emptied_row_is_zero_and_marked_not_nan() -> None:
    shown = hide_specials(WEIGHTS, [False] * 3, [True, False, False])
    assert shown.empty.tolist() == [True, False, False]
    assert shown.weights[0].tolist() == [0.0, 0.0]
    assert np.isfinite(shown.weights).all()
    assert shown.weights[1:].sum(axis=-1) == pytest.approx([1.0, 1.0])


def test_nothing_special_changes_nothing() -> None:
    shown = hide_specials(WEIGHTS, [False] * 3, [False] * 3)
    assert shown.weights == pytest.approx(WEIGHTS)
    assert shown.hidden == pytest.approx([0.0, 0.0, 0.0], abs=1e-7)
