"""The misprint sin((pos / 10000)^(2i/d)), drawn beside the paper's formula."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis import positions
from explainer.chapters.positions.controls import TEXTBOOK
from explainer.chapters.positions.views import two_maps
from explainer.frame.chapter import panel
from explainer.frame.choices import whole_number
from explainer.frame.formula import aligned, number
from explainer.frame.view import View
from explainer.text.numbers import power

# Smaller than the textbook's map: two of them stand here, and every cell is drawn.
WIDTH, LENGTH, BASE = 32, 40, TEXTBOOK[2]
PLACE: Final = 20
PAIR: Final = 4


@panel
def draw_mistake(view: View) -> None:
    """Both functions with numbers of one place and as maps; the sliders change nothing else."""
    text = view.text
    st.markdown(text("positions.mistake_line"))
    place = whole_number(
        text, "positions_wrong_place", text("positions.place"), 0, LENGTH - 1, PLACE
    )
    pair = whole_number(
        text, "positions_wrong_pair", text("positions.pair_choice"), 0, WIDTH // 2 - 1, PAIR
    )
    for line in _lines(place, pair):
        st.latex(aligned(line))
    right, wrong = positions.table(LENGTH, WIDTH), positions.misprinted_encoding(LENGTH, WIDTH)
    maps = [
        (values, name, text("positions.wrong_alt", name=name))
        for values, name in (
            (right, f"✓ {text('positions.right')}"),
            (wrong, f"✗ {text('positions.wrong')}"),
        )
    ]
    two_maps(view, maps, "small")
    _consequences(view, right, wrong)


def _lines(place: int, pair: int) -> list[str]:
    power = f"{2 * pair}/{WIDTH}"
    angle = float(place * positions.rates(WIDTH)[pair])
    caught = float(positions.mistaken_angles(LENGTH, WIDTH)[place, pair])
    return [
        rf"PE_{{{place},\,{2 * pair}}} = \sin\left(\frac{{pos}}{{{BASE}^{{2i/d}}}}\right)"
        rf" = \sin\left(\frac{{{place}}}{{{BASE}^{{{power}}}}}\right)"
        rf" \\[6pt] &= \sin({number(angle)})= {math.sin(angle):.3f}",
        rf"\widetilde{{PE}}_{{{place},\,{2 * pair}}}"
        rf" = \sin\left(\left(\frac{{pos}}{{{BASE}}}\right)^{{2i/d}}\right)"
        rf" = \sin\left(\left(\frac{{{place}}}{{{BASE}}}\right)^{{{power}}}\right)"
        rf" \\[6pt] &= \sin({number(caught)})= {math.sin(caught):.3f}",
    ]


def _consequences(view: View, right: positions.Floats, wrong: positions.Floats) -> None:
    """What is lost, in numbers: no full turn, and dot products that know more than distance."""
    text = view.text
    spreads = [positions.by_distance(table @ table.T).largest_spread for table in (right, wrong)]
    angles = positions.mistaken_angles(LENGTH, WIDTH)
    st.markdown(
        text(
            "positions.mistake_end",
            difference=f"{np.abs(right - wrong).max():.2f}",
            angle=f"{angles.max():.2f}",
            right=power(spreads[0]),
            wrong=f"{spreads[1]:.2f}",
        )
    )
