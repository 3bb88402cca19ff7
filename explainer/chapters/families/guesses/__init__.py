"""The guesses of a model for one place, as bars, and what all others have together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DIGITS, DOM, NUMBERS, RESIZE, component

FOLDER: Final = Path(__file__).parent


def guesses_payload(
    names: Sequence[str],
    probs: Sequence[float],
    *,
    chosen: int | None,
    others: str,
    title: str,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `chosen` is the place of the right guess, if it is among them.

    Raises ValueError where names and probabilities are not equally many.
    """
    bars: list[dict[str, Any]] = [
        {"name": name, "p": round(float(p), DIGITS), "on": place == chosen}
        for place, (name, p) in enumerate(zip(names, probs, strict=True))
    ]
    rest = max(0.0, 1.0 - sum(float(p) for p in probs))
    bars.append({"name": others, "p": round(rest, DIGITS), "rest": True})
    return {
        "bars": bars,
        "title": title,
        "colours": colours_of(dark, (*GREYS, "target", "target_text", "residual")),
    }


def guesses(data: dict[str, Any], *, key: str) -> None:
    """Draw them."""
    component(FOLDER, DOM, NUMBERS, RESIZE)(key=key, data=data)
