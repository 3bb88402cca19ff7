"""One cell: its parts give its weight, and a wrong record is noticed."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.analysis.cell import head_tensors
from tests.fakes import D_HEAD, fake_translation

TRANSLATION = fake_translation(7, 9, 8)


@settings(max_examples=30)
@given(layer=st.integers(0, 2), head=st.integers(0, 3), row=st.integers(0, 7), data=st.data())
def test_parts_give_the_weight(layer: int, head: int, row: int, data: st.DataObject) -> None:
    for name, last in (("self_attn", row), ("cross_attn", 8)):
        tensors = head_tensors(TRANSLATION.trace, f"decoder.{layer}.{name}", head)
        cell = tensors.cell(row, data.draw(st.integers(0, last)))
        assert cell.root == pytest.approx(D_HEAD**0.5)
        assert cell.dot / cell.root == pytest.approx(cell.score, abs=1e-4)
        assert cell.numerator / cell.denominator == pytest.approx(cell.weight, abs=1e-5)


def test_a_masked_cell_weighs_nothing() -> None:
    cell = head_tensors(TRANSLATION.trace, "decoder.0.self_attn", 1).cell(2, 5)
    assert cell.numerator == cell.weight == 0.0
    assert np.isfinite(cell.score)


def test_recomputation_agrees_and_notices_a_wrong_weight() -> None:
    tensors = head_tensors(TRANSLATION.trace, "decoder.1.self_attn", 0)
    assert tensors.recomputed_difference() < 1e-6
    wrong = tensors.weights.copy()
    wrong[3, 1] += 0.01
    assert replace(tensors, weights=wrong).recomputed_difference() == pytest.approx(0.01, rel=1e-3)


def test_norm_shares_weigh_the_length_of_v() -> None:
    tensors = head_tensors(TRANSLATION.trace, "decoder.1.cross_attn", 0)
    short = tensors.v.copy()
    short[4] = 0.0
    shares = replace(tensors, v=short).norm_shares()
    assert shares.sum(axis=-1) == pytest.approx(np.ones(8), abs=1e-5)
    assert shares[:, 4].max() == 0.0
    same = replace(tensors, v=np.ones_like(tensors.v)).norm_shares()
    assert same == pytest.approx(tensors.weights, abs=1e-6)
