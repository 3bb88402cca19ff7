"""A number answered by pulling a bar to its length, under the bars that the question gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, component
from explainer.lessons.parts import Number

HERE: Final = Path(__file__).parent
COLOURS: Final = ("weight", "weight_text", "ink", "second", "third", "line", "panel", "page")


def pullbar(
    *,
    question: Number,
    own: float | None,
    shown: bool,
    words: Mapping[str, str],
    dark: bool,
    key: str,
    on_pull: Callable[[float], None],
) -> None:
    """`own` is the learner's number, None before the first pull. `shown`, the model's stands below
    it and nothing can be pulled any more.

    `words` has "title", "hint", "own" and "model".
    """
    axis = question.axis
    assert axis is not None

    def sent() -> None:
        number = read_number(answer(key, "pull"), question)
        if number is not None:
            on_pull(number)

    component(HERE, DOM)(
        key=key,
        data={
            "low": axis.low,
            "high": axis.high,
            "digits": question.digits,
            "given": [list(bar) for bar in axis.given],
            "own": own,
            "model": question.value if shown else None,
            "words": dict(words),
            "colours": colours_of(dark, COLOURS),
        },
        on_pull_change=sent,
    )


def read_number(value: Any, question: Number) -> float | None:
    """What a browser sent as a number of the axis, rounded as it is asked; None for anything
    else.
    """
    axis = question.axis
    if axis is None or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not math.isfinite(value) or not axis.low <= value <= axis.high:
        return None
    return round(float(value), question.digits)
