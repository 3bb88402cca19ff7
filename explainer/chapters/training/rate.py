"""Learning-rate schedule: linear warm-up, then inverse square root."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.chapters.training.dropout import draw_dropout
from explainer.charts.curves import Axis, Curve, Dots, Rule, curves
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.runs.registry import model_of
from explainer.text import Text

WIDTH = OneOf("training_d_model", (64, 128, 192, 256, 512, 1024), says="d_model")
WARMUP = Slider("training_warmup", 100, 8000, usual=1000)
LAST: Final = 12_000  # step at which the curve ends
POINTS: Final = 241
AT = Slider("training_at", 1, LAST, usual=250, says="training.step")


def draw_rate(view: View) -> None:
    """Draw the schedule for chosen settings, and this model's actual rates."""
    text = view.text
    own = model_of(view.translator_name).config.d_model
    log = recipe.training_log(view.translator_name)
    line = text("training.schedule_alone" if log is None else "training.schedule_line")
    with chapter.figure(text("training.schedule"), line):
        place = st.container()  # what sets the curve stands below it
        widths = sorted({*WIDTH.options, own})
        width = WIDTH.draw(text, {width: str(width) for width in widths}, own)
        warmup, at = WARMUP.draw(text), AT.draw(text)
        steps = np.unique(np.append(np.linspace(1, LAST, POINTS).astype(int), warmup))
        rates = [recipe.learning_rate(int(step), width, warmup) for step in steps]
        lines = [Curve(text("training.formula_curve"), rates, "target", x=steps, pointed=False)]
        if log is not None:
            name = text("training.own_curve", model=view.translator_name)
            lines.append(Curve(name, log.rate, "source", x=log.step))
        here = recipe.learning_rate(at, width, warmup)
        top = max(float(max(line.y)) for line in lines)
        figure = curves(
            lines=lines,
            x=Axis(text("training.step"), form=",d"),
            y=Axis(text("training.rate"), form="~g", span=(0, 1.1 * top)),
            name_title=text("training.what"),
            dots=[
                Dots(text("training.chosen_step"), [at], [here], "ink", shape="diamond", size=110)
            ],
            rules=[Rule(at)],
            dark=view.dark,
        )
        alt = text("training.schedule_alt", step=at, rate=f"{here:.3g}", warmup=warmup)
        with place:
            chapter.chart(figure, alt, "training_schedule")
        st.caption(rate_text(text, at, here, view.translator_name, log))
        if log is not None:
            st.caption(text("training.schedule_note"))
    fallen = draw_dropout(view)
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(text, [*equations(width, warmup, at), *fallen])
    with code:
        chapter.code(
            text,
            "explainer.training.schedule",
            "learning_rate",
            more=[("explainer.model.dropout", "Dropout.forward")],
        )


def rate_text(text: Text, at: int, rate: float, model: str, log: recipe.TrainingLog | None) -> str:
    """State the schedule's rate at a step, and the log's nearest one."""
    said = text("training.rate_at", step=f"{at:,}", rate=f"{rate:.3g}")
    if log is None:
        return said
    near = min(range(len(log.step)), key=lambda line: abs(log.step[line] - at))
    own = {"step": f"{log.step[near]:,.0f}", "rate": f"{log.rate[near]:.3g}"}
    return f"{said} {text('training.own_rate_at', model=model, **own)}"


def equations(width: int, warmup: int, at: int) -> list[str]:
    """Return the rate at one step, and the peak rate."""
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
