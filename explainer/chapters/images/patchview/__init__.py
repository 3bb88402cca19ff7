"""A picture cut into patches to choose from, and the numbers of one."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import colours_of
from explainer.components.shared import DOM, RESIZE, Pick, component, obey, plain

FOLDER: Final = Path(__file__).parent
PATCHES: Final = FOLDER.parent / "patches.js"
COLOURS: Final = ("ink", "page", "third", "second", "weight", "q")

Shades = NDArray[np.floating]


@dataclass(frozen=True)
class Words:
    """Finished words: the names of the drawing, of its patches (49) and of the enlarged one; `note`
    stands below the picture.
    """

    name: str
    patches: Sequence[str]
    zoom: str = ""
    note: str = ""


@dataclass(frozen=True)
class Beside:
    """A second picture with a framed patch of its own, and what it is."""

    picture: Shades
    patch: int
    note: str


def patchview(
    picture: Shades,
    *,
    words: Words,
    dark: bool,
    key: str,
    on_pick: Callable[[Pick], None],
    patch: int,
    beside: Beside | None = None,
    strip: bool = False,
) -> None:
    """Draw the (28, 28) picture with its patches as buttons, `patch` framed and, with nothing
    `beside` it, enlarged.

    `strip`: the patches in a line alone, as tokens. `on_pick` gets ("patch", index), or "beside".
    """
    count = len(words.patches)
    sizes = {"patch": count, "beside": count if beside else 0}
    component(FOLDER, DOM, RESIZE, PATCHES)(
        key=key,
        data={
            "pixels": as_bytes(picture),
            "patch": patch,
            "beside": beside and _travelling(beside),
            "strip": strip,
            "words": plain(words),
            "colours": colours_of(dark, COLOURS),
        },
        on_pick_change=partial(obey, key, sizes, on_pick),
    )


def _travelling(beside: Beside) -> dict[str, Any]:
    return {"pixels": as_bytes(beside.picture), "patch": beside.patch, "note": beside.note}


def as_bytes(values: Shades) -> str:
    """0..1 as bytes, the last index fastest."""
    return base64.b64encode(np.rint(255 * np.asarray(values)).astype(np.uint8).tobytes()).decode()
