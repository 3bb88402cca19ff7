"""A whole shared out among tokens by painting: a bar over each, and the model's beside them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, NUMBERS, component

HERE: Final = Path(__file__).parent
COLOURS: Final = (
    "source_text",
    "source_band",
    "weight",
    "weight_text",
    "ink",
    "third",
    "line",
    "panel",
    "page",
)


def paintrow(
    *,
    tokens: Sequence[str],
    painted: Sequence[float] | None,
    shares: Sequence[float] | None,
    words: Mapping[str, str],
    dark: bool,
    key: str,
    on_paint: Callable[[tuple[float, ...]], None],
) -> None:
    """`painted` are the learner's shares, None before the first stroke; with the model's `shares`
    both stand side by side, or the model's alone where nothing was painted, and nothing can be
    painted any more. `on_paint` gets shares that sum to 1.

    `words` has "title", "hint", "own", "model" and "spoken" with holes {token} and {share}.
    """

    def sent() -> None:
        given = read_shares(answer(key, "paint"), len(tokens))
        if given is not None:
            on_paint(given)

    component(HERE, DOM, NUMBERS)(
        key=key,
        data={
            "tokens": list(tokens),
            "painted": None if painted is None else list(painted),
            "shares": None if shares is None else list(shares),
            "words": dict(words),
            "colours": colours_of(dark, COLOURS),
        },
        on_paint_change=sent,
    )


def read_shares(value: Any, count: int) -> tuple[float, ...] | None:
    """What a browser sent as `count` shares that sum to 1; None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != count:
        return None
    if not all(isinstance(n, int | float) and not isinstance(n, bool) for n in value):
        return None
    heights = [float(n) for n in value]
    if not all(math.isfinite(n) and 0 <= n <= 1 for n in heights) or not any(heights):
        return None
    total = sum(heights)
    return tuple(n / total for n in heights)
