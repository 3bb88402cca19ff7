"""The training path through the loss landscape, on the plane that holds most of it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer import installed
from explainer.chapters.growth.chart_landscape import landscape_chart
from explainer.chapters.growth.states import pick_state, with_states
from explainer.data.landscape import landscape
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.text.numbers import percent


def draw_landscape(view: View) -> None:
    """Draw the loss surface with the chosen checkpoint."""
    subject = with_states(view)
    if subject is None:
        return
    view, states = subject
    text, model = view.text, view.translator_name
    ground = landscape(model, installed.version_of(model))
    if ground is None or [stop.step for stop in ground.path] != list(states.steps):
        st.info(text("growth.no_landscape", model=model))
        return
    said = [
        {"state": name, "below": f"{stop.below:.2f}", "loss": f"{stop.loss:.2f}"}
        for name, stop in zip(states.names(text), ground.path, strict=True)
    ]
    with chapter.figure(
        text("growth.landscape"), text("growth.landscape_line", sentences=ground.sentences)
    ):
        place = st.container()  # what moves the state along stands below it
        at = pick_state(view, states)
        with place:
            figure = landscape_chart(
                grid=(ground.x, ground.y, ground.loss),
                stops_M3=np.array([(stop.x, stop.y, stop.below) for stop in ground.path]),
                names=states.names(text),
                hovers=[text("growth.landscape_state", **numbers) for numbers in said],
                chosen=at,
                titles=(
                    text("growth.checkpoint_table.axis", number=1),
                    text("growth.checkpoint_table.axis", number=2),
                    text("growth.loss"),
                ),
                dark=view.dark,
            )
            st.plotly_chart(
                figure,
                theme=None,
                key="growth_landscape",
                config={"displayModeBar": False},
                alt=text("growth.landscape_alt", **said[at]),
            )
        st.markdown(text("growth.landscape_said", **said[at]))
        st.caption(text("growth.landscape_shares", share=percent(sum(ground.shares), 0)))
    here = ground.path[at]
    point = rf"\theta_{{end}} {here.x:+.1f}\,a_1 {here.y:+.1f}\,a_2"
    chapter.formula(text, [rf"L({point}) = {here.below:.2f}"])
    chapter.code(
        text, "explainer.training.studies.landscape", "plane_of", "paths_MN =", "axes_2N *="
    )
