"""A layer of ours beside PyTorch's: which weight lies where, and how far apart both come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, PLAY, RESIZE, SVG, component, obey, plain

FOLDER: Final = Path(__file__).parent
COMPONENT: Final = component(FOLDER, DOM, SVG, PLAY, RESIZE, FOLDER.with_name("oneof.js"))
ROLES: Final = ("q", "k", "v", "residual", "source", "target", "memory", "error")
TONES: Final = (*GREYS, *ROLES, *(f"{role}_text" for role in ROLES), "correct_text")


@dataclass(frozen=True)
class Joint:
    """A weight of the layer in both programs; `role` is the name of its colour.

    `fed` is what goes in on our side, `asked` what PyTorch calls that argument; "" where a layer
    has but one. Theirs are the rows `first` to `first` + those of `shape` of `rows`. Both `packed`
    are the same few numbers, 32 bits each, by rows of `columns`.
    """

    role: str
    group: str
    name: str
    their_group: str
    their_name: str
    path: str
    their_path: str
    fed: str
    asked: str
    shape: tuple[int, ...]
    first: int
    rows: int
    columns: int
    packed: str
    their_packed: str
    difference: str
    told: str


@dataclass(frozen=True)
class Level:
    """After a layer: the engine's largest number and how far PyTorch is from it, as number and in
    words; None where it is none."""

    stack: str
    name: str
    size: float
    difference: float | None
    told: str


def slots(
    *,
    joints: Sequence[Joint],
    levels: Sequence[Level],
    chosen: tuple[int, int],
    outcome: Mapping[str, Any],
    words: Mapping[str, str],
    dark: bool,
    key: str,
    on_pick: Callable[[tuple[str, int]], None],
) -> None:
    """`chosen` are the layer among the `levels` and the weight among the `joints`; the last level,
    the logits, is no layer. `outcome`: "written", "loss", "error", whether it is "right".
    """
    sizes = {"slot": len(joints), "layer": len(levels) - 1}
    COMPONENT(
        key=key,
        data={
            "joints": plain(list(joints)),
            "levels": plain(list(levels)),
            "layer": chosen[0],
            "chosen": chosen[1],
            "outcome": dict(outcome),
            "words": dict(words),
            "colours": colours_of(dark, TONES),
        },
        on_pick_change=lambda: obey(key, sizes, on_pick),
    )
