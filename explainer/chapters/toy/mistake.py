"""A falling training loss proves nothing: two recorded runs, one without the causal mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.charts.curves import Axis, Curve, curves
from explainer.runs import toy

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw_mistake(view: View) -> None:
    """Both losses, and what each model writes when it reads itself."""
    text = view.text
    usual, open_ = toy.course_of("reverse"), toy.course_of("no_mask")
    names = (text("toy.with_mask"), text("toy.without_mask"))
    st.markdown(text("toy.mistake_line"))
    figure = curves(
        lines=[
            Curve(
                name, [s.train for s in found.snapshots], tone, x=[s.step for s in found.snapshots]
            )
            for name, tone, found in zip(names, ("source", "error"), (usual, open_), strict=True)
        ],
        x=Axis(text("toy.step"), form=",d"),
        y=Axis(text("toy.train_loss")),
        name_title=text("toy.what"),
        dark=view.dark,
    )
    alt = text("toy.mistake_alt")
    st.vega_lite_chart(figure.vega_lite(), theme=None, key="toy_mistake", alt=alt)
    last = [found.snapshots[-1] for found in (usual, open_)]
    st.dataframe(
        {
            text("toy.what"): names,
            text("toy.train_loss"): [f"{one.train:.3f}" for one in last],
            text("toy.tokens"): [f"{one.tokens:.1%}" for one in last],
            text("toy.rows"): [f"{one.rows:.0%}" for one in last],
        },
        hide_index=True,
        alt=alt,
    )
    st.markdown(text("toy.mistake_end", rows=f"{last[1].rows:.0%}", train=f"{last[1].train:.3f}"))
