"""A map of numbers: what is pressed in it is chosen, whatever a browser sends."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.frame.maps import cell_of
from tests.apptest import app_test

THERE = np.array([[True, False, False], [True, True, False]])


def pressed(answers: list[object]) -> None:
    """A map and, in plain text, the cells that were pressed; a script of its own."""
    import numpy as np
    import streamlit as st

    from explainer.frame.maps import Scale, Side, draw_map, move_to
    from explainer.text import Text

    st.session_state.setdefault("row", 1)
    draw_map(
        Text("en"),
        "map",
        np.eye(2, 3),
        "a map",
        rows=Side("row", ["a", "b"], "target"),
        keys=Side("key", ["c", "d", "e"], "source"),
        scale=Scale("weight"),
        masked=np.eye(2, 3, 1) > 0,
        cell=(0, 0),
        on_cell=move_to(),
    )
    st.text(f"{st.session_state['row']} {st.session_state.get('col')}")


def test_a_press_moves_row_and_column() -> None:
    at = app_test(pressed, []).run()
    assert at.text[0].value == "1 None"
    sent = at.get("bidi_component")[0].proto.json.replace(" ", "")
    assert '"values":[[1.0,null,0.0],[0.0,1.0,null]]' in sent and '"cell":[0,0]' in sent


@pytest.mark.parametrize(
    "sent",
    [None, 7, "ab", [0], [0, 1], [0, 9], [-1, 0], [True, False], ["0", "0"], [[0], 0], {"q": 0}],
)
def test_what_is_no_cell_is_none(sent: object) -> None:
    assert cell_of(sent, THERE) is None


def test_a_cell_that_is_there_is_one() -> None:
    assert cell_of([1, 1], THERE) == (1, 1)
