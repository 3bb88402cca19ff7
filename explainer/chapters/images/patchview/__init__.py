"""A picture cut into patches to choose from, the numbers of one, and what heads look at."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import colours_of
from explainer.components.shared import DOM, Pick, component, obey

FOLDER: Final = Path(__file__).parent
COLOURS: Final = ("ink", "page", "line", "third", "second", "weight", "weight_text", "panel", "q")

Shades = NDArray[np.floating]


@dataclass(frozen=True)
class Words:
    """Finished words: the names of the drawing, of its patches (49), of the enlarged one and of the
    heads (none, or one each); `note` stands below the picture.
    """

    name: str
    patches: Sequence[str]
    zoom: str = ""
    note: str = ""
    heads: Sequence[str] = ()
    heads_name: str = ""


def patchview(
    picture: Shades,
    *,
    words: Words,
    dark: bool,
    key: str,
    on_pick: Callable[[Pick], None],
    patch: int | None = None,
    shades: Shades | None = None,
    heads: Shades | None = None,
    head: int = 0,
    zoomed: bool = True,
    strip: bool = False,
) -> None:
    """Draw the (28, 28) picture with its patches as buttons, `patch` framed (`zoomed`: enlarged).

    `shades` (49,) from 0 to 1 are painted over it. `heads` (H, 49) are small pictures to choose
    from, painted in the same way. `strip`: the patches in a line alone, as tokens.
    `on_pick` gets ("patch" or "head", index).
    """
    sizes = {"patch": len(words.patches), "head": 0 if heads is None else len(heads)}
    component(FOLDER, DOM)(
        key=key,
        data={
            "pixels": _bytes(picture),
            "patch": patch,
            "zoomed": zoomed,
            "strip": strip,
            "shades": None if shades is None else _bytes(shades),
            "heads": [] if heads is None else [_bytes(one) for one in heads],
            "head": head,
            "words": {
                "name": words.name,
                "patches": list(words.patches),
                "zoom": words.zoom,
                "note": words.note,
                "heads": list(words.heads),
                "heads_name": words.heads_name,
            },
            "colours": colours_of(dark, COLOURS),
        },
        on_pick_change=partial(obey, key, sizes, on_pick),
    )


def _bytes(values: Shades) -> str:
    """0..1 as bytes, the last index fastest."""
    return base64.b64encode(np.rint(255 * np.asarray(values)).astype(np.uint8).tobytes()).decode()
