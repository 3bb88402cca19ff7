"""Common misprint: sin((pos / 10000)^(2i/d)), beside the paper's formula."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.analysis import positions
from explainer.chapters.positions.controls import channel_name
from explainer.frame import chapter
from explainer.frame.maps import Scale, Side, draw_map
from explainer.frame.view import View
from explainer.text.numbers import power

WIDTH, LENGTH = 32, 40
CHANNELS: Final = (0, 4, 8)  # drawn of both


def draw_mistake(view: View) -> None:
    """Draw dimensions of both functions below each other, and state what is lost."""
    text = view.text
    tables = positions.table(LENGTH, WIDTH), positions.misprinted_encoding(LENGTH, WIDTH)
    right, wrong = (positions.by_distance(table @ table.T).largest_spread for table in tables)
    angle = positions.mistaken_angles(LENGTH, WIDTH).max()
    chapter.wrong(
        text,
        text(
            "positions.mistake_line", angle=f"{angle:.2f}", right=power(right), wrong=f"{wrong:.2f}"
        ),
    )
    rows = {
        f"{chapter.SIGNS[is_right]} {channel_name(text, channel)}": table[:, channel]
        for channel in CHANNELS
        for is_right, table in zip((True, False), tables, strict=True)
    }
    draw_map(
        text,
        "positions_mistake",
        np.array([*rows.values()]),
        text("positions.wrong_alt"),
        rows=Side("", [*rows]),
        keys=Side(text("positions.position")),
        scale=Scale(text("positions.value"), "signed", limit=1.0),
    )
