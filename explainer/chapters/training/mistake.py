"""Mistakes of training, each a run: three were recorded on a toy, two are made on the spot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np
import streamlit as st

from explainer.chapters.training.step import make_chosen
from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.figure import Figure
from explainer.data.mistakes import ToyRun, toy_runs, toy_settings
from explainer.frame import chapter
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs import recipe, resources
from explainer.text import Text
from explainer.text.numbers import percent

SEEDS: Final = (1, 2, 3, 4, 5)
MORE: Final = 8  # tokens that a translation under dropout may be longer


def _share(part: float) -> str:
    return percent(part)


def runs_of(id: str) -> tuple[ToyRun, ...]:
    return tuple(run for run in toy_runs() if run.id == id)


def _facts(text: Text) -> None:
    """What the toy is and how its runs are made again."""
    toy = toy_settings()
    low, high = toy["lengths"]
    st.caption(
        text(
            "training.toy",
            symbols=toy["symbols"],
            low=low,
            high=high,
            layers=toy["n_layers"],
            d_model=toy["d_model"],
            steps=toy["steps"],
        )
    )
    st.code(text("training.command"), language="bash")


def _curves(view: View, lines: Sequence[Curve], value: str, key: str, alt: str) -> None:
    words = view.text("training.step"), value, view.text("training.run")
    chapter.chart(_figure_of(tuple(map(_held, lines)), words, view.dark), alt, key)


def _held(line: Curve) -> Curve:
    """The same with numbers that `_figure_of` can tell apart."""
    x = None if line.x is None else tuple(line.x)
    return replace(line, x=x, y=tuple(line.y))


@lru_cache(maxsize=16)  # most are of runs that were recorded once and for all
def _figure_of(lines: tuple[Curve, ...], words: tuple[str, str, str], dark: bool) -> Figure:
    step, value, run = words
    x = Axis(step, form=",d")
    return curves(lines=lines, x=x, y=Axis(value), name_title=run, dark=dark)


def draw_loss_mistake(view: View) -> None:
    """Loss over PAD, and targets that are not shifted."""
    text = view.text
    usual, padded, same = (runs_of(id)[0] for id in ("usual", "over_pad", "not_shifted"))
    st.markdown(text("training.shift_mistake"))
    _curves(
        view,
        [
            Curve(text("training.run_usual"), usual.loss, "source", x=usual.step),
            Curve(text("training.run_not_shifted"), same.loss, "error", x=same.step),
        ],
        text("training.held_out_loss"),
        "training_not_shifted",
        text("training.shift_alt", loss=f"{same.loss[-1]:.3f}", free=_share(same.free[-1])),
    )
    st.markdown(
        text(
            "training.shift_end",
            forced=_share(same.forced[-1]),
            free=_share(same.free[-1]),
            usual=_share(usual.free[-1]),
        )
    )
    st.markdown(text("training.pad_mistake"))
    _curves(
        view,
        [
            Curve(text("training.run_usual"), usual.train, "source", x=usual.step),
            Curve(text("training.run_over_pad"), padded.train, "error", x=padded.step),
            Curve(text("training.real_usual"), usual.loss, "source", x=usual.step, dash=(5, 4)),
            Curve(text("training.real_over_pad"), padded.loss, "error", x=padded.step, dash=(5, 4)),
        ],
        text("training.loss"),
        "training_over_pad",
        text("training.pad_alt"),
    )
    st.markdown(
        text(
            "training.pad_end",
            shown=f"{padded.train[-1]:.3f}",
            real=f"{padded.loss[-1]:.3f}",
            usual_shown=f"{usual.train[-1]:.3f}",
            usual_real=f"{usual.loss[-1]:.3f}",
            free=_share(padded.free[-1]),
            usual=_share(usual.free[-1]),
        )
    )
    _facts(text)


def draw_rate_mistake(view: View) -> None:
    """The highest rate from the first step on."""
    text = view.text
    st.markdown(text("training.warm_mistake"))
    names = text.each("training.warm_*", "usual", "no_warmup", "fast", "fast_no_warmup")
    runs = {id: runs_of(id) for id in names}
    lines = [
        Curve(
            names[id],
            runs[id][0].loss,
            "error" if "no_warmup" in id else "source",
            x=runs[id][0].step,
            dash=(5, 4) if "fast" in id else (),
        )
        for id in names
    ]
    _curves(view, lines, text("training.held_out_loss"), "training_cold", text("training.warm_alt"))
    show_table(
        text("training.warm_alt"),
        columns_by_title(
            {
                text("training.run"): [names[id] for id in runs for _ in runs[id]],
                text("training.seed"): [run.seed for seeds in runs.values() for run in seeds],
                text("training.held_out_loss"): [
                    r.loss[-1] for seeds in runs.values() for r in seeds
                ],
                text("training.free"): [
                    _share(r.free[-1]) for seeds in runs.values() for r in seeds
                ],
            }
        ),
    )
    st.markdown(text("training.warm_end"))
    _facts(text)


def draw_step_mistake(view: View) -> None:
    """Adam without the correction of its moments, on gradients of the same steps."""
    text = view.text
    rate = recipe.RATE
    chosen = make_chosen(view.translator_name, "cross", (rate, rate), True, (0.9, 0.98))
    right, wrong = chosen.adam(), chosen.adam(corrected=False)
    st.markdown(text("training.bias_mistake"))
    places = np.arange(1.0, len(chosen.gradient) + 1)
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
    beta1, beta2 = chosen.settings.beta1, chosen.settings.beta2
    first = (1 - beta1) / np.sqrt(1 - beta2)
    t = len(places)
    last = (1 - beta1**t) / np.sqrt(1 - beta2**t)
    st.markdown(text("training.bias_end", first=f"{first:.2f}", step=t, last=f"{last:.2f}"))


def draw_dropout_mistake(view: View) -> None:
    """The same sentence translated five times with dropout left on."""
    text, translation = view.text, view.translation
    p = float(view.card.get("model", {}).get("dropout", 0.1))
    st.markdown(text("training.left_on", p=f"{p:g}"))
    source = translation.source.ids
    most = len(translation.predicted) + MORE
    plain = resources.greedy_text(view.translator_name, source)
    written = [recipe.with_dropout(view.translator_name, source, p, seed, most) for seed in SEEDS]
    show_table(
        text("training.left_on_alt"),
        columns_by_title(
            {
                text("training.draw"): [text("training.off"), *map(str, SEEDS)],
                text("training.written"): [plain, *written],
            }
        ),
    )
    changed = sum(words != plain for words in written)
    if not changed:
        st.markdown(text("training.left_on_none", draws=len(SEEDS)))
        return
    st.markdown(
        text("training.left_on_end", changed=changed, draws=len(SEEDS), kinds=len({*written}))
    )
