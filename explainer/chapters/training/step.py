"""Adam step by step for one weight, compared with SGD on the same gradients."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.optimizer import Settings, Steps, adam, clip_factor, sgd
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Place, Slider, Switch
from explainer.frame.pickers import Picker
from explainer.frame.tables import Column, columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.runs.registry import model_of
from explainer.text import Text

Floats = NDArray[np.float64]
STEP = Place("training_step")
WEIGHT = OneOf("training_weight", ("embedding", "cross", "ffn", "norm"))
RATE = OneOf("training_rate", ("0.0001", "0.001", "0.01"))
SGD = OneOf("training_sgd", (1, 100, 1000), says="training.sgd_rate")  # times that of Adam
CLIP = Switch("training_clip", usual=True)
BETA1 = Slider("training_beta1", 0.0, 0.99, 0.01, usual=0.9, says="β₁")
BETA2 = Slider("training_beta2", 0.5, 0.999, 0.001, usual=0.98, says="β₂")


@dataclass(frozen=True)
class Chosen:
    """A weight: its gradients raw and clipped, and the settings of both optimizers."""

    name: str
    gradient: Floats
    factors: Floats
    norms: Floats
    start: float
    rate: float
    sgd_rate: float
    settings: Settings

    @property
    def clipped_gradient(self) -> Floats:
        return self.gradient * self.factors

    def adam(self, corrected: bool = True) -> Steps:
        beta1, beta2 = self.settings.beta1, self.settings.beta2
        return adam(
            self.clipped_gradient,
            self.start,
            self.rate,
            Settings(beta1, beta2, corrected=corrected),
        )

    def sgd(self) -> Steps:
        return sgd(self.clipped_gradient, self.start, self.sgd_rate)


def choose(view: View) -> Chosen:
    """Draw the controls. Raises Busy."""
    text, model = view.text, view.translator_name
    weight = WEIGHT.draw(text)
    with st.container(horizontal=True, gap="large"):
        rate = float(RATE.draw(text))
        times = SGD.draw(text, {times: f"× {times:,}" for times in SGD.options})
        clip = CLIP.draw(text)
    with st.container(horizontal=True, gap="large"):
        betas = BETA1.draw(text), BETA2.draw(text)
    return make_chosen(model, weight, (rate, rate * times), clip, betas)


def make_chosen(
    model: str, weight: str, rates: tuple[float, float], clip: bool, betas: tuple[float, float]
) -> Chosen:
    """Compute a weight's gradients; `rates` are for Adam and SGD. Raises Busy."""
    course, watched = recipe.gradients(model), recipe.watched_weights(model)
    at = list(watched).index(weight)
    where = watched[weight].place
    name = f"{watched[weight].name}[{', '.join(map(str, where))}]"
    if weight == "embedding":
        name += f"  # {model_of(model).tokens(where[:1])[0]}"
    return Chosen(
        name=name,
        gradient=course.gradients[at],
        factors=clip_factor(course.norms, recipe.CLIP) if clip else np.ones_like(course.norms),
        norms=course.norms,
        start=float(course.starts[at]),
        rate=rates[0],
        sgd_rate=rates[1],
        settings=Settings(*betas),
    )


def draw_step(view: View) -> None:
    """Draw the weight's path, the moments, and one step with numbers."""
    text = view.text
    if not recipe.pairs(view.translator_name):
        st.info(text("training.no_pairs"))
        return
    with chapter.figure(text("training.path", steps=recipe.STEPS), text("training.path_line")):
        place = st.container()  # what sets the curves stands below them
        pick = Picker(text, (view.translator_name,))
        at = pick.slider(STEP, recipe.STEPS, 0)
        chosen = choose(view)
        with place:
            left, right = st.columns(2, gap="large")
            with left:
                _path(view, chosen, at)
            with right:
                _moments(view, chosen, at)
        st.code(chosen.name, language=None)
        _table(text, chosen)
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(text, equations(chosen, at))
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


def _path(view: View, chosen: Chosen, at: int) -> None:
    """Draw how far the weight has moved."""
    text = view.text
    places = np.arange(len(chosen.gradient) + 1.0)
    lines = [
        Curve(name, np.append(0.0, run.weight - chosen.start), tone, x=places)
        for name, run, tone in (
            (text("training.adam"), chosen.adam(), "target"),
            (text("training.sgd"), chosen.sgd(), "source"),
        )
    ]
    figure = curves(
        lines=lines,
        x=Axis(text("training.step")),
        y=Axis(text("training.moved"), form="~g"),
        name_title=text("training.optimizer"),
        rules=[Rule(at + 1)],
        form="+.3~g",
        dark=view.dark,
    )
    alt = text(
        "training.path_alt",
        step=at + 1,
        adam=f"{lines[0].y[at + 1]:+.2g}",
        sgd=f"{lines[1].y[at + 1]:+.2g}",
    )
    chapter.chart(figure, alt, "training_path")


def _moments(view: View, chosen: Chosen, at: int) -> None:
    """Draw gradient, first moment, and root of the second moment."""
    text, adam = view.text, chosen.adam()
    places = np.arange(1.0, len(chosen.gradient) + 1)
    figure = curves(
        lines=[
            Curve(text("training.gradient_short"), chosen.clipped_gradient, "residual", x=places),
            Curve(text("training.first_hat"), adam.first_hat, "target", x=places),
            Curve(text("training.root"), np.sqrt(adam.second_hat), "weight", x=places),
        ],
        x=Axis(text("training.step")),
        y=Axis(text("training.value"), form="~g"),
        name_title=text("training.what"),
        rules=[Rule(at + 1)],
        dark=view.dark,
    )
    alt = text("training.moments_alt", step=at + 1)
    chapter.chart(figure, alt, "training_moments")


def _table(text: Text, chosen: Chosen) -> None:
    place = chapter.table(text("training.table"), "training_table")
    if not place.open:
        return
    adam, sgd = chosen.adam(), chosen.sgd()
    first = Column(text("training.step"), np.arange(1, len(chosen.gradient) + 1))
    numbers = {
        text("training.norm"): chosen.norms,
        text("training.factor"): chosen.factors,
        text("training.gradient_short"): chosen.clipped_gradient,
        "m": adam.first,
        "v": adam.second,
        "m̂": adam.first_hat,
        "v̂": adam.second_hat,
        text("training.added_adam"): adam.added,
        text("training.added_sgd"): sgd.added,
    }
    with place:
        show_table(
            text("training.table"), {first.title: first, **columns_by_title(numbers, "%.3g")}
        )


def tex(value: float) -> str:
    """Format three digits for KaTeX, small numbers as a power of ten."""
    if value == 0:
        return "0"
    if 0.001 <= abs(value) < 1000:
        return f"{value:.4f}"
    mantissa, power = f"{value:.2e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def equations(chosen: Chosen, at: int) -> list[str]:
    """Return one step: clipping, moments, corrections, and both updates."""
    adam, sgd, t = chosen.adam(), chosen.sgd(), at + 1
    before = (adam.first[at - 1], adam.second[at - 1]) if at else (0.0, 0.0)
    g, b1, b2 = float(chosen.clipped_gradient[at]), chosen.settings.beta1, chosen.settings.beta2
    return [
        rf"g_{{{t}}} = \min\!\left(1, \tfrac{{c}}{{\lVert g \rVert}}\right) g = "
        rf"{chosen.factors[at]:.4f} \cdot ({tex(float(chosen.gradient[at]))}) = {tex(g)}",
        rf"m_{{{t}}} = \beta_1 m_{{{t - 1}}} + (1-\beta_1)\, g = {b1:g} \cdot ({tex(before[0])})"
        rf" + {1 - b1:.3g} \cdot ({tex(g)}) = {tex(float(adam.first[at]))}",
        rf"v_{{{t}}} = \beta_2 v_{{{t - 1}}} + (1-\beta_2)\, g^2 = {b2:g} \cdot {tex(before[1])}"
        rf" + {1 - b2:.3g} \cdot ({tex(g)})^2 = {tex(float(adam.second[at]))}",
        rf"\hat m = \frac{{m_{{{t}}}}}{{1-\beta_1^{{{t}}}}} = {tex(float(adam.first_hat[at]))}",
        rf"\hat v = \frac{{v_{{{t}}}}}{{1-\beta_2^{{{t}}}}} = {tex(float(adam.second_hat[at]))}",
        rf"\Delta w_{{Adam}} = -\eta \frac{{\hat m}}{{\sqrt{{\hat v}} + \epsilon}} ="
        rf" {tex(float(adam.added[at]))}",
        rf"\Delta w_{{SGD}} = -\eta' g = {tex(float(sgd.added[at]))}",
    ]
