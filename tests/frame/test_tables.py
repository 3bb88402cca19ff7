"""Tables, maps and probabilities: how numbers are written, and what is pressed is chosen."""

import json

import pyarrow as pa
from streamlit.testing.v1 import AppTest

from explainer.frame.probabilities import tex_probability
from explainer.text.numbers import percent
from tests.apptest import app_test


def script() -> None:
    from explainer.frame.tables import Column, columns_by_title, show_table

    more = columns_by_title({"B": "xy"})
    show_table("numbers", {"a": Column("A", [1.5, None], "%.2f", width=40), **more})
    show_table("rows", {"b": "Second", "a": Column("First", form="percent")}, [{"a": 1, "b": "z"}])
    show_table("signed", {"a": Column("A", [-2.005, 1.0], digits=2), "b": Column("B", ["x", "y"])})


def test_columns_and_rows_make_the_same_kind_of_table() -> None:
    at = AppTest.from_function(script).run()
    assert not at.exception
    numbers, rows, signed = at.dataframe
    assert numbers.value["a"].tolist()[0] == 1.5 and numbers.value["B"].tolist() == ["x", "y"]
    assert list(rows.value.columns) == ["a", "b"], "rows keep their own order"
    first, second, third = (json.loads(table.proto.columns) for table in at.dataframe)
    assert (first["a"]["label"], first["a"]["width"]) == ("A", 40)
    assert first["a"]["type_config"]["format"] == "%.2f" and first["B"]["label"] == "B"
    assert (second["b"]["label"], second["a"]["type_config"]["format"]) == ("Second", "percent")
    assert [table.proto.alt for table in at.dataframe] == ["numbers", "rows", "signed"]
    # A negative number has the minus of mathematics and stays a number.
    assert signed.value["a"].tolist() == [-2.005, 1.0]
    styled = pa.ipc.open_stream(signed.proto.arrow_data.styler.display_values).read_all()
    assert styled.column(0).to_pylist() == ["\u22122.00", "1.00"]
    assert "format" not in third["a"]["type_config"]


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
    sent = at.get("bidi_component")[0].proto.bytes.decode().replace(" ", "")
    assert '"values":[[1.0,null,0.0],[0.0,1.0,null]]' in sent and '"cell":[0,0]' in sent


def asked_about() -> None:
    """The same map while a question asks about it; a script of its own."""
    import numpy as np

    from explainer.drawings.asked import Asks, alone
    from explainer.frame.maps import Scale, Side, draw_map
    from explainer.text import Text

    with alone("map", Asks("map")):
        values, masked = np.array([[0.5, 0.25]]), np.array([[False, True]])
        rows, keys = Side("row", ["a"]), Side("key", ["b", "c"])
        scale = Scale("weight", "signed", limit=0.5)
        draw_map(
            Text("en"), "map", values, "a map", rows=rows, keys=keys, scale=scale, masked=masked
        )


def test_while_it_asks_nothing_of_its_numbers_is_sent() -> None:
    (drawn,) = app_test(asked_about).run().get("bidi_component")
    sent = json.loads(drawn.proto.bytes)
    assert sent["data"]["values"] == [[0.0, None]] and sent["data"]["limit"] is None
    assert sent["data"]["name"] == "row × key" and sent["still"]
    assert b"0.5" not in drawn.proto.bytes and b"0.25" not in drawn.proto.bytes


def test_nothing_possible_is_written_as_0() -> None:
    for p, short, long, tex in (
        (1.0, "100.0%", "100.00%", "1.0000"),
        (0.0844, "8.4%", "8.44%", "0.0844"),
        (0.0006, "0.1%", "0.06%", r"(6.00 \cdot 10^{-4})"),
        (9.55e-6, "<0.1%", "<0.01%", r"(9.55 \cdot 10^{-6})"),
    ):
        assert (percent(p), percent(p, 2), tex_probability(p)) == (short, long, tex)
    assert (percent(0.123, 0), percent(0.0004, 0), percent(0.0004)) == ("12%", "<1%", "<0.1%")
