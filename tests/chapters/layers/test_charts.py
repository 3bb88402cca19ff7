"""The figures of the layers: numbers in are numbers drawn, and Vega-Lite knows every word."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.charts.bar_layers import NAMES
from explainer.charts.lookup import strip
from explainer.charts.marks import Rule
from tests.charts.vega_lite import column

STRIP: dict[str, Any] = {"colour": "target", "label_title": "i", "value_title": "v"}


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
