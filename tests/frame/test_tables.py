"""A table's columns: titles, values, and how numbers are written."""

import json

import pyarrow as pa
from streamlit.testing.v1 import AppTest


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
