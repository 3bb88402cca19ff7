"""Common mistake: that a head sees a slice of the input."""

from __future__ import annotations

import numpy as np

from explainer.analysis.multi_head import query_from_slice
from explainer.analysis.sublayer import inputs_of
from explainer.chapters.heads.state import Heads
from explainer.charts.lookup import head_outputs
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs.resources import weights


def draw_mistake(view: View, chosen: Heads) -> None:
    """Compare q of the chosen head from all of x and from "its slice"."""
    translation = view.translation
    text, trace = view.text, translation.trace
    parameters = weights(view.translator_name, chosen.prefix)
    model = trace[f"{chosen.prefix}.q"][chosen.head, chosen.row].astype(np.float64)
    x = trace[inputs_of(trace, chosen.prefix)[0]][chosen.row].astype(np.float64)
    whole, sliced = query_from_slice(x, parameters, chosen.head, len(model))
    off = float(np.abs(sliced - model).max())
    told = text("heads.wrong_wrong", difference=f"{off:.2f}")
    chapter.wrong(text, text("heads.wrong_line", width=len(x)), told)
    spec = head_outputs(
        model=model,
        right=whole,
        wrong=sliced,
        names=(text("heads.wrong_model"), text("heads.wrong_whole"), text("heads.wrong_slice")),
        label_title=text("heads.wrong_axis"),
        value_title=text("heads.wrong_value"),
        by_title=text("heads.wrong_by"),
        dark=view.dark,
    )
    chapter.chart(spec, text("heads.wrong_alt"))
