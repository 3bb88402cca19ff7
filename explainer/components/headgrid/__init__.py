"""Small named attention maps, a button each, to choose a layer and a head from."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    return {**data, "png": "", "captions": empty, "told": empty}


COMPONENT = component(HERE, DOM, veil=_veil)


def headgrid(
    *,
    mosaic: Mosaic,
    words: GridText,
    chosen: Pair,
    dark: bool,
    key: str,
    on_pick: Callable[[Pair], None],
    framed: Sequence[Pair] = (),
) -> None:
    """Draw the grid; `on_pick` gets the (layer, head) of a click before the page runs again.

    `chosen` is where the keyboard starts. The maps of `framed` (by default the chosen one) get a
    frame.
    """

    def clicked() -> None:
        pair = picked_pair(answer(key, "pick"), mosaic)
        if pair is not None:
            on_pick(pair)

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
            "framed": [list(pair) for pair in framed or [chosen]],
            "colours": colours_of(dark, COLOURS),
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
