"""Common training mistakes as training runs: two recorded, one live."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import streamlit as st

from explainer.analysis.optimizer import Settings
from explainer.chapters.training.step import watch
from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.figure import Figure
from explainer.data.mistakes import ToyRun, toy_runs, toy_settings
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.text import Text
from explainer.text.numbers import percent


def runs_of(id: str) -> tuple[ToyRun, ...]:
    """Return the recorded runs of a mistake."""
    return tuple(run for run in toy_runs() if run.id == id)


def _facts(text: Text) -> None:
    """Describe the toy."""
    toy = toy_settings()
    st.caption(text("training.toy", layers=toy["n_layers"], d_model=toy["d_model"]))


def _curves(view: View, lines: Sequence[Curve], value: str, key: str, alt: str) -> None:
    words = view.text("training.step"), value, view.text("training.run")
    chapter.chart(_figure_of(tuple(map(_held, lines)), words, view.dark), alt, key)


def _held(line: Curve) -> Curve:
    """Return the sentence with placeholder numbers that `_figure_of` can tell apart."""
    x = None if line.x is None else tuple(line.x)
    return replace(line, x=x, y=tuple(line.y))


@lru_cache(maxsize=16)  # most are of runs that were recorded once and for all
def _figure_of(lines: tuple[Curve, ...], words: tuple[str, str, str], dark: bool) -> Figure:
    step, value, run = words
    x = Axis(step, form=",d")
    return curves(lines=lines, x=x, y=Axis(value), name_title=run, dark=dark)


def draw_loss_mistake(view: View) -> None:
    """Average the loss over PAD."""
    text = view.text
    usual, padded = (runs_of(id)[0] for id in ("usual", "over_pad"))
    told = {"shown": f"{padded.train[-1]:.3f}", "usual_shown": f"{usual.train[-1]:.3f}"}
    told |= {"real": f"{padded.loss[-1]:.3f}", "usual_real": f"{usual.loss[-1]:.3f}"}
    chapter.wrong(text, text("training.pad_mistake", **told))
    _curves(
        view,
        [
            Curve(text("training.run_usual"), usual.train, "source", x=usual.step),
            Curve(text("training.run_over_pad"), padded.train, "error", x=padded.step),
        ],
        text("training.loss"),
        "training_over_pad",
        text("training.pad_alt"),
    )
    _facts(text)


def draw_rate_mistake(view: View) -> None:
    """Use the peak learning rate from the first step, without warm-up."""
    text = view.text
    names = text.each("training.warm_*", "fast", "fast_no_warmup")
    warm, cold = (runs_of(id)[0] for id in names)
    free = {"warm": percent(warm.free[-1]), "cold": percent(cold.free[-1])}
    chapter.wrong(text, text("training.warm_mistake", **free))
    lines = [
        Curve(names[run.id], run.loss, tone, x=run.step)
        for run, tone in ((warm, "source"), (cold, "error"))
    ]
    _curves(view, lines, text("training.held_out_loss"), "training_cold", text("training.warm_alt"))
    _facts(text)


def draw_step_mistake(view: View) -> None:
    """Run Adam without bias correction on the same gradients."""
    text = view.text
    if not recipe.pairs(view.translator_name):  # the figure says so
        return
    watched = watch(view.translator_name, "cross")
    right, wrong = watched.adam(), watched.adam(corrected=False)
    first = (1 - Settings.beta1) / np.sqrt(1 - Settings.beta2)
    chapter.wrong(text, text("training.bias_mistake", first=f"{first:.2f}"))
    places = np.arange(1.0, len(watched.gradient) + 1)
    _curves(
        view,
        [
            Curve(text("training.corrected"), right.added, "target", x=places),
            Curve(text("training.uncorrected"), wrong.added, "error", x=places),
        ],
        text("training.added_adam"),
        "training_bias",
        text("training.bias_alt"),
    )
