"""Dropout on one unit of the model: the mean over draws is preserved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from explainer.analysis.dropout import drop_units, keep_mask
from explainer.decoding import BOS
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.runs.computed import by_model, computed
from explainer.text.numbers import decimal, percent

if TYPE_CHECKING:
    from explainer.engine import Translator

DRAWS: Final = 400
SEED: Final = 1
USUAL: Final = 0.1  # p of a model whose card has none, and of the paper


@by_model(computed(max_entries=8))
def largest_unit(model: Translator) -> tuple[int, float]:
    """Return place and value of the last FFN's largest unit at the batch's first token."""
    (pair,) = recipe.pairs(model.name, 1)
    trace = model.run(pair.source_ids, (BOS,))
    values = trace[f"decoder.{model.config.n_decoder_layers - 1}.ffn.out"][0]
    unit = int(np.abs(values).argmax())
    return unit, float(values[unit])


def draw_dropout(view: View) -> list[str]:
    """Say how often the unit fell and what is left on average; return its formulas."""
    text, model = view.text, view.translator_name
    if not recipe.pairs(model):
        return []
    unit, value = largest_unit(model)
    p = float(view.card.get("model", {}).get("dropout", USUAL))
    after = drop_units(np.array([value]), keep_mask(1, p, DRAWS, SEED), p)
    line = text(
        "training.kept_mean_line",
        **{"p": percent(p, 0), "unit": unit + 1, "draws": DRAWS, "fallen": int((after == 0).sum())},
        **{"value": decimal(value), "grown": decimal(value / (1 - p))},
        mean=decimal(float(after.mean())),
    )
    with chapter.figure(text("training.kept_mean"), line):
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
