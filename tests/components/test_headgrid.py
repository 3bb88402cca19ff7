"""What a browser may send is checked before it is believed."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.charts.overview import overview
from explainer.components.headgrid import picked_pair

MOSAIC = overview(weights=np.zeros((3, 8, 4, 4)), dark=False)


@pytest.mark.parametrize(
    ("sent", "pair"),
    [
        ([0, 0], (0, 0)),
        ([2, 7], (2, 7)),
        ([3, 0], None),
        ([0, 8], None),
        ([-1, 0], None),
        ([1], None),
        ("12", None),
        (None, None),
        ([True, 0], None),
        ([1.0, 2], None),
        ({"layer": 1}, None),
        ([1, "2"], None),
    ],
)
def test_only_a_map_of_the_grid_is_taken(sent: object, pair: tuple[int, int] | None) -> None:
    assert picked_pair(sent, MOSAIC) == pair
