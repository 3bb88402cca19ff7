"""Common misprint: sin((pos / 10000)^(2i/d)), beside the paper's formula."""

from __future__ import annotations

import streamlit as st

from explainer.analysis import positions
from explainer.frame import chapter
from explainer.frame.maps import Scale, Side, draw_map
from explainer.frame.view import View
from explainer.text.numbers import power

# Smaller than the textbook's map: two of them stand here, and every cell is drawn.
WIDTH, LENGTH = 32, 40


def draw_mistake(view: View) -> None:
    """Draw both functions as maps, and state what is lost."""
    text = view.text
    right, wrong = positions.table(LENGTH, WIDTH), positions.misprinted_encoding(LENGTH, WIDTH)
    spreads = [positions.by_distance(table @ table.T).largest_spread for table in (right, wrong)]
    chapter.wrong(
        text,
        text(
            "positions.mistake_line",
            angle=f"{positions.mistaken_angles(LENGTH, WIDTH).max():.2f}",
            right=power(spreads[0]),
            wrong=f"{spreads[1]:.2f}",
        ),
    )
    maps = {f"✓ {text('positions.right')}": right, f"✗ {text('positions.wrong')}": wrong}
    for place, (name, values) in zip(st.columns(2, gap="small"), maps.items(), strict=True):
        with place:
            draw_map(
                text,
                f"positions_mistake_{name[0]}",
                values,
                text("positions.wrong_alt", name=name),
                rows=Side(text("positions.position")),
                keys=Side(text("positions.channel")),
                scale=Scale(text("positions.value"), "signed", limit=1.0),
                head=name,
            )
