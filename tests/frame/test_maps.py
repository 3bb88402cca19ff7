"""A map of numbers: what is pressed in it is chosen, whatever a browser sends."""

from __future__ import annotations

import json

from tests.apptest import app_test


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


def asked_about() -> None:
    """The same map while a question asks about it; a script of its own."""
    import numpy as np

    from explainer.drawings.asked import Asks, alone
    from explainer.frame.maps import Scale, Side, draw_map
    from explainer.text import Text

    with alone(Asks("map")):
        values, masked = np.array([[0.5, 0.25]]), np.array([[False, True]])
        rows, keys = Side("row", ["a"]), Side("key", ["b", "c"])
        scale = Scale("weight", "signed", limit=0.5)
        draw_map(
            Text("en"), "map", values, "a map", rows=rows, keys=keys, scale=scale, masked=masked
        )


def test_while_it_asks_nothing_of_its_numbers_is_sent() -> None:
    (drawn,) = app_test(asked_about).run().get("bidi_component")
    sent = json.loads(drawn.proto.json)
    assert sent["data"]["values"] == [[0.0, None]] and sent["data"]["limit"] is None
    assert sent["data"]["name"] == "row × key" and sent["still"]
    assert "0.5" not in drawn.proto.json and "0.25" not in drawn.proto.json
