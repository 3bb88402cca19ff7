"""Small named attention maps, a button each, to choose a layer and a head from."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.charts.overview import Mosaic
from explainer.charts.palette import colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, component

HERE = Path(__file__).parent
Pair = tuple[int, int]  # (layer, head), counted from 0
COLOURS = ("ink", "second", "third", "line", "panel", "weight", "weight_text")


@dataclass(frozen=True)
class GridText:
    """Finished words: names of layers, and for each map its label, its caption, what is told."""

    title: str
    layer_names: Sequence[str]
    labels: Sequence[Sequence[str]]
    captions: Sequence[Sequence[str]]  # a word or two under the map
    quiet: Sequence[Sequence[bool]]  # those without a clear role stand back
    told: Sequence[Sequence[str]]  # a sentence below the grid while one points at the map


def _veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """Empty maps: neither their cells nor what they do."""
    empty = [[""] * data["heads"] for _ in range(data["layers"])]
    return {**data, "png": "", "captions": empty, "told": empty, "numbers": None}


COMPONENT = component(HERE, DOM, veil=_veil)


def headgrid(
    *,
    mosaic: Mosaic,
    weights: NDArray[np.float32],
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
    frame, `other` a dashed one. `weights` (L, H, Q, K) are what a reader may take away; they are
    sent after the browser has asked for them.
    """

    def clicked() -> None:
        pair = picked_pair(answer(key, "pick"), mosaic)
        if pair is not None:
            on_pick(pair)

    def asked() -> None:
        st.session_state[_asked_key(key)] = True

    COMPONENT(
        key=key,
        data={
            "png": base64.b64encode(mosaic.png).decode("ascii"),
            "layers": mosaic.n_layers,
            "heads": mosaic.n_heads,
            "width": mosaic.map_width,
            "height": mosaic.map_height,
            "gap": mosaic.gap,
            "title": words.title,
            "layer_names": list(words.layer_names),
            "labels": [list(row) for row in words.labels],
            "captions": [list(row) for row in words.captions],
            "quiet": [list(row) for row in words.quiet],
            "told": [list(row) for row in words.told],
            "chosen": list(chosen),
            "other": list(other) if other else None,
            "framed": [list(pair) for pair in framed or [chosen]],
            "colours": colours_of(dark, COLOURS),
            "numbers": _numbers(weights) if st.session_state.pop(_asked_key(key), False) else None,
        },
        on_pick_change=clicked,
        on_numbers_change=asked,
    )


def _asked_key(key: str) -> str:
    return f"{key}.asked"


def _numbers(weights: NDArray[np.float32]) -> dict[str, Any]:
    """Shape and 32-bit numbers, the last index fastest."""
    packed = np.ascontiguousarray(weights, dtype="<f4").tobytes()
    return {"shape": list(weights.shape), "packed": base64.b64encode(packed).decode("ascii")}


def picked_pair(value: object, mosaic: Mosaic) -> Pair | None:
    """What the browser sent as a (layer, head) of this mosaic; None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    layer, head = value
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in (layer, head)):
        return None
    inside = 0 <= layer < mosaic.n_layers and 0 <= head < mosaic.n_heads
    return (layer, head) if inside else None
