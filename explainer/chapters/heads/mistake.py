"""The common mistake of the page of heads: that a head sees a slice of the input."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.multi_head import loudest_outside, slice_belief
from explainer.analysis.sublayer import inputs_of
from explainer.chapters.heads.cut import Heads
from explainer.charts.lookup import head_outputs
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.runs.resources import weights
from explainer.text.numbers import power

CHANGED = 1e-6  # a smaller move of a number is no change


def draw_mistake(view: View, chosen: Heads) -> None:
    """q of the chosen head from all of x and from "its slice", and one input that is changed."""
    translation = view.translation
    text, trace = view.text, translation.trace
    parameters = weights(view.translator_name, chosen.prefix)
    model = trace[f"{chosen.prefix}.q"][chosen.head, chosen.row].astype(np.float64)
    x = trace[inputs_of(trace, chosen.prefix)[0]][chosen.row].astype(np.float64)
    dims, head = len(model), chosen.head + 1
    st.markdown(f"**{text('heads.wrong_title')}**")
    first, last = chosen.head * dims + 1, head * dims
    st.markdown(text("heads.wrong_line", width=len(x), head=head, first=first, last=last))
    usual = loudest_outside(parameters, chosen.head, dims) + 1
    channel = choices.whole_number(text, "heads_channel", text("heads.channel"), 1, len(x), usual)
    belief = slice_belief(x, parameters, chosen.head, dims, channel - 1)
    moved = np.abs(belief.changed)
    st.markdown(
        text(
            "heads.channel_change",
            channel=channel,
            dims=dims,
            changed=int((moved > CHANGED).sum()),
            most=f"{moved.max():.3f}",
        )
    )
    if first <= channel <= last:
        st.caption(text("heads.channel_inside", channel=channel, head=head))
    names = (text("heads.wrong_model"), text("heads.wrong_whole"), text("heads.wrong_slice"))
    spec = head_outputs(
        model=model,
        right=belief.whole,
        wrong=belief.sliced,
        names=names,
        label_title=text("heads.wrong_axis"),
        value_title=text("heads.wrong_value"),
        by_title=text("heads.wrong_by"),
        dark=view.dark,
    )
    chapter.chart(spec, text("heads.wrong_alt"))
    right, wrong = (float(np.abs(q - model).max()) for q in (belief.whole, belief.sliced))
    st.markdown(text("heads.wrong_right", difference=power(right)))
    st.markdown(text("heads.wrong_wrong", difference=f"{wrong:.2f}"))
