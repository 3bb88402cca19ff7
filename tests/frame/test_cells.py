"""A click on a map chooses its cell and redraws nothing; any other choice makes a new chart."""

from __future__ import annotations

from tests.apptest import app_test


def clicks(points: list[object]) -> None:
    """The handler and the chart's key under a script run, told in plain text."""
    import numpy as np
    import streamlit as st

    from explainer.frame.cells import click, frame_of

    st.session_state["row"] = st.session_state["col"] = 1
    told: list[object] = [frame_of("map", ("map",), (0, 0))]
    exists = np.ones((4, 4), bool)
    exists[0, 3] = False
    for point in points:
        st.session_state["map_1"] = {"selection": {"cell": [point]}}
        click("map_1", "cell", exists)
        cell = (st.session_state["row"] - 1, st.session_state["col"] - 1)
        told.append((cell, frame_of("map", ("map",), cell)))
    told.append(frame_of("map", ("other",), cell))
    told.append(frame_of("map", ("other",), (0, 0)))
    st.text(str(told))


def test_a_click_moves_row_and_column_and_redraws_nothing() -> None:
    wrong: list[object] = [{"q": "x", "k": 1}, {"k": 1}, 7, {"q": 4, "k": 0}, {"q": 0, "k": 3}]
    at = app_test(clicks, [{"q": 3, "k": 2}, *wrong]).run()
    same = ((3, 2), ("map_1", (0, 0)))  # what a browser sends may be anything: then nothing moves
    other, slider = ("map_1", (3, 2)), ("map_2", (0, 0))
    assert at.text[0].value == str([("map_1", (0, 0)), *[same] * 6, other, slider])
