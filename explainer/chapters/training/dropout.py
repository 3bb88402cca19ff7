"""Dropout on a vector of the reader's own sentence: which units fall, and what the mean keeps."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.dropout import drop_units, kept_units, running_mean
from explainer.charts.cell_map import Scale, cell_map
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import chapter, choices
from explainer.frame.pickers import numbers_from_one, picker, start_step
from explainer.frame.view import View
from explainer.text.numbers import decimal

Floats = NDArray[np.float64]
DRAWS: Final = 400
COLUMNS: Final = 24
POINTS: Final = 40  # of the curve, close together at its beginning


def draw_dropout(view: View) -> None:
    """Before and after on one vector; the mean of one unit over many draws."""
    text, translation, dark = view.text, view.translation, view.dark
    layers = translation.attention("cross").shape[0]
    vectors = translation.trace[f"decoder.{layers - 1}.ffn.out"].astype(np.float64)
    pick = picker(text, translation, "dropout")
    with chapter.figure(text("training.fall"), text("training.fall_line")):
        place = st.container()  # what sets the maps stands below them
        step = pick.select(
            "training_token",
            text("words.piece"),
            [f"{at}. {piece}" for at, piece in enumerate(translation.predicted_pieces, start=1)],
            start_step(translation),
        )
        usual = float(view.card.get("model", {}).get("dropout", 0.1))
        with st.container(horizontal=True, gap="large"):
            p = choices.real_number(text, "training_p", "p", (0.0, 0.9, 0.05), usual)
            seed = choices.whole_number(text, "training_draw", text("training.draw"), 1, 50, 1)
        values = vectors[step]
        kept = kept_units(len(values), p, DRAWS, seed)
        after = drop_units(values, kept, p)
        width = min(COLUMNS, len(values))
        rows = len(values) // width
        limit = float(np.abs(after[0]).max(initial=np.abs(values).max()))
        maps = (
            (text("training.mode_eval"), values, np.ones_like(kept[0]), "training_whole"),
            (text("training.mode_train"), after[0], kept[0], "training_fallen"),
        )
        for column, (title, shown, stays, key) in zip(place.columns(2), maps, strict=True):
            with column:
                st.markdown(f"**{title}**")
                figure = cell_map(
                    values=shown[: rows * width].reshape(rows, width),
                    row_labels=[str(1 + row * width) for row in range(rows)],
                    key_labels=numbers_from_one(width),
                    row_title="",
                    key_title=text("training.unit"),
                    value_title=text("training.value"),
                    scale=Scale("signed", limit, ".1f"),
                    masked=~stays[: rows * width].reshape(rows, width),
                    dark=dark,
                )
                alt = text("training.fall_alt", mode=title, fallen=int((~stays).sum()))
                chapter.chart(figure, alt, key)
        place.caption(text("training.fallen", fallen=int((~kept[0]).sum()), units=len(values)))
    _mean(view, values, after, p)
    numbers, code = chapter.details()
    unit = int(np.abs(values).argmax())
    with numbers:
        chapter.formula(text, equations(float(values[unit]), p))
    with code:
        chapter.shapes(text, [("x, m", "d_model", (len(values),))], text("training.dropout_shapes"))
        chapter.code(text, "explainer.model.dropout", "Dropout.forward")


def _mean(view: View, values: Floats, after: Floats, p: float) -> None:
    """The mean of the largest unit over 1, 2, ... draws against its value without dropout."""
    text = view.text
    unit = int(np.abs(values).argmax())
    means = running_mean(after[:, unit])
    shown = np.unique(np.geomspace(1, DRAWS, POINTS).round().astype(int))
    title = text("training.kept_mean")
    with chapter.figure(title, text("training.kept_mean_line", unit=unit + 1, draws=DRAWS)):
        figure = curves(
            lines=[
                Curve(text("training.mean_of_draws"), means[shown - 1], "target", x=shown.tolist())
            ],
            levels=[Rule(float(values[unit]), text("training.without"), "source")],
            x=Axis(text("training.draws"), log=True),
            y=Axis(text("training.value"), form="~g"),
            name_title=text("training.what"),
            dark=view.dark,
        )
        alt = text(
            "training.mean_alt", mean=decimal(means[-1], 3), value=decimal(float(values[unit]), 3)
        )
        chapter.chart(figure, alt, "training_mean")
        st.caption(alt)


def equations(value: float, p: float) -> list[str]:
    """The largest unit: its value where it stays, its mean, its variance."""
    grown = value / (1 - p)
    return [
        rf"\tilde x = \frac{{m}}{{1-p}} x,\; P(m{{=}}0){{=}}{p:g}",
        rf"\tilde x_{{m=1}} = \frac{{x}}{{1-p}} = \frac{{{value:.4f}}}{{{1 - p:.2f}}}"
        rf" = {grown:.4f}",
        rf"E[\tilde x] = p \cdot 0 + (1-p) \frac{{x}}{{1-p}} = {1 - p:.2f} \cdot ({grown:.4f})"
        rf" = {value:.4f}",
        rf"Var[\tilde x] = \frac{{p}}{{1-p}} x^2 = {p / (1 - p) * value**2:.4f}",
    ]
