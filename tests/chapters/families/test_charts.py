"""The two halves of a family are drawn as they are given."""

from __future__ import annotations

from typing import Any

import pytest

from explainer.chapters.families.chart_halves import ROWS, Box, Stack, halves
from explainer.charts.palette import PALETTE
from tests.charts.vega_lite import column, rows

FULL = [Box(str(row), "note" if row == 2 else "") for row in range(ROWS)]
LEFT = Stack("encoder", FULL, "source")
NONE = Stack("no decoder", [Box(""), *FULL[1:]], "none")


@pytest.mark.parametrize("dark", [False, True])
def test_a_missing_half_is_dashed_and_nothing_flows_through_it(dark: bool) -> None:
    drawn = halves(left=LEFT, right=NONE, over=None, dark=dark)
    boxes = rows(drawn, "boxes")
    assert [box["title"] for box in boxes] == [*"012345", *"12345"]
    assert [box["dashed"] for box in boxes] == [False] * 6 + [True] * 5
    lines = rows(drawn, "lines")
    assert len(lines) == 5 and all(line["kind"] == "stream" for line in lines)
    colours = PALETTE["dark" if dark else "light"]
    page, band = colours["page"], colours["source_band"]
    assert [box["fill"] for box in boxes[:ROWS]] == [page, *[band] * 4, page]
    words: list[Any] = column(drawn, "words_inside", "text")
    assert words == [*"012345", *"12345", "note", "note"]


def test_a_bridge_leads_from_box_to_box_and_other_words_keep_the_specification() -> None:
    drawn = halves(left=LEFT, right=LEFT, over=(4, 3), dark=False)
    *_, first, _, last = rows(drawn, "lines")
    boxes = rows(drawn, "boxes")
    assert (first["x"], last["x2"]) == (boxes[4]["x2"], boxes[9]["x"])
    assert first["y"] == (boxes[4]["y"] + boxes[4]["y2"]) / 2
    assert last["y2"] == (boxes[9]["y"] + boxes[9]["y2"]) / 2 and last["head"]
    assert halves(left=LEFT, right=NONE, over=None, dark=False).spec is drawn.spec
    with pytest.raises(ValueError, match="rows"):
        halves(left=LEFT, right=Stack("", FULL[1:], "none"), over=None, dark=False)
