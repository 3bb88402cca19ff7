"""A grid of small attention maps to choose a layer and a head from, by mouse or keyboard."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from explainer.charts.overview import Mosaic
from explainer.charts.palette import PALETTE, theme
from explainer.ui.components.shared import DOM, component

HERE = Path(__file__).parent
Pair = tuple[int, int]  # (layer, head), counted from 0
COLOURS = ("ink", "third", "weight", "weight_text")


@dataclass(frozen=True)
class GridText:
    """Finished words: names of rows and columns, and for each map its label and its tooltip."""

    title: str
    corner: str
    layer_names: Sequence[str]
    head_names: Sequence[str]
    labels: Sequence[Sequence[str]]
    tips: Sequence[Sequence[str]]


COMPONENT = component(HERE, DOM)


def headgrid(
    *,
    mosaic: Mosaic,
    words: GridText,
    chosen: Pair,
    dark: bool,
    key: str,
    on_pick: Callable[[Pair], None],
    other: Pair | None = None,
    framed: Sequence[Pair] = (),
) -> None:
    """Draw the grid; `on_pick` gets the (layer, head) of a click before the page runs again.

    `chosen` is where the keyboard starts. The maps of `framed` (by default the chosen one) get a
    frame, `other` a dashed one.
    """
    colours = PALETTE[theme(dark)]

    def clicked() -> None:
        pair = picked_pair(st.session_state[key]["pick"], mosaic)
        if pair is not None:
            on_pick(pair)

    COMPONENT(
        key=key,
        data={
            "png": base64.b64encode(mosaic.png).decode("ascii"),
            "layers": mosaic.n_layers, "heads": mosaic.n_heads,
            "width": mosaic.map_width, "height": mosaic.map_height, "gap": mosaic.gap,
            "title": words.title, "corner": words.corner,
            "layer_names": list(words.layer_names), "head_names": list(words.head_names),
            "labels": [list(row) for row in words.labels],
            "tips": [list(row) for row in words.tips],
            "chosen": list(chosen), "other": list(other) if other else None,
            "framed": [list(pair) for pair in framed or [chosen]],
            "colours": {name: colours[name] for name in COLOURS},
        },
        on_pick_change=clicked,
    )


def picked_pair(value: object, mosaic: Mosaic) -> Pair | None:
    """What the browser sent as a (layer, head) of this mosaic; None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    layer, head = value
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in (layer, head)):
        return None
    inside = 0 <= layer < mosaic.n_layers and 0 <= head < mosaic.n_heads
    return (layer, head) if inside else None
