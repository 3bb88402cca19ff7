"""The rows of a vector that is cut into heads travel as they are."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.chapters.heads.cutrows import Row, cut_payload, veil

VALUES = np.random.default_rng(4).normal(size=(3, 4))
SHARES = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0], [0.2, 0.3, 0.5]])
ROWS = [
    Row("x", "(3, 4)", VALUES, "source", cut=False, mixed=True),
    Row("w", "(3, 3)", SHARES, "weight", cut=True, share=True),
]


def payload(**options: Any) -> dict[str, Any]:
    given = {"rows": ROWS, "chosen": 1, "head_labels": ["1", "2", "3"], "name": "n", "dark": False}
    return cut_payload(**{**given, **options})


def numbers(row: dict[str, Any]) -> NDArray[np.float32]:
    return np.frombuffer(base64.b64decode(row["packed"]), "<f4").reshape(-1, row["dims"])


def test_the_numbers_keep_their_order() -> None:
    for row, given in zip(payload()["rows"], ROWS, strict=True):
        assert numbers(row) == pytest.approx(given.values, abs=1e-6)
        assert (row["cut"], row["share"]) == (given.cut, given.share)


def test_what_belongs_to_all_heads_is_marked_so() -> None:
    """x is not split: a strong slice in it would show the very mistake the page warns of."""
    assert [row["mixed"] for row in payload()["rows"]] == [True, False]


def test_under_the_veil_neither_numbers_nor_their_count_are_told() -> None:
    for row in veil(payload())["rows"]:
        assert (row["packed"], row["dims"], row["shape"]) == ("", 0, "")
