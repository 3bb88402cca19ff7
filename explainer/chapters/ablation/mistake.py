"""Common mistake: reading a high weight as importance, shown on a token the app searched for."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.chapters.ablation.readings import (
    compute_readings,
    draw_strip,
    first_guess,
    misleading,
    reading_names,
    row_shares,
)
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.text.numbers import percent, true_minus


def draw_mistake(view: View) -> None:
    """Search all heads for a high weight on an unneeded token, and hide that token."""
    translation = view.translation
    text, cell = view.text, misleading(translation)
    chapter.wrong(text, text("ablation.mistake_line"))
    if cell is None:
        st.info(text("ablation.too_short"))
        return
    layer, head, row, key = cell
    readings = compute_readings(translation, layer, head, first_guess(translation))
    source, written = translation.source.tokens, translation.predicted_tokens
    before = float(np.log(np.float64(translation.trace["probs"][row, translation.predicted[row]])))
    needed = int(readings.drop[row].argmax())
    said = [text("ablation.mistake_token", token=written[row], layer=layer + 1, head=head + 1)]
    lines = [("ablation.mistake_wrong", key), ("ablation.mistake_right", needed)]
    for name, place in lines[: 1 if key == needed else 2]:
        drop = float(readings.drop[row, place])
        said.append(
            text(
                name,
                token=source[place],
                weight=f"{readings.weight[row, place]:.2f}",
                before=percent(np.exp(before)),
                after=percent(np.exp(before - drop)),
                change=true_minus(f"{-drop:+.2f}"),
            )
        )
    st.text("\n".join(said))
    draw_strip(view, row_shares(readings, row)[:3], reading_names(text)[:3], "ablation_mistake")
