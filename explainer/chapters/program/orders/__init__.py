"""In which order layers of attention take query, key and value; strings from each to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, PLAY, RESIZE, SVG, component, obey_one, plain

FOLDER: Final = Path(__file__).parent
COMPONENT: Final = component(FOLDER, DOM, SVG, PLAY, RESIZE, FOLDER.with_name("oneof.js"))
TONES: Final = (*GREYS, "q", "k", "v", "q_text", "k_text", "v_text", "correct_text", "error_text")


@dataclass(frozen=True)
class Call:
    """A layer by its library and name, its arguments in order as (name, what it becomes: a few of
    "qkv"), what True in its mask means, and finished words: that again, what it gives back, what
    stands in for an argument left out. `written` is what the model writes when q, k and v are
    handed over in this order, "" where they cannot be.
    """

    library: str
    name: str
    takes: Sequence[tuple[str, str]]
    mask: Literal["may", "hides", "padding"]
    mask_told: str
    gives: str
    left_out: str
    written: str
    loss: str
    right: bool


def orders(
    *,
    calls: Sequence[Call],
    chosen: int,
    words: Mapping[str, str],
    dark: bool,
    key: str,
    on_pick: Callable[[int], None],
) -> None:
    """`words`: "name", "mask", "gives", "handed", "loss"."""
    COMPONENT(
        key=key,
        data={
            "calls": plain(list(calls)),
            "chosen": chosen,
            "words": dict(words),
            "colours": colours_of(dark, TONES),
        },
        on_pick_change=lambda: obey_one(key, "call", len(calls), on_pick),
    )
