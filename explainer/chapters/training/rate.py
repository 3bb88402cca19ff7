"""Learning-rate schedule: linear warm-up, then inverse square root."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import streamlit as st

from explainer.chapters.training.dropout import draw_dropout
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.runs.registry import model_of
from explainer.text import Text

WARMUP = OneOf(
    "training_warmup",
    (250, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 7000, 8000),
    usual=1000,
)
LAST: Final = 12_000  # step at which the curve ends
EVERY: Final = 2000  # steps from one that is written below the drawing to the next
POINTS: Final = 60  # of the curve, close together at its beginning
DIGITS: Final = 7  # decimals of a rate that travels
LATE: Final = 4  # times the warm-up, where half of the highest rate is left


def draw_rate(view: View) -> None:
    """Draw the schedule of the model's width with its peak as the handle, and dropout."""
    text, width = view.text, model_of(view.translator_name).config.d_model
    with chapter.figure(text("training.schedule"), text("training.schedule_line")):
        warmup = WARMUP.in_drawing(text)
        drawing(
            "dragline",
            schedule_data(text, width),
            words={},
            key="training_schedule",
            chosen={"at": WARMUP.options.index(warmup)},
            on_choice=_rest,
        )
    fallen = draw_dropout(view)
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(text, [*equations(width, warmup), *fallen])
    with code:
        chapter.code(
            text,
            "explainer.training.schedule",
            "learning_rate",
            more=[("explainer.model.dropout", "Dropout.forward")],
        )


def _rest(choice: Choice) -> None:
    if (at := place_in(choice, "at", len(WARMUP.options))) is not None:
        st.session_state[WARMUP.name] = WARMUP.options[at]


def schedule_data(text: Text, width: int) -> dict[str, Any]:
    """Return the drawing's data: a schedule per warm-up, and the curve on which all peaks lie."""
    first = WARMUP.options[0]
    top = recipe.learning_rate(first, width, first)

    def curve(warmup: int, start: int = 1) -> list[tuple[int, float]]:
        steps = {*np.geomspace(start, LAST, POINTS).astype(int).tolist(), start, warmup}
        rates = ((step, recipe.learning_rate(step, width, warmup)) for step in sorted(steps))
        return [(step, round(rate, DIGITS)) for step, rate in rates]

    return {
        "name": text("training.schedule_alt"),
        "handle": text("training.warmup"),
        "x": {
            "title": text("training.step"),
            "low": 0,
            "high": LAST,
            "ticks": [(step, f"{step:,}") for step in range(0, LAST + 1, EVERY)],
        },
        "y": {
            "title": text("training.rate"),
            "low": 0,
            "high": top,
            "ticks": [(rate / 1000, f"{rate / 1000:g}") for rate in range(int(1000 * top) + 1)],
        },
        "stops": [
            {
                "x": warmup,
                "label": text("training.warmup_at", steps=f"{warmup:,}"),
                "facts": [
                    (
                        text("training.highest"),
                        f"{recipe.learning_rate(warmup, width, warmup):.5f}",
                    ),
                    (text("training.half"), f"{LATE * warmup:,}"),
                ],
            }
            for warmup in WARMUP.options
        ],
        "curves": [
            {
                "name": text("training.peaks"),
                "tone": "residual",
                "mark": POINTS // 2,
                "points": [curve(first, first)],
            },
            {
                "name": "",
                "tone": "target",
                "mark": 0,
                "points": [curve(warmup) for warmup in WARMUP.options],
            },
        ],
        "bars": [],
        "dots": [],
        "levels": [],
    }


def equations(width: int, warmup: int) -> list[str]:
    """Return the rate at a late step, and the peak rate."""
    at = LATE * warmup
    fall, rise = at**-0.5, at * warmup**-1.5
    rate = recipe.learning_rate(at, width, warmup)
    top = recipe.learning_rate(warmup, width, warmup)
    return [
        r"\eta = d_{model}^{-1/2} \min(s^{-1/2},\; s \cdot w^{-3/2}) ="
        rf" {width}^{{-1/2}} \min({number(fall)},\; {format_rate(rise)}) = {format_rate(rate)}",
        rf"\eta_{{max}} = \frac{{1}}{{\sqrt{{d_{{model}} \cdot w}}}} ="
        rf" \frac{{1}}{{\sqrt{{{width} \cdot {warmup}}}}} = {format_rate(top)}",
    ]


def format_rate(value: float) -> str:
    return f"{value:.6f}"
