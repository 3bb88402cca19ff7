"""What the drawing of strands is given."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.charts.palette import PALETTE
from explainer.components.strands import Columns, Panel, strands_payload
from tests.fakes import fake_translation

TRANSLATION = fake_translation(5, 11, 9)
WEIGHTS = TRANSLATION.attention("cross")[0, 1]


@pytest.mark.parametrize("dark", [False, True])
def test_the_weights_and_the_colours_of_both_sides_travel(dark: bool) -> None:
    panel = Panel(TRANSLATION.predicted_pieces, WEIGHTS, "alt")
    columns = Columns("key", "query", "target_text")
    data = strands_payload([panel], TRANSLATION.source.pieces, (0, 4), columns, dark)
    assert np.array(data["panels"][0]["weights"]) == pytest.approx(WEIGHTS, abs=1e-6)
    assert data["keys"] == list(TRANSLATION.source.pieces)
    colours = PALETTE["dark" if dark else "light"]
    for side in ("looks_colour", "asks_colour"):
        name = data["columns"][side]
        assert data["colours"][name] == colours[name]
