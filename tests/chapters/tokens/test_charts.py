"""The figures of the matrix hold the numbers they were given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.embeddings.chart_stripes import GAP, look_up_chart
from tests.charts.vega_lite import column, rows

RNG = np.random.default_rng(2)


def test_a_look_up_shows_rows_product_and_the_single_one() -> None:
    values, product = RNG.standard_normal((5, 6)), RNG.standard_normal(6)
    words: dict[str, Any] = {"product_label": "oE", "titles": ("r", "d", "v")}
    drawn = look_up_chart(
        rows=values,
        product=product,
        labels=list("abcde"),
        chosen=3,
        dimension=2,
        dark=False,
        **words,
    )
    grid = np.reshape(column(drawn, "cells", "v"), (6, 6))
    places = [(row["x"], row["y"]) for row in rows(drawn, "cells")]
    assert places == [(d, r + (GAP if r == 5 else 0)) for r in range(6) for d in range(6)]
    assert grid == pytest.approx(np.vstack([values, product]), abs=1e-6)
    assert column(drawn, "words_ones", "text") == ["0", "0", "0", "1", "0"]
    assert column(drawn, "words_names", "text")[::2] == [*"abcde", "oE"]
    assert column(drawn, "frames", "limit")[0] == pytest.approx(np.abs(grid).max())
