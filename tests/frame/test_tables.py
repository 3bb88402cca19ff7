"""A table's columns: titles, values, and how numbers are written."""

import json

from streamlit.testing.v1 import AppTest


def script() -> None:
    from explainer.frame.tables import Column, columns_by_title, show_table

    show_table(
        "numbers",
        {"a": Column("A", [1.5, None], "%.2f", width=40), **columns_by_title({"B": "xy"})},
    )
    show_table("rows", {"b": "Second", "a": Column("First", form="percent")}, [{"a": 1, "b": "z"}])


def test_columns_and_rows_make_the_same_kind_of_table() -> None:
    at = AppTest.from_function(script).run()
    assert not at.exception
    numbers, rows = at.dataframe
    assert numbers.value["a"].tolist()[0] == 1.5 and numbers.value["B"].tolist() == ["x", "y"]
    assert list(rows.value.columns) == ["a", "b"], "rows keep their own order"
    first, second = (json.loads(table.proto.columns) for table in (numbers, rows))
    assert (first["a"]["label"], first["a"]["width"]) == ("A", 40)
    assert first["a"]["type_config"]["format"] == "%.2f" and first["B"]["label"] == "B"
    assert (second["b"]["label"], second["a"]["type_config"]["format"]) == ("Second", "percent")
    assert [table.proto.alt for table in (numbers, rows)] == ["numbers", "rows"]
