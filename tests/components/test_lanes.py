"""What a browser may send of the drawn columns is checked before it is believed."""

from __future__ import annotations

import pytest

from explainer.components.lanes import HERE, picked_column


@pytest.mark.parametrize(
    ("sent", "place"),
    [(0, 0), (4, 4), (5, None), (-1, None), (True, None), ("1", None), (1.0, None)],
)
def test_only_a_column_is_taken(sent: object, place: int | None) -> None:
    assert picked_column(sent, 5) == place


def test_the_columns_take_their_colours_from_the_palette() -> None:
    for name in ("lanes.js", "lanes.css"):
        assert "#" not in (HERE / name).read_text(encoding="utf-8")
