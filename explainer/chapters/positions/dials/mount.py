"""Mounts the drawing and hands on where a reader has put a token."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from explainer.components.answers import answer
from explainer.components.shared import DOM, PLAY, RESIZE, SVG, component

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (
    DOM,
    SVG,
    RESIZE,
    PLAY,
    FOLDER / "table.js",
    FOLDER / "layout.js",
    FOLDER / "column.js",
    FOLDER / "hill.js",
    FOLDER / "legs.js",
    FOLDER / "tell.js",
)
Order = tuple[int, ...]


def dials(data: Mapping[str, Any], *, key: str, on_settle: Callable[[int, Order], None]) -> None:
    """Draw the clocks; `on_settle` gets the chosen token and the new order of all but the last."""
    count = len(data["pieces"])

    def settled() -> None:
        rest = read_settled(answer(key, "settled"), count)
        if rest is not None:
            on_settle(*rest)

    component(FOLDER, *SCRIPTS)(key=key, data=dict(data), on_settled_change=settled)


def read_settled(value: object, count: int) -> tuple[int, Order] | None:
    """What a browser sent as [token, order], if `count` tokens can stand so; else None."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    at, order = value
    if type(at) is not int or not 0 <= at < count or not isinstance(order, Sequence):
        return None
    if any(type(token) is not int for token in order) or sorted(order) != list(range(count - 1)):
        return None
    return at, tuple(order)
