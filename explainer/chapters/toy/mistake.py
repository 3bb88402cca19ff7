"""A falling training loss proves nothing: two recorded runs, one without the causal mask."""

from __future__ import annotations

import streamlit as st

from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs import toy
from explainer.text.numbers import percent


def draw_mistake(view: View) -> None:
    """Both losses, and what each model writes when it reads itself."""
    text = view.text
    usual, open_ = toy.course_of("reverse"), toy.course_of("no_mask")
    names = (text("toy.with_mask"), text("toy.without_mask"))
    st.markdown(text("toy.mistake_line"))
    figure = curves(
        lines=[
            Curve(name, [s.train for s in run.snapshots], tone, x=[s.step for s in run.snapshots])
            for name, tone, run in zip(names, ("source", "error"), (usual, open_), strict=True)
        ],
        x=Axis(text("toy.step"), form=",d"),
        y=Axis(text("toy.train_loss")),
        name_title=text("toy.what"),
        dark=view.dark,
    )
    alt = text("toy.mistake_alt")
    chapter.chart(figure, alt, "toy_mistake")
    last = [run.snapshots[-1] for run in (usual, open_)]
    show_table(
        alt,
        columns_by_title(
            {
                text("toy.what"): names,
                text("toy.train_loss"): [f"{one.train:.3f}" for one in last],
                text("toy.tokens"): [percent(one.tokens) for one in last],
                text("toy.rows"): [percent(one.rows, 0) for one in last],
            }
        ),
    )
    st.markdown(
        text("toy.mistake_end", rows=percent(last[1].rows, 0), train=f"{last[1].train:.3f}")
    )
