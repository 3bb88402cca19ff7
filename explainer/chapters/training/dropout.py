"""Dropout on a vector of the user's sentence: the mean over draws is preserved."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.analysis.dropout import drop_units, keep_mask, running_mean
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import chapter
from explainer.frame.choices import Slider
from explainer.frame.pickers import start_step
from explainer.frame.view import View
from explainer.text.numbers import decimal

DRAWS: Final = 400
POINTS: Final = 40  # of the curve, close together at its beginning
SEED: Final = 1
P = Slider("training_p", 0.0, 0.9, 0.05, says="p")


def draw_dropout(view: View) -> list[str]:
    """Draw the running mean of the largest unit against its value; return its formulas."""
    text, translation = view.text, view.translation
    layers = translation.attention("cross").shape[0]
    vectors = translation.trace[f"decoder.{layers - 1}.ffn.out"].astype(np.float64)
    values = vectors[start_step(translation)]
    unit = int(np.abs(values).argmax())
    value = float(values[unit])
    title = text("training.kept_mean")
    with chapter.figure(title, text("training.kept_mean_line", unit=unit + 1, draws=DRAWS)):
        usual = float(view.card.get("model", {}).get("dropout", 0.1))
        p = P.draw(text, usual)
        after = drop_units(values[unit : unit + 1], keep_mask(1, p, DRAWS, SEED), p)
        means = running_mean(after[:, 0])
        shown = np.unique(np.geomspace(1, DRAWS, POINTS).round().astype(int))
        figure = curves(
            lines=[
                Curve(text("training.mean_of_draws"), means[shown - 1], "target", x=shown.tolist())
            ],
            levels=[Rule(value, text("training.without"), "source")],
            x=Axis(text("training.draws"), log=True),
            y=Axis(text("training.value"), form="~g"),
            name_title=text("training.what"),
            dark=view.dark,
        )
        alt = text("training.mean_alt", mean=decimal(means[-1], 3), value=decimal(value, 3))
        chapter.chart(figure, alt, "training_mean")
    return equations(value, p)


def equations(value: float, p: float) -> list[str]:
    """Return the largest unit's kept value, mean and variance."""
    grown = value / (1 - p)
    return [
        rf"\tilde x = \frac{{m}}{{1-p}} x,\; P(m{{=}}0){{=}}{p:g}",
        rf"\tilde x_{{m=1}} = \frac{{x}}{{1-p}} = \frac{{{value:.4f}}}{{{1 - p:.2f}}}"
        rf" = {grown:.4f}",
        rf"E[\tilde x] = p \cdot 0 + (1-p) \frac{{x}}{{1-p}} = {1 - p:.2f} \cdot ({grown:.4f})"
        rf" = {value:.4f}",
        rf"Var[\tilde x] = \frac{{p}}{{1-p}} x^2 = {p / (1 - p) * value**2:.4f}",
    ]
