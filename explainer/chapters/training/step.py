"""Adam step by step for one weight, compared with SGD on the same gradients."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.optimizer import Settings, Steps, adam, clip_factor, sgd
from explainer.drawings import Choice, drawing, place_in, rounded
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.pickers import Picker, move
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal

Floats = NDArray[np.float64]
STEP = Place("training_step")
EVERY: Final = 2  # steps from one that is written below the drawing to the next
STRIP: Final = 0.4  # height of the gradients below the paths, in heights of these
HEAD: Final = 0.12  # room above the paths, likewise


@dataclass(frozen=True)
class Watched:
    """A weight: its gradients, raw and clipped, and the steps of both optimizers on these."""

    token: str
    raw: Floats
    factors: Floats
    start: float

    @property
    def gradient(self) -> Floats:
        return self.raw * self.factors

    def adam(self, corrected: bool = True) -> Steps:
        return adam(self.gradient, self.start, recipe.RATE, Settings(corrected=corrected))

    def sgd(self) -> Steps:
        return sgd(self.gradient, self.start, recipe.RATE)


def watch(model: str, weight: str = "embedding") -> Watched:
    """Return one of `recipe.watched_weights`, by default of a token's embedding. Raises Busy."""
    course, weights = recipe.gradients(model), recipe.watched_weights(model)
    at = list(weights).index(weight)
    token = model_of(model).tokens(weights["embedding"].place[:1])[0]
    factors = clip_factor(course.norms, recipe.CLIP)
    return Watched(token, course.gradients[at], factors, float(course.starts[at]))


def draw_step(view: View) -> None:
    """Draw the ways of both optimizers over the gradients, and one step with numbers."""
    text, model = view.text, view.translator_name
    if not recipe.pairs(model):
        st.info(text("training.no_pairs"))
        return
    watched = watch(model)
    telling = int(np.abs(watched.gradient).argmin())  # where Adam walks all the same
    token = watched.token.removeprefix("▁")
    with chapter.figure(
        text("training.path", steps=recipe.STEPS, token=token), text("training.path_line")
    ):
        at = Picker(text, (model,)).number(STEP, recipe.STEPS, telling)
        drawing(
            "dragline",
            path_data(text, watched),
            words={},
            key="training_path",
            chosen={"at": at},
            on_choice=_rest,
        )
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(text, equations(watched, at), text("training.step_formula"))
    with code:
        chapter.code(
            text,
            "explainer.analysis.optimizer",
            "adam",
            more=[
                ("explainer.analysis.optimizer", "averages"),
                ("explainer.analysis.optimizer", "sgd"),
            ],
        )


def _rest(choice: Choice) -> None:
    if (at := place_in(choice, "at", recipe.STEPS)) is not None:
        move(STEP, at)


def path_data(text: Text, watched: Watched) -> dict[str, Any]:
    """Return the drawing's data: how far the weight has gone, in learning rates, and gradients."""
    runs = {"target": watched.adam(), "source": watched.sgd()}
    paths = {
        tone: np.append(0.0, run.weight - watched.start) / recipe.RATE for tone, run in runs.items()
    }
    lowest, highest = (f(list(map(f, paths.values()))) for f in (np.min, np.max))
    high = highest - lowest
    strip = lowest - STRIP / 2 * high  # where a gradient is 0
    far = STRIP / 2.5 * high / np.abs(watched.gradient).max()
    names = text.each("training.*", "adam", "sgd")
    steps = range(1, recipe.STEPS + 1)
    return {
        "name": text("training.path_alt"),
        "handle": text("training.step"),
        "x": {
            "title": text("training.step"),
            "low": 0,
            "high": recipe.STEPS,
            "ticks": [(step, str(step)) for step in range(0, recipe.STEPS + 1, EVERY)],
        },
        "y": {
            "title": text("training.moved", rate=f"{recipe.RATE:f}".rstrip("0")),
            "low": lowest - STRIP * high,
            "high": highest + HEAD * high,
            "ticks": [
                (far, decimal(far, 0))
                for far in range(math.ceil(lowest), math.floor(highest) + 1, 1 + int(high / 5))
            ],
        },
        "stops": [
            {
                "x": step,
                "label": text("training.step_at", step=step),
                "facts": [
                    (text("training.gradient_short"), decimal(g, 4)),
                    *(
                        (name, f"{decimal(run.added[step - 1] / recipe.RATE)} η")
                        for name, run in zip(names.values(), runs.values(), strict=True)
                    ),
                ],
            }
            for step, g in zip(steps, watched.gradient, strict=True)
        ],
        "curves": [
            {
                "name": name,
                "tone": tone,
                "mark": -4,
                "points": [list(enumerate(rounded(paths[tone])))],
            }
            for name, tone in zip(names.values(), paths, strict=True)
        ],
        "bars": [
            {
                "name": "g",
                "tone": "residual",
                "at": (0, strip),
                "bars": [
                    (step, strip, round(float(strip + far * g), 4))
                    for step, g in zip(steps, watched.gradient, strict=True)
                ],
            }
        ],
        "dots": [],
        "levels": [],
    }


def tex(value: float) -> str:
    """Format three digits for KaTeX, small numbers as a power of ten."""
    if value == 0:
        return "0"
    if 0.001 <= abs(value) < 1000:
        return f"{value:.4f}"
    mantissa, power = f"{value:.2e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def equations(watched: Watched, at: int) -> list[str]:
    """Return one step: clipping, moments, corrections, and both updates."""
    adam, sgd, t = watched.adam(), watched.sgd(), at + 1
    before = (adam.first[at - 1], adam.second[at - 1]) if at else (0.0, 0.0)
    g, b1, b2 = float(watched.gradient[at]), Settings.beta1, Settings.beta2
    return [
        rf"g_{{{t}}} = \min\!\left(1, \tfrac{{c}}{{\lVert g \rVert}}\right) g = "
        rf"{watched.factors[at]:.4f} \cdot ({tex(float(watched.raw[at]))}) = {tex(g)}",
        rf"m_{{{t}}} = \beta_1 m_{{{t - 1}}} + (1-\beta_1)\, g = {b1:g} \cdot ({tex(before[0])})"
        rf" + {1 - b1:.3g} \cdot ({tex(g)}) = {tex(float(adam.first[at]))}",
        rf"v_{{{t}}} = \beta_2 v_{{{t - 1}}} + (1-\beta_2)\, g^2 = {b2:g} \cdot {tex(before[1])}"
        rf" + {1 - b2:.3g} \cdot ({tex(g)})^2 = {tex(float(adam.second[at]))}",
        rf"\hat m = \frac{{m_{{{t}}}}}{{1-\beta_1^{{{t}}}}} = {tex(float(adam.first_hat[at]))}",
        rf"\hat v = \frac{{v_{{{t}}}}}{{1-\beta_2^{{{t}}}}} = {tex(float(adam.second_hat[at]))}",
        rf"\Delta w_{{Adam}} = -\eta \frac{{\hat m}}{{\sqrt{{\hat v}} + \epsilon}} ="
        rf" {tex(float(adam.added[at]))}",
        rf"\Delta w_{{SGD}} = -\eta g = {tex(float(sgd.added[at]))}",
    ]
