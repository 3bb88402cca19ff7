"""Adam step by step for one weight, beside plain gradient descent on the same gradients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.optimizer import Settings, Steps, adam, clip_factor, sgd
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import chapter, choices
from explainer.frame.pickers import Picker
from explainer.frame.tables import Column, columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.runs.registry import model_of
from explainer.text import Text

Floats = NDArray[np.float64]
RATES: Final = ("0.0001", "0.001", "0.01")
TIMES: Final = ("1", "100", "1000")


@dataclass(frozen=True)
class Chosen:
    """One weight: its gradients as they came and clipped, and what both optimizers make of them."""

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


def weight_names(text: Text) -> dict[str, str]:
    return text.each("training.weight_*", "embedding", "cross", "ffn", "norm")


def choose(view: View) -> Chosen:
    """The controls. Raises Busy."""
    text, model = view.text, view.translator_name
    weight = choices.segments(
        text, "training_weight", text("training.weight"), weight_names(text), "embedding"
    )
    with st.container(horizontal=True, gap="large"):
        rates = {rate: rate for rate in RATES}
        rate = choices.segments(text, "training_rate", text("training.rate"), rates, RATES[0])
        names = {times: f"× {int(times):,}" for times in TIMES}
        times = choices.segments(text, "training_sgd", text("training.sgd_rate"), names, TIMES[0])
        clip = choices.toggle(
            text, "training_clip", text("training.clip"), True, text("training.clip_help")
        )
    with st.container(horizontal=True, gap="large"):
        beta1 = choices.real_number(text, "training_beta1", "β₁", (0.0, 0.99, 0.01), 0.9)
        beta2 = choices.real_number(text, "training_beta2", "β₂", (0.5, 0.999, 0.001), 0.98)
    return make_chosen(
        model, weight, (float(rate), float(rate) * float(times)), clip, (beta1, beta2)
    )


def make_chosen(
    model: str, weight: str, rates: tuple[float, float], clip: bool, betas: tuple[float, float]
) -> Chosen:
    """`rates` are those of Adam and of SGD. Raises Busy."""
    course, watched = recipe.gradients(model), recipe.watched(model)
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
    """The path of the weight, the moments, one step in numbers."""
    text = view.text
    if not recipe.pairs(view.translator_name):
        st.info(text("training.no_pairs"))
        return
    with chapter.figure(text("training.path", steps=recipe.STEPS), text("training.path_line")):
        place = st.container()  # what sets the curves stands below them
        pick = Picker(text, (view.translator_name,))
        at = pick.slider("training_step", text("training.step"), recipe.STEPS, 0)
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
    """How far the weight has gone from where it was."""
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
    """Gradient, its running mean, and the root of the running mean of its square."""
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
    """Three digits for KaTeX; small numbers as a power of ten."""
    if value == 0:
        return "0"
    if 0.001 <= abs(value) < 1000:
        return f"{value:.4f}"
    mantissa, power = f"{value:.2e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def equations(chosen: Chosen, at: int) -> list[str]:
    """One step: clipping, both moments, their corrections, the step of Adam and that of SGD."""
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
