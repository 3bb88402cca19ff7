"""The figures of the layers: numbers in are numbers drawn, and Vega-Lite knows every word."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.chapters.layers.chart_grid import grid
from explainer.charts.bar_layers import NAMES
from explainer.charts.lookup import strip
from explainer.charts.marks import Rule
from tests.charts.vega_lite import column

GRID: dict[str, Any] = {
    "row_labels": ["1", "2"],
    "column_labels": ["x", "x", "y"],
    "row_title": "r",
    "column_title": "c",
    "value_title": "v",
    "side": "source",
}
STRIP: dict[str, Any] = {"colour": "target", "label_title": "i", "value_title": "v"}


def test_a_grid_holds_its_numbers_and_words() -> None:
    values = np.array([[0.1, 0.5, 0.8], [0.0, 1.0, 0.3]])
    words = [["a", "b", "c"], ["d", "e", "f"]]
    drawn = grid(values=values, words=words, word_title="w", dark=True, top=0.5, selected=1, **GRID)
    assert column(drawn, "cells", "v") == pytest.approx(values.ravel().tolist())
    assert column(drawn, "cells", "word") == list("abcdef")
    assert column(drawn, "cells", "framed") == [False, True, False] * 2
    plain = grid(values=values, dark=True, **GRID)
    assert column(plain, "cells", "word")[0] == "10%" and plain.spec is not drawn.spec
    assert grid(values=values / 2, dark=True, **GRID).spec is plain.spec
    for wrong in ({"values": values, "words": [["a", "b"]]}, {"values": values[:1]}):
        with pytest.raises(ValueError, match="labels"):
            grid(**wrong, dark=True, **GRID)


def test_a_strip_is_the_vector() -> None:
    values = np.array([0.5, -1.0, 2.0])
    level = [Rule(0.5, "m")]
    drawn = strip(values=values, numbers=[3, 1, 2], dark=True, levels=level, chosen=1, **STRIP)
    assert column(drawn, "bars", "v") == values.tolist()
    assert column(drawn, NAMES, "label") == ["3", "1", "2"]
    assert column(drawn, "levels", "rule") == ["m"]
    one, chosen, two = column(drawn, "bars", "tone")
    assert one == two != chosen
    with pytest.raises(ValueError, match="labels"):
        strip(values=values, numbers=[1, 2], dark=True, **STRIP)
